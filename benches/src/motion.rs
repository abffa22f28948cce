//! Frame times of scenes that move, as FAR has them: one engine from frame to frame, on CPU and GPU.

use crate::flags::Flags;
use crate::table::{Table, grouped, median, ms};
use crate::{Failure, record};
use allide::{Choice, Engine, Method, Overlaps};
use allide_scenes::scenes::{Breaking, Leaves};
use allide_scenes::suite::{Findings, Way};
use allide_scenes::{Motion, triangle_count};
use std::time::Instant;

pub const HELP: &str = "\
allide-bench motion [--cpu] [--small] [--record] [NAME]

  Leaves and breaking at the sizes of their paper, all frames at 24 a second, all overlapping triangles between objects. One engine
  goes from frame to frame. The scene of a frame is made anew: *make* is the time for its positions, poses and new meshes, with
  objects that break off among them; *check* that from this scene in memory to sorted findings in memory; *frame* is both. It is
  an error if a new engine on the CPU finds anything else in a frame. NAME is part of the adapter's.

  --cpu       on the CPU alone
  --small     small scenes: tries the bench out, measures nothing
  --record    keeps the result in benches/records";

const FRAMES_PER_SECOND: f64 = 24.0;

/// Makes a motion; small if that is asked for.
type Make = fn(bool) -> Box<dyn Motion>;

const MOTIONS: [(&str, &str, Make); 2] = [
    ("Leaves fall from a tree", "FAR, Figure 1: 40 k triangles, 150 leaves, 35 ms a frame.", |small| {
        Box::new(if small { Leaves::new(4_000, 20) } else { Leaves::published() })
    }),
    ("A dragon breaks", "FAR, Figures 5 and 6: 147 k triangles, hundreds of pieces, 30 to 60 ms a frame.", |small| {
        Box::new(if small { Breaking::new(2_000, 12_000, 40) } else { Breaking::published() })
    }),
];

pub fn run(arguments: &[String]) -> Result<(), Failure> {
    let flags = Flags::new(arguments, ["--cpu", "--small", "--record"], HELP)?;
    let choice = flags.choice();
    let mut ways = vec![Way::cpu(Method::Auto), Way::cpu(Method::Bvh)];
    let mut adapter = None;
    if !flags.has("--cpu") {
        ways.extend([Way::gpu(Method::Bvh), Way::gpu(Method::FAR)]);
        adapter = Some(allide::adapter::find(choice.clone().or_environment())?.0.description);
    }
    let command: Vec<String> = std::iter::once("motion".to_owned()).chain(arguments.iter().cloned()).collect();
    let mut text = format!("# Scenes that move\n\n{}", record::heading(&command));
    if let Some(adapter) = &adapter {
        text.push_str(&format!("- adapter: {adapter}\n"));
    }
    println!("{text}");
    for (title, published, make) in MOTIONS {
        let motion = make(flags.has("--small"));
        let section = format!("\n## {title}\n\n{published}\n\n{}", follow(motion.as_ref(), &ways, &choice)?);
        print!("{section}");
        text.push_str(&section);
    }
    if flags.has("--record") {
        let path = match &adapter {
            Some(adapter) => record::write_as(&text, &format!("{}-motion", record::words(&adapter.name)))?,
            None => record::write(&text, "-motion")?,
        };
        println!("{}", path.display());
    }
    Ok(())
}

/// The times of one way, in milliseconds.
#[derive(Default)]
struct Times {
    make: Vec<f64>,
    check: Vec<f64>,
    frame: Vec<f64>,
}

fn follow(motion: &dyn Motion, ways: &[Way], choice: &Choice) -> Result<String, Failure> {
    let frames = (FRAMES_PER_SECOND * motion.seconds()).round() as u32 + 1;
    let at = |frame: u32| motion.at(f64::from(frame) / FRAMES_PER_SECOND);
    let mut expected = Vec::new();
    let (mut pairs, mut found) = (0, 0);
    for frame in 0..frames {
        let report = Engine::cpu().run(&at(frame), &Overlaps::new().method(Method::Divide))?;
        pairs += report.pairs.len();
        found += report.findings().len();
        expected.push(Findings::from(&report));
    }
    let [first, last] = [at(0), at(frames - 1)];
    let mut text = format!(
        "{frames} frames, {} to {} objects, {} triangles; {} object pairs and {} triangle pairs overlap, in all frames together.\n\n",
        grouped(first.objects().len()),
        grouped(last.objects().len()),
        grouped(triangle_count(&last)),
        grouped(pairs),
        grouped(found)
    );
    let headings =
        ["method", "first frame ms", "make, median", "check, median", "check, worst", "frame, median", "frame, worst"];
    let mut table = Table::new(headings);
    for way in ways {
        let mut engine = match way.device {
            allide::Device::Cpu => Engine::cpu(),
            _ => Engine::gpu(choice.clone())?,
        };
        let mut times = Times::default();
        for (frame, expected) in (0..frames).zip(&expected) {
            let start = Instant::now();
            let scene = at(frame);
            let made = start.elapsed().as_secs_f64() * 1e3;
            let report = engine.run(&scene, &Overlaps::new().method(way.method))?;
            let all = start.elapsed().as_secs_f64() * 1e3;
            if let Some(difference) = Findings::from(&report).difference(expected) {
                return Err(format!("{way}, frame {frame}: {difference}").into());
            }
            times.make.push(made);
            times.check.push(all - made);
            times.frame.push(all);
        }
        // The first frame also compiles kernels and builds trees.
        let longest = |times: &[f64]| times[1..].iter().copied().fold(0.0, f64::max);
        let (first, worst) = (times.frame[0], [longest(&times.check), longest(&times.frame)]);
        let middle = [&mut times.make, &mut times.check, &mut times.frame].map(|times| median(&mut times[1..]));
        let cells = [first, middle[0], middle[1], worst[0], middle[2], worst[1]].map(ms);
        table.row([way.to_string()].into_iter().chain(cells));
    }
    text.push_str(&table.to_string());
    Ok(text)
}
