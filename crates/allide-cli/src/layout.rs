//! Columns, and how they fit on a page.

use crate::numbers::{padded, shortened};
use unicode_width::UnicodeWidthStr;

pub struct Column {
    pub title: &'static str,
    right: bool,
    cells: Vec<String>,
}

impl Column {
    /// A column of text.
    pub fn left(title: &'static str, cells: impl Iterator<Item = String>) -> Self {
        Self { title, right: false, cells: cells.collect() }
    }

    /// A column of numbers.
    pub fn right(title: &'static str, cells: impl Iterator<Item = String>) -> Self {
        Self { title, right: true, cells: cells.collect() }
    }

    pub fn heading(&self) -> String {
        padded(self.title, self.width(), self.right)
    }

    /// The cells, all as wide as the column.
    pub fn padded_cells(&self) -> Vec<String> {
        let width = self.width();
        self.cells.iter().map(|cell| padded(cell, width, self.right)).collect()
    }

    pub fn width(&self) -> usize {
        self.cells.iter().map(|cell| cell.width()).fold(self.title.len(), usize::max)
    }

    /// Takes out what is too much of the middle of each cell.
    pub fn shorten(&mut self, width: usize) {
        for cell in &mut self.cells {
            *cell = shortened(cell, width.max(self.title.len()));
        }
    }
}

pub const GAP: &str = "  ";
/// The width of a name before columns are left out.
pub const NAME_ROOM: usize = 12;

/// The columns of a table before they are joined, in order.
pub struct Columns {
    pub number: Column,
    /// The two objects.
    pub names: [Column; 2],
    pub class: Column,
    /// How far they go into each other, and how much is shared, if it was measured. The volume is left out before the size.
    pub depth: Option<Column>,
    pub volume: Option<Column>,
    /// How many triangle pairs: left out if there is no room for names.
    pub count: Option<Column>,
    /// Of which class these are: left out if they do not fit beside whole names.
    pub parts: Vec<Column>,
    pub places: Column,
    /// Left out after the count.
    pub size: Option<Column>,
    pub distance: Option<Column>,
}

/// Columns that fit.
pub struct Fitted {
    pub columns: Vec<Column>,
    /// The common beginning of all names, if it was left out.
    pub prefix: String,
}

impl Columns {
    /// The columns that find room in `width`; without one, all. Names are shown whole if they can be; if not, without the
    /// folders that all of them are in; if that is too long still, with a gap in the middle.
    pub fn fit(mut self, width: Option<usize>) -> Fitted {
        let Some(width) = width else { return self.joined(String::new()) };
        if self.width() > width {
            self.parts.clear();
        }
        let mut prefix = String::new();
        if self.width() > width {
            prefix = self.drop_prefix();
        }
        let readable: usize = self.names.iter().map(|names| names.width().min(NAME_ROOM)).sum();
        if self.room(width) < readable {
            self.count = None;
        }
        if self.room(width) < readable {
            self.volume = None;
        }
        if self.room(width) < readable {
            self.size = None;
        }
        self.shorten(self.room(width));
        self.joined(prefix)
    }

    /// All columns but the names.
    fn others(&self) -> impl Iterator<Item = &Column> {
        let always = [&self.number, &self.class, &self.places];
        always
            .into_iter()
            .chain(&self.depth)
            .chain(&self.volume)
            .chain(&self.count)
            .chain(&self.parts)
            .chain(&self.size)
            .chain(&self.distance)
    }

    fn width(&self) -> usize {
        let columns = self.others().chain(&self.names);
        columns.map(|column| column.width() + GAP.len()).sum::<usize>() - GAP.len()
    }

    /// The width left for both names.
    fn room(&self, width: usize) -> usize {
        let others: usize = self.others().map(|column| column.width() + GAP.len()).sum();
        width.saturating_sub(others + GAP.len())
    }

    fn shorten(&mut self, room: usize) {
        // A short name leaves its room to the other one.
        let (half, widths) = (room / 2, [self.names[0].width(), self.names[1].width()]);
        let first = if widths[1] < half { room - widths[1] } else { half };
        self.names[0].shorten(first);
        self.names[1].shorten(room.saturating_sub(widths[0].min(first)));
    }

