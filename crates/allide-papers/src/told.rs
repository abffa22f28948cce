//! What tables say: plots, claims, and published numbers beside ours, from nothing but the tables.

use crate::table::Cell;
use crate::{Claim, Kind, Published, Said, Table};
use allide_io::plot::Plot;

/// The tables of a figure, as its files have them.
#[derive(Clone, Copy, Debug)]
pub struct Data<'t>(&'t [Table]);

impl<'t> Data<'t> {
    /// These tables.
    pub fn new(tables: &'t [Table]) -> Self {
        Self(tables)
    }

    /// The table of that name, the first one being `""`; an empty one if it is missing.
    pub(crate) fn table(&self, name: &str) -> Table {
        self.0.iter().find(|table| table.name == name).cloned().unwrap_or_default()
    }

    /// The first table.
    pub(crate) fn first(&self) -> Table {
        self.table("")
    }
}

/// The statements about a figure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    /// By name; the first, without one, is the figure itself.
    pub plots: Vec<(&'static str, Plot)>,
    /// Sentences.
    pub claims: Vec<Claim>,
    /// Published numbers and ours.
    pub published: Vec<Published>,
}

impl Told {
    pub(crate) fn plot(mut self, name: &'static str, plot: Plot) -> Self {
        self.plots.push((name, plot));
        self
    }

    pub(crate) fn claim(mut self, claim: Claim) -> Self {
        self.claims.push(claim);
        self
    }

    pub(crate) fn row(mut self, row: Published) -> Self {
        self.published.push(row);
        self
    }

    /// Claims as a list, then published numbers beside ours as a table, in Markdown.
    pub fn markdown(&self) -> String {
        let claims: String = self.claims.iter().map(|claim| format!("- {}\n", claim.line())).collect();
        let mut text =
            format!("{claims}\n| what | published | ours | unit | ours is | source |\n|---|---|---|---|---|---|\n");
        self.published.iter().for_each(|row| text.push_str(&format!("{}\n", line(row))));
        text
    }
}

fn line(row: &Published) -> String {
    let (ours, kind) = match &row.ours {
        Some((kind, said)) => (said.to_string(), kind.name()),
        None => ("not here".to_owned(), ""),
    };
    let cells = [&row.what, &row.theirs.to_string(), &ours, row.unit, kind, row.source];
    format!("| {} |", cells.map(|cell| cell.replace('|', "\\|")).join(" | "))
}

/// Why a figure must not be shown as it is; nothing if it may.
///
/// A column that is empty in all rows, a plot without points, and a row whose result is the published one whatever the tables
/// say: each looks like a result but has no content.
pub(crate) fn hollow(tables: &[Table], tell: fn(&Data<'_>) -> Told) -> Option<String> {
    let told = tell(&Data(tables));
    let empty = tables.iter().find_map(|table| {
        let title = table.empty_columns().into_iter().next()?;
        Some(format!("the column {title:?} is empty in all rows"))
    });
    let bare = told.plots.iter().find(|(_, plot)| {
        !plot.series.iter().any(|series| series.points.iter().any(|point| point.iter().all(|x| x.is_finite())))
    });
    let bare = bare.map(|(_, plot)| format!("the plot {:?} has no points", plot.title));
    let others: Vec<Vec<Published>> = DISTURBANCES
        .iter()
        .map(|change| tables.iter().map(|table| disturbed(table, change)).collect::<Vec<_>>())
        .map(|tables| tell(&Data(&tables)).published)
        .collect();
    let constant = told.published.iter().find(|row| {
        let Some((kind, ours)) = &row.ours else { return false };
        let is_same = |others: &Vec<Published>| {
            let other = others.iter().find(|other| other.what == row.what).and_then(|other| other.ours.as_ref());
            other.is_some_and(|(_, other)| other == ours)
        };
        *kind != Kind::Given && is_number(ours) && others.iter().all(is_same)
    });
    let constant = constant.map(|row| format!("the result for {:?} is a constant", row.what));
    empty.or(bare).or(constant)
}

fn is_number(said: &Said) -> bool {
    !matches!(said, Said::Words(_))
}

/// Other numbers in a row and a column: what comes out the same with all of these does not hang on the tables.
const DISTURBANCES: [fn(f64, usize, usize) -> f64; 4] = [
    |number, row, column| number * (1.5 + 0.01 * (row + column) as f64) + 7.25,
    |_, _, _| 0.0,
    |_, _, column| (column % 2) as f64,
    |_, _, column| ((column + 1) % 2) as f64,
];

/// The same with other numbers.
fn disturbed(table: &Table, change: &fn(f64, usize, usize) -> f64) -> Table {
    let mut other = table.clone();
    for (place, row) in other.rows.iter_mut().enumerate() {
        for (column, cell) in row.iter_mut().enumerate() {
            if let Cell::Number(number) = cell {
                *number = change(*number, place, column);
            }
        }
    }
    other
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide_io::plot::Axis;

    fn table() -> Table {
        let mut table = Table::new("").counts(["size", "pairs"]);
        table.row([1_u32.into(), 3_u32.into()]);
        table
    }

    fn honest(data: &Data<'_>) -> Told {
        let plot = data.first().plot("", [Axis::linear("x"), Axis::linear("y")], "size", &["pairs"]);
        let pairs = data.first().numbers("pairs").iter().sum::<f64>();
        Told::default().plot("", plot).row(Published::new("pairs", 3.0, "", "figure 1").counted(pairs))
    }

    fn constant(data: &Data<'_>) -> Told {
        let told = honest(data);
        told.row(Published::new("vertices of a box", 8.0, "", "figure 4").counted(8.0))
    }

    fn given(data: &Data<'_>) -> Told {
        let told = honest(data);
        told.row(Published::new("vertices of a box", 8.0, "", "figure 4").given(8.0))
    }

    #[test]
    fn what_only_looks_like_a_result_is_refused() {
        assert_eq!(hollow(&[table()], honest), None);
        assert_eq!(hollow(&[table()], given), None);
        assert_eq!(hollow(&[table()], constant).unwrap(), "the result for \"vertices of a box\" is a constant");
        let mut empty = table();
        empty.rows[0][0] = f64::NAN.into();
        assert_eq!(hollow(&[empty], honest).unwrap(), "the column \"size\" is empty in all rows");
        let none = Table { rows: Vec::new(), ..table() };
        assert_eq!(hollow(&[none], honest).unwrap(), "the plot \"\" has no points");
    }
}
