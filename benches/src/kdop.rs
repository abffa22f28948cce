//! Trees of k-DOPs in whole numbers against trees of boxes: `bvh` on the CPU, `fronts` on a GPU.

use crate::digest::Digest;
use crate::flags::Flags;
use crate::table::{Table, grouped, median, ms};
use crate::{Failure, record};
use allide::{Choice, Engine, GpuOptions, Kdop, Mesh, Method, Overlaps, Pose, Report, Scene, TrianglePair};
use allide_scenes::scenes;
use std::time::Instant;

pub const HELP: &str = "\
allide-bench kdop [--cpu] [--quick] [--record] [NAME]

  Each method gets a new scene of its own, so that it has to build what it needs; then objects turn, frame by frame. Bytes are those
  of trees, a triangle. Trees of k-DOPs are also built alone, one mesh after the other. Node pairs are those that GPUs left in
  fronts. It is an error if answers differ. NAME is part of the adapter's.

  --cpu       on the CPU alone
  --quick     small scenes: tries the bench out, measures nothing
  --record    keeps the result in benches/records";

const FRAMES: u32 = 9;

/// A scene by name; small for a quick run.
type Make = fn(bool) -> Scene;

const SCENES: [(&str, &str, Make); 4] = [
    ("Bunnies", "Two bodies deep in each other.", |quick| scenes::bunnies(if quick { 2_000 } else { 200_000 })),
    ("Knots", "Two that wind through each other and hardly touch.", |quick| {
        if quick { scenes::knots(60, 8) } else { scenes::knots(2_000, 50) }
    }),
    ("Plant", "Parts that mostly rest on each other.", |quick| {
        scenes::plant(if quick { scenes::Detail::COARSE } else { scenes::Detail::FINE })
    }),
    ("Parts", "Many turned copies of eight shapes.", |quick| {
        if quick { scenes::asteroids(1, 30, 100) } else { scenes::asteroids(1, 5_000, 1_000) }
    }),
];

pub fn run(arguments: &[String]) -> Result<(), Failure> {
    let flags = Flags::new(arguments, ["--cpu", "--quick", "--record"], HELP)?;
    let (gpu, quick) = (flags.gpu(), flags.has("--quick"));
    let command: Vec<String> = std::iter::once("kdop".to_owned()).chain(arguments.iter().cloned()).collect();
    let mut text = format!("# allide-bench\n\n{}", record::heading(&command));
    for (title, about, make) in SCENES {
        let scene = make(quick);
        let triangles = allide_scenes::triangle_count(&scene);
        let note = format!("{about} {} objects, {} triangles.", grouped(scene.objects().len()), grouped(triangles));
        let table = compare(&|| make(quick), gpu.as_ref())?;
        println!("## {title}\n\n{note}\n\n{table}");
        text.push_str(&format!("\n## {title}\n\n{note}\n\n{table}"));
    }
    if flags.has("--record") {
        println!("{}", record::write(&text, "-kdop")?.display());
    }
    Ok(())
}

fn kdops() -> impl Iterator<Item = Kdop> + Clone {
    [16, 32].into_iter().flat_map(|bits| Kdop::FACES.into_iter().map(move |faces| Kdop { faces, bits }))
}

