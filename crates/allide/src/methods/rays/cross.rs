//! Triangles on the lattice: which squares they touch, which rays cross them, and how deep. Whole numbers alone; cross.wgsl
//! is the same.
//!
//! A corner has two coordinates across the rays and the depth along them, each from 0 to 2²⁹. A doubled area is then below
//! 2⁵⁹. Fractions have 30 bits. A depth is the sum of at most two products of a fraction, which is off by less than 2⁻²⁸, and
//! a height of the triangle, so it is off by less than 5: see [`GROWTH`].

/// A corner of a triangle, seen along the rays.
pub(super) type Corner = [i32; 3];

/// Bits of a coordinate.
pub(super) const BITS: u32 = 29;
/// The margin of squares on all sides before they are compared with triangles: corners were moved onto the lattice, by up to
/// 1.25 along each axis.
pub(super) const MOVED: i32 = 2;
/// The margin of depths on both sides: the same, and the error of rounding.
pub(super) const GROWTH: i32 = 8;

/// Bits of a fraction, which is from 0 to [`ONE`].
const FRACTION_BITS: u32 = 30;
const ONE: i32 = 1 << FRACTION_BITS;

/// Across the rays: both corners belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Square {
    pub low: [i32; 2],
    pub high: [i32; 2],
}

impl Square {
    /// The cell at `origin`, grown by [`MOVED`].
    pub fn grown(origin: [i32; 2], shift: u32) -> Self {
        let size = 1 << shift;
        Self { low: origin.map(|k| k - MOVED), high: origin.map(|k| k + size + MOVED) }
    }
}

/// A triangle and the way its corners turn, seen along the rays: 0 where it is seen edge-on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub corners: [Corner; 3],
    pub turn: i32,
}

/// Twice the area of a triangle, seen along the rays.
fn area(p: Corner, q: Corner, c: [i32; 2]) -> i64 {
    let along = [q[0] - p[0], q[1] - p[1]].map(i64::from);
    let to = [c[0] - p[0], c[1] - p[1]].map(i64::from);
    along[0] * to[1] - along[1] * to[0]
}

impl Shape {
    pub fn new(corners: [Corner; 3]) -> Self {
        let [p, q, r] = corners;
        Self { corners, turn: area(p, q, [r[0], r[1]]).signum() as i32 }
    }

    fn edges(&self) -> [(Corner, Corner); 3] {
        let [p, q, r] = self.corners;
        [(p, q), (q, r), (r, p)]
    }

    /// The least and the greatest of a coordinate.
    pub fn extent(&self, axis: usize) -> (i32, i32) {
        let [p, q, r] = self.corners.map(|corner| corner[axis]);
        (p.min(q).min(r), p.max(q).max(r))
    }

    /// Whether it has a point in the square.
    pub fn touches(&self, square: &Square) -> bool {
        let Square { low, high } = *square;
        let is_beside = |axis: usize| {
            let (least, greatest) = self.extent(axis);
            least > high[axis] || greatest < low[axis]
        };
        if is_beside(0) || is_beside(1) {
            return false;
        }
        self.edges().into_iter().all(|(p, q)| {
            // The corners of the square that are farthest to the left of the edge and farthest to the right.
            let (rises, goes_back) = (q[0] > p[0], q[1] < p[1]);
            let pick = |axis: usize, is_high: bool| if is_high { high[axis] } else { low[axis] };
            let left = area(p, q, [pick(0, goes_back), pick(1, rises)]);
            let right = area(p, q, [pick(0, !goes_back), pick(1, !rises)]);
            (self.turn < 0 || left >= 0) && (self.turn > 0 || right <= 0)
        })
    }

    /// Whether a ray crosses it: one that is moved aside by less than any distance, and by far less along the second axis. So
    /// it meets no corner and no edge, and crosses one of the two triangles at an edge that it would meet.
    pub fn crosses(&self, ray: [i32; 2]) -> bool {
        self.turn != 0
            && self.edges().into_iter().all(|(p, q)| {
                let signs = [area(p, q, ray).signum() as i32, (p[1] - q[1]).signum(), (q[0] - p[0]).signum()];
                signs.into_iter().find(|&sign| sign != 0) == Some(self.turn)
            })
    }

    fn contains(&self, point: [i32; 2]) -> bool {
        self.turn != 0 && self.edges().into_iter().all(|(p, q)| area(p, q, point).signum() as i32 * self.turn >= 0)
    }

    /// How deep it is at a point that it contains.
    pub fn depth_at(&self, point: [i32; 2]) -> i32 {
        let [p, q, r] = self.corners;
        let whole = area(p, q, [r[0], r[1]]).unsigned_abs();
        let shift = (u64::BITS - whole.leading_zeros()).saturating_sub(FRACTION_BITS);
        let weight = |p: Corner, q: Corner| {
            fraction((area(p, q, point).unsigned_abs() >> shift) as i32, (whole >> shift) as i32)
        };
        let depth = p[2] + ((height(p, q, weight(r, p)) + height(p, r, weight(p, q))) >> 31) as i32;
        let (least, greatest) = self.extent(2);
        depth.clamp(least, greatest)
    }

    /// The least and the greatest depth of its points in the square, with [`GROWTH`].
    pub fn depths(&self, square: &Square) -> (i32, i32) {
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        let mut include = |depth: i32| (low, high) = (low.min(depth), high.max(depth));
        for (p, q) in self.edges() {
            if let Some(ends) = inside(p, q, square) {
                ends.into_iter().for_each(|end| include(p[2] + (height(p, q, end) >> 31) as i32));
            }
        }
        for corner in 0..4 {
            let point = [0, 1].map(|axis| if corner >> axis & 1 == 0 { square.low[axis] } else { square.high[axis] });
            if self.contains(point) {
                include(self.depth_at(point));
            }
        }
        if low > high {
            (low, high) = self.extent(2);
        }
        (low - GROWTH, high + GROWTH)
    }
}

/// How much deeper than p the point at this fraction of the way to q is, in units of 2⁻³¹.
fn height(p: Corner, q: Corner, fraction: i32) -> i64 {
    i64::from(2 * (q[2] - p[2])) * i64::from(fraction)
}

/// Between which fractions of the way from p to q an edge is inside the square, rounded outwards.
fn inside(p: Corner, q: Corner, square: &Square) -> Option<[i32; 2]> {
    let [mut from, mut to] = [0, ONE];
    for axis in 0..2 {
        let way = q[axis] - p[axis];
        let (near, far) = if way < 0 {
            (p[axis] - square.high[axis], p[axis] - square.low[axis])
        } else {
            (square.low[axis] - p[axis], square.high[axis] - p[axis])
        };
        if far < 0 || near > way.abs() {
            return None;
        }
        if near > 0 {
            from = from.max(fraction(near, way.abs()) - 1);
        }
        if far < way.abs() {
            to = to.min(fraction(far, way.abs()) + 1);
        }
    }
    (from <= to).then_some([from, to])
}

/// A part of a whole, rounded down. It is no less than 0, and the whole is below 2³⁰.
fn fraction(part: i32, whole: i32) -> i32 {
    if part >= whole { ONE } else { ((i64::from(part) << FRACTION_BITS) / i64::from(whole)) as i32 }
}
