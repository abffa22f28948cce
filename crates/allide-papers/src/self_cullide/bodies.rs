//! Figures 6 and 7: the bodies, and what is found on them.

use super::{Body, pruned, remedied};
use crate::outcome::shown;
use crate::{Bench, Error, Outcome, Published, Steps, Table, look, within};
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
        .measured("time", "ms");
    if bench.lacks().is_none() {
        for (place, &side) in sides.iter().enumerate() {
            steps.at(place, sides.len())?;
            let (answer, expected) = pruned(bench, scene, side)?;
            let left = answer.triangles_left().map_or(f64::NAN, |left| left as f64);
            let (right, kept) = (expected.findings().len(), remedied(bench, scene, side, &expected)?);
            let counts = [triangle_count(scene), right, right - answer.missed, kept].map(Into::into);
            let more = [left.into(), answer.passes().len().into(), answer.ms.into()];
            table.row([side.into()].into_iter().chain(counts).chain(more));
        }
    }
    steps.at(1, 1)?;
    let right = bench.expected(scene, &within(Method::Divide))?;
    let (figure, caption, theirs, source): (_, _, _, &'static str) = match body {
        Body::Bunny => ("6", "A bunny with one ear in its head", "a single intersection area", "figure 6, section 6"),
        Body::Cows => ("7", "Two cows as one object", "many self-intersections", "figure 7, section 6"),
    };
    let picture = look::overlaps(bench, scene, &right, caption);
    let axes = [Axis::logarithmic("pixels along a side of the view"), Axis::linear("triangle pairs")];
    let title = format!("Self-intersections found (figure {figure})");
    let plot = table.plot(&title, axes, "pixels a side", &["triangle pairs", "found", "found, small ones kept"]);
    let count = right.findings().len() as f64;
    let found = table.numbers("found").last().copied();
    let kept = table.numbers("found, small ones kept").last().copied().unwrap_or(f64::NAN);
    let paragraph = format!(
        "The paper's body has {theirs}; ours has {} triangle pairs that overlap. {}",
        shown(count),
        match found {
            Some(found) => format!(
                "What Self-CULLIDE finds depends on pixels, because triangles that cover no centre of a pixel are pruned: {} of them \
                 are found with {}². Where triangles are kept that a view can hardly show, as section 7 proposes, {} are.",
                shown(found),
                sides[sides.len() - 1],
                shown(kept)
            ),
            None => "They were found by the exact method on the CPU.".to_owned(),
        }
    );
    let published =
        [Published::new("self-intersections", theirs, "", source).ours(format!("{} triangle pairs", shown(count)))];
    let label = bench.without_gpu("what Self-CULLIDE finds");
    let small = bench.reduced(triangle_count(scene), body.least(), "triangles");
    let outcome = Outcome::default().picture("body", caption, picture).plot("", plot).table(table);
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
    Ok(outcome.published(published).paragraph(paragraph).label(small).label(made.label()).label(label))
}
