//! The claims of the paper besides its figures: growth, precision, tighter projections.

use super::bench::mean;
use super::{Arrangement, Bench, Constellation, Figure, Scale};
use crate::{ChipError, Config, Run};
use allide_geom::kdop::{Axis, FixedAxes, FixedTree, Format, Order, Orientations, Placed, Tree, axes, traverse};
use allide_geom::{DVec3, Triangle};
use glam::DAffine3;
use rayon::prelude::*;

/// Section 3.1: in practical cases, O(log n). The same surface with ever more triangles, each cut in four.
///
/// Where surfaces cross, every pair of triangles found costs tests of its own; so the copies are also just apart.
pub(super) fn triangles(bench: &Bench, config: &Config) -> Result<Figure, ChipError> {
    let mut figure = Figure::new("Node tests against triangles", "triangles of the part", "node tests of a query")
        .scaled([Scale::Logarithmic; 2])
        .drawn("copies just apart", "")
        .drawn("copies through each other", "")
        .listed("triangle pairs found, through each other", "");
    let apart = just_apart(bench.part(), config)?;
    let mut part = bench.part().to_vec();
    for _ in 0..3 {
        let near = Bench::at(part.clone(), apart.clone()).runs(config)?;
        let through = Bench::new(part.clone(), Arrangement { distances: vec![0.2, 0.3], turns: 3 }).runs(config)?;
        let mean_of = |runs: &[Run], of: fn(&Run) -> f64| mean(runs.iter().map(of));
        let tests = |run: &Run| run.node_tests as f64;
        figure.row([
            part.len() as f64,
            mean_of(&near, tests),
            mean_of(&through, tests),
            mean_of(&through, |run| run.found.len() as f64),
        ]);
        part = part.iter().flat_map(cut_in_four).collect();
    }
    let [few, many] = [&figure.rows[0], &figure.rows[2]];
    let [triangles, near, through, found] = [0, 1, 2, 3].map(|column| many[column] / few[column]);
    let note = format!(
        "{triangles:.0} times the triangles cost {near:.2} times the node tests where copies are just apart, and {through:.2} times where they cross, with {found:.2} times the pairs found."
    );
    Ok(figure.note(note))
}

