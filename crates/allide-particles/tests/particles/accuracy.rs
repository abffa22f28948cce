//! Impact times are as exact as stated, and the first collider is the right one.

use crate::exact::{self, Exact};
use crate::random::{KINDS, Random, cases, only};
use allide_particles::{Collider, DVec3, Path, Pose, Simulation, Surface, TIME_BOUND};

/// Compares one path and one collider with the reference.
fn compare(path: &Path, collider: &Collider, end: f64) -> bool {
    // Impossible quadrics are an error, which is tested elsewhere.
    let Ok(simulation) = Simulation::new(only(vec![collider.clone()])) else { return false };
    let found = simulation.first_meeting(path, end, 0);
    let truth = exact::first(path, collider, end);
    match (found, &truth) {
        (None, None) => false,
        (Some((age, error)), Some((low, high))) => {
            assert!(error <= TIME_BOUND * end, "{error} {path:?} {collider:?}");
            let is_near = Exact::from(age).is_near(low, error) && Exact::from(age).is_near(high, error);
            assert!(is_near, "{age} ± {error} {path:?} {collider:?}");
            true
        }
        _ => panic!("{found:?} instead of {truth:?}: {path:?} {collider:?}"),
    }
}

#[test]
fn times_are_within_their_bounds_for_every_surface_and_order() {
    let mut random = Random(1);
    let count = cases(150);
    for kind in 0..KINDS {
        let mut hits = 0;
        for _ in 0..count {
            let (path, collider) = (random.path(), random.collider(kind));
            hits += usize::from(compare(&path, &collider, 3.0));
        }
        assert!(hits > count / 20, "kind {kind} was hit {hits} times of {count}");
    }
}

/// Paths that nearly touch: the offset from touching is a power of two of the size, down to a single last bit.
#[test]
fn no_graze_is_missed_and_none_is_made_up() {
    let mut random = Random(2);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..cases(400) {
        let mut collider = random.collider([2, 3, 4, 5, 6, 7, 8, 11][case % 8]);
        collider.constraints.clear();
        let Ok(simulation) = Simulation::new(only(vec![collider.clone()])) else { continue };
        // A point of the surface, and a path through it that is tangential there.
        let Some(hit) = simulation.first_hit(&random.path(), 3.0) else { continue };
        let across = random.vector(1.0);
        let tangent = (across - hit.normal * across.dot(hit.normal)) * 2.0;
        let acceleration = if case % 2 == 0 { DVec3::ZERO } else { random.vector(2.0) };
        let back = 0.5 + random.unit();
        let offset = (random.unit() - 0.5) * 2f64.powi(-(random.below(52) as i32));
        let point = hit.point + hit.normal * offset;
        let path = Path {
            start: 0.0,
            position: point - tangent * back + acceleration * (0.5 * back * back),
            velocity: tangent - acceleration * back,
            acceleration,
        };
        if compare(&path, &collider, 3.0) {
            hits += 1;
        } else {
            misses += 1;
        }
    }
    assert!(hits > 50 && misses > 20, "{hits} {misses}");
}

#[test]
fn of_many_colliders_the_first_is_found() {
    let mut random = Random(3);
    let mut hits = 0;
    for _ in 0..cases(25) {
        let mut colliders = Vec::new();
        for kind in 0..36 {
            let collider = random.collider(kind % KINDS);
            if Simulation::new(only(vec![collider.clone()])).is_ok() {
                colliders.push(collider);
            }
        }
        let simulation = Simulation::new(only(colliders.clone())).unwrap();
        for _ in 0..2 {
            let path = random.path();
            let all = colliders.iter().enumerate().filter_map(|(k, one)| Some((exact::first(&path, one, 3.0)?.0, k)));
            let truth = all.min_by(|(a, _), (b, _)| (a - b).sign().cmp(&0)).map(|(_, k)| k as u32);
            let found = simulation.first_hit(&path, 3.0).map(|hit| hit.collider);
            assert_eq!(found, truth, "{path:?}");
            hits += usize::from(found.is_some());
        }
    }
    assert!(hits > 0);
}

/// Paths along an axis, an asymptote or a ruling, and accelerations along them: leading terms vanish, exactly or by rounding.
#[test]
fn degenerate_leading_terms_are_no_trouble() {
    let mut random = Random(6);
    let mut hits = 0;
    for case in 0..cases(300) {
        let mut collider = random.collider([4, 5, 6, 7, 8][case % 5]);
        if case % 2 == 0 {
            collider.pose = Pose::IDENTITY;
        }
        // In local coordinates: along the axis, and along a line of the asymptotic cone.
        let slope = match collider.surface {
            Surface::Cone { radii, .. } => DVec3::new(radii[0], 0.0, 1.0),
            Surface::Hyperboloid { radii, .. } => DVec3::new(0.0, radii.y, radii.z),
            _ => DVec3::Z,
        };
        let along = if random.below(2) == 0 { DVec3::Z } else { slope };
        let target = DVec3::new(random.between(-0.5, 0.5), random.between(-0.5, 0.5), random.between(-1.0, 1.0));
        let to_world = |local: DVec3| collider.pose.axes * local;
        let velocity = to_world(along * random.between(0.5, 2.0));
        let acceleration = if random.below(2) == 0 { DVec3::ZERO } else { to_world(along * random.between(-1.0, 1.0)) };
        let position = collider.pose.to_world(target) - velocity * 1.5;
        hits += usize::from(compare(&Path { start: 0.0, position, velocity, acceleration }, &collider, 3.0));
    }
    assert!(hits > 50, "{hits}");
}
