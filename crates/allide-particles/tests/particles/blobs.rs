//! The blobby surface against exact arithmetic: along a path, its equation is a polynomial of degree 12 between the times at which the
//! path enters and leaves the balls.

use crate::exact::{self, Exact, Poly};
use crate::random::{Random, cases, only};
use allide_particles::{Collider, DVec3, Path, Pose, Simulation, Surface, TIME_BOUND};

/// Pieces of the equation, times the sixth powers of all radii, so that nothing is divided.
struct Pieces {
    /// r² − |p − centre|² of each ball.
    balls: Vec<Poly>,
    /// Σ max(0, …)³ of some balls − level.
    weights: Vec<Exact>,
    level: Exact,
}

fn power(x: f64, times: usize) -> Exact {
    (0..times).fold(Exact::from(1.0), |product, _| &product * &Exact::from(x))
}

impl Pieces {
    fn new(path: &Path, collider: &Collider) -> Self {
        let Surface::Blobby { balls, level } = &collider.surface else { panic!("not a blob") };
        let along = exact::local(path, collider);
        let polynomial = |&(center, radius): &(DVec3, f64)| {
            let mut sum: Poly = vec![power(radius, 2)];
            for axis in 0..3 {
                let offset = exact::add(&along[axis], &vec![Exact::from(-center[axis])]);
                sum = exact::add(&sum, &exact::scale(&exact::multiply(&offset, &offset), -1.0));
            }
            sum
        };
        let others = |k: usize| {
            let rest = balls.iter().enumerate().filter(|(other, _)| *other != k);
            rest.fold(Exact::from(1.0), |product, (_, ball)| &product * &power(ball.1, 6))
        };
        Self {
            balls: balls.iter().map(polynomial).collect(),
            weights: (0..balls.len()).map(others).collect(),
            level: &Exact::from(*level) * &others(balls.len()),
        }
    }

    /// The equation for the balls that the path is in at a time.
    fn at(&self, time: &Exact) -> Poly {
        let mut sum: Poly = vec![-&self.level];
        for (ball, weight) in self.balls.iter().zip(&self.weights) {
            if exact::value(ball, time).sign() > 0 {
                let cube = exact::multiply(&exact::multiply(ball, ball), ball);
                sum = exact::add(&sum, &cube.iter().map(|term| term * weight).collect());
            }
        }
        sum
    }

    fn first(&self, end: f64) -> Option<(Exact, Exact)> {
        let mut cuts: Vec<Exact> =
            self.balls.iter().flat_map(|ball| exact::roots(ball, end)).map(|(low, _)| low).collect();
        cuts.push(Exact::from(end));
        cuts.sort_by(|a, b| (a - b).sign().cmp(&0));
        let mut from = Exact::zero();
        for cut in cuts {
            let mut found = Vec::new();
            exact::isolate(&self.at(&(&from + &cut).half()), &from, &cut, 0, &mut found);
            if let Some(root) = found.into_iter().next() {
                return Some(root);
            }
            from = cut;
        }
        None
    }

    /// Whether the equation's value at a time is smaller than this.
    fn is_small(&self, time: f64, bound: f64) -> bool {
        let value = exact::value(&self.at(&Exact::from(time)), &Exact::from(time));
        let bound = &(&self.level * &Exact::from(bound)) + &Exact::zero();
        (&value - &bound).sign() <= 0 && (&value + &bound).sign() >= 0
    }
}

/// Either the time is right, or the path comes so close to the surface before that `f64` cannot tell it from a touch.
fn compare(path: &Path, collider: &Collider, end: f64) -> bool {
    let simulation = Simulation::new(only(vec![collider.clone()])).unwrap();
    let found = simulation.first_meeting(path, end, 0);
    let pieces = Pieces::new(path, collider);
    let truth = pieces.first(end);
    let Some((age, error)) = found else {
        assert!(truth.is_none(), "missed {truth:?} {path:?} {collider:?}");
        return false;
    };
    assert!(error <= TIME_BOUND * end);
    let is_right = truth.is_some_and(|(low, _)| Exact::from(age).is_near(&low, error + 1e-14));
    assert!(is_right || pieces.is_small(age, 1e-11), "{age} ± {error}: {path:?} {collider:?}");
    is_right
}

fn blob(random: &mut Random) -> Collider {
    let count = 1 + random.below(3);
    let balls = (0..count).map(|_| (random.vector(0.5), random.between(0.4, 1.0))).collect();
    let pose = Pose::at(random.vector(0.5)).turned(random.vector(1.0), random.between(0.0, 360.0));
    let surface = Surface::Blobby { balls, level: random.between(0.05, 0.6) };
    Collider { name: "blob".into(), pose, surface, constraints: Vec::new(), material: 0, image: None }
}

#[test]
fn times_on_blobs_are_within_their_bounds_for_both_orders() {
    let mut random = Random(21);
    let count = cases(150);
    let hits = (0..count).filter(|_| compare(&random.path(), &blob(&mut random), 3.0)).count();
    assert!(hits > count / 5 && hits < count, "{hits} of {count}");
}

/// Paths that nearly touch, by a power of two.
#[test]
fn no_graze_of_a_blob_is_missed() {
    let mut random = Random(22);
    let (mut hits, mut others) = (0, 0);
    for case in 0..cases(200) {
        let collider = blob(&mut random);
        let simulation = Simulation::new(only(vec![collider.clone()])).unwrap();
        let Some(hit) = simulation.first_hit(&random.path(), 3.0) else { continue };
        let across = random.vector(1.0);
        let tangent = (across - hit.normal * across.dot(hit.normal)) * 2.0;
        let acceleration = if case % 2 == 0 { DVec3::ZERO } else { random.vector(2.0) };
        let offset = (random.unit() - 0.5) * 2f64.powi(-(random.below(40) as i32));
        let position = hit.point + hit.normal * offset - tangent + acceleration * 0.5;
        let path = Path { start: 0.0, position, velocity: tangent - acceleration, acceleration };
        if compare(&path, &collider, 3.0) { hits += 1 } else { others += 1 }
    }
    assert!(hits > 10 && others > 5, "{hits} {others}");
}