    fn drop_prefix(&mut self) -> String {
        let mut names = self.names.iter().flat_map(|column| &column.cells);
        let Some(first) = names.next() else { return String::new() };
        let shared = names.fold(first.as_str(), |shared, name| {
            let end = shared.char_indices().zip(name.chars()).find(|((_, c), d)| c != d).map(|((at, _), _)| at);
            &shared[..end.unwrap_or(shared.len().min(name.len()))]
        });
        let prefix = shared.rfind('/').map_or("", |at| &shared[..=at]).to_owned();
        for cell in self.names.iter_mut().flat_map(|column| &mut column.cells) {
            cell.drain(..prefix.len());
        }
        prefix
    }

    fn joined(self, prefix: String) -> Fitted {
        let [a, b] = self.names;
        let mut columns = vec![self.number, a, b, self.class];
        columns.extend(self.depth.into_iter().chain(self.volume));
        columns.extend(self.count.into_iter().chain(self.parts));
        columns.push(self.places);
        columns.extend(self.size.into_iter().chain(self.distance));
        Fitted { columns, prefix }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMN: &str = "Building/L1/Structure/COL-100";
    const DUCT: &str = "Building/L1/Ventilation/DUCT-7";

    fn columns(names: [&str; 2]) -> Columns {
        let cell = |text: &str| std::iter::once(text.to_owned());
        Columns {
            number: Column::right("#", cell("1")),
            names: [Column::left("object a", cell(names[0])), Column::left("object b", cell(names[1]))],
            class: Column::left("class", cell("hard")),
            depth: None,
            volume: None,
            count: Some(Column::right("pairs", cell("12"))),
            parts: vec![Column::right("crossing", cell("12"))],
            places: Column::left("where (x y z)", cell("1.00 2.00 3.00")),
            size: Some(Column::right("size", cell("1.00"))),
            distance: None,
        }
    }

    fn fitted(names: [&str; 2], width: Option<usize>) -> (Vec<&'static str>, [String; 2], String) {
        let fitted = columns(names).fit(width);
        let total: usize = fitted.columns.iter().map(|column| column.width() + GAP.len()).sum();
        assert!(width.is_none_or(|width| total <= width + GAP.len() || width < 50), "{total} of {width:?}");
        let shown = [1, 2].map(|place| fitted.columns[place].cells[0].clone());
        (fitted.columns.iter().map(|column| column.title).collect(), shown, fitted.prefix)
    }

    #[test]
    fn without_a_width_everything_is_shown_however_long() {
        let long = "x/".repeat(5_000);
        let (titles, names, prefix) = fitted([&long, DUCT], None);
        assert_eq!((titles.len(), names, prefix.as_str()), (8, [long, DUCT.into()], ""));
    }

    #[test]
    fn less_room_costs_parts_then_the_common_prefix_then_the_middle_of_names() {
        let (titles, names, prefix) = fitted([COLUMN, DUCT], Some(120));
        assert_eq!((titles.len(), names, prefix.as_str()), (8, [COLUMN.into(), DUCT.into()], ""));
        let (titles, names, prefix) = fitted([COLUMN, DUCT], Some(105));
        assert_eq!((titles.contains(&"crossing"), names, prefix.as_str()), (false, [COLUMN.into(), DUCT.into()], ""));
        let (_, names, prefix) = fitted([COLUMN, DUCT], Some(80));
        assert_eq!(
            (names, prefix.as_str()),
            (["Structure/COL-100".into(), "Ventilation/DUCT-7".into()], "Building/L1/")
        );
        let (titles, names, prefix) = fitted([COLUMN, DUCT], Some(70));
        assert_eq!((names, prefix.as_str()), (["Structu…OL-100".into(), "Ventila…/DUCT-7".into()], "Building/L1/"));
        assert!(titles.contains(&"pairs") && titles.contains(&"size"));
        let (titles, ..) = fitted([COLUMN, DUCT], Some(60));
        assert!(!titles.contains(&"pairs") && titles.contains(&"size"));
        let (titles, ..) = fitted([COLUMN, DUCT], Some(50));
        assert!(!titles.contains(&"pairs") && !titles.contains(&"size"));
        for width in 0..50 {
            fitted([COLUMN, DUCT], Some(width));
        }
    }

    #[test]
    fn a_prefix_is_whole_folders_that_all_names_share() {
        for (names, expected) in [
            (["a/b", "a/c"], "a/"),
            (["a/b/c", "a/b/c"], "a/b/"),
            (["ab/x", "ac/x"], ""),
            (["a", "a/b"], ""),
            (["a/", "a/"], "a/"),
            (["ä/x", "ö/x"], ""),
            (["", ""], ""),
        ] {
            assert_eq!(columns(names).drop_prefix(), expected, "{names:?}");
        }
    }
}
