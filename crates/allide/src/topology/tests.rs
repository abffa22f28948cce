use super::*;
use allide_scenes::Random;
use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

/// The answers by maps of edges, one triangle after another.
#[derive(Debug, Default, PartialEq)]
struct Plain {
    is_closed: bool,
    count: usize,
    open: Vec<[u32; 2]>,
    non_manifold: Vec<[u32; 2]>,
    flipped: Vec<[u32; 2]>,
    shells: Vec<Vec<u32>>,
}

fn plain(mesh: &Mesh) -> Plain {
    let mut firsts: HashMap<[u64; 3], u32> = HashMap::new();
    let mut first = Vec::new();
    for (vertex, point) in mesh.positions().iter().enumerate() {
        first.push(*firsts.entry((*point + 0.0).to_array().map(f64::to_bits)).or_insert(vertex as u32));
    }
    let mut uses: BTreeMap<[u32; 2], Vec<(u32, bool)>> = BTreeMap::new();
    let mut shell: Vec<Option<usize>> = Vec::new();
    for (triangle, corners) in mesh.triangles().iter().enumerate() {
        let [a, b, c] = corners.map(|vertex| first[vertex as usize]);
        let degenerate = a == b || b == c || c == a;
        shell.push((!degenerate).then_some(triangle));
        for (from, to) in [(a, b), (b, c), (c, a)].into_iter().filter(|_| !degenerate) {
            uses.entry([from.min(to), from.max(to)]).or_default().push((triangle as u32, from < to));
        }
    }
    let mut plain = Plain { is_closed: true, count: uses.len(), ..Plain::default() };
    for (&edge, used) in &uses {
        let forward = used.iter().filter(|used| used.1).count();
        plain.is_closed &= 2 * forward == used.len();
        match (used.len(), forward) {
            (1, _) => plain.open.push(edge),
            (2, 1) => {}
            (2, _) => plain.flipped.push(edge),
            _ => plain.non_manifold.push(edge),
        }
    }
    loop {
        let mut changed = false;
        for used in uses.values() {
            let lowest = used.iter().filter_map(|used| shell[used.0 as usize]).min();
            for &(triangle, _) in used {
                changed |= std::mem::replace(&mut shell[triangle as usize], lowest) != lowest;
            }
        }
        if !changed {
            break;
        }
    }
    let mut shells: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for (triangle, shell) in shell.iter().enumerate() {
        if let Some(shell) = shell {
            shells.entry(*shell).or_default().push(triangle as u32);
        }
    }
    plain.shells = shells.into_values().collect();
    plain.is_closed &= mesh.triangles().is_empty() || has_area(mesh);
    plain
}

fn has_area(mesh: &Mesh) -> bool {
    let corners = |triangle: &[u32; 3]| triangle.map(|vertex| mesh.positions()[vertex as usize]);
    mesh.triangles().iter().any(|triangle| !allide_geom::is_degenerate(&corners(triangle)))
}

/// Every two triangles compared.
fn duplicates(mesh: &Mesh) -> Vec<[u32; 2]> {
    let places = |triangle: &[u32; 3]| {
        let mut places = triangle.map(|vertex| mesh.positions()[vertex as usize].to_array());
        places.sort_by(|a, b| a.partial_cmp(b).unwrap());
        places
    };
    let all: Vec<_> = mesh.triangles().iter().map(places).collect();
    let has_area = |[a, b, c]: [[f64; 3]; 3]| a != b && b != c;
    let first = |triangle: usize| all[..triangle].iter().position(|other| *other == all[triangle]);
    let later = (0..all.len()).filter(|&triangle| has_area(all[triangle]));
    later
        .filter_map(|triangle| Some([first(triangle)? as u32, triangle as u32]))
        .collect::<std::collections::BTreeSet<_>>()
        .into_iter()
        .collect()
}

fn found(mesh: &Mesh) -> Plain {
    let topology = mesh.topology();
    let is_closed = topology.is_closed();
    assert_eq!(is_closed, topology.unbalanced_count() == 0 && (has_area(mesh) || mesh.triangles().is_empty()));
    let shells = topology.shells();
    for triangle in 0..mesh.triangles().len() as u32 {
        let listed = (0..shells.len()).find(|&shell| shells.triangles(shell).contains(&triangle));
        assert_eq!(shells.of_triangle(triangle).map(|shell| shell as usize), listed);
    }
    for (shell, triangles) in shells.iter().enumerate() {
        let triangles: Vec<_> = triangles.iter().map(|&triangle| mesh.triangles()[triangle as usize]).collect();
        let alone = Mesh::new(mesh.positions().iter().map(|point| point.to_array()).collect(), triangles).unwrap();
        assert_eq!(shells.is_closed(shell), alone.topology().unbalanced_count() == 0);
    }
    assert_eq!(topology.duplicate_triangles(), duplicates(mesh));
    Plain {
        is_closed,
        count: topology.edge_count(),
        open: topology.open_edges().to_vec(),
        non_manifold: topology.non_manifold_edges().to_vec(),
        flipped: topology.flipped_edges().to_vec(),
        shells: shells.iter().map(<[u32]>::to_vec).collect(),
    }
}

