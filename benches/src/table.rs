use std::fmt;

/// A Markdown table, its columns padded to one width so that it also reads well unrendered.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new<const N: usize>(head: [&str; N]) -> Self {
        Self::of(&head)
    }

    /// With headings whose number is not known beforehand.
    pub fn of(head: &[&str]) -> Self {
        Self { rows: vec![head.iter().map(|&heading| heading.to_owned()).collect()] }
    }

    /// As many cells as there are headings.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        assert_eq!(cells.len(), self.rows[0].len());
        self.rows.push(cells);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows[0].len();
        let width = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for (index, row) in self.rows.iter().enumerate() {
            let cells = row.iter().zip(&widths).map(|(cell, &width)| format!(" {cell:width$} |"));
            writeln!(out, "|{}", cells.collect::<String>())?;
            if index == 0 {
                let rules = widths.iter().map(|&width| format!("{}|", "-".repeat(width + 2)));
                writeln!(out, "|{}", rules.collect::<String>())?;
            }
        }
        Ok(())
    }
}

/// A number with a comma at every thousand.
pub fn grouped(number: impl TryInto<u64>) -> String {
    let digits = number.try_into().unwrap_or(u64::MAX).to_string();
    let comma = |index: usize| if index > 0 && (digits.len() - index).is_multiple_of(3) { "," } else { "" };
    digits.chars().enumerate().map(|(index, digit)| format!("{}{digit}", comma(index))).collect()
}

/// Milliseconds with three digits that count.
pub fn milliseconds(time: std::time::Duration) -> String {
    ms(time.as_secs_f64() * 1e3)
}

/// The same for a number of them; `-` for none.
pub fn ms(time: impl Into<Option<f64>>) -> String {
    match time.into() {
        None => "-".into(),
        Some(ms) if ms >= 99.95 => format!("{ms:.0}"),
        Some(ms) if ms >= 9.995 => format!("{ms:.1}"),
        Some(ms) => format!("{ms:.2}"),
    }
}

/// How many times as many.
pub fn times(ratio: f64) -> String {
    if ratio.is_finite() { format!("{ratio:.1} ×") } else { "-".into() }
}

/// Of no times, 0.
pub fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn tables_are_markdown_with_aligned_columns() {
        let mut table = Table::new(["scene", "ms"]);
        table.row(["two bunnies".to_owned(), "1.00".to_owned()]);
        let expected = "| scene       | ms   |\n|-------------|------|\n| two bunnies | 1.00 |\n";
        assert_eq!(table.to_string(), expected);
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([0, 999, 1_000, 1_742_828].map(grouped), ["0", "999", "1,000", "1,742,828"]);
    }

    #[test]
    fn times_keep_three_digits() {
        let shown = [1_234, 12_345, 123_456].map(|us| milliseconds(Duration::from_micros(us)));
        assert_eq!(shown, ["1.23", "12.3", "123"]);
        assert_eq!((ms(None), ms(9.996), times(f64::NAN)), ("-".to_string(), "10.0".to_string(), "-".to_string()));
    }
}
