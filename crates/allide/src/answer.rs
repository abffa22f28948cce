//! Findings on their way into a report.

use crate::Device;
#[cfg(feature = "gpu")]
use crate::Least;
use crate::confirm::Batch;
use crate::methods::Method;
use crate::questions::Question;
use crate::report::{DuplicateSet, GpuStats, ObjectPair, Proposals, Witness};
use crate::world::WorldPair;

/// The findings between all objects, in order, and how they were found.
pub struct Answers<Finding> {
    /// The methods that found it.
    pub methods: Vec<Method>,
    /// Where it was found.
    pub devices: Vec<Device>,
    pub found: Found<Finding>,
    pub sets: Vec<DuplicateSet>,
    /// `None` where the CPU answered.
    pub gpu: Option<GpuStats>,
    pub warnings: Vec<String>,
}

impl<Finding> Answers<Finding> {
    /// The answer where there is nothing to be found.
    pub fn nothing(method: Method, device: Device) -> Self {
        let (methods, devices) = (vec![method], vec![device]);
        Self { methods, devices, found: Found::default(), sets: Vec::new(), gpu: None, warnings: Vec::new() }
    }

    /// The answer where one object pair is enough, and two duplicates are it: the CPU recognises them.
    pub fn witnessed(method: Method, witness: Witness<Finding>, sets: Vec<DuplicateSet>) -> Self {
        let found = Found { witness: Some(witness), ..Found::default() };
        let (methods, devices) = (vec![method], vec![Device::Cpu]);
        Self { methods, devices, found, sets, gpu: None, warnings: Vec::new() }
    }
}

/// The findings between some object pairs, in order. Pairs without findings are only counted.
pub struct Found<Finding> {
    pub pairs: Vec<ObjectPair>,
    pub findings: Vec<Finding>,
    pub candidates: u64,
    /// How many object pairs were searched.
    pub object_candidates: u64,
    /// The outcome of the proposals, if a method made any.
    pub proposals: Proposals,
    /// One of the object pairs, if one is enough. Then there are no others.
    pub witness: Option<Witness<Finding>>,
}

impl<Finding> Default for Found<Finding> {
    fn default() -> Self {
        Self {
            pairs: Vec::new(),
            findings: Vec::new(),
            candidates: 0,
            object_candidates: 0,
            proposals: Proposals::default(),
            witness: None,
        }
    }
}

impl<Finding> Found<Finding> {
    /// Sums up what was found between two objects; the first findings are not copied.
    pub fn add<Q: Question<Finding = Finding>>(&mut self, question: &Q, pair: WorldPair<'_>, batch: Batch<Finding>) {
        self.candidates += batch.candidates;
        self.object_candidates += 1;
        let mut findings = batch.findings;
        let (is_proposed, touches) = (question.asked().method.proposes(), !findings.is_empty());
        let Some(verdict) = question.conclude(pair, &mut findings) else {
            if is_proposed {
                *self.reason(pair, touches) += 1;
            }
            return;
        };
        self.proposals.confirmed += u64::from(is_proposed);
        let (first, count) = (self.findings.len(), findings.len());
        self.pairs.push(ObjectPair {
            a: pair.a.id,
            b: pair.b.id,
            class: verdict.class,
            triangle_pairs: count,
            nearest: verdict.nearest,
            inside: verdict.inside,
            stands_for: [pair.a.stands_for, pair.b.stands_for],
            shared: None,
            findings: first..first + count,
        });
        self.take(findings);
    }

    /// The count of proposed pairs that are dropped for the same reason as this one.
    fn reason(&mut self, pair: WorldPair<'_>, touches: bool) -> &mut u64 {
        let is_open = [pair.a, pair.b].into_iter().any(|object| !object.mesh.topology().is_closed());
        match touches {
            _ if is_open => &mut self.proposals.not_closed,
            true => &mut self.proposals.touch,
            false => &mut self.proposals.apart,
        }
    }

    /// Notes whether there is anything between two objects.
    pub fn note<Q: Question<Finding = Finding>>(&mut self, question: &Q, pair: WorldPair<'_>, batch: Batch<Finding>)
    where
        Finding: Copy,
    {
        self.candidates += batch.candidates;
        self.object_candidates += 1;
        if self.witness.is_some() {
            return;
        }
        let (mut findings, least) = (batch.findings, question.asked().least);
        // The last one may be what ended the search: one that crosses.
        let finding = findings.last().copied();
        let witness = |class| Witness { a: pair.a.id, b: pair.b.id, class, finding };
        if finding.is_some() && question.one_is_enough() {
            self.witness = Some(witness(None));
        } else if let Some(verdict) = question.conclude(pair, &mut findings)
            && verdict.class.is_finding(least)
        {
            self.witness = Some(witness(Some(verdict.class)));
        }
    }

    /// The first object pair that is a finding.
    #[cfg(feature = "gpu")]
    pub fn first_finding(&self, least: Least) -> Option<Witness<Finding>>
    where
        Finding: Copy,
    {
        let pair = self.pairs.iter().find(|pair| pair.class.is_finding(least))?;
        let finding = self.findings.get(pair.findings.clone()).and_then(|findings| findings.first().copied());
        Some(Witness { a: pair.a, b: pair.b, class: Some(pair.class), finding })
    }

    /// Appends the findings of later pairs.
    pub fn append(&mut self, mut later: Self) {
        let first = self.findings.len();
        self.candidates += later.candidates;
        self.object_candidates += later.object_candidates;
        self.proposals.merge(later.proposals);
        self.witness = self.witness.take().or(later.witness);
        for pair in &mut later.pairs {
            pair.findings = first + pair.findings.start..first + pair.findings.end;
        }
        if self.pairs.is_empty() {
            self.pairs = later.pairs;
        } else {
            self.pairs.append(&mut later.pairs);
        }
        self.take(later.findings);
    }

    /// Merges the findings of these pairs with those of others, which may lie between or after them, in order.
    pub fn merged(self, other: Self) -> Self
    where
        Finding: Copy,
    {
        if self.pairs.is_empty() || other.pairs.is_empty() {
            return self.join(other);
        }
        let mut all = Self {
            candidates: self.candidates + other.candidates,
            object_candidates: self.object_candidates + other.object_candidates,
            proposals: self.proposals,
            ..Self::default()
        };
        all.proposals.merge(other.proposals);
        let mut pairs: Vec<(ObjectPair, bool)> = self.pairs.into_iter().map(|pair| (pair, true)).collect();
        pairs.extend(other.pairs.into_iter().map(|pair| (pair, false)));
        pairs.sort_unstable_by_key(|(pair, _)| (pair.a, pair.b));
        for (mut pair, is_own) in pairs {
            let findings = if is_own { &self.findings } else { &other.findings };
            let first = all.findings.len();
            all.findings.extend_from_slice(&findings[pair.findings]);
            pair.findings = first..all.findings.len();
            all.pairs.push(pair);
        }
        all
    }

    /// [`Found::append`], for reductions.
    pub fn join(mut self, later: Self) -> Self {
        self.append(later);
        self
    }

    fn take(&mut self, mut findings: Vec<Finding>) {
        if self.findings.is_empty() {
            self.findings = findings;
        } else {
            self.findings.append(&mut findings);
        }
    }
}
