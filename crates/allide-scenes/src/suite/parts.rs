//! Answers to less than everything are parts of the whole answer.

use super::Bits;
use super::{Answer, Case, Fault, Findings};
use allide::{
    Clearance, Engine, Method, ObjectId, ObjectPair, Overlaps, PairClass, Question, QuestionKind, SelfClearance,
    SelfOverlaps, TrianglePair,
};
use std::fmt;

/// # Errors
/// The first part that is not one.
pub fn check(
    engine: &mut Engine,
    method: Method,
    (case, objects): (&Case, usize),
    whole: &Answer,
) -> Result<(), Fault> {
    let mut part = Part { engine, case };
    let objects: Vec<ObjectId> = case.scene.ids().take(objects).collect();
    if let Some(whole) = whole.overlaps.as_ref().filter(|_| method.answers(QuestionKind::Overlaps)) {
        let overlaps = Overlaps::new().with_duplicates().method(method);
        part.witness("any overlap", &overlaps, whole)?;
        part.pairs_alone(&overlaps.clone().pairs_only(), whole)?;
        if !whole.sets.is_empty() {
            part.apart(&Overlaps::new().method(method), whole)?;
        }
        for &id in &objects {
            part.of("overlaps of one object", &overlaps.clone().of(id), whole, id)?;
        }
    }
    if let Some(whole) = whole.within.as_ref().filter(|_| method.answers(QuestionKind::SelfOverlaps)) {
        part.witness("any self-overlap", &SelfOverlaps::of_all().method(method), whole)?;
        for &id in &objects {
            part.of("self-overlaps of one object", &SelfOverlaps::of(id).method(method), whole, id)?;
        }
    }
    if let Some(whole) = whole.strangers.as_ref().filter(|_| method.answers(QuestionKind::SelfClearance)) {
        let close = SelfClearance::within(case.clearance).map_err(Fault::Failed)?.method(method);
        part.witness("any that is close inside", &close.clone(), whole)?;
        for &id in &objects {
            part.of("self-clearance of one object", &close.clone().with_triangles().of(id), whole, id)?;
        }
    }
    if let Some(whole) = whole.close_triangles.as_ref().filter(|_| method.answers(QuestionKind::Clearance)) {
        let close = Clearance::within(case.clearance).map_err(Fault::Failed)?.with_duplicates().method(method);
        part.witness("any that is close", &close.clone().with_triangles(), whole)?;
        let is_close = part.engine.any(&case.scene, &close).map_err(Fault::Failed)?.is_some();
        if is_close == whole.pairs.is_empty() {
            return Err(differs("any that is close", format!("{is_close}, of {whole}")));
        }
        for &id in &objects {
            part.of("clearance of one object", &close.clone().with_triangles().of(id), whole, id)?;
        }
    }
    Ok(())
}

struct Part<'a> {
    engine: &'a mut Engine,
    case: &'a Case,
}

fn differs(question: &'static str, what: impl Into<String>) -> Fault {
    Fault::Differs { question, what: what.into() }
}

