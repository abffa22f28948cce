//! Depth, volume and tolerance: against closed forms, volumes in rational arithmetic, and moves that must separate.

use allide::{DVec3, Engine, Error, Mesh, ObjectPair, PairClass, Pose, Report, Scene, Shared, Solids, TrianglePair};
use allide_oracle::solids::common_volume;
use allide_scenes::shapes::{cuboid, torus};
use allide_scenes::solids::{KINDS, Pair, Solid, pair, plain_pair};
use rayon::prelude::*;

fn measured() -> Solids {
    Solids::new().measured().with_duplicates()
}

fn scene_of<'m>(meshes: impl IntoIterator<Item = (&'m Mesh, Pose)>) -> Scene {
    let mut scene = Scene::new();
    meshes.into_iter().for_each(|(mesh, pose)| _ = scene.add("part", mesh, pose));
    scene
}

fn ask(scene: &Scene, question: &Solids) -> Report<TrianglePair> {
    Engine::cpu().run(scene, question).expect("an answer")
}

fn only(report: &Report<TrianglePair>) -> &ObjectPair {
    assert_eq!(report.pairs.len(), 1);
    &report.pairs[0]
}

fn shared(report: &Report<TrianglePair>) -> &Shared {
    only(report).shared.as_ref().expect("measured")
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::translation(x, y, z).expect("finite")
}

#[track_caller]
fn assert_boxes(a: Mesh, b: Mesh, class: PairClass, depth: f64, volume: f64) {
    let report = ask(&scene_of([(&a, Pose::IDENTITY), (&b, Pose::IDENTITY)]), &measured());
    assert_eq!(only(&report).class, class);
    let Shared { depth: found, volume: Some(measure), area: Some(_), .. } = shared(&report) else { panic!() };
    assert!(found.exact && (found.upper - depth).abs() < 1e-11 && (found.lower - depth).abs() < 1e-11, "{found:?}");
    assert!((measure.value - volume).abs() <= measure.error && measure.error < 1e-11, "{measure:?}");
}

#[test]
fn boxes_have_the_depth_and_volume_of_what_they_share() {
    let unit = || cuboid([0.0; 3], [1.0; 3]);
    assert_boxes(unit(), cuboid([0.75, 0.5, 0.25], [2.0; 3]), PairClass::Hard, 0.25, 0.25 * 0.5 * 0.75);
    // Two walls with flush faces.
    assert_boxes(unit(), cuboid([0.5, 0.0, 0.0], [2.0, 1.0, 1.0]), PairClass::Hard, 0.5, 0.5);
    // A pipe buried in a column, and flush with it.
    let column = || cuboid([0.0; 3], [4.0, 4.0, 8.0]);
    assert_boxes(column(), cuboid([1.0; 3], [2.0; 3]), PairClass::Contained, 2.0, 1.0);
    assert_boxes(column(), cuboid([0.0; 3], [1.0; 3]), PairClass::Contained, 1.0, 1.0);
    // The same box, cut otherwise.
    let other = Mesh::new(unit().positions().iter().map(|point| point.to_array()).collect(), cut_otherwise(&unit()));
    assert_boxes(unit(), other.expect("a box"), PairClass::Duplicate, 1.0, 1.0);
}

/// The triangles of a box with the other diagonal in each side.
fn cut_otherwise(mesh: &Mesh) -> Vec<[u32; 3]> {
    let mut sides: Vec<[u32; 3]> = Vec::new();
    for two in mesh.triangles().chunks(2) {
        let shared: Vec<u32> = two[0].into_iter().filter(|vertex| two[1].contains(vertex)).collect();
        let ends: Vec<u32> =
            (0..2).flat_map(|k| two[k].into_iter().find(|vertex| !two[1 - k].contains(vertex))).collect();
        let place = two[0].iter().position(|vertex| *vertex == ends[0]).expect("one of three");
        let (next, last) = (two[0][(place + 1) % 3], two[0][(place + 2) % 3]);
        assert!(shared.contains(&next) && shared.contains(&last));
        sides.extend([[ends[0], next, ends[1]], [ends[0], ends[1], last]]);
    }
    sides
}

