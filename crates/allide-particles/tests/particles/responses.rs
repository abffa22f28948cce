//! What impacts do to particles.

use allide_particles::{DVec3, Impact, Scene, Simulation};

/// One particle, or several alike, and what it meets.
fn scene(emitter: &str, material: &str, rest: &str) -> Simulation {
    let text = format!("{rest}\n[[material]]\nname = \"it\"\nsound = \"none\"\n{material}\n[[emitter]]\n{emitter}\n");
    Simulation::new(Scene::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"))).unwrap()
}

const FLOOR: &str = "\n[[collider]]\nsurface = \"rectangle\"\nsize = [100, 100]\n";
const DROP: &str = "count = 1\nperiod = 100\nstart = -100\nsource = { point = [0, 0, 1] }\nacceleration = [0, 0, -10]\nresponse = \"bounce\"";

/// The impacts of the first life, with times since birth.
fn first_life(simulation: &Simulation) -> Vec<Impact> {
    let emitter = &simulation.scene().emitters[0];
    let birth = emitter.birth(0, 0);
    let mut impacts = simulation.impacts(birth..birth + emitter.period * 0.999).unwrap();
    impacts.retain(|impact| impact.generation == 0);
    impacts.iter_mut().for_each(|impact| impact.time -= birth);
    impacts
}

#[test]
fn elastic_bounces_keep_their_energy() {
    let material = "restitution = 1\nfriction = 0";
    let box_ = "rest_speed = 1e-6\n[[collider]]\nsurface = \"sphere\"\nradius = 2\n[[collider]]\nsurface = \"ellipsoid\"\nradii = [0.5, 0.7, 0.4]\n\
                [[collider]]\nsurface = \"rectangle\"\nsize = [5, 5]\nposition = [0, 0, -1]\nrotation = [[1, 0, 0, 10]]\n";
    let emitter = "count = 20\nperiod = 30\nstart = -30\nsource = { box = [[-0.5, -0.5, 0.8], [0.5, 0.5, 1.2]] }\nvelocity = [1, 0, 0]\n\
                   spread = [0.5, 0.5, 0.5]\nacceleration = [0, 0, -9.81]\nresponse = \"bounce\"";
    let simulation = scene(emitter, material, box_);
    let impacts = simulation.impacts(0.0..20.0).unwrap();
    let most = impacts.iter().map(|impact| impact.bounce).max().unwrap();
    assert!(impacts.len() > 500 && most > 30, "{} {most}", impacts.len());
    for impact in &impacts {
        let path = simulation.scene().emitters[0].path(impact.particle, impact.generation);
        let energy = |velocity: DVec3, point: DVec3| 0.5 * velocity.length_squared() + 9.81 * point.z;
        let (before, now) = (energy(path.velocity, path.position), energy(impact.velocity, impact.point));
        assert!((before - now).abs() < 1e-11 * f64::from(impact.bounce + 1) * 50.0, "{} {impact:?}", before - now);
    }
}

#[test]
fn bounces_that_accumulate_end_at_the_geometric_sum() {
    let simulation = scene(DROP, "restitution = 0.5\nfriction = 0", &format!("rest_speed = 0.01{FLOOR}"));
    let impacts = first_life(&simulation);
    let fall = (2.0_f64 / 10.0).sqrt();
    // Falls √(2h/g), then flights of 2·eᵏ times as long.
    let mut expected = fall;
    for (k, impact) in impacts.iter().enumerate() {
        assert!((impact.time - expected).abs() < 1e-12 && impact.bounce == k as u32, "{k}: {}", impact.time - expected);
        expected += 2.0 * fall * 0.5f64.powi(k as i32 + 1);
    }
    // e^k √(2gh) < 0.01 from the ninth bounce on.
    assert_eq!(impacts.len(), 9);
    let birth = simulation.scene().emitters[0].birth(0, 0);
    let rest = 3.0 * fall;
    let at = |age: f64| simulation.instance(0, birth + age).unwrap();
    assert!(at(rest - 0.01).center.z < 1e-3);
    for age in [rest + 1e-9, rest + 1.0, rest + 50.0] {
        assert!(at(age).center.z.abs() < 1e-12 && at(age).velocity == DVec3::ZERO);
    }
}

#[test]
fn limits_are_kept() {
    for limit in [0, 1, 3] {
        let emitter = format!("{DROP}\nbounces = {limit}");
        let simulation = scene(&emitter, "restitution = 0.9\nfriction = 0", FLOOR);
        assert_eq!(first_life(&simulation).len(), limit + 1);
        let birth = simulation.scene().emitters[0].birth(0, 0);
        assert!(simulation.instance(0, birth + 60.0).is_none());
    }
}

#[test]
fn friction_slows_and_never_turns_around() {
    let emitter = DROP.replace("acceleration", "velocity = [2, 0, 0]\nacceleration");
    let speeds = |friction: f64| {
        let material = format!("restitution = 0.5\nfriction = {friction}");
        let impacts = first_life(&scene(&emitter, &material, FLOOR));
        [impacts[0].velocity.x, impacts[1].velocity.x]
    };
    assert_eq!(speeds(0.0), [2.0, 2.0]);
    // Δv = μ (1 + e) v_n
    let expected = 2.0 - 0.1 * 1.5 * 20f64.sqrt();
    assert!((speeds(0.1)[1] - expected).abs() < 1e-12);
    assert_eq!(speeds(5.0)[1], 0.0);
}

#[test]
fn on_curved_surfaces_slow_particles_stick() {
    let emitter = DROP.replace("[0, 0, 1]", "[0.001, 0, 3]");
    let ball = "rest_speed = 0.05\n[[collider]]\nsurface = \"sphere\"\nradius = 1\n";
    let simulation = scene(&emitter, "restitution = 0.2\nfriction = 1", ball);
    let impacts = first_life(&simulation);
    assert!(impacts.len() < 10);
    let birth = simulation.scene().emitters[0].birth(0, 0);
    let rest = simulation.instance(0, birth + 90.0).unwrap();
    assert!((rest.center.length() - 1.0).abs() < 1e-9 && rest.velocity == DVec3::ZERO, "{rest:?} {impacts:?}");
}

#[test]
fn a_graze_does_not_stick() {
    let emitter = "count = 1\nperiod = 100\nstart = -100\nsource = { point = [-2, 0, 1] }\nvelocity = [1, 0, 0]\nresponse = \"bounce\"";
    let ball = "[[collider]]\nsurface = \"sphere\"\nradius = 1\n";
    let simulation = scene(emitter, "restitution = 0.5\nfriction = 0.5", ball);
    let impacts = first_life(&simulation);
    assert_eq!(impacts.len(), 1);
    let birth = simulation.scene().emitters[0].birth(0, 0);
    let later = simulation.instance(0, birth + 4.0).unwrap().center;
    assert!((later - DVec3::new(2.0, 0.0, 1.0)).length() < 1e-9, "{later} {impacts:?}");
}

#[test]
fn particles_live_again_after_they_vanish() {
    let simulation = scene("count = 50\nperiod = 1\nsource = { point = [0, 0, 1] }\nvelocity = [0, 0, -2]", "", FLOOR);
    let impacts = simulation.impacts(0.0..10.0).unwrap();
    for particle in 0..50 {
        let generations: Vec<u64> =
            impacts.iter().filter(|impact| impact.particle == particle).map(|impact| impact.generation).collect();
        assert!(generations.iter().copied().eq(0..generations.len() as u64) && generations.len() >= 9);
    }
}

/// Above a point where four tiles meet, and above the ridge and the valley of two slopes: nothing falls through.
#[test]
fn seams_let_nothing_through() {
    let tiles = "\n[[collider]]\nsurface = \"rectangle\"\nsize = [1, 1]\nposition = [-0.5, -0.5, 0.1]\n\
                 repeat = { counts = [2, 2, 1], step = [1, 1, 0] }\n";
    let slopes = |turn: i32| {
        format!(
            "\n[[collider]]\nsurface = \"polygon\"\ncorners = [[0, -1], [1, -1], [1, 1], [0, 1]]\nposition = [0, 0, 0.1]\nrotation = [[0, 1, 0, {turn}]]\n\
             [[collider]]\nsurface = \"polygon\"\ncorners = [[-1, -1], [0, -1], [0, 1], [-1, 1]]\nposition = [0, 0, 0.1]\nrotation = [[0, 1, 0, {}]]\n",
            -turn
        )
    };
    let heights: Vec<f64> = (0..40).map(|k| 0.7 + 0.013 * f64::from(k)).collect();
    for (name, colliders) in [("tiles", tiles.to_owned()), ("ridge", slopes(30)), ("valley", slopes(-30))] {
        for height in &heights {
            let emitter = DROP.replace("[0, 0, 1]", &format!("[0, 0, {height}]"));
            let simulation = scene(&emitter, "restitution = 0.7\nfriction = 0.1", &colliders);
            let impacts = first_life(&simulation);
            let birth = simulation.scene().emitters[0].birth(0, 0);
            assert!(!impacts.is_empty(), "{name} {height}");
            for k in 0..400 {
                let Some(at) = simulation.instance(0, birth + 0.005 * f64::from(k)) else { continue };
                let p = at.center;
                let floor = match name {
                    "tiles" => 0.1,
                    "ridge" => 0.1 - p.x.abs() * 30f64.to_radians().tan(),
                    _ => 0.1 + p.x.abs() * 30f64.to_radians().tan(),
                };
                let is_over = p.x.abs() < 0.85 && p.y.abs() < 1.0;
                assert!(!is_over || p.z > floor - 1e-9, "{name} from {height}: {p} at {k}");
            }
        }
    }
}

/// What bounces off a floor into a corner of two walls stays in it.
#[test]
fn corners_let_nothing_through() {
    let room = "rest_speed = 1e-6\n[[collider]]\nsurface = \"rectangle\"\nsize = [4, 4]\nposition = [2, 2, 0]\n\
                [[collider]]\nsurface = \"rectangle\"\nsize = [4, 4]\nposition = [0, 2, 2]\nrotation = [[0, 1, 0, 90]]\n\
                [[collider]]\nsurface = \"rectangle\"\nsize = [4, 4]\nposition = [2, 0, 2]\nrotation = [[1, 0, 0, 90]]\n";
    // All of these arrive in the corner itself, in one of its edges, or beside it by rounding.
    for speed in [1.0, 0.3, 0.7, 1.9] {
        for (x, y, z) in
            [(1.0, 1.0, 1.0), (1.0, 0.5, 1.0), (0.5, 1.0, 1.0), (1.0, 1.0, 0.5), (0.3, 0.3, 0.3), (0.1, 0.7, 0.7)]
        {
            let emitter = format!(
                "count = 1\nperiod = 100\nstart = -100\nsource = {{ point = [{x}, {y}, {z}] }}\nvelocity = [{}, {}, {}]\nresponse = \"bounce\"",
                -x * speed,
                -y * speed,
                -z * speed
            );
            let simulation = scene(&emitter, "restitution = 1\nfriction = 0", room);
            let impacts = first_life(&simulation);
            let birth = simulation.scene().emitters[0].birth(0, 0);
            let later = simulation.instance(0, birth + 2.0 / speed).unwrap();
            let start = DVec3::new(x, y, z);
            assert!((later.center - start).length() < 1e-9, "{start} {speed}: {later:?}\n{impacts:?}");
            assert_eq!(impacts.len(), 3);
        }
    }
}

/// A particle that has almost come to rest slides on while its last bounces fade, but not through a wall.
#[test]
fn what_settles_does_not_slide_through_walls() {
    let room = format!(
        "rest_speed = 0.1{FLOOR}\n[[collider]]\nsurface = \"rectangle\"\nsize = [2, 9]\nposition = [1, 0, 1]\nrotation = [[0, 1, 0, 90]]\n"
    );
    let emitter =
        DROP.replace("[0, 0, 1]", "[0, 0, 0.0004]").replace("acceleration", "velocity = [3, 0, 0]\nacceleration");
    let simulation = scene(&emitter, "restitution = 0.99\nfriction = 0", &room);
    let birth = simulation.scene().emitters[0].birth(0, 0);
    for k in 0..100 {
        let at = simulation.instance(0, birth + 0.05 * f64::from(k)).unwrap();
        assert!(at.center.x <= 1.0 + 1e-9, "{at:?}");
    }
}

/// Particles that leave a bowl through its opening, and hit it from outside: a surface has two sides, and each impact is on one.
#[test]
fn a_shell_is_hit_from_both_sides() {
    let shell =
        "rest_speed = 0.01\n[[collider]]\nsurface = \"sphere\"\nradius = 1\nkeep = [{ half_space = [0, 0, 1, 0.8] }]\n";
    let emitter = "count = 400\nperiod = 6\nstart = -6\nsource = { box = [[-0.3, -0.3, -0.2], [0.3, 0.3, 0.2]] }\nvelocity = [0, 0, -5]\n\
                   spread = [0.6, 0.6, 1]\nacceleration = [0, 0, -5]\nresponse = \"bounce\"";
    let simulation = scene(emitter, "restitution = 0.95\nfriction = 0", shell);
    let impacts = simulation.impacts(0.0..6.0).unwrap();
    let outside = |impact: &Impact| impact.normal.dot(impact.point) > 0.0;
    let mut turned = 0;
    for particle in 0..400 {
        let own: Vec<&Impact> = impacts.iter().filter(|impact| impact.particle == particle).collect();
        for pair in own.windows(2).filter(|pair| pair[0].generation == pair[1].generation) {
            assert!(pair[0].time < pair[1].time, "{pair:?}");
            turned += usize::from(!outside(pair[0]) && outside(pair[1]));
            // It left on the side that it was on.
            let later = simulation.instance(particle, pair[0].time + 1e-6 * (pair[1].time - pair[0].time)).unwrap();
            let height = later.center.length() - 1.0;
            assert!(if outside(pair[0]) { height > -1e-12 } else { height < 1e-12 }, "{height} {pair:?}");
        }
    }
    assert!(turned > 5, "{turned}");
}
