//! Paths that are hard on purpose.

use crate::random::{Random, only};
use allide_particles::{Collider, DVec2, DVec3, Hit, Keep, Path, Pose, Region, Scene, Simulation, Surface};

fn path(position: [f64; 3], velocity: [f64; 3]) -> Path {
    accelerated(position, velocity, [0.0; 3])
}

fn accelerated(position: [f64; 3], velocity: [f64; 3], acceleration: [f64; 3]) -> Path {
    let [position, velocity, acceleration] = [position, velocity, acceleration].map(DVec3::from_array);
    Path { start: 0.0, position, velocity, acceleration }
}

fn collider(surface: Surface, constraints: Vec<(Keep, Region)>) -> Collider {
    Collider { name: "it".into(), pose: Pose::IDENTITY, surface, constraints, material: 0, image: None }
}

fn square(min: [f64; 2], max: [f64; 2]) -> Collider {
    let region = Region::Rectangle { min: DVec2::from_array(min), max: DVec2::from_array(max) };
    collider(Surface::Plane, vec![(Keep::Inside, region)])
}

fn sphere(radius: f64) -> Collider {
    collider(Surface::Ellipsoid { radii: DVec3::splat(radius) }, Vec::new())
}

fn hit(colliders: &[Collider], path: &Path) -> Option<Hit> {
    Simulation::new(only(colliders.to_vec())).unwrap().first_hit(path, 10.0)
}

#[test]
fn touching_counts_and_a_bit_beside_it_does_not() {
    let sphere = [sphere(1.0)];
    let beside = |y: f64| hit(&sphere, &path([-2.0, y, 0.0], [1.0, 0.0, 0.0])).map(|hit| hit.age);
    assert_eq!(beside(1.0), Some(2.0));
    assert_eq!(beside(1.0_f64.next_up()), None);
    assert!(beside(1.0_f64.next_down()).is_some_and(|age| age < 2.0 && age > 1.9999));
    // A parabola whose top touches the plane.
    let top = |z: f64| {
        hit(&[square([-9.0, -9.0], [9.0, 9.0])], &accelerated([0.0, 0.0, z], [0.0, 0.0, 2.0], [0.0, 0.0, -2.0]))
    };
    assert_eq!(top(-1.0).map(|hit| hit.age), Some(1.0));
    assert!(top((-1.0_f64).next_down()).is_none());
    assert!(top((-1.0_f64).next_up()).is_some_and(|hit| hit.age < 1.0));
}

#[test]
fn parallel_paths_hit_nothing_beside_or_in_the_surface() {
    let square = [square([-1.0, -1.0], [1.0, 1.0])];
    for z in [0.0, 1e-300, 1e-20, 1.0] {
        assert!(hit(&square, &path([-2.0, 0.0, z], [1.0, 0.5, 0.0])).is_none(), "{z}");
    }
    // Along a cylinder's wall, and along its axis.
    let cylinder = [collider(Surface::Cylinder { radii: [1.0, 1.0], heights: [-1.0, 1.0] }, Vec::new())];
    for x in [0.0, 1.0, 0.5] {
        assert!(hit(&cylinder, &path([x, 0.0, -3.0], [0.0, 0.0, 1.0])).is_none(), "{x}");
    }
    // Along a line of a cone, which passes its apex.
    let cone = [collider(Surface::Cone { radii: [1.0, 1.0], heights: [-1.0, 1.0] }, Vec::new())];
    assert!(hit(&cone, &path([-3.0, 0.0, -3.0], [1.0, 0.0, 1.0])).is_none());
}

#[test]
fn the_apex_of_a_cone_is_hit() {
    let cone = [collider(Surface::Cone { radii: [1.0, 1.0], heights: [-1.0, 1.0] }, Vec::new())];
    let found = hit(&cone, &path([0.0, 0.0, 2.0], [0.0, 0.0, -1.0])).unwrap();
    assert_eq!((found.age, found.normal), (2.0, DVec3::Z));
}

