//! An outcome as files.

use crate::{Drawing, FIGURES, Figure, Outcome, Table};
use std::io;
use std::path::Path;

/// The names of files that were written, without their folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Each table, in the order of the outcome.
    pub tables: Vec<String>,
    /// Each drawing, in the order of the outcome: plots as SVG (and as PNG beside it), pictures as PNG.
    pub drawings: Vec<String>,
    /// Published numbers beside ours; nothing without any.
    pub published: Option<String>,
}

/// Writes everything of an outcome into a folder that exists: `ID.csv`, `ID.svg`, `ID.png`, `ID.published.csv`; further tables and
/// drawings as `ID-NAME`. A file is replaced once the new one is complete.
///
/// # Errors
/// A file cannot be written.
pub fn write(folder: &Path, figure: &Figure, outcome: &Outcome) -> io::Result<Written> {
    let mut written = Written::default();
    let stem = |name: &str| if name.is_empty() { figure.id.to_owned() } else { format!("{}-{name}", figure.id) };
    let file =
        |name: &str, bytes: &[u8]| allide_files::replace(&folder.join(name), |out| io::Write::write_all(out, bytes));
    for table in &outcome.tables {
        let name = format!("{}.csv", stem(&table.name));
        file(&name, table.csv().as_bytes())?;
        written.tables.push(name);
    }
    for drawing in &outcome.drawings {
        let stem = stem(drawing.name());
        let name = match drawing {
            Drawing::Plot { plot, .. } => {
                file(&format!("{stem}.png"), &plot.picture().png()?)?;
                let name = format!("{stem}.svg");
                file(&name, plot.svg().as_bytes())?;
                name
            }
            Drawing::Picture { picture, .. } => {
                let name = format!("{stem}.png");
                file(&name, &picture.png()?)?;
                name
            }
        };
        written.drawings.push(name);
    }
    if !outcome.published.is_empty() {
        let name = format!("{}.published.csv", figure.id);
        file(&name, outcome.published_csv().as_bytes())?;
        written.published = Some(name);
    }
    Ok(written)
}

/// The tables of a figure that [`write()`] left in a folder, the first one before the others, which are in the order of their names.
///
/// # Errors
/// The folder or a file cannot be read.
pub fn read_tables(folder: &Path, figure: &Figure) -> io::Result<Vec<Table>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let own = name.strip_suffix(".csv").and_then(|name| name.strip_prefix(figure.id)).map(str::to_owned);
        // The name of another figure may begin with this one's.
        let is_other = |own: &String| FIGURES.iter().any(|other| other.id == format!("{}{own}", figure.id));
        let is_table = |own: &String| own.is_empty() || own.starts_with('-') && !is_other(own);
        names.extend(own.filter(is_table));
    }
    names.sort();
    let read = |end: &String| {
        let text = std::fs::read_to_string(folder.join(format!("{}{end}.csv", figure.id)))?;
        Ok(Table::read(end.trim_start_matches('-'), &text))
    };
    names.iter().map(read).collect()
}
