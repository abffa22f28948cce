//! Figures 4.15 and 4.16: time against objects, polygons and pixels.

use super::measure::{Bench, line, shown};
use crate::Failure;
use crate::table::{Table, grouped};
use allide::Scene;
use allide::raycast::RaycastOptions;
use allide_papers::Line;
use allide_papers::thesis::solids::{boxes, levels};

/// A row for each step, which is a number of `what`, and the lines through them. `scene` gives a random one for a step.
fn course(
    bench: &mut Bench,
    what: &str,
    steps: &[(usize, RaycastOptions)],
    scene: impl Fn(usize, u64) -> Scene,
) -> Result<(), Failure> {
    let of = |name: &str| [format!("{name}, render ms"), format!("{name}, total ms")];
    let [pixels, queries] = [of("by pixels"), of("by queries")];
    let mut table = Table::new([what, &pixels[0], &pixels[1], &queries[0], &queries[1]]);
    // By mean and by median, which others on this machine disturb less.
    let mut points: [[Vec<[f64; 2]>; 2]; 4] = Default::default();
    for (place, (number, options)) in steps.iter().enumerate() {
        let timing = bench.rays.timing(bench.trials, options, |seed| scene(place, seed))?;
        let cells = [timing.render[0], timing.total[0], timing.render[1], timing.total[1]];
        for ([means, medians], cell) in points.iter_mut().zip(&cells) {
            means.push([*number as f64, cell.mean]);
            medians.push([*number as f64, cell.median]);
        }
        table.row([grouped(*number)].into_iter().chain(cells.iter().map(shown)));
    }
    bench.say(&table.to_string());
    for (name, points) in [&pixels[0], &pixels[1], &queries[0], &queries[1]].into_iter().zip(&points) {
        let [means, medians] = points.each_ref().map(|points| Line::through(points));
        let means = line(&means, what.trim_end_matches('s'));
        bench.say(&format!("- {name}: {means}; through medians, R² = {:.4}", medians.r_squared));
    }
    Ok(())
}

/// Figure 4.15.
pub fn objects(bench: &mut Bench) -> Result<(), Failure> {
    bench.say("\n## Time against objects (figure 4.15)\n");
    bench.say("Boxes of 12 triangles at 256². The thesis: linear.\n");
    let counts: &[usize] = bench.size(&[10, 25, 50, 100, 200, 300, 400, 500], &[8, 16, 32, 64]);
    let steps: Vec<_> = counts.iter().map(|&count| (count, RaycastOptions::default())).collect();
    course(bench, "objects", &steps, |place, seed| boxes(counts[place], seed))
}

/// Figure 4.16.
pub fn polygons(bench: &mut Bench) -> Result<(), Failure> {
    bench.say("\n## Time against polygons (figure 4.16)\n");
    bench.say("One knot at several levels of detail, twice, at 256². The thesis: linear.\n");
    let detail: &[[usize; 2]] = bench.size(
        &[[30, 5], [45, 8], [60, 10], [90, 14], [120, 18], [160, 25], [250, 40], [500, 50]],
        &[[30, 5], [60, 10], [90, 14], [120, 18]],
    );
    let polygons = |[around, across]: &[usize; 2]| (4 * around * across, RaycastOptions::default());
    let steps: Vec<_> = detail.iter().map(polygons).collect();
    course(bench, "polygons", &steps, |place, seed| levels(detail[place][0], detail[place][1], seed))
}

/// The third determining factor of section 4.6.
pub fn pixels(bench: &mut Bench) -> Result<(), Failure> {
    bench.say("\n## Time against pixels (section 4.6)\n");
    bench.say("Two knots of 1,800 triangles each. The thesis: drawing takes about as long at any resolution, reading does not.\n");
    let sides: &[u32] = bench.size(&[64, 128, 256, 512, 1024, 2048], &[64, 128, 256, 512]);
    let options = |side: u32| RaycastOptions { size: [side, side], ..RaycastOptions::default() };
    let steps: Vec<_> = sides.iter().map(|&side| ((side * side) as usize, options(side))).collect();
    course(bench, "pixels", &steps, |_, seed| levels(90, 10, seed))
}
