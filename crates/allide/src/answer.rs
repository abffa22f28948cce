//! What was found, on its way into a report.

use crate::ObjectId;
use crate::confirm::Batch;
use crate::questions::{Meeting, Question};
use crate::report::{GpuStats, ObjectPair, Report};
use crate::world::WorldPair;

/// What was found between all objects, in order, and how.
pub struct Answers<Finding> {
    pub method: &'static str,
    pub answers: Vec<Answer<Finding>>,
    /// `None` where the CPU answered.
    pub gpu: Option<GpuStats>,
    pub warnings: Vec<String>,
}

/// What was found between two objects.
pub struct Answer<Finding> {
    pair: (ObjectId, ObjectId),
    pub batch: Batch<Finding>,
    /// `None` without findings.
    pub meeting: Option<Meeting>,
}

impl<Finding> Answer<Finding> {
    /// Sums up what was found.
    pub fn new<Q: Question<Finding = Finding>>(question: &Q, pair: WorldPair<'_>, mut batch: Batch<Finding>) -> Self {
        let meeting = (!batch.findings.is_empty()).then(|| question.conclude(pair, &mut batch.findings));
        Self { pair: (pair.a.id, pair.b.id), batch, meeting }
    }

    /// Adds it to a report; the first findings are not copied.
    pub fn append_to(mut self, report: &mut Report<Finding>) {
        report.stats.candidates += self.batch.candidates;
        let Some(meeting) = self.meeting else { return };
        let first = report.findings.len();
        if report.findings.capacity() == 0 {
            report.findings = self.batch.findings;
        } else {
            report.findings.append(&mut self.batch.findings);
        }
        report.pairs.push(ObjectPair {
            a: self.pair.0,
            b: self.pair.1,
            class: meeting.class,
            triangle_pairs: report.findings.len() - first,
            nearest: meeting.nearest,
            findings: first..report.findings.len(),
        });
    }
}
