//! A clamped disc's modes.

/// Roots are looked for up to here: about 18 circles.
const FARTHEST: f64 = 58.0;
/// Neighbouring roots are farther apart.
const STEP: f64 = 0.25;

/// The modified Bessel function I of integer order, by its series: all terms are positive.
pub(super) fn bessel_i(order: i32, x: f64) -> f64 {
    let half = 0.5 * x;
    let mut term = (1..=order).fold(1.0, |term, k| term * half / f64::from(k));
    let mut sum = term;
    for k in 1..500 {
        term *= half * half / (f64::from(k) * f64::from(k + order));
        sum += term;
        if term < 1e-17 * sum {
            break;
        }
    }
    sum
}

/// The roots of J(β) I'(β) = I(β) J'(β), rising: those of a clamped disc with `order` nodal diameters.
pub(super) fn disc_roots(order: i32) -> Vec<f64> {
    let value = |x: f64| libm::jn(order, x) * bessel_i(order + 1, x) / bessel_i(order, x) + libm::jn(order + 1, x);
    // No root is smaller than the order, and the function is nearly 0 far below it.
    let mut low = f64::from(order).max(0.5);
    let mut roots = Vec::new();
    while low < FARTHEST {
        let high = low + STEP;
        let sign = value(low) > 0.0;
        if sign != (value(high) > 0.0) {
            let halve = |(a, b): (f64, f64), _| {
                let middle = 0.5 * (a + b);
                if (value(middle) > 0.0) == sign { (middle, b) } else { (a, middle) }
            };
            roots.push((0..48).fold((low, high), halve).0);
        }
        low = high;
    }
    roots
}

/// Its shape from centre to rim: J(βr) − J(β)/I(β) I(βr), which vanishes at the rim with its slope.
pub(super) fn disc_shape(order: i32, root: f64, radius: f64) -> f64 {
    let x = root * radius;
    libm::jn(order, x) - libm::jn(order, root) * bessel_i(order, x) / bessel_i(order, root)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// β² as tabulated by Leissa, *Vibration of Plates*, table 2.1: diameters, circles without the rim.
    #[test]
    fn roots_are_those_of_the_handbook() {
        let tabulated = [
            (0, 0, 10.2158),
            (0, 1, 39.771),
            (0, 2, 89.104),
            (1, 0, 21.26),
            (1, 1, 60.82),
            (2, 0, 34.88),
            (2, 1, 84.58),
            (3, 0, 51.04),
            (4, 0, 69.6659),
        ];
        for (diameters, circles, square) in tabulated {
            let root = disc_roots(diameters)[circles];
            assert!((root * root - square).abs() < 2e-3 * square, "{diameters} {circles}: {}", root * root);
        }
    }

    #[test]
    fn a_clamped_disc_does_not_move_at_its_rim() {
        for order in 0..6 {
            for root in disc_roots(order) {
                let near = disc_shape(order, root, 1.0 - 1e-4);
                assert!(disc_shape(order, root, 1.0).abs() < 1e-12 && near.abs() < 1e-4, "{order} {root} {near}");
            }
        }
    }
}
