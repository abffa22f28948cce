//! What the figures of the paper claim, on the part of 5,947 triangles at a few distances and rotations. `allide chip
//! sweep` runs them in full.

use allide_chip::Config;
use allide_chip::figures::{Arrangement, Bench, Figure, Sweep};
use allide_geom::Triangle;
use std::sync::OnceLock;

fn part() -> Vec<Triangle> {
    let mesh = allide_scenes::shapes::headlight(5_947);
    let corner = |vertex: u32| mesh.positions()[vertex as usize];
    mesh.triangles().iter().map(|triangle| triangle.map(corner)).collect()
}

fn bench() -> &'static Bench {
    static BENCH: OnceLock<Bench> = OnceLock::new();
    BENCH.get_or_init(|| Bench::new(part(), Arrangement { distances: vec![0.25, 0.35, 0.45], turns: 2 }))
}

fn cycles(config: &Config) -> u64 {
    bench().runs(config).unwrap().iter().map(|run| run.length).sum()
}

fn figure(sweep: Sweep) -> Figure {
    let figure = sweep.figure(bench(), &Config::fpga2006()).unwrap();
    assert!(figure.rows.iter().all(|row| row.len() == figure.columns.len()), "{figure:?}");
    figure
}

/// The row with this x.
fn at(figure: &Figure, x: f64) -> &[f64] {
    figure.rows.iter().find(|row| row[0] == x).unwrap()
}

/// Figure 3.
#[test]
fn words_of_19_bits_are_fastest_and_bursts_cost_after_19_and_41() {
    let cycles = |bits| cycles(&Config { bits, multiplier_bits: 48, ..Config::fpga2006() });
    let at = [8, 12, 16, 19, 20, 41, 42].map(cycles);
    assert!(at[0] > at[1] && at[1] > at[2] && at[2] > at[3], "{at:?}");
    assert!(at[3] < at[4] && at[5] < at[6] && at[3] == *at.iter().min().unwrap(), "{at:?}");
}

#[test]
fn notes_about_bursts_come_from_the_rows() {
    let notes = |faces| {
        let bench = Bench::new(part()[..200].to_vec(), Arrangement { distances: vec![0.5], turns: 1 });
        Sweep::Bits.figure(&bench, &Config { faces, axes: faces, ..Config::fpga2006() }).unwrap().notes
    };
    assert!(notes(6)[1] == "Nodes of all these widths take the same number of bursts: 1.", "{:?}", notes(6));
    assert_eq!(notes(24)[1], "A node takes 1 burst, 2 bursts beyond 19 bits, and 3 bursts beyond 41 bits.");
}

/// Figure 5.
#[test]
fn the_next_axis_separates_less_and_less_often() {
    let figure = figure(Sweep::Separation);
    let mean = |range: std::ops::Range<usize>| {
        let shares: Vec<f64> = figure.column(1).skip(range.start).take(range.len()).collect();
        shares.iter().sum::<f64>() / shares.len() as f64
    };
    let shares = [mean(0..6), mean(6..12), mean(12..24), mean(24..64)];
    assert!(shares.is_sorted_by(|p, q| p > q) && shares[0] > 5.0 * shares[3], "{shares:?}");
    assert!(figure.column(2).is_sorted_by(|p, q| p >= q), "pairs that are separated are not tested again");
}

/// Figure 6: without testing on, which flattens the curve below 20 axes.
#[test]
fn the_best_number_of_axes_for_24_dops_is_between_20_and_28() {
    let counts = [12, 16, 18, 20, 22, 24, 26, 28, 32, 40];
    {
        let test_on = false;
        let best = counts
            .into_iter()
            .min_by_key(|&axes| cycles(&Config { axes, more_axes: 64 - axes, test_on, ..Config::fpga2006() }));
        assert!((20..=28).contains(&best.unwrap()), "{best:?}");
    }
}

