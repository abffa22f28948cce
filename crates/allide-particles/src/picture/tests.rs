use super::*;
use crate::sound::Striker;
use crate::{
    Camera, Collider, Emitter, Keep, Look, Material, Path, Pose, Region, Response, Scene, Simulation, Source, Surface,
};
use glam::{DVec2, DVec3};

const SMALL: PictureOptions = PictureOptions { width: 160, height: 90, shutter: 0.01, fade: 0.5, mark: 4.0 };

fn collider(surface: Surface, at: [f64; 3], constraints: Vec<(Keep, Region)>) -> Collider {
    let pose = Pose::at(DVec3::from(at));
    Collider { name: String::new(), pose, surface, constraints, material: 0, image: None }
}

fn square(half: f64) -> (Keep, Region) {
    (Keep::Inside, Region::Rectangle { min: DVec2::splat(-half), max: DVec2::splat(half) })
}

/// A camera at (0, −10, 0) that looks along y, above nothing.
fn scene(colliders: Vec<Collider>, emitters: Vec<Emitter>) -> Scene {
    let camera = Camera {
        eye: DVec3::new(0.0, -10.0, 0.0),
        target: DVec3::ZERO,
        angle: 40.0,
        sky: [[0.0, 0.0, 0.5]; 2],
        ground: None,
    };
    Scene {
        name: "test".into(),
        about: String::new(),
        duration: 1.0,
        frame_rate: 24.0,
        rest_speed: 0.01,
        camera,
        materials: vec![Material { color: [0.8, 0.1, 0.1], sound: "plastic".into(), ..Material::default() }],
        emitters,
        colliders,
    }
}

/// Particles that fall straight down, through x = 0, y = `depth`.
fn rain(depth: f64, count: u32) -> Emitter {
    Emitter {
        name: "rain".into(),
        count,
        seed: 4,
        start: -1.0,
        period: 1.0,
        generations: u64::MAX,
        source: Source::Box { min: DVec3::new(-1.0, depth, 3.0), max: DVec3::new(1.0, depth, 3.0) },
        velocity: DVec3::new(0.0, 0.0, -6.0),
        spread: DVec3::ZERO,
        acceleration: DVec3::ZERO,
        response: Response::Vanish,
        look: Look { size: [0.05, 0.05], colors: [[0.1, 1.0, 0.1, 1.0]; 2], ..Look::default() },
        striker: Striker::HAIL,
    }
}

fn draw(scene: Scene, time: f64) -> Picture {
    render_frame(&Simulation::new(scene).unwrap(), time, &SMALL).unwrap()
}

fn pixel(picture: &Picture, x: usize, y: usize) -> [u8; 3] {
    picture.rgb[3 * (y * picture.width + x)..][..3].try_into().unwrap()
}

fn green(picture: &Picture) -> usize {
    picture
        .rgb
        .chunks(3)
        .filter(|pixel| pixel[1] > pixel[0].saturating_add(20) && pixel[1] > pixel[2].saturating_add(20))
        .count()
}

fn is_sky([red, green, blue]: [u8; 3]) -> bool {
    u16::from(blue) > 2 * u16::from(red.max(green))
}

#[test]
fn a_ball_is_as_large_as_it_should_be() {
    let ball = Surface::Ellipsoid { radii: DVec3::splat(2.0) };
    let picture = draw(scene(vec![collider(ball, [0.0; 3], vec![])], vec![]), 0.0);
    let empty = draw(scene(vec![], vec![]), 0.0);
    let seen = picture.rgb.chunks(3).zip(empty.rgb.chunks(3)).filter(|(a, b)| a != b).count() as f64;
    // The outline is a cone of half angle asin(2/10) around the line of sight.
    let focal = 45.0 / 20_f64.to_radians().tan();
    let radius = focal * (0.2_f64).asin().tan();
    let expected = std::f64::consts::PI * radius * radius;
    // Pixels on the rim count whole.
    let rim = 2.0 * std::f64::consts::PI * radius;
    assert!(seen > expected - 0.5 * rim && seen < expected + rim, "{seen} {expected}");
}

#[test]
fn holes_show_what_is_behind() {
    let hole = (Keep::Outside, Region::Disc { center: DVec2::ZERO, radius: 0.5 });
    let mut wall = collider(Surface::Plane, [0.0; 3], vec![square(2.0), hole]);
    wall.pose = wall.pose.turned(DVec3::X, 90.0);
    let picture = draw(scene(vec![wall], vec![]), 0.0);
    assert!(is_sky(pixel(&picture, 80, 45)) && is_sky(pixel(&picture, 80, 44)));
    assert!(!is_sky(pixel(&picture, 80, 30)) && !is_sky(pixel(&picture, 100, 45)));
    assert!(is_sky(pixel(&picture, 5, 5)));
}

#[test]
fn what_is_in_front_hides_particles_and_what_is_behind_does_not() {
    let mut wall = collider(Surface::Plane, [0.0; 3], vec![square(5.0)]);
    wall.pose = wall.pose.turned(DVec3::X, 90.0);
    let with = |depth: f64| green(&draw(scene(vec![wall.clone()], vec![rain(depth, 50)]), 0.5));
    assert_eq!(with(1.0), 0);
    assert!(with(-1.0) > 50);
}

