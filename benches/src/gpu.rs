//! Times the GPU engine and compares its findings with the CPU's.

use crate::Failure;
use crate::digest::Digest;
use crate::table::median;
use allide::{
    Choice, DVec3, Engine, Error, GpuOptions, Mesh, Method, Overlaps, Pose, Report, Scene, SelfOverlaps, TrianglePair,
};
use allide_scenes::shapes::{blob, cloth};
use allide_scenes::{Random, edges, scenes};
use std::path::Path;

pub const HELP: &str = "\
allide-bench gpu [--cpu] [--fronts] [--far] [--kernels] [--large] [--models=DIR] [NAME]...

  Each case runs 20 times after three to warm up, once with everything resident on the GPU and once with new positions each
  time. Times are medians: those of the GPU by its own clock, and the wall clock from arrays in memory to sorted findings in
  memory. Names select cases. ALLIDE_ADAPTER picks an adapter.

  --cpu         also answers on the CPU and compares a hash of the findings
  --fronts      also times the breadth-first method where it answers the question
  --far         also times the method that looks, and says what each of its passes left
  --kernels     times each kernel, and so each level of the fronts
  --large       adds the cases of ten million triangles and more
  --models=DIR  a folder with the Stanford bunny and dragon (bunny.obj.gz, dragon.ply.gz), without which bodies of their size
                take their place";

const RUNS: usize = 20;
const WARM_UP: usize = 3;

struct Case {
    name: &'static str,
    is_large: bool,
    within: bool,
    scene: fn(&Models) -> Result<Scene, Failure>,
}

/// The folder of models, if there is one.
type Models<'a> = Option<&'a Path>;

const CASES: [Case; 15] = [
    Case { name: "self-100k", is_large: false, within: true, scene: |_| Ok(alone(&blob(1, 100_000))) },
    Case { name: "self-1M", is_large: false, within: true, scene: |_| Ok(alone(&blob(1, 1_000_000))) },
    Case { name: "bunnies", is_large: false, within: false, scene: |models| two(models, BUNNY, 0.5) },
    Case { name: "dragons", is_large: false, within: false, scene: |models| two(models, DRAGON, 0.5) },
    Case { name: "deep-dragons", is_large: false, within: false, scene: |models| two(models, DRAGON, 0.1) },
    Case { name: "self-dragon", is_large: false, within: true, scene: |models| Ok(alone(&model(models, DRAGON)?)) },
    Case { name: "cloth-958k", is_large: false, within: true, scene: |_| Ok(alone(&cloth(1, 958_000))) },
    Case { name: "deep-40k", is_large: false, within: false, scene: |_| Ok(scenes::bunnies(20_000)) },
    Case { name: "deep-400k", is_large: false, within: false, scene: |_| Ok(scenes::bunnies(200_000)) },
    Case { name: "stadium-100k", is_large: false, within: true, scene: |_| Ok(scenes::stadium(100_000)) },
    Case { name: "self-10M", is_large: true, within: true, scene: |_| Ok(alone(&blob(1, 10_000_000))) },
    Case { name: "dense-14M", is_large: true, within: false, scene: |_| Ok(dense()) },
    Case { name: "stack-20k", is_large: true, within: false, scene: |_| Ok(edges::crowded(0, 20_000)) },
    Case { name: "wall-20k", is_large: true, within: false, scene: |_| Ok(edges::crowded(1, 20_000)) },
    Case { name: "needles-20k", is_large: true, within: false, scene: |_| Ok(edges::crowded(2, 20_000)) },
];

