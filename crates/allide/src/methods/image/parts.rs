//! Parts of a mesh: connected patches, of patches, down to triangles.
//!
//! Triangles that share a vertex are neighbours. Patches grow from a seed over neighbours until they have [`FAN`] triangles
//! or no neighbour is left; then patches grow out of patches in the same way, up to [`FAN`] times as many triangles each, until
//! none has a neighbour. All this depends on the triangles alone: shapes that deform keep their parts.

use crate::Mesh;
use rayon::prelude::*;

/// Triangles in a part of height 1 at most; each further level of height multiplies that by at most this factor.
const FAN: u32 = 16;

/// The triangles of a mesh in an order in which the triangles of each part follow one another.
#[derive(Debug)]
pub(crate) struct Parts {
    order: Vec<u32>,
    /// From height 1 up to the whole mesh.
    levels: Vec<Level>,
}

/// A partition of the triangles. The parts below are subsets of these.
#[derive(Debug)]
struct Level {
    /// Where in the order each part begins, then the total number of triangles.
    starts: Vec<u32>,
    /// The first part one height below of each, then the total.
    children: Vec<u32>,
}

impl Parts {
    pub fn of(mesh: &Mesh) -> Self {
        let count = mesh.triangles().len();
        let mut graph = Graph::of(mesh);
        let mut groups: Vec<Vec<u32>> = Vec::new();
        let mut sizes = vec![1; count];
        let mut most = FAN;
        loop {
            let (group_of, group_sizes) = graph.grow(&sizes, most);
            let is_done = group_sizes.len() == sizes.len();
            most = most.saturating_mul(FAN);
            if !is_done {
                graph = graph.contracted(&group_of);
                groups.push(group_of);
                sizes = group_sizes;
            } else if most > count as u32 {
                break;
            }
        }
        if sizes.len() != 1 {
            groups.push(vec![0; sizes.len()]);
        }
        Self::from_groups(count, &groups)
    }

    /// As large as connected ones, but of triangles drawn by lot: the same ones for every mesh with as many triangles.
    pub fn by_lot(count: usize) -> Self {
        let mut order: Vec<u32> = (0..count as u32).collect();
        // A number that looks random for each triangle, and no two the same: steps of the generator are one to one.
        order.sort_by_key(|&triangle| u64::from(triangle).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut groups: Vec<Vec<u32>> = Vec::new();
        let mut members: Vec<u32> = vec![0; count];
        (0..).zip(order).for_each(|(place, triangle)| members[triangle as usize] = place / FAN);
        let mut left = count as u32;
        while left > 1 {
            groups.push(members);
            left = left.div_ceil(FAN);
            members = (0..left).map(|group| group / FAN).collect();
        }
        Self::from_groups(count, &groups)
    }

    /// From the group that each triangle, and then each group, belongs to.
    fn from_groups(count: usize, groups: &[Vec<u32>]) -> Self {
        // From the top: members in order, and where those of each group begin.
        let mut above = vec![0u32];
        let mut levels = Vec::new();
        for group_of in groups.iter().rev() {
            let (members, starts) = members(group_of, above.len());
            let mut children = vec![0];
            let mut below = Vec::with_capacity(group_of.len());
            for &group in &above {
                below.extend_from_slice(&members[starts[group as usize] as usize..starts[group as usize + 1] as usize]);
                children.push(below.len() as u32);
            }
            levels.push(Level { starts: Vec::new(), children });
            above = below;
        }
        levels.reverse();
        let mut below: Vec<u32> = (0..=count as u32).collect();
        for level in &mut levels {
            level.starts = level.children.iter().map(|&child| below[child as usize]).collect();
            below.clone_from(&level.starts);
        }
        Self { order: if groups.is_empty() { (0..count as u32).collect() } else { above }, levels }
    }

    /// All triangles.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The height of the part that is the whole mesh; single triangles are at height 0.
    pub fn height(&self) -> usize {
        self.levels.len()
    }

    /// How many parts there are at this height.
    pub fn count(&self, height: usize) -> usize {
        match height {
            0 => self.order.len(),
            _ => self.levels[height - 1].starts.len() - 1,
        }
    }

    /// Which places of the order belong to a part.
    pub fn range(&self, height: usize, part: u32) -> std::ops::Range<u32> {
        match height {
            0 => part..part + 1,
            _ => {
                let starts = &self.levels[height - 1].starts;
                starts[part as usize]..starts[part as usize + 1]
            }
        }
    }

    /// The parts that a part above height 0 consists of, one height below.
    pub fn children(&self, height: usize, part: u32) -> std::ops::Range<u32> {
        let children = &self.levels[height - 1].children;
        children[part as usize]..children[part as usize + 1]
    }
}

/// The members of each group, in order, and where those of each group begin.
fn members(group_of: &[u32], groups: usize) -> (Vec<u32>, Vec<u32>) {
    let starts = starts_of(group_of, groups);
    let mut next = starts.clone();
    let mut members = vec![0; group_of.len()];
    for (member, &group) in (0..).zip(group_of) {
        members[next[group as usize] as usize] = member;
        next[group as usize] += 1;
    }
    (members, starts)
}

/// Where the members of each group begin in a list of all by group, then the total.
fn starts_of(group_of: &[u32], groups: usize) -> Vec<u32> {
    let mut starts = vec![0u32; groups + 1];
    group_of.iter().for_each(|&group| starts[group as usize + 1] += 1);
    (0..groups).for_each(|group| starts[group + 1] += starts[group]);
    starts
}

/// Things that are joined at points: neighbours are those that have a point in common.
struct Graph {
    /// The points of each thing, one thing after the other.
    points: Vec<u32>,
    point_starts: Vec<u32>,
    /// The things at each point, one point after the other.
    things: Vec<u32>,
    thing_starts: Vec<u32>,
}

impl Graph {
    /// Triangles, joined at vertices.
    fn of(mesh: &Mesh) -> Self {
        let triangles = mesh.triangles();
        let count = mesh.positions().len();
        let points: Vec<u32> = match welded(mesh) {
            Some(same) => triangles.as_flattened().iter().map(|&vertex| same[vertex as usize]).collect(),
            None => triangles.as_flattened().to_vec(),
        };
        let point_starts = (0..=triangles.len() as u32).map(|triangle| 3 * triangle).collect();
        Self::joined(points, point_starts, count)
    }

