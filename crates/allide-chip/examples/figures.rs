//! The shapes of figures 3, 5, 6 and 7 of the paper, and of more pipelines, on a ring of 5,940 triangles: mean cycles
//! of a query.
//!
//! `cargo run --release -p allide-chip --example figures`
#![allow(clippy::print_stdout)]

use allide_chip::{ChipError, Config, Machine, Query, Run};
use allide_geom::kdop::{Orientations, Tree};
use allide_geom::{DVec3, Triangle};
use glam::{DAffine3, DQuat};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let part = ring(54, 55);
    let fpga = Config::fpga2006();
    let tree = Tree::build(&Orientations::standard(fpga.faces)?, part.len(), |i| part[i])?;
    let mean = |config: &Config| -> Result<f64, ChipError> {
        let runs = runs(config, &tree, &part)?;
        Ok(runs.iter().map(|run| run.length as f64).sum::<f64>() / runs.len() as f64)
    };

    println!("figure 3: bits, cycles");
    for bits in [8, 10, 12, 14, 16, 17, 18, 19, 20, 24, 30, 35, 40, 41, 45] {
        println!("{bits}, {:.0}", mean(&Config { bits, ..fpga.clone() })?);
    }
    println!("figure 5: axis, share of pairs it separates");
    let all = runs(&Config { axes: 64, ..fpga.clone() }, &tree, &part)?;
    for axis in 0..64 {
        let separated: u64 = all.iter().map(|run| run.axes.separated[axis]).sum();
        let reached: u64 = all.iter().map(|run| run.axes.reached(axis)).sum();
        println!("{axis}, {:.4}", separated as f64 / reached as f64);
    }
    println!("figures 6 and 7: axes, cycles, cycles without testing on");
    for axes in [4, 8, 12, 16, 18, 20, 22, 24, 26, 28, 32, 40, 48, 64] {
        let [with, without] =
            [true, false].map(|test_on| mean(&Config { axes, test_on, more_axes: 64 - axes, ..fpga.clone() }));
        println!("{axes}, {:.0}, {:.0}", with?, without?);
    }
    println!("section 7: pipelines, cycles with 35 bits, with 16, with 16 and a cache of 1,024 nodes");
    for pipelines in [1, 2, 4, 8] {
        let config = Config { pipelines, ..fpga.clone() };
        let narrow = Config { bits: 16, ..config.clone() };
        let cached = Config { cache_nodes: 1024, ..narrow.clone() };
        println!("{pipelines}, {:.0}, {:.0}, {:.0}", mean(&config)?, mean(&narrow)?, mean(&cached)?);
    }
    Ok(())
}

/// Two copies at many distances and rotations.
fn runs(config: &Config, tree: &Tree, part: &[Triangle]) -> Result<Vec<Run>, ChipError> {
    let machine = Machine::new(config.clone())?;
    let mut runs = Vec::new();
    for distance in [0.6, 1.0, 1.4, 1.8, 2.2, 2.4] {
        for turn in [0.3, 1.2, 2.1] {
            let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 3.0).normalize(), turn);
            let poses = [DAffine3::IDENTITY, DAffine3::from_rotation_translation(turn, DVec3::new(distance, 0.2, 0.1))];
            let placed = poses.map(|pose| move |i: u32| part[i as usize].map(|corner| pose.transform_point3(corner)));
            let query = Query::new(config, [tree, tree], poses)?;
            runs.push(machine.run(&query, [&placed[0], &placed[1]])?);
        }
    }
    Ok(runs)
}

/// A bumpy ring of `2 · around · across` triangles.
fn ring(around: usize, across: usize) -> Vec<Triangle> {
    let point = |i: usize, j: usize| {
        let [u, v] = [(i, around), (j, across)].map(|(i, n)| (i % n) as f64 / n as f64 * std::f64::consts::TAU);
        let tube = 0.3 + 0.1 * (3.0 * u).sin();
        DVec3::new((1.0 + tube * v.cos()) * u.cos(), (1.0 + tube * v.cos()) * u.sin(), tube * v.sin())
    };
    let cells = (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
    let quads = cells.map(|(i, j)| [point(i, j), point(i + 1, j), point(i + 1, j + 1), point(i, j + 1)]);
    quads.flat_map(|[p, q, r, s]| [[p, q, r], [p, r, s]]).collect()
}
