//! Writes the text and the plots of a record anew from its tables: `retell docs/reproduction/DEVICE`.
//!
//! For where sentences or plots have changed and the device of the record is not at hand. Measurements stay as they are.

use allide_papers::{FIGURES, Figure, read_tables};
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: retell FOLDER")?;
    let folder = Path::new(&folder);
    let mut text = fs::read_to_string(folder.join("record.md"))?;
    for figure in &FIGURES {
        let tables = read_tables(folder, figure)?;
        let told = figure.told(&tables);
        let mut files = Vec::new();
        for (name, plot) in &told.plots {
            files.push(file(figure, name, "svg"));
            fs::write(folder.join(&files[files.len() - 1]), plot.svg())?;
        }
        let heading = format!("\n### {}\n", figure.id);
        let start = text.find(&heading).ok_or("a figure has no heading")?;
        let end = text[start + 1..].find("\n##").map_or(text.len(), |end| start + 1 + end);
        let head = header(figure, &text[start..end]);
        let plots: Vec<String> = files.iter().map(|file| format!("![{file}]({file})")).collect();
        let data = tables.iter().map(|table| file(figure, &table.name, "csv")).map(|file| format!("[{file}]({file})"));
        let data: Vec<String> = data.collect();
        let own = format!("{head}\n{}\n{}\n\nData: {}\n", told.markdown(), plots.join("\n"), data.join(", "));
        text.replace_range(start..end, &own);
    }
    Ok(fs::write(folder.join("record.md"), text)?)
}

fn file(figure: &Figure, name: &str, end: &str) -> String {
    if name.is_empty() { format!("{}.{end}", figure.id) } else { format!("{}-{name}.{end}", figure.id) }
}

/// Heading, what the figure shows, and labels, which are no part of tables.
fn header(figure: &Figure, section: &str) -> String {
    let is_label = |line: &&str| line.starts_with('*') && line.ends_with('*');
    let labels: String = section.lines().filter(is_label).map(|line| format!("\n{line}\n")).collect();
    format!("\n### {}\n\n{}, {}: {}.\n{labels}", figure.id, figure.title, figure.place, figure.shows)
}