fn cut_in_four(&[a, b, c]: &Triangle) -> [Triangle; 4] {
    let [d, e, f] = [(a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0];
    [[a, d, f], [d, b, e], [f, e, c], [d, e, f]]
}

/// Copies in six rotations, as far apart that nothing is found, and a hundredth of the diameter more.
fn just_apart(part: &[Triangle], config: &Config) -> Result<Vec<Constellation>, ChipError> {
    let mut all = Vec::new();
    for step in 0..6 {
        let at = |distance: f64| Constellation::new(part, distance, f64::from(step));
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..8 {
            let middle = (low + high) / 2.0;
            let runs = Bench::at(part.to_vec(), vec![at(middle)]).runs(config)?;
            *(if runs[0].found.is_empty() { &mut high } else { &mut low }) = middle;
        }
        all.push(at(high + 0.01));
    }
    Ok(all)
}

/// The skyscraper is as high as this many screws: 16 bits.
const SKYSCRAPER: f64 = 65_536.0 * SCREW;
/// Metres.
const SCREW: f64 = 0.006;

/// Section 4.3: "16 bit accuracy still allows for having DOPs the size of a skyscraper and of a 6 mm screw".
pub(super) fn precision(config: &Config) -> Result<Figure, ChipError> {
    let mut figure = Figure::new("A screw of 6 mm on a skyscraper of 393 m", "bits after the point", "length [mm]")
        .scaled([Scale::Linear, Scale::Logarithmic])
        .drawn("smallest gap that is seen", "mm")
        .drawn("width of the screw's DOP", "mm")
        .drawn("bound of equation 21", "mm");
    for bits in [10, 12, 14, 16, 18, 20, 24, 28, 34] {
        let (gap, width, bound) = seen(config.faces, bits)?;
        figure.row([f64::from(bits), gap * 1e3, width * 1e3, bound * 1e3]);
    }
    let at_16 = figure.rows.iter().find(|row| row[0] == 16.0).cloned().unwrap_or_else(|| vec![f64::NAN; 4]);
    let (gap, width) = (at_16[1], at_16[2]);
    let small = if width < 1e-3 * SKYSCRAPER * 1e3 {
        "such sizes can be told apart, as the paper says"
    } else {
        "such sizes cannot be told apart"
    };
    let contacts = if gap > SCREW * 1e3 { "but contacts of screws cannot" } else { "and so can contacts of screws" };
    Ok(figure.note(format!(
        "With 16 bits, the DOP of a 6 mm screw beside a skyscraper is {width:.0} mm wide, and a gap of {gap:.0} mm is seen: {small}, {contacts}."
    )))
}

/// In metres: the smallest gap between a screw and the wall of a skyscraper that fixed point sees, how wide the DOP of
/// the screw is, and the bound on the error.
fn seen(faces: usize, bits: u32) -> Result<(f64, f64, f64), ChipError> {
    let orientations = Orientations::standard(faces)?;
    // A wall in the plane x = 0, away from the screw's side; and a screw of three equal sides.
    let wall = [DVec3::ZERO, DVec3::new(0.0, SKYSCRAPER, 0.0), DVec3::new(0.0, 0.0, SKYSCRAPER)];
    let screw = [DVec3::ZERO, DVec3::new(SCREW, SCREW, 0.0), DVec3::new(0.0, SCREW, SCREW)];
    let [a, b] = [wall, screw];
    let (a, b) = (Tree::build(&orientations, 1, |_| a)?, Tree::build(&orientations, 1, |_| b)?);
    let format = Format::new(bits, bits, bits)?;
    // Slightly turned, so that no axis is aligned with numbers that happen to be exact.
    let turn = DAffine3::from_axis_angle(DVec3::new(1.0, 2.0, 3.0).normalize(), 1.0e-3);
    let parts = |gap: f64| {
        let there = turn * DAffine3::from_translation(DVec3::new(gap, 0.4 * SKYSCRAPER, 0.3 * SKYSCRAPER));
        let growth = [a.growth(turn), b.growth(there)];
        let scale = format.scale_for([(&a, growth[0]), (&b, growth[1])]);
        (there, growth, scale)
    };
    let is_seen = |gap: f64| -> Result<bool, ChipError> {
        let (there, growth, scale) = parts(gap);
        let fixed = [FixedTree::new(&a, format, scale, growth[0])?, FixedTree::new(&b, format, scale, growth[1])?];
        let axes = axes(Placed { tree: &a, pose: turn }, Placed { tree: &b, pose: there }, faces);
        let axes = FixedAxes::new(&axes, format, scale, growth);
        Ok(axes.separating(fixed[0].node(0), fixed[1].node(0)).is_some())
    };
    let (mut low, mut high) = (0.0, SKYSCRAPER);
    while high - low > 1e-3 * high.max(1e-9) {
        let middle = (low + high) / 2.0;
        *(if is_seen(middle)? { &mut high } else { &mut low }) = middle;
    }
    let (_, growth, scale) = parts(0.0);
    let unit = f64::from(scale).exp2();
    let fixed = FixedTree::new(&b, format, scale, growth[1])?;
    let width = (fixed.node(0)[0] + fixed.node(0)[faces / 2]) as f64 * unit * (-f64::from(bits)).exp2();
    Ok((high, width, format.error_bound(orientations.radius()) * unit))
}

/// Section 7: "a lot of different ways to get smaller projections are conceivable". Ours: several triples of faces for
/// each vertex, the best of which counts. A triple more costs the multipliers of a pipeline once more.
pub(super) fn projection(bench: &Bench, config: &Config) -> Result<Figure, ChipError> {
    let mut figure = Figure::new("Tighter projections", "triples of faces for a vertex", "node tests of a query")
        .drawn("node tests", "")
        .listed("triangle tests", "")
        .listed("multipliers of a pipeline", "");
    let tree = bench.tree(config.faces)?;
    for triples in 1..=4_usize {
        let visits = bench.constellations().par_iter().map(|constellation| {
            let [a, b] = [DAffine3::IDENTITY, constellation.pose].map(|pose| Placed { tree: &tree, pose });
            // Each axis with every choice of triples: one of them has the best for both nodes.
            let axes: Vec<Vec<Axis>> =
                axes(a, b, config.axes).iter().map(|axis| axis.alternatives(a, b, triples)).collect();
            let apart = |i: u32, j: u32| axes.iter().flatten().any(|axis| axis.separates(tree.node(i), tree.node(j)));
            traverse([tree.nodes(), tree.nodes()], Order::Stack, apart, |_, _| {})
        });
        let visits: Vec<_> = visits.collect();
        let of = |count: fn(&allide_geom::kdop::Visits) -> u64| mean(visits.iter().map(|visits| count(visits) as f64));
        let multipliers = triples * 12 * if config.bits > config.multiplier_bits { 4 } else { 1 };
        figure.row([triples as f64, of(|visits| visits.tests), of(|visits| visits.leaves), multipliers as f64]);
    }
    let saved = match figure.rows.as_slice() {
        [one, two, ..] => 100.0 * (1.0 - two[1] / one[1]),
        _ => f64::NAN,
    };
    Ok(figure
        .note(format!("A second triple saves {saved:.1} % of the node tests, for twice the multipliers; in `f64`.")))
}
