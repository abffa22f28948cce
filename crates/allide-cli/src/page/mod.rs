//! Pages: HTML files that show the findings.

mod check;
pub mod chip;
mod families;
mod inspect;
mod marks;
mod open;
pub mod particles;
mod sequence;

pub use check::page as of_check;
pub use inspect::page as of_inspection;
pub use open::open;
pub use sequence::Reel;

use crate::numbers::{counted, printable, thousands};
use crate::output::{self, Target};
use allide::Guarantee;
use allide_io::report::Source;
use allide_page::Page;
use anyhow::Result;
use std::path::Path;

/// Writes a page into a file, and says what it has no room for.
pub fn write(path: &Path, mut page: Page) -> Result<()> {
    if page.view.left_out > 0 {
        let [shown, left_out] = [page.view.findings.len(), page.view.left_out].map(thousands);
        let what = format!("page has room for the {shown} worst findings and leaves out {left_out}; --json has all");
        output::complain("note", &format!("the {what}"));
        page.view.notes.insert(0, format!("This {what}."));
    }
    Target::File(path.to_path_buf()).fill(|out| page.write_html(out))
}

/// `plant.glb`, `3 files`.
fn title(sources: &[Source]) -> String {
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
fn guarantee(guarantee: Guarantee) -> &'static str {
    match guarantee {
        Guarantee::Exact => "exact",
        Guarantee::Sampled => "may miss",
    }
}

/// glTF says that y points up; other formats say nothing, and those that come from CAD mean z.
fn up(sources: &[Source]) -> &'static str {
    let is_gltf = |source: &Source| {
        let name = source.file.trim_end_matches(".gz");
        let extension = Path::new(name).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        extension.eq_ignore_ascii_case("glb") || extension.eq_ignore_ascii_case("gltf")
    };
    if !sources.is_empty() && sources.iter().all(is_gltf) { "y" } else { "z" }
}
