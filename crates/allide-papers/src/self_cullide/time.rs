//! Figure 8: time against triangles.

use super::{Body, RESOLUTION, pruned, remedied};
use crate::outcome::shown;
use crate::{Bench, Contender, Error, New, Outcome, Published, Steps, Table, within};
use allide_io::plot::{Axis, Plot, Series};
use allide_scenes::triangle_count;

/// The paper's numbers in its text: triangles and milliseconds of the smallest and the largest body.
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
        _ if bench.size(false, true, false) => vec![body.least(), 8_000, 16_000],
        _ => vec![body.least(), 20_000, 70_000, 140_000, 270_000],
    };
    let sizes = Body::BOTH.map(sizes);
    let all = sizes.iter().map(Vec::len).sum();
    let exact = Contender::new("far", "far")?;
    let mut table = Table::new("")
        .counts([
            "body",
            "made",
            "triangles",
            "triangle pairs",
            "found",
            "found, small ones kept",
            "passes",
            "triangles left",
        ])
        .measured("time", "ms")
        .measured("time of far, which finds all", "ms");
    let (mut series, mut compared, mut done) = (Vec::new(), Vec::new(), 0);
    for (body, sizes) in Body::BOTH.into_iter().zip(&sizes) {
        let (mut points, mut exact_points) = (Vec::new(), Vec::new());
        for &size in sizes {
            steps.at(done, all)?;
            done += 1;
            let made = body.scene(bench, size);
            let (scene, origin) = (&made.made, if made.is_model { "model" } else { "formula" });
            if points.iter().any(|point: &[f64; 2]| point[0] == triangle_count(scene) as f64) {
                // There is no model of this size.
                continue;
            }
            let (answer, expected) = pruned(bench, scene, resolution)?;
            let kept = remedied(bench, scene, resolution, &expected)?;
            let far = bench.time(scene, within, &exact, New::Positions, &expected)?;
            let (count, right) = (triangle_count(scene), expected.findings().len());
            let left = answer.triangles_left().map_or(f64::NAN, |left| left as f64);
            let counts = [count, right, right - answer.missed, kept, answer.passes().len()].map(Into::into);
            let rest = [left.into(), answer.ms.into(), far.ms.into()];
            table.row([body.name().into(), origin.into()].into_iter().chain(counts).chain(rest));
            points.push([count as f64, answer.ms]);
            exact_points.push([count as f64, far.ms]);
        }
        let source = "figure 8, section 6";
        for [triangles, theirs] in ends(body) {
            let own = points.iter().find(|point| (point[0] / triangles - 1.0).abs() < 0.35);
            let what = match own {
                Some(point) if point[0] != triangles => format!(" (ours has {})", shown(point[0])),
                _ => String::new(),
            };
            let what = format!("{}, {} triangles{what}", body.name(), shown(triangles));
            let published = Published::new(what, theirs, "ms", source);
            compared.push(match own {
                Some(point) => published.timed(point[1]),
                None => published,
            });
        }
        series.push(Series::new(format!("{}, ours", body.name()), points));
        series.push(Series::new(format!("{}, far", body.name()), exact_points));
        series.push(Series::new(format!("{}, published ends", body.name()), ends(body)));
    }
    steps.at(1, 1)?;
    let views = Published::new("pixels along a side of the view", f64::from(RESOLUTION), "", "section 6");
    compared.push(views.ours(f64::from(resolution)));
    let of = |body: Body, title: &str| table.only("body", body.name()).numbers(title).iter().sum::<f64>();
    let found = |body: Body| {
        let [right, found, kept] =
            ["triangle pairs", "found", "found, small ones kept"].map(|title| shown(of(body, title)));
        format!("{found} of {right} pairs on the {}, and {kept} where small triangles are kept", body.name())
    };
    let paragraph = format!(
        "The paper prunes 5,000 to 270,000 triangles of the bunny in 20 to 600 ms and 3,000 to 270,000 of the cows in 35 to \
         1,000 ms, and says that more intersections cost more. Over all sizes, ours finds {}, and {}: triangles that are smaller \
         than a pixel are lost, the more of them the finer the body is, and the remedy of section 7 keeps them without making them \
         hide anything. Our far finds all of them on the same device, in the times of the last column.",
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
