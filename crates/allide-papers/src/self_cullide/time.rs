//! Figure 8: time against triangles.

use super::bodies::leaves;
use super::{Body, MANNER, RESOLUTION, manner, pruned, remedied};
use crate::outcome::shown;
use crate::{Bench, Claim, Contender, Data, Error, Kind, New, Outcome, Published, Steps, Table, Told, within};
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
            "pixels a side",
        ])
        .counts(MANNER)
        .measured("time", "ms")
        .measured("time of far, which finds all", "ms");
    let mut done = 0;
    for (body, sizes) in Body::BOTH.into_iter().zip(&sizes) {
        let mut seen = Vec::new();
        for &size in sizes {
            steps.at(done, all)?;
            done += 1;
            let made = body.scene(bench, size);
            let (scene, origin) = (&made.made, if made.is_model { "model" } else { "formula" });
            let count = triangle_count(scene);
            if seen.contains(&count) {
                // There is no model of this size.
                continue;
            }
            seen.push(count);
            let (answer, expected) = pruned(bench, scene, resolution)?;
            let kept = remedied(bench, scene, resolution, &expected)?;
            let far = bench.time(scene, within, &exact, New::Positions, &expected)?;
            let right = expected.findings().len();
            let left = answer.triangles_left().map_or(f64::NAN, |left| left as f64);
            let counts = [count, right, right - answer.missed, kept, answer.passes().len()].map(Into::into);
            let first = [body.name().into(), origin.into()].into_iter().chain(counts);
            let rest = [left.into(), resolution.into()].into_iter().chain(manner());
            table.row(first.chain(rest).chain([answer.ms.into(), far.ms.into()]));
        }
    }
    steps.at(1, 1)?;
    let most = *sizes[0].last().unwrap_or(&0);
    let labels = [
        bench.reduced(most, 270_000, "triangles of the largest body"),
        if resolution < RESOLUTION {
            format!("reduced: views of {resolution}² in place of 500²")
        } else {
            String::new()
        },
    ];
    Ok(labels.into_iter().fold(Outcome::default().table(table), Outcome::label))
}

/// The statements about figure 8.
pub(crate) fn tell_8(data: &Data<'_>) -> Told {
    let table = data.first();
    let pixels = table.last("pixels a side");
    let source = "figure 8, section 6";
    let mut told = Told::default();
    let mut series = Vec::new();
    for body in Body::BOTH {
        let own = table.only("body", body.name());
        for [triangles, theirs] in ends(body) {
            let near = own.those("triangles", |count| (count / triangles - 1.0).abs() < 0.35);
            let (count, ours) = (near.last("triangles"), near.last("time"));
            let what = match count {
                _ if count.is_nan() || count == triangles => String::new(),
                _ => format!(" (ours has {})", shown(count)),
            };
            let what = format!("{}, {} triangles{what}", body.name(), shown(triangles));
            told = told.row(Published::new(what, theirs, "ms", source).measured(ours)).claim(end(
                [body.name(), if triangles < 10_000.0 { "fewest" } else { "most" }],
                [count, ours, triangles, theirs],
            ));
        }
        series.push(Series::new(format!("{}, ours", body.name()), own.points("triangles", "time")));
        let far = own.points("triangles", "time of far, which finds all");
        series.push(Series::new(format!("{}, far", body.name()), far));
        series.push(Series::new(format!("{}, published ends", body.name()), ends(body)));
        told = told.claim(found(body.name(), &own));
    }
    let plot = Plot {
        title: "Time of pruning (figure 8)".into(),
        x: Axis::logarithmic("triangles"),
        y: Axis::logarithmic("time [ms]"),
        series,
    };
    let views = Published::new("pixels along a side of the view", f64::from(RESOLUTION), "", "section 6");
    told.plot("", plot).row(views.given(pixels)).claim(leaves(&table))
}

/// One end of a curve of the paper.
fn end([body, which]: [&'static str; 2], [count, ours, size, theirs]: [f64; 4]) -> Claim {
    let numbers = [("triangles", count), ("ours", ours), ("size", size), ("theirs", theirs)];
    let words = match (body, which) {
        ("bunny", "fewest") => [
            "The smallest bunny, of {triangles} triangles, takes {ours} ms, no more than the paper's {theirs} ms with {size}.",
            "The smallest bunny, of {triangles} triangles, takes {ours} ms, more than the paper's {theirs} ms with {size}.",
        ],
        ("bunny", _) => [
            "The largest bunny, of {triangles} triangles, takes {ours} ms, no more than the paper's {theirs} ms with {size}.",
            "The largest bunny, of {triangles} triangles, takes {ours} ms, more than the paper's {theirs} ms with {size}.",
        ],
        (_, "fewest") => [
            "The smallest cows, of {triangles} triangles, take {ours} ms, no more than the paper's {theirs} ms with {size}.",
            "The smallest cows, of {triangles} triangles, take {ours} ms, more than the paper's {theirs} ms with {size}.",
        ],
        _ => [
            "The largest cows, of {triangles} triangles, take {ours} ms, no more than the paper's {theirs} ms with {size}.",
            "The largest cows, of {triangles} triangles, take {ours} ms, more than the paper's {theirs} ms with {size}.",
        ],
    };
    let unknown = match (body, which) {
        ("bunny", "most") => "The largest bunny of the paper was not run.",
        ("cows", "most") => "The largest cows of the paper were not run.",
        _ => "The smallest body of the paper was not run.",
    };
    Claim::tests(Kind::Measured, &numbers, ours <= theirs, words).unknown(unknown)
}

/// The findings on one body, over all sizes.
fn found(body: &'static str, own: &Table) -> Claim {
    let [right, found, kept] = ["triangle pairs", "found", "found, small ones kept"].map(|title| own.sum(title));
    let numbers = [("right", right), ("found", found), ("kept", kept), ("pixels", own.last("pixels a side"))];
    let words = match body {
        "bunny" => [
            "Over all sizes of the bunny, {found} of {right} pairs are found at {pixels}², and {kept} where small triangles are kept.",
            "Over all sizes of the bunny, all of {right} pairs are found at {pixels}² ({found}; {kept} where small triangles are kept).",
        ],
        _ => [
            "Over all sizes of the cows, {found} of {right} pairs are found at {pixels}², and {kept} where small triangles are kept.",
            "Over all sizes of the cows, all of {right} pairs are found at {pixels}² ({found}; {kept} where small triangles are kept).",
        ],
    };
    Claim::tests(Kind::Counted, &numbers, found < right, words)
}
