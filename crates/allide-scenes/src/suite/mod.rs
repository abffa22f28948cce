//! The suite: what every method must agree on, on every device.
//!
//! A [`Case`] is a scene with a distance, a [`Way`] is a method on a device, and an [`Answer`] is everything about a case that
//! must not depend on the way. Tests, `allide doctor` and the benches ask through [`Tally::compare`], so a new method takes part
//! as soon as it is in [`allide::Method::ALL`].
//!
//! Exact methods must find what is expected, bit for bit, sampled ones nothing else; a difference is reported with the
//! first question and finding. `tests/agreement.rs` does this with several numbers of threads, `tests/gpu/suite.rs`
//! with every kind of adapter, and `doctor` on the user's machine.

mod answer;
mod bits;
mod case;
mod findings;
mod hash;
mod parts;
mod tally;
mod way;

pub use answer::{Answer, Cost};
pub use bits::Bits;
pub use case::{Case, built_in_cases, edge_cases, every_class, hard_cases, small_cases};
pub use findings::Findings;
pub use hash::Hash;
pub use tally::{Disagreement, Fault, Tally, agree};
pub use way::{SAMPLED, Way};