impl Part<'_> {
    fn ask<Q: Question>(&mut self, question: &Q) -> Result<Findings<Q::Finding>, Fault>
    where
        Q::Finding: Bits + Copy,
    {
        let report = self.engine.run(&self.case.scene, question).map_err(Fault::Failed)?;
        Ok((&report).into())
    }

    /// Whatever stops at the first finding has one of them.
    fn witness<Q: Question>(
        &mut self,
        name: &'static str,
        question: &Q,
        whole: &Findings<Q::Finding>,
    ) -> Result<(), Fault>
    where
        Q::Finding: Bits + Copy + fmt::Debug,
    {
        let witness = self.engine.any(&self.case.scene, question).map_err(Fault::Failed)?;
        let Some(witness) = witness else {
            return if whole.pairs.is_empty() { Ok(()) } else { Err(differs(name, format!("none of {whole}"))) };
        };
        let is_there = whole.listed().iter().any(|(a, b, finding)| {
            let is_own = witness.finding.is_some_and(|own| own.bits().as_ref() == finding.bits().as_ref());
            (*a, *b, is_own) == (witness.a, witness.b, true)
        });
        if is_there { Ok(()) } else { Err(differs(name, format!("{witness:?} is none of {whole}"))) }
    }

    /// Object pairs alone have the same classes, and no triangles.
    fn pairs_alone<F>(&mut self, question: &Overlaps, whole: &Findings<F>) -> Result<(), Fault> {
        let part = self.ask(question)?;
        let verdicts = |pairs: &[ObjectPair]| -> Vec<(ObjectId, ObjectId, PairClass)> {
            pairs.iter().map(|pair| (pair.a, pair.b, pair.class)).collect()
        };
        let is_bare = part.findings.is_empty() && part.pairs.iter().all(|pair| pair.triangle_pairs == 0);
        match verdicts(&part.pairs) == verdicts(&whole.pairs) && is_bare {
            true => Ok(()),
            false => Err(differs("object pairs", format!("{:?} instead of {:?}", part.pairs, whole.pairs))),
        }
    }

    /// Without the pairs of duplicates, everything else is there, told of those that stand for others.
    fn apart(&mut self, question: &Overlaps, whole: &Findings<TrianglePair>) -> Result<(), Fault> {
        let witness = self.engine.any(&self.case.scene, question).map_err(Fault::Failed)?;
        if witness.is_none() {
            return Err(differs("any overlap without duplicates", format!("none of {whole}")));
        }
        let found = self.ask(question)?;
        let objects = |of: &Findings<TrianglePair>| of.sets.iter().map(|set| set.objects.clone()).collect::<Vec<_>>();
        if objects(&found) != objects(whole) {
            return Err(differs("sets without duplicates", format!("{:?} instead of {:?}", found.sets, whole.sets)));
        }
        let stand_in = |id: ObjectId| found.sets.iter().find_map(|set| set.stand_in(id)).unwrap_or(id);
        let count = |id: ObjectId| {
            let own = found.sets.iter().find(|set| set.objects.binary_search(&id).is_ok());
            own.map_or(1, |set| set.stand_ins.iter().filter(|&&other| other == id).count() as u32)
        };
        let is_told = |pair: &ObjectPair| stand_in(pair.a) == pair.a && stand_in(pair.b) == pair.b;
        let mut expected = whole.with(|pair| pair.class != PairClass::Duplicate && is_told(pair));
        expected.sets.clone_from(&found.sets);
        expected.pairs.iter_mut().for_each(|pair| pair.stands_for = [count(pair.a), count(pair.b)]);
        found.difference(&expected).map_or(Ok(()), |what| Err(differs("overlaps without duplicates", what)))
    }

    /// One object has what the whole has of it.
    fn of<Q: Question>(
        &mut self,
        name: &'static str,
        question: &Q,
        whole: &Findings<Q::Finding>,
        id: ObjectId,
    ) -> Result<(), Fault>
    where
        Q::Finding: Bits + Copy + fmt::Debug,
    {
        let found = self.ask(question)?;
        let expected = whole.of(id);
        found.difference(&expected).map_or(Ok(()), |what| Err(differs(name, what)))
    }
}

impl<F: Copy> Findings<F> {
    /// Those of one object.
    fn of(&self, id: ObjectId) -> Self {
        let mut own = self.with(|pair| pair.a == id || pair.b == id);
        own.sets.retain(|set| set.objects.contains(&id));
        own
    }

    /// Those of some object pairs.
    fn with(&self, is_kept: impl Fn(&ObjectPair) -> bool) -> Self {
        let pairs: Vec<ObjectPair> = self.pairs.iter().filter(|pair| is_kept(pair)).cloned().collect();
        let mut place = 0;
        let mut findings = Vec::new();
        for pair in &self.pairs {
            let own = &self.findings[place..place + pair.triangle_pairs];
            place += pair.triangle_pairs;
            findings.extend(own.iter().copied().filter(|_| is_kept(pair)));
        }
        Self { pairs, sets: self.sets.clone(), findings }
    }
}
