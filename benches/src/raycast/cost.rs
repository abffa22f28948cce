//! Tables 4.1 and 4.2.

use super::measure::{Bench, Mean};
use super::solids::tori;
use crate::Failure;
use crate::table::{Table, grouped};
use allide::raycast::{Algorithm, EarlyExit, RaycastOptions, RaycastReport};

/// Quads of two tori with 3,614 triangles.
const MODERATE: [[usize; 2]; 2] = [[53, 19], [40, 20]];

/// `4, both`
fn numbered(algorithm: Algorithm) -> String {
    let number = Algorithm::ALL.iter().position(|other| *other == algorithm).map_or(0, |place| place + 1);
    format!("{number}, {algorithm}")
}

/// Table 4.1.
pub fn read(bench: &mut Bench) -> Result<(), Failure> {
    bench.say("\n## Drawing, reading, parsing (table 4.1)\n");
    bench.say(
        "3,614 polygons, milliseconds, the thesis's in brackets. *Read* is all that is neither drawing nor parsing: recording, \
         copies, waiting. The thesis measured algorithms 4 and 5; the others tell less. *Prepare* is finding edges and normals, \
         which the thesis did beforehand, and not part of the total.\n",
    );
    let headings = ["algorithm", "view", "pixels", "render", "read", "parse", "total", "prepare"];
    let mut table = Table::new(headings);
    let thesis = |algorithm, width| match (algorithm, width) {
        (Algorithm::IdentifyBoth, 640) => ["4.0", "6.7", "1.2"],
        (Algorithm::IdentifyBoth, _) => ["3.9", "1.5", "0.2"],
        (Algorithm::Queries, 640) => ["4.0", "0.0", "0.0"],
        (Algorithm::Queries, _) => ["3.9", "0.0", "0.0"],
        _ => ["", "", ""],
    };
    let order = [
        Algorithm::IdentifyBoth,
        Algorithm::Queries,
        Algorithm::Detect,
        Algorithm::IdentifyOne,
        Algorithm::IdentifyOneWithoutStencilRead,
    ];
    for algorithm in order {
        for size in [[640, 480], [256, 256]] {
            let options = RaycastOptions { algorithm, size, early_exit: EarlyExit::Never, ..RaycastOptions::default() };
            let reports = bench.trials(&options, |seed| tori(MODERATE, true, seed))?;
            let of = |time: fn(&RaycastReport) -> f64| Mean::of(reports.iter().map(time));
            let parts = [Mean::render(&reports), of(|report| report.times.read), of(|report| report.times.parse)];
            let beside = |(ours, theirs): (Mean, &str)| {
                if theirs.is_empty() { ours.shown() } else { format!("{} ({theirs})", ours.shown()) }
            };
            let parts = parts.into_iter().zip(thesis(algorithm, size[0])).map(beside);
            let name = [numbered(algorithm), format!("{} × {}", size[0], size[1]), grouped(size[0] * size[1])];
            let last = [Mean::total(&reports), of(|report| report.times.prepare)].map(|mean| mean.shown());
            table.row(name.into_iter().chain(parts).chain(last));
        }
    }
    bench.say(&table.to_string());
    Ok(())
}

/// Table 4.2.
pub fn exit(bench: &mut Bench) -> Result<(), Failure> {
    bench.say("\n## Early exit (table 4.2)\n");
    bench.say(
        "Drawing two tori at 256², by the GPU's clock, and everything in milliseconds; the thesis's drawing in brackets. It saves \
         27 to 32 % where nothing interferes.\n",
    );
    let steps = [
        (606, [[14, 12], [15, 9]], ["0.92", "0.63"]),
        (1076, [[22, 13], [21, 12]], ["1.35", "0.98"]),
        (1734, [[27, 17], [24, 17]], ["2.04", "1.48"]),
        (2580, [[35, 19], [25, 25]], ["2.94", "2.11"]),
    ];
    // Missed, and false: those take the other column's time.
    let mut wrong = [0, 0];
    for (algorithm, early_exit) in [
        (Algorithm::Queries, EarlyExit::Query),
        (Algorithm::IdentifyBoth, EarlyExit::Query),
        (Algorithm::IdentifyBoth, EarlyExit::Maximum),
    ] {
        let headings =
            ["polygons", "draw, interfering", "draw, apart", "saved", "all, interfering", "all, apart", "saved"];
        let mut table = Table::new(headings);
        let options = RaycastOptions { algorithm, early_exit, ..RaycastOptions::default() };
        for (polygons, quads, thesis) in steps {
            let [with, without] =
                [true, false].map(|interfere| bench.trials(&options, |seed| tori(quads, interfere, seed)));
            let (with, without) = (with?, without?);
            let found = |reports: &[RaycastReport]| reports.iter().filter(|report| report.interferes).count();
            wrong[0] += with.len() - found(&with);
            wrong[1] += found(&without);
            let draws = [Mean::render(&with), Mean::render(&without)];
            let totals = [Mean::total(&with), Mean::total(&without)];
            let saved = |[with, without]: [Mean; 2]| format!("{:.0} %", 100.0 * (1.0 - without.mean / with.mean));
            let beside = |k: usize| format!("{} ({})", draws[k].shown(), thesis[k]);
            let cells = [beside(0), beside(1), saved(draws), totals[0].shown(), totals[1].shown(), saved(totals)];
            table.row([grouped(polygons)].into_iter().chain(cells));
        }
        let by = if early_exit == EarlyExit::Maximum { "the largest count" } else { "queries" };
        bench.say(&format!("Algorithm {}, early exit by {by}:\n\n{table}", numbered(algorithm)));
    }
    bench.say(&format!("Of all scenes, {} were missed and {} reported falsely.", wrong[0], wrong[1]));
    Ok(())
}
