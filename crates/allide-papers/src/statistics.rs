//! Means and deviations, straight lines.

/// A mean with its standard deviation, and the median.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of a sample.
    pub deviation: f64,
    /// The median, which others on this machine disturb less.
    pub median: f64,
}

impl Mean {
    /// Of no numbers, NaN.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Self {
        let mut numbers: Vec<f64> = numbers.into_iter().collect();
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|x| (x - mean).powi(2)).sum();
        let deviation = (squares / (count - 1.0).max(1.0)).sqrt();
        Self { mean, deviation, median: median(&mut numbers) }
    }
}

/// The straight line through points with the least squares, and how much of their variation it explains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// y for each x.
    pub slope: f64,
    /// y at 0.
    pub start: f64,
    /// 1 for points on the line.
    pub r_squared: f64,
}

impl Line {
    /// Through these points.
    pub fn through(points: &[[f64; 2]]) -> Self {
        let count = points.len() as f64;
        let mean = |k: usize| points.iter().map(|point| point[k]).sum::<f64>() / count;
        let (x, y) = (mean(0), mean(1));
        let sum = |f: fn(f64, f64) -> f64| points.iter().map(|point| f(point[0] - x, point[1] - y)).sum::<f64>();
        let (xx, xy, yy) = (sum(|x, _| x * x), sum(|x, y| x * y), sum(|_, y| y * y));
        let slope = xy / xx;
        Self { slope, start: y - slope * x, r_squared: xy * xy / (xx * yy) }
    }
}

/// Sorts. Of no numbers, 0; of an even number of them, the larger of the middle two.
pub fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_on_a_line_give_the_line() {
        let line = Line::through(&[[1.0, 5.0], [2.0, 7.0], [4.0, 11.0]]);
        assert_eq!((line.slope, line.start, line.r_squared), (2.0, 3.0, 1.0));
        assert!(Line::through(&[[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]]).r_squared < 0.1);
    }

    #[test]
    fn means_have_the_deviation_of_a_sample() {
        assert_eq!(Mean::of([1.0, 3.0]), Mean { mean: 2.0, deviation: 2f64.sqrt(), median: 3.0 });
        assert_eq!((Mean::of([4.0]).deviation, Mean::of([]).mean.is_nan()), (0.0, true));
    }
}
