//! Times `far` as it is drawn, and says what each pass leaves.
//!
//! `cargo run --release -p allide --example far_bench [SCENE] [RESOLUTION] [bounded|exact|conservative] [ordered]`
//!
//! Without a word for the cover it is boxes around triangles. `ALLIDE_ADAPTER` picks an adapter.
#![allow(clippy::print_stdout, reason = "it is a report")]

use allide::{Choice, Cover, Engine, Method, Offset, Overlaps, Reduction, Views};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| arguments.iter().any(|argument| argument == word);
    let name = arguments.first().map_or("plant", String::as_str);
    let resolution = arguments.get(1).and_then(|word| word.parse().ok());
    let cover = match () {
        () if has("conservative") => Cover::Conservative,
        () if has("bounded") => Cover::Offset(Offset::Bounded),
        () if has("exact") => Cover::Offset(Offset::Exact),
        () => Cover::Offset(Offset::Uobb),
    };
    let reduction = if has("ordered") { Reduction::Ordered } else { Reduction::OrderFree };
    let Some(entry) = allide_scenes::find(name) else {
        return Err(format!("no scene {name:?}").into());
    };
    let scene = (entry.build)();
    let mut engine = Engine::gpu(Choice::Any)?.with_views(Views { resolution, cover, reduction });
    let expected = Engine::cpu().run(&scene, &Overlaps::new())?.findings().len();
    for _ in 0..2 {
        let report = engine.run(&scene, &Overlaps::new().method(Method::Far))?;
        assert_eq!(report.findings().len(), expected);
        println!("{report}, {} candidates", report.stats.candidates);
    }
    let report = engine.run(&scene, &Overlaps::new().method(Method::Far))?;
    for pass in report.stats.gpu.iter().flat_map(|gpu| &gpu.passes) {
        println!(
            "  {:9} {:6} objects {:6} parts {:7} triangles {:5} pairs {:2} views {:6} draws {:8.2} ms",
            pass.level, pass.objects, pass.parts, pass.triangles, pass.pairs, pass.views, pass.draws, pass.ms
        );
    }
    Ok(())
}
