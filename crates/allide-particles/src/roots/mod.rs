//! Roots of polynomials of degree four at most, in order, each with a bound on its error.
//!
//! Descartes' rule of signs in Bernstein form: on an interval, a polynomial has at most as many roots as its Bernstein coefficients
//! change sign, and exactly one if they do so once. Intervals are cut until each has none or one. Coefficients are balls, so a sign
//! is certain or unsure. Where unsure signs prevent a decision, the caller asks again with longer numbers. With the longest, what is
//! still undecided is a double root: the path touches the surface there, and touching counts.

mod polynomial;
mod refine;

pub(crate) use polynomial::Polynomial;

use crate::number::{Ball, Real, Sign};

/// The precision does not suffice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unsure;

/// Impact times are within this share of the flight's length of the truth.
pub const TIME_BOUND: f64 = 1.0 / (1u64 << 40) as f64;

/// How often an interval is halved at most: beyond, it is shorter than any distance between numbers.
const DEPTH: u32 = 120;

/// Looks for the first root in `0 < t < end` that `accept` takes, in order.
///
/// A root at 0, where the path starts on the surface, does not count.
pub(crate) fn first<T: Real>(
    polynomial: &Polynomial<T>,
    end: f64,
    mut accept: impl FnMut(Ball<T>) -> Result<bool, Unsure>,
) -> Result<Option<Ball<T>>, Unsure> {
    let Some(polynomial) = polynomial.without_roots_at_zero()? else { return Ok(None) };
    // No root may be exactly at the end of the interval, so it ends later; the caller drops what comes too late.
    let mut longer = end;
    for attempt in 1.. {
        longer = end * (1.0 + f64::from(attempt) / 64.0);
        if polynomial.at(T::from(longer)).sign() != Sign::Unsure {
            break;
        }
        if attempt == 6 {
            if T::LONGER {
                return Err(Unsure);
            }
            break;
        }
    }
    let mut search = Search { polynomial: &polynomial, end, accept: &mut accept };
    let bernstein = polynomial.bernstein(longer);
    search.interval(&bernstein, T::from(0.0), T::from(longer), 0)
}

struct Search<'a, T, F> {
    polynomial: &'a Polynomial<T>,
    end: f64,
    accept: &'a mut F,
}

impl<T: Real, F: FnMut(Ball<T>) -> Result<bool, Unsure>> Search<'_, T, F> {
    /// The first root in `low..high` that is accepted.
    fn interval(&mut self, bernstein: &[Ball<T>], low: T, high: T, depth: u32) -> Result<Option<Ball<T>>, Unsure> {
        let (least, most) = variations(bernstein);
        if most == 0 || low.near() > self.end {
            return Ok(None);
        }
        if least == 1 && most == 1 {
            let root = refine::root(self.polynomial, low, high)?;
            if T::LONGER && root.radius > self.end * (TIME_BOUND / 16.0) {
                return Err(Unsure);
            }
            return Ok((self.accept)(root)?.then_some(root));
        }
        for share in [0.5, 0.4375, 0.5625, 0.375, 0.625] {
            let (left, right) = polynomial::split(bernstein, share);
            if depth >= DEPTH || right[0].sign() == Sign::Unsure {
                continue;
            }
            let middle = low + (high - low) * T::from(share);
            let n = bernstein.len();
            return match self.interval(&left[..n], low, middle, depth + 1)? {
                None => self.interval(&right[..n], middle, high, depth + 1),
                found => Ok(found),
            };
        }
        if T::LONGER {
            return Err(Unsure);
        }
        let touch = refine::touch(self.polynomial, low, high);
        Ok((self.accept)(touch)?.then_some(touch))
    }
}

/// The least and largest number of sign changes that the signs allow.
fn variations<T: Real>(coefficients: &[Ball<T>]) -> (u32, u32) {
    // For each last sign, minus or plus: fewest and most changes so far.
    let mut count: [Option<(u32, u32)>; 2] = [None; 2];
    for (k, coefficient) in coefficients.iter().enumerate() {
        let can = match coefficient.sign() {
            Sign::Minus => [true, false],
            Sign::Plus => [false, true],
            Sign::Unsure => [true, true],
        };
        let before = count;
        for side in 0..2 {
            let stay = before[side];
            let change = before[1 - side].map(|(least, most)| (least + 1, most + 1));
            count[side] = match (can[side], k, stay, change) {
                (false, ..) => None,
                (true, 0, ..) => Some((0, 0)),
                (true, _, Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
                (true, _, a, b) => a.or(b),
            };
        }
    }
    let ends = count.into_iter().flatten();
    ends.fold((u32::MAX, 0), |(least, most), (a, b)| (least.min(a), most.max(b)))
}
