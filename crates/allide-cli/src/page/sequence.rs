//! The page of a sequence: a timeline, and a group of findings for each two objects.

use super::check::{self, At};
use super::marks;
use crate::numbers::thousands;
use allide_io::Stamp;
use allide_io::report::{Answers, Pair, Severity};
use allide_page::{Fact, Finding, Group, Kind, Lit, Page};
use std::collections::HashMap;

/// A page that grows frame by frame.
#[derive(Default)]
pub struct Reel {
    page: Option<Page>,
    /// In the order of time. The content of the page is known only after the last frame.
    found: Vec<Option<(Finding, Lit)>>,
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
        let found = check::findings(page, answers, pairs, Some(At { frame, places: &places }));
        self.total_ms += answers.total_ms();
        for note in check::notes(answers) {
            if !page.view.notes.contains(&note) {
                page.view.notes.push(note);
            }
        }
        for (mut finding, pair) in found.into_iter().zip(pairs) {
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
            course.2.push(self.found.len());
            self.found.push(Some((finding, marks::of_pair(answers, pair))));
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
        let mut found = self.found;
        for (_, name, mut members) in courses {
            // The worst first, which is where the list leads; the others as time goes.
            let depth = |&member: &usize| found[member].as_ref().and_then(|(finding, _)| finding.depth).unwrap_or(0.0);
            let worst = (0..members.len()).rev().max_by(|&x, &y| depth(&members[x]).total_cmp(&depth(&members[y])));
            members[..=worst.unwrap_or(0)].rotate_right(1);
            let first = page.view.findings.len();
            for (finding, lit) in members.iter().filter_map(|&member| found[member].take()) {
                marks::push(&mut page, finding, || lit);
            }
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
