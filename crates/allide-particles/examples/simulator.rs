//! What a simulator does with the library: asks for the impacts of each of its frames, ahead of time, and acts on them.
//!
//! `cargo run --release -p allide-particles --no-default-features --example simulator`

use allide_particles::map::{Blend, Full, Published, Rule};
use allide_particles::{DVec3, Path, Scene, Simulation};

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scene = Scene::read(
        r#"
        [[material]]
        name = "wood"
        restitution = 0.4

        [[emitter]]
        name = "marbles"
        count = 5000
        period = 3
        source = { box = [[-1, -1, 2], [1, 1, 3]] }
        acceleration = [0, 0, -9.81]
        response = "bounce"
        bounces = 4

        [[collider]]
        name = "bowl"
        surface = "paraboloid"
        radii = [1.2, 1.2]
        heights = [0, 0.8]
        holes = [{ disc = [0, 0], radius = 0.1 }]
        material = "wood"

        [[collider]]
        name = "floor"
        surface = "rectangle"
        size = [8, 8]
        position = [0, 0, -0.5]
        material = "wood"
        "#,
    )?;
    let simulation = Simulation::new(scene)?;

    // Frames of a simulator, each asked for two frames before it is shown: looking ahead changes no byte.
    let step = 1.0 / 60.0;
    let mut total = 0;
    for frame in 0..60 {
        let shown = f64::from(frame) * step;
        let coming = simulation.impacts(shown + 2.0 * step..shown + 3.0 * step)?;
        total += coming.len();
        if let Some(hardest) = coming.iter().max_by(|a, b| a.normal_speed().total_cmp(&b.normal_speed())) {
            let name = &simulation.scene().colliders[hardest.collider as usize].name;
            if frame % 15 == 0 {
                println!("{:.4} s: {} impacts, the hardest on the {name} at {:.2}", shown, coming.len(), hardest.point);
            }
        }
    }
    println!("{total} impacts in a second");

    // Where every particle is, at any time.
    println!("{} particles are there at 100 s", simulation.instances(100.0).len());

    // A ray, or a thrown stone.
    let thrown = Path {
        start: 0.0,
        position: DVec3::new(-3.0, 0.0, 1.0),
        velocity: DVec3::new(3.0, 0.0, 2.0),
        acceleration: DVec3::new(0.0, 0.0, -9.81),
    };
    if let Some(hit) = simulation.first_hit(&thrown, 5.0) {
        let (age, error) = simulation.first_meeting(&thrown, 5.0, hit.collider).unwrap_or((hit.age, 0.0));
        println!("a stone hits collider {} after {age} s, give or take {error:.1e}", hit.collider);
    }

    // Maps: ours at full precision, and the published one with what it loses.
    let impacts = simulation.impacts(1.0..2.0)?;
    let map = Full::draw(&impacts, 0, [64, 32], Rule::Count);
    println!("the fullest of {} cells has {:?} impacts", 64 * 32, map.values().flatten().fold(0.0, f64::max));
    for side in [64, 256, 1024] {
        let map = Published::draw(&impacts, 1.0..2.0, [side, side], 10.0, Blend::Overwrite);
        println!("{side} by {side} pixels lose {} of {} impacts", map.losses.total(), map.losses.impacts);
    }
    Ok(())
}
