//! Plots as SVG.

use super::Plot;
use super::layout::{HEIGHT, Outline, Shape, Text, WIDTH, outline, shapes};
use std::fmt::Write;

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

pub(super) fn svg(plot: &Plot) -> String {
    let mut out = String::new();
    write(plot, &mut out).expect("strings take all text");
    out
}

fn write(plot: &Plot, out: &mut String) -> std::fmt::Result {
    let title = escaped(&plot.title);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" aria-label=\"{title}\">"
    )?;
    writeln!(out, "<title>{title}</title>\n<style>{STYLE}</style>")?;
    writeln!(out, "<rect class=\"page\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>")?;
    for shape in shapes(plot) {
        match shape {
            Shape::Grid([[x1, y1], [x2, y2]]) => {
                writeln!(out, "<line class=\"grid\" x1=\"{x1:.1}\" x2=\"{x2:.1}\" y1=\"{y1:.1}\" y2=\"{y2:.1}\"/>")?;
            }
            Shape::Frame([[x, y], [right, bottom]]) => {
                let (width, height) = (right - x, bottom - y);
                writeln!(
                    out,
                    "<rect class=\"frame\" x=\"{x}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
                )?;
            }
            Shape::Line { colour, points } => {
                writeln!(out, "<polyline class=\"c{colour}\" points=\"{}\"/>", joined(&points))?;
            }
            Shape::Mark { colour, at } => mark(out, colour, at)?,
            Shape::Text(text) => write_text(out, &text)?,
        }
    }
    writeln!(out, "</svg>")
}

fn write_text(out: &mut String, text: &Text) -> std::fmt::Result {
    let [x, y] = text.at;
    let class = if text.is_title { " class=\"title\"" } else { "" };
    let anchor = match text.anchor {
        0.0 => "",
        1.0 => " text-anchor=\"end\"",
        _ => " text-anchor=\"middle\"",
    };
    let place = if text.is_turned {
        format!("transform=\"translate({x:.0} {y:.1}) rotate(-90)\"")
    } else {
        format!("x=\"{x:.1}\" y=\"{y:.1}\"")
    };
    writeln!(out, "<text{class} {place}{anchor}>{}</text>", escaped(&text.text))
}

fn joined(points: &[[f64; 2]]) -> String {
    points.iter().map(|[x, y]| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

/// A shape of its own for each colour.
fn mark(out: &mut String, colour: usize, [x, y]: [f64; 2]) -> std::fmt::Result {
    let class = format!("class=\"mark c{colour}\"");
    match outline(colour) {
        Outline::Disc(radius) => writeln!(out, "<circle {class} cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>"),
        Outline::Corners(offsets) => {
            let corners: Vec<[f64; 2]> = offsets.iter().map(|[dx, dy]| [x + dx, y + dy]).collect();
            writeln!(out, "<polygon {class} points=\"{}\"/>", joined(&corners))
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
