//! Numbers that know how wrong they are, in two precisions.

mod ball;
mod dd;
mod real;

pub(crate) use ball::{Ball, Sign};
pub(crate) use dd::Dd;
pub(crate) use real::Real;
