//! Scenes that move and break: every frame is a new one, and what is new in it is timed with it.

use super::measure::{Bench, rates, shown};
use super::{Job, bodies};
use crate::Failure;
use crate::table::{Table, grouped, median, ms, times};
use allide::{Method, Scene};
use allide_scenes::Motion;
use allide_scenes::papers::far::{self, Frame};
use allide_scenes::scenes::{Breaking, Leaves};
use allide_scenes::suite::Way;

/// Evenly spread frames, the first and the last among them, numbered at 24 in a second.
fn spread(frames: usize, motion: impl Motion) -> impl Iterator<Item = (usize, Scene)> {
    let last = (24.0 * motion.seconds()).round() as usize;
    let number = move |k: usize| if frames < 2 { last.div_ceil(2) } else { k * last / (frames - 1) };
    (0..frames).map(number).map(move |frame| (frame, motion.at(frame as f64 / 24.0)))
}

/// Times each way over the frames, and tells what each frame has and what it took.
fn follow<S: Iterator<Item = (usize, Scene)>>(
    bench: &mut Bench,
    job: &Job,
    make: impl Fn() -> S,
) -> Result<(), Failure> {
    let published = job.resolution.unwrap_or(job.size(far::PIXELS as usize, 256) as u32);
    let mut ways = bench.covers(job.resolution);
    ways.extend([far::published(published), far::cullide(published)]);
    ways.extend([Way::gpu(Method::Bvh), Way::cpu(Method::Bvh), Way::cpu(Method::Auto)]);
    let frames = far::course(&mut bench.timer, &ways, make)?;
    frames.iter().for_each(|frame| bench.note(&frame.answers));
    let headings = [
        "frame",
        "objects",
        "pairs of boxes",
        "left by `far`",
        "overlapping",
        "boxes : `far`",
        "GPU ms",
        "wall ms",
        "trees rebuilt, ms",
    ];
    let mut table = Table::new(headings);
    for frame in &frames {
        let Some(first) = frame.answers.first() else { continue };
        let left = first.pairs_left;
        let ratio = times(left.map_or(f64::NAN, |left| frame.boxes as f64 / left as f64));
        let numbers = [frame.number as u64, frame.objects as u64, frame.boxes].map(grouped);
        let left = left.map_or_else(|| "-".into(), grouped);
        let cells =
            [left, grouped(frame.overlapping), ratio, ms(first.gpu_ms), ms(first.wall_ms), ms(frame.rebuilt_ms)];
        table.row(numbers.into_iter().chain(cells));
    }
    print!("{table}");
    summary(&frames);
    Ok(())
}

fn summary(frames: &[Frame]) {
    let sum = |of: fn(&Frame) -> u64| frames.iter().map(of).sum::<u64>();
    let (boxes, met) = (sum(|frame| frame.boxes), sum(|frame| frame.overlapping));
    let [boxes, met] = [boxes, met].map(grouped);
    println!("\nOver these frames {boxes} pairs of boxes meet and {met} pairs of objects overlap.\n");
    let headings = [
        "method",
        "missed",
        "object pairs left",
        "boxes : left",
        "GPU ms, median",
        "wall ms, median",
        "wall ms, longest",
        "M triangles/s",
        "M queries/s",
    ];
    let mut table = Table::new(headings);
    let count = frames.iter().map(|frame| frame.answers.len()).min().unwrap_or(0);
    for number in 0..count {
        let answers = || frames.iter().map(|frame| &frame.answers[number]);
        let left: Option<u64> = answers().map(|answer| answer.pairs_left).sum();
        let mut walls: Vec<f64> = answers().map(|answer| answer.wall_ms).collect();
        let mut gpu_times: Vec<f64> = answers().filter_map(|answer| answer.gpu_ms).collect();
        let longest = walls.iter().copied().fold(0.0, f64::max);
        let gpu_ms = (!gpu_times.is_empty()).then(|| median(&mut gpu_times));
        let way = answers().next().map(|answer| shown(&answer.way)).unwrap_or_default();
        let missed: usize = answers().map(|answer| answer.missed).sum();
        // Of the frame with most triangles drawn.
        let busiest = answers().max_by_key(|answer| answer.drawn()[2]).map(rates).unwrap_or_default();
        let cells = [
            way,
            grouped(missed),
            left.map_or_else(|| "-".into(), grouped),
            times(far::fewer_pairs(frames, number).unwrap_or(f64::NAN)),
            ms(gpu_ms),
            ms(median(&mut walls)),
            ms(longest),
        ];
        table.row(cells.into_iter().chain(busiest));
    }
    print!("{table}");
}

/// Figures 5 and 6 of FAR.
pub fn breaking(bench: &mut Bench, job: &Job) -> Result<(), Failure> {
    let real = bodies::real(job, "bunny.obj.gz")?.zip(bodies::real(job, "dragon_res2.ply.gz")?);
    let real =
        real.map(|(bunny, dragon)| Ok::<_, Failure>((bodies::sized(&bunny, 1.9)?, bodies::sized(&dragon, 4.0)?)));
    let real = real.transpose()?;
    let pieces = job.size(320, 80);
    let sizes = [job.size(35_000, 3_500), job.size(112_000, 16_000)];
    // Meshes are new in each sequence.
    let course = || match &real {
        Some((bunny, dragon)) => Breaking::of(bodies::copied(bunny), bodies::copied(dragon), pieces),
        None => Breaking::new(sizes[0], sizes[1], pieces),
    };
    println!("\n## A dragon breaks (FAR, Figures 5 and 6)\n");
    println!(
        "{}, {} triangles; frames in sequence, each timed as it is first met. The paper: 147 k, hundreds of pieces, 30 to 60 ms a frame, 6.9 times",
        bodies::origin(real.is_some()),
        grouped(allide_scenes::triangle_count(&course().at(0.0)))
    );
    println!("fewer pairs than boxes; nearly 3 times as long as CULLIDE; trees of SOLID rebuilt in 100 to 176 ms.\n");
    let frames = bench.frames(job);
    follow(bench, job, || spread(frames, course()))
}

/// Figure 1 of FAR.
pub fn leaves(bench: &mut Bench, job: &Job) -> Result<(), Failure> {
    let course = || if job.small { Leaves::new(4_000, 30) } else { Leaves::published() };
    println!("\n## Leaves fall from a tree (FAR, Figure 1)\n");
    let triangles = grouped(allide_scenes::triangle_count(&course().at(0.0)));
    println!("{triangles} triangles. The paper: 40 k, 150 leaves, 35 ms a frame.\n");
    let frames = bench.frames(job);
    follow(bench, job, || spread(frames, course()))
}
