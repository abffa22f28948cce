//! One HTML file that shows a scene and what was found in it: opens from disk, needs no network and no server.
//!
//! The page itself is TypeScript, in the folder `viewer`, and built into `page.html` here; this crate writes the data that it
//! shows (see `docs/reference/page-format.md`) and puts both into one file. It knows scenes, not questions: who found what says so in
//! [`Finding`]s.
//!
//! ```
//! use allide::{Mesh, Pose, Scene};
//! use allide_page::{Kind, Page};
//!
//! let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
//! let mut scene = Scene::new();
//! scene.add("lid", &triangle, Pose::IDENTITY);
//! let mut page = Page::new(Kind::Check, "lid.stl");
//! page.add_scene(&scene, |_| String::from("lid.stl"));
//! let mut html = Vec::new();
//! page.write_html(&mut html)?;
//! assert!(html.starts_with(b"<!doctype html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The page knows nothing of questions: the command (`allide-cli/src/page`) makes objects, findings, frames, charts and
//! media of a check, a sequence, an inspection, a flight of particles or a run of the chip, so one viewer shows them
//! all. `view.rs` describes, `bytes.rs` packs, `scene.rs` places objects and follows them through frames, `html.rs`
//! joins. The built page is in the repository, so `cargo install` needs no Node; `make page` fails if it is not what
//! `viewer` builds.
//!
//! Points are integers in steps of at most 2⁻²⁰ of a mesh's size, as differences in planes of bytes; the browser
//! inflates them itself. Each mesh has an origin, each object a pose relative to that of the scene, in `f64`; scenes
//! beyond ordinary numbers have a scale.

mod bytes;
mod html;
mod room;
mod scene;
mod shape;
mod view;

pub use bytes::Slice;
pub use html::Page;
pub use room::{Lit, MOST_FINDINGS, MOST_MARKED, NoRoom};
pub use shape::{Shapes, fingerprint};
pub use view::{
    Axis, Chart, Curve, Fact, Finding, Frame, Group, Kind, Marks, Media, MeshEntry, ObjectEntry, Particles, Region,
    Series, View,
};