    fn joined(points: Vec<u32>, point_starts: Vec<u32>, point_count: usize) -> Self {
        let thing_starts = starts_of(&points, point_count);
        let mut next = thing_starts.clone();
        let mut things = vec![0; points.len()];
        for (thing, range) in (0..).zip(point_starts.windows(2)) {
            for &point in &points[range[0] as usize..range[1] as usize] {
                things[next[point as usize] as usize] = thing;
                next[point as usize] += 1;
            }
        }
        Self { points, point_starts, things, thing_starts }
    }

    /// Groups of neighbours with at most `most` of the sizes together: the group of each thing, and the size of each group.
    fn grow(&self, sizes: &[u32], most: u32) -> (Vec<u32>, Vec<u32>) {
        const NONE: u32 = u32::MAX;
        let count = sizes.len();
        let mut group_of = vec![NONE; count];
        let mut group_sizes = Vec::new();
        // Seeds are next to what is done, so that few gaps are left; else they are taken in order.
        let mut seeds = std::collections::VecDeque::new();
        // Which group has looked at a thing, so that none is queued twice for one.
        let mut seen = vec![NONE; count];
        let mut seen_points = vec![NONE; self.thing_starts.len()];
        let mut queue = std::collections::VecDeque::new();
        let mut next = 0;
        loop {
            let seed = match seeds.pop_front() {
                Some(seed) => seed,
                None if next < count as u32 => {
                    next += 1;
                    next - 1
                }
                None => return (group_of, group_sizes),
            };
            if group_of[seed as usize] != NONE {
                continue;
            }
            let group = group_sizes.len() as u32;
            let mut size = 0;
            queue.push_back(seed);
            while let Some(thing) = queue.pop_front() {
                let own = sizes[thing as usize];
                if size > 0 && size + own > most {
                    seeds.push_back(thing);
                    continue;
                }
                size += own;
                group_of[thing as usize] = group;
                for &point in self.points_of(thing) {
                    if std::mem::replace(&mut seen_points[point as usize], group) == group {
                        continue;
                    }
                    for &other in self.things_at(point) {
                        if group_of[other as usize] == NONE
                            && std::mem::replace(&mut seen[other as usize], group) != group
                        {
                            queue.push_back(other);
                        }
                    }
                }
            }
            group_sizes.push(size);
        }
    }

    fn points_of(&self, thing: u32) -> &[u32] {
        &self.points[self.point_starts[thing as usize] as usize..self.point_starts[thing as usize + 1] as usize]
    }

