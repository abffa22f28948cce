use allide::{NearestPoints, ObjectPair, TriangleDistance, TrianglePair};

/// A value as plain words, to the last bit: `==` would take -0.0 for 0.0.
pub trait Bits {
    /// The words.
    fn bits(&self) -> impl AsRef<[u64]>;
}

/// Whether two lists are the same, bit by bit.
pub(super) fn are_same<T: Bits>(a: &[T], b: &[T]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.bits().as_ref() == b.bits().as_ref())
}

impl Bits for TrianglePair {
    fn bits(&self) -> impl AsRef<[u64]> {
        [self.a.into(), self.b.into(), self.class as u64]
    }
}

impl Bits for NearestPoints {
    fn bits(&self) -> impl AsRef<[u64]> {
        words(self)
    }
}

impl Bits for TriangleDistance {
    fn bits(&self) -> impl AsRef<[u64]> {
        let [distance, ax, ay, az, bx, by, bz] = words(&self.nearest);
        [self.a.into(), self.b.into(), distance, ax, ay, az, bx, by, bz]
    }
}

impl Bits for ObjectPair {
    fn bits(&self) -> impl AsRef<[u64]> {
        let [distance, ax, ay, az, bx, by, bz] = self.nearest.as_ref().map_or([u64::MAX; 7], words);
        let (a, b) = (self.a.index() as u64, self.b.index() as u64);
        let inside = self.inside.map_or(u64::MAX, |id| id.index() as u64);
        let [of_a, of_b] = self.stands_for.map(u64::from);
        [a, b, self.class as u64, inside, of_a, of_b, self.triangle_pairs as u64, distance, ax, ay, az, bx, by, bz]
    }
}

fn words(nearest: &NearestPoints) -> [u64; 7] {
    let ([ax, ay, az], [bx, by, bz]) = (nearest.on_a.to_array(), nearest.on_b.to_array());
    [nearest.distance, ax, ay, az, bx, by, bz].map(f64::to_bits)
}
