//! Methods that look at a scene from outside: what is fully visible in front of everything else touches nothing.

mod cover;
mod cullide;
mod directions;
mod drawn;
#[cfg(test)]
mod figures;
mod kept;
mod meet;
mod offset;
mod order_free;
mod ordered;
mod parts;
mod search;
mod self_cullide;
mod set;
mod small;
mod stage;
#[cfg(test)]
mod tests;
mod view;

pub(crate) use cover::NEEDS;
#[cfg(test)]
pub(crate) use cover::drawings;
pub(crate) use drawn::Drawn;
pub(crate) use stage::SHADERS;
