//! Objects that share volume, found by rays: time against the number of triangles, rays and pairs, and against the precision.

use crate::flags::Flags;
use crate::table::{Table, grouped};
use crate::{Failure, record};
use allide::{Choice, DVec3, GpuOptions, Interferences, Mesh, Pose, Rays, Scene};
use allide_scenes::{Random, shapes};
use std::collections::HashSet;
use std::f64::consts::PI;
use std::ops::RangeInclusive;
use std::time::Duration;

pub const HELP: &str = "\
allide-bench rays [--cpu] [--quick] [--record] [NAME]

  On the CPU, and on a GPU beside it. Each row gives the fastest of 4 runs, or the first if that takes over 2 s: placing objects on the lattice,
  finding pairs, measuring them. It is an error if devices or runs differ, or if volumes and pairs contradict closed forms. NAME is
  part of the adapter's.

  --cpu       on the CPU alone
  --quick     small scenes: tries the bench out, measures nothing
  --record    keeps the result in benches/records";

const RUNS: usize = 3;
/// A first run that takes longer is the only one.
const LONG: Duration = Duration::from_secs(2);

/// Where rays are cast.
struct Bench {
    gpu: Option<Choice>,
    runs: usize,
}

pub fn run(arguments: &[String]) -> Result<(), Failure> {
    let flags = Flags::new(arguments, ["--cpu", "--quick", "--record"], HELP)?;
    let is_quick = flags.has("--quick");
    let bench = Bench { gpu: flags.gpu(), runs: if is_quick { 1 } else { RUNS } };
    let command: Vec<String> = std::iter::once("rays".to_owned()).chain(arguments.iter().cloned()).collect();
    let mut text = format!("# allide-bench\n\n{}", record::heading(&command));
    let mut section = |title: &str, note: &str, table: Table| {
        println!("## {title}\n\n{note}\n\n{table}");
        text.push_str(&format!("\n## {title}\n\n{note}\n\n{table}"));
    };
    section("Triangles", "Two spheres at a precision of 0.01.", bench.triangles(if is_quick { 4 } else { 8 })?);
    section("Rays", "The same with more cells to measure with.", bench.across(if is_quick { 5 } else { 9 })?);
    section("Precision", PRECISION, bench.precisions(if is_quick { (30, 2) } else { (300, 4) })?);
    section("Pairs", "Spheres at a precision of 0.05.", bench.pairs(if is_quick { 30..=30 } else { 100..=10_000 })?);
    section("Faces that touch", TOUCH, bench.touching(if is_quick { 2 } else { 5 })?);
    if flags.has("--record") {
        println!("{}", record::write(&text, "-rays")?.display());
    }
    Ok(())
}

const PRECISION: &str = "300 spheres, 30 for a quick run. The error of volumes is what is reported, as a part of all volume that pairs share.";
const TOUCH: &str = "Two wedges with a common face, oblique to all axes: the worst case. They share nothing, and are undecided \
                     where the budget of cells does not suffice to say so at the precision.";

impl Bench {
    /// The CPU, and the GPU if there is one.
    fn devices(&self) -> Result<Vec<(&'static str, Rays)>, Failure> {
        let mut devices = vec![("CPU", Rays::cpu())];
        if let Some(choice) = &self.gpu {
            devices.push(("GPU", Rays::gpu(choice.clone(), GpuOptions::default())?));
        }
        Ok(devices)
    }

