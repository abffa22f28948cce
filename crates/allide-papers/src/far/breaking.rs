//! Figures 5 and 6: a dragon breaks.

use super::{
    CELLS, Course, FRAMES, PUBLISHED, REBUILT, cells, follow, frame, mean, offset, picture, published, reduced_views,
    resolution, spread, trees,
};
use crate::bodies::copied;
use crate::outcome::shown;
use crate::{Bench, Contender, Error, Outcome, Published, Said, Steps, Table};
use allide::{Mesh, Scene};
use allide_io::plot::{Axis, Series};
use allide_scenes::scenes::Breaking;
use allide_scenes::shapes;

const CAPTION: &str = "Frame 28, with what overlaps";

/// Of both bodies.
pub(super) const TRIANGLES: usize = 147_000;

/// The bodies at a size for this bench, and how many pieces there are in the end.
fn bodies(bench: &Bench) -> ([Mesh; 2], usize) {
    let ([bunny, dragon], pieces) = bench.size(([150, 500], 6), ([2_500, 8_000], 60), ([35_000, 112_000], 320));
    ([shapes::bunny(bunny), shapes::dragon(dragon)], pieces)
}

fn breaking([bunny, dragon]: &[Mesh; 2], pieces: usize) -> Breaking {
    Breaking::of(copied(bunny), copied(dragon), pieces)
}

/// Frames of it, in each of which pieces have come off since the last. No sequence knows the meshes of another.
pub(super) fn course(bench: &Bench, frames: usize) -> Course<impl Fn() -> Vec<Scene> + use<>> {
    let (bodies, pieces) = bodies(bench);
    super::course(spread(frames), move || breaking(&bodies, pieces))
}

/// How large it is, and of what.
pub(super) fn labels(bench: &Bench) -> Vec<String> {
    let triangles = bodies(bench).0.iter().map(|mesh| mesh.triangles().len()).sum();
    vec![bench.reduced(triangles, TRIANGLES, "triangles"), reduced_views(bench), "bodies: by formula".to_owned()]
}

/// The same with the models, if they are there: what they leave of pairs of boxes, and times.
fn with_models(
    bench: &mut Bench,
    steps: &Steps<'_>,
    contenders: &[Contender],
) -> Result<Option<(Table, Vec<Published>)>, Error> {
    let Some(models) = bench.bunny_and_dragon() else { return Ok(None) };
    let (_, pieces) = bodies(bench);
    let course = super::course(spread(bench.size(2, 3, 8)), move || breaking(&models, pieces));
    let table = follow(bench, steps, &course, contenders, true)?.table("models", &course.numbers, contenders, true);
    let sum = |title: &str| table.numbers(title).iter().sum::<f64>();
    let source = "figure 5, section 5.1";
    let triangles = table.numbers("triangles").first().copied().unwrap_or(f64::NAN);
    let mut rows = vec![Published::new("triangles of the models", TRIANGLES as f64, "", source).ours(triangles)];
    for (name, short) in [(CELLS, "cells"), (PUBLISHED, "UOBBs in order")] {
        if contenders.iter().any(|contender| contender.name == name) {
            let what = format!("time of a frame with the models, {short}");
            rows.push(Published::new(what, [30.0, 60.0], "ms", source).timed(Said::span(&table.numbers(name))));
            let what = format!("pairs of boxes for each pair left with the models, {short}");
            let ratio = sum("pairs of boxes") / sum(&format!("pairs left, {name}"));
            rows.push(Published::new(what, 6.9, "times", "figure 6, section 5.1").ours(ratio));
        }
    }
    Ok(Some((table, rows)))
}

