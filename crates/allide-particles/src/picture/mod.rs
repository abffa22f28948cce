//! Pictures of scenes, drawn on the CPU: no GPU, no display, the same bytes every time.
//!
//! Colliders are drawn by rays against their equations, so edges and holes are sharp at any size; particles as small
//! shapes with spin, and as streaks while the shutter is open; impacts as marks that fade. A [`Renderer`] computes what
//! does not change once, light and shadow included, and then draws any time of its scene.
//!
//! ```
//! use allide_particles::map::{Full, Rule};
//! use allide_particles::picture::{HeatMap, PictureOptions, Renderer, contact_sheet, map_picture};
//! use allide_particles::{Scene, Simulation};
//!
//! let simulation = Simulation::new(Scene::built_in("table").expect("there is one"))?;
//! let options = PictureOptions { width: 64, height: 36, ..Default::default() };
//! let renderer = Renderer::new(&simulation, &options);
//! let mut frames = Vec::new();
//! for k in 0..4 {
//!     frames.push((format!("{k} s"), renderer.frame(f64::from(k))?));
//! }
//! let png = contact_sheet(&frames, 2).png()?;
//!
//! let map = Full::draw(&simulation.impacts(0.0..1.0)?, 0, [32, 32], Rule::Count);
//! let picture = map_picture(&HeatMap::new(map.size, map.values(), "impacts"));
//! assert!(png.len() > 1000 && picture.width > 640);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `cast.rs` meets surfaces in plain `f64` and decides nothing about impacts (a test compares it with the roots that
//! do). Each square of 5 by 5 pixels has all rays towards sun and sky once (`light.rs`), and a pixel takes the mean
//! over the square around it: shadows are soft and without noise. `sprites.rs` and `splats.rs` draw particles and marks
//! in bands of rows, `heat.rs` and `maps.rs` impact maps with their legends. No rasteriser is shared with `allide-io`:
//! that one draws triangles, which these scenes lack.

mod canvas;
mod cast;
mod colors;
mod font;
mod heat;
mod light;
mod maps;
mod render;
mod sheet;
mod splats;
mod sprites;
mod surface;
mod tree;
mod view;

pub use canvas::Picture;
pub use heat::{HeatMap, map_picture};
pub use maps::{per_particle_picture, published_picture};
pub use render::{PictureOptions, Renderer, render_frame};
pub use sheet::contact_sheet;

#[cfg(test)]
mod tests;
