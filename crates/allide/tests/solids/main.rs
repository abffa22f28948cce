//! Solids that share volume, contain each other or touch.

mod classes;
mod generators;
mod many;
mod measured;
mod oracle;
mod penetration;

use allide::{Device, Guarantee, Method, QuestionKind};

/// Methods of the CPU that miss nothing.
fn exact_methods() -> impl Iterator<Item = Method> {
    let is_exact = |method: &Method| method.answers(QuestionKind::Solids) && method.guarantee() == Guarantee::Exact;
    Method::on(Device::Cpu).filter(is_exact)
}