    fn things_at(&self, point: u32) -> &[u32] {
        &self.things[self.thing_starts[point as usize] as usize..self.thing_starts[point as usize + 1] as usize]
    }

    /// The same with groups for things. Points inside a group join nothing and are left out.
    fn contracted(&self, group_of: &[u32]) -> Self {
        let groups = group_of.iter().max().map_or(0, |&last| last as usize + 1);
        let (mut joints, mut joint_of) = (0, Vec::new());
        for point in 0..self.thing_starts.len() as u32 - 1 {
            let first = joint_of.len();
            for &thing in self.things_at(point) {
                let group = group_of[thing as usize];
                if joint_of[first..].iter().all(|&(_, other)| other != group) {
                    joint_of.push((joints, group));
                }
            }
            if joint_of.len() - first < 2 {
                joint_of.truncate(first);
            } else {
                joints += 1;
            }
        }
        let groups_at: Vec<u32> = joint_of.iter().map(|&(_, group)| group).collect();
        let (places, point_starts) = members(&groups_at, groups);
        let points = places.iter().map(|&place| joint_of[place as usize].0).collect();
        Self::joined(points, point_starts, joints as usize)
    }
}

/// For each vertex the first one with the same coordinates. `None` if vertices are shared by number already.
fn welded(mesh: &Mesh) -> Option<Vec<u32>> {
    let (positions, triangles) = (mesh.positions(), mesh.triangles());
    // A mesh whose triangles are joined has about half as many vertices as triangles, one of loose triangles three times.
    if positions.len() <= triangles.len() {
        return None;
    }
    // -0 and 0 are one coordinate.
    let bits = |vertex: u32| positions[vertex as usize].to_array().map(|x| (x + 0.0).to_bits());
    let hash = |vertex: u32| {
        let mix = |hash: u64, bits: u64| (hash.rotate_left(23) ^ bits).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bits(vertex).into_iter().fold(0, mix)
    };
    let mut sorted: Vec<(u64, u32)> =
        (0..positions.len() as u32).into_par_iter().map(|vertex| (hash(vertex), vertex)).collect();
    sorted.par_sort_unstable();
    let mut same: Vec<u32> = (0..positions.len() as u32).collect();
    for run in sorted.chunk_by(|x, y| x.0 == y.0) {
        // Different points with one hash stay apart, except those equal to the first: a patch is then cut needlessly.
        let first = run[0].1;
        run.iter()
            .filter(|(_, vertex)| bits(*vertex) == bits(first))
            .for_each(|(_, vertex)| same[*vertex as usize] = first);
    }
    Some(same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// A sheet of `width` × `height` squares, in two triangles each.
    fn sheet(width: u32, height: u32) -> Mesh {
        let positions =
            (0..=height).flat_map(|y| (0..=width).map(move |x| [f64::from(x), f64::from(y), 0.0])).collect();
        let row = width + 1;
        let square = |x: u32, y: u32| {
            let a = y * row + x;
            [[a, a + 1, a + row], [a + 1, a + row + 1, a + row]]
        };
        let triangles = (0..height).flat_map(|y| (0..width).flat_map(move |x| square(x, y))).collect();
        Mesh::new(positions, triangles).unwrap()
    }

    /// The same with vertices of their own for all triangles.
    fn soup(mesh: &Mesh) -> Mesh {
        let corners =
            mesh.triangles().as_flattened().iter().map(|&vertex| mesh.positions()[vertex as usize].to_array());
        let count = mesh.triangles().len() as u32;
        Mesh::new(corners.collect(), (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect()).unwrap()
    }

    /// Whether some triangles hang together by equal corners.
    fn is_connected(mesh: &Mesh, triangles: &[u32]) -> bool {
        let points = |triangle: u32| {
            mesh.triangles()[triangle as usize]
                .map(|v| mesh.positions()[v as usize].to_array().map(|x| (x + 0.0).to_bits()))
        };
        let mut reached: HashSet<[u64; 3]> = points(triangles[0]).into();
        let mut rest: Vec<u32> = triangles.to_vec();
        loop {
            let before = rest.len();
            rest.retain(|&triangle| {
                let near = points(triangle).iter().any(|point| reached.contains(point));
                if near {
                    reached.extend(points(triangle));
                }
                !near
            });
            if rest.len() == before || rest.is_empty() {
                return rest.is_empty();
            }
        }
    }

    fn check(mesh: &Mesh) -> Parts {
        let parts = Parts::of(mesh);
        let count = mesh.triangles().len();
        let mut sorted = parts.order().to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..count as u32).collect::<Vec<_>>());
        assert_eq!(parts.count(parts.height()), 1);
        assert_eq!(parts.range(parts.height(), 0), 0..count as u32);
        for height in 1..=parts.height() {
            let mut next_child = 0;
            for part in 0..parts.count(height) as u32 {
                let (range, children) = (parts.range(height, part), parts.children(height, part));
                assert_eq!(children.start, next_child, "children follow one another");
                next_child = children.end;
                let ranges: Vec<_> = children.map(|child| parts.range(height - 1, child)).collect();
                assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start));
                assert_eq!((ranges[0].start, ranges[ranges.len() - 1].end), (range.start, range.end));
                if height < parts.height() {
                    assert!(range.len() <= 16usize.pow(height as u32));
                    assert!(is_connected(mesh, &parts.order()[range.start as usize..range.end as usize]));
                }
            }
            assert_eq!(next_child as usize, parts.count(height - 1), "no child is left out");
        }
        parts
    }

    #[test]
    fn parts_are_connected_and_make_up_their_mesh() {
        for (width, height) in [(1, 1), (3, 2), (40, 17), (300, 2)] {
            let mesh = sheet(width, height);
            let parts = check(&mesh);
            let of_soup = check(&soup(&mesh));
            // Triangles with vertices of their own hang together where coordinates are equal.
            assert_eq!(of_soup.height(), parts.height());
            // Patches are not much smaller than they may be.
            if width > 4 && parts.height() > 1 {
                assert!(parts.count(1) < mesh.triangles().len() / 6, "{} patches", parts.count(1));
            }
        }
    }

    #[test]
    fn parts_by_lot_make_up_their_mesh_and_are_not_connected() {
        for count in [0, 1, 2, 16, 17, 1000] {
            let parts = Parts::by_lot(count);
            let mut sorted = parts.order().to_vec();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..count as u32).collect::<Vec<_>>());
            let heights = [0, 1, 1, 1, 2, 3];
            assert_eq!(
                parts.height(),
                heights[[0, 1, 2, 16, 17, 1000].iter().position(|&c| c == count).unwrap()] - usize::from(count == 1),
                "{count}"
            );
            assert!((1..=parts.height()).all(|height| parts.children(height, 0).len() <= 16));
        }
        let mesh = sheet(40, 17);
        let parts = Parts::by_lot(mesh.triangles().len());
        let is_patch = |part| {
            is_connected(&mesh, &parts.order()[parts.range(1, part).start as usize..parts.range(1, part).end as usize])
        };
        assert!((0..parts.count(1) as u32).filter(|&part| is_patch(part)).count() < parts.count(1) / 10);
    }

    #[test]
    fn loose_triangles_are_parts_of_the_whole() {
        let corner = |i: u32, k: u32| [f64::from(10 * i + k), f64::from(k % 2), 0.0];
        let positions = (0..100).flat_map(|i| (0..3).map(move |k| corner(i, k))).collect();
        let mesh = Mesh::new(positions, (0..100).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect()).unwrap();
        let parts = check(&mesh);
        assert_eq!((parts.height(), parts.children(1, 0)), (1, 0..100));
    }

    #[test]
    fn degenerate_duplicate_and_no_triangles_have_parts() {
        let positions = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let one = Mesh::new(positions.clone(), vec![[0, 1, 2]]).unwrap();
        assert_eq!(check(&one).height(), 0);
        check(&Mesh::new(positions.clone(), vec![[0, 0, 0], [0, 1, 2], [0, 1, 2], [1, 1, 2]]).unwrap());
        let none = Parts::of(&Mesh::new(positions, Vec::new()).unwrap());
        assert!(none.order().is_empty());
    }

    #[test]
    #[ignore = "a measurement"]
    #[expect(clippy::print_stdout, reason = "it is a report")]
    fn time_of_a_large_mesh() {
        let mesh = sheet(400, 340);
        for mesh in [&mesh, &soup(&mesh)] {
            for _ in 0..3 {
                let start = std::time::Instant::now();
                let parts = Parts::of(mesh);
                let counts: Vec<usize> = (0..=parts.height()).map(|height| parts.count(height)).collect();
                println!("{:?} for parts {counts:?}", start.elapsed());
            }
        }
    }
}
