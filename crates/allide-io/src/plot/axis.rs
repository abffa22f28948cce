//! Where numbers are on an axis, and which of them are written beside it.

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The quantity, with its unit in brackets.
    pub label: String,
    /// Whether equal ratios, not differences, are equally long.
    pub is_logarithmic: bool,
    /// The categories at 1, 2, 3 and so on; points are then not joined.
    pub names: Vec<String>,
}

impl Axis {
    /// Equal differences are equally long.
    pub fn linear(label: impl Into<String>) -> Self {
        Self { label: label.into(), is_logarithmic: false, names: Vec::new() }
    }

    /// Equal ratios are equally long.
    pub fn logarithmic(label: impl Into<String>) -> Self {
        Self { label: label.into(), is_logarithmic: true, names: Vec::new() }
    }

    /// Things side by side: the first is at 1.
    pub fn named(label: impl Into<String>, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { names: names.into_iter().map(Into::into).collect(), ..Self::linear(label) }
    }

    /// Whether a number has a place on it.
    pub(super) fn has(&self, number: f64) -> bool {
        let is_named = self.names.is_empty() || (0.5..self.names.len() as f64 + 0.5).contains(&number);
        is_named && number.is_finite() && number.abs() < 1e200 && (!self.is_logarithmic || number > 1e-200)
    }

    /// The range of an axis that shows these numbers, and what is written beside it.
    ///
    /// `few` are the numbers to write if there are few of them.
    pub(super) fn range(&self, numbers: impl Iterator<Item = f64>, few: &[f64]) -> Range {
        if !self.names.is_empty() {
            let ticks = (1..).map(f64::from).zip(self.names.iter().cloned()).collect();
            return Range { low: 0.5, high: self.names.len() as f64 + 0.5, is_logarithmic: false, ticks };
        }
        let shown = numbers.filter(|&number| self.has(number));
        let (low, high) = shown.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        let (low, high) = match (low <= high, self.is_logarithmic) {
            (true, _) => (low, high),
            (false, true) => (1.0, 10.0),
            (false, false) => (0.0, 1.0),
        };
        let mut range = if self.is_logarithmic { logarithmic(low, high) } else { linear(low, high) };
        if !few.is_empty() {
            range.ticks = few.iter().map(|&number| (number, text(number, 0.0))).collect();
        }
        range
    }
}

/// The range and ticks of an axis.
#[derive(Clone, Debug)]
pub(super) struct Range {
    low: f64,
    high: f64,
    is_logarithmic: bool,
    pub(super) ticks: Vec<(f64, String)>,
}

impl Range {
    /// From 0 at the low end to 1.
    pub(super) fn place(&self, number: f64) -> f64 {
        let map = |x: f64| if self.is_logarithmic { x.log10() } else { x };
        (map(number) - map(self.low)) / (map(self.high) - map(self.low))
    }
}

fn linear(low: f64, high: f64) -> Range {
    // From 0, unless all numbers are far from it.
    let low = if low >= 0.0 && low < 0.6 * high { 0.0 } else { low };
    let high = if high > low { high } else { low + low.abs().max(1.0) };
    let rough = (high - low) / 6.0;
    let power = 10_f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power).into_iter().find(|&step| step >= rough).unwrap_or(rough);
    let (first, last) = ((low / step).floor(), (high / step).ceil());
    let count = (last - first).clamp(1.0, 20.0) as u32;
    let ticks = (0..=count).map(|k| (first + f64::from(k)) * step).map(|x| (x, text(x, step))).collect();
    Range { low: first * step, high: last * step, is_logarithmic: false, ticks }
}

fn logarithmic(low: f64, high: f64) -> Range {
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let digits: &[f64] = match last - first {
        ..=1 => &[1.0, 2.0, 3.0, 5.0, 7.0],
        2 => &[1.0, 2.0, 5.0],
        _ => &[1.0],
    };
    let every = ((last - first) / 8).max(1) as usize;
    let powers = (first..=last).step_by(every).map(|power| 10_f64.powi(power));
    let all: Vec<f64> = powers.flat_map(|power| digits.iter().map(move |digit| digit * power)).collect();
    // The ticks around the numbers.
    let below = all.iter().copied().filter(|&x| x <= low).fold(low, |_, x| x);
    let above = all.iter().copied().find(|&x| x >= high && x > below).unwrap_or(below * 10.0);
    let ticks = all.into_iter().filter(|x| (below..=above).contains(x)).map(|x| (x, text(x, 0.0))).collect();
    Range { low: below, high: above, is_logarithmic: true, ticks }
}

/// A number as short as it can be; with as many decimals as a step has.
pub(super) fn text(number: f64, step: f64) -> String {
    let size = number.abs();
    if number != 0.0 && !(1e-4..1e7).contains(&size) {
        return format!("{number:.0e}");
    }
    let decimals = if step > 0.0 { (-(step.log10() + 1e-9).floor()).clamp(0.0, 6.0) as usize } else { 6 };
    let text = format!("{number:.decimals$}");
    let text = if step > 0.0 || !text.contains('.') { &text } else { text.trim_end_matches('0').trim_end_matches('.') };
    let (whole, rest) = text.split_once('.').map_or((text, String::new()), |(whole, rest)| (whole, format!(".{rest}")));
    let digits = whole.trim_start_matches('-');
    if digits.len() < 4 {
        return format!("{whole}{rest}");
    }
    let grouped: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|part| std::str::from_utf8(part).ok()).collect();
    format!("{}{}{rest}", if number < 0.0 { "-" } else { "" }, grouped.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let plain = [0.0, 12.0, 0.25, -3.5, 1024.0, 16384.0, 1e9, 2e-7].map(|x| text(x, 0.0));
        assert_eq!(plain, ["0", "12", "0.25", "-3.5", "1,024", "16,384", "1e9", "2e-7"]);
        assert_eq!([0.0, 0.5, 1.0].map(|x| text(x, 0.5)), ["0.0", "0.5", "1.0"]);
    }

    #[test]
    fn ranges_hold_their_numbers() {
        for (low, high) in [(0.0, 1.0), (3.0, 3.0), (-5.0, 12.0), (97.0, 99.0), (1e-9, 1e9), (0.7, 0.8), (0.0, 0.0)] {
            for axis in [Axis::linear(""), Axis::logarithmic("")] {
                let numbers = [low, high].into_iter().filter(|&x| axis.has(x)).collect::<Vec<_>>();
                let range = axis.range(numbers.iter().copied(), &[]);
                assert!(
                    numbers.iter().all(|&x| (-1e-9..=1.0 + 1e-9).contains(&range.place(x))),
                    "{range:?} {numbers:?}"
                );
                assert!((2..=21).contains(&range.ticks.len()), "{range:?}");
            }
        }
    }
}
