use super::*;

#[path = "../../tests/oracle/families.rs"]
mod families;

use families::{Pair, Random};

/// As the families have them.
type Corners = [[f64; 3]; 3];

struct Mesh {
    positions: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

impl Mesh {
    fn surface(&self) -> Surface<'_> {
        Surface { positions: &self.positions, triangles: &self.triangles }
    }
}

/// A crumpled sheet: neighbours, near misses and true overlaps.
fn sheet(size: u32) -> Mesh {
    let height = |x: u32, y: u32| f64::from((x * 7919 + y * 104_729) % 13) / 9.0;
    let point = |k: u32| DVec3::new(f64::from(k % size), f64::from(k / size), height(k % size, k / size));
    let mut positions: Vec<DVec3> = (0..size * size).map(point).collect();
    let cell = |k: u32| k + k / (size - 1);
    let halves = |k: u32| [[k, k + 1, k + size], [k + 1, k + size + 1, k + size]];
    let mut triangles: Vec<_> = (0..(size - 1) * (size - 1)).flat_map(|k| halves(cell(k))).collect();
    // Some that cut through the rest, one that repeats, one without area.
    triangles.extend([[0, 5 * size + 3, 7 * size + 9], [3, 70, 90], [0, 1, size], [4, 4, 9]]);
    let first = size * size;
    let walls = walls(3);
    positions.extend(walls.positions);
    triangles.extend(walls.triangles.iter().map(|wall| wall.map(|k| first + k)));
    Mesh { positions, triangles }
}

/// A smooth sheet, curved everywhere.
fn dome(size: u32) -> Mesh {
    let mut mesh = sheet(size);
    mesh.positions.truncate((size * size) as usize);
    mesh.triangles.truncate(2 * ((size - 1) * (size - 1)) as usize);
    mesh.positions.iter_mut().for_each(|point| point.z = (0.11 * point.x).sin() * (0.13 * point.y).cos());
    mesh
}

/// Walls and floors of a building with `posts` posts each way: they stand on, beside, in and through each other, some
/// with vertices in common and some with vertices of their own in the same places.
fn walls(posts: u32) -> Mesh {
    let count = posts * posts * posts;
    let corner = |k: u32| DVec3::new(f64::from(k % posts), f64::from(k / posts % posts), f64::from(k / posts / posts));
    let positions = (0..2 * count).map(|k| corner(k % count)).collect();
    let mut random = Random::new(5);
    let mut triangles = Vec::new();
    while triangles.len() < 120 {
        // Half of a rectangle across an axis, often without area.
        let mut below = |count: u32| random.below(count.into()) as u32;
        let (across, [low, high], copy) = (below(3), [[(); 3]; 2].map(|end| end.map(|()| below(posts))), below(2));
        let (along, aside) = ((across as usize + 1) % 3, (across as usize + 2) % 3);
        let mut corners = [low; 3];
        (corners[1][along], corners[2][along], corners[2][aside]) = (high[along], high[along], high[aside]);
        triangles.push(corners.map(|[x, y, z]| x + posts * (y + posts * z) + copy * count));
    }
    Mesh { positions, triangles }
}

/// Triangles of several pairs together; corners in the same place become one vertex if `weld`.
fn mesh_of(pairs: &[Pair], weld: bool) -> Mesh {
    let mut mesh = Mesh { positions: Vec::new(), triangles: Vec::new() };
    for corners in pairs.iter().flatten() {
        mesh.triangles.push(corners.map(|corner| {
            let point = DVec3::from(corner);
            let known = mesh.positions.iter().position(|&other| other == point).filter(|_| weld);
            known.unwrap_or_else(|| {
                mesh.positions.push(point);
                mesh.positions.len() - 1
            }) as u32
        }));
    }
    mesh
}

/// Compares all triangles against all, with every instruction set that the machine has.
fn check(mesh: &Mesh) {
    let surface = mesh.surface();
    let others: Vec<u32> = (0..mesh.triangles.len() as u32).collect();
    for &a in &others {
        let triangle = surface.triangle(a);
        for own in [None, Some(mesh.triangles[a as usize])] {
            let decide = if own.is_some() { self_overlap } else { overlap };
            let expected = |&b: &u32| decide(&triangle, &surface.triangle(b)).map(|class| (b, class));
            let expected: Vec<(u32, Class)> = others.iter().filter_map(expected).collect();
            let assert_same = |mut found: Vec<(u32, Class)>, by: SimdLevel| {
                found.sort_unstable();
                assert_eq!(found, expected, "{by:?}: triangle {a} {triangle:?} own {own:?}");
            };
            for level in SimdLevel::available() {
                let mut found = Vec::new();
                surface.for_each_overlap_with(level, (&triangle, own), &others, |b, class| found.push((b, class)));
                assert_same(found, level);
            }
        }
    }
}

