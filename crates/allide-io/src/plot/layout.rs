//! Where everything of a plot is: one list of shapes, which files of any kind are written from.

use super::axis::Range;
use super::{Plot, Series};

pub(super) const WIDTH: f64 = 720.0;
pub(super) const HEIGHT: f64 = 440.0;
/// Margins.
const LEFT: f64 = 76.0;
const RIGHT: f64 = 24.0;
const BOTTOM: f64 = 58.0;
/// Below the title.
const LEGEND: f64 = 52.0;
const LINE: f64 = 20.0;
/// Wide enough for the letters of most fonts, at 13 pixels.
const LETTER: f64 = 7.0;
/// As many numbers of x are all written beside the axis.
const FEW: usize = 9;
/// How many series can be told apart.
pub(super) const COLOURS: usize = 6;

/// One thing to draw.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// A line of the grid.
    Grid([[f64; 2]; 2]),
    /// The frame, by two corners.
    Frame([[f64; 2]; 2]),
    /// A line of a series.
    Line { colour: usize, points: Vec<[f64; 2]> },
    /// A point of a series.
    Mark { colour: usize, at: [f64; 2] },
    /// Text on a baseline.
    Text(Text),
}

/// A text, and how it stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Text {
    pub at: [f64; 2],
    pub text: String,
    pub is_title: bool,
    /// The part of the text that is left of the place.
    pub anchor: f64,
    /// Whether it is read from below.
    pub is_turned: bool,
}

/// The shapes of marks, one for each colour.
pub(super) enum Outline {
    Disc(f64),
    Corners(&'static [[f64; 2]]),
}

/// The mark of a colour.
pub(super) fn outline(colour: usize) -> Outline {
    match colour % COLOURS {
        0 => Outline::Disc(3.0),
        1 => Outline::Corners(&[[-2.7, -2.7], [2.7, -2.7], [2.7, 2.7], [-2.7, 2.7]]),
        2 => Outline::Corners(&[[0.0, -3.6], [3.4, 2.6], [-3.4, 2.6]]),
        3 => Outline::Corners(&[[0.0, -3.9], [3.9, 0.0], [0.0, 3.9], [-3.9, 0.0]]),
        4 => Outline::Corners(&[[0.0, 3.6], [3.4, -2.6], [-3.4, -2.6]]),
        _ => Outline::Corners(&[[-3.5, -1.5], [3.5, -1.5], [3.5, 1.5], [-3.5, 1.5]]),
    }
}

/// Where the plot is on the page, and what its axes show.
struct Frame {
    x: Range,
    y: Range,
    top: f64,
}

impl Frame {
    fn at(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let (width, height) = (WIDTH - LEFT - RIGHT, HEIGHT - BOTTOM - self.top);
        [LEFT + self.x.place(x) * width, HEIGHT - BOTTOM - self.y.place(y) * height]
    }
}

/// Everything on the page, in the order it is drawn in.
pub(super) fn shapes(plot: &Plot) -> Vec<Shape> {
    let legend = legend(&plot.series);
    let rows = legend.last().map_or(0.0, |place| place.1 + 1.0);
    let numbers =
        |axis: usize| plot.series.iter().flat_map(move |series| series.points.iter().map(move |point| point[axis]));
    let mut few: Vec<f64> = numbers(0).filter(|&x| plot.x.has(x)).collect();
    few.sort_by(f64::total_cmp);
    few.dedup();
    let few = if few.len() <= FEW && plot.x.is_logarithmic { few } else { Vec::new() };
    let frame =
        Frame { x: plot.x.range(numbers(0), &few), y: plot.y.range(numbers(1), &[]), top: LEGEND - 6.0 + rows * LINE };
    let mut all = vec![text([LEFT, 28.0], &plot.title, 0.0)];
    if let Shape::Text(title) = &mut all[0] {
        title.is_title = true;
    }
    axes(plot, &frame, &mut all);
    for (index, series) in plot.series.iter().enumerate() {
        let (colour, (x, row)) = (index % COLOURS, legend[index]);
        let y = LEGEND + row * LINE;
        all.push(Shape::Mark { colour, at: [x + 6.0, y - 4.5] });
        all.push(text([x + 18.0, y], &series.name, 0.0));
        draw(plot, &frame, series, colour, &mut all);
    }
    all
}

fn text(at: [f64; 2], text: &str, anchor: f64) -> Shape {
    Shape::Text(Text { at, text: text.to_owned(), is_title: false, anchor, is_turned: false })
}

/// Where the entries of the legend are: x, and the line.
fn legend(series: &[Series]) -> Vec<(f64, f64)> {
    let (mut x, mut row) = (LEFT, 0.0);
    let mut places = Vec::new();
    for series in series {
        let width = 36.0 + LETTER * series.name.chars().count() as f64;
        if x > LEFT && x + width > WIDTH {
            (x, row) = (LEFT, row + 1.0);
        }
        places.push((x, row));
        x += width;
    }
    places
}

fn axes(plot: &Plot, frame: &Frame, all: &mut Vec<Shape>) {
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    let mut free = f64::NEG_INFINITY;
    for (x, label) in &frame.x.ticks {
        let x = LEFT + frame.x.place(*x) * (right - LEFT);
        let half = LETTER * label.chars().count() as f64 / 2.0;
        // Labels that would cover the one before are left out.
        if x - half >= free {
            all.push(Shape::Grid([[x, frame.top], [x, bottom]]));
            all.push(text([x, bottom + 19.0], label, 0.5));
            free = x + half + LETTER / 2.0;
        }
    }
    for (y, label) in &frame.y.ticks {
        let y = bottom - frame.y.place(*y) * (bottom - frame.top);
        all.push(Shape::Grid([[LEFT, y], [right, y]]));
        all.push(text([LEFT - 8.0, y + 4.5], label, 1.0));
    }
    all.push(Shape::Frame([[LEFT, frame.top], [right, bottom]]));
    all.push(text([(LEFT + right) / 2.0, HEIGHT - 14.0], &plot.x.label, 0.5));
    let mut label = text([18.0, (frame.top + bottom) / 2.0], &plot.y.label, 0.5);
    if let Shape::Text(label) = &mut label {
        label.is_turned = true;
    }
    all.push(label);
}

/// Lines between points that follow each other and have a place, unless places are named, and a mark at each.
fn draw(plot: &Plot, frame: &Frame, series: &Series, colour: usize, all: &mut Vec<Shape>) {
    let has = |&[x, y]: &[f64; 2]| plot.x.has(x) && plot.y.has(y);
    for run in series.points.chunk_by(|p, q| has(p) && has(q)).filter(|run| has(&run[0])) {
        let points: Vec<[f64; 2]> = run.iter().map(|&point| frame.at(point)).collect();
        if points.len() > 1 && plot.x.names.is_empty() {
            all.push(Shape::Line { colour, points: points.clone() });
        }
        all.extend(points.into_iter().map(|at| Shape::Mark { colour, at }));
    }
}
