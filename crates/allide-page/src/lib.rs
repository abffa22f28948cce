//! One HTML file that shows a scene and what was found in it: opens from disk, needs no network and no server.
//!
//! The page itself is TypeScript, in the folder `viewer`, and built into `page.html` here; this crate writes the data that it
//! shows (see `viewer/FORMAT.md`) and puts both into one file. It knows scenes, not questions: who found what says so in
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
