//! The outcome of a figure.

use crate::{Claim, Kind, Table};
use allide_files::csv;
use allide_io::picture::Picture;
use allide_io::plot::Plot;

/// A figure of our own beside the published one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Labels that a reader must see first: `reduced: …`, `not on this device: …`.
    pub labels: Vec<String>,
    /// The numbers.
    pub tables: Vec<Table>,
    /// Plots and pictures; the first is the figure itself.
    pub drawings: Vec<Drawing>,
    /// Published numbers and ours.
    pub published: Vec<Published>,
    /// The comparison in words.
    pub claims: Vec<Claim>,
}

/// Something to look at.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawing {
    /// Numbers, drawn.
    Plot {
        /// The name that distinguishes it from others of the figure; empty for the first.
        name: &'static str,
        /// The plot.
        plot: Plot,
    },
    /// A view of a scene.
    Picture {
        /// The name that distinguishes it from others of the figure.
        name: &'static str,
        /// The caption.
        caption: String,
        /// The pixels.
        picture: Picture,
    },
}

impl Drawing {
    /// The name that distinguishes it from others of the figure.
    pub fn name(&self) -> &'static str {
        match self {
            Drawing::Plot { name, .. } | Drawing::Picture { name, .. } => name,
        }
    }
}

/// A number, or the text in its place.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// A number.
    Number(f64),
    /// From, to.
    Range(f64, f64),
    /// Words.
    Words(String),
}

impl Said {
    /// The least and the largest of some numbers.
    pub(crate) fn span(numbers: &[f64]) -> Self {
        let (low, high) = numbers
            .iter()
            .filter(|number| number.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &x| (low.min(x), high.max(x)));
        match low.total_cmp(&high) {
            std::cmp::Ordering::Less => Said::Range(low, high),
            std::cmp::Ordering::Equal => Said::Number(low),
            std::cmp::Ordering::Greater => Said::Number(f64::NAN),
        }
    }

    /// Whether anything is said: a number that is finite, or words.
    fn is_something(&self) -> bool {
        match self {
            Said::Number(number) => number.is_finite(),
            Said::Range(low, high) => low.is_finite() && high.is_finite(),
            Said::Words(words) => !words.is_empty(),
        }
    }
}

impl std::fmt::Display for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Said::Number(number) => write!(f, "{}", shown(*number)),
            Said::Range(low, high) => write!(f, "{} to {}", shown(*low), shown(*high)),
            Said::Words(words) => write!(f, "{words}"),
        }
    }
}

impl From<f64> for Said {
    fn from(number: f64) -> Self {
        Said::Number(number)
    }
}

impl From<[f64; 2]> for Said {
    fn from([low, high]: [f64; 2]) -> Self {
        Said::Range(low, high)
    }
}

impl From<&str> for Said {
    fn from(words: &str) -> Self {
        Said::Words(words.to_owned())
    }
}

impl From<String> for Said {
    fn from(words: String) -> Self {
        Said::Words(words)
    }
}

/// A published number, where it is published, and ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// The quantity.
    pub what: String,
    /// The published value.
    pub theirs: Said,
    /// Of both.
    pub unit: &'static str,
    /// Where the work says it.
    pub source: &'static str,
    /// What we found, and how; nothing if we could not.
    pub ours: Option<(Kind, Said)>,
}

impl Published {
    pub(crate) fn new(
        what: impl Into<String>,
        theirs: impl Into<Said>,
        unit: &'static str,
        source: &'static str,
    ) -> Self {
        Self { what: what.into(), theirs: theirs.into(), unit, source, ours: None }
    }

    /// With our count.
    pub(crate) fn counted(self, ours: impl Into<Said>) -> Self {
        self.with(Kind::Counted, ours)
    }

    /// With our time.
    pub(crate) fn measured(self, ours: impl Into<Said>) -> Self {
        self.with(Kind::Measured, ours)
    }

    /// With what a model says.
    pub(crate) fn modelled(self, ours: impl Into<Said>) -> Self {
        self.with(Kind::Modelled, ours)
    }

    /// With what a model was made to say.
    pub(crate) fn fitted(self, ours: impl Into<Said>) -> Self {
        self.with(Kind::Fitted, ours)
    }

