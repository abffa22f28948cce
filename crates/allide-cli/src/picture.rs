//! Draws the findings: one picture of everything, or a close-up of each.

use crate::numbers::{length, printable};
use crate::output::Target;
use crate::progress::Progress;
use crate::{interrupt, output};
use allide::{GpuStats, ObjectId, PairClass, Pass};
use allide_io::marks::Marks;
use allide_io::picture::{Finding, Kind, PictureOptions, Span, Studio, Swatch};
use allide_io::report::{Answers, Pair};
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::path::Path;

/// Pixels of a close-up, without its caption.
const CLOSE_UP: [usize; 2] = [800, 560];

/// Draws the scene into a PNG file: where objects meet in colour, with the numbers that the first `listed` of the pairs have in
/// the table. Contacts are numbered if they are listed and there is nothing worse.
pub fn draw(path: &Path, answers: &Answers, pairs: &[Pair<'_>], listed: usize) -> Result<()> {
    let (numbers, pairs): (Vec<usize>, Vec<&Pair<'_>>) = (1..).zip(pairs).filter(|(_, pair)| is_seen(pair)).unzip();
    let marks: Vec<Marks> = pairs.par_iter().map(|pair| Marks::of(answers, pair)).collect();
    let only_contacts = pairs.iter().all(|pair| is_contact(pair));
    let shown: Vec<Finding<'_>> = numbers
        .into_iter()
        .zip(&pairs)
        .zip(&marks)
        .map(|((number, pair), marks)| finding(number as u32, pair, marks, only_contacts && number <= listed))
        .collect();
    let studio = Studio::new(&answers.scene, &PictureOptions::default());
    let wanted = shown.iter().filter(|finding| finding.labelled).count();
    let overview = studio.overview(&shown, |labelled| legend(&pairs, [labelled, wanted]));
    let png = overview.picture.png()?;
    Target::File(path.to_path_buf()).fill(|out| out.write_all(&png))
}

/// Draws a close-up of each finding into a folder, which is made if need be.
pub fn draw_each(folder: &Path, answers: &Answers, pairs: &[Pair<'_>], progress: &Progress) -> Result<()> {
    // Distances come last.
    let pairs = &pairs[..pairs.iter().filter(|pair| is_seen(pair)).count()];
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let options = PictureOptions { width: CLOSE_UP[0], height: CLOSE_UP[1], ..PictureOptions::default() };
    let studio = Studio::new(&answers.scene, &options);
    let digits = pairs.len().to_string().len().max(3);
    let bar = progress.drawing(pairs.len());
    let draw = |(number, pair): (usize, &Pair<'_>)| {
        interrupt::check()?;
        let marks = Marks::of(answers, pair);
        let finding = finding(number as u32, pair, &marks, true);
        let png = studio.close_up(&finding, &caption(answers, number, pair)).png()?;
        let path = folder.join(file_name(answers, digits, number, pair));
        Target::File(path).fill(|out| out.write_all(&png))?;
        bar.inc(1);
        Ok(())
    };
    let drawn: Result<()> = pairs.par_iter().enumerate().map(|(at, pair)| draw((at + 1, pair))).collect();
    bar.finish_and_clear();
    drawn
}

/// Draws what each pass of each question left of the scene into a folder, which is made if need be.
pub fn draw_passes(folder: &Path, answers: &Answers, progress: &Progress) -> Result<()> {
    let of = |stats: &Option<GpuStats>| stats.iter().flat_map(|gpu| gpu.passes().to_vec()).collect::<Vec<Pass>>();
    let questions = [
        ("overlaps", answers.overlaps.as_ref().map(|report| of(&report.run.stats.gpu))),
        ("clearance", answers.clearance.as_ref().map(|report| of(&report.run.stats.gpu))),
        ("self", answers.self_overlaps.as_ref().map(|report| of(&report.run.stats.gpu))),
    ];
    let passes: Vec<(&str, usize, Pass)> = questions
        .into_iter()
        .flat_map(|(name, passes)| {
            (1..).zip(passes.unwrap_or_default()).map(move |(number, pass)| (name, number, pass))
        })
        .collect();
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let studio = Studio::new(&answers.scene, &PictureOptions::default());
    let all: usize = answers.scene.objects().iter().map(|object| object.mesh().triangles().len()).sum();
    let bar = progress.drawing(passes.len());
    for (name, number, pass) in &passes {
        interrupt::check()?;
        let text = format!(
            "{name}, pass {number}, {} {}²: {} of {all} triangles left",
            pass.cover, pass.resolution, pass.triangles
        );
        let png = studio.left(&pass.left, &[Span::plain(text)]).png()?;
        let path = folder.join(format!("{name}-{number:02}-{}.png", pass.level));
        Target::File(path).fill(|out| out.write_all(&png))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    if passes.is_empty() {
        output::complain("note", "--passes: no boxes of objects meet, so there was no pass, and nothing is drawn");
    }
    Ok(())
}

/// Distances alone are not drawn.
fn is_seen(pair: &Pair<'_>) -> bool {
    pair.class != PairClass::Distance
}

fn is_contact(pair: &Pair<'_>) -> bool {
    pair.class == PairClass::Touch
}

fn finding<'m>(number: u32, pair: &Pair<'_>, marks: &'m Marks, only_contacts: bool) -> Finding<'m> {
    let labelled = only_contacts || !is_contact(pair);
    Finding { number, kind: kind(pair.class), objects: [pair.a, pair.b], marks, labelled }
}

fn kind(class: PairClass) -> Kind {
    match class {
        PairClass::Touch | PairClass::Shallow => Kind::Touching,
        PairClass::Clearance => Kind::Clearance,
        // Hard, duplicate, self, and whatever else is worse than a touch.
        _ => Kind::Crossing,
    }
}

/// The meaning of colours, how many findings of each class there are, and how many have no number.
fn legend(pairs: &[&Pair<'_>], [labelled, wanted]: [usize; 2]) -> Vec<Span> {
    let has_numbers = pairs.iter().all(|pair| is_contact(pair)) && wanted > 0;
    let mut spans = Vec::new();
    for class in PairClass::ALL {
        let count = pairs.iter().filter(|pair| pair.class == class).count();
        if count > 0 {
            let hint = if class == PairClass::Touch && !has_numbers { ", not numbered" } else { "" };
            spans.push(Span::colored(Swatch::Kind(kind(class)), format!("{} {count}{hint}", class.name())));
        }
    }
    spans.push(Span::plain(match wanted {
        0 => "no findings".to_owned(),
        _ if labelled == wanted => format!("{wanted} numbered as in the table"),
        _ => format!("{labelled} of {wanted} findings labelled; {} more in the table", wanted - labelled),
    }));
    spans
}

/// Names, class, penetration and distance.
fn caption(answers: &Answers, number: usize, pair: &Pair<'_>) -> Vec<Span> {
    let name = |id: ObjectId| printable(answers.scene.objects()[id.index()].name());
    let unit = answers.unit.map_or_else(String::new, |unit| format!(" {}", unit.plural()));
    let mut spans = vec![Span::colored(Swatch::Kind(Kind::Crossing), format!("#{number} {}", pair.class.name()))];
    spans.push(Span::colored(Swatch::First, name(pair.a)));
    if pair.b != pair.a {
        let more = match pair.copies.len() {
            0..=2 => String::new(),
            count => format!(" and {} more", count - 2),
        };
        spans.push(Span::colored(Swatch::Second, name(pair.b) + &more));
    }
    if let Some(inside) = pair.inside {
        spans.push(Span::plain(format!("{} is inside", name(inside))));
    }
    if let Some(shared) = pair.shared {
        spans.push(Span::plain(format!("penetration {}{unit}", length(shared.penetration.upper))));
    }
    if let Some(distance) = pair.distance.filter(|&distance| distance > 0.0) {
        spans.push(Span::plain(format!("distance {}{unit}", length(distance))));
    }
    if pair.triangle_pairs > 0 {
        spans.push(Span::plain(format!("{} triangle pairs", pair.triangle_pairs)));
    }
    spans
}

/// Bytes of a name that are kept: no system takes file names of more than 255.
const NAME: usize = 80;

/// `001-hard-lid-box.png`: letters and digits of any script, and what no system objects to.
fn file_name(answers: &Answers, digits: usize, number: usize, pair: &Pair<'_>) -> String {
    let objects = if pair.a == pair.b { &[pair.a][..] } else { &[pair.a, pair.b] };
    let mut name = format!("{number:0digits$}-{}", pair.class.name());
    for id in objects {
        let end = name.len() + NAME;
        for word in answers.scene.objects()[id.index()].name().split(|letter: char| !is_safe(letter)) {
            let word = word.trim_matches('.');
            for letter in ["-", word].iter().filter(|_| !word.is_empty()).flat_map(|part| part.chars()) {
                if name.len() + letter.len_utf8() <= end {
                    name.push(letter);
                }
            }
        }
    }
    name.trim_end_matches('-').to_owned() + ".png"
}

fn is_safe(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '.'
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::{Aabb, Pose, Scene};
    use allide_io::report::Findings;
    use allide_scenes::shapes::cuboid;

    #[test]
    fn the_legend_counts_each_class_and_says_how_many_are_left_out() {
        let mut scene = Scene::new();
        let [a, b] = [0, 1].map(|_| scene.add("", &cuboid([0.0; 3], [1.0; 3]), Pose::IDENTITY));
        let pair = |class| Pair {
            a,
            b,
            class,
            distance: None,
            nearest: None,
            region: Aabb::EMPTY,
            findings: Findings::Overlaps(&[]),
            copies: &[],
            inside: None,
            stands_for: [1; 2],
            shared: None,
            triangle_pairs: 0,
        };
        let texts = |classes: &[PairClass], counts| -> Vec<String> {
            let pairs: Vec<Pair<'_>> = classes.iter().map(|&class| pair(class)).collect();
            legend(&pairs.iter().collect::<Vec<_>>(), counts).into_iter().map(|span| span.text).collect()
        };
        let [hard, touch, near] = [PairClass::Hard, PairClass::Touch, PairClass::Clearance];
        assert_eq!(
            texts(&[hard, hard, near, touch], [1, 3]),
            ["hard 2", "touch 1, not numbered", "clearance 1", "1 of 3 findings labelled; 2 more in the table"]
        );
        assert_eq!(texts(&[touch, touch], [2, 2]), ["touch 2", "2 numbered as in the table"]);
        assert_eq!(texts(&[], [0, 0]), ["no findings"]);
        assert_eq!(texts(&[touch], [0, 0]), ["touch 1, not numbered", "no findings"]);
        assert!(is_seen(&pair(hard)) && !is_seen(&pair(PairClass::Distance)));
    }
}
