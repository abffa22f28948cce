//! Tables of numbers and words, as CSV.

use allide_files::csv;
use allide_io::plot::{Axis, Plot, Series};

/// One column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The heading.
    pub title: String,
    /// Of its numbers; empty for counts and words.
    pub unit: String,
    /// Whether it comes from a clock of this machine, and differs from run to run.
    pub is_measured: bool,
}

impl Column {
    /// `time [ms, measured]`
    pub fn heading(&self) -> String {
        match (self.unit.as_str(), self.is_measured) {
            ("", false) => self.title.clone(),
            ("", true) => format!("{} [measured]", self.title),
            (unit, false) => format!("{} [{unit}]", self.title),
            (unit, true) => format!("{} [{unit}, measured]", self.title),
        }
    }
}

impl Column {
    /// The column of that heading.
    fn read(heading: &str) -> Self {
        let (title, rest) = heading.rsplit_once(" [").unwrap_or((heading, ""));
        let rest = rest.trim_end_matches(']');
        let (unit, is_measured) = match rest.strip_suffix("measured") {
            Some(unit) => (unit.trim_end_matches(", "), true),
            None => (rest, false),
        };
        Self { title: title.to_owned(), unit: unit.to_owned(), is_measured }
    }
}

/// The cells of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A number; not finite if it is missing.
    Number(f64),
    /// Words.
    Text(String),
}

impl Cell {
    fn csv(&self, is_measured: bool) -> String {
        match self {
            Cell::Text(text) => csv::text(text).into_owned(),
            Cell::Number(number) if !number.is_finite() => String::new(),
            // A clock has no more digits to tell.
            Cell::Number(number) if is_measured && number.abs() < 0.1 => format!("{number:.7}"),
            Cell::Number(number) if is_measured => format!("{number:.4}"),
            Cell::Number(number) => number.to_string(),
        }
    }

    /// For people.
    pub fn shown(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Number(number) => crate::outcome::shown(*number),
        }
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Self {
        Cell::Number(number)
    }
}

impl From<usize> for Cell {
    fn from(count: usize) -> Self {
        Cell::Number(count as f64)
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Cell::Number(count as f64)
    }
}

impl From<u32> for Cell {
    fn from(count: u32) -> Self {
        Cell::Number(f64::from(count))
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::Text(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::Text(text.to_owned())
    }
}

/// Rows under headings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What tells it from other tables of the figure; empty for the first.
    pub name: String,
    /// What the columns are.
    pub columns: Vec<Column>,
    /// A cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// A column that is the same in every run.
    pub(crate) fn column(self, title: impl Into<String>, unit: &str) -> Self {
        self.with(title, unit, false)
    }

    /// Columns of counts or words.
    pub(crate) fn counts<const N: usize>(self, titles: [&str; N]) -> Self {
        titles.into_iter().fold(self, |table, title| table.column(title, ""))
    }

    /// A column that a clock decides.
    pub(crate) fn measured(self, title: impl Into<String>, unit: &str) -> Self {
        self.with(title, unit, true)
    }

    fn with(mut self, title: impl Into<String>, unit: &str, is_measured: bool) -> Self {
        self.columns.push(Column { title: title.into(), unit: unit.to_owned(), is_measured });
        self
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        let cells: Vec<Cell> = cells.into_iter().collect();
        assert_eq!(cells.len(), self.columns.len(), "a cell for each column of {:?}", self.columns);
        self.rows.push(cells);
    }

    /// The numbers of the column of that title, none for words; nothing if there is no such column.
    pub fn numbers(&self, title: &str) -> Vec<f64> {
        let Some(column) = self.columns.iter().position(|column| column.title == title) else { return Vec::new() };
        let number = |row: &Vec<Cell>| match &row[column] {
            Cell::Number(number) => Some(*number),
            Cell::Text(_) => None,
        };
        self.rows.iter().filter_map(number).collect()
    }

    /// The points of two columns, for rows that `keep` takes.
    pub(crate) fn points(&self, x: &str, y: &str) -> Vec<[f64; 2]> {
        self.numbers(x).into_iter().zip(self.numbers(y)).map(|(x, y)| [x, y]).collect()
    }

    /// A plot of some columns over another one.
    pub(crate) fn plot(&self, title: &str, [x, y]: [Axis; 2], over: &str, columns: &[&str]) -> Plot {
        let series = columns.iter().map(|column| Series::new(*column, self.points(over, column)));
        let series = series.filter(|series| series.points.iter().any(|point| point[1].is_finite())).collect();
        Plot { title: title.to_owned(), x, y, series }
    }

    /// The rows whose cell of a column has this text.
    pub fn only(&self, title: &str, text: &str) -> Self {
        let Some(column) = self.columns.iter().position(|column| column.title == title) else { return self.clone() };
        let rows = self.rows.iter().filter(|row| matches!(&row[column], Cell::Text(own) if own == text));
        Self { name: self.name.clone(), columns: self.columns.clone(), rows: rows.cloned().collect() }
    }

