//! Tables 4.1 and 4.2.

use super::measure::{Bench, shown};
use crate::Failure;
use crate::table::{Table, grouped};
use allide::raycast::{Algorithm, EarlyExit};
use allide_papers::Mean;
use allide_papers::thesis::{STEPS, exit_row, read_row};

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
            let row = read_row(&bench.rays, bench.trials, algorithm, size)?;
            let beside = |(ours, theirs): (Mean, &str)| {
                if theirs.is_empty() { shown(&ours) } else { format!("{} ({theirs})", shown(&ours)) }
            };
            let parts = [row.render, row.read, row.parse].into_iter().zip(thesis(algorithm, size[0])).map(beside);
            let name = [numbered(algorithm), format!("{} × {}", size[0], size[1]), grouped(size[0] * size[1])];
            let last = [row.total, row.prepare].map(|mean| shown(&mean));
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
        for (polygons, quads, thesis) in STEPS {
            let row = exit_row(&bench.rays, bench.trials, (algorithm, early_exit), quads)?;
            wrong = [wrong[0] + row.wrong[0], wrong[1] + row.wrong[1]];
            let (draws, totals) = (row.draws, row.totals);
            let saved = |[with, without]: [Mean; 2]| format!("{:.0} %", 100.0 * (1.0 - without.mean / with.mean));
            let beside = |k: usize| format!("{} ({:.2})", shown(&draws[k]), thesis[k]);
            let cells = [beside(0), beside(1), saved(draws), shown(&totals[0]), shown(&totals[1]), saved(totals)];
            table.row([grouped(polygons)].into_iter().chain(cells));
        }
        let by = if early_exit == EarlyExit::Maximum { "the largest count" } else { "queries" };
        bench.say(&format!("Algorithm {}, early exit by {by}:\n\n{table}", numbered(algorithm)));
    }
    bench.say(&format!("Of all scenes, {} were missed and {} reported falsely.", wrong[0], wrong[1]));
    Ok(())
}
