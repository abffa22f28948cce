//! Scenes that move: every frame is a new one.

use super::measure::{Ask, Bench, Timed, shown};
use super::{Job, bodies};
use crate::Failure;
use crate::table::{Table, grouped, median, ms, times};
use allide::{Method, Report, Scene, TrianglePair};
use allide_scenes::Motion;
use allide_scenes::scenes::{Breaking, Leaves};
use allide_scenes::suite::Way;
use allide_scenes::triangle_count as triangles;

/// What one way took over all frames.
struct Course {
    way: Way,
    walls: Vec<f64>,
    gpu_times: Vec<f64>,
    /// Object pairs that it left, over all frames.
    pairs: Option<u64>,
}

impl Course {
    fn add(&mut self, timed: &Timed) {
        self.walls.push(timed.wall);
        self.gpu_times.extend(timed.gpu_ms);
        self.pairs = self.pairs.zip(timed.pairs_left()).map(|(sum, pairs)| sum + pairs);
    }
}

/// Evenly spread frames, the first and the last among them, numbered at 24 in a second.
fn spread(frames: usize, motion: &dyn Motion) -> impl Iterator<Item = (usize, Scene)> {
    let last = (24.0 * motion.seconds()).round() as usize;
    let number = move |k: usize| if frames < 2 { last.div_ceil(2) } else { k * last / (frames - 1) };
    (0..frames).map(number).map(|frame| (frame, motion.at(frame as f64 / 24.0)))
}

/// Times each way over the frames, and tells what each frame has and what `far` left of it.
fn follow(
    bench: &mut Bench,
    job: &Job,
    frames: impl Iterator<Item = (usize, Scene)>,
) -> Result<(Vec<Course>, [u64; 2]), Failure> {
    let mut ways = bench.covers(job.resolution);
    ways.extend([Way::gpu(Method::Bvh), Way::cpu(Method::Bvh), Way::cpu(Method::Auto)]);
    let start = |way| Course { way, walls: Vec::new(), gpu_times: Vec::new(), pairs: Some(0) };
    let mut courses: Vec<Course> = ways.into_iter().map(start).collect();
    let mut sums = [0, 0];
    let headings =
        ["frame", "objects", "pairs of boxes", "left by `far`", "overlapping", "boxes : `far`", "GPU ms", "wall ms"];
    let mut table = Table::new(headings);
    for (frame, scene) in frames {
        let expected: Report<TrianglePair> = bench.expected(&scene, Ask::Between)?;
        let (boxes, met) = (expected.run.stats.object_candidates, expected.pairs.len() as u64);
        sums = [sums[0] + boxes, sums[1] + met];
        for (place, course) in courses.iter_mut().enumerate() {
            let Some(timed) = bench.time(&scene, Ask::Between, &course.way, &expected)? else { continue };
            course.add(&timed);
            if place == 0 {
                let left = timed.pairs_left();
                let numbers = [scene.objects().len() as u64, boxes].map(grouped);
                let left_text = left.map_or_else(|| "-".into(), grouped);
                let ratio = times(left.map_or(f64::NAN, |left| boxes as f64 / left as f64));
                let cells = [left_text, grouped(met), ratio, ms(timed.gpu_ms), ms(timed.wall)];
                table.row([frame.to_string()].into_iter().chain(numbers).chain(cells));
            }
        }
    }
    print!("{table}");
    Ok((courses, sums))
}

fn summary(courses: &mut [Course], [boxes, met]: [u64; 2]) {
    println!(
        "\nOver these frames {} pairs of boxes meet and {} pairs of objects overlap.\n",
        grouped(boxes),
        grouped(met)
    );
    let headings =
        ["method", "object pairs left", "boxes : left", "GPU ms, median", "wall ms, median", "wall ms, longest"];
    let mut table = Table::new(headings);
    for course in courses.iter_mut().filter(|course| !course.walls.is_empty()) {
        let looks = course.way.method == Method::FAR;
        let left = course.pairs.filter(|_| looks);
        let ratio = times(left.map_or(f64::NAN, |left| boxes as f64 / left as f64));
        let longest = course.walls.iter().copied().fold(0.0, f64::max);
        let gpu_ms = (!course.gpu_times.is_empty()).then(|| median(&mut course.gpu_times));
        let wall = median(&mut course.walls);
        table.row([
            shown(&course.way),
            left.map_or_else(|| "-".into(), grouped),
            ratio,
            ms(gpu_ms),
            ms(wall),
            ms(longest),
        ]);
    }
    print!("{table}");
}

/// Figures 5 and 6 of FAR.
pub fn breaking(bench: &mut Bench, job: &Job) -> Result<(), Failure> {
    let real = bodies::real(job, "bunny.obj.gz")?.zip(bodies::real(job, "dragon_res2.ply.gz")?);
    let is_real = real.is_some();
    let pieces = job.size(320, 80);
    let course = match real {
        Some((bunny, dragon)) => {
            let dragon = bodies::sized(&dragon, 4.0)?;
            Breaking::of(bodies::sized(&bunny, 1.9)?, dragon, pieces)
        }
        None => Breaking::new(job.size(35_000, 3_500), job.size(112_000, 16_000), pieces),
    };
    println!("\n## A dragon breaks (FAR, Figures 5 and 6)\n");
    println!(
        "{}, {} triangles. The paper: 147 k, hundreds of pieces, 30 to 60 ms a frame, 6.9 times fewer pairs than boxes.\n",
        bodies::origin(is_real),
        grouped(triangles(&course.at(0.0)))
    );
    let frames = bench.frames(job);
    let (mut courses, sums) = follow(bench, job, spread(frames, &course))?;
    summary(&mut courses, sums);
    Ok(())
}

/// Figure 1 of FAR.
pub fn leaves(bench: &mut Bench, job: &Job) -> Result<(), Failure> {
    let course = if job.small { Leaves::new(4_000, 30) } else { Leaves::published() };
    println!("\n## Leaves fall from a tree (FAR, Figure 1)\n");
    println!("{} triangles. The paper: 40 k, 150 leaves, 35 ms a frame.\n", grouped(triangles(&course.at(0.0))));
    let frames = bench.frames(job);
    let (mut courses, sums) = follow(bench, job, spread(frames, &course))?;
    summary(&mut courses, sums);
    Ok(())
}