/// Figure 7.
#[test]
fn testing_on_gains_and_in_the_mean_never_loses() {
    let figure = figure(Sweep::TestOn);
    assert!(figure.column(1).all(|gain| gain >= 0.0), "{figure:?}");
    assert!(at(&figure, 8.0)[1] > 5.0 && at(&figure, 16.0)[1] > 1.0, "{figure:?}");
    // In a stack, fewer tasks can come in a worse order: hardly ever, and by next to nothing.
    assert!(figure.column(2).all(|least| least > -0.1), "{figure:?}");
}

/// Figure 8.
#[test]
fn the_model_of_the_chip_is_three_to_six_times_as_fast_as_that_of_software() {
    let figure = figure(Sweep::Software);
    assert!(figure.column(3).all(|speed_up| (3.0..6.0).contains(&speed_up)), "{figure:?}");
    assert!(at(&figure, 0.25)[4] > 100.0, "pairs are found");
}

/// Section 7.
#[test]
fn memory_limits_eight_pipelines_and_narrow_words_and_a_cache_give_back() {
    for sweep in [Sweep::Pipelines, Sweep::Units] {
        let figure = figure(sweep);
        let (one, eight) = (at(&figure, 1.0), at(&figure, 8.0));
        let speed_up = one[1] / eight[1];
        assert!((1.02..4.0).contains(&speed_up), "{sweep:?}: {speed_up}");
        assert!(eight[5] > 80.0, "{sweep:?}: memory is at work in {} % of the cycles", eight[5]);
        assert!(eight[3] < eight[2] && eight[2] < eight[1], "{sweep:?}: {eight:?}");
    }
}

/// Section 5.2.
#[test]
fn a_stack_needs_far_less_room_than_a_queue() {
    let figure = figure(Sweep::Order);
    assert!(figure.column(1).all(|stack| stack < 100.0), "{figure:?}");
    assert!(at(&figure, 0.25)[2] > 20.0 * at(&figure, 0.25)[1], "{figure:?}");
}

/// Section 3.1: just apart, tests hardly grow with triangles. Where surfaces cross, they grow with what is found.
#[test]
fn node_tests_grow_with_the_logarithm_of_triangles() {
    let figure = figure(Sweep::Triangles);
    let (few, many) = (&figure.rows[0], &figure.rows[figure.rows.len() - 1]);
    let [triangles, tests, crossing, found] = [0, 1, 2, 3].map(|column| many[column] / few[column]);
    assert!(triangles == 16.0 && few[1] > 20.0, "{figure:?}");
    assert!(tests < triangles.log2() && crossing < triangles && crossing < 2.0 * found, "{figure:?}");
}

/// Section 4.3.
#[test]
fn sixteen_bits_hold_a_screw_beside_a_skyscraper() {
    let figure = figure(Sweep::Precision);
    let row = at(&figure, 16.0);
    // 6 mm become at most two units of 8 mm more, and gaps within the bound are seen.
    assert!(row[2] >= 6.0 && row[2] <= 6.0 + 2.0 * 7.9 && row[1] <= row[3], "{row:?}");
    let row = at(&figure, 34.0);
    assert!(row[2] < 6.001 && row[1] < 0.01, "{row:?}");
}

/// Section 7.
#[test]
fn more_triples_of_faces_never_cost_tests_and_save_some() {
    let figure = figure(Sweep::Projection);
    assert!(figure.column(1).is_sorted_by(|p, q| p >= q), "{figure:?}");
    assert!(figure.rows[1][1] < figure.rows[0][1], "{figure:?}");
}

#[test]
fn tables_have_titles_and_units() {
    let csv = figure(Sweep::Precision).csv();
    assert!(
        csv.starts_with("bits after the point,smallest gap that is seen [mm],width of the screw's DOP [mm],"),
        "{csv}"
    );
    assert!(Sweep::ALL.iter().all(|sweep| Sweep::named(sweep.name()) == Some(*sweep)) && Sweep::named("x").is_none());
}