#[test]
fn every_instruction_set_decides_a_crumpled_sheet_as_the_plain_test_does() {
    check(&sheet(11));
}

#[test]
fn every_instruction_set_decides_a_building_as_the_plain_test_does() {
    check(&walls(2));
    check(&walls(3));
}

/// Checks pairs of a family, a few together so that vectors hold all kinds.
fn check_family(family: fn(&mut Random) -> Pair, count: usize) {
    let mut random = Random::new(1869);
    for round in 0..count {
        let pairs: Vec<Pair> = (0..8).map(|_| family(&mut random)).collect();
        check(&mesh_of(&pairs, round % 2 == 0));
    }
}

/// In one plane across an axis, as floors are, with edges in all directions and some corners a last bit off them.
fn level(random: &mut Random) -> Pair {
    let (axis, limit) = (random.below(3), 2 + random.below(3) as u64);
    [[(); 3]; 2].map(|triangle| {
        triangle.map(|()| {
            let mut corner = [(); 3].map(|()| random.whole(limit));
            if random.below(4) == 0 {
                corner = corner.map(f64::next_up);
            }
            corner[axis] = 1.0;
            corner
        })
    })
}

#[test]
fn level_pairs_are_decided_as_the_plain_test_does() {
    check_family(level, 400);
}

#[test]
fn hard_pairs_are_decided_as_the_plain_test_does() {
    check_family(families::random, 100);
    check_family(families::small_grid, 400);
    check_family(families::coplanar, 200);
    check_family(families::touching, 200);
    check_family(families::almost_touching, 200);
    check_family(families::needles, 200);
    check_family(families::degenerate, 200);
    check_family(families::neighbours, 200);
}

#[test]
fn huge_and_tiny_pairs_are_decided_as_the_plain_test_does() {
    check_family(families::scaled, 60);
    check_family(families::mixed_scales, 60);
    check_family(families::any_exponents, 60);
}

/// As a whole: so it is brought among ordinary numbers first, vertices in common and all.
#[test]
fn huge_and_tiny_surfaces_are_decided_as_the_plain_test_does() {
    for exponent in [-1000, -500, -333, 333, 500, 1000] {
        for mut mesh in [sheet(9), walls(2)] {
            mesh.positions.iter_mut().for_each(|point| *point *= 2f64.powi(exponent));
            check(&mesh);
        }
    }
}

#[test]
fn any_number_of_others_is_looked_at() {
    let mesh = sheet(9);
    let surface = mesh.surface();
    for count in [0, 1, 2, 3, 4, 5, 7, 8, 9, 100] {
        let others: Vec<u32> = (0..count).collect();
        let triangle = surface.triangle(3);
        let mut found = Vec::new();
        surface.for_each_overlap(&triangle, None, &others, |b, _| found.push(b));
        found.sort_unstable();
        let expected = others.iter().copied().filter(|&b| overlap(&triangle, &surface.triangle(b)).is_some());
        assert_eq!(found, expected.collect::<Vec<_>>());
    }
}

/// How many pairs of different proper triangles overlap, and how many were left undecided by a look at them.
fn left_over(mesh: &Mesh, within: bool) -> [u32; 2] {
    let surface = mesh.surface();
    let proper = || (0..mesh.triangles.len() as u32).filter(|&k| !crate::is_degenerate(&surface.triangle(k)));
    let (mut overlapping, mut undecided) = (0, 0);
    for a in proper() {
        let triangle = surface.triangle(a);
        let one = One::<f64>::new((), &triangle, within.then_some(mesh.triangles[a as usize]));
        for b in proper().filter(|&b| b != a) {
            overlapping += u32::from(overlap(&triangle, &surface.triangle(b)).is_some());
            undecided += one.look_at(&surface, &[b]).undecided;
        }
    }
    [overlapping, undecided]
}

#[test]
fn nearly_all_pairs_of_a_building_are_decided_at_once() {
    let [overlapping, undecided] = left_over(&walls(3), false);
    assert!(overlapping > 1000 && undecided * 10 < overlapping, "{undecided} undecided, {overlapping} overlap");
}

#[test]
fn nearly_all_neighbours_on_a_curved_surface_are_decided_at_once() {
    let [overlapping, undecided] = left_over(&dome(20), true);
    assert!(overlapping > 5000 && undecided * 10 < overlapping, "{undecided} undecided, {overlapping} overlap");
}