    /// The fastest of some runs on each device, changed as wanted. All find the same.
    fn best(
        &self,
        scene: &Scene,
        precision: f64,
        change: impl Fn(Rays) -> Rays,
    ) -> Result<Vec<(&'static str, Interferences)>, Failure> {
        let mut found: Vec<(&'static str, Interferences)> = Vec::new();
        for (name, rays) in self.devices()? {
            let rays = change(rays);
            let mut best = rays.run(scene, precision)?;
            // Runs of seconds need no warm-up and little repetition.
            let runs = if best.times.iter().sum::<Duration>() > LONG { 0 } else { self.runs };
            for _ in 0..runs {
                let next = rays.run(scene, precision)?;
                if next.pairs != best.pairs || next.undecided != best.undecided {
                    return Err("two runs found different pairs".into());
                }
                if next.times.iter().sum::<Duration>() < best.times.iter().sum() {
                    best = next;
                }
            }
            if found.iter().any(|(_, other)| other.pairs != best.pairs || other.finding != best.finding) {
                return Err("CPU and GPU found different pairs".into());
            }
            found.push((name, best));
        }
        Ok(found)
    }

    fn triangles(&self, most: u32) -> Result<Table, Failure> {
        let mut table = Table::of(&[&["triangles"], &COMMON[..], &["off the lens", "bound"]].concat());
        for subdivisions in 2..=most {
            for (device, found) in self.best(&spheres(subdivisions)?, 0.01, |rays| rays)? {
                let count = [grouped(2 * 20 * 4u64.pow(subdivisions))];
                table.row(count.into_iter().chain(common(device, &found)).chain(lens(&found)?));
            }
        }
        Ok(table)
    }

    fn across(&self, most: u32) -> Result<Table, Failure> {
        let mut table = Table::of(&[&["cells across"], &COMMON[..], &["off the lens", "bound"]].concat());
        let scene = spheres(6)?;
        for across in (3..=most).map(|bits| 1 << bits) {
            for (device, found) in self.best(&scene, 0.01, |rays| rays.across(across))? {
                table.row([across.to_string()].into_iter().chain(common(device, &found)).chain(lens(&found)?));
            }
        }
        Ok(table)
    }

    fn precisions(&self, (objects, count): (usize, i32)) -> Result<Table, Failure> {
        let mut table = Table::of(&[&["precision", "pairs"], &COMMON[..], &["volume error"]].concat());
        let (scene, places) = crowd(objects)?;
        for precision in (0..count).map(|k| 0.5 * 0.125f64.powi(k)) {
            for (device, found) in self.best(&scene, precision, |rays| rays)? {
                check_spheres(&found, &places)?;
                let sum = |of: fn(&allide::Interference) -> f64| found.pairs.iter().map(of).sum::<f64>();
                let error = 100.0 * sum(|pair| pair.volume_error) / sum(|pair| pair.volume);
                let cells = [format!("{precision:.2e}"), grouped(found.pairs.len())];
                table.row(cells.into_iter().chain(common(device, &found)).chain([format!("{error:.2} %")]));
            }
        }
        Ok(table)
    }

    fn pairs(&self, counts: RangeInclusive<usize>) -> Result<Table, Failure> {
        let mut table = Table::of(&[&["objects", "triangles", "boxes meet", "pairs"], &COMMON[..]].concat());
        let mut count = *counts.start();
        while count <= *counts.end() {
            let (scene, places) = crowd(count)?;
            for (device, found) in self.best(&scene, 0.05, |rays| rays)? {
                check_spheres(&found, &places)?;
                let cells =
                    [grouped(count), grouped(count * 320), grouped(found.candidates), grouped(found.pairs.len())];
                table.row(cells.into_iter().chain(common(device, &found)));
            }
            count = if count.to_string().starts_with('1') { count * 3 } else { count / 3 * 10 };
        }
        Ok(table)
    }

    fn touching(&self, count: i32) -> Result<Table, Failure> {
        let mut table = Table::of(&[&["precision"], &COMMON[..], &["undecided below"]].concat());
        let wedge =
            |corners: [[f64; 3]; 4]| Mesh::new(corners.to_vec(), vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]);
        let mut scene = Scene::new();
        let face = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        scene.add("below", &wedge([[0.0; 3], face[0], face[1], face[2]])?, Pose::IDENTITY);
        scene.add("above", &wedge([[1.0; 3], face[0], face[2], face[1]])?, Pose::IDENTITY);
        for precision in (1..=count).map(|k| 0.1f64.powi(k)) {
            for (device, found) in self.best(&scene, precision, |rays| rays)? {
                if !found.pairs.is_empty() {
                    return Err("wedges that share a face share no volume".into());
                }
                let reached = found.undecided.first().map_or("-".to_owned(), |pair| format!("{:.1e}", pair.precision));
                table.row([format!("{precision:.0e}")].into_iter().chain(common(device, &found)).chain([reached]));
            }
        }
        Ok(table)
    }
}

/// The columns of all tables.
const COMMON: [&str; 6] = ["device", "place ms", "find ms", "measure ms", "rays", "fragments"];

fn common(device: &str, found: &Interferences) -> [String; 6] {
    let [place, find, measure] = found.times.map(|time| format!("{:.2}", time.as_secs_f64() * 1e3));
    let (finding, measuring) = (&found.finding, &found.measuring);
    let rays = grouped(finding.rays + measuring.rays);
    [device.to_owned(), place, find, measure, rays, grouped(finding.fragments + measuring.fragments)]
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

/// Spheres at random places, so that one meets about as many others whatever their number.
fn crowd(count: usize) -> Result<(Scene, Vec<DVec3>), Failure> {
    let (mut random, side) = (Random::new(count as u64), 2.2 * (count as f64).cbrt());
    let (sphere, mut scene) = (shapes::icosphere(2), Scene::new());
    let places: Vec<DVec3> = (0..count).map(|_| DVec3::from(random.point(0.0, side))).collect();
    for place in &places {
        scene.add("sphere", &sphere, Pose::translation(place.x, place.y, place.z)?);
    }
    Ok((scene, places))
}

/// Findings are no closer than spheres can be, and all that share a ball as wide as the precision are found.
fn check_spheres(found: &Interferences, places: &[DVec3]) -> Result<(), Failure> {
    // Balls of this radius are inside the polyhedra.
    const INNER: f64 = 0.96;
    let distance = |a: usize, b: usize| places[a].distance(places[b]);
    if found.pairs.iter().any(|pair| distance(pair.a.index(), pair.b.index()) >= 2.0) {
        return Err("a pair of spheres that are apart".into());
    }
    let known: HashSet<(usize, usize)> = (found.pairs.iter().map(|pair| (pair.a.index(), pair.b.index())))
        .chain(found.undecided.iter().map(|pair| (pair.a.index(), pair.b.index())))
        .collect();
    let is_missed =
        |&(a, b): &(usize, usize)| distance(a, b) + found.precision < 2.0 * INNER && !known.contains(&(a, b));
    let missed = (0..places.len()).flat_map(|a| (a + 1..places.len()).map(move |b| (a, b))).find(is_missed);
    missed.map_or(Ok(()), |(a, b)| Err(format!("spheres {a} and {b} are missed").into()))
}
