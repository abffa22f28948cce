//! What large solids cost; printed, not judged: `cargo test --test shared times -- --nocapture`.

use crate::{Dice, Placed, pairs};
use allide::shared::Overlay;
use allide::{DVec3, Mesh};
use allide_scenes::shapes;
use std::time::Instant;

fn timed<T>(name: &str, f: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let value = f();
    println!("  {name}: {:.2} ms", start.elapsed().as_secs_f64() * 1e3);
    value
}

fn report(name: &str, a: &Placed, b: &Placed, separates: bool) {
    let pairs = pairs(a, b);
    println!("{name}: {} and {} triangles, {} pairs", a.mesh.triangles().len(), b.mesh.triangles().len(), pairs.len());
    let bends = timed("convexity", || [a.bend(), b.bend()]);
    let shared = timed("crossings and inside", || Overlay::of(a.solid(), b.solid(), &pairs));
    let region = timed("volume and area", || shared.region());
    let curves = timed("curves", || shared.curves());
    let contacts = timed("contacts", || shared.contacts());
    let penetration = timed("penetration", || shared.penetration(bends, 0.0));
    println!("  {penetration:?}");
    let depth = timed("depth", || shared.depth(bends, 0.0, |_| separates));
    println!("  {region:?}, {} curves, {} contacts, {depth:?}", curves.len(), contacts.len());
    assert!(depth.lower <= depth.upper && region.volume_error < 1.0e-6 * region.volume.max(1.0));
}

fn two(mesh: &Mesh, apart: f64, seed: u64) -> [Placed; 2] {
    let mut dice = Dice(seed);
    let first = Placed::new(mesh, dice.pose(0.0));
    let second = Placed::new(mesh, dice.pose(0.0)).moved(DVec3::X * apart);
    [first, second]
}

#[test]
fn times_of_large_solids() {
    let ball = shapes::icosphere(4);
    for apart in [0.0, 1.0, 1.99] {
        let [a, b] = two(&ball, apart, 1);
        report(&format!("spheres at {apart}"), &a, &b, true);
    }
    let small = shapes::icosphere(3);
    report("coincident spheres", &Placed::at_home(&small), &Placed::at_home(&small), true);
    let large = shapes::uv_sphere(320, 160);
    for apart in [0.5, 1.9] {
        let [a, b] = two(&large, apart, 2);
        report(&format!("large spheres at {apart}"), &a, &b, false);
    }
    let torus = shapes::torus(1.0, 0.3, 320, 160);
    let [a, b] = two(&torus, 0.4, 3);
    report("large tori", &a, &b, false);
    let cube = shapes::cuboid([-0.5; 3], [0.5; 3]);
    let [a, b] = two(&cube, 0.7, 4);
    report("boxes", &a, &b, true);
    let start = Instant::now();
    let pairs = pairs(&a, &b);
    let shared = Overlay::of(a.solid(), b.solid(), &pairs);
    (0..1000).for_each(|_| _ = shared.depth([Some(0.0); 2], 0.0, |_| true));
    println!("boxes, depth: {:.2} us", start.elapsed().as_secs_f64() * 1e3);
}
