//! `allide demo`: a built-in scene with planted findings, checked and drawn.

use crate::ask::Questions;
use crate::progress::Progress;
use crate::{args, output, picture, scene, table};
use anyhow::Result;
use std::process::ExitCode;

pub fn run(args: &args::Demo) -> Result<ExitCode> {
    output::check_writable("--output", &args.output)?;
    let entry = scene::find(&args.name)?;
    let built = (entry.build)();
    let sources = vec![format!("scene {}", entry.name); built.objects().len()];
    let questions = Questions { within: true, clearance: scene::clearance(&built), ..Questions::default() };
    let answers = Progress::new(true).search(|| questions.ask(built, sources))?;
    let pairs = table::ranked(&answers);
    output::print(&format!("{}: {}\n", entry.name, entry.description))?;
    output::print(&if pairs.is_empty() {
        table::clear(&answers, questions.clearance)
    } else {
        table::table(&answers, &pairs, output::page())
    })?;
    picture::draw(&args.output, &answers, &pairs)?;
    output::print(&format!("picture: {}, numbered as above\n", args.output.display()))?;
    Ok(ExitCode::SUCCESS)
}
