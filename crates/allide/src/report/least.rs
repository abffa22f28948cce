use super::PairClass;

/// The least class of pair that is a finding.
///
/// Buildings and machines are full of contacts, so contacts are findings only if they are asked for, and so
/// are [shallow](PairClass::Shallow) pairs. Each level includes the ones before it: with contacts come
/// shallow pairs, which are deeper.
///
/// ```
/// use allide::{Least, PairClass};
///
/// assert!(PairClass::Hard.is_finding(Least::Hard) && !PairClass::Touch.is_finding(Least::Hard));
/// assert!(PairClass::Shallow.is_finding(Least::Shallow) && !PairClass::Touch.is_finding(Least::Shallow));
/// assert!(PairClass::Shallow.is_finding(Least::Touch) && PairClass::Touch.is_finding(Least::Touch));
/// assert!(!PairClass::Distance.is_finding(Least::Touch));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Least {
    /// Pairs that share more than the tolerance, or may.
    #[default]
    Hard,
    /// Also shallow pairs: see [`crate::Solids::with_shallow`].
    Shallow,
    /// Also contacts: see [`crate::Solids::with_touch`]. The level for a clearance, too: contacts are closer than it.
    Touch,
}

impl PairClass {
    /// Whether a pair of this class is a finding. The one rule for everything that counts findings:
    /// [`Engine::any`](crate::Engine::any), the exit status of the command, its tables.
    pub const fn is_finding(self, least: Least) -> bool {
        match self {
            Self::Hard | Self::Contained | Self::Duplicate | Self::Undecided => true,
            Self::Shallow => matches!(least, Least::Shallow | Least::Touch),
            Self::Touch => matches!(least, Least::Touch),
            Self::Clearance | Self::SelfOverlap => true,
            Self::Distance => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A deeper overlap is a finding wherever a lesser one is.
    #[test]
    fn what_is_worse_is_a_finding_wherever_what_is_less_is() {
        for least in [Least::Hard, Least::Shallow, Least::Touch] {
            let findings = [PairClass::Touch, PairClass::Shallow, PairClass::Hard].map(|class| class.is_finding(least));
            assert!(findings.is_sorted(), "{least:?}: {findings:?}");
        }
    }
}
