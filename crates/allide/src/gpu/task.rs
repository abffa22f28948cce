//! What is to be looked for, in terms of the grid.

use super::resident::Resident;
use super::search::{Judge, Plan, Task};
use crate::confirm::reach;
use crate::gpu_confirm::Rule;
use crate::methods::Method;
use crate::methods::bvh::gpu::{Frame, Groups, Partners};
use crate::methods::far;
use crate::methods::fronts;
use crate::questions::{Question, Scope};
use crate::world::{WorldObject, WorldPair};
use crate::{Scene, Views};
use allide_geom::{Aabb, Grid};

/// The task of a question, with the question's name. `None` if there is nothing to look for.
pub(crate) fn of<Q: Question>(
    scene: &Scene,
    objects: &[WorldObject],
    pairs: &[WorldPair<'_>],
    (question, limit, views): (&Q, f64, &Views),
    (resident, limits): (&Resident, far::Limits),
) -> Option<(&'static str, Task)> {
    let grid = resident.grid();
    let aim = Aim::of(scene, objects, pairs, (question, limit), grid);
    let task = aim.task(&[[EVERYTHING; 2]], resident.triangles().count as usize, None)?;
    let paired = || Paired::new(objects, pairs);
    let plan = match question.method() {
        Method::Fronts => {
            let Paired { counts, pairs } = paired();
            Plan::Fronts(fronts::Plan::new(&aim.bounds, &counts, &pairs)?)
        }
        Method::Far => {
            let Paired { counts, pairs } = paired();
            Plan::Far(far::Plan::new(&aim.bounds, &counts, &pairs, aim.margin, (views.resolution, limits))?)
        }
        _ => Plan::Walk,
    };
    Some((aim.name, Task { plan, ..task }))
}

/// What plans for object pairs are made from: the number of triangles of each object, and the pairs.
struct Paired {
    counts: Vec<u32>,
    pairs: Vec<(usize, usize)>,
}

impl Paired {
    fn new(objects: &[WorldObject], pairs: &[WorldPair<'_>]) -> Self {
        Self {
            counts: objects.iter().map(|object| object.triangle_count() as u32).collect(),
            pairs: pairs.iter().map(|pair| (pair.a.id.index(), pair.b.id.index())).collect(),
        }
    }
}

/// Two corners on the grid.
type CellRange = [[i32; 3]; 2];

const EVERYTHING: CellRange = [[0; 3], [Grid::CELLS; 3]];

fn common([low, high]: &CellRange, [other_low, other_high]: &CellRange) -> Option<CellRange> {
    let (low, high) = ([0, 1, 2].map(|k| low[k].max(other_low[k])), [0, 1, 2].map(|k| high[k].min(other_high[k])));
    (0..3).all(|k| low[k] <= high[k]).then_some([low, high])
}

/// A question on a grid, whichever triangles of the scene are on the GPU.
#[derive(Debug)]
pub(crate) struct Aim {
    grid: Grid,
    name: &'static str,
    judge: Judge,
    margin: i32,
    /// Where each object is.
    bounds: Vec<CellRange>,
    /// For each object a box around those that it is paired with; `None` if there are none.
    regions: Vec<Option<CellRange>>,
    groups: Option<Groups>,
}

impl Aim {
    pub fn of<Q: Question>(
        scene: &Scene,
        objects: &[WorldObject],
        pairs: &[WorldPair<'_>],
        (question, limit): (&Q, f64),
        grid: &Grid,
    ) -> Self {
        let (name, judge, margin) = match question.scope() {
            Scope::Within(_) => ("self-overlaps", Judge::Overlap(Rule::Within), 0),
            Scope::Between { margin: 0.0 } => ("overlaps", Judge::Overlap(Rule::Between), 0),
            Scope::Between { .. } => ("clearance", Judge::Closer(limit), cells(grid, limit, objects)),
        };
        let bounds = objects.iter().map(|object| on_grid(grid, &object.outer_bounds)).collect();
        let aim =
            Self { grid: *grid, name, judge, margin, bounds, regions: regions(grid, objects, pairs), groups: None };
        let groups = if aim.rule() == Rule::Between { groups(scene) } else { None };
        Self { groups, ..aim }
    }

    pub fn rule(&self) -> Rule {
        match self.judge {
            Judge::Overlap(rule) => rule,
            Judge::Closer(_) => Rule::Between,
        }
    }

    /// The task for triangles with these bounds in the world: of both if they are one block, or else, from triangle `split`
    /// on, of the second. `None` if there is nothing to look for.
    pub fn between(&self, bounds: [&Aabb; 2], triangle_count: usize, split: Option<usize>) -> Option<Task> {
        let [a, b] = bounds.map(|bounds| on_grid(&self.grid, bounds));
        let sides = [[a, b], [b, a]];
        self.task(&sides[..if split.is_some() { 2 } else { 1 }], triangle_count, split)
    }

    /// The task for one or two sides: where the triangles of a side are, and where those that they are paired with.
    fn task(&self, sides: &[[CellRange; 2]], triangle_count: usize, split: Option<usize>) -> Option<Task> {
        let margin = self.margin;
        let (mut low, mut high) = ([i32::MAX; 3], [i32::MIN; 3]);
        let mut regions = Vec::with_capacity(sides.len() * self.regions.len());
        for [own, others] in sides {
            for (bounds, region) in self.bounds.iter().zip(&self.regions) {
                let region = region.as_ref().and_then(|region| common(region, others));
                let grown = region.map(|[from, to]| [from.map(|x| x - margin), to.map(|x| x.saturating_add(margin))]);
                let here = common(bounds, own).zip(grown).and_then(|(here, grown)| common(&here, &grown));
                if let Some([from, to]) = here {
                    low = [0, 1, 2].map(|k| low[k].min(from[k]));
                    high = [0, 1, 2].map(|k| high[k].max(to[k]));
                }
                let region = region.filter(|_| here.is_some());
                regions.push(region.map_or(NOTHING, |corners| corners.map(|[x, y, z]| [x, y, z, 0])));
            }
        }
        if low[0] == i32::MAX {
            return None;
        }
        let partners = Partners {
            rule: self.rule(),
            regions,
            split: split.map(|split| split as u32),
            margin,
            groups: self.groups.clone(),
        };
        let frame = Frame::around(low, high, triangle_count as u32);
        Some(Task { frame, partners, judge: self.judge, plan: Plan::Walk })
    }
}

/// The region of an object that meets none.
const NOTHING: [[i32; 4]; 2] = [[i32::MAX; 4], [i32::MIN; 4]];

/// More than the distance in cells: both boxes may be half a cell away from the truth.
fn cells(grid: &Grid, distance: f64, objects: &[WorldObject]) -> i32 {
    let magnitude = objects.iter().map(WorldObject::magnitude).fold(0.0, f64::max);
    let cells = f64::from(grid.length(reach(distance, magnitude))).ceil() + 2.0;
    cells.min(f64::from(Grid::CELLS)) as i32
}

/// For each object a box around those that it is paired with; `None` if there are none.
fn regions(grid: &Grid, objects: &[WorldObject], pairs: &[WorldPair<'_>]) -> Vec<Option<CellRange>> {
    let mut regions = vec![Aabb::EMPTY; objects.len()];
    for pair in pairs {
        for (one, other) in [(pair.a, pair.b), (pair.b, pair.a)] {
            let region = &mut regions[one.id.index()];
            *region = region.union(&other.outer_bounds);
        }
    }
    let place = |region: &Aabb| (!region.is_empty()).then(|| on_grid(grid, region));
    regions.iter().map(place).collect()
}

fn on_grid(grid: &Grid, bounds: &Aabb) -> CellRange {
    [grid.place(bounds.min).0, grid.place(bounds.max).0]
}

/// Rows of bits for the groups, where any ignore each other. Objects without a group are in one that ignores none.
fn groups(scene: &Scene) -> Option<Groups> {
    let ignored = scene.ignored_groups();
    if ignored.is_empty() {
        return None;
    }
    let count = scene.group_count() as usize;
    let row = (count + 1).div_ceil(32);
    let mut words: Vec<u32> =
        scene.objects().iter().map(|object| object.group.map_or(count as u32, |group| group.0)).collect();
    let first = words.len();
    words.resize(first + (count + 1) * row, 0);
    for &(a, b) in ignored {
        for (one, other) in [(a.0 as usize, b.0 as usize), (b.0 as usize, a.0 as usize)] {
            words[first + one * row + other / 32] |= 1 << (other % 32);
        }
    }
    Some(Groups { words, row: row as u32 })
}
