//! `allide doctor`: this machine, and whether allide works on it.

mod advice;
mod cases;
mod gpus;

use crate::args;
use crate::numbers::{counted, thousands};
use crate::output;
use allide::{Device, Engine, Guarantee, Method, Overlaps, SimdLevel};
use allide_scenes::suite::{Fault, Tally, Way, every_class};
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use std::process::ExitCode;
use std::time::Duration;

pub fn run(args: &args::Doctor) -> Result<ExitCode> {
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
    let passed = test.is_ok();
    let names = |guarantee: Guarantee| {
        let methods = Method::on(Device::Cpu).filter(|method| method.guarantee() == guarantee);
        methods.map(Method::name).collect::<Vec<_>>().join(", ")
    };
    let test = test.map(|(count, tally)| {
        let (exact, sampled) = (names(Guarantee::Exact), names(Guarantee::Sampled));
        let count = counted(count, "triangle pair");
        let (found, all) = tally.sharing;
        format!("{exact} agree on {count}; {sampled} finds {found} of {} of solids", counted(all, "pair"))
    });
    output::print(&format!("test     {}\n", verdict(test.as_deref().map_err(String::as_str))))?;
    if passed {
        output::print(&format!("speed    {}\n", speed()?))?;
    }
    let gpus_passed = gpus::examine(args.thorough)?;
    Ok(ExitCode::from(if passed && gpus_passed { 0 } else { 2 }))
}

/// `pass: …` or `FAIL: …`, in colours that show from afar.
fn verdict(result: Result<&str, &str>) -> String {
    let (color, word, text) = match result {
        Ok(text) => (AnsiColor::Green, "pass", text),
        Err(text) => (AnsiColor::Red, "FAIL", text),
    };
    let style = Style::new().bold().fg_color(Some(color.into()));
    let please = if result.is_err() { "; please report this" } else { "" };
    format!("{style}{word}{style:#}: {text}{please}")
}

fn simd() -> String {
    let available: Vec<&str> = SimdLevel::available().into_iter().map(SimdLevel::name).collect();
    let cap = SimdLevel::cap().ok().flatten();
    let cap = cap.map_or_else(String::new, |word| format!("; no wider because ALLIDE_SIMD is {word}"));
    format!("{} (available: {}{cap})", SimdLevel::detected().name(), available.join(", "))
}

fn memory() -> String {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    let gibibytes = |bytes: u64| bytes as f64 / f64::from(1 << 30);
    format!("{:.1} GiB, {:.1} GiB free", gibibytes(system.total_memory()), gibibytes(system.available_memory()))
}

/// Asks every method everything about a small scene. Tells how many triangle pairs there are, and how many pairs of solids
/// sampled methods found; or which method found other ones than `brute`.
fn self_test() -> Result<Result<(usize, Tally), String>> {
    let case = every_class();
    let expected = case.expected(Method::Brute)?;
    let ways: Vec<Way> = Way::on(Device::Cpu).collect();
    let mut tally = Tally::default();
    match tally.compare(&mut Engine::cpu(), &ways, &case, &expected) {
        Ok(()) => Ok(Ok((expected.count(), tally))),
        Err(disagreement) => match disagreement.fault {
            Fault::Differs { question, .. } | Fault::Exceeds { question, .. } => {
                Ok(Err(format!("{} disagrees with brute about {question}", disagreement.way.method.name())))
            }
            _ => Err(disagreement.into()),
        },
    }
}

/// Doubles the scene until the answer takes long enough to be timed.
fn speed() -> Result<String> {
    const LONG_ENOUGH: Duration = Duration::from_millis(100);
    let mut size = 1_000;
    loop {
        let scene = allide_scenes::scenes::two_bodies(size);
        let report = Engine::cpu().run(&scene, &Overlaps::new())?;
        let triangles = allide_scenes::triangle_count(&scene);
        let seconds = report.run.stats.total_ms / 1e3;
        if seconds > LONG_ENOUGH.as_secs_f64() || triangles > 4_000_000 {
            let rate = thousands((triangles as f64 / seconds) as usize);
            let found = counted(report.findings().len(), "triangle pair");
            return Ok(format!("{rate} triangles/s ({}, {found}, {:.1} ms)", thousands(triangles), seconds * 1e3));
        }
        size *= 2;
    }
}
