use super::PairClass;

/// The least that is a finding, of objects that meet.
///
/// Contact is what buildings and machines are made of, so what only touches is no finding unless it is asked for, and neither
/// is what is [shallow](PairClass::Shallow). Each of these takes in the ones before it: whoever asks for contacts gets
/// what is shallow, too, since it is deeper than a contact.
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
    /// What shares more than the tolerance, or may.
    #[default]
    Hard,
    /// Also what is shallow: see [`crate::Solids::with_shallow`].
    Shallow,
    /// Also what touches: see [`crate::Solids::with_touch`]. If a clearance is asked for, too: what touches is closer.
    Touch,
}

impl PairClass {
    /// Whether objects of this class are a finding. Everything that has to tell findings from the rest asks here:
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
