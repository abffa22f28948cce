//! How much is found: figures 4.13 and 4.14, and where the thesis says that it fails.

use super::measure::{Bench, shown};
use crate::Failure;
use crate::table::{Table, grouped};
use allide::Mesh;
use allide_papers::thesis::Tally;
use allide_papers::thesis::solids::{balls, boxes as random_boxes, knots as random_knots, mixed};
use allide_scenes::shapes::uv_sphere;

const HEADINGS: [&str; 7] = ["pairs", "found", "objects", "found", "false, with itself", "false, apart", "total ms"];

/// `number (share)`
fn share(found: usize, of: usize) -> String {
    format!("{} ({:.1} %)", grouped(found), 100.0 * found as f64 / of.max(1) as f64)
}

fn cells(tally: &Tally) -> [String; 7] {
    [
        grouped(tally.pairs),
        share(tally.found, tally.pairs),
        grouped(tally.objects),
        share(tally.objects_found, tally.objects),
        grouped(tally.with_itself),
        grouped(tally.apart),
        shown(&tally.total()),
    ]
}

fn table<const N: usize>(first: [&str; N]) -> Table {
    let mut headings = first.to_vec();
    headings.extend(HEADINGS);
    Table::of(&headings)
}

/// Figure 4.13.
pub fn knots(bench: &mut Bench) -> Result<(), Failure> {
    bench.say("\n## Entangled knots (figure 4.13)\n");
    bench.say(&format!(
        "Five torus knots of 4 kinds; what the picture of the thesis shows are the pixels whose edge is inside. Sums over {} random \
         scenes.\n",
        bench.scenes(20)
    ));
    let mut rows = table(["polygons", "view", "pixels inside"]);
    for (around, across) in [(60, 8), (150, 12), (400, 20)].into_iter().take(bench.size(3, 2)) {
        for side in bench.size(vec![256, 512, 1024], vec![256, 512]) {
            let scenes = bench.scenes(20);
            let tally = bench.tally(side, scenes, |seed| random_knots(5, around, across, seed))?;
            let polygons = grouped(5 * 2 * around * across);
            let inside = grouped(tally.pixels / scenes);
            rows.row([polygons, format!("{side}²"), inside].into_iter().chain(cells(&tally)));
        }
    }
    bench.say(&rows.to_string());
    Ok(())
}

/// Figure 4.14.
pub fn many(bench: &mut Bench) -> Result<(), Failure> {
    bench.say("\n## Many objects (figure 4.14)\n");
    bench.say(&format!(
        "Balls, boxes, tori and knots. The thesis highlights the objects that interfere. Sums over {} random scenes.\n",
        bench.scenes(10)
    ));
    let mut rows = table(["number", "view"]);
    for count in bench.size(vec![50, 100, 200, 400], vec![30, 60]) {
        for side in bench.size(vec![256, 512, 1024, 2048], vec![256, 512]) {
            let tally = bench.tally(side, bench.scenes(10), |seed| mixed(count, seed))?;
            rows.row([grouped(count), format!("{side}²")].into_iter().chain(cells(&tally)));
        }
    }
    bench.say(&rows.to_string());
    Ok(())
}

/// Polygons of a pair.
pub fn density(bench: &mut Bench) -> Result<(), Failure> {
    bench.say("\n## Pairs found against polygons of a pair\n");
    bench.say(&format!(
        "Two balls that share a slice. The thesis: over five thousand polygons \"before mesh density became too high\". Sums over {} \
         random scenes.\n",
        bench.scenes(50)
    ));
    let mut rows = table(["polygons", "view"]);
    let detail = [(10, 5), (20, 10), (36, 18), (50, 26), (72, 36), (100, 50), (160, 80), (320, 160)];
    for (meridians, parallels) in detail.into_iter().take(bench.size(detail.len(), 6)) {
        let ball: Mesh = uv_sphere(meridians, parallels);
        for side in bench.size(vec![64, 256, 1024], vec![64, 256]) {
            let tally = bench.tally(side, bench.scenes(50), |seed| balls(&ball, seed))?;
            let polygons = grouped(2 * ball.triangles().len());
            rows.row([polygons, format!("{side}²")].into_iter().chain(cells(&tally)));
        }
    }
    bench.say(&rows.to_string());
    Ok(())
}

/// Several hundreds of boxes.
pub fn boxes(bench: &mut Bench) -> Result<(), Failure> {
    bench.say("\n## Pairs found among boxes\n");
    bench.say(&format!(
        "The thesis: \"several hundreds of objects\" at once. Sums over {} random scenes.\n",
        bench.scenes(10)
    ));
    let mut rows = table(["boxes", "view"]);
    for count in bench.size(vec![100, 200, 400, 800], vec![50, 100]) {
        for side in bench.size(vec![256, 512, 1024, 2048], vec![256, 512]) {
            let tally = bench.tally(side, bench.scenes(10), |seed| random_boxes(count, seed))?;
            rows.row([grouped(count), format!("{side}²")].into_iter().chain(cells(&tally)));
        }
    }
    bench.say(&rows.to_string());
    Ok(())
}
