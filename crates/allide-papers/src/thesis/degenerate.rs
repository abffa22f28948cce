//! Figure 4.12: rays that meet vertices and edges.

use super::interfering;
use crate::{Bench, Error, Outcome, Published, Steps, Table};
use allide::raycast::RaycastOptions;
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
    ]);
    let cases = cases();
    let (mut all, mut falsely, mut missed, mut series) = (0, 0, 0, Vec::new());
    for (place, (name, interferes, scene)) in cases.iter().enumerate() {
        steps.at(place, cases.len())?;
        let truth = !interfering(scene)?.is_empty();
        let solids = if *interferes { "one in the other" } else { "apart" };
        let mut points = Vec::new();
        for &side in &sides {
            let report =
                bench.rays()?.run(scene, &RaycastOptions { size: [side, side], ..RaycastOptions::default() })?;
            let most = report.pixels.extremes.map_or(f64::NAN, |[_, most]| f64::from(most));
            let inside = report.pixels.inside.map_or(f64::NAN, f64::from);
            let found = report.interferes;
            all += 1;
            falsely += usize::from(found && !truth);
            missed += usize::from(truth && !found);
            points.push([f64::from(side), inside / f64::from(side)]);
            table.row([
                (*name).into(),
                solids.into(),
                side.into(),
                usize::from(truth).into(),
                usize::from(found).into(),
                inside.into(),
                most.into(),
            ]);
        }
        series.push(Series::new(format!("{name}, {solids}"), points));
    }
    steps.at(1, 1)?;
    let plot = Plot {
        title: "Rays through corners and along edges (figure 4.12)".into(),
        x: Axis::logarithmic("pixels along a side of the view"),
        y: Axis::linear("pixels inside / pixels along a side"),
        series,
    };
    let misses = match missed {
        0 => "No interference is missed.".to_owned(),
        _ => format!(
            "{missed} interferences are missed: where all edges of the solid inside lie on the outline or on edges of the other, seen from \
             here, no pixel may show one, which is a matter of samples and not of counts."
        ),
    };
    let paragraph = format!(
        "The thesis argues that none of the three degeneracies can make a count wrong: a corner of the silhouette is counted \
         once up and once down, an edge along a ray is not drawn, and an edge that two faces share is drawn once. Solids that \
         stand exactly so were looked at with rays through the corners and beside them: of {all} answers, {falsely} report an interference \
         that is none, which a wrong count would do. {misses}"
    );
    let source = "figure 4.12, section 4.5.7";
    let published = [
        Published::new("answers that a wrong count makes false", 0.0, "", source).ours(falsely as f64),
        Published::new("interferences that no pixel shows", "not given", "", source).ours(missed as f64),
    ];
    Ok(Outcome::default().table(table).plot("", plot).published(published).paragraph(paragraph))
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
