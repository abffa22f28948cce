//! The reference: whole numbers times powers of two, of any length, without any rounding.
//!
//! Roots are isolated by Descartes' rule after a Möbius transform, in exact arithmetic, and halved to 2⁻²⁰⁰ of the flight. Whoever reads
//! this need not read the library: it shares no code with it.

use allide_particles::{Collider, DVec2, Keep, Path, Region, Surface};
use num_bigint::{BigInt, Sign};
use std::ops::{Add, Mul, Neg, Sub};

/// `number` · 2^`power`, exactly.
#[derive(Clone, Debug)]
pub struct Exact {
    number: BigInt,
    power: i64,
}

impl From<f64> for Exact {
    fn from(x: f64) -> Self {
        let bits = x.to_bits();
        let (exponent, fraction) = ((bits >> 52 & 0x7FF) as i64, bits & ((1 << 52) - 1));
        let mantissa = if exponent == 0 { fraction } else { fraction | 1 << 52 };
        let number = BigInt::from(mantissa);
        Self { number: if x < 0.0 { -number } else { number }, power: exponent.max(1) - 1075 }
    }
}

fn aligned(a: &Exact, b: &Exact) -> (BigInt, BigInt, i64) {
    let power = a.power.min(b.power);
    (a.number.clone() << (a.power - power), b.number.clone() << (b.power - power), power)
}

impl Add for &Exact {
    type Output = Exact;
    fn add(self, other: Self) -> Exact {
        let (a, b, power) = aligned(self, other);
        Exact { number: a + b, power }
    }
}

impl Sub for &Exact {
    type Output = Exact;
    fn sub(self, other: Self) -> Exact {
        let (a, b, power) = aligned(self, other);
        Exact { number: a - b, power }
    }
}

impl Mul for &Exact {
    type Output = Exact;
    fn mul(self, other: Self) -> Exact {
        Exact { number: &self.number * &other.number, power: self.power + other.power }
    }
}

impl Neg for &Exact {
    type Output = Exact;
    fn neg(self) -> Exact {
        Exact { number: -&self.number, power: self.power }
    }
}

impl Exact {
    pub fn zero() -> Self {
        Self::from(0.0)
    }

    pub fn sign(&self) -> i32 {
        match self.number.sign() {
            Sign::Minus => -1,
            Sign::NoSign => 0,
            Sign::Plus => 1,
        }
    }

    pub fn half(&self) -> Self {
        Self { number: self.number.clone(), power: self.power - 1 }
    }

    /// |self − other| ≤ bound.
    pub fn is_near(&self, other: &Self, bound: f64) -> bool {
        let gap = self - other;
        let gap = if gap.sign() < 0 { -&gap } else { gap };
        (&gap - &Self::from(bound)).sign() <= 0
    }
}

/// A polynomial, lowest term first.
pub type Poly = Vec<Exact>;

pub fn add(a: &Poly, b: &Poly) -> Poly {
    let at = |p: &Poly, k: usize| p.get(k).cloned().unwrap_or_else(Exact::zero);
    (0..a.len().max(b.len())).map(|k| &at(a, k) + &at(b, k)).collect()
}

pub fn multiply(a: &Poly, b: &Poly) -> Poly {
    let mut product = vec![Exact::zero(); a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            product[i + j] = &product[i + j] + &(x * y);
        }
    }
    product
}

pub fn scale(a: &Poly, factor: f64) -> Poly {
    a.iter().map(|x| x * &Exact::from(factor)).collect()
}

pub fn value(p: &Poly, t: &Exact) -> Exact {
    p.iter().rev().fold(Exact::zero(), |sum, term| &(&sum * t) + term)
}

/// The three local coordinates along a path.
pub fn local(path: &Path, collider: &Collider) -> [Poly; 3] {
    let axes = [collider.pose.axes.x_axis, collider.pose.axes.y_axis, collider.pose.axes.z_axis];
    axes.map(|axis| {
        let mut sum: Poly = vec![Exact::zero(); 3];
        for k in 0..3 {
            let offset = &Exact::from(path.position[k]) - &Exact::from(collider.pose.origin[k]);
            let along = vec![offset, path.velocity[k].into(), Exact::from(path.acceleration[k]).half()];
            sum = add(&sum, &scale(&along, axis[k]));
        }
        sum
    })
}

/// The equation of a plane or quadric along a path.
pub fn equation(path: &Path, collider: &Collider) -> Poly {
    let [x, y, z] = local(path, collider);
    let Some([a, b, c, d, e, f, g, h, i, j]) = collider.surface.coefficients() else { return z };
    let mut sum: Poly = vec![j.into()];
    let one: Poly = vec![1.0.into()];
    for (factor, p, q) in [
        (a, &x, &x),
        (b, &y, &y),
        (c, &z, &z),
        (2.0 * d, &x, &y),
        (2.0 * e, &x, &z),
        (2.0 * f, &y, &z),
        (2.0 * g, &x, &one),
        (2.0 * h, &y, &one),
        (2.0 * i, &z, &one),
    ] {
        sum = add(&sum, &scale(&multiply(p, q), factor));
    }
    sum
}

/// p(low + (high − low) s).
fn stretched(p: &Poly, low: &Exact, high: &Exact) -> Poly {
    let line: Poly = vec![low.clone(), high - low];
    p.iter().rev().fold(vec![Exact::zero()], |sum, term| add(&multiply(&sum, &line), &vec![term.clone()]))
}

