//! Figure 4: boxes around triangles.

use super::offset;
use crate::{Bench, Claim, Data, Error, Kind, Outcome, Published, Steps, Table, Told, between, look};
use allide::{DVec3, Mesh, Method, Pose, Scene};
use allide_io::plot::Axis;
use allide_scenes::scenes;
use std::f64::consts::PI;

/// The box of a triangle: a corner and three edges. `width` is what its offset is wide, √3 p in the paper.
fn boxed(corners: [DVec3; 3], width: f64) -> (DVec3, [DVec3; 3]) {
    // The longest edge comes first.
    let longest = (0..3).max_by(|&i, &j| {
        let length = |k: usize| corners[k].distance_squared(corners[(k + 1) % 3]);
        length(i).total_cmp(&length(j))
    });
    let first = longest.unwrap_or(0);
    let [a, b, c] = [0, 1, 2].map(|k| corners[(first + k) % 3]);
    let along = (b - a).normalize_or(DVec3::X);
    let rest = (c - a) - along * (c - a).dot(along);
    let across = rest.normalize_or(along.any_orthonormal_vector());
    let normal = along.cross(across);
    let sides = [along * ((b - a).length() + width), across * (rest.length() + width), normal * width];
    (a - (along + across + normal) * (width / 2.0), sides)
}

/// Volumes of what covers a triangle: the offset itself, the box of the paper, and a box along the axes.
fn volumes(corners: [DVec3; 3], width: f64) -> [f64; 3] {
    let [a, b, c] = corners;
    let radius = width / 2.0;
    let area = (b - a).cross(c - a).length() / 2.0;
    let around = a.distance(b) + b.distance(c) + c.distance(a);
    // Steiner's formula for a flat body.
    let exact = 2.0 * radius * area + PI / 2.0 * radius * radius * around + 4.0 / 3.0 * PI * radius.powi(3);
    let (_, [along, across, normal]) = boxed(corners, width);
    let size = a.max(b).max(c) - a.min(b).min(c) + width;
    [exact, along.length() * across.length() * normal.length(), size.x * size.y * size.z]
}

fn corners(mesh: &Mesh) -> impl Iterator<Item = [DVec3; 3]> {
    mesh.triangles().iter().map(|triangle| triangle.map(|corner| mesh.positions()[corner as usize]))
}

/// The pairs that covers leave on two bunnies, by resolution.
fn tightness(bench: &mut Bench, steps: &Steps<'_>) -> Result<Option<Table>, Error> {
    if bench.lacks().is_some() {
        return Ok(None);
    }
    let scene = scenes::bunnies(bench.size(300, 3_000, 20_000));
    let expected = bench.expected(&scene, &between(Method::Divide))?;
    let mut table = Table::new("covers").counts(["cover", "samples", "resolution", "triangles left"]);
    table = table.counts(["candidates", "triangle pairs"]);
    let sides: Vec<u32> = bench.size(vec![32], vec![64, 128, 256], vec![64, 128, 256, 512, 1024]);
    let covers =
        ["faces", "uobb", "bounded", "exact"].map(|cover| ["anywhere", "centre"].map(|samples| [cover, samples]));
    let covers = covers.as_flattened();
    for (place, &[cover, samples]) in covers.iter().enumerate() {
        for (step, &side) in sides.iter().enumerate() {
            steps.at(place * sides.len() + step, covers.len() * sides.len())?;
            let answer = bench.answer(&scene, between, &offset(cover, cover, samples, side)?, &expected)?;
            let left = answer.triangles_left().map_or(f64::NAN, |left| left as f64);
            let found = [answer.report.run.stats.candidates.into(), expected.findings().len().into()];
            table.row([cover.into(), samples.into(), side.into(), left.into()].into_iter().chain(found));
        }
    }
    Ok(Some(table))
}

