//! Figure 4.12: rays that meet vertices and edges.

use super::interfering;
use crate::{Bench, Claim, Data, Error, Kind, Outcome, Published, Steps, Table, Told};
use allide::raycast::{EarlyExit, RaycastOptions};
use allide::{Mesh, Pose, Scene};
use allide_io::plot::{Axis, Plot, Series};
use allide_scenes::moved;
use allide_scenes::shapes::cuboid;

/// The degeneracies of the figure, whether the solids interfere, and the solids. Rays go along z.
fn cases() -> Vec<(&'static str, bool, Scene)> {
    let diamond = octahedron();
    let pair = |a: &Mesh, b: &Mesh, pose: Pose| {
        let mut scene = Scene::new();
        scene.add("in front", a, Pose::IDENTITY);
        scene.add("behind", b, pose);
        scene
    };
    let (cube, small) = (cuboid([-1.0; 3], [1.0; 3]), cuboid([-0.25; 3], [0.25; 3]));
    vec![
        // Corners of the one behind are seen past corners of the silhouette.
        ("1: corner of the silhouette", false, pair(&diamond, &diamond, moved(0.0, 0.0, 3.0))),
        ("1: corner of the silhouette", true, pair(&diamond, &diamond, moved(0.0, 0.0, 0.75))),
        // Sides of boxes are parallel to rays.
        ("2: edge along the ray", false, pair(&cube, &cube, moved(0.0, 0.0, 3.0))),
        ("2: edge along the ray", true, pair(&cube, &small, Pose::IDENTITY)),
        // The first corner is in front of an edge of the other, where four faces meet.
        ("3: corner between faces", false, pair(&diamond, &small, moved(0.0, 0.0, 2.0))),
        ("3: corner between faces", true, pair(&diamond, &small, Pose::IDENTITY)),
    ]
}

/// With corners at distance 1 on all axes.
fn octahedron() -> Mesh {
    let corners =
        vec![[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    let faces = vec![[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];
    Mesh::new(corners, faces).expect("eight faces of six corners")
}

/// Figure 4.12.
pub(crate) fn figure_4_12(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    // Rays go through corners if a pixel is in the middle, and otherwise between pixels.
    let sides: Vec<u32> = bench.size(
        vec![64, 65],
        vec![63, 64, 127, 128, 255, 256],
        vec![63, 64, 127, 128, 255, 256, 511, 512, 1023, 1024],
    );
    let mut table = Table::new("").counts([
        "degeneracy",
        "solids",
        "pixels a side",
        "interferes",
        "found",
        "pixels inside",
        "largest count",
        "smallest count",
    ]);
    let cases = cases();
    for (place, (name, interferes, scene)) in cases.iter().enumerate() {
        steps.at(place, cases.len())?;
        let truth = !interfering(scene)?.is_empty();
        let solids = if *interferes { INSIDE } else { APART };
        for &side in &sides {
            let usual = RaycastOptions { size: [side, side], ..RaycastOptions::default() };
            let report = bench.rays()?.run(scene, &usual)?;
            // Counts are looked at where the largest decides whether to go on.
            let counted = RaycastOptions { early_exit: EarlyExit::Maximum, ..usual };
            let counts = bench.rays()?.run(scene, &counted)?.pixels.extremes;
            let [most, least] = [counts.map(|counts| counts.largest), counts.map(|counts| counts.smallest)]
                .map(|count| count.map_or(f64::NAN, f64::from));
            table.row([
                (*name).into(),
                solids.into(),
                side.into(),
                usize::from(truth).into(),
                usize::from(report.interferes).into(),
                report.pixels.inside.map_or(f64::NAN, f64::from).into(),
                most.into(),
                least.into(),
            ]);
        }
    }
    steps.at(1, 1)?;
    Ok(Outcome::default().table(table))
}

const INSIDE: &str = "one in the other";
const APART: &str = "apart";

/// The statements about figure 4.12.
pub(crate) fn tell_4_12(data: &Data<'_>) -> Told {
    let table = data.first();
    let mut series = Vec::new();
    for name in ["1: corner of the silhouette", "2: edge along the ray", "3: corner between faces"] {
        for solids in [APART, INSIDE] {
            let own = table.only("degeneracy", name).only("solids", solids);
            let points =
                own.points("pixels a side", "pixels inside").into_iter().map(|[side, inside]| [side, inside / side]);
            series.push(Series::new(format!("{name}, {solids}"), points));
        }
    }
    let plot = Plot {
        title: "Rays through corners and along edges (figure 4.12)".into(),
        x: Axis::logarithmic("pixels along a side of the view"),
        y: Axis::linear("pixels inside / pixels along a side"),
        series,
    };
    let answers = table.points("interferes", "found");
    let count = |which: [f64; 2]| answers.iter().filter(|answer| **answer == which).count() as f64;
    let (falsely, missed) = (count([0.0, 1.0]), count([1.0, 0.0]));
    let all = if answers.is_empty() { f64::NAN } else { answers.len() as f64 };
    let source = "figure 4.12, section 4.5.7";
    Told::default()
        .plot("", plot)
        .row(Published::new("interferences reported that are none", 0.0, "", source).counted(falsely))
        .row(Published::new("interferences that are missed", "not given", "", source).counted(missed))
        .claim(counts(&table))
        .claim(Claim::tests(
            Kind::Counted,
            &[("all", all), ("falsely", falsely)],
            falsely == 0.0,
            [
                "Of {all} answers, {falsely} report an interference that is none, which a wrong count would do.",
                "Of {all} answers, {falsely} report an interference that is none: a count is wrong.",
            ],
        ))
        .claim(Claim::tests(
            Kind::Counted,
            &[("all", all), ("missed", missed)],
            missed == 0.0,
            [
                "None of them misses an interference ({missed} of {all}).",
                "{missed} of them miss an interference: no pixel shows an edge inside, a matter of samples.",
            ],
        ))
}

/// What the counts of solids that stand apart must be: 0, whatever rays meet.
fn counts(table: &Table) -> Claim {
    let apart = table.only("solids", APART);
    let [most, least] = [apart.numbers("largest count"), apart.numbers("smallest count")];
    let most = most.iter().copied().fold(f64::NAN, f64::max);
    let least = least.iter().copied().fold(f64::NAN, f64::min);
    Claim::tests(
        Kind::Counted,
        &[("views", apart.rows.len() as f64), ("most", most), ("least", least)],
        most == 0.0 && least == 0.0,
        [
            "The thesis argues that none of the three degeneracies can make a count wrong. In {views} views of solids that stand apart, with rays through corners and along edges and beside them, every count is 0: {least} at least, {most} at most.",
            "The thesis argues that none of the three degeneracies can make a count wrong. In {views} views of solids that stand apart, counts are {least} to {most}, where all must be 0.",
        ],
    )
    .unknown("The thesis argues that none of the three degeneracies can make a count wrong; this run did not record the counts.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solids_interfere_where_they_are_said_to() {
        for (name, interferes, scene) in cases() {
            assert_eq!(!interfering(&scene).unwrap().is_empty(), interferes, "{name}");
            let closed = |object: &allide::Object| object.mesh().topology().is_closed();
            assert!(scene.objects().iter().all(closed), "{name}");
        }
    }
}
