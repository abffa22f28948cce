//! The way from all objects to candidate pairs of triangles, for every method that draws.

use super::cover::{CoverSource, TRIANGLE};
use super::kept::Kept;
use super::meet::Meeting;
use super::set::Set;
use super::stage::{Look, Shot, Stage};
use super::view::{Direction, View, Window};
use super::{Reduction, Request, cullide, offset, order_free, ordered, self_cullide};
use crate::Pass;
use crate::confirm::reach;
use crate::gpu::{Found, Resident, key};
use crate::gpu_confirm::Rule;
use crate::methods::{Method, sweep};
use crate::questions::Scope;
use crate::world::WorldObject;
use allide_geom::Aabb;
use allide_gpu::{GpuError, Recorder, Result, StageTime};
use rayon::prelude::*;
use std::time::Instant;

/// Below objects a level is left when a round takes away less than one of so many parts: looking closer takes away more, and
/// in the end the exact tests of a few more pairs are cheaper than a round.
const FEW: usize = 16;
/// A level has at least so many times as many parts as the last one; those in between are skipped. Without an order, `far` has
/// just objects and triangles: a round costs the same for few parts as for many, and what it leaves is no matter of level.
const MORE: usize = 4;

/// Reduces the set of triangles that may collide, then pairs the rest by their boxes. What comes out is left to the CPU.
pub(crate) fn search<'g>(
    recorder: Recorder<'g>,
    resident: &Resident,
    kept: &mut Kept,
    request: &Request<'_, '_>,
) -> Result<Found<'g>> {
    let gpu = recorder.gpu();
    let (cover, pixels) = match (request.method, offset::cover(request.views.cover)) {
        (Method::Cullide, _) => (&TRIANGLE, cullide::PIXELS),
        (Method::SelfCullide, _) => (&TRIANGLE, self_cullide::PIXELS),
        (_, Some(cover)) => (cover, offset::pixels(gpu)),
        (method, None) => unreachable!("{} is not drawn: see Request::is_drawn", method.name()),
    };
    if cover.is_conservative && !gpu.has_conservative_raster() {
        return Err(GpuError::Lacks {
            what: "far by touched pixels",
            feature: "conservative rasterisation",
            instead: "choose the cover by cells or by an offset",
        });
    }
    let pixels = request.views.resolution.unwrap_or(pixels.min(gpu.max_image())).max(1);
    let rule = if matches!(request.scope, Scope::Within(_)) { Rule::Within } else { Rule::Between };
    let magnitude = request.objects.iter().map(WorldObject::magnitude).fold(0.0, f64::max);
    let margin = if request.limit > 0.0 { reach(request.limit, magnitude) } else { 0.0 };
    kept.fit(request.objects);
    let starts = request.starts;
    let mut paired: Vec<u32> = request.pairs.iter().flat_map(|pair| [pair.a.id.0, pair.b.id.0]).collect();
    paired.sort_unstable();
    paired.dedup();
    let mut set = Set::of(request.objects, starts, paired.into_iter());
    let mut stage = Stage::new(gpu, cover, resident.triangles(), pixels)?;
    let mut search = Search {
        resident,
        request,
        cover,
        pixels,
        rule,
        margin,
        recorder: Some(recorder),
        pairs: (0..request.pairs.len()).collect(),
        passes: Vec::new(),
        stages: Vec::new(),
    };
    search.settle(&stage, &mut set, "objects")?;
    if !set.is_empty() {
        let left: Vec<u32> = set.objects().collect();
        kept.open(search.recorder.get_or_insert_with(|| Recorder::new(gpu)), starts, &left)?;
        set.open(|object| kept.parts(object));
        stage.order = kept.order();
    }
    while !set.is_empty() && !set.is_finest() {
        let before = set.len();
        let has_levels = request.method != Method::Far || request.views.reduction == Reduction::Ordered;
        while !set.is_finest() && (!has_levels || set.len() < MORE * before) {
            set.descend();
        }
        let level = if set.is_finest() { "triangles" } else { "parts" };
        search.settle(&stage, &mut set, level)?;
    }
    if let Some(recorder) = search.recorder.take() {
        search.add(recorder.finish()?.stages());
    }
    let rest = search.candidates(&set, starts);
    let Search { passes, stages, .. } = search;
    Ok(Found { candidates: rest.len() as u64, rest, passes, stages, attempts: 1, ..Found::default() })
}

struct Search<'r, 'g> {
    resident: &'r Resident,
    request: &'r Request<'r, 'r>,
    cover: &'r CoverSource,
    pixels: u32,
    rule: Rule,
    /// Boxes of triangles that need not be found are farther apart.
    margin: f64,
    /// With what is recorded but not submitted yet.
    recorder: Option<Recorder<'g>>,
    /// Object pairs that can still meet: their places in the request.
    pairs: Vec<usize>,
    passes: Vec<Pass>,
    /// Times of the card, summed up by name.
    stages: Vec<StageTime>,
}

