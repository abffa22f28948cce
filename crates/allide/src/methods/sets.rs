//! Which objects are connected by pairs, directly or by way of others.

/// Disjoint sets of objects; first each is alone.
pub(crate) struct Sets(Vec<usize>);

impl Sets {
    pub fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    /// The least object of a set stands for it.
    pub fn root(&mut self, mut object: usize) -> usize {
        while self.0[object] != object {
            self.0[object] = self.0[self.0[object]];
            object = self.0[object];
        }
        object
    }

    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}
