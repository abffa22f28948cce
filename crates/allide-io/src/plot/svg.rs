//! Drawing: frame, grid, lines, marks, legend.

use super::axis::Range;
use super::{Plot, Series};
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
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

/// Light and dark page; text and grid; then colours of series.
const STYLE: &str = "\
    text{font-family:system-ui,'Segoe UI',Helvetica,Arial,sans-serif;font-size:13px;fill:#1f2328}\
    .title{font-size:16px;font-weight:600}.page{fill:#ffffff}.grid{stroke:#d8dee4;stroke-width:1}\
    .frame{stroke:#6e7781;stroke-width:1;fill:none}polyline{fill:none;stroke-width:2;stroke-linejoin:round}\
    .c0{stroke:#0072b2;fill:#0072b2}.c1{stroke:#d55e00;fill:#d55e00}.c2{stroke:#009e73;fill:#009e73}\
    .c3{stroke:#aa4499;fill:#aa4499}.c4{stroke:#b58900;fill:#b58900}.c5{stroke:#555555;fill:#555555}\
    polyline.c0,polyline.c1,polyline.c2,polyline.c3,polyline.c4,polyline.c5{fill:none}\
    @media(prefers-color-scheme:dark){text{fill:#e6edf3}.page{fill:#0d1117}.grid{stroke:#2b323b}.frame{stroke:#8b949e}\
    .c0{stroke:#56b4e9;fill:#56b4e9}.c1{stroke:#ff9e4a;fill:#ff9e4a}.c2{stroke:#3ddc97;fill:#3ddc97}\
    .c3{stroke:#e79fd5;fill:#e79fd5}.c4{stroke:#f0e442;fill:#f0e442}.c5{stroke:#b1bac4;fill:#b1bac4}}";

/// Where the plot is on the page, and what its axes show.
struct Frame {
    x: Range,
    y: Range,
    top: f64,
}

impl Frame {
    fn at(&self, [x, y]: [f64; 2]) -> (f64, f64) {
        let (width, height) = (WIDTH - LEFT - RIGHT, HEIGHT - BOTTOM - self.top);
        (LEFT + self.x.place(x) * width, HEIGHT - BOTTOM - self.y.place(y) * height)
    }
}

pub(super) fn svg(plot: &Plot) -> String {
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
    let mut out = String::new();
    write(plot, &frame, &legend, &mut out).expect("strings take all text");
    out
}

fn write(plot: &Plot, frame: &Frame, legend: &[(f64, f64)], out: &mut String) -> std::fmt::Result {
    let title = escaped(&plot.title);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" aria-label=\"{title}\">"
    )?;
    writeln!(out, "<title>{title}</title>\n<style>{STYLE}</style>")?;
    writeln!(out, "<rect class=\"page\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>")?;
    writeln!(out, "<text class=\"title\" x=\"{LEFT}\" y=\"28\">{title}</text>")?;
    axes(plot, frame, out)?;
    for (index, series) in plot.series.iter().enumerate() {
        let (colour, (x, row)) = (index % 6, legend[index]);
        let y = LEGEND + row * LINE;
        mark(out, colour, x + 6.0, y - 4.5)?;
        writeln!(out, "<text x=\"{:.0}\" y=\"{y:.0}\">{}</text>", x + 18.0, escaped(&series.name))?;
        draw(plot, frame, series, colour, out)?;
    }
    writeln!(out, "</svg>")
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

fn axes(plot: &Plot, frame: &Frame, out: &mut String) -> std::fmt::Result {
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    for (x, text) in &frame.x.ticks {
        let at = LEFT + frame.x.place(*x) * (right - LEFT);
        writeln!(
            out,
            "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{:.1}\" y2=\"{bottom:.1}\"/>",
            frame.top
        )?;
        writeln!(out, "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>", bottom + 19.0)?;
    }
    for (y, text) in &frame.y.ticks {
        let at = bottom - frame.y.place(*y) * (bottom - frame.top);
        writeln!(out, "<line class=\"grid\" x1=\"{LEFT:.1}\" x2=\"{right:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>")?;
        writeln!(out, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>", LEFT - 8.0, at + 4.5)?;
    }
    let (width, height) = (right - LEFT, bottom - frame.top);
    writeln!(
        out,
        "<rect class=\"frame\" x=\"{LEFT}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>",
        frame.top
    )?;
    let middle = LEFT + width / 2.0;
    writeln!(
        out,
        "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
        HEIGHT - 14.0,
        escaped(&plot.x.label)
    )?;
    let middle = frame.top + height / 2.0;
    writeln!(
        out,
        "<text transform=\"translate(18 {middle:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        escaped(&plot.y.label)
    )
}

/// Lines between points that follow each other and have a place, and a mark at each.
fn draw(plot: &Plot, frame: &Frame, series: &Series, colour: usize, out: &mut String) -> std::fmt::Result {
    let has = |&[x, y]: &[f64; 2]| plot.x.has(x) && plot.y.has(y);
    for run in series.points.chunk_by(|p, q| has(p) && has(q)).filter(|run| has(&run[0])) {
        let places: Vec<(f64, f64)> = run.iter().map(|&point| frame.at(point)).collect();
        if places.len() > 1 {
            let text: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            writeln!(out, "<polyline class=\"c{colour}\" points=\"{}\"/>", text.join(" "))?;
        }
        for (x, y) in places {
            mark(out, colour, x, y)?;
        }
    }
    Ok(())
}

/// A shape of its own for each colour.
fn mark(out: &mut String, colour: usize, x: f64, y: f64) -> std::fmt::Result {
    let class = format!("class=\"mark c{colour}\"");
    let corners = |offsets: &[(f64, f64)]| {
        let text: Vec<String> = offsets.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).collect();
        text.join(" ")
    };
    match colour {
        0 => writeln!(out, "<circle {class} cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>"),
        1 => writeln!(out, "<rect {class} x=\"{:.1}\" y=\"{:.1}\" width=\"5.4\" height=\"5.4\"/>", x - 2.7, y - 2.7),
        2 => writeln!(out, "<polygon {class} points=\"{}\"/>", corners(&[(0.0, -3.6), (3.4, 2.6), (-3.4, 2.6)])),
        3 => writeln!(
            out,
            "<polygon {class} points=\"{}\"/>",
            corners(&[(0.0, -3.9), (3.9, 0.0), (0.0, 3.9), (-3.9, 0.0)])
        ),
        4 => writeln!(out, "<polygon {class} points=\"{}\"/>", corners(&[(0.0, 3.6), (3.4, -2.6), (-3.4, -2.6)])),
        _ => writeln!(out, "<rect {class} x=\"{:.1}\" y=\"{:.1}\" width=\"7\" height=\"3\"/>", x - 3.5, y - 1.5),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
