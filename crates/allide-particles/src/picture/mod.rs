//! Pictures of scenes, drawn on the CPU: no GPU, no display, the same bytes every time.
//!
//! Colliders are drawn by rays against their equations, so edges and holes are sharp at any size; particles as small
//! shapes with spin, and as streaks while the shutter is open; impacts as marks that fade. A [`Renderer`] computes what
//! does not change once, light and shadow included, and then draws any time of its scene.

mod canvas;
mod cast;
mod colors;
mod font;
mod heat;
mod light;
mod render;
mod sheet;
mod splats;
mod sprites;
mod surface;
mod tree;
mod view;

pub use canvas::Picture;
pub use heat::{HeatMap, map_picture};
pub use render::{PictureOptions, Renderer, render_frame};
pub use sheet::contact_sheet;

#[cfg(test)]
mod tests;
