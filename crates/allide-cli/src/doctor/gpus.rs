//! The GPU adapters: what they are, which one would be used, and whether they find what the CPU finds.

use super::cases::{self, Batch};
use super::{advice, verdict};
use crate::numbers::{counted, padded, printable, thousands};
use crate::{environment, output};
use allide::adapter::{Choice, Description, Kind, adapters, choose};
use allide::{
    Engine, Error, GpuError, GpuOptions, Guarantee, Method, Overlaps, Pose, QuestionKind, Report, Scene, Tiers,
    TrianglePair,
};
use allide_scenes::suite::{Case, Disagreement, Fault, SAMPLED, Tally, Way};
use anstyle::Style;
use anyhow::Result;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Prints all about the adapters. Whether all that can be used pass.
pub fn examine(thorough: bool) -> Result<bool> {
    let list: Vec<Description> = adapters().into_iter().map(|adapter| adapter.description).collect();
    output::print(&format!("\nGPU      {}\n", heading(&list)))?;
    for line in advice::lines(std::env::consts::OS, &list, &advice::Signs::read()) {
        output::print(&format!("         {line}\n"))?;
    }
    let mut passed = true;
    for (index, adapter) in list.iter().enumerate() {
        // The description comes first: if the driver crashes the program, its name is already printed.
        output::print(&about(index, adapter))?;
        if adapter.lacks.is_none() {
            passed &= test(index, adapter.kind, thorough)?;
        }
    }
    let bold = Style::new().bold();
    let (auto, gpu) = (automatic(&list), demanded(&list));
    output::print(&format!("\n{bold}--device auto{bold:#}  {auto}\n{bold}--device gpu{bold:#}   {gpu}\n"))?;
    Ok(passed)
}

fn heading(list: &[Description]) -> String {
    let chosen = std::env::var("ALLIDE_ADAPTER").ok().filter(|name| !name.trim().is_empty());
    let chosen = chosen.map_or_else(String::new, |name| format!("; ALLIDE_ADAPTER is {name:?}"));
    let is_plain = GpuOptions::default().or_environment().is_ok_and(|options| !options.subgroups);
    let plain = if is_plain { "; ALLIDE_GPU_FEATURES is plain: no use of what some lack" } else { "" };
    match list.len() {
        0 => format!("no adapter{chosen}{plain}"),
        count => format!("{}{chosen}{plain}", counted(count, "adapter")),
    }
}

fn about(index: usize, adapter: &Description) -> String {
    let bold = Style::new().bold();
    let subgroups = match adapter.subgroups {
        None => None,
        Some((least, most)) if least == most => Some(format!("subgroups of {least}")),
        Some((least, most)) => Some(format!("subgroups of {least} to {most}")),
    };
    let mut has = Vec::new();
    let mut lacks = Vec::new();
    for (what, is_there) in [
        (subgroups.as_deref().unwrap_or("subgroups"), subgroups.is_some()),
        ("64-bit integers", adapter.int64),
        ("timestamps", adapter.timestamps),
        ("conservative rasterisation", adapter.conservative_raster),
    ] {
        if is_there { &mut has } else { &mut lacks }.push(what);
    }
    let has = if has.is_empty() { "-".to_string() } else { has.join(", ") };
    let lacks = if lacks.is_empty() { String::new() } else { format!("\n  lacks    {}", lacks.join(", ")) };
    let unusable = adapter.lacks.as_ref().map_or_else(String::new, |lacks| format!("  unusable {lacks}\n"));
    format!(
        "\n{bold}{} {}{bold:#}\n  driver   {}, {}, {}\n  has      {has}{lacks}\n  buffers  up to {}, {} of it in a kernel\n{unusable}",
        index + 1,
        printable(&adapter.name),
        adapter.backend,
        adapter.kind.name(),
        printable(&adapter.driver),
        bytes(adapter.max_buffer),
        bytes(adapter.max_binding),
    )
}

fn bytes(count: u64) -> String {
    let unit = |name, size: u64| format!("{:.0} {name}", count as f64 / size as f64);
    match count {
        0x4000_0000.. => unit("GiB", 1 << 30),
        _ => unit("MiB", 1 << 20),
    }
}

