//! A question in terms of the grid.

use super::lists::Judge;
use super::method::Query;
use super::resident::Resident;
use super::scene::{Frame, GridBox, Groups, Partners};
use crate::GroupId;
use crate::ask::Ask;
use crate::confirm::reach;
use crate::gpu_confirm::Rule;
use crate::questions::QuestionKind;
use crate::world::{WorldObject, WorldPair};
use allide_geom::{Aabb, Grid};
use allide_gpu::Gpu;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// A question and the GPU that answers it, whichever triangles of the scene are on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site<'q> {
    pub ask: &'q Ask<'q>,
    pub gpu: &'q Gpu,
    /// See [`Query`].
    pub starts: &'q [u32],
    pub most_pairs: u64,
}

impl<'q> Site<'q> {
    /// The question about these triangles.
    pub fn query(&self, resident: &'q Resident, task: &'q Task, aim: &'q Aim) -> Query<'q> {
        let Self { ask, gpu, starts, most_pairs } = *self;
        let Ask { objects, pairs, reach: distance, halt, .. } = *ask;
        let Task { frame, partners, .. } = task;
        let (triangles, grid, bounds) = (resident.triangles(), resident.grid(), &aim.bounds);
        Query { gpu, triangles, grid, frame, partners, objects, bounds, starts, pairs, distance, most_pairs, halt }
    }
}

/// Which triangle pairs are searched, and how they are judged.
#[derive(Debug)]
pub(crate) struct Task {
    pub frame: Frame,
    pub partners: Partners,
    pub judge: Judge,
}

const EVERYTHING: GridBox = [[0; 3], [Grid::CELLS; 3]];

fn common([low, high]: &GridBox, [other_low, other_high]: &GridBox) -> Option<GridBox> {
    let (low, high) = ([0, 1, 2].map(|k| low[k].max(other_low[k])), [0, 1, 2].map(|k| high[k].min(other_high[k])));
    (0..3).all(|k| low[k] <= high[k]).then_some([low, high])
}

/// A question on a grid, whichever triangles of the scene are on the GPU.
#[derive(Debug)]
pub(crate) struct Aim {
    grid: Grid,
    judge: Judge,
    /// Pairs of different objects, or of the same.
    rule: Rule,
    margin: i32,
    /// Where each object is.
    pub bounds: Vec<GridBox>,
    /// For each object a box around its partners; `None` without partners.
    regions: Vec<Option<GridBox>>,
    groups: Option<Groups>,
}

impl Aim {
    pub fn of(ask: &Ask<'_>, grid: &Grid) -> Self {
        let Ask { objects, pairs, reach, .. } = *ask;
        let (judge, margin) = match ask.kind {
            QuestionKind::Overlaps | QuestionKind::Solids => (Judge::Overlap(Rule::Between), 0),
            QuestionKind::SelfOverlaps => (Judge::Overlap(Rule::Within), 0),
            QuestionKind::Clearance | QuestionKind::Nearest | QuestionKind::SelfClearance => {
                (Judge::Closer(reach), cells(grid, reach, objects))
            }
        };
        let rule = if ask.kind.is_within() { Rule::Within } else { Rule::Between };
        let bounds = objects.iter().map(|object| on_grid(grid, &object.outer_bounds)).collect();
        let aim =
            Self { grid: *grid, judge, rule, margin, bounds, regions: regions(grid, objects, pairs), groups: None };
        let groups = if aim.rule == Rule::Between { groups(ask, &aim.regions) } else { None };
        Self { groups, ..aim }
    }

    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The task for all triangles of the scene. `None` if there is nothing to search.
    pub fn whole(&self, triangle_count: usize) -> Option<Task> {
        self.task(&[[EVERYTHING; 2]], triangle_count, None)
    }

    /// The task for triangles with these world bounds: one block, or two, of which the second starts at triangle
    /// `split`. `None` if there is nothing to search.
    pub fn between(&self, bounds: [&Aabb; 2], triangle_count: usize, split: Option<usize>) -> Option<Task> {
        let [a, b] = bounds.map(|bounds| on_grid(&self.grid, bounds));
        let sides = [[a, b], [b, a]];
        self.task(&sides[..if split.is_some() { 2 } else { 1 }], triangle_count, split)
    }

