//! Methods that render a scene: an object that is fully visible in front of all others touches nothing.
//!
//! A *cover* (`cover`) is what is drawn for a triangle. `order_free` and `ordered` find what is fully visible, in views
//! of each region where objects can meet (`meet`). `search` goes from objects to parts (`parts`) to triangles, and a
//! sweep pairs the boxes of the rest. With bare triangles the answer is sampled; with offsets, or conservative
//! rasterisation, it is exact: see `offset`.
//!
//! **As published** is `Rounds::Once` with `Reduction::Ordered`, for FAR with `Offset::Faces` at 1400². Otherwise we
//! deviate:
//! - Sampled methods repeat rounds until nothing more is dropped; `far`, below objects, until a round drops less than a
//!   sixteenth.
//! - Levels with fewer than four times the parts of the last level are skipped; `far` without an order skips all levels
//!   between objects and triangles.
//! - At most four regions have views of their own.
//! - Boxes are swept and pruned before the objects are drawn and after every pass, instead of once after the objects.
//! - Depths come from fragments, not from the rasteriser, wherever the answer is exact.
//!
//! `small` keeps what a view can hardly show, `directions` chooses where to look. Before the first pass, pipelines are
//! compiled and everything is uploaded, so the times of passes are those of drawing alone. Each `Pass` counts what is
//! left; with `Watch::keep_sets` it also lists the triangles. Drawn covers do not answer self-overlaps: `Method::check`
//! says so.

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
