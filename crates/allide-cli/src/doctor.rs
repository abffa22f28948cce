//! `allide doctor`: this machine, and whether allide works on it.

use crate::args::Device;
use crate::ask::Questions;
use crate::numbers::{counted, thousands};
use crate::output;
use allide::{Engine, Method, Overlaps, Pose, Scene, SimdLevel};
use allide_io::report;
use allide_scenes::shapes;
use anyhow::Result;
use std::process::ExitCode;
use std::time::Duration;

pub fn run() -> Result<ExitCode> {
    output::print(&format!(
        "allide   {}\nsystem   {} {}\nthreads  {}\nSIMD     {}\nmemory   {}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        Engine::cpu().threads(),
        simd(),
        memory(),
    ))?;
    let test = self_test()?;
    let methods = Method::CPU.map(Method::name).join(", ");
    let (passed, verdict) = match test {
        Ok(count) => (true, format!("pass: {methods} agree on {}", counted(count, "triangle pair"))),
        Err(method) => (false, format!("FAIL: {method} disagrees with brute; please report this")),
    };
    output::print(&format!("test     {verdict}\n"))?;
    if passed {
        output::print(&format!("speed    {}\n", speed()?))?;
    }
    Ok(ExitCode::from(if passed { 0 } else { 2 }))
}

fn simd() -> String {
    let available: Vec<&str> = SimdLevel::available().into_iter().map(SimdLevel::name).collect();
    format!("{} (available: {})", SimdLevel::detected().name(), available.join(", "))
}

fn memory() -> String {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    let gibibytes = |bytes: u64| bytes as f64 / f64::from(1 << 30);
    format!("{:.1} GiB, {:.1} GiB free", gibibytes(system.total_memory()), gibibytes(system.available_memory()))
}

/// Asks every method everything about a small scene. Tells how many triangle pairs there are, or which method found
/// other ones than `brute`.
fn self_test() -> Result<Result<usize, &'static str>> {
    let answer = |method| -> Result<(Vec<u8>, usize)> {
        let scene = small_scene();
        let questions = Questions {
            within: true,
            clearance: Some(0.1),
            clearance_triangles: true,
            method,
            device: Device::Cpu,
            threads: None,
        };
        let answers = questions.ask(scene, Vec::new())?;
        let mut rows = Vec::new();
        report::write_csv(&mut rows, &answers, false)?;
        report::write_csv(&mut rows, &answers, true)?;
        Ok((rows, answers.pairs().iter().map(|pair| pair.findings.count()).sum()))
    };
    let (expected, count) = answer(Method::Brute)?;
    for method in Method::CPU {
        if answer(method)?.0 != expected {
            return Ok(Err(method.name()));
        }
    }
    Ok(Ok(count))
}

/// Doubles the scene until the answer takes long enough to be timed.
fn speed() -> Result<String> {
    const LONG_ENOUGH: Duration = Duration::from_millis(100);
    let mut size = 1_000;
    loop {
        let scene = two_blobs(size);
        let report = Engine::cpu().run(&scene, &Overlaps::new())?;
        let triangles: usize = scene.objects().iter().map(|object| object.mesh().triangles().len()).sum();
        let seconds = report.stats.total_ms / 1e3;
        if seconds > LONG_ENOUGH.as_secs_f64() || triangles > 4_000_000 {
            let rate = thousands((triangles as f64 / seconds) as usize);
            let found = counted(report.findings().len(), "triangle pair");
            return Ok(format!("{rate} triangles/s ({}, {found}, {:.1} ms)", thousands(triangles), seconds * 1e3));
        }
        size *= 2;
    }
}

/// Something of every class: bodies that cross, touch, coincide and come close, and a sheet folded through itself.
fn small_scene() -> Scene {
    let mut scene = two_blobs(200);
    let block = shapes::cuboid([0.0; 3], [1.0; 3]);
    for (name, x) in [("block", 3.0), ("twin", 3.0), ("neighbour", 4.0), ("far", 5.0625)] {
        scene.add(name, &block, Pose::translation(x, 0.0, 0.0));
    }
    scene.add("sheet", &shapes::cloth(1, 200), Pose::IDENTITY);
    scene
}

fn two_blobs(triangles: usize) -> Scene {
    let mut scene = Scene::new();
    scene.add("blob", &shapes::blob(1, triangles), Pose::IDENTITY);
    scene.add("other", &shapes::blob(2, triangles), Pose::translation(1.0, 0.25, 0.125));
    scene
}