#[test]
fn impacts_leave_marks_that_fade_on_what_they_hit() {
    let floor = collider(Surface::Plane, [0.0, 0.0, -2.5], vec![square(3.0)]);
    let mut emitter = rain(0.0, 50);
    emitter.generations = 1;
    let simulation = Simulation::new(scene(vec![floor], vec![emitter])).unwrap();
    // All are born until 0 and have fallen at 0.92.
    let renderer = Renderer::new(&simulation, &PictureOptions { mark: 8.0, ..SMALL });
    let marks = |time: f64| green(&renderer.frame(time).unwrap());
    let [before, fresh, later, gone] = [-1.0, 0.93, 1.2, 1.5].map(marks);
    assert!(before == 0 && fresh > 20 && later < fresh && gone == 0, "{before} {fresh} {later} {gone}");
    let unmarked = Renderer::new(&simulation, &PictureOptions { mark: 0.0, ..SMALL });
    assert_eq!(green(&unmarked.frame(0.93).unwrap()), 0);
}

#[test]
fn threads_do_not_matter() {
    let ball = Surface::Ellipsoid { radii: DVec3::new(1.0, 2.0, 0.5) };
    let scene = scene(vec![collider(ball, [0.0; 3], vec![])], vec![rain(0.0, 200)]);
    let simulation = Simulation::new(scene).unwrap();
    let [one, five] = [1, 5].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| render_frame(&simulation, 0.4, &SMALL)).unwrap()
    });
    assert!(one == five);
}

/// Rays of pictures meet what careful roots meet.
#[test]
fn pictures_see_the_surfaces_that_particles_hit() {
    let heights = [-0.7, 0.9];
    let coefficients = [1.0, 0.5, -0.4, 0.1, 0.2, 0.0, 0.1, 0.0, -0.2, -0.6];
    let surfaces = [
        Surface::Plane,
        Surface::Ellipsoid { radii: DVec3::new(1.0, 0.7, 0.5) },
        Surface::Cylinder { radii: [0.6, 0.9], heights },
        Surface::Cone { radii: [0.8, 0.8], heights },
        Surface::Paraboloid { radii: [0.8, 0.6], heights: [0.0, 1.0] },
        Surface::Hyperboloid { radii: DVec3::new(0.4, 0.4, 0.6), sheets: 1, heights },
        Surface::Hyperboloid { radii: DVec3::new(0.4, 0.4, 0.3), sheets: 2, heights },
        Surface::Quadric { coefficients, min: DVec3::splat(-0.8), max: DVec3::splat(0.8) },
        Surface::Blobby { balls: vec![(DVec3::ZERO, 1.0), (DVec3::new(0.7, 0.0, 0.2), 0.8)], level: 0.3 },
    ];
    let hole = (Keep::Outside, Region::HalfSpace { normal: DVec3::new(1.0, 1.0, 0.3), offset: -0.5 });
    let place = |(k, surface): (usize, Surface)| {
        let constraints = if surface == Surface::Plane { vec![square(1.0), hole.clone()] } else { vec![hole.clone()] };
        let mut collider =
            collider(surface, [2.5 * (k % 3) as f64 - 2.5, 0.0, 2.5 * (k / 3) as f64 - 2.5], constraints);
        collider.pose = collider.pose.turned(DVec3::new(1.0, 2.0, 0.5), 40.0 * k as f64);
        collider
    };
    let scene = scene(surfaces.into_iter().enumerate().map(place).collect(), vec![]);
    let world = cast::World::new(&scene);
    let simulation = Simulation::new(scene).unwrap();
    let (mut hits, mut differ) = (0, 0);
    for k in 0..4000 {
        let roll = |salt: u64| colors::noise(k, 0, salt);
        let position = DVec3::new(10.0 * roll(1) - 5.0, -10.0, 10.0 * roll(2) - 5.0);
        let target = DVec3::new(8.0 * roll(3) - 4.0, 0.0, 8.0 * roll(4) - 4.0);
        let velocity = (target - position).normalize();
        let path = Path { start: 0.0, position, velocity, acceleration: DVec3::ZERO };
        let exact = simulation.first_hit(&path, 30.0).map(|hit| (hit.collider, hit.age));
        let seen = world.first(position, velocity, 30.0).map(|met| (met.collider, met.distance));
        hits += u32::from(exact.is_some());
        let same = match (exact, seen) {
            (Some((a, s)), Some((b, t))) => a == b && (s - t).abs() < 1e-6,
            (a, b) => a.is_none() && b.is_none(),
        };
        differ += u32::from(!same);
    }
    // A blobby surface that a ray touches for less than a step is not seen in pictures.
    assert!(hits > 800 && differ <= 4, "{hits} {differ}");
}

#[test]
fn strange_sizes_and_times_have_pictures() {
    let floor = collider(Surface::Plane, [0.0, 0.0, -1.0], vec![square(3.0)]);
    let mut scene = scene(vec![floor], vec![rain(0.0, 5)]);
    scene.camera.ground = Some((-2.0, [0.1, 0.2, 0.1]));
    let simulation = Simulation::new(scene).unwrap();
    let odd = PictureOptions { width: 0, height: 3, shutter: f64::NAN, fade: -1.0, mark: f64::INFINITY };
    let picture = render_frame(&simulation, 0.3, &odd).unwrap();
    assert_eq!((picture.width, picture.height, picture.rgb.len()), (1, 3, 9));
    assert!(picture.png().unwrap().starts_with(b"\x89PNG"));
    let tiny = PictureOptions { width: 8, height: 8, ..SMALL };
    for time in [-5.0, 1e6] {
        render_frame(&simulation, time, &tiny).unwrap();
    }
    // Where impacts cannot be asked for, there is no picture that pretends to have none.
    for time in [f64::NAN, f64::INFINITY, 1e300] {
        let error = render_frame(&simulation, time, &tiny).unwrap_err().to_string();
        assert!(error.contains("the interval from"), "{error}");
    }
}
