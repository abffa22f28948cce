//! The work of a measuring process: one scene, one method, and a line for each thing measured as soon as it is known, so
//! that whoever stops the process still has what came before.

use super::case::{Cliff, Run, Scale};
use crate::growth::status;
use allide::{Engine, Mesh, Method, Overlaps, Scene};
use std::io::Write;
use std::time::{Duration, Instant};

/// Runs with a new engine are repeated until this much time has passed, at most [`MOST_REPEATS`] times.
const REPEAT_WITHIN: Duration = Duration::from_millis(300);
const MOST_REPEATS: usize = 9;
/// The run that is called late: everything that an engine learns, it has learned by then.
pub const LATE: usize = 10;

pub fn run(cliff: &Cliff, method: Method, size: Scale) -> Result<(), String> {
    let original = cliff.scene(size);
    let mut scene = original.clone();
    let say = |line: String| {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{line}").and_then(|()| out.flush()).map_err(|error| error.to_string())
    };
    // Starts the threads, which is nobody's fault.
    Engine::cpu().run(&Scene::new(), &Overlaps::new()).map_err(|error| error.to_string())?;
    let triangles: usize = scene.objects().iter().map(|object| object.mesh().triangles().len()).sum();
    let brute = u8::from(cliff.suits_brute_force(&scene));
    say(format!("ready {triangles} {} {brute}", scene.objects().len()))?;
    if method == Method::Brute && brute == 0 {
        return Ok(());
    }

    let before = status("VmRSS:");
    // Forgets the peak of generating; a kernel that cannot only makes the figure larger.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let one = |engine: &mut Engine, scene: &mut Scene, run: usize| -> Result<Run, String> {
        cliff.before(run, scene, &original).map_err(|error| error.to_string())?;
        cliff.run(engine, scene, method).map_err(|error| error.to_string())
    };
    let mut engine = Engine::cpu();
    let first = one(&mut engine, &mut scene, 1)?;
    say(format!("first {}", first.time.as_nanos()))?;
    say(format!("answer 1 {} {} {}", first.digest.0, first.findings, first.chosen))?;
    let growth = status("VmHWM:").zip(before).map(|(after, before)| after - before);
    if let Some(bytes) = growth {
        say(format!("peak {bytes}"))?;
    }

    // Only `auto` changes its mind: others have all they keep after one run.
    let mut late = None;
    for run in 2..=LATE {
        if method == Method::Auto || run == LATE || (run == LATE - 1 && first.time < REPEAT_WITHIN) {
            let next = one(&mut engine, &mut scene, run)?;
            say(format!("run {run} {}", next.time.as_nanos()))?;
            late = Some(next);
        }
    }
    if let Some(late) = late {
        say(format!("answer {LATE} {} {} {}", late.digest.0, late.findings, late.chosen))?;
    }

    let start = Instant::now();
    for _ in 1..MOST_REPEATS {
        if start.elapsed() > REPEAT_WITHIN {
            break;
        }
        let next = one(&mut engine, &mut scene, LATE)?;
        say(format!("run {LATE} {}", next.time.as_nanos()))?;
    }
    drop(engine);
    let start = Instant::now();
    for _ in 1..MOST_REPEATS {
        if start.elapsed() + first.time > REPEAT_WITHIN {
            break;
        }
        let mut scene = unseen(&original);
        let next = one(&mut Engine::cpu(), &mut scene, 1)?;
        say(format!("first {}", next.time.as_nanos()))?;
    }
    Ok(())
}

/// The same scene of meshes that nobody has asked about: whatever a mesh keeps is gone. Instances stay instances.
fn unseen(scene: &Scene) -> Scene {
    let mut known: Vec<(&Mesh, Mesh)> = Vec::new();
    let mut copy = Scene::new();
    for object in scene.objects() {
        // Instances of a mesh follow each other in these scenes.
        let place = known.iter().rev().take(4).find(|(mesh, _)| mesh.is_same(object.mesh()));
        let mesh = place.map(|(_, mesh)| mesh.clone()).unwrap_or_else(|| {
            let positions = object.mesh().positions().iter().map(|point| point.to_array()).collect();
            Mesh::new(positions, object.mesh().triangles().to_vec()).expect("it was a mesh before")
        });
        copy.add(object.name(), &mesh, *object.pose());
        known.push((object.mesh(), mesh));
    }
    copy
}