/// Three triangles and their boxes.
fn picture(bench: &Bench) -> allide_io::picture::Picture {
    let mesh = Mesh::new(
        vec![[0.0, 0.0, 0.0], [2.0, 0.2, 0.0], [1.1, 1.3, 0.5], [2.7, 1.6, -0.1], [0.3, 1.7, -0.2]],
        vec![[0, 1, 2], [1, 3, 2], [0, 2, 4]],
    )
    .expect("three triangles of five corners");
    let mut lines: Vec<[DVec3; 2]> = Vec::new();
    // Too small to be seen: pictures show all of a scene, but not all of the lines on it.
    let mut ends = Vec::new();
    for triangle in corners(&mesh) {
        let (corner, [x, y, z]) = boxed(triangle, 0.22);
        for bottom in [corner, corner + z] {
            let round = [bottom, bottom + x, bottom + x + y, bottom + y, bottom];
            lines.extend(round.windows(2).map(|ends| [ends[0], ends[1]]));
        }
        ends.extend(
            [corner, corner + x + y + z, corner + x, corner + y + z].map(|end| [end, end + 1e-6 * x, end + 1e-6 * y]),
        );
        lines.extend([DVec3::ZERO, x, x + y, y].map(|from| [corner + from, corner + from + z]));
    }
    let mut scene = Scene::new();
    scene.add("three triangles", &mesh, Pose::IDENTITY);
    let corners = ends.iter().flatten().map(|end| end.to_array()).collect();
    let specks = Mesh::new(corners, (0..ends.len() as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect());
    scene.add("their boxes", &specks.expect("three corners each"), Pose::IDENTITY);
    look::lines(bench, &scene, lines, "Three triangles and the box of each")
}

/// The bodies around triangles.
const COVERS: [&str; 3] = ["exact offsets", "UOBB", "boxes along the axes"];

/// Figure 4.
pub(crate) fn figure_4(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let model = bench.bunny(bench.size(500, 8_000, 35_000));
    let (body, origin) = (&model.made, model.label());
    let size = body.bounds().size();
    let whole = size.x * size.y * size.z;
    let mut table = Table::new("").counts(["resolution"]).column("pixel", "of the longest side");
    for name in COVERS {
        table = table.column(name, "% of the body's box");
    }
    table = table.column("UOBB : exact", "times");
    for resolution in [32_u32, 64, 128, 256, 512, 1024, 2048, 4096] {
        // The paper's √3 p.
        let pixel = size.max_element() / f64::from(resolution);
        let width = 3_f64.sqrt() * pixel;
        let sums = corners(body)
            .map(|triangle| volumes(triangle, width))
            .fold([0.0; 3], |sums, more| [sums[0] + more[0], sums[1] + more[1], sums[2] + more[2]]);
        let parts = sums.map(|sum| (100.0 * sum / whole).into());
        let first = [resolution.into(), (1.0 / f64::from(resolution)).into()];
        table.row(first.into_iter().chain(parts).chain([(sums[1] / sums[0]).into()]));
    }
    let covers = tightness(bench, steps)?;
    steps.at(1, 1)?;
    let reduced = bench.reduced(body.triangles().len(), 35_000, "triangles");
    let labels = [reduced, origin.to_owned(), bench.without_gpu("what each cover leaves")];
    let outcome =
        Outcome::default().picture("boxes", "Three triangles and the box of each", picture(bench)).table(table);
    let outcome = covers.into_iter().fold(outcome, Outcome::table);
    Ok(labels.into_iter().fold(outcome, Outcome::label))
}

/// The statements about figure 4.
pub(crate) fn tell_4(data: &Data<'_>) -> Told {
    let (table, covers) = (data.first(), data.table("covers"));
    let axes = [
        Axis::logarithmic("pixels along a side of the view"),
        Axis::logarithmic("volume of all offsets [% of the body's box]"),
    ];
    let plot = table.plot("How tight offsets are around a body (figure 4)", axes, "resolution", &COVERS);
    let at_1024 = table.those("resolution", |pixels| pixels == 1024.0);
    let (volume, ratio) = (at_1024.last("UOBB"), at_1024.last("UOBB : exact"));
    let source = "section 4.1";
    let tight = "very tight, against one box around the object";
    let left = |cover: &str, samples: &str| covers.only("cover", cover).only("samples", samples).last("triangles left");
    let names = ["faces", "bounded", "exact"];
    let [uobb, bounded, exact] = names.map(|cover| left(cover, "anywhere"));
    let [half_uobb, half_bounded, half_exact] = names.map(|cover| left(cover, "centre"));
    Told::default()
        .plot("", plot)
        .row(Published::new("vertices of a UOBB's box", 8.0, "", "figure 4, section 4.1").given(8.0))
        .row(Published::new("volume of the UOBB at 1,024 pixels", tight, "%", source).counted(volume))
        .row(Published::new("volume of the UOBB : exact offsets", "not given", "times", source).counted(ratio))
        .claim(Claim::tests(
            Kind::Counted,
            &[("volume", volume)],
            volume < 10.0,
            [
                "At 1,024 pixels a side, the boxes of all triangles together have {volume} % of the volume of one box around the body, which is very tight, as the paper says.",
                "At 1,024 pixels a side, the boxes of all triangles together have {volume} % of the volume of one box around the body, which is not very tight.",
            ],
        ))
        .claim(Claim::states(
            Kind::Counted,
            &[("ratio", ratio), ("end", table.last("UOBB : exact"))],
            "They have {ratio} times the volume of the exact offsets, {end} times at the finest view; a rectangle around a triangle has twice its area.",
        ))
        .claim(Claim::tests(
            Kind::Counted,
            &[("UOBB", uobb), ("bounded", bounded), ("exact", exact)],
            exact <= bounded && bounded <= uobb,
            [
                "On two bunnies at the finest view, tighter covers leave fewer triangles: {UOBB} by UOBBs, {bounded} by bounded and {exact} by exact offsets.",
                "On two bunnies at the finest view, tighter covers do not always leave fewer triangles: {UOBB} by UOBBs, {bounded} by bounded and {exact} by exact offsets.",
            ],
        ))
        .claim(Claim::states(
            Kind::Counted,
            &[("UOBB with p/2", half_uobb), ("bounded with p/2", half_bounded), ("exact with p/2", half_exact)],
            "With p/2, where pixels are sampled at their centres, these are {UOBB with p/2}, {bounded with p/2} and {exact with p/2}.",
        ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide_scenes::Random;

    #[test]
    fn boxes_hold_all_points_near_their_triangle() {
        let mut random = Random::new(4);
        for _ in 0..1_000 {
            let triangle = [(); 3].map(|()| DVec3::from(random.point(-1.0, 1.0)));
            let width = random.between(0.0, 1.0);
            let (corner, sides) = boxed(triangle, width);
            let [p, q, r] = [random.between(0.0, 1.0), random.between(0.0, 1.0), random.between(0.0, 1.0)];
            let weights = [p, q, r].map(|weight| weight / (p + q + r));
            let inside = triangle.iter().zip(weights).map(|(corner, weight)| *corner * weight).sum::<DVec3>();
            let near = inside + DVec3::from(random.direction()) * (width / 2.0);
            for side in sides {
                let part = (near - corner).dot(side) / side.length_squared();
                assert!((-1e-9..=1.0 + 1e-9).contains(&part), "{triangle:?} {width}");
            }
            let [exact, boxed, _] = volumes(triangle, width);
            assert!(exact <= boxed * (1.0 + 1e-12), "{triangle:?} {width}");
        }
    }

    #[test]
    fn boxes_of_points_and_segments_are_finite() {
        let [a, b] = [DVec3::ZERO, DVec3::X];
        for triangle in [[a, a, a], [a, b, a], [a, b, b], [a, b, (a + b) / 2.0]] {
            let (corner, sides) = boxed(triangle, 0.1);
            assert!(corner.is_finite() && sides.iter().all(|side| side.is_finite() && side.length() > 0.0));
        }
    }
}
