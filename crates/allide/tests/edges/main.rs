//! What lies at the edges: zeros with a sign, vertices of no triangle, invalid poses, groups of another scene, numbers
//! near the ends of the range.

mod groups;
mod poses;
mod scales;
mod unused;
mod zeros;

use allide::{Device, Engine, Method, QuestionKind};

/// All methods of the CPU.
fn methods() -> impl Iterator<Item = Method> {
    Method::on(Device::Cpu).filter(|method| method.answers(QuestionKind::Clearance))
}

fn engines() -> Vec<(Method, Engine)> {
    methods().map(|method| (method, Engine::cpu())).collect()
}