/// A bound on the number of roots within 0..1: sign changes of (1 + s)ⁿ p(1 / (1 + s)).
fn changes(p: &Poly) -> usize {
    let line: Poly = vec![1.0.into(), 1.0.into()];
    let mapped = p.iter().fold(vec![Exact::zero()], |sum, term| add(&multiply(&sum, &line), &vec![term.clone()]));
    let signs: Vec<i32> = mapped.iter().map(Exact::sign).filter(|&sign| sign != 0).collect();
    signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// The distinct roots in 0 < t ≤ end, each as an interval of 2⁻²⁰⁰ of it at most, ascending. Double roots that are not exactly found are
/// intervals, too.
pub fn roots(p: &Poly, end: f64) -> Vec<(Exact, Exact)> {
    let mut found = Vec::new();
    if p.iter().any(|term| term.sign() != 0) {
        isolate(p, &Exact::zero(), &Exact::from(end), 0, &mut found);
    }
    found
}

pub fn isolate(p: &Poly, low: &Exact, high: &Exact, depth: u32, found: &mut Vec<(Exact, Exact)>) {
    // Roots within, the ends excluded; then the upper end itself.
    match changes(&stretched(p, low, high)) {
        0 => {}
        1 => found.push(halved(p, low.clone(), high.clone(), depth)),
        _ if depth >= 200 => found.push((low.clone(), high.clone())),
        _ => {
            let middle = (low + high).half();
            isolate(p, low, &middle, depth + 1, found);
            isolate(p, &middle, high, depth + 1, found);
            return;
        }
    }
    if value(p, high).sign() == 0 {
        found.push((high.clone(), high.clone()));
    }
}

fn halved(p: &Poly, mut low: Exact, mut high: Exact, depth: u32) -> (Exact, Exact) {
    // The sign just after the lower end, which may be a root itself.
    let mut after = value(p, &low).sign();
    if after == 0 {
        after = -value(p, &high).sign();
    }
    for _ in depth..200 {
        let middle = (&low + &high).half();
        match value(p, &middle).sign() {
            0 => return (middle.clone(), middle),
            sign if sign == after => low = middle,
            _ => high = middle,
        }
    }
    (low, high)
}

/// Whether a point is in a polygon by the even-odd rule: 1 yes, −1 no, 0 on its boundary.
fn polygon(corners: &[DVec2], x: &Exact, y: &Exact) -> i32 {
    let mut is_inside = false;
    for (k, a) in corners.iter().enumerate() {
        let b = corners[(k + 1) % corners.len()];
        let [ax, ay, bx, by] = [(a.x, x), (a.y, y), (b.x, x), (b.y, y)].map(|(corner, at)| &Exact::from(corner) - at);
        // Twice the area of the point and the edge, and whether the point is within the edge's box.
        let turn = (&(&ax * &by) - &(&bx * &ay)).sign();
        if turn == 0 && ax.sign() * bx.sign() <= 0 && ay.sign() * by.sign() <= 0 {
            return 0;
        }
        // One end above the point and one not: the edge crosses its height, to the right if the turn says so.
        if (ay.sign() > 0) != (by.sign() > 0) {
            is_inside ^= (turn > 0) == (by.sign() > 0);
        }
    }
    if is_inside { 1 } else { -1 }
}

/// Whether the collider is there at a time: 1 yes, −1 no, 0 on a boundary.
pub fn is_there(path: &Path, collider: &Collider, t: &Exact) -> i32 {
    let [x, y, z] = local(path, collider).map(|p| value(&p, t));
    let slab = |v: &Exact, low: f64, high: f64| (v - &Exact::from(low)).sign().min((&Exact::from(high) - v).sign());
    let mut all = 1;
    for (keep, region) in &collider.constraints {
        let side = match region {
            Region::Disc { center, radius } => {
                let (dx, dy) = (&x - &center.x.into(), &y - &center.y.into());
                let r = Exact::from(*radius);
                (&(&r * &r) - &(&(&dx * &dx) + &(&dy * &dy))).sign()
            }
            Region::Rectangle { min, max } => slab(&x, min.x, max.x).min(slab(&y, min.y, max.y)),
            Region::Box { min, max } => slab(&x, min.x, max.x).min(slab(&y, min.y, max.y)).min(slab(&z, min.z, max.z)),
            Region::HalfSpace { normal, offset } => {
                let dot = [(&x, normal.x), (&y, normal.y), (&z, normal.z)]
                    .into_iter()
                    .fold(Exact::zero(), |sum, (p, n)| &sum + &(p * &Exact::from(n)));
                (&Exact::from(*offset) - &dot).sign()
            }
            Region::Polygon(corners) => polygon(corners, &x, &y),
        };
        all = all.min(if *keep == Keep::Inside { side } else { -side });
    }
    let heights = match collider.surface {
        Surface::Cylinder { heights, .. }
        | Surface::Cone { heights, .. }
        | Surface::Paraboloid { heights, .. }
        | Surface::Hyperboloid { heights, .. } => heights,
        Surface::Quadric { min, max, .. } => {
            all = all.min(slab(&x, min.x, max.x)).min(slab(&y, min.y, max.y));
            [min.z, max.z]
        }
        _ => return all,
    };
    all.min(slab(&z, heights[0], heights[1]))
}

/// The first meeting of a path and a collider in 0 < t ≤ end, with boundaries counted.
pub fn first(path: &Path, collider: &Collider, end: f64) -> Option<(Exact, Exact)> {
    let all = roots(&equation(path, collider), end);
    all.into_iter().find(|(low, high)| is_there(path, collider, &(low + high).half()) >= 0)
}
