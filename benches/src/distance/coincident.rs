//! Surfaces that lie on each other: copies, which need not be searched, and triangle pairs in one plane or with common corners
//! where they are asked for. allide alone, from arrays to the first answer.

use crate::arrays::Arrays;
use crate::cases::Size;
use crate::models;
use crate::table::{Table, grouped, median, ms};
use allide::{DVec3, Engine, Error, Mesh, Overlaps, Pose, Scene};
use allide_scenes::shapes;
use std::time::Instant;

pub const NAMES: [&str; 2] = ["duplicates", "hot"];

/// Objects that are instances of some shapes.
struct Case {
    title: &'static str,
    shapes: Vec<Arrays>,
    /// Which shape, and where.
    objects: Vec<(usize, DVec3)>,
    /// Whether triangle pairs are asked for.
    triangles: bool,
    /// Milliseconds that it took before copies were recognised, and how many times as fast it should be.
    before: Option<(f64, f64)>,
}

pub fn run(names: &[&str], size: Size) -> Result<String, String> {
    let head =
        ["scene", "triangles", "objects", "asked for", "object pairs", "triangle pairs", "first ms", "aim", "reached"];
    let mut table = Table::new(head);
    for name in names {
        eprintln!("{name} …");
        let cases = if *name == "duplicates" { duplicates(size)? } else { hot(size) };
        for case in &cases {
            row(case, size, &mut table).map_err(|error| format!("{}: {error}", case.title))?;
        }
    }
    Ok(format!("\nSurfaces on each other:\n\n{table}\n"))
}

fn row(case: &Case, size: Size, table: &mut Table) -> Result<(), Error> {
    let rounds = if size == Size::Full { 5 } else { 1 };
    let mut times = Vec::new();
    let mut counts = (0, 0);
    for _ in 0..rounds {
        let input = case.shapes.clone();
        let start = Instant::now();
        let meshes: Vec<Mesh> =
            input.into_iter().map(|shape| Mesh::new(shape.positions, shape.triangles)).collect::<Result<_, _>>()?;
        let mut scene = Scene::new();
        for (index, &(shape, at)) in case.objects.iter().enumerate() {
            scene.add(index.to_string(), &meshes[shape], Pose::translation(at.x, at.y, at.z)?);
        }
        let question = if case.triangles { Overlaps::new() } else { Overlaps::new().pairs_only() };
        let report = Engine::cpu().run(&scene, &question)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
        counts = (report.pairs.len(), report.findings().len());
    }
    let time = median(&mut times);
    let judged = case.before.filter(|_| size == Size::Full).map(|(before, factor)| {
        let reached = before / time;
        (
            format!("≥ {factor} × {}", ms(before)),
            format!("{reached:.0} ×, {}", if reached >= factor { "met" } else { "missed" }),
        )
    });
    let (aim, reached) = judged.unwrap_or_default();
    let triangles: usize = case.objects.iter().map(|&(shape, _)| case.shapes[shape].triangles.len()).sum();
    table.row([
        case.title.to_owned(),
        grouped(triangles),
        grouped(case.objects.len()),
        if case.triangles { "triangle pairs" } else { "object pairs" }.to_owned(),
        grouped(counts.0),
        grouped(counts.1),
        ms(time),
        aim,
        reached,
    ]);
    Ok(())
}

/// A part of 532 triangles.
fn part() -> Arrays {
    models::from_mesh(&shapes::torus(1.0, 0.25, 19, 14))
}

fn duplicates(size: Size) -> Result<Vec<Case>, String> {
    let is_full = size == Size::Full;
    let copies = if is_full { 101 } else { 11 };
    let dragon = if is_full { models::dragon()?.shape } else { models::blob(8_000) };
    let instances = vec![(0, DVec3::ZERO); copies];
    let deep: Vec<(usize, DVec3)> = (0..copies).map(|copy| (copy, DVec3::ZERO)).collect();
    let parts = vec![part(); copies];
    let dragons = vec![dragon.clone(), dragon];
    let both = vec![(0, DVec3::ZERO), (1, DVec3::ZERO)];
    let mut all = Vec::new();
    for triangles in [false, true] {
        let before = |ms: f64| (!triangles).then_some((ms, 50.0));
        let case = |title, shapes: &[Arrays], objects: &[(usize, DVec3)], ms| Case {
            title,
            shapes: shapes.to_vec(),
            objects: objects.to_vec(),
            triangles,
            before: before(ms),
        };
        all.push(case("copies of a part, instances", &parts[..1], &instances, 22_000.0));
        all.push(case("copies of a part, deep", &parts, &deep, 22_000.0));
        all.push(case("the dragon on its copy", &dragons, &both, 13_000.0));
    }
    Ok(all)
}

/// A square of 2·`cells`² triangles, from 0 to 1.
fn plate(cells: u32) -> Arrays {
    let across = cells + 1;
    let at = |k: u32| f64::from(k) / f64::from(cells);
    let positions = (0..across * across).map(|k| [at(k % across), at(k / across), 0.0]).collect();
    let squares = (0..cells * cells).map(|k| k / cells * across + k % cells);
    let halves = |k: u32| [[k, k + 1, k + across], [k + 1, k + across + 1, k + across]];
    Arrays { positions, triangles: squares.flat_map(halves).collect() }
}

/// Pairs in one plane, and pairs with common corners.
fn hot(size: Size) -> Vec<Case> {
    let cells = if size == Size::Full { 200 } else { 20 };
    let (fine, other) = (plate(cells), plate(cells * 3 / 4));
    let half = 0.5 / f64::from(cells);
    let case = |title, shapes: Vec<Arrays>, second: DVec3| {
        let objects = vec![(0, DVec3::ZERO), (shapes.len() - 1, second)];
        Case { title, shapes, objects, triangles: true, before: None }
    };
    let body = models::blob(if size == Size::Full { 80_000 } else { 800 });
    vec![
        case("two identical plates", vec![fine.clone(), fine.clone()], DVec3::ZERO),
        case("plates offset by half a cell", vec![fine.clone()], DVec3::new(half, half, 0.0)),
        case("plates of different cells", vec![fine, other], DVec3::ZERO),
        case("a body on its copy", vec![body.clone(), body], DVec3::ZERO),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_has_the_triangles_that_were_counted_before() {
        assert_eq!(part().triangles.len(), 532);
    }

    #[test]
    fn small_scenes_are_shown() {
        let text = run(&NAMES, Size::Small).expect("answers");
        // A plate on itself: each of its triangles with itself and all that share a corner.
        assert!(text.contains("two identical plates") && text.lines().count() > 12, "{text}");
    }
}