fn compare(make: &dyn Fn() -> Scene, gpu: Option<&Choice>) -> Result<Table, Failure> {
    let mut table = Table::new([
        "method",
        "device",
        "bytes",
        "build alone ms",
        "first ms",
        "later ms",
        "on the GPU ms",
        "node pairs",
        "candidates",
    ]);
    let mut expected = None;
    let cpu = std::iter::once(Method::Bvh).chain(kdops().map(Method::Kdop)).map(|method| (method, None));
    let others = || std::iter::once(Method::Fronts).chain(kdops().map(Method::Kdop));
    let others = gpu.into_iter().flat_map(|choice| others().map(move |method| (method, Some(choice))));
    for (method, choice) in cpu.chain(others) {
        let scene = make();
        let (bytes, build) = trees(method, &scene);
        let mut engine = match choice {
            None => Engine::cpu(),
            Some(choice) => {
                let mut engine = Engine::gpu_with(choice.clone(), GpuOptions::default())?;
                // Kernels are compiled by then.
                engine.run(&make(), &Overlaps::new().method(method))?;
                engine
            }
        };
        let (hash, times, last) = frames(&mut engine, make(), method)?;
        if *expected.get_or_insert(hash) != hash {
            return Err(format!("{method} finds something else than bvh on the CPU").into());
        }
        let stats = last.run.stats.gpu.as_ref();
        let on_gpu = stats.map(|gpu| gpu.stages.iter().map(|stage| stage.ms).sum::<f64>());
        let pairs = stats.map_or("-".to_owned(), |gpu| grouped(gpu.fronts().iter().sum::<u64>()));
        let device = if choice.is_some() { "GPU" } else { "CPU" };
        let (first, later) = (times[0], median(&mut times[1..].to_vec()));
        let name = match method {
            Method::Kdop(kdop) => format!("kdop {}, {} bits", kdop.faces, kdop.bits),
            other => other.to_string(),
        };
        let candidates = grouped(last.run.stats.candidates);
        table.row([name, device.into(), bytes, ms(build), ms(first), ms(later), ms(on_gpu), pairs, candidates]);
    }
    Ok(table)
}

/// Turns every second object a little more in each frame: a hash of all findings, the time of each frame, the last report.
fn frames(
    engine: &mut Engine,
    mut scene: Scene,
    method: Method,
) -> Result<(u64, Vec<f64>, Report<TrianglePair>), Failure> {
    let (mut hash, mut times, mut last) = (0_u64, Vec::new(), None);
    let before: Vec<Pose> = scene.objects().iter().map(|object| *object.pose()).collect();
    for frame in 0..FRAMES {
        let turn = Pose::rotation_translation([0.2, 1.0, 0.5], 0.01 * f64::from(frame), [0.0; 3])?;
        for id in scene.ids().filter(|id| id.index() % 2 == 1) {
            scene.set_pose(id, before[id.index()].after(&turn)?);
        }
        let report = engine.run(&scene, &Overlaps::new().method(method))?;
        hash = hash.rotate_left(7) ^ Digest::of(&report).0;
        times.push(report.run.stats.total_ms);
        last = Some(report);
    }
    Ok((hash, times, last.ok_or("no frames")?))
}

/// Bytes a triangle of the trees over all meshes, and for k-DOPs the time to build them.
fn trees(method: Method, scene: &Scene) -> (String, Option<f64>) {
    let mut meshes: Vec<&Mesh> = Vec::new();
    for object in scene.objects() {
        if !meshes.iter().any(|mesh| mesh.is_same(object.mesh())) {
            meshes.push(object.mesh());
        }
    }
    let triangles: usize = meshes.iter().map(|mesh| mesh.triangles().len()).sum();
    let (bytes, build) = match method {
        Method::Kdop(kdop) => {
            let start = Instant::now();
            let bytes: Option<usize> = meshes.iter().map(|mesh| kdop.bytes(mesh)).sum();
            (bytes, Some(start.elapsed().as_secs_f64() * 1e3))
        }
        Method::Bvh => (Some(meshes.iter().map(|mesh| bytes_of_eights(mesh.triangles().len())).sum()), None),
        // A word of the order and two nodes of 16 bytes for each leaf, of which there is a power of two.
        _ => (Some(meshes.iter().map(|mesh| mesh.triangles().len().next_power_of_two() * 36).sum()), None),
    };
    let each = bytes.map_or("-".to_owned(), |bytes| format!("{:.1}", bytes as f64 / triangles.max(1) as f64));
    (each, build)
}

/// A tree of the CPU: eight boxes of six `f64` in a node, a word for each leaf and for each node.
fn bytes_of_eights(leaves: usize) -> usize {
    let (mut boxes, mut bytes) = (leaves, 4 * leaves);
    loop {
        let nodes = boxes.div_ceil(8);
        bytes += nodes * (8 * 6 * 8 + 4);
        if nodes <= 1 {
            return bytes;
        }
        boxes = nodes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_scenes_are_compared() {
        let table = compare(&|| scenes::knots(20, 4), None).expect("all agree");
        assert_eq!(table.to_string().lines().count(), 2 + 1 + 10);
    }
}