impl<'g> Search<'_, 'g> {
    /// Looks along all axes, again and again, until the set no longer shrinks; below objects, until hardly anything goes.
    fn settle(&mut self, stage: &Stage<'g>, set: &mut Set<'_>, level: &'static str) -> Result<()> {
        let mut left = set.left();
        // Inside objects, those that did not change are not looked at again.
        let mut is_settled = vec![false; self.request.objects.len()];
        for round in 0.. {
            let start = Instant::now();
            let meeting = self.meet(set, &left);
            if set.is_empty() {
                break;
            }
            let before = set.len();
            let looks = match self.rule {
                Rule::Between => {
                    vec![Look { patches: set.patches(), shots: self.shots(&meeting.region, &meeting.axes(), round) }]
                }
                Rule::Within => self.looks_inside(set, &left, &is_settled, round),
            };
            let recorder = self.recorder.take().unwrap_or_else(|| Recorder::new(stage.gpu));
            let reduced = match self.request.views.reduction {
                Reduction::OrderFree => order_free::reduce(recorder, stage, self.rule, &looks)?,
                Reduction::Ordered => ordered::reduce(recorder, stage, self.rule, &looks)?,
            };
            self.add(&reduced.stages);
            match self.rule {
                Rule::Between => set.retain(&reduced.kept),
                Rule::Within => set.retain_inside(&reduced.kept, &mut is_settled),
            }
            left = set.left();
            let pairs = self.meet(set, &left).pairs.len() as u64;
            let views: usize = looks.iter().map(|look| look.shots.len()).sum();
            self.passes.push(Pass {
                level,
                objects: set.objects().count() as u64,
                parts: set.len() as u64,
                triangles: set.triangle_count(),
                pairs,
                views: views as u32,
                draws: reduced.draws,
                pixels: views as u64 * u64::from(self.pixels) * u64::from(self.pixels),
                ms: start.elapsed().as_secs_f64() * 1e3,
            });
            let gone = before - set.len();
            if gone == 0 || level != "objects" && gone < before / FEW {
                break;
            }
        }
        Ok(())
    }

    fn add(&mut self, stages: &[StageTime]) {
        for stage in stages {
            match self.stages.iter_mut().find(|known| known.name == stage.name) {
                Some(known) => known.ms = known.ms.zip(stage.ms).map(|(sum, ms)| sum + ms),
                None => self.stages.push(stage.clone()),
            }
        }
    }

    /// Drops pairs and objects that cannot meet any more, by boxes around what is left of each object.
    fn meet(&mut self, set: &mut Set<'_>, left: &[Aabb]) -> Meeting {
        let meeting = Meeting::of(self.request.pairs, &self.pairs, left, self.margin);
        self.pairs.clone_from(&meeting.pairs);
        let mut meets = vec![false; self.request.objects.len()];
        for &pair in &meeting.pairs {
            let pair = &self.request.pairs[pair];
            (meets[pair.a.id.index()], meets[pair.b.id.index()]) = (true, true);
        }
        set.retain_objects(|object| meets[object as usize]);
        meeting
    }

    /// Views of a region.
    fn shots(&self, region: &Aabb, directions: &[Direction], round: u32) -> Vec<Shot> {
        let grid = self.resident.grid();
        // Coordinates are rounded to cells.
        let window = Window::around(grid, region).grown(1);
        let shot = |&direction: &Direction| {
            // Every other round looks from the other side.
            let direction = if round % 2 == 1 { direction.opposite() } else { direction };
            let view = View::of(&window, direction, self.pixels);
            let reach = (self.cover.reach)(&view, grid.length(self.margin));
            Shot { view, reach }
        };
        directions.iter().map(shot).collect()
    }

    /// A look at each object that is not settled.
    fn looks_inside(&self, set: &Set<'_>, left: &[Aabb], is_settled: &[bool], round: u32) -> Vec<Look> {
        let directions = self_cullide::directions();
        let objects = set.patches();
        let looks = objects.chunk_by(|x, y| x.owner == y.owner).filter_map(|patches| {
            let object = patches[0].owner as usize;
            let shots = || self.shots(&left[object], &directions, round);
            (!is_settled[object]).then(|| Look { patches: patches.to_vec(), shots: shots() })
        });
        looks.collect()
    }

    /// Keys of triangle pairs whose boxes meet.
    fn candidates(&self, set: &Set<'_>, starts: &[u32]) -> Vec<u64> {
        let triangles = set.triangles();
        let of = |&pair: &usize| {
            let pair = self.request.pairs[pair];
            let (a, b) = (pair.a.id.index(), pair.b.id.index());
            let first = [starts[a], starts[b]];
            let found = sweep::pairs_among(pair, [&triangles[a], &triangles[b]], self.margin);
            found.into_iter().map(move |[a, b]| key([a + first[0], b + first[1]]))
        };
        self.pairs.par_iter().flat_map_iter(of).collect()
    }
}
