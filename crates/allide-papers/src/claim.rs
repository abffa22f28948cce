//! Sentences about results: numbers, and a condition that decides which sentence is written.

use crate::outcome::shown;

/// How a number came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// By a clock of the machine that ran it: another run gives another number.
    Measured,
    /// Counted or computed from the scene: every run gives the same.
    Counted,
    /// By a model of a machine that was not built here.
    Modelled,
    /// A parameter of a model, chosen so that a published number comes out.
    Fitted,
    /// Put in, and no result.
    Given,
}

impl Kind {
    /// One or two words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Counted => "counted",
            Self::Modelled => "modelled",
            Self::Fitted => "fitted",
            Self::Given => "by construction",
        }
    }
}

/// The verdict of the numbers on a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is concluded from the numbers.
    Stated,
    /// The statement holds.
    Follows,
    /// It does not.
    DoesNotFollow,
    /// A number is missing, or numbers leave it open.
    CannotBeTold,
}

/// A sentence about some numbers.
///
/// Its words are fixed and hold no result: numbers stand in them as `{name}`. Where a condition is given, it chooses between two
/// sentences; where a number is not finite, a third one says what cannot be told.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// How its numbers came to be.
    pub kind: Kind,
    /// The numbers it rests on.
    pub numbers: Vec<(&'static str, f64)>,
    verdict: Verdict,
    follows: &'static str,
    otherwise: &'static str,
    unknown: &'static str,
}

impl Claim {
    /// Numbers, and nothing that is concluded from them.
    pub(crate) fn states(kind: Kind, numbers: &[(&'static str, f64)], sentence: &'static str) -> Self {
        Self {
            kind,
            numbers: numbers.to_vec(),
            verdict: Verdict::Stated,
            follows: sentence,
            otherwise: "",
            unknown: "",
        }
    }

    /// A statement that holds or not.
    pub(crate) fn tests(
        kind: Kind,
        numbers: &[(&'static str, f64)],
        condition: bool,
        [follows, otherwise]: [&'static str; 2],
    ) -> Self {
        let verdict = if condition { Verdict::Follows } else { Verdict::DoesNotFollow };
        Self { kind, numbers: numbers.to_vec(), verdict, follows, otherwise, unknown: "" }
    }

    /// The text where a number is missing, instead of the number's name.
    pub(crate) fn unknown(self, sentence: &'static str) -> Self {
        Self { unknown: sentence, ..self }
    }

    /// The same, where this leaves it open; the third sentence may name the numbers.
    pub(crate) fn open_if(self, is_open: bool) -> Self {
        Self { verdict: if is_open { Verdict::CannotBeTold } else { self.verdict }, ..self }
    }

    /// The verdict of its numbers.
    pub fn verdict(&self) -> Verdict {
        if self.missing().next().is_some() { Verdict::CannotBeTold } else { self.verdict }
    }

    fn missing(&self) -> impl Iterator<Item = &'static str> {
        self.numbers.iter().filter(|(_, number)| !number.is_finite()).map(|(name, _)| *name)
    }

    /// The sentence, with its numbers.
    ///
    /// # Panics
    /// If a sentence names a number that the claim has not.
    pub fn sentence(&self) -> String {
        let words = match self.verdict() {
            Verdict::CannotBeTold if self.unknown.is_empty() => {
                let missing: Vec<&str> = self.missing().collect();
                return format!("This run has no numbers for: {}.", missing.join(", "));
            }
            Verdict::CannotBeTold => self.unknown,
            Verdict::Stated | Verdict::Follows => self.follows,
            Verdict::DoesNotFollow => self.otherwise,
        };
        let text = self
            .numbers
            .iter()
            .fold(words.to_owned(), |text, (name, number)| text.replace(&format!("{{{name}}}"), &shown(*number)));
        assert!(!text.contains('{'), "a number that the claim has not: {text}");
        text
    }

    /// One line: how its numbers came to be, what they say, and the sentence.
    pub fn line(&self) -> String {
        let verdict = match self.verdict() {
            Verdict::Stated => "",
            Verdict::Follows => ", follows",
            Verdict::DoesNotFollow => ", does not follow",
            Verdict::CannotBeTold => ", cannot be told",
        };
        format!("*{}{verdict}*: {}", self.kind.name(), self.sentence())
    }

    /// The same with its condition turned round; nothing if it has none, or lacks numbers.
    pub fn denied(&self) -> Option<Self> {
        let verdict = match self.verdict {
            _ if self.verdict() != self.verdict => return None,
            Verdict::Stated => return None,
            Verdict::Follows => Verdict::DoesNotFollow,
            Verdict::DoesNotFollow | Verdict::CannotBeTold => Verdict::Follows,
        };
        Some(Self { verdict, ..self.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_decide_which_sentence_is_written() {
        let claim = |ours: f64| {
            let words = ["{ours} ms, less than 35.", "{ours} ms, not less than 35."];
            Claim::tests(Kind::Measured, &[("ours", ours)], ours < 35.0, words)
        };
        assert_eq!(claim(2.0).line(), "*measured, follows*: 2 ms, less than 35.");
        assert_eq!(claim(40.0).line(), "*measured, does not follow*: 40 ms, not less than 35.");
        assert_eq!(claim(f64::NAN).line(), "*measured, cannot be told*: This run has no numbers for: ours.");
        assert_eq!(claim(f64::NAN).unknown("Unknown.").sentence(), "Unknown.");
        let open = claim(2.0).unknown("{ours} ms, which leaves it open.").open_if(true);
        assert_eq!(open.line(), "*measured, cannot be told*: 2 ms, which leaves it open.");
        assert_eq!(
            (claim(f64::NAN).denied(), open.denied().map(|claim| claim.verdict())),
            (None, Some(Verdict::Follows))
        );
        assert_eq!(claim(2.0).denied().map(|claim| claim.verdict()), Some(Verdict::DoesNotFollow));
        let stated = Claim::states(Kind::Counted, &[("pairs", 1_234.0)], "{pairs} pairs.");
        assert_eq!((stated.line().as_str(), stated.denied()), ("*counted*: 1,234 pairs.", None));
    }

    #[test]
    #[should_panic(expected = "a number that the claim has not")]
    fn sentences_have_no_numbers_of_their_own() {
        let _ = Claim::states(Kind::Counted, &[], "{pairs} pairs.").sentence();
    }
}
