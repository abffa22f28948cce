//! Presents answers to people: numbers and names, words for pairs, and the page of a check.
//!
//! ```
//! use allide::{Engine, Mesh, Pose, Scene, Solids};
//! use allide_io::report::Answers;
//!
//! # let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
//! # let wedge = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
//! # let mut scene = Scene::new();
//! # scene.add("base", &wedge, Pose::IDENTITY);
//! # scene.add("lid", &wedge, Pose::translation(0.1, 0.1, 0.1)?);
//! let overlaps = Some(Engine::cpu().run(&scene, &Solids::new().measured())?);
//! # let answers = Answers { scene, overlaps, sources: Vec::new(), unit: None, notes: Vec::new(), selection: Vec::new(), self_overlaps: None, clearance: None, self_clearance: None, nearest: None, threads: 1 };
//! let ranked = answers.ranked();
//! assert_eq!(allide_show::words::penetration(&ranked[0]), "0.296");
//! let page = allide_show::check::page(&answers, &ranked);
//! assert_eq!(page.view.findings[0].title, None);
//! # Ok::<(), allide::Error>(())
//! ```

pub mod check;
mod families;
pub mod marks;
pub mod numbers;
pub mod words;

use allide::Guarantee;
use allide_io::report::Source;
use numbers::{counted, printable};
use std::path::Path;

/// The title of a page: `plant.glb`, `3 files`.
pub fn title(sources: &[Source]) -> String {
    let mut files: Vec<&str> = sources.iter().map(|source| source.file.as_str()).collect();
    files.dedup();
    match &files[..] {
        [file] => {
            let name = Path::new(file).file_name().and_then(|name| name.to_str());
            printable(name.unwrap_or(file))
        }
        files => counted(files.len(), "file"),
    }
}

/// The guarantee in the words of pages.
pub fn guarantee(guarantee: Guarantee) -> &'static str {
    match guarantee {
        Guarantee::Exact => "exact",
        Guarantee::Sampled => "may miss",
    }
}

/// Which way is up: glTF says that y is; other formats say nothing, and those that come from CAD mean z.
pub fn up(sources: &[Source]) -> &'static str {
    let is_gltf = |source: &Source| {
        let name = source.file.trim_end_matches(".gz");
        let extension = Path::new(name).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        extension.eq_ignore_ascii_case("glb") || extension.eq_ignore_ascii_case("gltf")
    };
    if !sources.is_empty() && sources.iter().all(is_gltf) { "y" } else { "z" }
}
