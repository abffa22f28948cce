//! Objects that share volume, found by rays: time against the number of triangles, rays and pairs.

use crate::Failure;
use crate::table::{Table, grouped};
use allide::{Choice, DVec3, GpuOptions, Interferences, Pose, Rays, Scene};
use allide_scenes::{Random, shapes};
use std::f64::consts::PI;
use std::time::Duration;

pub const HELP: &str = "\
allide-bench rays [--cpu] [--quick] [NAME]

  Each row gives the fastest of 3 runs after one to warm up: placing objects on the lattice, finding pairs, measuring them. Volumes
  and pairs are compared with closed forms: an error if they differ. NAME is part of the adapter's.

  --cpu       on the CPU
  --quick     small scenes: tries the bench out, measures nothing";

const RUNS: usize = 3;

pub fn run(arguments: &[String]) -> Result<(), Failure> {
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let name = arguments.iter().find(|argument| !argument.starts_with("--"));
    let choice = name.map_or(Choice::Any, |name| Choice::Named(name.clone()));
    let (is_on_cpu, is_quick) = (has("--cpu"), has("--quick"));
    let rays = || if is_on_cpu { Ok(Rays::cpu()) } else { Rays::gpu(choice.clone(), GpuOptions::default()) };
    println!("## Triangles\n\n{}", triangles(&rays()?, if is_quick { 4 } else { 9 })?);
    println!("## Rays\n\n{}", cells(&rays, if is_quick { 5 } else { 9 })?);
    println!("## Pairs\n\n{}", pairs(&rays()?, if is_quick { 100 } else { 30_000 })?);
    Ok(())
}

/// The fastest of some runs.
fn best(rays: &Rays, scene: &Scene, precision: f64) -> Result<Interferences, Failure> {
    let mut best = rays.run(scene, precision)?;
    for _ in 0..RUNS {
        let next = rays.run(scene, precision)?;
        if next.pairs != best.pairs {
            return Err("two runs found different pairs".into());
        }
        if next.times.iter().sum::<Duration>() < best.times.iter().sum() {
            best = next;
        }
    }
    Ok(best)
}

fn times(found: &Interferences) -> [String; 3] {
    found.times.map(|time| format!("{:.2}", time.as_secs_f64() * 1e3))
}

fn work(found: &Interferences) -> [String; 2] {
    let (find, measure) = (&found.finding, &found.measuring);
    [grouped(find.rays + measure.rays), grouped(find.fragments + measure.fragments)]
}

/// Two spheres whose centres are this far apart.
const DISTANCE: f64 = 1.25;

fn spheres(subdivisions: u32) -> Result<Scene, Failure> {
    let sphere = shapes::icosphere(subdivisions);
    let mut scene = Scene::new();
    scene.add("still", &sphere, Pose::IDENTITY);
    scene.add("moved", &sphere, Pose::translation(0.6 * DISTANCE, 0.8 * DISTANCE, 0.0)?);
    Ok(scene)
}

/// How far the volume is from that of the lens of two balls, as a part of it; the bound that was reported, as well.
fn lens(found: &Interferences) -> Result<[String; 2], Failure> {
    let lens = PI / 12.0 * (4.0 + DISTANCE) * (2.0 - DISTANCE).powi(2);
    let [pair] = &found.pairs[..] else { return Err(format!("{} pairs of two spheres", found.pairs.len()).into()) };
    if pair.volume - pair.volume_error > lens {
        return Err(format!("a volume of {} ± {} in a lens of {lens}", pair.volume, pair.volume_error).into());
    }
    Ok([(pair.volume - lens).abs() / lens, pair.volume_error / lens].map(|part| format!("{:.4} %", 100.0 * part)))
}

fn triangles(rays: &Rays, most: u32) -> Result<Table, Failure> {
    let mut table =
        Table::new(["triangles", "place ms", "find ms", "measure ms", "rays", "fragments", "off the lens", "bound"]);
    for subdivisions in 2..=most {
        let found = best(rays, &spheres(subdivisions)?, 0.01)?;
        let count = [grouped(2 * 20 * 4u64.pow(subdivisions))];
        table.row(count.into_iter().chain(times(&found)).chain(work(&found)).chain(lens(&found)?));
    }
    Ok(table)
}

fn cells(rays: &impl Fn() -> Result<Rays, allide::GpuError>, most: u32) -> Result<Table, Failure> {
    let mut table =
        Table::new(["cells across", "place ms", "find ms", "measure ms", "rays", "fragments", "off the lens", "bound"]);
    let scene = spheres(6)?;
    for across in (3..=most).map(|bits| 1 << bits) {
        let found = best(&rays()?.across(across), &scene, 0.01)?;
        table.row([across.to_string()].into_iter().chain(times(&found)).chain(work(&found)).chain(lens(&found)?));
    }
    Ok(table)
}

fn pairs(rays: &Rays, most: usize) -> Result<Table, Failure> {
    let mut table = Table::new([
        "objects",
        "triangles",
        "boxes meet",
        "pairs",
        "place ms",
        "find ms",
        "measure ms",
        "rays",
        "fragments",
    ]);
    let sphere = shapes::icosphere(2);
    let mut count = 100;
    while count <= most {
        // So that a sphere meets about as many others in all rows.
        let (mut random, side) = (Random::new(count as u64), 2.2 * (count as f64).cbrt());
        let places: Vec<DVec3> = (0..count).map(|_| DVec3::from(random.point(0.0, side))).collect();
        let mut scene = Scene::new();
        for place in &places {
            scene.add("sphere", &sphere, Pose::translation(place.x, place.y, place.z)?);
        }
        let found = best(rays, &scene, 0.05)?;
        if found.pairs.iter().any(|pair| places[pair.a.index()].distance(places[pair.b.index()]) >= 2.0) {
            return Err("a pair of spheres that are apart".into());
        }
        let cells = [grouped(count), grouped(count * 320), grouped(found.candidates), grouped(found.pairs.len())];
        table.row(cells.into_iter().chain(times(&found)).chain(work(&found)));
        count = if count.to_string().starts_with('1') { count * 3 } else { count / 3 * 10 };
    }
    Ok(table)
}
