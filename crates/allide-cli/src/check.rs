//! `allide check`.

use crate::ask::has_pairs;
use crate::input::Objects;
use crate::job::Job;
use crate::progress::Progress;
use crate::{ignore, input, interrupt, output, picture, table};
use allide::Scene;
use allide_io::report::{self, Answers, Pair};
use anyhow::{Result, bail};
use std::process::ExitCode;

pub fn run(job: &Job) -> Result<ExitCode> {
    let progress = Progress::new(job.progress);
    let Objects { mut scene, sources, unit, notes } = input::read(job, &progress)?;
    for pattern in ignore::apply(&job.ignore, &mut scene) {
        output::complain("warning", &format!("--ignore: no object is named like {pattern:?}"));
    }
    check_examinable(&scene, job.questions.within)?;
    let found = if job.any {
        let found = progress.search(interrupt::watch(), || job.questions.any(&scene))?;
        if job.table {
            output::print(&match found {
                Some(pair) => table::first(&scene, pair),
                None => table::none(job.questions.guarantee()),
            })?;
        }
        found.is_some()
    } else {
        let mut answers = progress.search(interrupt::watch(), || {
            job.questions.ask(scene, sources, job.ignore.iter().map(ToString::to_string).collect())
        })?;
        (answers.unit, answers.notes) = (unit, notes);
        answers.warnings().into_iter().for_each(|warning| output::complain("warning", warning));
        let pairs = table::ranked(&answers);
        render(job, &answers, &pairs)?;
        !pairs.is_empty()
    };
    Ok(ExitCode::from(u8::from(found && !job.exit_zero)))
}

fn check_examinable(scene: &Scene, within: bool) -> Result<()> {
    let filled = scene.objects().iter().filter(|object| !object.mesh().triangles().is_empty()).count();
    match filled {
        0 => bail!("nothing to examine: no triangles"),
        _ if within || has_pairs(scene) => Ok(()),
        1 => bail!("nothing to examine: one object; add another file, or --self to look for self-overlaps"),
        _ => bail!("nothing to examine: --ignore leaves out every pair of objects; ignore fewer, or add --self"),
    }
}

fn render(job: &Job, answers: &Answers, pairs: &[Pair<'_>]) -> Result<()> {
    if let Some(target) = &job.json {
        target.fill(|out| report::write_json(out, answers, job.triangles))?;
    }
    if let Some(target) = &job.csv {
        target.fill(|out| report::write_csv(out, answers, job.triangles))?;
    }
    if let Some(path) = &job.picture {
        picture::draw(path, answers, pairs)?;
    }
    if job.table {
        output::print(&if pairs.is_empty() {
            table::clear(answers, job.questions.clearance)
        } else {
            table::table(answers, pairs, output::page())
        })?;
    }
    Ok(())
}
