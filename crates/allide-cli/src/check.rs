//! `allide check`.

use crate::input::Models;
use crate::job::Job;
use crate::numbers::{counted, thousands};
use crate::progress::Progress;
use crate::select::Selection;
use crate::{input, interrupt, output, page, picture, rank, table};
use allide::Scene;
use allide_io::report::{self, Answers, Pair};
use allide_show::words::told;
use anyhow::{Result, bail};
use std::process::ExitCode;

pub fn run(job: &Job) -> Result<ExitCode> {
    let progress = Progress::new(job.progress);
    let mut models = input::read(&job.files, &progress)?;
    let selection = job.rules.apply(&mut models)?;
    selection.warnings.iter().for_each(|warning| output::complain("warning", warning));
    let Models { scene, sources, unit, notes, .. } = models;
    warn_of_distances(job, &scene, &selection);
    check_examinable(&scene, &selection, job.questions.within)?;
    let found = if job.any {
        let found = progress.search(interrupt::watch(), || job.questions.any(&scene))?;
        if job.table {
            let verdict = match found {
                Some(found) => table::first(&scene, found),
                None => table::none(job.questions.guarantee()),
            };
            output::print(&(verdict + &table::selection(&selection.rules)))?;
        }
        found.is_some()
    } else {
        let mut answers = progress.search(interrupt::watch(), || job.questions.ask(scene, sources, selection))?;
        (answers.unit, answers.notes) = (unit, notes);
        answers.warnings().into_iter().for_each(|warning| output::complain("warning", warning));
        let least = job.questions.least();
        let pairs = rank::listed(&answers, least);
        // Pictures and exports keep to the same number of threads.
        let threads = rayon::ThreadPoolBuilder::new().num_threads(answers.threads).build()?;
        threads.install(|| render(job, &answers, &pairs, &progress))?;
        pairs.iter().any(|pair| pair.class.is_finding(least))
    };
    Ok(ExitCode::from(u8::from(found && !job.exit_zero)))
}

/// Says before a long search how much it will tell.
fn warn_of_distances(job: &Job, scene: &Scene, selection: &Selection) {
    if job.questions.nearest && !job.any && selection.pairs > MANY_DISTANCES {
        let (objects, distances) = (counted(scene.ids().count(), "object"), thousands(selection.pairs as usize));
        let few = thousands(rank::MOST_DISTANCES);
        let what =
            format!("{objects} have {distances} distances: the table lists the {few} smallest, --json and --csv all");
        output::complain("note", &format!("{what}; --clearance D reports only pairs closer than D"));
    }
}

/// More distances than this are worth a word before they are computed.
const MANY_DISTANCES: u64 = 100_000;

fn check_examinable(scene: &Scene, selection: &Selection, within: bool) -> Result<()> {
    let filled = scene.objects().iter().filter(|object| !object.mesh().triangles().is_empty()).count();
    let rules: Vec<String> = selection.rules.iter().map(told).collect();
    match filled {
        0 => bail!("nothing to examine: no triangles"),
        _ if within || selection.pairs > 0 => Ok(()),
        1 => bail!("nothing to examine: one object; add another file, or --self to look for self-overlaps"),
        _ => bail!(
            "nothing to examine: no pair of objects is selected; widen the selection, or add --self ({})",
            rules.join("; ")
        ),
    }
}

fn render(job: &Job, answers: &Answers, pairs: &[Pair<'_>], progress: &Progress) -> Result<()> {
    if let Some(target) = &job.json {
        target.fill(|out| report::write_json(out, answers, job.detail))?;
    }
    if let Some(target) = &job.csv {
        target.fill(|out| report::write_csv(out, answers, job.detail.triangles))?;
    }
    if let Some(path) = &job.html {
        page::write(path, page::of_check(answers, &rank::shown(answers, job.questions.least())))?;
    }
    draw(job, answers, pairs, progress)?;
    if !job.table && job.progress && job.json.is_none() {
        answers.selection.iter().for_each(|rule| output::complain("note", &told(rule)));
    }
    if job.table {
        output::print(&if pairs.is_empty() {
            table::clear(answers, job.questions.clearance)
        } else {
            table::table(answers, pairs, output::page(job.top))
        })?;
    }
    Ok(())
}

/// Pictures and exports of one scene.
pub fn draw(job: &Job, answers: &Answers, pairs: &[Pair<'_>], progress: &Progress) -> Result<()> {
    if let Some(path) = &job.picture {
        picture::draw(path, answers, &rank::shown(answers, job.questions.least()), pairs.len())?;
    }
    if let Some(folder) = &job.pictures {
        picture::draw_each(folder, answers, pairs, progress)?;
    }
    if let Some(folder) = &job.passes {
        picture::draw_passes(folder, answers, progress)?;
    }
    if let Some(path) = &job.export {
        allide_io::export::write_file(path, answers, pairs)?;
    }
    Ok(())
}
