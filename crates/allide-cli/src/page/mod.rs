//! Pages: HTML files that show the findings.

pub mod chip;
mod inspect;
mod open;
pub mod particles;
mod sequence;

pub use allide_show::check::page as of_check;
use allide_show::{check, guarantee, marks, title, up};
pub use inspect::page as of_inspection;
pub use open::open;
pub use sequence::Reel;

use crate::numbers::thousands;
use crate::output::{self, Target};
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