/// Figure 5.
pub(crate) fn figure_5(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let contenders = bench.able(vec![cells()?, published(bench)?, trees()?]);
    let course = course(bench, bench.size(2, 4, 16));
    let table = follow(bench, &steps.part(0, 2), &course, &contenders, true)?;
    let table = table.table("", &course.numbers, &contenders, true);
    let models = with_models(bench, &steps.part(1, 2), &contenders)?;
    let axes = [Axis::linear("frame"), Axis::logarithmic("time of a frame [ms]")];
    let names: Vec<&str> = contenders.iter().map(|contender| contender.name.as_str()).collect();
    let mut plot = table.plot("A dragon breaks (figure 5)", axes, "frame", &names);
    let ends = [[0.0, 35.0], [(FRAMES - 1) as f64, 50.0]];
    plot.series.push(Series::new("published, from beginning to end", ends));
    let (made, pieces) = bodies(bench);
    let shown_frame = frame(&breaking(&bench.bunny_and_dragon().unwrap_or(made), pieces), 28);
    let triangles = table.numbers("triangles").first().copied().unwrap_or(f64::NAN);
    let source = "figure 5, section 5.1";
    let time = |published: Published, name: &str| match Said::span(&table.numbers(name)) {
        Said::Words(_) => published,
        span => published.timed(span),
    };
    let compared = [
        Published::new("triangles", TRIANGLES as f64, "", source).ours(triangles),
        Published::new("objects at the end", "hundreds", "", source).ours(last(&table, "objects")),
        time(Published::new("time of a frame, cells", [30.0, 60.0], "ms", source), CELLS),
        time(Published::new("time of a frame, UOBBs in order", [30.0, 60.0], "ms", source), PUBLISHED),
    ];
    let rest = format!(
        "trees that are built from nothing on the CPU take {} ms in the mean. Frames are met in sequence, each for the first time: \
         pieces that have come off since the last one, and the rest of the dragon with its new topology, are part of its time.",
        shown(mean(&table.numbers(REBUILT)))
    );
    let paragraph = match bench.lacks() {
        None => format!(
            "The paper needs 30 to 60 ms a frame, about 35 in the beginning and 50 at the end. With {} triangles and up to {} \
             objects, cells take {} ms on this device, the published pipeline {} ms, and {rest}",
            shown(triangles),
            shown(last(&table, "objects")),
            Said::span(&table.numbers(CELLS)),
            Said::span(&table.numbers(PUBLISHED)),
        ),
        Some(_) => format!("The paper needs 30 to 60 ms a frame. With {} triangles, {rest}", shown(triangles)),
    };
    let outcome = Outcome::default().plot("", plot).table(table).published(compared).paragraph(paragraph);
    let models_label = if models.is_some() { "models: as well, in a table of their own" } else { "" };
    let outcome = models.into_iter().fold(outcome, |outcome, (table, rows)| outcome.table(table).published(rows));
    let picture = picture(bench, &shown_frame, CAPTION)?;
    let labels = labels(bench).into_iter().chain([models_label.to_owned(), bench.without_gpu("FAR")]);
    Ok(labels.fold(outcome.picture("scene", CAPTION, picture), Outcome::label))
}

fn last(table: &Table, title: &str) -> f64 {
    table.numbers(title).last().copied().unwrap_or(f64::NAN)
}

/// The offsets of section 4.1, and what section 3.3 says of samples: the tightness of all is compared.
fn covers(bench: &Bench) -> Result<Vec<Contender>, Error> {
    let all = ["faces", "uobb", "bounded", "exact"].into_iter();
    let all = all.flat_map(|cover| ["anywhere", "centre"].map(|samples| (cover, samples)));
    // The first one is the published pipeline, which is there anyway.
    let all = all.skip(1);
    all.map(|(cover, samples)| offset(&format!("{cover}, {samples}"), cover, samples, resolution(bench))).collect()
}

/// Figure 6.
pub(crate) fn figure_6(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let course = course(bench, bench.size(2, 4, 8));
    let contenders: Vec<Contender> = [cells()?, published(bench)?].into_iter().chain(covers(bench)?).collect();
    let followed = follow(bench, steps, &course, &contenders, false)?;
    let table = followed.table("", &course.numbers, &contenders, false);
    let sum = |title: &str| table.numbers(title).iter().sum::<f64>();
    let boxes = sum("pairs of boxes");
    let of = |name: &str| sum(&format!("pairs left, {name}"));
    let mut tightness =
        Table::new("offsets").counts(["offset", "pairs left"]).column("boxes for each pair left", "times");
    for contender in &contenders {
        let left = of(&contender.name);
        tightness.row([contender.name.clone().into(), left.into(), (boxes / left).into()]);
    }
    let left = [CELLS, PUBLISHED].map(|name| format!("pairs left, {name}"));
    let axes = [Axis::linear("frame"), Axis::linear("object pairs")];
    let columns = ["pairs of boxes", &left[0], &left[1], "pairs that overlap"];
    let plot = table.plot("Pairs that culling leaves while a dragon breaks (figure 6)", axes, "frame", &columns);
    let [cells, drawn, half, exact] = [CELLS, PUBLISHED, "faces, centre", "exact, centre"].map(|name| boxes / of(name));
    let source = "figure 6, section 5.1";
    let compared = [
        Published::new("pairs of boxes for each pair left, UOBBs in order", 6.9, "times", source).ours(drawn),
        Published::new("the same with p/2 for samples at centres", 6.9, "times", "figure 6, section 3.3").ours(half),
        Published::new("the same with exact offsets and p/2", "not given", "times", "section 4.1").ours(exact),
        Published::new("pairs of boxes for each pair left, cells", 6.9, "times", source).ours(cells),
        Published::new("pairs of boxes for each pair that overlaps", "not given", "times", source)
            .ours(boxes / sum("pairs that overlap")),
    ];
    let paragraph = format!(
        "Over the whole simulation, the paper's boxes leave 6.9 times as many object pairs as FAR. Over our frames, {} pairs of \
         boxes meet: {} times as many as the published pipeline leaves, {} times with half the offset, which section 3.3 allows where \
         pixels are sampled at their centres, and {} times as many as cells leave. {} pairs overlap, which nothing can be below.",
        shown(boxes),
        shown(drawn),
        shown(half),
        shown(cells),
        shown(sum("pairs that overlap"))
    );
    let outcome = Outcome::default().plot("", plot).table(table).table(tightness).published(compared);
    Ok(labels(bench).into_iter().fold(outcome.paragraph(paragraph), Outcome::label))
}
