//! Figures 6 and 7: the bodies, and what is found on them.

use super::{Body, MANNER, manner, pruned, remedied};
use crate::outcome::shown;
use crate::{Bench, Claim, Data, Error, Kind, Outcome, Published, Steps, Table, Told, look, within};
use allide::Method;
use allide_io::plot::Axis;
use allide_scenes::triangle_count;

/// Figure 6.
pub(crate) fn figure_6(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    body(bench, steps, Body::Bunny)
}

/// Figure 7.
pub(crate) fn figure_7(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    body(bench, steps, Body::Cows)
}

fn body(bench: &mut Bench, steps: &Steps<'_>, body: Body) -> Result<Outcome, Error> {
    let made = body.scene(bench, bench.size(600, body.least(), body.least()));
    let scene = &made.made;
    let sides = bench.size(vec![32, 128], vec![125, 250, 500, 1_000], vec![125, 250, 500, 1_000, 2_000, 4_000]);
    let mut table = Table::new("")
        .counts([
            "pixels a side",
            "triangles",
            "triangle pairs",
            "found",
            "found, small ones kept",
            "triangles left",
            "passes",
        ])
        .counts(MANNER)
        .measured("time", "ms");
    if bench.lacks().is_none() {
        for (place, &side) in sides.iter().enumerate() {
            steps.at(place, sides.len())?;
            let (answer, expected) = pruned(bench, scene, side)?;
            let left = answer.triangles_left().map_or(f64::NAN, |left| left as f64);
            let (right, kept) = (expected.findings().len(), remedied(bench, scene, side, &expected)?);
            let counts = [triangle_count(scene), right, right - answer.missed, kept].map(Into::into);
            let more = [left.into(), answer.passes().len().into()].into_iter().chain(manner());
            table.row([side.into()].into_iter().chain(counts).chain(more).chain([answer.ms.into()]));
        }
    }
    steps.at(1, 1)?;
    let right = bench.expected(scene, &within(Method::Divide))?;
    if bench.lacks().is_some() {
        // What the exact method finds on the CPU.
        table = Table::new("").counts(["pixels a side", "triangles", "triangle pairs"]);
        for &side in &sides {
            table.row([side.into(), triangle_count(scene).into(), right.findings().len().into()]);
        }
    }
    let caption = match body {
        Body::Bunny => "A bunny with one ear in its head",
        Body::Cows => "Two cows as one object",
    };
    let picture = look::overlaps(bench, scene, &right, caption);
    let label = bench.without_gpu("what Self-CULLIDE finds");
    let small = bench.reduced(triangle_count(scene), body.least(), "triangles");
    let outcome = Outcome::default().picture("body", caption, picture).table(table);
    let outcome = match body.model(bench) {
        None => outcome,
        Some(model) => {
            let right = bench.expected(&model, &within(Method::Divide))?;
            let count = [triangle_count(&model), right.findings().len()].map(|count| shown(count as f64));
            let caption = format!("The model: {} triangles, {} pairs overlap", count[0], count[1]);
            let picture = look::overlaps(bench, &model, &right, &caption);
            outcome.picture("model", caption, picture)
        }
    };
    Ok(outcome.label(small).label(made.label()).label(label))
}

/// The statements about figure 6.
pub(crate) fn tell_6(data: &Data<'_>) -> Told {
    let theirs = ["a single intersection area", "figure 6, section 6"];
    tell(data, "Self-intersections found (figure 6)", theirs)
}

/// The statements about figure 7.
pub(crate) fn tell_7(data: &Data<'_>) -> Told {
    let theirs = ["many self-intersections", "figure 7, section 6"];
    tell(data, "Self-intersections found (figure 7)", theirs)
}

fn tell(data: &Data<'_>, title: &str, [theirs, source]: [&'static str; 2]) -> Told {
    let table = data.first();
    let axes = [Axis::logarithmic("pixels along a side of the view"), Axis::linear("triangle pairs")];
    let plot = table.plot(title, axes, "pixels a side", &["triangle pairs", "found", "found, small ones kept"]);
    let (pairs, found) = (table.last("triangle pairs"), table.last("found"));
    let kept = table.last("found, small ones kept");
    let numbers = [
        ("pixels", table.last("pixels a side")),
        ("leaf", table.last(MANNER[0])),
        ("directions", table.last(MANNER[1])),
        ("found", found),
        ("pairs", pairs),
    ];
    Told::default()
        .plot("", plot)
        .row(Published::new("triangle pairs that overlap", theirs, "", source).counted(pairs))
        .claim(Claim::tests(
            Kind::Counted,
            &numbers,
            found == pairs,
            [
                "At the finest view, of {pixels}², down to leaves of {leaf} triangles at most and in {directions} directions, Self-CULLIDE finds all of the {pairs} triangle pairs that overlap ({found}).",
                "At the finest view, of {pixels}², down to leaves of {leaf} triangles at most and in {directions} directions, Self-CULLIDE finds {found} of the {pairs} triangle pairs that overlap.",
            ],
        ))
        .claim(Claim::tests(
            Kind::Counted,
            &[("found", found), ("kept", kept)],
            kept > found,
            [
                "Where triangles are kept that a view can hardly show, as section 7 proposes, it finds {kept} in place of {found}.",
                "Keeping triangles that a view can hardly show, as section 7 proposes, finds no more here: {kept} and {found}.",
            ],
        ))
        .claim(leaves(&table))
}

/// Whether the rows of a table stop where the paper does.
pub(super) fn leaves(table: &Table) -> Claim {
    let leaf = table.last(MANNER[0]);
    Claim::tests(
        Kind::Given,
        &[("leaf", leaf)],
        leaf > 1.0,
        [
            "The paper's loop ends when all parts are leaves of several triangles, and so does this one, with {leaf} at most; the paper does not say how many.",
            "The paper's loop ends when all parts are leaves of several triangles; this one goes on to leaves of {leaf}, with a pass that the paper does not have.",
        ],
    )
}
