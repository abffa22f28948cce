//! One page of all figures: offline, light and dark.

use crate::{Drawing, Figure, Outcome, State, Table, Work, Written};
use std::fmt::Write;

const STYLE: &str = include_str!("index.css");
/// Rows of a table that the page shows; the file has all.
const ROWS: usize = 24;

/// A figure with its files, or the reason for their absence.
pub type Done<'f> = (&'f Figure, Result<(Outcome, Written), String>);

/// The page of these figures, with files beside it: see [`crate::write()`]. `about` says what they were measured on, one line
/// each. A figure that failed has an error in place of an outcome.
pub fn index(about: &[String], figures: &[Done<'_>]) -> String {
    let mut page = String::new();
    write_page(about, figures, &mut page).expect("strings take all text");
    page
}

fn write_page(about: &[String], figures: &[Done<'_>], out: &mut String) -> std::fmt::Result {
    writeln!(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(out, "<meta name=\"color-scheme\" content=\"light dark\">\n<title>Five works, redrawn</title>")?;
    writeln!(out, "<style>{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>Five works, redrawn</h1>")?;
    writeln!(
        out,
        "<p>Figures and tables of the works that allide implements, from its own runs, beside the published numbers. What is measured \
         is of this machine; all other numbers are the same in every run.</p>\n<ul class=\"about\">"
    )?;
    about.iter().try_for_each(|line| writeln!(out, "<li>{}</li>", escaped(line)))?;
    writeln!(out, "</ul>\n<nav>")?;
    let of = |work: Work| figures.iter().filter(move |(figure, _)| figure.work == work);
    for work in Work::ALL.into_iter().filter(|&work| of(work).next().is_some()) {
        writeln!(out, "<section><h2>{}</h2>\n<ul>", escaped(work.title()))?;
        for (figure, outcome) in of(work) {
            tile(figure, outcome.as_ref().ok(), out)?;
        }
        writeln!(out, "</ul></section>")?;
    }
    writeln!(out, "</nav>\n</header>\n<main>")?;
    for work in Work::ALL.into_iter().filter(|&work| of(work).next().is_some()) {
        writeln!(out, "<section class=\"work\">\n<h2>{}</h2>", escaped(work.title()))?;
        writeln!(out, "<p class=\"by\">{}. Measured on: {}.</p>", escaped(work.authors()), escaped(work.machine()))?;
        for (figure, outcome) in of(work) {
            write_figure(figure, outcome, out)?;
        }
        writeln!(out, "</section>")?;
    }
    writeln!(out, "</main>\n</body>\n</html>")
}

/// A small picture that leads to the figure.
fn tile(figure: &Figure, outcome: Option<&(Outcome, Written)>, out: &mut String) -> std::fmt::Result {
    // Where there is a picture, the work has one, too.
    let picture = outcome.and_then(|(outcome, written)| {
        let is_picture = |drawing: &Drawing| matches!(drawing, Drawing::Picture { .. });
        written.drawings.get(outcome.drawings.iter().position(is_picture).unwrap_or(0))
    });
    write!(out, "<li><a href=\"#{0}\">", figure.id)?;
    match picture {
        Some(file) => write!(out, "<img src=\"{}\" alt=\"\" loading=\"lazy\">", escaped(file))?,
        None => write!(out, "<span class=\"none\">nothing to show</span>")?,
    }
    writeln!(out, "<b>{}</b> {}</a></li>", figure.id, escaped(figure.title))
}

fn write_figure(figure: &Figure, outcome: &Result<(Outcome, Written), String>, out: &mut String) -> std::fmt::Result {
    writeln!(out, "<article id=\"{}\">\n<h3>{}</h3>", figure.id, escaped(figure.title))?;
    writeln!(out, "<p class=\"place\"><code>{}</code> {}: {}</p>", figure.id, figure.place, escaped(figure.shows))?;
    let (outcome, written) = match outcome {
        Ok(both) => both,
        Err(error) => {
            writeln!(out, "<p class=\"label failed\">failed: {}</p>\n</article>", escaped(error))?;
            return Ok(());
        }
    };
    let part = match figure.state {
        State::Part(why) => Some(format!("in part: {why}")),
        State::Whole => None,
    };
    for label in outcome.labels.iter().chain(part.iter().filter(|part| !outcome.labels.contains(part))) {
        let class = label.split([' ', ':']).next().unwrap_or_default();
        writeln!(out, "<p class=\"label {}\">{}</p>", escaped(class), escaped(label))?;
    }
    writeln!(out, "<ul class=\"claims\">")?;
    for claim in &outcome.claims {
        writeln!(out, "<li>{}</li>", escaped(&claim.line().replace('*', "")))?;
    }
    writeln!(out, "</ul>\n<div class=\"drawings\">")?;
    for (drawing, file) in outcome.drawings.iter().zip(&written.drawings) {
        let caption = match drawing {
            Drawing::Plot { plot, .. } => &plot.title,
            Drawing::Picture { caption, .. } => caption,
        };
        writeln!(
            out,
            "<figure><a href=\"{0}\"><img src=\"{0}\" alt=\"{1}\" loading=\"lazy\"></a><figcaption>{1}</figcaption></figure>",
            escaped(file),
            escaped(caption)
        )?;
    }
    writeln!(out, "</div>")?;
    compared(outcome, out)?;
    for (table, file) in outcome.tables.iter().zip(&written.tables) {
        data(table, file, out)?;
    }
    if let Some(file) = &written.published {
        writeln!(out, "<p class=\"files\"><a href=\"{0}\">{0}</a></p>", escaped(file))?;
    }
    writeln!(out, "</article>")
}

/// Published numbers beside ours.
fn compared(outcome: &Outcome, out: &mut String) -> std::fmt::Result {
    if outcome.published.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "<div class=\"wide\"><table class=\"compared\">\n<tr><th>what</th><th>published</th><th>ours</th><th>unit</th><th>ours is</th><th>source</th></tr>"
    )?;
    for row in &outcome.published {
        let (ours, kind) = match &row.ours {
            Some((kind, said)) => (said.to_string(), kind.name()),
            None => ("not here".to_owned(), ""),
        };
        let theirs = row.theirs.to_string();
        let cells: Vec<String> = [&row.what, &theirs, &ours, row.unit, kind, row.source]
            .into_iter()
            .map(|cell| format!("<td>{}</td>", escaped(cell)))
            .collect();
        writeln!(out, "<tr>{}</tr>", cells.concat())?;
    }
    writeln!(out, "</table></div>")
}

/// A table behind a line that opens it.
fn data(table: &Table, file: &str, out: &mut String) -> std::fmt::Result {
    writeln!(
        out,
        "<details><summary>{} rows: <a href=\"{1}\">{1}</a></summary>\n<div class=\"wide\"><table>\n<tr>",
        table.rows.len(),
        escaped(file)
    )?;
    table.columns.iter().try_for_each(|column| write!(out, "<th>{}</th>", escaped(&column.heading())))?;
    writeln!(out, "</tr>")?;
    for row in table.rows.iter().take(ROWS) {
        let cells: Vec<String> = row.iter().map(|cell| format!("<td>{}</td>", escaped(&cell.shown()))).collect();
        writeln!(out, "<tr>{}</tr>", cells.concat())?;
    }
    let more = table.rows.len().saturating_sub(ROWS);
    writeln!(
        out,
        "</table></div>{}</details>",
        if more > 0 { format!("<p>and {more} more</p>") } else { String::new() }
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
