use std::collections::HashMap;

/// The differences from the document's own state: none at rest, more in an animation.
#[derive(Default)]
pub(crate) struct Posture {
    nodes: HashMap<usize, Moved>,
}

/// The changed properties of a node.
#[derive(Default)]
pub(crate) struct Moved {
    pub(crate) translation: Option<[f64; 3]>,
    pub(crate) rotation: Option<[f64; 4]>,
    pub(crate) scale: Option<[f64; 3]>,
    /// Of morph targets.
    pub(crate) weights: Option<Vec<f64>>,
}

impl Moved {
    /// Whether it says where the node stands.
    pub(crate) fn places(&self) -> bool {
        self.translation.is_some() || self.rotation.is_some() || self.scale.is_some()
    }
}

impl Posture {
    pub(crate) fn of(&self, node: usize) -> Option<&Moved> {
        self.nodes.get(&node)
    }

    pub(crate) fn of_mut(&mut self, node: usize) -> &mut Moved {
        self.nodes.entry(node).or_default()
    }
}