#[test]
fn copies_of_what_is_not_convex_share_all_of_it() {
    let ring = allide_scenes::shapes::torus(2.0, 0.5, 24, 12);
    let mut scene = Scene::new();
    (0..3).for_each(|_| _ = scene.add("ring", &ring, Pose::translation(0.25, 0.5, 0.75).unwrap()));
    let whole = allide::inspect(&mut Engine::cpu(), &scene).unwrap().objects[0].volume.unwrap();
    let report = Engine::cpu().run(&scene, &Solids::new().measured()).unwrap();
    let shared = report.sets[0].shared.as_ref().unwrap();
    let volume = shared.volume.unwrap();
    assert!(
        whole.value > 9.0 && (volume.value - whole.value).abs() <= volume.error + whole.error,
        "{volume:?} {whole:?}"
    );
    // As thick as the ring, whose corners are on a circle.
    assert!(shared.penetration.lower > 0.9 && shared.penetration.upper < 1.01, "{:?}", shared.penetration);
}

#[test]
fn sets_are_measured_once_and_touches_not_at_all() {
    let unit = cuboid([0.0; 3], [1.0; 3]);
    let scene = scene_of([(&unit, Pose::IDENTITY), (&unit, Pose::IDENTITY), (&unit, at(1.0, 0.0, 0.0))]);
    let report = ask(&scene, &Solids::new().measured());
    let shared = report.sets[0].shared.as_ref().expect("measured");
    assert!(shared.depth.exact && (shared.depth.upper - 1.0).abs() < 1e-11);
    assert!((shared.volume.expect("solids").value - 1.0).abs() < 1e-12);
    assert!(report.pairs.iter().all(|pair| pair.class == PairClass::Touch && pair.shared.is_none()));
    assert!(ask(&scene, &Solids::new()).sets[0].shared.is_none());
}

/// An object that is not closed, and one that overlaps itself, have no volume, but a move that separates them.
#[test]
fn what_is_no_solid_has_a_depth_and_no_volume() {
    let sheet =
        Mesh::new(vec![[-5.0, -5.0, 0.5], [5.0, -5.0, 0.5], [0.0, 9.0, 0.5]], vec![[0, 1, 2]]).expect("a sheet");
    let unit = cuboid([0.0; 3], [1.0; 3]);
    let tangled = allide_scenes::shapes::merge([(&unit, Pose::IDENTITY), (&unit, at(0.5, 0.5, 0.5))]);
    for mesh in [&sheet, &tangled] {
        let scene = scene_of([(mesh, Pose::IDENTITY), (&unit, at(0.25, 0.25, 0.25))]);
        let report = ask(&scene, &measured());
        let shared = shared(&report);
        assert!(shared.volume.is_none() && shared.area.is_none() && !shared.depth.exact);
        assert!(shared.unknown.is_some() && are_separate(&scene, shared));
    }
}

/// Whether the second object no longer shares anything after the move that the depth tells.
fn are_separate(scene: &Scene, shared: &Shared) -> bool {
    let mut moved = scene.clone();
    let id = moved.ids().nth(1).expect("two objects");
    let by = shared.depth.direction * (shared.depth.upper * (1.0 + 1e-9));
    let pose = at(by.x, by.y, by.z).after(moved.objects()[1].pose()).expect("in range");
    moved.set_pose(id, pose);
    ask(&moved, &Solids::new()).pairs.iter().all(|pair| pair.class == PairClass::Touch)
}

fn scene(a: &Solid, b: &Solid) -> Scene {
    scene_of([(&a.mesh(), Pose::IDENTITY), (&b.mesh(), Pose::IDENTITY)])
}

