//! The page of a sequence: a timeline, and a group of findings for each two objects.

use super::check::{self, At};
use crate::numbers::thousands;
use allide_io::Stamp;
use allide_io::report::{Answers, Pair, Severity};
use allide_page::{Fact, Finding, Group, Kind, Page};
use std::collections::HashMap;

/// A page that grows frame by frame.
#[derive(Default)]
pub struct Reel {
    page: Option<Page>,
    /// Findings of the same two objects: how bad the worst is, a name, and which they are.
    courses: HashMap<String, (Severity, String, Vec<usize>)>,
    total_ms: f64,
}

impl Reel {
    /// Adds a frame and what was found in it.
    pub fn add(&mut self, stamp: Stamp, answers: &Answers, pairs: &[Pair<'_>]) {
        let source = |index: usize| answers.sources.get(index).map_or_else(String::new, |x| x.file.clone());
        let page = self.page.get_or_insert_with(|| {
            let mut page = Page::new(Kind::Check, super::title(&answers.sources));
            page.view.up = super::up(&answers.sources);
            page.view.unit = answers.unit.map(|unit| unit.name());
            page.view.guarantee = Some(super::guarantee(answers.guarantee()));
            page.add_scene(&answers.scene, source);
            page.view.summary = check::summary(answers);
            page
        });
        let frame = page.view.frames.len();
        let places = page.add_frame(&answers.scene, stamp.number.to_string(), stamp.time);
        let first = page.view.findings.len();
        check::add_findings(page, answers, pairs, Some(At { frame, places: &places }));
        self.total_ms += answers.total_ms();
        for note in check::notes(answers) {
            if !page.view.notes.contains(&note) {
                page.view.notes.push(note);
            }
        }
        for (index, pair) in (first..).zip(pairs) {
            let finding = &mut page.view.findings[index];
            let id = std::mem::take(&mut finding.id);
            finding.id = format!("{id}@{}", stamp.number);
            let severity = Severity::of(pair);
            let name = |object: usize| answers.scene.objects()[object].name().to_owned();
            let title = || {
                if pair.a == pair.b {
                    name(pair.a.index())
                } else {
                    format!("{} × {}", name(pair.a.index()), name(pair.b.index()))
                }
            };
            let course = self.courses.entry(id).or_insert_with(|| (severity, title(), Vec::new()));
            course.2.push(index);
            if severity.order(&course.0).is_lt() {
                course.0 = severity;
            }
        }
    }

    /// The page, with the worst course of findings first; none if there was no frame.
    pub fn finish(self) -> Option<Page> {
        let mut page = self.page?;
        let mut courses: Vec<(Severity, String, Vec<usize>)> = self.courses.into_values().collect();
        // Those that are equally bad in the order in which they begin.
        courses.sort_by(|x, y| x.0.order(&y.0).then_with(|| x.2[0].cmp(&y.2[0])));
        let mut findings: Vec<Option<Finding>> =
            std::mem::take(&mut page.view.findings).into_iter().map(Some).collect();
        for (_, name, mut members) in courses {
            // The worst first, which is where the list leads; the others as time goes.
            let depth = |&member: &usize| findings[member].as_ref().and_then(|finding| finding.depth).unwrap_or(0.0);
            let worst = (0..members.len()).rev().max_by(|&x, &y| depth(&members[x]).total_cmp(&depth(&members[y])));
            members[..=worst.unwrap_or(0)].rotate_right(1);
            let first = page.view.findings.len();
            page.view.findings.extend(members.iter().filter_map(|&member| findings[member].take()));
            let last = page.view.findings.len();
            if last > first + 1 {
                page.view.groups.push(Group { name, findings: (first..last).collect() });
            }
        }
        let deepest = page.view.findings.iter().filter_map(|finding| finding.depth).fold(0.0, f64::max);
        for (number, finding) in (1..).zip(&mut page.view.findings) {
            finding.number = number;
            if let Some(depth) = finding.depth.filter(|_| deepest > 0.0) {
                finding.severity = Some(depth / deepest);
            }
        }
        let frames = page.view.frames.len();
        let summary = &mut page.view.summary;
        summary.retain(|fact| fact.label != "time");
        summary.push(Fact::new("frames", thousands(frames)));
        let mean = self.total_ms / frames.max(1) as f64;
        summary.push(Fact::new("time", format!("{:.1} ms, {mean:.1} ms a frame", self.total_ms)));
        Some(page)
    }
}
