//! The way from all objects to candidate pairs of triangles, for every method that draws.

use super::drawn::Manner;
use super::kept::Kept;
use super::meet::{Meeting, Region};
use super::set::Set;
use super::stage::{DrawTargets, Look, Shot};
use super::view::{Direction, View, Window};
use super::{offset, order_free, ordered, self_cullide};
use crate::Pass;
use crate::Reduction;
use crate::confirm::reach;
use crate::gpu::Query;
use crate::gpu_confirm::Rule;
use crate::methods::sweep;
use crate::world::WorldObject;
use allide_gpu::{Gpu, GpuError, Recorder, Result, StageTime};
use rayon::prelude::*;
use std::time::Instant;

/// Views are of one region where objects can meet each, or of some of them, if there are more than this: a view costs the
/// same for few objects as for many.
const REGIONS: usize = 4;
/// Below objects `far` leaves a level when a round takes away less than this fraction (one over the number): looking closer takes away more, and
/// in the end the exact tests of a few more pairs are cheaper than a round. Sampled methods go on, as published.
const FEW: usize = 16;
/// A level has at least this many times the parts of the last one; those in between are skipped. Without an order, `far` has
/// just objects and triangles: a round costs the same for few parts as for many, and what it leaves is no matter of level.
const MORE: usize = 4;

/// What is left after all passes.
#[derive(Debug)]
pub(super) struct Left<'g> {
    /// Triangle pairs whose boxes meet, numbered through all objects, smaller first.
    pub candidates: Vec<[u32; 2]>,
    pub passes: Vec<Pass>,
    /// Times of the GPU, summed up by name.
    pub stages: Vec<StageTime>,
    /// What was recorded and not submitted.
    pub recorder: Option<Recorder<'g>>,
}

/// Reduces the set of triangles that may collide, then pairs the rest by their boxes.
pub(super) fn search<'g>(
    recorder: Recorder<'g>,
    query: Query<'_>,
    manner: &Manner,
    kept: &mut Kept,
) -> Result<Left<'g>> {
    let gpu = recorder.gpu();
    let cover = manner.cover;
    if cover.is_conservative && !gpu.has_conservative_raster() {
        return Err(GpuError::Lacks {
            what: "far by touched pixels",
            feature: "conservative rasterisation",
            instead: "choose the cover by cells or by an offset",
        });
    }
    let pixels = manner.pixels.unwrap_or_else(|| offset::pixels(gpu));
    let pixels = manner.views.resolution.unwrap_or(pixels.min(gpu.max_image())).max(1);
    let magnitude = query.objects.iter().map(WorldObject::magnitude).fold(0.0, f64::max);
    let margin = if query.distance > 0.0 { reach(query.distance, magnitude) } else { 0.0 };
    kept.fit(query.objects);
    let mut paired: Vec<u32> = query.pairs.iter().flat_map(|pair| [pair.a.id.index, pair.b.id.index]).collect();
    paired.sort_unstable();
    paired.dedup();
    let mut set = Set::of(query.objects, query.starts, paired.into_iter());
    let mut stage = DrawTargets::new(gpu, cover, query.triangles, pixels)?;
    let mut search = Search {
        gpu,
        query,
        manner,
        pixels,
        rule: query.partners.rule,
        margin,
        recorder: Some(recorder),
        pairs: (0..query.pairs.len()).collect(),
        passes: Vec::new(),
        stages: Vec::new(),
    };
    search.settle(&stage, &mut set, "objects")?;
    if !set.is_empty() {
        let left: Vec<u32> = set.objects().collect();
        kept.open(search.recorder.get_or_insert_with(|| Recorder::new(gpu)), (query.objects, query.starts), &left)?;
        set.open(|object| kept.parts(object));
        stage.order = kept.order();
    }
    while !set.is_empty() && !set.is_finest() {
        let before = set.len();
        let has_levels = manner.is_sampled || manner.views.reduction == Reduction::Ordered;
        while !set.is_finest() && (!has_levels || set.len() < MORE * before) {
            set.descend();
        }
        let level = if set.is_finest() { "triangles" } else { "parts" };
        search.settle(&stage, &mut set, level)?;
    }
    let candidates = search.candidates(&set);
    let Search { recorder, passes, stages, .. } = search;
    Ok(Left { candidates, passes, stages, recorder })
}

struct Search<'r, 'g> {
    gpu: &'g Gpu,
    query: Query<'r>,
    manner: &'r Manner,
    pixels: u32,
    rule: Rule,
    /// Boxes of triangles that need not be found are farther apart.
    margin: f64,
    /// With what is recorded but not submitted yet.
    recorder: Option<Recorder<'g>>,
    /// Object pairs that can still meet: their places in the query.
    pairs: Vec<usize>,
    passes: Vec<Pass>,
    /// Times of the GPU, summed up by name.
    stages: Vec<StageTime>,
}

