//! Asks the library the questions of a job.

use crate::args::Device;
use crate::select::Selection;
use crate::{environment, interrupt};
use allide::{
    Choice, Class, Clearance, DVec3, Engine, Guarantee, Least, Method, Nearest, ObjectId, Overlaps, PairClass,
    QuestionKind, Scene, SelfClearance, SelfOverlaps, Solids, TriangleDistance, TrianglePair, Witness,
};
use allide_geom::contact_box;
use allide_io::report::{Answers, Source};
use anyhow::{Context, Result};

/// The questions besides overlaps between objects, and how to answer them.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    /// Also inside each object.
    pub within: bool,
    /// Also for objects closer than this.
    pub clearance: Option<f64>,
    /// Also how far apart all objects are.
    pub nearest: bool,
    /// Penetrations up to this are shallow.
    pub tolerance: Option<f64>,
    /// Shared volumes up to this are shallow, too.
    pub min_volume: Option<f64>,
    /// Shallow pairs are findings.
    pub shallow: bool,
    /// Contacts are findings.
    pub touch: bool,
    /// Also tell what objects share: how deep, how much.
    pub measured: bool,
    /// And along which curves, where and in which direction.
    pub contacts: bool,
    /// And for their triangle pairs closer than this, and for those of duplicates.
    pub triangles: bool,
    /// And which triangles each pass of a method that looks leaves.
    pub keeps_sets: bool,
    /// `cullide` and `self-cullide` are one word for both: each question gets the one that answers it.
    pub method: Method,
    pub device: Device,
    /// `None` is all of them.
    pub threads: Option<usize>,
}

impl Questions {
    /// An engine for them.
    pub fn engine(&self) -> Result<Engine> {
        let engine = match self.device {
            Device::Auto => Engine::auto_with(environment::gpu_options()),
            Device::Cpu => Engine::cpu(),
            Device::Gpu => Engine::gpu_with(Choice::Any, environment::gpu_options()).context("--device gpu")?,
        };
        interrupt::watch().keep_sets(self.keeps_sets);
        let engine = engine.with_watch(interrupt::watch());
        Ok(match self.threads {
            Some(threads) => engine.with_threads(threads)?,
            None => engine,
        })
    }

    fn overlaps(&self) -> Overlaps {
        let overlaps = Overlaps::new().method(match self.method {
            Method::SelfCullide(views) => Method::Cullide(views),
            method => method,
        });
        if self.triangles { overlaps.with_duplicates() } else { overlaps }
    }

    fn solids(&self) -> Result<Solids> {
        let mut solids = Solids::new().method(self.method);
        if self.triangles {
            solids = solids.with_duplicates();
        }
        if let Some(tolerance) = self.tolerance {
            solids = solids.tolerance(tolerance)?;
        }
        if let Some(volume) = self.min_volume {
            solids = solids.min_volume(volume)?;
        }
        solids = match self.least() {
            Least::Hard => solids,
            Least::Shallow => solids.with_shallow(),
            Least::Touch => solids.with_touch(),
        };
        Ok(match (self.measured, self.contacts) {
            (true, true) => solids.with_contacts(),
            (true, false) => solids.measured(),
            (false, _) => solids.unmeasured(),
        })
    }

    /// The least class that is a finding. With a clearance, contacts and shallow pairs are: they are closer than it.
    pub fn least(&self) -> Least {
        match self {
            _ if self.touch || self.clearance.is_some() => Least::Touch,
            _ if self.shallow => Least::Shallow,
            _ => Least::Hard,
        }
    }

    fn self_overlaps(&self) -> SelfOverlaps {
        SelfOverlaps::of_all().method(match self.method {
            Method::Cullide(views) => Method::SelfCullide(views),
            method => method,
        })
    }

    /// The guarantee of the answers.
    pub fn guarantee(&self) -> Guarantee {
        self.method.guarantee()
    }

    fn clearance(&self) -> Result<Option<Clearance>> {
        let Some(distance) = self.clearance else { return Ok(None) };
        let question = Clearance::within(distance)?.method(self.method);
        Ok(Some(if self.triangles { question.with_triangles().with_duplicates() } else { question }))
    }

    /// The same inside each object, if asked for.
    fn self_clearance(&self) -> Result<Option<SelfClearance>> {
        let Some(distance) = self.clearance.filter(|_| self.within) else { return Ok(None) };
        let question = SelfClearance::within(distance)?.method(self.method);
        Ok(Some(if self.triangles { question.with_triangles() } else { question }))
    }

    /// All answers. Questions about pairs are asked if there are any to examine.
    pub fn ask(&self, scene: Scene, sources: Vec<Source>, selection: Selection) -> Result<Answers> {
        self.ask_with(&mut self.engine()?, scene, sources, selection)
    }