/// What `--device auto` does.
fn automatic(list: &[Description]) -> String {
    let choice = Choice::Auto.or_environment();
    let least = counted(Engine::AUTO_GPU_TRIANGLES, "triangle");
    match choose(list, &choice) {
        Ok((index, reason)) => {
            let gpu = named(list, index);
            format!(
                "{gpu} for scenes of {least} or more, once that saves more than opening it takes; else the CPU: {reason}"
            )
        }
        Err(error) if matches!(choice, Choice::Named(_)) => format!("an error: {}", printable(&error.to_string())),
        Err(_) if list.is_empty() => "the CPU: there is no adapter".to_string(),
        Err(GpuError::TooSmall { .. }) => "the CPU: no adapter can be used".to_string(),
        Err(_) => "the CPU: there are only software adapters, and these are slower".to_string(),
    }
}

/// What `--device gpu` does.
fn demanded(list: &[Description]) -> String {
    match choose(list, &Choice::Any.or_environment()) {
        Ok((index, reason)) => format!("{}: {reason}", named(list, index)),
        Err(error) => format!("an error: {}", printable(&error.to_string())),
    }
}

fn named(list: &[Description], index: usize) -> String {
    format!("{} {}", index + 1, printable(&list[index].name))
}

/// Prints how an adapter did, and tells whether it passed.
fn test(index: usize, kind: Kind, thorough: bool) -> Result<bool> {
    let batches = if thorough { cases::all() } else { cases::few() };
    let mut engine = None;
    let tested = open_and_compare(&mut engine, (index, environment::gpu_options()), &batches, thorough);
    let text = tested.as_ref().map(summary).map_err(Clone::clone);
    output::print(&format!("  test     {}\n", verdict(text.as_deref().map_err(String::as_str))))?;
    let (Some(engine), true) = (&mut engine, tested.is_ok()) else { return Ok(false) };
    let timed = guarded(|| speed(engine, kind).map_err(|error| error.to_string()));
    let text = timed.clone().unwrap_or_else(|error| verdict(Err(&error)));
    output::print(&format!("  speed    {text}\n"))?;
    Ok(timed.is_ok())
}

/// Leaves an engine on the adapter behind, if it could be opened.
fn open_and_compare(
    engine: &mut Option<Engine>,
    (index, options): (usize, GpuOptions),
    batches: &[Batch],
    listed: bool,
) -> Result<Tally, String> {
    guarded(|| {
        let opened = Engine::gpu_with(Choice::At(index), options).map_err(|error| printable(&error.to_string()))?;
        compare(engine.insert(opened), batches, listed)
    })
}

/// A driver or its front end may panic. That is the fault of this adapter, and no reason to leave the others untested.
fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
        Err(printable(text.unwrap_or("a panic")))
    })
}

fn summary(tally: &Tally) -> String {
    let Tally { scenes, hash, first: gpu, sampled, sharing, .. } = tally;
    let Tiers { filter, exact, cpu } = gpu.tiers;
    let share = |count: u64| 100.0 * count as f64 / gpu.tiers.total().max(1) as f64;
    let names = |is_meant: &dyn Fn(&Method) -> bool| {
        Method::on(allide::Device::Gpu).filter(is_meant).map(Method::name).collect::<Vec<_>>().join(", ")
    };
    let is_exact = |method: &Method| method.guarantee() == Guarantee::Exact;
    let is_for_solids = |method: &Method| !is_exact(method) && method.answers(QuestionKind::Solids);
    format!(
        "{} agree with the CPU, {}, hash {:016x}\n  exact    {}: all found, nothing else\n  sampled  {} at {SAMPLED}²: {} of {} found, nothing else\n           {} at {SAMPLED}²: {} of {} pairs of solids found, nothing else\n  decided  overlaps {:.1} % by f32 signs, {:.1} % by exact integers, {:.1} % by the CPU",
        counted(*scenes, "scene"),
        counted(tally.findings(), "finding"),
        hash.0,
        names(&is_exact),
        names(&|method| !is_exact(method) && !is_for_solids(method)),
        thousands(sampled.0),
        thousands(sampled.1),
        names(&is_for_solids),
        thousands(sharing.0),
        thousands(sharing.1),
        share(filter),
        share(exact),
        share(cpu),
    )
}

