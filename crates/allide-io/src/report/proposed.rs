use serde::{Deserialize, Serialize};

/// The outcome of the object pairs that a sampled method proposed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposed {
    /// All that were proposed: the sum of the next four.
    pub proposed: u64,
    /// Those that share volume, and are reported.
    pub confirmed: u64,
    /// Dropped: the objects share nothing.
    pub apart: u64,
    /// Dropped: the objects touch, and share no volume.
    pub touch: u64,
    /// Dropped: they share no volume, and at least one of the two is not closed.
    pub not_closed: u64,
    /// Objects that were proposed with themselves.
    pub with_itself: u64,
    /// Every pair of closed objects was proposed that shares a ball as wide as this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision: Option<f64>,
}

impl Proposed {
    pub(super) fn new(proposals: &allide::Proposals) -> Self {
        let allide::Proposals { confirmed, apart, touch, not_closed, with_itself, precision, .. } = *proposals;
        // JSON has no infinite number.
        let precision = precision.map(|precision| precision.min(f64::MAX));
        Self { proposed: proposals.proposed(), confirmed, apart, touch, not_closed, with_itself, precision }
    }

    /// Whether the parts are all of it.
    pub(super) fn is_whole(&self) -> bool {
        let parts = [self.confirmed, self.apart, self.touch, self.not_closed];
        parts.into_iter().try_fold(0u64, u64::checked_add) == Some(self.proposed)
    }
}