    /// The task for one or two sides, each given by the bounds of its triangles and of those that they are paired with.
    fn task(&self, sides: &[[GridBox; 2]], triangle_count: usize, split: Option<usize>) -> Option<Task> {
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
        Some(Task { frame, partners, judge: self.judge })
    }
}

/// The region of an object without partners.
const NOTHING: [[i32; 4]; 2] = [[i32::MAX; 4], [i32::MIN; 4]];

/// An upper bound on the distance in cells: either box may be off by half a cell.
fn cells(grid: &Grid, distance: f64, objects: &[WorldObject]) -> i32 {
    let magnitude = objects.iter().map(WorldObject::magnitude).fold(0.0, f64::max);
    let cells = f64::from(grid.length(reach(distance, magnitude))).ceil() + 2.0;
    cells.min(f64::from(Grid::CELLS)) as i32
}

/// For each object a box around its partners; `None` without partners.
fn regions(grid: &Grid, objects: &[WorldObject], pairs: &[WorldPair<'_>]) -> Vec<Option<GridBox>> {
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

fn on_grid(grid: &Grid, bounds: &Aabb) -> GridBox {
    [grid.place(bounds.min).0, grid.place(bounds.max).0]
}

/// The most groups, with duplicates distinguished: the bits grow with the square.
const MOST_GROUPS: usize = 1 << 12;

/// Rows of bits for the groups, if any ignore each other. Objects without a group are in one that ignores none. Duplicates
/// whose pairs are left out get groups of their own, which ignore each other: otherwise all their triangle pairs would be
/// found, and then dropped. That still happens to the smallest classes if there are too many.
fn groups(ask: &Ask<'_>, regions: &[Option<GridBox>]) -> Option<Groups> {
    let (scene, ignored) = (ask.scene, ask.scene.ignored_groups());
    let classes = if ask.duplicates { HashSet::new() } else { largest_classes(ask, regions) };
    if ignored.is_empty() && classes.is_empty() {
        return None;
    }
    // Each object's group of the scene and class of duplicates, where they matter, as one number.
    let mut kinds: HashMap<(Option<GroupId>, Option<u32>), u32> = HashMap::new();
    let (mut by_group, mut by_class): (HashMap<_, Vec<u32>>, HashMap<_, Vec<u32>>) = Default::default();
    let mut words = Vec::with_capacity(ask.objects.len());
    for (own, object) in scene.objects().iter().zip(ask.objects) {
        let group = own.group.filter(|_| !ignored.is_empty());
        let class = object.class.filter(|class| classes.contains(class));
        let next = kinds.len() as u32;
        let kind = *kinds.entry((group, class)).or_insert(next);
        if kind == next {
            group.into_iter().for_each(|group| by_group.entry(group).or_default().push(kind));
            class.into_iter().for_each(|class| by_class.entry(class).or_default().push(kind));
        }
        words.push(kind);
    }
    let (first, row) = (words.len(), kinds.len().div_ceil(32));
    words.resize(first + kinds.len() * row, 0);
    let in_group = |group: GroupId| by_group.get(&group).map_or(&[][..], |kinds| kinds);
    let ignored = ignored.iter().map(|&(a, b)| (in_group(a), in_group(b)));
    for (some, others) in ignored.chain(by_class.values().map(|kinds| (&kinds[..], &kinds[..]))) {
        for (&one, &other) in some.iter().flat_map(|one| others.iter().map(move |other| (one, other))) {
            words[first + one as usize * row + other as usize / 32] |= 1 << (other % 32);
            words[first + other as usize * row + one as usize / 32] |= 1 << (one % 32);
        }
    }
    Some(Groups { words, row: row as u32 })
}

/// The classes of duplicates with the most members that are paired with anything, as many as may get groups.
fn largest_classes(ask: &Ask<'_>, regions: &[Option<GridBox>]) -> HashSet<u32> {
    let mut classes: HashMap<u32, (usize, HashSet<Option<GroupId>>)> = HashMap::new();
    for (object, _) in ask.objects.iter().zip(regions).filter(|(_, region)| region.is_some()) {
        if let Some(class) = object.class {
            let (members, groups) = classes.entry(class).or_default();
            *members += 1;
            groups.insert(ask.scene.objects()[object.id.index()].group);
        }
    }
    let mut classes: Vec<_> = classes.into_iter().filter(|(_, (members, _))| *members > 1).collect();
    classes.sort_unstable_by_key(|(class, (members, _))| (Reverse(*members), *class));
    let mut room = MOST_GROUPS.saturating_sub(ask.scene.group_count() as usize + 1);
    let fits = |(class, (_, groups)): (u32, (usize, HashSet<_>))| {
        room = room.checked_sub(groups.len())?;
        Some(class)
    };
    classes.into_iter().map_while(fits).collect()
}