    /// The same with an engine that may know some of it from before.
    pub fn ask_with(
        &self,
        engine: &mut Engine,
        scene: Scene,
        sources: Vec<Source>,
        selection: Selection,
    ) -> Result<Answers> {
        let (between, selection) = (selection.pairs > 0 || !self.within, selection.rules);
        let solids = self.solids()?;
        let overlaps = between.then(|| match self.method.answers(QuestionKind::Solids) {
            true => engine.run(&scene, &solids),
            // Of triangle pairs, what a view misses would look like one solid inside another.
            false => engine.run(&scene, &self.overlaps()),
        });
        let overlaps = overlaps.transpose()?;
        let clearance = self.clearance()?.filter(|_| between);
        let clearance = clearance.map(|question| engine.run(&scene, &question)).transpose()?;
        let every = Nearest::new().method(self.method);
        let every = if self.triangles { every.with_duplicates() } else { every };
        let nearest = (self.nearest && between).then(|| engine.run(&scene, &every));
        let nearest = nearest.transpose()?;
        let self_overlaps = self.within.then(|| engine.run(&scene, &self.self_overlaps())).transpose()?;
        let self_clearance = self.self_clearance()?.map(|question| engine.run(&scene, &question)).transpose()?;
        let (unit, notes, threads) = (None, Vec::new(), engine.threads());
        Ok(Answers {
            scene,
            sources,
            unit,
            notes,
            selection,
            overlaps,
            self_overlaps,
            clearance,
            self_clearance,
            nearest,
            threads,
        })
    }

    /// Two objects with a finding, or one with itself; stops at the first.
    pub fn any(&self, scene: &Scene) -> Result<Option<Any>> {
        self.any_with(&mut self.engine()?, scene)
    }

    /// The same with an engine that may know some of it from before.
    pub fn any_with(&self, engine: &mut Engine, scene: &Scene) -> Result<Option<Any>> {
        if let Some(clearance) = self.clearance()?
            && let Some(found) = engine.any(scene, &clearance)?
        {
            return Ok(Some(Any::near(found)));
        }
        // Surfaces that are far apart may still be one inside the other.
        let between = match self.method.answers(QuestionKind::Solids) {
            true => engine.any(scene, &self.solids()?)?.map(|found| Any::overlap(scene, found)),
            false => self.first_overlap(engine, scene)?,
        };
        if between.is_some() || !self.within {
            return Ok(between);
        }
        let within = engine.any(scene, &self.self_overlaps())?.map(|found| Any::overlap(scene, found));
        match self.self_clearance()? {
            Some(clearance) if within.is_none() => Ok(engine.any(scene, &clearance)?.map(Any::near)),
            _ => Ok(within),
        }
    }

    /// By a method that does not know solids, the class of two objects is known once all their triangles are.
    fn first_overlap(&self, engine: &mut Engine, scene: &Scene) -> Result<Option<Any>> {
        let report = engine.run(scene, &self.overlaps())?;
        if let Some(set) = report.sets.first() {
            let (a, b, class) = (set.objects[0], set.objects[1], Some(PairClass::Duplicate));
            return Ok(Some(Any { a, b, class, meeting: None }));
        }
        let found = report.pairs.iter().find(|pair| pair.class.is_finding(self.least()));
        Ok(found.map(|pair| {
            let meeting = report.findings_of(pair).first().map(|&found| Meeting::of(scene, [pair.a, pair.b], found));
            Any { a: pair.a, b: pair.b, class: Some(pair.class), meeting }
        }))
    }
}

/// The first finding.
#[derive(Clone, Copy, Debug)]
pub struct Any {
    pub a: ObjectId,
    pub b: ObjectId,
    /// How they meet, if that had to be decided.
    pub class: Option<PairClass>,
    /// How and where two of their triangles meet; none if that is not known.
    pub meeting: Option<Meeting>,
}

/// How and where two triangles meet.
#[derive(Clone, Copy, Debug)]
pub struct Meeting {
    pub triangles: [u32; 2],
    /// None if they are apart, or if only their distance was asked for.
    pub class: Option<Class>,
    pub distance: f64,
    pub at: DVec3,
}

impl Any {
    fn overlap(scene: &Scene, Witness { a, b, class, finding, .. }: Witness<TrianglePair>) -> Self {
        Self { a, b, class, meeting: finding.map(|found| Meeting::of(scene, [a, b], found)) }
    }

    fn near(Witness { a, b, finding, .. }: Witness<TriangleDistance>) -> Self {
        let meeting = |found: TriangleDistance| {
            let (triangles, nearest) = ([found.a, found.b], found.nearest);
            let at = nearest.on_a * 0.5 + nearest.on_b * 0.5;
            Meeting { triangles, class: None, distance: nearest.distance, at }
        };
        Self { a, b, class: None, meeting: finding.map(meeting) }
    }
}

impl Meeting {
    fn of(scene: &Scene, [a, b]: [ObjectId; 2], found: TrianglePair) -> Self {
        let at = contact_box(&scene.triangle(a, found.a), &scene.triangle(b, found.b)).center();
        Self { triangles: [found.a, found.b], class: Some(found.class), distance: 0.0, at }
    }
}

#[cfg(test)]
mod tests;
