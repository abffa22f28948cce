//! Sections 6.1 and 7: hierarchies, directions, small triangles, and when the CPU takes over.

use super::{Body, LEAF, MANNER, RESOLUTION, with};
use crate::{Bench, Cell, Claim, Contender, Data, Error, Kind, New, Outcome, Published, Steps, Table, Told, within};
use allide::{Method, Scene};
use allide_io::plot::{Axis, Plot, Series};
use allide_scenes::triangle_count;

/// The variants, and names that fit beside each other.
const NAMES: [[&str; 2]; 9] = [
    ["as published", "published"],
    ["random hierarchy (6.1)", "random"],
    ["small and edge-on triangles kept (7)", "small kept"],
    ["directions by orientation (7)", "oriented"],
    ["directions by coherence (7)", "coherent"],
    ["CPU below 2,000 triangles (7)", "CPU last"],
    ["down to single triangles, in seven directions (ours)", "deeper"],
    ["without an order (ours)", "no order"],
    ["until nothing more goes (ours)", "until"],
];

/// The published method, and each remedy and choice that the paper names.
fn variants(resolution: u32) -> Result<Vec<Contender>, Error> {
    let options = [
        "",
        "hierarchy=random",
        "small=kept",
        "directions=oriented",
        "directions=coherent",
        "cpu-below=2000",
        "leaf=1, directions=all, frame=cropped",
        "reduction=order-free",
    ];
    let once = NAMES.iter().zip(options).map(|([name, _], options)| with(name, options, resolution));
    let until = Contender::new(NAMES[8][0], &format!("self-cullide(resolution={resolution})"));
    once.chain([until]).collect()
}

/// The findings by the size of leaves, directions and resolution.
fn by_leaf(bench: &mut Bench, steps: &Steps<'_>, bodies: &[(Body, Scene)]) -> Result<Table, Error> {
    let sides = bench.size(vec![64], vec![125, 500], vec![125, 250, 500, 1_000, 2_000]);
    let mut table = Table::new("leaves").counts(["body", "triangles", "pixels a side"]).counts(MANNER);
    table = table.counts(["triangle pairs", "found", "triangles left"]);
    let each = [[1, 7], [1, 3], [LEAF, 7], [LEAF, 3], [LEAF * LEAF, 3]];
    let all = bodies.len() * sides.len() * each.len();
    let mut done = 0;
    for (body, scene) in bodies {
        let expected = bench.expected(scene, &within(Method::Divide))?;
        for (&side, &[leaf, directions]) in sides.iter().flat_map(|side| each.iter().map(move |each| (side, each))) {
            steps.at(done, all)?;
            done += 1;
            let way = if directions == 3 { "axes" } else { "all" };
            let contender = with("", &format!("leaf={leaf}, directions={way}"), side)?;
            let answer = bench.answer(scene, within, &contender, &expected)?;
            let right = expected.findings().len();
            let left = answer.triangles_left().map_or(f64::NAN, |left| left as f64);
            let first = [body.name().into(), triangle_count(scene).into(), side.into(), leaf.into(), directions.into()];
            let rest: [Cell; 3] = [right.into(), (right - answer.missed).into(), left.into()];
            table.row(first.into_iter().chain(rest));
        }
    }
    Ok(table)
}

/// Sections 6.1 and 7.
pub(crate) fn sections_6_1_and_7(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let resolution = bench.size(64, RESOLUTION, RESOLUTION);
    let variants = variants(resolution)?;
    let mut table = Table::new("")
        .counts([
            "body",
            "triangles",
            "variant",
            "triangle pairs",
            "found",
            "triangles left",
            "passes",
            "views",
            "queries",
        ])
        .measured("time", "ms");
    let (own, more) = (steps.part(0, 2), steps.part(1, 2));
    let all = Body::BOTH.len() * variants.len();
    let (mut origins, mut bodies) = (Vec::new(), Vec::new());
    for (place, body) in Body::BOTH.into_iter().enumerate() {
        let made = body.scene(bench, bench.size(600, 5_000, 70_000));
        origins.push(format!("{}, {}", body.name(), made.label()));
        let scene = &made.made;
        let expected = bench.expected(scene, &within(Method::Divide))?;
        for (step, contender) in variants.iter().enumerate() {
            own.at(place * variants.len() + step, all)?;
            let answer = bench.time(scene, within, contender, New::Positions, &expected)?;
            let right = expected.findings().len();
            let left = answer.triangles_left().map_or(f64::NAN, |left| left as f64);
            let views: u64 = answer.passes().iter().map(|pass| u64::from(pass.views)).sum();
            let [_, queries, _] = answer.drawn();
            let first = [body.name().into(), triangle_count(scene).into(), contender.name.clone().into()];
            let counts = [right.into(), (right - answer.missed).into(), left.into(), answer.passes().len().into()];
            table.row(first.into_iter().chain(counts).chain([views.into(), queries.into(), answer.ms.into()]));
        }
        bodies.push((body, made.made));
    }
    let leaves = by_leaf(bench, &more, &bodies)?;
    steps.at(1, 1)?;
    let labels = [
        bench.reduced(bench.size(600, 5_000, 70_000), 70_000, "triangles of a full run"),
        if resolution < RESOLUTION {
            format!("reduced: views of {resolution}² in place of 500²")
        } else {
            String::new()
        },
    ];
    let outcome = Outcome::default().table(table).table(leaves);
    Ok(labels.into_iter().chain(origins).fold(outcome, Outcome::label))
}

