//! The way from all objects to candidate pairs of triangles, for every method that draws.

use super::cover::CoverSource;
use super::kept::Kept;
use super::meet::Meeting;
use super::set::Set;
use super::stage::{Shot, Stage};
use super::view::{Direction, View, Window};
use super::{Reduction, Request, cullide, offset, order_free, ordered};
use crate::Pass;
use crate::confirm::reach;
use crate::gpu::{Found, Resident, finite_bounds, key};
use crate::methods::{Method, sweep};
use crate::world::WorldObject;
use allide_geom::Aabb;
use allide_gpu::{GpuError, Recorder, Result};
use rayon::prelude::*;
use std::time::Instant;

/// Reduces the set of triangles that may collide, then pairs the rest by their boxes. What comes out is left to the CPU.
pub(crate) fn search<'g>(
    recorder: Recorder<'g>,
    resident: &Resident,
    kept: &mut Kept,
    request: &Request<'_, '_>,
) -> Result<Found<'g>> {
    let gpu = recorder.gpu();
    let far = offset::cover(request.views.cover).filter(|_| request.method == Method::Far);
    let (cover, default_pixels) = far.map_or((cullide::COVER, cullide::PIXELS), |cover| (cover, offset::PIXELS));
    if cover.is_conservative && !gpu.has_conservative_raster() {
        return Err(GpuError::Lacks { what: "the cover by touched pixels", feature: "conservative rasterisation" });
    }
    let pixels = request.views.resolution.unwrap_or(default_pixels.min(gpu.max_image())).max(1);
    kept.fit(request.objects);
    let starts = resident.starts();
    let magnitude = request.objects.iter().map(WorldObject::magnitude).fold(0.0, f64::max);
    let margin = if request.limit > 0.0 { reach(request.limit, magnitude) } else { 0.0 };
    let mut search = Search {
        resident,
        request,
        cover,
        pixels,
        margin,
        recorder: Some(recorder),
        pairs: (0..request.pairs.len()).collect(),
        passes: Vec::new(),
    };
    let mut paired: Vec<u32> = request.pairs.iter().flat_map(|pair| [pair.a.id.0, pair.b.id.0]).collect();
    paired.sort_unstable();
    paired.dedup();
    let mut set = Set::of(request.objects, &starts, paired.into_iter());
    let mut stage = Stage::new(gpu, cover, resident.triangles(), pixels)?;
    search.settle(&stage, &mut set, "objects")?;
    if !set.is_empty() {
        let left: Vec<u32> = set.objects().collect();
        let mut recorder = search.recorder.take().unwrap_or_else(|| Recorder::new(gpu));
        kept.open(&mut recorder, &starts, &left)?;
        search.recorder = Some(recorder);
        set.open(|object| kept.parts(object));
        stage.order = kept.order();
    }
    while !set.is_empty() && !set.is_finest() {
        set.descend();
        let level = if set.is_finest() { "triangles" } else { "parts" };
        search.settle(&stage, &mut set, level)?;
    }
    if let Some(recorder) = search.recorder.take() {
        recorder.finish()?;
    }
    let rest = search.candidates(&set, &starts);
    Ok(Found { candidates: rest.len() as u64, rest, passes: search.passes, attempts: 1, ..Found::default() })
}

struct Search<'r, 'g> {
    resident: &'r Resident,
    request: &'r Request<'r, 'r>,
    cover: &'r CoverSource,
    pixels: u32,
    /// Boxes of triangles that need not be found are farther apart.
    margin: f64,
    /// With what is recorded but not submitted yet.
    recorder: Option<Recorder<'g>>,
    /// Object pairs that can still meet: their places in the request.
    pairs: Vec<usize>,
    passes: Vec<Pass>,
}

impl<'g> Search<'_, 'g> {
    /// Looks along all axes, again and again, until the set no longer shrinks.
    fn settle(&mut self, stage: &Stage<'g>, set: &mut Set<'_>, level: &'static str) -> Result<()> {
        for round in 0.. {
            let start = Instant::now();
            let meeting = self.meet(set);
            if set.is_empty() {
                break;
            }
            let before = set.len();
            let shots = self.shots(set, &meeting, round % 2 == 1);
            let recorder = self.recorder.take().unwrap_or_else(|| Recorder::new(stage.gpu));
            let (kept, draws) = self.reduce(recorder, stage, set, &shots)?;
            set.retain(&kept);
            let pairs = self.meet(set).pairs.len() as u64;
            self.passes.push(Pass {
                level,
                objects: set.objects().count() as u64,
                parts: set.len() as u64,
                triangles: set.triangle_count(),
                pairs,
                views: shots.len() as u32,
                draws,
                pixels: shots.len() as u64 * u64::from(self.pixels) * u64::from(self.pixels),
                ms: start.elapsed().as_secs_f64() * 1e3,
            });
            if set.len() == before {
                break;
            }
        }
        Ok(())
    }

    /// Drops pairs and objects that cannot meet any more.
    fn meet(&mut self, set: &mut Set<'_>) -> Meeting {
        let meeting = Meeting::of(self.request.pairs, &self.pairs, &set.left(), self.margin);
        self.pairs.clone_from(&meeting.pairs);
        let mut meets = vec![false; self.request.objects.len()];
        for &pair in &meeting.pairs {
            let pair = &self.request.pairs[pair];
            (meets[pair.a.id.index()], meets[pair.b.id.index()]) = (true, true);
        }
        set.retain_objects(|object| meets[object as usize]);
        meeting
    }

    fn shots(&self, set: &Set<'_>, meeting: &Meeting, opposite: bool) -> Vec<Shot> {
        let grid = self.resident.grid();
        let window = meeting.window(grid);
        let objects = set.objects().map(|object| finite_bounds(&self.request.objects[object as usize]));
        let everything = Window::around(grid, &objects.fold(Aabb::EMPTY, |all, bounds| all.union(&bounds))).grown(1);
        let shot = |direction: Direction| {
            let direction = if opposite { direction.opposite() } else { direction };
            let window = if self.cover.is_closed && !self.cover.has_depth {
                window.as_deep_as(&everything, direction)
            } else {
                window
            };
            let view = View::of(&window, direction, self.pixels);
            let reach = (self.cover.reach)(&view, grid.length(self.margin));
            // The corners of what is drawn around a triangle may be farther away than what they are drawn around.
            Shot { view: view.deepened(2.0 * reach[0]), reach }
        };
        meeting.axes().map(shot).to_vec()
    }

    /// Which parts are left, and how many draws that took.
    fn reduce(
        &self,
        recorder: Recorder<'g>,
        stage: &Stage<'g>,
        set: &Set<'_>,
        shots: &[Shot],
    ) -> Result<(Vec<bool>, u64)> {
        let patches = set.patches();
        match self.request.views.reduction {
            Reduction::OrderFree => {
                let kept = order_free::reduce(recorder, stage, &patches, shots)?;
                Ok((kept, order_free::DRAWS * shots.len() as u64))
            }
            Reduction::Ordered => ordered::reduce(recorder, stage, &patches, shots),
        }
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