#[test]
fn a_start_on_the_surface_is_no_hit() {
    let found = hit(&[sphere(1.0)], &path([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0])).unwrap();
    assert_eq!(found.age, 2.0);
    assert!(hit(&[sphere(1.0)], &path([-1.0, 0.0, 0.0], [-1.0, 0.0, 0.0])).is_none());
    assert!(hit(&[sphere(1.0)], &path([-1.0, 0.0, 0.0], [0.0, 1.0, 0.0])).is_none());
    let thrown = accelerated([0.0, 0.0, 0.0], [0.0, 0.0, 2.0], [0.0, 0.0, -2.0]);
    assert_eq!(hit(&[square([-1.0, -1.0], [1.0, 1.0])], &thrown).unwrap().age, 2.0);
    // A particle that never moves hits nothing, on a surface or beside it.
    for x in [0.0, 1.0, 3.0] {
        assert!(hit(&[sphere(1.0)], &path([x, 0.0, 0.0], [0.0; 3])).is_none());
    }
}

#[test]
fn seams_have_no_gap_and_ties_go_to_the_lower_number() {
    let halves = [square([-1.0, -1.0], [0.0, 1.0]), square([0.0, -1.0], [1.0, 1.0])];
    let found = hit(&halves, &path([0.0, 0.3, 1.0], [0.0, 0.0, -1.0])).unwrap();
    assert_eq!((found.collider, found.age), (0, 1.0));
    let swapped = [halves[1].clone(), halves[0].clone()];
    assert_eq!(hit(&swapped, &path([0.0, 0.3, 1.0], [0.0, 0.0, -1.0])).unwrap().collider, 0);
    // A corner of both, and a corner of one.
    assert!(hit(&halves, &path([0.0, 1.0, 1.0], [0.0, 0.0, -1.0])).is_some());
    assert!(hit(&halves, &path([1.0, 1.0, 1.0], [0.0, 0.0, -1.0])).is_some());
    assert!(hit(&halves, &path([1.0_f64.next_up(), 1.0, 1.0], [0.0, 0.0, -1.0])).is_none());
}

#[test]
fn colliders_a_bit_apart_come_in_order() {
    let plane = |z: f64| Collider { pose: Pose::at(DVec3::new(0.0, 0.0, z)), ..square([-1.0, -1.0], [1.0, 1.0]) };
    let falling = path([0.1, 0.2, 1.5], [0.3, 0.1, -1.0]);
    assert_eq!(hit(&[plane(1.0), plane(1.0_f64.next_up())], &falling).unwrap().collider, 1);
    assert_eq!(hit(&[plane(1.0_f64.next_up()), plane(1.0)], &falling).unwrap().collider, 0);
}

#[test]
fn holes_let_particles_through() {
    let mut plate = square([-1.0, -1.0], [1.0, 1.0]);
    plate.constraints.push((Keep::Outside, Region::Disc { center: DVec2::ZERO, radius: 0.5 }));
    let down = |x: f64| hit(&[plate.clone()], &path([x, 0.0, 1.0], [0.0, 0.0, -1.0])).is_some();
    assert_eq!(
        [down(0.0), down(0.499), down(0.5), down(0.7), down(1.0), down(1.1)],
        [false, false, true, true, true, false]
    );
}

#[test]
fn a_second_root_counts_where_a_constraint_drops_the_first() {
    let bowl = collider(
        Surface::Ellipsoid { radii: DVec3::ONE },
        vec![(Keep::Inside, Region::HalfSpace { normal: DVec3::Z, offset: 0.0 })],
    );
    let found = hit(&[bowl], &path([0.0, 0.0, 3.0], [0.0, 0.0, -1.0])).unwrap();
    assert_eq!((found.age, found.normal), (4.0, DVec3::Z));
}

#[test]
fn four_roots_come_in_order() {
    // A parabola that enters and leaves a flat cylinder twice.
    let tube = collider(Surface::Cylinder { radii: [2.0, 0.25], heights: [-1.0, 1.0] }, Vec::new());
    let arc = accelerated([-1.5, 1.0, 0.0], [0.5, -2.0, 0.0], [0.0, 0.7, 0.0]);
    let first = hit(std::slice::from_ref(&tube), &arc).unwrap();
    let mut upper = tube.clone();
    upper.constraints.push((Keep::Inside, Region::HalfSpace { normal: DVec3::Y, offset: 0.0 }));
    let second = hit(&[upper], &arc).unwrap();
    assert!(first.point.y > 0.0 && second.point.y < 0.0 && first.age < second.age);
}

