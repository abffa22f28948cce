//! What is to be looked for, in terms of the grid.

use super::resident::{Resident, finite_bounds};
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

/// The task of a question, with a name for questions that need alike much room. `None` if there is nothing to look for.
pub(crate) fn of<Q: Question>(
    scene: &Scene,
    objects: &[WorldObject],
    pairs: &[WorldPair<'_>],
    (question, limit, views): (&Q, f64, &Views),
    (resident, limits): (&Resident, far::Limits),
) -> Option<(&'static str, Task)> {
    let grid = resident.grid();
    let (names, rule, judge, margin) = match question.scope() {
        Scope::Within(_) => (["self-overlaps", "self-overlaps by far"], Rule::Within, Judge::Overlap(Rule::Within), 0),
        Scope::Between { margin: 0.0 } => {
            (["overlaps", "overlaps by far"], Rule::Between, Judge::Overlap(Rule::Between), 0)
        }
        Scope::Between { .. } => {
            (["clearance", "clearance by far"], Rule::Between, Judge::Closer(limit), cells(grid, limit, objects))
        }
    };
    let regions = regions(grid, objects, pairs);
    let (mut low, mut high) = ([i32::MAX; 3], [i32::MIN; 3]);
    for (object, region) in objects.iter().zip(&regions) {
        if let Some([from, to]) = region {
            let [own_low, own_high] = on_grid(grid, &finite_bounds(object));
            for k in 0..3 {
                low[k] = low[k].min(own_low[k].max(from[k].saturating_sub(margin)));
                high[k] = high[k].max(own_high[k].min(to[k].saturating_add(margin)));
            }
        }
    }
    if low[0] == i32::MAX {
        return None;
    }
    let frame = Frame::around(low, high, resident.triangles().count);
    let nothing = [[i32::MAX; 4], [i32::MIN; 4]];
    let regions = regions.into_iter().map(|region| region.unwrap_or(nothing)).collect();
    let groups = if rule == Rule::Between { groups(scene) } else { None };
    let partners = Partners { rule, regions, margin, groups };
    let (name, plan) = match question.method() {
        Method::Fronts => {
            let Paired { bounds, counts, pairs } = Paired::new(grid, objects, pairs);
            ("overlaps by fronts", Plan::Fronts(fronts::Plan::new(&bounds, &counts, &pairs)?))
        }
        Method::Far => {
            let Paired { bounds, counts, pairs } = Paired::new(grid, objects, pairs);
            let cells = (views.resolution, limits);
            (names[1], Plan::Far(far::Plan::new(&bounds, &counts, &pairs, margin, cells)?))
        }
        _ => (names[0], Plan::Walk),
    };
    Some((name, Task { frame, partners, judge, plan }))
}

/// What plans for object pairs are made from: bounds and numbers of triangles by object, and the pairs.
struct Paired {
    bounds: Vec<[[i32; 3]; 2]>,
    counts: Vec<u32>,
    pairs: Vec<(usize, usize)>,
}

impl Paired {
    fn new(grid: &Grid, objects: &[WorldObject], pairs: &[WorldPair<'_>]) -> Self {
        Self {
            bounds: objects.iter().map(|object| on_grid(grid, &finite_bounds(object))).collect(),
            counts: objects.iter().map(|object| object.triangle_count() as u32).collect(),
            pairs: pairs.iter().map(|pair| (pair.a.id.index(), pair.b.id.index())).collect(),
        }
    }
}

/// More than the distance in cells: both boxes may be half a cell away from the truth.
fn cells(grid: &Grid, distance: f64, objects: &[WorldObject]) -> i32 {
    let magnitude = objects.iter().map(WorldObject::magnitude).fold(0.0, f64::max);
    let cells = f64::from(grid.length(reach(distance, magnitude))).ceil() + 2.0;
    cells.min(f64::from(Grid::CELLS)) as i32
}

/// For each object a box around those that it is paired with; `None` if there are none.
fn regions(grid: &Grid, objects: &[WorldObject], pairs: &[WorldPair<'_>]) -> Vec<Option<[[i32; 4]; 2]>> {
    let mut regions = vec![Aabb::EMPTY; objects.len()];
    for pair in pairs {
        for (one, other) in [(pair.a, pair.b), (pair.b, pair.a)] {
            let region = &mut regions[one.id.index()];
            *region = region.union(&finite_bounds(other));
        }
    }
    let place = |region: &Aabb| (!region.is_empty()).then(|| on_grid(grid, region).map(|[x, y, z]| [x, y, z, 0]));
    regions.iter().map(place).collect()
}

fn on_grid(grid: &Grid, bounds: &Aabb) -> [[i32; 3]; 2] {
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