/// Volumes of random solids are those of rational arithmetic, whichever way they face; moves separate; no method
/// changes a bit.
#[test]
fn random_solids_share_what_exact_volumes_say() {
    let count: u64 = std::env::var("ALLIDE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(40);
    let seeds = || (0..count).flat_map(|seed| KINDS.map(|kind| (kind, 90_000 + seed)));
    let checked: Vec<Option<Checked>> =
        seeds().par_bridge().map(|(kind, seed)| check_pair(&pair(kind, seed))).collect();
    assert!(checked.iter().flatten().count() * 4 > checked.len());
    // Of solids that are not stretched, bounds on errors are small.
    let plain: Vec<Option<Checked>> =
        seeds().par_bridge().map(|(kind, seed)| check_pair(&plain_pair(kind, seed))).collect();
    let worst = plain.iter().flatten().map(|checked| checked.error).fold(0.0, f64::max);
    assert!(worst > 0.0 && worst < 1e-8, "{worst}");
}

/// What a pair has come to.
struct Checked {
    /// The bound on the error of its volume.
    error: f64,
}

/// Checks a pair; `None` if it shares nothing.
fn check_pair(Pair { name, a, b }: &Pair) -> Option<Checked> {
    let scene_ab = scene(a, b);
    let report = ask(&scene_ab, &measured());
    let shared = report.pairs.first()?.shared.as_ref()?;
    assert!(are_separate(&scene_ab, shared), "{name}: {shared:?}\na = {a:?}\nb = {b:?}");
    let depth = shared.depth;
    assert!(
        0.0 <= depth.lower && depth.lower <= depth.upper && (depth.direction.length() - 1.0).abs() < 1e-12,
        "{name}"
    );
    if let Some(volume) = shared.volume {
        let expected = common_volume(&a.corners(), &b.corners()).to_f64(0);
        let slack = volume.error + f64::EPSILON * expected;
        assert!((volume.value - expected).abs() <= slack, "{name}: {volume:?}, not {expected}\na = {a:?}\nb = {b:?}");
        let flipped = ask(&scene(&a.flipped(), b), &measured());
        let other = flipped.pairs[0].shared.as_ref().and_then(|shared| shared.volume).expect("solids");
        assert!(
            (other.value - expected).abs() <= other.error + f64::EPSILON * expected,
            "{name}, inside out: {other:?}"
        );
    }
    let only_pairs = ask(&scene_ab, &measured().pairs_only());
    assert_eq!(only_pairs.pairs[0].shared.as_ref(), Some(shared), "{name}");
    assert!(only_pairs.findings().is_empty());
    for method in super::exact_methods() {
        assert_eq!(ask(&scene_ab, &measured().method(method)).pairs, report.pairs, "{name} by {method}");
    }
    Some(Checked { error: shared.volume.map_or(0.0, |volume| volume.error) })
}

/// A mirrored object is turned inside out by its pose.
#[test]
fn mirrors_keep_depth_and_volume() {
    let ring = torus(1.0, 0.25, 24, 12);
    let mirror = Pose::affine([[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0; 3]).expect("finite");
    let plain = ask(&scene_of([(&ring, Pose::IDENTITY), (&ring, at(0.25, 0.5, 0.125))]), &measured());
    let mirrored = mirror.after(&at(0.25, 0.5, 0.125)).expect("finite");
    let report = ask(&scene_of([(&ring, mirror), (&ring, mirrored)]), &measured());
    let [plain, turned] = [&plain, &report].map(|report| shared(report).volume.expect("solids"));
    assert!((plain.value - turned.value).abs() <= plain.error + turned.error && plain.value > 0.01);
}

#[test]
fn curves_patches_and_contacts_are_there_if_asked_for() {
    let unit = cuboid([0.0; 3], [1.0; 3]);
    let scene = scene_of([(&unit, Pose::IDENTITY), (&unit, at(0.75, 0.25, 0.0))]);
    let plain = ask(&scene, &measured());
    assert!(shared(&plain).curves.is_empty() && shared(&plain).contacts.is_empty());
    let report = ask(&scene, &Solids::new().with_contacts());
    let shared = shared(&report);
    assert!(!shared.curves.is_empty() && shared.curves.iter().all(|curve| curve.closed));
    assert!(!shared.patches.is_empty() && shared.patches.iter().all(|patch| !patch.touching));
    assert!(shared.contacts.iter().all(|contact| (contact.normal.length() - 1.0).abs() < 1e-12));
    assert!(shared.contacts.iter().any(|contact| contact.normal.distance(DVec3::X) < 0.6), "{:?}", shared.contacts);
}

#[test]
fn shallow_is_what_a_move_shorter_than_the_tolerance_separates() {
    let unit = cuboid([0.0; 3], [1.0; 3]);
    let scene = scene_of([(&unit, Pose::IDENTITY), (&unit, at(0.0, 0.0, 0.875))]);
    let class = |tolerance: f64| only(&ask(&scene, &Solids::new().tolerance(tolerance).expect("positive"))).class;
    assert_eq!([0.0625, 0.12, 0.13, 10.0].map(class)[..2], [PairClass::Hard; 2]);
    assert_eq!([0.13, 10.0].map(class), [PairClass::Shallow; 2]);
    let any = |tolerance: f64| Engine::cpu().any(&scene, &Solids::new().tolerance(tolerance).expect("positive"));
    assert!(any(0.12).expect("an answer").is_some() && any(0.13).expect("an answer").is_none());
    for odd in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(Solids::new().tolerance(odd), Err(Error::BadOption { .. })), "{odd}");
    }
}

