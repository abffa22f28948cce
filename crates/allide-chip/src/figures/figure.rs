//! A table of numbers that knows how to be drawn.

use allide_files::csv;

/// How numbers are laid out along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences.
    Linear,
    /// Equal ratios.
    Logarithmic,
}

/// One column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The name in a legend.
    pub title: String,
    /// The unit, if it has one.
    pub unit: &'static str,
    /// Whether it is drawn.
    pub is_drawn: bool,
}

/// Numbers, the first of each row along x and the others along y, and what was seen in them.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// One line.
    pub title: String,
    /// The quantity on the x axis, with its unit in brackets.
    pub x: String,
    /// The quantity on the y axis, with its unit in brackets.
    pub y: String,
    /// Along x and along y.
    pub scales: [Scale; 2],
    /// The first is x.
    pub columns: Vec<Column>,
    /// One number per column. NaN where a value is missing.
    pub rows: Vec<Vec<f64>>,
    /// Conclusions from the numbers, one sentence each.
    pub notes: Vec<String>,
}

impl Figure {
    pub(super) fn new(title: impl Into<String>, x: &str, y: &str) -> Self {
        let column = Column { title: x.into(), unit: "", is_drawn: true };
        let scales = [Scale::Linear; 2];
        let (title, columns) = (title.into(), vec![column]);
        Self { title, x: x.into(), y: y.into(), scales, columns, rows: Vec::new(), notes: Vec::new() }
    }

    pub(super) fn drawn(self, title: impl Into<String>, unit: &'static str) -> Self {
        self.with(title, unit, true)
    }

    /// A column that is in the table only.
    pub(super) fn listed(self, title: impl Into<String>, unit: &'static str) -> Self {
        self.with(title, unit, false)
    }

    fn with(mut self, title: impl Into<String>, unit: &'static str, is_drawn: bool) -> Self {
        self.columns.push(Column { title: title.into(), unit, is_drawn });
        self
    }

    pub(super) fn scaled(self, scales: [Scale; 2]) -> Self {
        Self { scales, ..self }
    }

    pub(super) fn row(&mut self, numbers: impl IntoIterator<Item = f64>) {
        let row: Vec<f64> = numbers.into_iter().collect();
        debug_assert_eq!(row.len(), self.columns.len());
        self.rows.push(row);
    }

    pub(super) fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The numbers of one column.
    pub fn column(&self, index: usize) -> impl Iterator<Item = f64> {
        self.rows.iter().map(move |row| row[index])
    }

    /// The x of the row with the smallest number in a column.
    pub fn best(&self, column: usize) -> Option<f64> {
        let numbers = self.rows.iter().filter(|row| !row[column].is_nan());
        numbers.min_by(|p, q| p[column].total_cmp(&q[column])).map(|row| row[0])
    }

    /// Adds a drawn column, a number for each row.
    pub fn append(&mut self, title: impl Into<String>, unit: &'static str, numbers: &[f64]) {
        self.columns.push(Column { title: title.into(), unit, is_drawn: true });
        for (row, &number) in self.rows.iter_mut().zip(numbers) {
            row.push(number);
        }
    }

    /// As CSV: a line of titles with units, then numbers.
    pub fn csv(&self) -> String {
        let title = |column: &Column| match column.unit {
            "" => column.title.clone(),
            unit => format!("{} [{unit}]", column.title),
        };
        let cell = |number: &f64| if number.is_nan() { String::new() } else { format!("{number}") };
        let titles = self.columns.iter().map(|column| csv::text(&title(column)).into_owned()).collect();
        let rows = self.rows.iter().map(|row| row.iter().map(cell).collect());
        csv::lines(std::iter::once(titles).chain(rows))
    }
}