/// Compares all cases with the CPU. With `listed`, prints a line for each batch and goes on after a failure.
///
/// # Errors
/// The first disagreement, or why the adapter gave no answer.
fn compare(engine: &mut Engine, batches: &[Batch], listed: bool) -> Result<Tally, String> {
    if listed {
        tell("  scene              scenes  triangles   findings  hash              CPU ms    GPU ms\n")?;
    }
    let (mut total, ways) = (Tally::default(), cases::ways());
    let mut failures = Vec::new();
    for batch in batches {
        let mut tally = Tally::default();
        match batch.cases().try_for_each(|case| compare_one(&mut tally, engine, &ways, &case)) {
            Ok(()) => total.join(&tally),
            Err(error) if listed => failures.push(error),
            Err(error) => return Err(error),
        }
        if listed {
            tell(&row(batch, &tally))?;
        }
    }
    match failures.as_slice() {
        [] if [total.sampled, total.sharing].into_iter().any(|(found, all)| found == 0 && all > 0) => {
            Err("sampled methods find nothing at all".to_string())
        }
        [] => Ok(total),
        [first, ..] => Err(format!("{first} ({} of {} lines)", failures.len(), batches.len())),
    }
}

/// Asks the CPU and `engine` the same, and says in words where they differ.
fn compare_one(tally: &mut Tally, engine: &mut Engine, ways: &[Way], case: &Case) -> Result<(), String> {
    let expected = case.expected(Method::Auto).map_err(|disagreement| words(&disagreement))?;
    tally.compare(engine, ways, case, &expected).map_err(|disagreement| words(&disagreement))
}

fn words(disagreement: &Disagreement) -> String {
    let Disagreement { case, way, fault } = disagreement;
    let by = if way.method == Method::Auto { String::new() } else { format!(" with {}", way.method) };
    match fault {
        Fault::Failed(error) => format!("{case}: {error}"),
        Fault::Differs { question, .. } => format!("{case}: other {question}{by} than on the CPU"),
        Fault::Exceeds { question, .. } => format!("{case}: too many {question}{by} than on the CPU"),
        _ => disagreement.to_string(),
    }
}

fn row(batch: &Batch, tally: &Tally) -> String {
    let right = |text: String, width| padded(&text, width, true);
    let failed = tally.scenes as u64 != batch.count;
    format!(
        "  {} {} {} {}  {:016x} {:>7.1} {:>9.1}{}\n",
        padded(&batch.name, 18, false),
        right(thousands(tally.scenes), 6),
        right(thousands(tally.triangles), 10),
        right(thousands(tally.findings()), 10),
        tally.hash.0,
        tally.expected_ms,
        tally.first.ms,
        if failed { "  FAIL" } else { "" }
    )
}

fn tell(text: &str) -> Result<(), String> {
    output::print(text).map_err(|error| error.to_string())
}

/// Times two bodies that cross. Both have moved before each run, so all their vertices are uploaded.
fn speed(engine: &mut Engine, kind: Kind) -> Result<String, Error> {
    let size = if kind == Kind::Software { 10_000 } else { 500_000 };
    let scene = allide_scenes::scenes::two_bodies(size);
    let triangles = allide_scenes::triangle_count(&scene);
    let (gpu, on_gpu) = median(engine, scene.clone())?;
    let (cpu, _) = median(&mut Engine::cpu(), scene)?;
    let rate = thousands((triangles as f64 / gpu * 1e3) as usize);
    let on_gpu = on_gpu.map_or_else(String::new, |ms| format!(", {ms:.2} ms of it on the GPU"));
    Ok(format!("{rate} triangles/s ({}, {gpu:.1} ms{on_gpu}; the CPU takes {cpu:.1} ms)", thousands(triangles)))
}

