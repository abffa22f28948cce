//! Which vector instructions this machine has, and functions compiled for them.

use std::ffi::OsStr;
use std::fmt;
use std::sync::OnceLock;

/// A kind of machine: a value proves that this is one, and the macro compiles functions for it.
///
/// Both use this list and no other, so that no function needs an instruction that nobody looked for: a virtual machine may
/// have any of them without the others.
macro_rules! level {
    ($dollar:tt $proof:ident, $compiled_for:ident, $($feature:tt),+) => {
        impl $proof {
            fn detect() -> Option<Self> {
                #[cfg(target_arch = "x86_64")]
                if $(is_x86_feature_detected!($feature))&&+ {
                    return Some(Self(()));
                }
                None
            }
        }

        /// Compiles functions for these instructions. Where they are not known to be there, calling one is unsafe.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! $compiled_for {
            ($dollar($dollar function:tt)*) => {
                #[target_feature($(enable = $feature),+)]
                $dollar($dollar function)*
            };
        }
    };
}

/// Proof that this machine has AVX2, and what always comes with it on real ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Avx2(());

/// Proof that this machine has AVX-512 F, BW, DQ and VL, and all that [`Avx2`] stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Avx512(());

level!($ Avx2, avx2, "avx2", "bmi1", "bmi2", "popcnt");
// To the compiler, the first of AVX-512 includes fused multiplication and half floats.
level!($ Avx512, avx512, "avx2", "bmi1", "bmi2", "popcnt", "fma", "f16c", "avx512f", "avx512bw", "avx512dq", "avx512vl");

/// Vector instructions that this machine has, from none to wide. A value is the proof of it: there is no way to one but to
/// look.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SimdLevel {
    /// Whatever every machine of this kind has.
    Portable,
    /// 256 bits: x86-64 with AVX2.
    Avx2(Avx2),
    /// 512 bits: x86-64 with AVX-512 F, BW, DQ and VL.
    Avx512(Avx512),
}

/// What `ALLIDE_SIMD` may say: the levels, narrowest first.
const WORDS: [&str; 3] = ["plain", "avx2", "avx512"];

/// `ALLIDE_SIMD` names no [`SimdLevel`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSimd(String);

impl fmt::Display for UnknownSimd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [plain, avx2, avx512] = WORDS;
        write!(f, "ALLIDE_SIMD is {:?}, but must be {plain}, {avx2} or {avx512}", self.0)
    }
}

impl std::error::Error for UnknownSimd {}

impl SimdLevel {
    /// The widest of [`Self::available`]; found out once.
    #[inline]
    pub fn detected() -> Self {
        static LEVEL: OnceLock<SimdLevel> = OnceLock::new();
        *LEVEL.get_or_init(|| Self::available().last().copied().unwrap_or(Self::Portable))
    }

    /// All that this machine has and [`Self::cap`] allows, narrowest first.
    ///
    /// Unknown caps are ignored: findings do not depend on them. A program that reads the cap can report an error.
    pub fn available() -> Vec<Self> {
        let mut levels = vec![Self::Portable];
        if let Some(avx2) = Avx2::detect() {
            levels.push(Self::Avx2(avx2));
            levels.extend(Avx512::detect().map(Self::Avx512));
        }
        cap_at(&mut levels, Self::cap().ok().flatten());
        levels
    }

    /// The widest level that the environment allows, if it says so: `plain`, `avx2` or `avx512` in `ALLIDE_SIMD`. An empty
    /// value counts as unset.
    ///
    /// # Errors
    /// The value is another one.
    pub fn cap() -> Result<Option<&'static str>, UnknownSimd> {
        cap_in(&std::env::var_os("ALLIDE_SIMD").unwrap_or_default())
    }

    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2(_) => "AVX2",
            Self::Avx512(_) => "AVX-512",
        }
    }

    /// AVX2, which the wider level has too.
    #[inline]
    pub const fn avx2(self) -> Option<Avx2> {
        match self {
            Self::Portable => None,
            Self::Avx2(avx2) => Some(avx2),
            Self::Avx512(_) => Some(Avx2(())),
        }
    }
}

impl fmt::Debug for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn cap_in(value: &OsStr) -> Result<Option<&'static str>, UnknownSimd> {
    let known = WORDS.into_iter().find(|word| value == *word);
    if known.is_none() && !value.is_empty() {
        return Err(UnknownSimd(value.to_string_lossy().into_owned()));
    }
    Ok(known)
}

/// Leaves those of the levels, which are in the order of [`WORDS`], that are no wider than the cap.
fn cap_at<L>(levels: &mut Vec<L>, cap: Option<&str>) {
    if let Some(widest) = WORDS.iter().position(|word| Some(*word) == cap) {
        levels.truncate(widest + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::print_stdout, reason = "`make test` asks here what there is to run")]
    fn levels_come_narrowest_first_and_the_widest_is_taken() {
        let levels = SimdLevel::available();
        println!("levels: {}", WORDS[..levels.len()].join(" "));
        assert_eq!(levels[0], SimdLevel::Portable);
        assert!(levels.is_sorted());
        assert_eq!(SimdLevel::detected(), *levels.last().unwrap());
    }

    #[test]
    fn a_cap_leaves_what_is_no_wider() {
        // Machines of three kinds.
        for machine in [&["plain"][..], &["plain", "avx2"], &["plain", "avx2", "avx512"]] {
            for (cap, most) in [(None, 3), (Some("plain"), 1), (Some("avx2"), 2), (Some("avx512"), 3)] {
                let mut left = machine.to_vec();
                cap_at(&mut left, cap);
                assert_eq!(left, machine[..most.min(machine.len())], "{cap:?}");
            }
        }
    }

    #[test]
    fn a_cap_is_one_of_three_words_or_nothing() {
        let read = |value: &str| cap_in(OsStr::new(value));
        assert_eq!(read(""), Ok(None));
        for word in WORDS {
            assert_eq!(read(word), Ok(Some(word)));
        }
        for value in ["AVX2", "avx", "portable", " avx2", "0"] {
            let error = read(value).unwrap_err().to_string();
            assert_eq!(error, format!("ALLIDE_SIMD is {value:?}, but must be plain, avx2 or avx512"));
        }
    }
}
