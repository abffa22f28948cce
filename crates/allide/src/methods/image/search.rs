//! The way from all objects to candidate pairs of triangles, for every method that draws.

use super::directions::{self, Around, Memory};
use super::drawn::Manner;
use super::kept::Kept;
use super::meet::{Meeting, Region};
use super::set::Set;
use super::stage::{DrawTargets, Look, Patch, Shot};
use super::view::{View, Window};
use super::{offset, order_free, ordered, small};
use crate::confirm::reach;
use crate::gpu::Query;
use crate::gpu_confirm::Rule;
use crate::methods::sweep;
use crate::world::WorldObject;
use crate::{Directions, Frame, ObjectId, Pass, Reduction, Rounds, Small};
use allide_gpu::{Gpu, GpuError, Recorder, Result, StageTime};
use rayon::prelude::*;
use std::time::Instant;

/// Views are of one region where objects can meet each, or of some of them, if there are more than this: a view costs the
/// same for few objects as for many.
const REGIONS: usize = 4;
/// Below objects `far` leaves a level when a round takes away less than this fraction (one over the number): looking closer takes away more, and
/// in the end the exact tests of a few more pairs are cheaper than a round. Sampled methods go on until nothing more goes.
const FEW: usize = 16;
/// A level has at least this many times the parts of the last one; those in between are skipped. Without an order, `far` has
/// just objects and triangles: a round costs the same for few parts as for many, and what it leaves is no matter of level.
const MORE: usize = 4;

/// The sets left after all passes.
#[derive(Debug)]
pub(super) struct Left<'g> {
    /// Triangle pairs whose boxes meet, numbered through all objects, smaller first.
    pub candidates: Vec<[u32; 2]>,
    pub passes: Vec<Pass>,
    /// Times of the GPU, summed up by name.
    pub stages: Vec<StageTime>,
    /// The commands recorded and not yet submitted.
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
    let first = prepare(recorder, &stage, &set, query.partners.rule, manner.views.reduction)?;
    let mut search = Search {
        gpu,
        query,
        manner,
        pixels,
        rule: query.partners.rule,
        margin,
        recorder: None,
        pairs: (0..query.pairs.len()).collect(),
        passes: Vec::new(),
        stages: Vec::new(),
        directions: std::mem::take(&mut kept.directions),
    };
    search.add(&first);
    search.settle(&stage, &mut set, "objects")?;
    if !search.is_done(&set) {
        let left: Vec<u32> = set.objects().collect();
        kept.open(
            search.recorder.get_or_insert_with(|| Recorder::new(gpu)),
            (query.objects, query.starts),
            &left,
            manner.views.hierarchy,
        )?;
        set.open(|object| kept.parts(object));
        stage.order = kept.order();
    }
    // Parts with few enough triangles are not divided; `far` is exact either way, and goes on.
    let is_leaf = |set: &Set<'_>| manner.is_sampled && manner.views.leaf > 1 && set.is_divided(manner.views.leaf);
    while !search.is_done(&set) && !set.is_finest() && !is_leaf(&set) {
        let before = set.len();
        let is_skipped = |set: &Set<'_>| match manner.views.rounds {
            Rounds::Once => false,
            Rounds::Until if manner.is_sampled || manner.views.reduction == Reduction::Ordered => {
                set.len() < MORE * before
            }
            Rounds::Until => true,
        };
        set.descend();
        while !set.is_finest() && is_skipped(&set) && !is_leaf(&set) {
            set.descend();
        }
        let level = if set.is_finest() { "triangles" } else { "parts" };
        search.settle(&stage, &mut set, level)?;
    }
    let candidates = search.candidates(&set);
    let Search { recorder, passes, stages, directions, .. } = search;
    kept.directions = directions;
    Ok(Left { candidates, passes, stages, recorder })
}

/// Compiles what draws and brings everything to the GPU, so that passes are not timed with it.
fn prepare(
    mut recorder: Recorder<'_>,
    stage: &DrawTargets<'_>,
    set: &Set<'_>,
    rule: Rule,
    reduction: Reduction,
) -> Result<Vec<StageTime>> {
    match reduction {
        Reduction::OrderFree => order_free::prepare(stage, rule)?,
        Reduction::Ordered => ordered::prepare(stage, rule)?,
    }
    let patches = set.patches();
    if !patches.is_empty() {
        stage.lay_out(&mut recorder, &patches)?;
    }
    Ok(recorder.finish()?.stages().to_vec())
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
    directions: Memory,
}