impl<'g> Search<'_, 'g> {
    /// Looks again and again, until the set no longer shrinks. Regions where it does not are not looked at again.
    fn settle(&mut self, stage: &DrawTargets<'_>, set: &mut Set<'_>, level: &'static str) -> Result<()> {
        let mut is_settled = vec![false; self.query.objects.len()];
        let mut meeting = self.meet(set);
        for round in 0.. {
            let start = Instant::now();
            let (looks, places) = self.looks(set, &meeting, &is_settled, round);
            if looks.is_empty() {
                break;
            }
            let recorder = self.recorder.take().unwrap_or_else(|| Recorder::new(self.gpu));
            let reduced = match self.manner.views.reduction {
                Reduction::OrderFree => order_free::reduce(recorder, stage, self.rule, &looks)?,
                Reduction::Ordered => ordered::reduce(recorder, stage, self.rule, &looks)?,
            };
            self.add(&reduced.stages);
            let mut results = &reduced.kept[..];
            for Look { patches, .. } in &looks {
                let (result, rest) = results.split_at(patches.len());
                let gone = result.iter().filter(|kept| !**kept).count();
                if gone < self.worth_a_round(level, patches.len()) {
                    patches.iter().for_each(|patch| is_settled[patch.owner as usize] = true);
                }
                results = rest;
            }
            let mut kept = vec![true; set.len()];
            places.iter().zip(&reduced.kept).for_each(|(&place, &keeps)| kept[place] = keeps);
            set.retain(&kept);
            meeting = self.meet(set);
            let views: usize = looks.iter().map(|look| look.shots.len()).sum();
            self.passes.push(Pass {
                level,
                objects: set.objects().count() as u64,
                parts: set.len() as u64,
                triangles: set.triangle_count(),
                pairs: meeting.pairs.len() as u64,
                views: views as u32,
                draws: reduced.draws,
                pixels: views as u64 * u64::from(self.pixels) * u64::from(self.pixels),
                ms: start.elapsed().as_secs_f64() * 1e3,
            });
        }
        Ok(())
    }

    /// How many of these parts have to go for another look.
    fn worth_a_round(&self, level: &str, parts: usize) -> usize {
        let goes_on = self.manner.is_sampled || level == "objects";
        if goes_on { 1 } else { (parts / FEW).max(1) }
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
    fn meet(&mut self, set: &mut Set<'_>) -> Meeting {
        let most = if self.rule == Rule::Within { usize::MAX } else { REGIONS };
        let meeting = Meeting::of(self.query.pairs, &self.pairs, &set.left(), self.margin, most);
        self.pairs.clone_from(&meeting.pairs);
        set.retain_objects(|object| meeting.region_of[object as usize].is_some());
        meeting
    }

    /// A look at each region with objects that are not settled. And where their patches are in the set.
    fn looks(&self, set: &Set<'_>, meeting: &Meeting, is_settled: &[bool], round: u32) -> (Vec<Look>, Vec<usize>) {
        let patches = set.patches();
        let mut places = vec![Vec::new(); meeting.regions.len()];
        for (place, patch) in patches.iter().enumerate() {
            places[meeting.region_of[patch.owner as usize].expect("others were dropped")].push(place);
        }
        let is_open = |places: &Vec<usize>| places.iter().any(|&place| !is_settled[patches[place].owner as usize]);
        let open = || meeting.regions.iter().zip(&places).filter(|(_, places)| is_open(places));
        let look = |(region, places): (&Region, &Vec<usize>)| Look {
            patches: places.iter().map(|&place| patches[place].clone()).collect(),
            shots: self.shots(region, round),
        };
        (open().map(look).collect(), open().flat_map(|(_, places)| places).copied().collect())
    }

    /// Views of a region. Every other round looks from the other side.
    fn shots(&self, region: &Region, round: u32) -> Vec<Shot> {
        let directions = match self.rule {
            Rule::Between => region.axes().to_vec(),
            Rule::Within => self_cullide::directions(),
        };
        let grid = self.query.grid;
        // Coordinates are rounded to cells.
        let window = Window::around(grid, &region.space).grown(1);
        let shot = |direction: Direction| {
            let direction = if round % 2 == 1 { direction.opposite() } else { direction };
            let view = View::of(&window, direction, self.pixels);
            let reach = (self.manner.cover.reach)(&view, grid.length(self.margin));
            Shot { view, reach }
        };
        directions.into_iter().map(shot).collect()
    }

    /// Triangle pairs whose boxes meet.
    fn candidates(&self, set: &Set<'_>) -> Vec<[u32; 2]> {
        let (triangles, starts) = (set.triangles(), self.query.starts);
        let of = |&pair: &usize| {
            let pair = self.query.pairs[pair];
            let (a, b) = (pair.a.id.index(), pair.b.id.index());
            let first = [starts[a], starts[b]];
            let found = sweep::pairs_among(pair, [&triangles[a], &triangles[b]], self.margin);
            found.into_iter().map(move |[a, b]| [a + first[0], b + first[1]])
        };
        self.pairs.par_iter().flat_map_iter(of).collect()
    }
}