/// The answers, which must be those of the plain way, for the mesh and for its soup.
fn checked(mesh: &Mesh) -> Plain {
    let answer = found(mesh);
    assert_eq!(answer, plain(mesh));
    let soup = soup(mesh);
    let of_soup = found(&soup);
    assert_eq!(of_soup, plain(&soup));
    let counts = |x: &Plain| (x.is_closed, x.count, x.open.len(), x.non_manifold.len(), x.flipped.len());
    assert_eq!(counts(&answer), counts(&of_soup));
    assert_eq!(answer.shells, of_soup.shells);
    answer
}

/// The same triangles without a common vertex; 0 is −0 in every second one.
fn soup(mesh: &Mesh) -> Mesh {
    let sign = |corner: usize, x: f64| if x == 0.0 && corner % 2 == 1 { -0.0 } else { x };
    let corners = mesh.triangles().as_flattened().iter().enumerate();
    let positions: Vec<_> =
        corners.map(|(corner, &v)| mesh.positions()[v as usize].to_array().map(|x| sign(corner, x))).collect();
    let triangles = (0..mesh.triangles().len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    Mesh::new(positions, triangles).unwrap()
}

const BOX: [[u32; 3]; 12] = [
    [0, 2, 1],
    [1, 2, 3],
    [4, 5, 6],
    [5, 7, 6],
    [0, 1, 4],
    [1, 5, 4],
    [2, 6, 3],
    [3, 6, 7],
    [0, 4, 2],
    [2, 4, 6],
    [1, 3, 5],
    [3, 7, 5],
];

fn corners(at: [f64; 3]) -> Vec<[f64; 3]> {
    (0..8).map(|c| [at[0] + f64::from(c & 1), at[1] + f64::from(c >> 1 & 1), at[2] + f64::from(c >> 2)]).collect()
}

fn boxes(at: &[[f64; 3]]) -> Mesh {
    let positions = at.iter().flat_map(|&at| corners(at)).collect();
    let triangles = (0..at.len() as u32).flat_map(|b| BOX.map(|t| t.map(|v| v + 8 * b))).collect();
    Mesh::new(positions, triangles).unwrap()
}

fn mesh_of(positions: Vec<[f64; 3]>, triangles: &[[u32; 3]]) -> Mesh {
    Mesh::new(positions, triangles.to_vec()).unwrap()
}

#[test]
fn a_box_is_closed_whether_its_corners_are_shared_or_not() {
    let answer = checked(&boxes(&[[0.0; 3]]));
    assert!(answer.is_closed);
    assert_eq!((answer.count, answer.shells.len()), (18, 1));
}

#[test]
fn a_box_without_lid_has_four_open_edges() {
    let answer = checked(&mesh_of(corners([0.0; 3]), &BOX[..10]));
    assert!(!answer.is_closed);
    assert_eq!(answer.open, [[1, 3], [1, 5], [3, 7], [5, 7]]);
    assert!(answer.non_manifold.is_empty() && answer.flipped.is_empty());
}

#[test]
fn a_moebius_strip_has_an_edge_where_orientation_turns() {
    let count = 12;
    let point = |i: u32, side: f64| {
        let angle = f64::from(i) * std::f64::consts::TAU / f64::from(count);
        let radius = 2.0 + side * (angle / 2.0).cos();
        [radius * angle.cos(), radius * angle.sin(), side * (angle / 2.0).sin()]
    };
    let positions = (0..count).flat_map(|i| [point(i, -0.5), point(i, 0.5)]).collect();
    let triangles: Vec<_> = (0..count)
        .flat_map(|i| {
            let (a, b) = (2 * i, 2 * i + 1);
            // The last strip joins the first one upside down.
            let (c, d) = if i + 1 == count { (1, 0) } else { (2 * i + 2, 2 * i + 3) };
            [[a, c, b], [b, c, d]]
        })
        .collect();
    let answer = checked(&mesh_of(positions, &triangles));
    assert!(!answer.is_closed);
    assert_eq!(answer.open.len(), 2 * count as usize);
    assert_eq!(answer.flipped, [[0, 1]]);
    assert_eq!(answer.shells.len(), 1);
}

#[test]
fn boxes_that_share_an_edge_are_closed_and_not_manifold() {
    let answer = checked(&boxes(&[[0.0; 3], [1.0, 1.0, 0.0]]));
    assert!(answer.is_closed);
    assert_eq!(answer.non_manifold, [[3, 7]]);
    assert_eq!((answer.count, answer.shells.len()), (35, 1));
}

#[test]
fn boxes_that_share_a_vertex_are_two_shells() {
    let answer = checked(&boxes(&[[0.0; 3], [1.0, 1.0, 1.0]]));
    assert!(answer.is_closed && answer.non_manifold.is_empty());
    assert_eq!(answer.shells, [Vec::from_iter(0..12), Vec::from_iter(12..24)]);
}

#[test]
fn a_flipped_triangle_has_three_flipped_edges() {
    let mut triangles = BOX;
    triangles[0].swap(1, 2);
    let answer = checked(&mesh_of(corners([0.0; 3]), &triangles));
    assert!(!answer.is_closed);
    assert_eq!(answer.flipped, [[0, 1], [0, 2], [1, 2]]);
    assert!(answer.open.is_empty() && answer.non_manifold.is_empty());
}

#[test]
fn triangles_with_the_same_corners_are_duplicates_whatever_their_order() {
    let mut triangles = BOX.to_vec();
    triangles.extend([[1, 0, 2], [6, 5, 4], [0, 2, 1]]);
    let mesh = mesh_of(corners([0.0; 3]), &triangles);
    checked(&mesh);
    assert_eq!(mesh.topology().duplicate_triangles(), [[0, 12], [0, 14], [2, 13]]);
}

#[test]
fn nothing_is_closed() {
    assert_eq!(checked(&Mesh::empty()), Plain { is_closed: true, ..Plain::default() });
    let unused = mesh_of(vec![[1.0; 3]; 5], &[]);
    assert!(checked(&unused).is_closed);
}

#[test]
fn triangles_with_equal_corners_count_as_nothing() {
    // By index, by coordinates, and both zeros.
    let positions = vec![[0.0; 3], [-0.0; 3], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let answer = checked(&mesh_of(positions, &[[0, 0, 0], [0, 2, 2], [0, 1, 4], [2, 4, 3]]));
    assert_eq!(answer, Plain::default());
}

#[test]
fn triangles_on_a_line_count_as_usual() {
    let mut positions = corners([0.0; 3]);
    positions.push([0.5, 0.0, 0.0]);
    // The edge from 0 to 1 is divided on one side only: a triangle without area closes the gap.
    let mut triangles = BOX.to_vec();
    triangles[0] = [0, 2, 8];
    triangles.push([8, 2, 1]);
    assert!(!checked(&mesh_of(positions.clone(), &triangles)).is_closed);
    triangles.push([0, 8, 1]);
    assert!(checked(&mesh_of(positions, &triangles)).is_closed);
}

#[test]
fn an_edge_used_three_times_is_not_closed() {
    let positions = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]];
    let answer = checked(&mesh_of(positions, &[[0, 1, 2], [0, 1, 3], [1, 0, 4]]));
    assert_eq!(answer.non_manifold, [[0, 1]]);
    assert_eq!((answer.open.len(), answer.shells.len()), (6, 1));
}

