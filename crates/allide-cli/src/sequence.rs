//! `allide check` on moving scenes: the same questions, frame by frame.
//!
//! `film.rs` joins sequences and static files into one scene per frame; a `Player` yields frames with their `Answers`,
//! one at a time. A frame's report is the report on its scene alone; `tests/motions.rs` and `tests/gpu/motions.rs`
//! compare an engine that goes on with new ones.

use crate::film::Film;
use crate::job::Job;
use crate::progress::Progress;
use crate::select::Selection;
use crate::{check, film_table, interrupt, output, page, rank, table};
use allide::Engine;
use allide_io::Stamp;
use allide_io::report::{Answers, SequenceReport};
use allide_show::words::told;
use anyhow::{Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

/// A frame and its findings. Data that did not change since the last frame is shared.
pub struct Frame {
    pub stamp: Stamp,
    /// Their scene is the frame.
    pub answers: Answers,
}

/// Asks about one frame after another, with one engine that reuses what did not change.
pub struct Player<'j> {
    job: &'j Job,
    film: Film,
    engine: Engine,
    next: usize,
    /// How many object pairs were to be examined, in all frames.
    pairs: u64,
    /// Patterns that nothing was named like in any frame so far, and what was said about them.
    idle: Option<BTreeMap<String, String>>,
}

impl<'j> Player<'j> {
    pub fn open(job: &'j Job, progress: &Progress) -> Result<Self> {
        let film = Film::open(&job.files, progress)?;
        Ok(Self { job, film, engine: job.questions.engine()?, next: 0, pairs: 0, idle: None })
    }

    /// How many frames there are.
    pub fn frames(&self) -> usize {
        self.film.stamps().len()
    }

    /// The next frame with all answers.
    pub fn next(&mut self) -> Result<Option<Frame>> {
        let Some((stamp, models, selection)) = self.advance()? else { return Ok(None) };
        let crate::input::Models { scene, sources, unit, notes, .. } = models;
        let mut answers = self.job.questions.ask_with(&mut self.engine, scene, sources, selection)?;
        (answers.unit, answers.notes) = (unit, notes);
        Ok(Some(Frame { stamp, answers }))
    }

    fn advance(&mut self) -> Result<Option<(Stamp, crate::input::Models, Selection)>> {
        let Some(&stamp) = self.film.stamps().get(self.next) else { return Ok(None) };
        let mut models = self.film.frame(self.next)?;
        // An object may come later, or be gone.
        let selection = self.job.rules.apply_as_far_as_possible(&mut models);
        let said = selection.idle.iter().chain(&selection.warnings);
        let mut idle: BTreeMap<String, String> = said.map(|text| (pattern(text), text.clone())).collect();
        if let Some(before) = &self.idle {
            idle.retain(|pattern, _| before.contains_key(pattern));
        }
        self.idle = Some(idle);
        self.pairs += selection.pairs;
        self.next += 1;
        Ok(Some((stamp, models, selection)))
    }

    /// Problems to report after the last frame.
    ///
    /// # Errors
    /// Nothing was examined in any frame.
    pub fn conclude(&self) -> Result<()> {
        let idle = self.idle.iter().flatten().map(|(_, text)| text);
        if self.pairs == 0 && !self.job.questions.within {
            let why = idle.cloned().collect::<Vec<_>>().join("; ");
            match why.as_str() {
                "" => bail!("nothing to examine: no pair of objects in any frame; add another file, or --self"),
                why => bail!("nothing to examine in any frame: {why}"),
            }
        }
        idle.for_each(|problem| output::complain("warning", problem));
        Ok(())
    }
}

/// The part of a message that names a pattern: up to the second quote. The objects that match may differ from frame to frame.
fn pattern(message: &str) -> String {
    message.split_inclusive('"').take(2).collect()
}

pub fn run(job: &Job) -> Result<ExitCode> {
    let progress = Progress::new(job.progress);
    let mut player = Player::open(job, &progress)?;
    let found = if job.any { any(job, &mut player, &progress)? } else { all(job, &mut player, &progress)? };
    Ok(ExitCode::from(u8::from(found && !job.exit_zero)))
}

/// Stops at the first finding of the first frame that has one.
fn any(job: &Job, player: &mut Player<'_>, progress: &Progress) -> Result<bool> {
    let bar = progress.frames(player.frames());
    while let Some((stamp, models, selection)) = player.advance()? {
        bar.inc(1);
        if selection.pairs == 0 && !job.questions.within {
            continue;
        }
        if let Some(found) = job.questions.any_with(&mut player.engine, &models.scene)? {
            bar.finish_and_clear();
            if job.table {
                output::print(&format!("frame {}: {}", stamp.number, table::first(&models.scene, found)))?;
            }
            return Ok(true);
        }
    }
    bar.finish_and_clear();
    player.conclude()?;
    if job.table {
        output::print(&table::none(job.questions.guarantee()))?;
    }
    Ok(false)
}

fn all(job: &Job, player: &mut Player<'_>, progress: &Progress) -> Result<bool> {
    let bar = progress.frames(player.frames());
    let mut report = SequenceReport::new(job.json.is_some(), job.csv.is_some(), job.detail)?;
    let mut summary = film_table::Summary::default();
    let mut shown: Option<Answers> = None;
    let mut reel = job.html.as_ref().map(|_| page::Reel::default());
    let mut warned = BTreeSet::new();
    while let Some(Frame { stamp, answers }) = player.next()? {
        for warning in answers.warnings() {
            if warned.insert(warning.to_owned()) {
                output::complain("warning", warning);
            }
        }
        let pairs = rank::listed(&answers, job.questions.least());
        report.add(stamp, &answers, &pairs)?;
        if let Some(reel) = &mut reel {
            reel.add(stamp, &answers, &rank::shown(&answers, job.questions.least()));
        }
        summary.add(stamp, &answers, &pairs);
        drop(pairs);
        // The frame for the picture: the worst so far, or the first.
        if shown.is_none() || report.course().worst_frame().is_some_and(|worst| worst.frame == stamp.number) {
            shown = Some(answers);
        }
        bar.inc(1);
        interrupt::check()?;
    }
    bar.finish_and_clear();
    player.conclude()?;
    if let Some(target) = &job.json {
        target.fill(|out| report.write_json(out))?;
    }
    if let Some(target) = &job.csv {
        target.fill(|out| report.write_csv(out))?;
    }
    if let (Some(path), Some(page)) = (&job.html, reel.and_then(page::Reel::finish)) {
        page::write(path, page)?;
    }
    if let Some(answers) = &shown {
        check::draw(job, answers, &rank::listed(answers, job.questions.least()), progress)?;
    }
    if job.table {
        output::print(&film_table::table(report.course(), &summary, output::page(job.top)))?;
    } else if job.progress && job.json.is_none() {
        let rules = shown.iter().flat_map(|answers| &answers.selection);
        rules.for_each(|rule| output::complain("note", &told(rule)));
    }
    Ok(report.course().frames_with_findings() > 0)
}
