//! How long a frame's impacts take on the CPU: few colliders and many, even and clustered, and what the list is made of.
//!
//! `cargo run --release -p allide-particles --no-default-features --example growth [PARTICLES]`

use allide_particles::{Scene, Simulation};
use std::time::Instant;

/// Additions, multiplications, shifts and comparisons that each particle needs at least: three hashes of 32 each, its birth and
/// generation (16), start and velocity (24), its place at both ends of the frame (24), and one box (12).
const OPERATIONS: f64 = 3.0 * 32.0 + 16.0 + 24.0 + 24.0 + 12.0;

/// Half spheres and half plates in a box of 20 by 20 by 8 metres. Clustered ones are in a thousandth of it, beside one wide plate.
fn scene(particles: u32, colliders: u32, gravity: f64, is_cluster: bool) -> Result<Scene, Box<dyn std::error::Error>> {
    let side = f64::from(colliders.div_ceil(2)).cbrt().ceil();
    let counts = [side, side, (f64::from(colliders) / 2.0 / side / side).ceil().max(1.0)];
    let size = if is_cluster { 0.1 } else { 1.0 };
    let step = [20.0 / side * size, 20.0 / side * size, 8.0 / counts[2] * size];
    let radius = 0.4 * step[0].min(step[2]);
    let layer = |shape: &str, z: f64| {
        let x = 0.5 * step[0] - 10.0 * size;
        format!(
            "[[collider]]\n{shape}\nposition = [{x}, {x}, {z}]\nrepeat = {{ counts = {counts:?}, step = {step:?} }}\n"
        )
    };
    let mut text = format!(
        "[[emitter]]\ncount = {particles}\nseed = 5\nstart = -10\nperiod = 2\nsource = {{ box = [[-10, -10, 9], [10, 10, 10]] }}\n\
         velocity = [0, 0, -6]\nspread = [0.5, 0.5, 1]\nacceleration = [0, 0, {gravity}]\n"
    );
    let plate = |size: f64| format!("surface = \"rectangle\"\nsize = [{size}, {size}]\nrotation = [[1, 0, 0, 20]]");
    text += &layer(&format!("surface = \"sphere\"\nradius = {radius}"), 0.25 * step[2]);
    text += &layer(&plate(2.0 * radius), 0.75 * step[2]);
    let mut scene = Scene::read(&text)?;
    scene.colliders.truncate(colliders as usize);
    if is_cluster {
        let wide = Scene::read(&format!("[[collider]]\n{}\nposition = [0, 0, -900]\n", plate(1e4)))?;
        scene.colliders.extend(wide.colliders);
    }
    Ok(scene)
}

/// Seconds that all threads of this process have computed, where the system tells: other work on the machine does not count.
fn computed() -> Option<f64> {
    let mut sum = 0.0;
    for task in std::fs::read_dir("/proc/self/task").ok()? {
        let text = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        sum += text.split(' ').next()?.parse::<f64>().ok()? * 1e-9;
    }
    Some(sum)
}

/// Seconds of one thread for a piece of work: of all threads together, or, where the system does not tell, of the clock times threads.
fn seconds(work: impl FnOnce()) -> f64 {
    let (before, began) = (computed(), Instant::now());
    work();
    let clock = began.elapsed().as_secs_f64() * rayon::current_num_threads() as f64;
    before.zip(computed()).map_or(clock, |(before, after)| after - before)
}

/// Multiplications and additions a second of one thread.
fn peak() -> f64 {
    const STEPS: usize = 20_000_000;
    let least = seconds(|| {
        let mut lanes: [f64; 16] = std::array::from_fn(|k| 1.0 + k as f64 * 1e-3);
        for _ in 0..STEPS {
            lanes.iter_mut().for_each(|lane| *lane = *lane * 0.999_999 + 1e-6);
        }
        std::hint::black_box(lanes);
    });
    (STEPS * 32) as f64 / least
}

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let particles: u32 = std::env::args().nth(1).map_or(Ok(1_000_000), |text| text.parse())?;
    let peak = peak();
    let threads = rayon::current_num_threads();
    println!("{threads} threads, each {peak:.1e} operations a second at most; {particles} particles\n");
    println!(
        "| order | colliders | impacts | frame ms | ns of a thread, a particle | pairs/s of a thread | share of peak |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (order, gravity) in [(1, 0.0), (2, -9.81)] {
        for (colliders, is_cluster) in
            [(1, false), (10, false), (100, false), (1000, false), (10_000, false), (100_000, false), (10_000, true)]
        {
            let simulation = Simulation::new(scene(particles, colliders, gravity, is_cluster)?)?;
            let (mut least, mut frame) = (f64::INFINITY, f64::INFINITY);
            let mut impacts = Ok(Vec::new());
            for _ in 0..4 {
                let began = Instant::now();
                least = least.min(seconds(|| impacts = simulation.impacts(2.0..2.0 + 1.0 / 60.0)));
                frame = frame.min(began.elapsed().as_secs_f64());
            }
            let impacts = impacts?.len();
            println!(
                "| {order} | {colliders}{} | {impacts} | {:.1} | {:.0} | {:.2e} | {:.3} |",
                if is_cluster { ", clustered" } else { "" },
                frame * 1e3,
                least * 1e9 / f64::from(particles),
                f64::from(particles) * f64::from(colliders) / least,
                OPERATIONS * f64::from(particles) / least / peak
            );
        }
    }
    Ok(())
}