#[test]
fn a_deformed_mesh_stays_closed() {
    let mesh = boxes(&[[0.0; 3]]);
    assert!(mesh.topology().is_closed());
    // Without any extent, it encloses nothing.
    let flat = mesh.deformed(vec![[1.0; 3]; 8]).unwrap();
    assert_eq!(checked(&flat), Plain::default());
    let open = mesh_of(corners([0.0; 3]), &BOX[..10]);
    assert!(!open.topology().is_closed());
    // Only the lid is missing; without extent, it is not missed.
    let mut tent = corners([0.0; 3]);
    BOX[10..].as_flattened().iter().for_each(|&vertex| tent[vertex as usize] = [0.5; 3]);
    assert!(checked(&open.deformed(tent).unwrap()).is_closed);
}

/// A closed tube around a ring, `along` by `around` quads.
fn ring(along: u32, around: u32) -> Mesh {
    let angle = |i: u32, n: u32| f64::from(i) * std::f64::consts::TAU / f64::from(n);
    let positions = (0..along * around)
        .map(|v| {
            let (u, w) = (angle(v / around, along), angle(v % around, around));
            let radius = 3.0 + w.cos();
            [radius * u.cos(), radius * u.sin(), w.sin()]
        })
        .collect();
    let triangles = (0..along * around)
        .flat_map(|v| {
            let (i, j) = (v / around, v % around);
            let at = |i: u32, j: u32| (i % along) * around + j % around;
            [[at(i, j), at(i + 1, j), at(i, j + 1)], [at(i, j + 1), at(i + 1, j), at(i + 1, j + 1)]]
        })
        .collect();
    Mesh::new(positions, triangles).unwrap()
}

