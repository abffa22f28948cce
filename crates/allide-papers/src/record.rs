//! A run as one file of text, small enough to keep: what was said of each figure, and published numbers beside ours.

use crate::{Done, Drawing, State, Told, Work};

/// All figures of a run as Markdown, with plots and tables beside it as [`crate::write()`] made them. `about` says what they were
/// measured on. Headings are the figures' names, so that others can link to them.
pub fn record(about: &[String], figures: &[Done<'_>]) -> String {
    let mut text = String::from("# Five works, redrawn\n\n");
    about.iter().for_each(|line| text.push_str(&format!("- {line}\n")));
    for work in Work::ALL {
        let own: Vec<_> = figures.iter().filter(|(figure, _)| figure.work == work).collect();
        if !own.is_empty() {
            text.push_str(&format!("\n## {}\n\n{}. Measured on: {}.\n", work.title(), work.authors(), work.machine()));
        }
        own.into_iter().for_each(|done| figure(&mut text, done));
    }
    text
}

fn figure(text: &mut String, (figure, outcome): &Done<'_>) {
    text.push_str(&format!("\n### {}\n\n{}, {}: {}.\n", figure.id, figure.title, figure.place, figure.shows));
    let (outcome, written) = match outcome {
        Ok(both) => both,
        Err(error) => return text.push_str(&format!("\n*failed: {error}*\n")),
    };
    let part = match figure.state {
        State::Part(why) => Some(format!("in part: {why}")),
        State::Whole => None,
    };
    let labels: Vec<String> = outcome.labels.iter().chain(&part).map(|label| format!("*{label}*")).collect();
    if !labels.is_empty() {
        text.push_str(&format!("\n{}\n", labels.join("; ")));
    }
    if !outcome.tables.is_empty() {
        let told = Told { plots: Vec::new(), claims: outcome.claims.clone(), published: outcome.published.clone() };
        text.push_str(&format!("\n{}", told.markdown()));
    }
    let plots = outcome.drawings.iter().zip(&written.drawings);
    let plots = plots.filter(|(drawing, _)| matches!(drawing, Drawing::Plot { .. }));
    let plots: Vec<String> = plots.map(|(_, file)| format!("![{file}]({file})")).collect();
    if !plots.is_empty() {
        text.push_str(&format!("\n{}\n", plots.join("\n")));
    }
    let tables: Vec<String> = written.tables.iter().map(|file| format!("[{file}]({file})")).collect();
    if !tables.is_empty() {
        text.push_str(&format!("\nData: {}\n", tables.join(", ")));
    }
}
