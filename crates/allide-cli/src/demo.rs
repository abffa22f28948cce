//! `allide demo`: a built-in scene with planted findings, checked and drawn.

use crate::ask::Questions;
use crate::groups::pairs;
use crate::numbers::printable;
use crate::progress::Progress;
use crate::select::Selection;
use crate::table::Page;
use crate::{args, interrupt, output, page, picture, rank, scene, table};
use allide::Scene;
use allide_io::report::Source;
use anyhow::Result;
use std::process::ExitCode;

pub fn run(args: &args::Demo) -> Result<ExitCode> {
    let html = args.output.with_extension("html");
    output::check_writable("--output", &args.output)?;
    output::check_writable("the page beside --output", &html)?;
    let entry = scene::find(&args.name)?;
    let built = (entry.build)();
    let source = Source { file: format!("scene {}", entry.name), ..Source::default() };
    let sources = vec![source; built.objects().len()];
    let everything = Selection { pairs: pairs(built.objects().len() as u64), ..Selection::default() };
    let questions = Questions {
        within: true,
        clearance: clearance(&built),
        measured: true,
        contacts: true,
        device: args.device,
        ..Questions::default()
    };
    let answers = Progress::new(true).search(interrupt::watch(), || questions.ask(built, sources, everything))?;
    answers.warnings().into_iter().for_each(|warning| output::complain("warning", warning));
    let pairs = rank::listed(&answers, questions.least());
    let page =
        Page { rows: output::ROWS, hint: Some("allide scene writes files for allide check"), ..output::page(None) };
    output::print(&format!("{}: {}\n", entry.name, entry.description))?;
    output::print(&if pairs.is_empty() {
        table::clear(&answers, questions.clearance)
    } else {
        table::table(&answers, &pairs, page)
    })?;
    picture::draw(&args.output, &answers, &pairs, pairs.len())?;
    page::write(&html, page::of_check(&answers, &pairs))?;
    output::print(&format!("picture: {}, numbered as above\n", printable(&args.output.display().to_string())))?;
    let hint = if args.open && page::open(&html) { "" } else { " (open it in a browser)" };
    output::print(&format!("page: {}{hint}\n", printable(&html.display().to_string())))?;
    Ok(ExitCode::SUCCESS)
}

/// A small part of the scene's extent, as a round number.
fn clearance(scene: &Scene) -> Option<f64> {
    let part = allide_scenes::bounds(scene).size().max_element() / 250.0;
    format!("{part:.0e}").parse().ok().filter(|&distance: &f64| distance > 0.0 && distance.is_finite())
}