#[test]
fn a_blob_is_hit_where_its_equation_is_zero() {
    let balls = vec![(DVec3::new(-0.3, 0.0, 0.0), 0.9), (DVec3::new(0.4, 0.1, 0.0), 0.8)];
    let value = |p: DVec3| {
        let part = |&(center, radius): &(DVec3, f64)| {
            (1.0 - (p - center).length_squared() / (radius * radius)).max(0.0).powi(3)
        };
        balls.iter().map(part).sum::<f64>() - 0.2
    };
    let blob = collider(Surface::Blobby { balls: balls.clone(), level: 0.2 }, Vec::new());
    let simulation = Simulation::new(only(vec![blob])).unwrap();
    let mut random = Random(9);
    let mut hits = 0;
    for _ in 0..200 {
        let path = random.path();
        let found = simulation.first_hit(&path, 3.0);
        let end = found.map_or(3.0, |hit| hit.age);
        // It is outside all the way there, by a plain look at many points.
        for k in 0..2000 {
            let age = end * f64::from(k) / 2000.0;
            assert!(value(path.position) > 0.0 || value(path.position_at(age)) < 1e-9, "{path:?}");
        }
        if let Some(hit) = found {
            assert!(value(hit.point).abs() < 1e-9, "{} {path:?}", value(hit.point));
            hits += 1;
        }
    }
    assert!(hits > 30, "{hits}");
}

#[test]
fn ten_thousand_colliders_give_what_each_gives_alone() {
    let scene = Scene::read(
        "[[collider]]\nname = \"ball\"\nsurface = \"sphere\"\nradius = 0.04\nposition = [-3, -3, -1]\nrepeat = { counts = [25, 25, 16], step = [0.24, 0.24, 0.13] }",
    )
    .unwrap();
    assert_eq!(scene.colliders.len(), 10_000);
    let simulation = Simulation::new(scene).unwrap();
    let mut random = Random(4);
    let mut hits = 0;
    for _ in 0..60 {
        let path = random.path();
        let alone = (0..10_000).filter_map(|k| Some((simulation.first_meeting(&path, 3.0, k)?.0, k)));
        let truth = alone.min_by(|a, b| a.partial_cmp(b).unwrap());
        let found = simulation.first_hit(&path, 3.0).map(|hit| (hit.age, hit.collider));
        assert_eq!(found, truth);
        hits += usize::from(found.is_some());
    }
    assert!(hits > 20, "{hits}");
}

/// A path meets a cluster of small colliders in a wide scene: only those near it are asked, however wide the scene is.
#[test]
fn a_cluster_in_a_wide_scene_is_no_cliff() {
    let text = |width: f64| {
        format!(
            "[[emitter]]\ncount = 2000\nperiod = 1\nstart = -1\nsource = {{ box = [[-1, -1, 1.5], [1, 1, 1.6]] }}\nvelocity = [0, 0, -3]\n\
             acceleration = [0.1, 0, -1]\n[[collider]]\nsurface = \"sphere\"\nradius = 0.01\nposition = [-1, -1, 0]\n\
             repeat = {{ counts = [50, 50, 4], step = [0.04, 0.04, 0.1] }}\n\
             [[collider]]\nsurface = \"rectangle\"\nsize = [{width}, {width}]\nposition = [0, 0, -0.2]\n"
        )
    };
    let [near, wide] = [4.0, 4e5].map(|width| {
        let simulation = Simulation::new(Scene::read(&text(width)).unwrap()).unwrap();
        let began = std::time::Instant::now();
        let impacts = simulation.impacts(0.0..1.0).unwrap();
        assert!(impacts.len() > 1500 && impacts.iter().any(|impact| impact.collider < 10_000));
        began.elapsed().as_secs_f64()
    });
    assert!(wide < 10.0 * near + 0.2, "{near} {wide}");
}