/// The file of a model, and how many triangles it has.
type Model = (&'static str, usize);
const BUNNY: Model = ("bunny.obj.gz", 69_451);
const DRAGON: Model = ("dragon.ply.gz", 871_414);

fn model(models: &Models, (file, triangles): Model) -> Result<Mesh, Failure> {
    let Some(folder) = models else { return Ok(blob(1, triangles)) };
    let options = allide_io::Options { whole: true, ..allide_io::Options::default() };
    let content = allide_io::read_file(&folder.join(file), &options, &mut |_| ())?;
    let first = content.objects.first().ok_or_else(|| format!("{file}: no triangles"))?;
    Ok(first.mesh.clone())
}

fn alone(mesh: &Mesh) -> Scene {
    let mut scene = Scene::new();
    scene.add("body", mesh, Pose::IDENTITY);
    scene
}

/// A body twice, moved by a part of its width.
fn two(models: &Models, which: Model, shift: f64) -> Result<Scene, Failure> {
    let mesh = model(models, which)?;
    let mut scene = alone(&mesh);
    scene.add("moved", &mesh, Pose::translation(mesh.bounds().size().x * shift, 0.0, 0.0).unwrap());
    Ok(scene)
}

/// A body twice, with a rough surface: findings everywhere.
fn dense() -> Scene {
    let body = blob(1, 7_000_000);
    let mut scene = Scene::new();
    for (name, seed) in [("a", 1), ("b", 2)] {
        let mut random = Random::new(seed);
        let mut rough = |point: &DVec3| (*point + DVec3::from(random.direction()) * 1.6e-3).to_array();
        let positions = body.positions().iter().map(&mut rough).collect();
        let id = scene.add(name, &body, Pose::IDENTITY);
        scene.set_positions(id, positions).expect("as many as before");
    }
    scene
}

pub fn run(arguments: &[String]) -> Result<(), Failure> {
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let models = arguments.iter().find_map(|argument| argument.strip_prefix("--models=")).map(Path::new);
    let names: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    const FLAGS: [&str; 5] = ["--cpu", "--fronts", "--far", "--kernels", "--large"];
    let is_known = |argument: &&String| FLAGS.contains(&argument.as_str()) || argument.starts_with("--models=");
    let is_case = |argument: &&String| CASES.iter().any(|case| case.name == argument.as_str());
    if let Some(argument) = arguments.iter().find(|argument| !is_known(argument) && !is_case(argument)) {
        return Err(format!("unexpected {argument:?}\n\n{HELP}").into());
    }
    let wanted = |case: &&Case| {
        if names.is_empty() { has("--large") || !case.is_large } else { names.iter().any(|name| *name == case.name) }
    };
    for case in CASES.iter().filter(wanted) {
        let scene = (case.scene)(&models)?;
        let mut engine = Engine::gpu_with(Choice::Any, GpuOptions::default())?;
        let first = case.run(&mut engine, &scene, Method::Auto)?;
        let about = first.run.stats.gpu.as_ref().map(|gpu| (gpu.adapter.as_str(), gpu.tiers));
        let triangles = allide_scenes::triangle_count(&scene);
        println!("\n{}: {triangles} triangles, {} findings, {about:?}", case.name, first.findings().len());
        println!("  first run {:.1} ms, hash {:016x}", first.run.stats.total_ms, Digest::of(&first).0);
        if has("--cpu") {
            let expected = case.run(&mut Engine::cpu(), &scene, Method::Divide)?;
            let verdict = if Digest::of(&expected).0 == Digest::of(&first).0 { "agrees" } else { "DISAGREES" };
            println!("  CPU {verdict}: {:.1} ms, hash {:016x}", expected.run.stats.total_ms, Digest::of(&expected).0);
        }
        let mut methods = vec![Method::Bvh];
        methods.extend((has("--fronts") && !case.within).then_some(Method::Fronts));
        methods.extend(has("--far").then_some(Method::FAR));
        for method in methods {
            if method != Method::Bvh {
                let report = case.run(&mut engine, &scene, method)?;
                let verdict = if Digest::of(&report).0 == Digest::of(&first).0 { "agrees" } else { "DISAGREES" };
                let gpu = report.run.stats.gpu.unwrap_or_default();
                let (name, candidates) = (method.name(), report.run.stats.candidates);
                println!("  {name} {verdict}: {candidates} candidates, {} compared in cells", gpu.compared());
                if method == Method::Fronts {
                    println!("    node pairs from the roots down: {:?}", gpu.fronts());
                }
                for pass in gpu.passes() {
                    println!(
                        "    left {} triangles of {} objects, {} object pairs; {} cells in {} views, {:.4} ms",
                        pass.triangles, pass.objects, pass.pairs, pass.pixels, pass.views, pass.ms
                    );
                }
            }
            case.time(&mut engine, scene.clone(), method)?;
            if has("--kernels") {
                let options = GpuOptions { profile: true, ..GpuOptions::default() };
                case.time(&mut Engine::gpu_with(Choice::Any, options)?, scene.clone(), method)?;
            }
        }
    }
    Ok(())
}

impl Case {
    fn run(&self, engine: &mut Engine, scene: &Scene, method: Method) -> Result<Report<TrianglePair>, Error> {
        if self.within {
            engine.run(scene, &SelfOverlaps::of_all().method(method))
        } else {
            engine.run(scene, &Overlaps::new().with_duplicates().method(method))
        }
    }

    /// Prints medians of repeated runs: resident, then with positions that are new each time.
    fn time(&self, engine: &mut Engine, mut scene: Scene, method: Method) -> Result<(), Error> {
        for is_new in [false, true] {
            let (mut wall, mut stages, mut host) = (Vec::new(), Vec::new(), Vec::new());
            for run in 0..RUNS + WARM_UP {
                if is_new {
                    for id in scene.ids() {
                        let positions = scene.objects()[id.index()].mesh().positions();
                        scene.set_positions(id, positions.iter().map(|point| point.to_array()).collect())?;
                    }
                }
                let report = self.run(engine, &scene, method)?;
                if run >= WARM_UP {
                    wall.push(report.run.stats.total_ms);
                    record(&mut host, &report.run.stats.stages);
                    record(&mut stages, &report.run.stats.gpu.unwrap_or_default().stages);
                }
            }
            let build: f64 =
                medians(&stages).filter(|(name, _)| ["boxes", "sort", "tree"].contains(name)).map(|x| x.1).sum();
            let gpu_ms: f64 = medians(&stages).filter(|(name, _)| *name != "upload").map(|x| x.1).sum();
            let what = if is_new { "new positions" } else { "resident" };
            println!(
                "  {}, {what}: GPU {gpu_ms:.4} ms (tree {build:.4}), wall {:.3} ms",
                method.name(),
                median(&mut wall)
            );
            let line = |rows: &[(&'static str, Vec<f64>)]| {
                medians(rows).map(|(name, ms)| format!("{name} {ms:.4}")).collect::<Vec<_>>().join(", ")
            };
            println!("    GPU: {}\n    host: {}", line(&stages), line(&host));
        }
        Ok(())
    }
}

fn record(rows: &mut Vec<(&'static str, Vec<f64>)>, stages: &[allide::Stage]) {
    for (place, stage) in stages.iter().enumerate() {
        if rows.len() <= place {
            rows.push((stage.name, Vec::new()));
        }
        rows[place].1.push(stage.ms);
    }
}

fn medians(rows: &[(&'static str, Vec<f64>)]) -> impl Iterator<Item = (&'static str, f64)> {
    rows.iter().map(|(name, times)| (*name, median(&mut times.clone())))
}
