//! Tables in markdown.

/// Rows of cells, the headings first.
pub struct Table(Vec<Vec<String>>);

impl Table {
    pub fn new(headings: &[&str]) -> Self {
        Self(vec![headings.iter().map(|heading| heading.to_string()).collect()])
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.0.push(cells.into_iter().collect());
    }

    pub fn print(&self) {
        let line = |cells: &[String]| println!("| {} |", cells.join(" | "));
        line(&self.0[0]);
        println!("|{}", "---|".repeat(self.0[0].len()));
        self.0[1..].iter().for_each(|cells| line(cells));
    }
}

/// `1234567` as `1,234,567`.
pub fn count(number: impl TryInto<u64>) -> String {
    let digits = number.try_into().unwrap_or(u64::MAX).to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// Milliseconds to three digits; `-` for none.
pub fn ms(time: impl Into<Option<f64>>) -> String {
    match time.into() {
        None => "-".into(),
        Some(time) if time < 10.0 => format!("{time:.2}"),
        Some(time) if time < 100.0 => format!("{time:.1}"),
        Some(time) => format!("{time:.0}"),
    }
}

/// How many times as many.
pub fn times(ratio: f64) -> String {
    if ratio.is_finite() { format!("{ratio:.1} ×") } else { "-".into() }
}