    /// With what was put in.
    pub(crate) fn given(self, ours: impl Into<Said>) -> Self {
        self.with(Kind::Given, ours)
    }

    fn with(self, kind: Kind, ours: impl Into<Said>) -> Self {
        let ours = Some(ours.into()).filter(Said::is_something);
        Self { ours: ours.map(|ours| (kind, ours)), ..self }
    }
}

impl Outcome {
    /// A limitation of the device.
    pub(crate) fn impossible(why: &str) -> Self {
        Self { labels: vec![format!("not on this device: {why}")], ..Self::default() }
    }

    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        let label = label.into();
        if !label.is_empty() {
            self.labels.push(label);
        }
        self
    }

    pub(crate) fn table(mut self, table: Table) -> Self {
        self.tables.push(table);
        self
    }

    pub(crate) fn picture(mut self, name: &'static str, caption: impl Into<String>, picture: Picture) -> Self {
        self.drawings.push(Drawing::Picture { name, caption: caption.into(), picture });
        self
    }

    /// Published numbers and ours, as CSV. Ours are in one column if they are the same in every run, in another if a clock
    /// decided them.
    pub fn published_csv(&self) -> String {
        let headings = ["what", "published", "unit", "source", "ours is", "ours", "ours [measured]"];
        let rows = self.published.iter().map(|row| {
            let ours = row.ours.as_ref().map(|(_, said)| said.to_string()).unwrap_or_default();
            let kind = row.ours.as_ref().map_or("", |(kind, _)| kind.name()).to_owned();
            let (fixed, timed) =
                if kind == Kind::Measured.name() { (String::new(), ours) } else { (ours, String::new()) };
            let [what, unit, source] =
                [row.what.as_str(), row.unit, row.source].map(|cell| csv::text(cell).into_owned());
            vec![what, row.theirs.to_string(), unit, source, kind, fixed, timed]
        });
        csv::lines(std::iter::once(headings.map(str::to_owned).to_vec()).chain(rows))
    }
}

/// `1,734`, `12.3`, `0.0123`: four digits that count, and a comma at every thousand.
pub(crate) fn shown(number: f64) -> String {
    if !number.is_finite() {
        return "-".into();
    }
    let size = number.abs();
    if size >= 1e15 || size > 0.0 && size < 1e-4 {
        return format!("{number:.2e}");
    }
    let decimals = if number.fract() == 0.0 || size >= 1_000.0 {
        0
    } else {
        (2 - size.max(1e-9).log10().floor() as i32).clamp(0, 6) as usize
    };
    let text = format!("{number:.decimals$}");
    let (whole, rest) =
        text.split_once('.').map_or((text.as_str(), String::new()), |(whole, rest)| (whole, format!(".{rest}")));
    let digits = whole.trim_start_matches('-');
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|part| std::str::from_utf8(part).ok()).collect();
    format!("{}{}{rest}", if whole.starts_with('-') { "-" } else { "" }, groups.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let numbers = [0.0, 5.0, 1734.0, 12.345, 0.01234, 999.96, -1234567.8, f64::NAN, 3e-9].map(shown);
        assert_eq!(numbers, ["0", "5", "1,734", "12.3", "0.0123", "1,000", "-1,234,568", "-", "3.00e-9"]);
        assert_eq!(Said::span(&[3.0, 1.0, f64::NAN]).to_string(), "1 to 3");
        assert_eq!((Said::span(&[2.0]).to_string(), Said::span(&[]).is_something()), ("2".into(), false));
    }

    #[test]
    fn ours_are_in_the_column_that_says_whether_a_clock_decided() {
        let published = [
            Published::new("time", [30.0, 60.0], "ms", "figure 5").measured(12.5),
            Published::new("pairs", 6.9, "times", "figure 6").counted(4.0),
            Published::new("shape", "linear", "", "figure 4.15").modelled(f64::NAN),
        ];
        let text = Outcome { published: published.into(), ..Outcome::default() }.published_csv();
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(
            lines,
            [
                "time,30 to 60,ms,figure 5,measured,,12.5",
                "pairs,6.90,times,figure 6,counted,4,",
                "shape,linear,,figure 4.15,,,"
            ]
        );
    }
}