/// The statements about sections 6.1 and 7.
pub(crate) fn tell_6_1_and_7(data: &Data<'_>) -> Told {
    let (table, by_leaf) = (data.first(), data.table("leaves"));
    let number = |body: Body, variant: usize, title: &str| {
        table.only("body", body.name()).only("variant", NAMES[variant][0]).last(title)
    };
    let names: Vec<usize> = (0..NAMES.len()).filter(|&k| !table.only("variant", NAMES[k][0]).rows.is_empty()).collect();
    let series = Body::BOTH.map(|body| {
        let points = (1..).zip(&names).map(|(place, &k)| [f64::from(place), number(body, k, "time")]);
        Series::new(body.name(), points)
    });
    let plot = Plot {
        title: "Choices of Self-CULLIDE (sections 6.1 and 7)".into(),
        x: Axis::named("variant", names.iter().map(|&k| NAMES[k][1])),
        y: Axis::logarithmic("time [ms]"),
        series: series.into(),
    };
    let [bunny, cows] = Body::BOTH.map(|body| number(body, 1, "time") / number(body, 0, "time"));
    let fewer = 100.0 * (1.0 - number(Body::Bunny, 3, "views") / number(Body::Bunny, 0, "views"));
    let of_cows = |variant: usize, title: &str| number(Body::Cows, variant, title);
    Told::default()
        .plot("", plot)
        .row(
            Published::new("time with a random hierarchy : by connectivity, bunny", "poor", "times", "section 6.1")
                .measured(bunny),
        )
        .row(Published::new("the same, cows", "poor", "times", "section 6.1").measured(cows))
        .row(
            Published::new("pairs found where small triangles are kept, cows", "proposed", "", "section 7")
                .counted(of_cows(2, "found")),
        )
        .row(Published::new("pairs found as published, cows", "not given", "", "section 7").counted(of_cows(0, "found")))
        .row(Published::new("views spared by orientation, bunny", "proposed", "%", "section 7").counted(fewer))
        .claim(Claim::tests(
            Kind::Measured,
            &[("bunny", bunny), ("cows", cows)],
            bunny > 1.5 && cows > 1.5,
            [
                "A random hierarchy is poor, as the paper found: it takes {bunny} times as long on the bunny and {cows} times on the cows.",
                "A random hierarchy is not poor on both bodies: it takes {bunny} times as long on the bunny and {cows} times on the cows.",
            ],
        ))
        .claim(Claim::tests(
            Kind::Counted,
            &[("kept", of_cows(2, "found")), ("found", of_cows(0, "found")), ("all", of_cows(0, "triangle pairs"))],
            of_cows(2, "found") > of_cows(0, "found"),
            [
                "Keeping small and edge-on triangles finds {kept} of {all} pairs on the cows, the method without it {found}.",
                "Keeping small and edge-on triangles finds no more on the cows: {kept} and {found} of {all} pairs.",
            ],
        ))
        .claim(depth(&by_leaf))
}

/// What the pass over single triangles loses: all bodies and resolutions.
fn depth(by_leaf: &Table) -> Claim {
    let of = |leaf: u32, directions: f64| {
        by_leaf.those(MANNER[0], |own| own == f64::from(leaf)).those(MANNER[1], |own| own == directions).sum("found")
    };
    let all = by_leaf.those(MANNER[0], |own| own == 1.0).those(MANNER[1], |own| own == 7.0).sum("triangle pairs");
    let [deep, three, shallow, paper] = [of(1, 7.0), of(1, 3.0), of(LEAF, 7.0), of(LEAF, 3.0)];
    Claim::tests(
        Kind::Counted,
        &[("all", all), ("deep", deep), ("three", three), ("leaf", f64::from(LEAF)), ("shallow", shallow), ("paper", paper)],
        shallow > deep && paper > three,
        [
            "What goes down to single triangles finds {deep} of {all} pairs in seven directions and {three} in three; stopped at leaves of {leaf} triangles at most, {shallow} and {paper}: the pass over single triangles is what loses findings.",
            "What goes down to single triangles finds {deep} of {all} pairs in seven directions and {three} in three; stopped at leaves of {leaf} triangles at most, {shallow} and {paper}: the pass over single triangles is not what loses findings.",
        ],
    )
    .unknown("What larger leaves and fewer directions find was not counted in this run, whose rows go down to single triangles in seven directions, which the paper does not.")
}