    /// The rows whose cell of a column is a number of which this holds.
    pub(crate) fn those(&self, title: &str, holds: impl Fn(f64) -> bool) -> Self {
        let column = self.columns.iter().position(|column| column.title == title);
        let is_kept = |row: &&Vec<Cell>| match column.map(|column| &row[column]) {
            Some(Cell::Number(number)) => holds(*number),
            _ => false,
        };
        let rows = self.rows.iter().filter(is_kept).cloned().collect();
        Self { name: self.name.clone(), columns: self.columns.clone(), rows }
    }

    /// The last number of a column; NaN if it is missing.
    pub(crate) fn last(&self, title: &str) -> f64 {
        self.numbers(title).last().copied().unwrap_or(f64::NAN)
    }

    /// The sum of a column; not a number if there is no such column, or a number is missing.
    pub(crate) fn sum(&self, title: &str) -> f64 {
        let numbers = self.numbers(title);
        if numbers.is_empty() { f64::NAN } else { numbers.iter().sum() }
    }

    /// The titles of columns that have nothing in any row.
    pub(crate) fn empty_columns(&self) -> Vec<&str> {
        let is_empty = |cell: &Cell| match cell {
            Cell::Number(number) => !number.is_finite(),
            Cell::Text(text) => text.is_empty(),
        };
        let columns = self
            .columns
            .iter()
            .enumerate()
            .filter(|(place, _)| !self.rows.is_empty() && self.rows.iter().all(|row| is_empty(&row[*place])));
        columns.map(|(_, column)| column.title.as_str()).collect()
    }

    /// Without the columns that have nothing in any row, for what a device or a machine lacks and a label says so.
    pub(crate) fn without_empty(mut self) -> Self {
        let empty: Vec<String> = self.empty_columns().into_iter().map(str::to_owned).collect();
        for title in empty {
            let place = self.columns.iter().position(|column| column.title == title).expect("it was just found");
            self.columns.remove(place);
            self.rows.iter_mut().for_each(|row| drop(row.remove(place)));
        }
        self
    }

    /// The table that [`Table::csv`] wrote. A cell that is a number is taken for one, an empty one for a number that is missing.
    ///
    /// # Panics
    /// If the text is no CSV with a line of headings.
    pub fn read(name: &str, csv: &str) -> Self {
        let mut reader = ::csv::Reader::from_reader(csv.as_bytes());
        let columns = reader.headers().expect("a line of headings").iter().map(Column::read).collect();
        let cell = |text: &str| match text.parse() {
            Ok(number) => Cell::Number(number),
            Err(_) if text.is_empty() => Cell::Number(f64::NAN),
            Err(_) => Cell::Text(text.strip_prefix('\'').unwrap_or(text).to_owned()),
        };
        let rows =
            reader.records().map(|row| row.expect("cells for each heading").iter().map(cell).collect()).collect();
        Self { name: name.to_owned(), columns, rows }
    }

    /// As CSV: a line of headings, then rows.
    pub fn csv(&self) -> String {
        let headings = self.columns.iter().map(|column| csv::text(&column.heading()).into_owned()).collect();
        let rows = self.rows.iter().map(|row| {
            row.iter().zip(&self.columns).map(|(cell, column)| cell.csv(column.is_measured)).collect::<Vec<_>>()
        });
        csv::lines(std::iter::once(headings).chain(rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_tell_what_a_clock_decided() {
        let mut table = Table::new("").counts(["what", "pairs"]).column("size", "mm").measured("time", "ms");
        table.row(["a, \"b\"".into(), 3_u64.into(), 0.1.into(), 1.23456789.into()]);
        table.row(["c".into(), 4_u64.into(), f64::NAN.into(), f64::INFINITY.into()]);
        let text = "what,pairs,size [mm],\"time [ms, measured]\"\n\"a, \"\"b\"\"\",3,0.1,1.2346\nc,4,,\n";
        assert_eq!(table.csv(), text);
        assert_eq!((table.numbers("pairs"), table.numbers("none")), (vec![3.0, 4.0], vec![]));
        assert_eq!(table.only("what", "c").rows.len(), 1);
    }

    #[test]
    fn what_was_written_is_read() {
        let mut table = Table::new("").counts(["what", "pairs"]).column("size", "mm").measured("time", "ms");
        table = table.measured("rate", "");
        table.row(["a, \"b\"".into(), 3_u64.into(), 0.1.into(), 1.25.into(), 1.0.into()]);
        table.row(["c".into(), f64::NAN.into(), 0.2.into(), 2.5.into(), 1.0.into()]);
        let read = Table::read("", &table.csv());
        assert_eq!((&read.columns, read.csv()), (&table.columns, table.csv()));
        assert_eq!(read.empty_columns(), Vec::<&str>::new());
        assert_eq!((read.last("time"), read.sum("rate"), read.sum("pairs").is_nan()), (2.5, 2.0, true));
        assert_eq!(read.those("time", |ms| ms < 2.0).numbers("size"), [0.1]);
        let without = read.those("time", |ms| ms > 2.0).without_empty();
        assert_eq!(without.csv(), "what,size [mm],\"time [ms, measured]\",rate [measured]\nc,0.2,2.5000,1.0000\n");
    }
}