/// Milliseconds in all, and by the GPU's own clock where it has one.
fn median(engine: &mut Engine, mut scene: Scene) -> Result<(f64, Option<f64>), Error> {
    const RUNS: u32 = 5;
    let mut times = Vec::new();
    for run in 0..=RUNS {
        let ids: Vec<_> = scene.ids().collect();
        for (id, x) in ids.into_iter().zip([0.0, 1.0]) {
            scene.set_pose(id, Pose::translation(x + f64::from(run) / 1024.0, x / 4.0, x / 8.0).unwrap());
        }
        let report: Report<TrianglePair> = engine.run(&scene, &Overlaps::new())?;
        let on_gpu = report.run.stats.gpu.as_ref().filter(|gpu| !gpu.stages.is_empty());
        let on_gpu = on_gpu.map(|gpu| gpu.stages.iter().map(|stage| stage.ms).sum());
        // In the first run kernels are compiled.
        if run > 0 {
            times.push((report.run.stats.total_ms, on_gpu));
        }
    }
    times.sort_by(|x, y| x.0.total_cmp(&y.0));
    Ok(times[times.len() / 2])
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::Faults;

    fn made_up(kind: Kind) -> Description {
        Description {
            name: "Chip\u{1b}[2J".into(),
            backend: "Vulkan",
            kind,
            driver: "driver 1.2".into(),
            subgroups: Some((8, 32)),
            int64: true,
            timestamps: false,
            conservative_raster: false,
            max_binding: 128 << 20,
            max_buffer: 4 << 30,
            lacks: None,
        }
    }

    #[test]
    fn an_adapter_is_described_with_what_it_has_and_lacks() {
        let text = anstream::adapter::strip_str(&about(1, &made_up(Kind::Discrete))).to_string();
        for line in [
            "2 Chip\u{fffd}[2J",
            "  driver   Vulkan, discrete, driver 1.2",
            "  has      subgroups of 8 to 32, 64-bit integers",
            "  lacks    timestamps, conservative rasterisation",
            "  buffers  up to 4 GiB, 128 MiB of it in a kernel",
        ] {
            assert!(text.lines().any(|own| own == line), "{line:?} is not in {text}");
        }
    }

    #[test]
    fn a_lost_device_fails_the_test_and_says_so() {
        let faults = Faults { lose_after_submissions: Some(0), ..Faults::default() };
        let options = GpuOptions { faults, ..GpuOptions::default() };
        for (index, adapter) in adapters().iter().enumerate().filter(|(_, adapter)| adapter.description.lacks.is_none())
        {
            let tested = open_and_compare(&mut None, (index, options.clone()), &cases::few()[..1], false);
            let error = tested.unwrap_err();
            assert!(error.contains("lost"), "{}: {error}", adapter.description);
        }
    }

    #[test]
    fn a_disagreement_says_which_case_question_and_method() {
        let differs = || Fault::Differs { question: "overlaps", what: "one more".into() };
        let about = |method, fault| words(&Disagreement { case: "knots".into(), way: Way::gpu(method), fault });
        assert_eq!(about(Method::Auto, differs()), "knots: other overlaps than on the CPU");
        assert_eq!(about(Method::Fronts, differs()), "knots: other overlaps with fronts than on the CPU");
        let exceeds = Fault::Exceeds { question: "overlaps", what: String::new() };
        assert_eq!(about(Method::CULLIDE, exceeds), "knots: too many overlaps with cullide than on the CPU");
        assert_eq!(about(Method::Auto, Fault::Failed(Error::Cancelled)), format!("knots: {}", Error::Cancelled));
    }

    #[test]
    fn an_adapter_that_is_gone_fails_the_test() {
        let tested = open_and_compare(&mut None, (usize::MAX - 1, GpuOptions::default()), &[], false);
        assert!(tested.unwrap_err().contains("no GPU adapter"));
    }

    #[test]
    fn a_panic_is_a_failure_with_its_message() {
        let result: Result<(), String> = guarded(|| panic!("the driver {}", "said no"));
        assert_eq!(result, Err("the driver said no".to_string()));
    }
}
