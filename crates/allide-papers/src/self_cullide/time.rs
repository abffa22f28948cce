//! Figure 8: time against triangles.

use super::{Body, RESOLUTION, pruned};
use crate::outcome::shown;
use crate::{Bench, Error, Outcome, Published, Steps, Table};
use allide_io::plot::{Axis, Plot, Series};
use allide_scenes::triangle_count;

/// What the paper gives in words: triangles and milliseconds of the smallest and the largest body.
fn ends(body: Body) -> [[f64; 2]; 2] {
    match body {
        Body::Bunny => [[5_000.0, 20.0], [270_000.0, 600.0]],
        Body::Cows => [[3_000.0, 35.0], [270_000.0, 1_000.0]],
    }
}

/// Figure 8.
pub(crate) fn figure_8(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let resolution = bench.size(64, RESOLUTION, RESOLUTION);
    let sizes = |body: Body| match body {
        _ if bench.size(true, false, false) => vec![300, 900],
        _ if bench.size(false, true, false) => vec![body.least(), 10_000, 20_000],
        _ => vec![body.least(), 20_000, 70_000, 140_000, 270_000],
    };
    let sizes = Body::BOTH.map(sizes);
    let all = sizes.iter().map(Vec::len).sum();
    let mut table = Table::new("")
        .counts(["body", "triangles", "triangle pairs", "found", "passes", "triangles left"])
        .measured("time", "ms");
    let (mut series, mut compared, mut done) = (Vec::new(), Vec::new(), 0);
    for (body, sizes) in Body::BOTH.into_iter().zip(&sizes) {
        let mut points = Vec::new();
        for &size in sizes {
            steps.at(done, all)?;
            done += 1;
            let scene = body.scene(size);
            let (answer, right) = pruned(bench, &scene, resolution)?;
            let count = triangle_count(&scene);
            let left = answer.passes().last().map_or(f64::NAN, |pass| pass.triangles as f64);
            let counts = [count, right, right - answer.missed, answer.passes().len()].map(Into::into);
            table.row([body.name().into()].into_iter().chain(counts).chain([left.into(), answer.ms.into()]));
            points.push([count as f64, answer.ms]);
        }
        let source = "figure 8, section 6";
        for [triangles, theirs] in ends(body) {
            let published =
                Published::new(format!("{}, {} triangles", body.name(), shown(triangles)), theirs, "ms", source);
            let own = points.iter().find(|point| (point[0] / triangles - 1.0).abs() < 0.1);
            compared.push(match own {
                Some(point) => published.timed(point[1]),
                None => published,
            });
        }
        series.push(Series::new(format!("{}, ours", body.name()), points));
        series.push(Series::new(format!("{}, published ends", body.name()), ends(body)));
    }
    steps.at(1, 1)?;
    let found = |body: Body| {
        let rows = table.only("body", body.name());
        let [right, found] = ["triangle pairs", "found"].map(|title| rows.numbers(title).iter().sum::<f64>());
        format!("{} of {} pairs on the {}", shown(found), shown(right), body.name())
    };
    let paragraph = format!(
        "The paper prunes 5,000 to 270,000 triangles of the bunny in 20 to 600 ms and 3,000 to 270,000 of the cows in 35 to \
         1,000 ms, and says that more intersections cost more. Of its kind, our run found {} and {}: triangles that are smaller \
         than a pixel are lost, the more of them the finer the body is.",
        found(Body::Bunny),
        found(Body::Cows)
    );
    let plot = Plot {
        title: format!("Time of pruning at {resolution}² (figure 8)"),
        x: Axis::logarithmic("triangles"),
        y: Axis::logarithmic("time [ms]"),
        series,
    };
    let most = *sizes[0].last().unwrap_or(&0);
    let labels = [
        bench.reduced(most, 270_000, "triangles of the largest body"),
        if resolution < RESOLUTION {
            format!("reduced: views of {resolution}² in place of 500²")
        } else {
            String::new()
        },
    ];
    let outcome = Outcome::default().plot("", plot).table(table).published(compared).paragraph(paragraph);
    Ok(labels.into_iter().fold(outcome, Outcome::label))
}
