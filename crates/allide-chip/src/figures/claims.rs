//! What the paper says besides its figures: growth, precision, tighter projections.

use super::bench::mean;
use super::{Arrangement, Bench, Figure, Scale};
use crate::{ChipError, Config};
use allide_geom::kdop::{Axis, FixedAxes, FixedTree, Format, Order, Orientations, Placed, Tree, axes, traverse};
use allide_geom::{DVec3, Triangle};
use glam::DAffine3;
use rayon::prelude::*;

/// Section 3.1: in practical cases, O(log n). Parts of growing detail: each triangle of the part is cut in four, or
/// only every so many of its triangles are kept.
///
/// Where surfaces meet, every pair of triangles found costs tests of its own; so the copies are close and apart.
pub(super) fn triangles(bench: &Bench, config: &Config) -> Result<Figure, ChipError> {
    let mut figure = Figure::new("Node tests against triangles", "triangles of the part", "node tests of a query")
        .scaled([Scale::Logarithmic, Scale::Linear])
        .drawn("copies apart", "")
        .drawn("copies through each other", "")
        .listed("triangle pairs found, through each other", "")
        .listed("height of the tree", "");
    for level in -3..=1_i32 {
        let part = scaled(bench.part(), level);
        let mut row = vec![part.len() as f64];
        let mut found = 0.0;
        for distances in [vec![0.55, 0.6, 0.65], vec![0.2, 0.3]] {
            let bench = Bench::new(part.clone(), Arrangement { distances, turns: 6 });
            let runs = bench.runs(config)?;
            row.push(mean(runs.iter().map(|run| run.node_tests as f64)));
            found = mean(runs.iter().map(|run| run.found.len() as f64));
        }
        figure.row(row.into_iter().chain([found, (part.len() as f64).log2().ceil()]));
    }
    let [few, many] = [figure.rows.first(), figure.rows.last()].map(|row| row.cloned().unwrap_or_default());
    let times = |column: usize| if few.is_empty() { f64::NAN } else { many[column] / few[column] };
    let note = format!(
        "{:.0} times the triangles cost {:.1} times the node tests where copies are apart, {:.1} times where they cross, with {:.1} times the pairs found.",
        times(0),
        times(1),
        times(2),
        times(3)
    );
    Ok(figure.note(note))
}

/// The same surface with four times the triangles per level above 0, or neighbouring triangles joined to larger ones,
/// as a tree joins them, below.
fn scaled(part: &[Triangle], level: i32) -> Vec<Triangle> {
    if level > 0 {
        let cut = |&[a, b, c]: &Triangle| {
            let [d, e, f] = [(a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0];
            [[a, d, f], [d, b, e], [f, e, c], [d, e, f]]
        };
        return scaled(&part.iter().flat_map(cut).collect::<Vec<_>>(), level - 1);
    }
    // Every so many, grown about their centres to cover what is left out.
    let step = 4_usize.pow(level.unsigned_abs());
    let grown = |&[a, b, c]: &Triangle| {
        let centre = (a + b + c) / 3.0;
        [a, b, c].map(|corner| centre + (corner - centre) * (step as f64).sqrt())
    };
    part.iter().step_by(step).map(grown).collect()
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
    Ok(figure.note(format!(
        "With 16 bits, the DOP of a 6 mm screw beside a skyscraper is {:.0} mm wide, and a gap of {:.0} mm is seen: such sizes can be told apart, as the paper says, but contacts of screws cannot.",
        at_16[2], at_16[1]
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