/// A surface that is not closed can be shallow, too: a sheet that a box pierces by little.
#[test]
fn surfaces_are_shallow_if_a_short_move_separates_them() {
    let sheet =
        Mesh::new(vec![[-5.0, -5.0, 0.99], [5.0, -5.0, 0.99], [0.0, 9.0, 0.99]], vec![[0, 1, 2]]).expect("a sheet");
    let scene = scene_of([(&cuboid([0.0; 3], [1.0; 3]), Pose::IDENTITY), (&sheet, Pose::IDENTITY)]);
    let class = |tolerance: f64| only(&ask(&scene, &Solids::new().tolerance(tolerance).expect("positive"))).class;
    assert_eq!([0.005, 0.0125].map(class), [PairClass::Hard, PairClass::Shallow]);
}

/// The same part, saved again with fewer digits, is a duplicate within the tolerance and hard or contained without.
#[test]
fn duplicates_within_the_tolerance_are_duplicates() {
    let part = torus(1.0, 0.25, 40, 20);
    let rounded = |unit: f64| {
        let round = |point: &DVec3| point.to_array().map(|x| (x / unit).round() * unit);
        Mesh::new(part.positions().iter().map(round).collect(), part.triangles().to_vec()).expect("finite")
    };
    let class = |other: &Mesh, tolerance: f64| {
        let scene = scene_of([(&part, Pose::IDENTITY), (other, Pose::IDENTITY)]);
        only(&ask(&scene, &Solids::new().tolerance(tolerance).expect("positive"))).class
    };
    let saved = rounded(1e-4);
    assert_eq!([1e-5, 1e-3].map(|tolerance| class(&saved, tolerance)), [PairClass::Hard, PairClass::Duplicate]);
    // Smaller all over by more than the tolerance, and by less.
    let smaller = |by: f64| torus(1.0, 0.25 - by, 40, 20);
    assert_eq!(class(&smaller(0.01), 0.005), PairClass::Contained);
    assert_eq!(class(&smaller(0.001), 0.005), PairClass::Duplicate);
    // A box and the same box with a deep dent of little volume: vertices are far from the other.
    assert_eq!(class(&rounded(0.1), 1e-3), PairClass::Hard);
}

/// A building that is turned and saved with six decimals has the clashes that it had, at a tenth of a millimetre: before, flush
/// faces count as hard.
#[test]
fn a_building_that_is_turned_and_saved_keeps_its_clashes() {
    let building = allide_scenes::scenes::building(2, [3, 2]);
    let hard = |scene: &Scene, question: &Solids| -> Vec<(usize, usize)> {
        let report = ask(scene, question);
        let is_hard = |pair: &&ObjectPair| pair.class == PairClass::Hard;
        report.pairs.iter().filter(is_hard).map(|pair| (pair.a.index(), pair.b.index())).collect()
    };
    let turn = Pose::rotation_translation([0.0, 0.0, 1.0], 17_f64.to_radians(), [0.0; 3]).expect("finite");
    let mut saved = Scene::new();
    for object in building.objects() {
        let place = |point: &DVec3| {
            let world = turn.apply(object.pose().apply(*point));
            world.to_array().map(|x| (x * 1e6).round() / 1e6)
        };
        let positions = object.mesh().positions().iter().map(place).collect();
        let mesh = Mesh::new(positions, object.mesh().triangles().to_vec()).expect("finite");
        saved.add(object.name(), &mesh, Pose::IDENTITY);
    }
    let expected = hard(&building, &Solids::new());
    let without = hard(&saved, &Solids::new());
    assert!(!expected.is_empty() && without.len() > 2 * expected.len(), "{} {}", expected.len(), without.len());
    assert_eq!(hard(&saved, &Solids::new().tolerance(1e-4).expect("positive")), expected);
}

/// The difference of fine spheres has so many faces at nearly the same distance that a fixed number of steps leaves it open.
#[test]
fn the_way_out_of_a_fine_sphere_is_exact() {
    let sphere = allide_scenes::shapes::icosphere(6);
    let mut scene = Scene::new();
    for scale in [1.0, 0.9] {
        let pose = Pose::affine([[scale, 0.0, 0.0], [0.0, scale, 0.0], [0.0, 0.0, scale]], [0.0; 3]).unwrap();
        scene.add("", &sphere, pose);
    }
    let report = Engine::cpu().run(&scene, &Solids::new().measured()).unwrap();
    let depth = shared(&report).depth;
    assert!(depth.exact && depth.upper < 1.9 && depth.lower > 1.8998, "{depth:?}");
}