#[test]
fn large_meshes_are_answered_as_small_ones_are() {
    // Enough triangles for several shares of work.
    let mesh = ring(300, 100);
    let answer = plain(&mesh);
    assert!(answer.is_closed);
    for mesh in [soup(&mesh), mesh] {
        let topology = mesh.topology();
        assert!(topology.is_closed());
        assert_eq!((topology.edge_count(), topology.shells().len()), (90_000, 1));
        assert_eq!(topology.shells().triangles(0).len(), 60_000);
        let mut triangles = mesh.triangles().to_vec();
        triangles[40_000].swap(0, 1);
        triangles.remove(50_000);
        let positions: Vec<_> = mesh.positions().iter().map(|point| point.to_array()).collect();
        let bad = mesh_of(positions, &triangles);
        let answer = plain(&bad);
        let topology = bad.topology();
        assert!(!topology.is_closed());
        assert_eq!(topology.open_edges(), answer.open);
        assert_eq!(topology.flipped_edges(), answer.flipped);
        assert_eq!((topology.open_edges().len(), topology.flipped_edges().len()), (3, 3));
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "times are for people to read")]
fn hostile_meshes_take_linear_time() {
    let count = 500_000_u32;
    let fan = |v: u32| [f64::from(v), f64::from(v % 7), 0.0];
    let cases = [
        // All triangles use one vertex; one edge; one place.
        ("fan", (0..count + 2).map(fan).collect::<Vec<_>>(), (0..count).map(|t| [0, t + 1, t + 2]).collect::<Vec<_>>()),
        ("book", (0..count + 2).map(fan).collect(), (0..count).map(|t| [0, 1, t + 2]).collect()),
        ("one place", vec![[5.0; 3]; 3 * count as usize], (0..count).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect()),
        ("one triangle", (0..3).map(fan).collect(), vec![[0, 1, 2]; count as usize]),
    ];
    for (name, positions, triangles) in cases {
        let mesh = Mesh::new(positions, triangles).unwrap();
        let start = Instant::now();
        let topology = mesh.topology();
        let closed = topology.is_closed();
        println!("{name}: {:?}", start.elapsed());
        let shells = topology.shells().len();
        println!("{name}: {:?} with shells", start.elapsed());
        assert_eq!((closed, shells), if name == "one place" { (false, 0) } else { (false, 1) }, "{name}");
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "times are for people to read")]
fn a_million_triangles_are_timed() {
    let mesh = ring(1000, 500);
    let soup = soup(&mesh);
    for (name, mesh) in [("shared", mesh), ("soup", soup)] {
        let start = Instant::now();
        assert!(mesh.topology().is_closed());
        println!("{name}: closed in {:?}", start.elapsed());
        let start = Instant::now();
        assert_eq!(mesh.topology().edge_count(), 1_500_000);
        println!("{name}: edges in {:?}", start.elapsed());
        let start = Instant::now();
        assert_eq!(mesh.topology().shells().len(), 1);
        println!("{name}: shells in {:?}", start.elapsed());
    }
    let small: Vec<_> = (0..1000).map(|_| ring(25, 20)).collect();
    let start = Instant::now();
    assert!(small.iter().all(|mesh| mesh.topology().is_closed()));
    println!("1,000 meshes of 1,000 triangles: closed in {:?}", start.elapsed());
}

/// Few vertices at few places: many triangles share edges, in all ways.
#[test]
fn any_mesh_is_answered_as_by_maps() {
    let mut closed = 0;
    for seed in 0..5000 {
        let mut random = Random::new(seed);
        let count = 1 + random.below(11);
        let positions = (0..count).map(|_| std::array::from_fn(|_| random.below(2) as f64)).collect();
        let triangles = random.below(24);
        let mut triangles: Vec<[u32; 3]> =
            (0..triangles).map(|_| std::array::from_fn(|_| random.below(count) as u32)).collect();
        let doubled = random.once_in(2);
        if doubled {
            let reversed: Vec<_> = triangles.iter().map(|&[a, b, c]| [b, a, c]).collect();
            triangles.extend(reversed);
        }
        let mesh = Mesh::new(positions, triangles).unwrap();
        let answer = checked(&mesh);
        let has_area = mesh.triangles().is_empty() || has_area(&mesh);
        assert!(!doubled || answer.is_closed == has_area, "seed {seed}");
        closed += usize::from(answer.is_closed);
    }
    assert!((2000..4500).contains(&closed), "{closed} are closed");
}
