//! The test in whole numbers (equations 7 to 10 and 22).

use super::axes::opposite;
use super::{Axis, Format, Projection, Word, WordSize};

/// How DOPs of one object are projected: the mapping vector P′, rounded downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedProjection {
    /// The three faces that meet where the projection is least.
    pub faces: [u16; 3],
    /// P′ in units of 2^−c: numbers from −2^c to 0.
    pub weights: [i64; 3],
}

/// A candidate axis with everything as whole numbers: what the host sends to the chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedAxis {
    /// How the first object is projected.
    pub a: FixedProjection,
    /// How the second object is projected.
    pub b: FixedProjection,
    /// p′ in units of 2^−z, truncated.
    pub shift: i64,
}

impl FixedProjection {
    fn new(projection: &Projection, format: Format) -> Self {
        Self { faces: projection.faces, weights: projection.weights.map(|weight| format.weight(weight)) }
    }

    /// Equation 7: the least value on the axis and, negated, the greatest, both of them or less, in units of 2^−(b+c).
    #[inline]
    fn bounds<W: Word>(&self, coefficients: &[i64]) -> [W; 2] {
        let half = coefficients.len() / 2;
        let mut bounds = [W::default(); 2];
        for (&face, &weight) in self.faces.iter().zip(&self.weights) {
            let both = [coefficients[usize::from(face)], coefficients[opposite(face, half)]];
            for (bound, coefficient) in bounds.iter_mut().zip(both) {
                // A negative coefficient takes the weight rounded upwards: that adds it once more, a unit of weights
                // being 1.
                *bound = *bound + W::of(weight) * W::of(coefficient) + W::of(coefficient.min(0));
            }
        }
        bounds
    }
}

impl FixedAxis {
    /// The axis in fixed point. Shifts are divided by 2^scale, as coefficients are.
    pub fn new(axis: &Axis, format: Format, scale: i32) -> Self {
        let [a, b] = [&axis.a, &axis.b].map(|side| FixedProjection::new(side, format));
        Self { a, b, shift: format.shift(axis.shift, scale) }
    }

    /// diff′₁ and diff′₂ of equations 8 and 9, in units of 2^−(b+c). `W` has to be of [`Format::word_size`] at least.
    #[inline]
    pub fn differences<W: Word>(&self, a: &[i64], b: &[i64], format: Format) -> [W; 2] {
        let ([a_min, a_max], [b_min, b_max]) = (self.a.bounds::<W>(a), self.b.bounds::<W>(b));
        // −(p′ + 2^−z) is p′ with all bits inverted.
        let [shift, back] = [self.shift, !self.shift].map(|shift| W::of(shift) << format.alignment());
        [a_min + b_max + shift, b_min + a_max + back]
    }

    /// Whether the axis separates two nodes: a difference is above zero. Zero is contact.
    ///
    /// That is sure for axes of [`FixedAxes`], which leaves out those whose rounding is not paid for.
    #[inline]
    pub fn separates<W: Word>(&self, a: &[i64], b: &[i64], format: Format) -> bool {
        let [first, second] = self.differences::<W>(a, b, format);
        first.max(second) > W::default()
    }
}

/// The axes of a pair of trees, in fixed point.
#[derive(Clone, Debug)]
pub struct FixedAxes {
    axes: Vec<FixedAxis>,
    format: Format,
}

impl FixedAxes {
    /// Those axes on which the coefficients of both trees have grown enough to pay for all rounding before fixed point.
    ///
    /// `growth` is that of the two [`super::FixedTree`]s, and `scale` their scale.
    pub fn new(axes: &[Axis], format: Format, scale: i32, growth: [f64; 2]) -> Self {
        // Weights are not positive, so growing by g lowers a sum of products by g times the sum of absolute weights.
        let is_paid = |axis: &&Axis| {
            let paid = growth[0] * axis.a.sum() + growth[1] * axis.b.sum();
            paid * (1.0 - 1.0e-9) >= axis.slack()
        };
        let axes = axes.iter().filter(is_paid).map(|axis| FixedAxis::new(axis, format, scale)).collect();
        Self { axes, format }
    }

    /// The axes.
    pub fn axes(&self) -> &[FixedAxis] {
        &self.axes
    }

    /// The format of their numbers.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Whether one axis separates two nodes.
    pub fn separates(&self, axis: usize, a: &[i64], b: &[i64]) -> bool {
        let axis = &self.axes[axis];
        match self.format.word_size() {
            WordSize::Bits32 => axis.separates::<i32>(a, b, self.format),
            WordSize::Bits64 => axis.separates::<i64>(a, b, self.format),
            WordSize::Bits128 => axis.separates::<i128>(a, b, self.format),
        }
    }

    /// The first axis that separates two nodes, if one does.
    pub fn separating(&self, a: &[i64], b: &[i64]) -> Option<usize> {
        match self.format.word_size() {
            WordSize::Bits32 => self.search::<i32>(a, b),
            WordSize::Bits64 => self.search::<i64>(a, b),
            WordSize::Bits128 => self.search::<i128>(a, b),
        }
    }

    fn search<W: Word>(&self, a: &[i64], b: &[i64]) -> Option<usize> {
        self.axes.iter().position(|axis| axis.separates::<W>(a, b, self.format))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cubes of edge 1/2 side by side, in whole numbers that nothing has rounded. The sign test of section 5.1 would
    /// separate them.
    #[test]
    fn a_difference_of_zero_is_contact() {
        let format = Format::new(4, 4, 4).unwrap();
        // Faces x, y, z, then their opposites: from 0 to 8 sixteenths.
        let cube = [8, 8, 8, 0, 0, 0];
        let along_x = |face| FixedProjection { faces: [face, 1, 2], weights: [-16, 0, 0] };
        let at = |shift: i64| FixedAxis { a: along_x(3), b: along_x(3), shift };
        assert_eq!(at(8).differences::<i32>(&cube, &cube, format), [0, -16 * 17]);
        assert!(!at(8).separates::<i32>(&cube, &cube, format));
        assert!(at(9).separates::<i32>(&cube, &cube, format));
        // From the other side, where the shift counts as one unit more.
        assert_eq!(at(-9).differences::<i64>(&cube, &cube, format)[1], 0);
        assert!(!at(-9).separates::<i64>(&cube, &cube, format));
        assert!(at(-10).separates::<i64>(&cube, &cube, format));
    }
}