impl<'g> Search<'_, 'g> {
    /// Whether nothing more is to be drawn.
    fn is_done(&self, set: &Set<'_>) -> bool {
        set.is_empty() || set.triangle_count() <= u64::from(self.manner.views.cpu_below)
    }

    /// Looks again and again, until the set no longer shrinks, or once. Regions where it does not shrink are not looked at again.
    fn settle(&mut self, stage: &DrawTargets<'_>, set: &mut Set<'_>, level: &'static str) -> Result<()> {
        let mut is_settled = vec![false; self.query.objects.len()];
        let mut meeting = self.meet(set);
        let rounds = match self.manner.views.rounds {
            Rounds::Once => 1,
            Rounds::Until => u32::MAX,
        };
        for round in 0..rounds {
            if self.is_done(set) {
                break;
            }
            let start = Instant::now();
            let (looks, places, directions) = self.looks(set, &meeting, &is_settled, round);
            if looks.is_empty() {
                break;
            }
            let recorder = self.recorder.take().unwrap_or_else(|| Recorder::new(self.gpu));
            let reduced = match self.manner.views.reduction {
                Reduction::OrderFree => order_free::reduce(recorder, stage, self.rule, &looks)?,
                Reduction::Ordered => ordered::reduce(recorder, stage, self.rule, &looks)?,
            };
            self.add(&reduced.stages);
            for ((look, directions), gone) in looks.iter().zip(&directions).zip(&reduced.gone) {
                let mut owners: Vec<u32> = look.patches.iter().map(|patch| patch.owner).collect();
                owners.dedup();
                directions
                    .iter()
                    .zip(gone)
                    .for_each(|(&direction, &gone)| self.directions.add(&owners, direction, gone));
            }
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
            let drawn = reduced.drawn;
            let views: usize = looks.iter().map(|look| look.shots.len()).sum();
            self.passes.push(Pass {
                level,
                objects: set.objects().count() as u64,
                parts: set.len() as u64,
                triangles: set.triangle_count(),
                left: if self.query.halt.keeps_sets() { self.left(set) } else { Vec::new() },
                pairs: meeting.pairs.len() as u64,
                views: views as u32,
                draws: drawn.writes + drawn.queries + drawn.marks,
                writes: drawn.writes,
                queries: drawn.queries,
                rendered: drawn.rendered,
                cover: self.manner.cover_name,
                reduction: self.manner.views.reduction.name(),
                resolution: self.pixels,
                pixels: views as u64 * u64::from(self.pixels) * u64::from(self.pixels),
                ms: start.elapsed().as_secs_f64() * 1e3,
            });
        }
        Ok(())
    }

    /// The triangles left of each object.
    fn left(&self, set: &Set<'_>) -> Vec<(ObjectId, Vec<u32>)> {
        let objects = self.query.objects.iter().map(|object| object.id);
        objects.zip(set.triangles()).filter(|(_, left)| !left.is_empty()).collect()
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
        if self.manner.views.frame == Frame::Whole {
            return Meeting::whole(self.query.pairs, self.query.objects, &set.left(), self.rule == Rule::Between);
        }
        let most = if self.rule == Rule::Within { usize::MAX } else { REGIONS };
        let meeting = Meeting::of(self.query.pairs, &self.pairs, &set.left(), self.margin, most);
        self.pairs.clone_from(&meeting.pairs);
        set.retain_objects(|object| meeting.region_of[object as usize].is_some());
        meeting
    }

    /// A look at each region with objects that are not settled, where their patches are in the set, and the directions of each look.
    fn looks(
        &mut self,
        set: &Set<'_>,
        meeting: &Meeting,
        is_settled: &[bool],
        round: u32,
    ) -> (Vec<Look>, Vec<usize>, Vec<Vec<usize>>) {
        let patches = set.patches();
        let mut places = vec![Vec::new(); meeting.regions.len()];
        for (place, patch) in patches.iter().enumerate() {
            places[meeting.region_of[patch.owner as usize].expect("others were dropped")].push(place);
        }
        let is_open = |places: &Vec<usize>| places.iter().any(|&place| !is_settled[patches[place].owner as usize]);
        let (mut looks, mut all, mut ways) = (Vec::new(), Vec::new(), Vec::new());
        for (region, places) in meeting.regions.iter().zip(&places).filter(|(_, places)| is_open(places)) {
            let patches: Vec<Patch> = places.iter().map(|&place| patches[place].clone()).collect();
            let mut objects: Vec<u32> = patches.iter().map(|patch| patch.owner).collect();
            objects.dedup();
            let around = Around { objects: &objects, set, places, grid: self.query.grid };
            let how = self.manner.views.directions;
            let chosen = directions::choose(how, self.rule, region.axes(), &around, &mut self.directions);
            let shots = self.shots(region, &chosen, round, |view| match self.manner.views.small {
                Small::Kept => small::stays(set, places, view, self.query.grid),
                Small::Lost => Vec::new(),
            });
            looks.push(Look { patches, shots, is_counted: how == Directions::Coherent });
            all.extend_from_slice(places);
            ways.push(chosen);
        }
        (looks, all, ways)
    }

    /// Views of a region. Every other round looks from the other side.
    fn shots(
        &self,
        region: &Region,
        directions: &[usize],
        round: u32,
        stays: impl Fn(&View) -> Vec<bool>,
    ) -> Vec<Shot> {
        let grid = self.query.grid;
        // Coordinates are rounded to cells.
        let window = Window::around(grid, &region.space).grown(1);
        let shot = |&direction: &usize| {
            let direction = directions::all()[direction];
            let direction = if round % 2 == 1 { direction.opposite() } else { direction };
            let view = View::of(&window, direction, self.pixels);
            let reach = (self.manner.cover.reach)(&view, grid.length(self.margin));
            Shot { stays: stays(&view), ..Shot::new(view, reach) }
        };
        directions.iter().map(shot).collect()
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
