//! Line plots as SVG and as pictures, for figures that commands redraw.
//!
//! One list of shapes (`layout.rs`) is written in both ways. Pictures have letters of their own (`letters.rs`), and a light
//! page. Series differ in colour and in the shape of their marks; colours are told apart by people who see fewer of them
//! (after Okabe and Ito), and others are used where the reader prefers a dark page.
//!
//! ```
//! use allide_io::plot::{Axis, Plot, Series};
//!
//! let measured = Series::new("measured", [[1.0, 3.0], [2.0, 1.5], [4.0, 0.75]]);
//! let plot = Plot { title: "Halved".into(), x: Axis::logarithmic("threads"), y: Axis::linear("time [ms]"), series: vec![measured] };
//! assert!(plot.svg().starts_with("<svg"));
//! ```

mod axis;
mod layout;
mod letters;
mod raster;
mod svg;

pub use axis::Axis;

/// Points joined by a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// For the legend.
    pub name: String,
    /// In the order they are joined in. One that is not finite interrupts the line, and on a logarithmic axis so does one
    /// that is not positive.
    pub points: Vec<[f64; 2]>,
}

impl Series {
    /// A series of these points.
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = [f64; 2]>) -> Self {
        Self { name: name.into(), points: points.into_iter().collect() }
    }
}

/// A plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Above it.
    pub title: String,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// Up to six can be told apart; more begin with the first colour again.
    pub series: Vec<Series>,
}

impl Plot {
    /// The plot as a file.
    pub fn svg(&self) -> String {
        svg::svg(self)
    }

    /// The plot as pixels, 1,440 by 880.
    pub fn picture(&self) -> crate::picture::Picture {
        raster::picture(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(series: Vec<Series>) -> String {
        Plot { title: "a < b".into(), x: Axis::linear("x & y"), y: Axis::logarithmic("y"), series }.svg()
    }

    #[test]
    fn plots_are_well_formed_whatever_the_numbers() {
        let hostile = [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e-300, 1e300, 5.0];
        let all = hostile.iter().flat_map(|&x| hostile.iter().map(move |&y| [x, y]));
        for series in
            [vec![], vec![Series::new("", [])], vec![Series::new("one", [[2.0, 3.0]])], vec![Series::new("<all>", all)]]
        {
            let text = plot(series);
            let mut reader = quick_xml::Reader::from_str(&text);
            loop {
                match reader.read_event().unwrap() {
                    quick_xml::events::Event::Eof => break,
                    event => assert!(!format!("{event:?}").contains("NaN"), "{text}"),
                }
            }
            assert!(text.contains("a &lt; b") && text.contains("x &amp; y") && !text.contains("inf"), "{text}");
        }
    }

    #[test]
    fn a_gap_in_the_numbers_is_a_gap_in_the_line() {
        let lines = |ys: &[f64]| {
            let points = ys.iter().enumerate().map(|(x, &y)| [x as f64, y]);
            plot(vec![Series::new("s", points)]).matches("<polyline").count()
        };
        assert_eq!(lines(&[1.0, 2.0, 3.0, 4.0]), 1);
        assert_eq!(lines(&[1.0, 2.0, f64::NAN, 3.0, 4.0]), 2);
        // A logarithm of 0 has no place either.
        assert_eq!(lines(&[1.0, 2.0, 0.0, 3.0, 4.0]), 2);
    }

    #[test]
    fn pictures_show_each_series_in_its_colour_whatever_the_numbers() {
        let hostile = [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e-300, 1e300, 5.0];
        let all = hostile.iter().flat_map(|&x| hostile.iter().map(move |&y| [x, y]));
        let lines = (0..6).map(|k| Series::new("s", [[0.0, 1.0 + f64::from(k)], [1.0, 2.0 + f64::from(k)]]));
        for series in [vec![], vec![Series::new("all", all)], lines.collect()] {
            let count = series.len();
            let plot = Plot { title: "a".into(), x: Axis::linear("x"), y: Axis::linear("y"), series };
            let picture = plot.picture();
            assert_eq!(picture.rgb.len(), 3 * picture.width * picture.height);
            let colours: std::collections::HashSet<&[u8]> = picture.rgb.chunks(3).collect();
            let own: [[u8; 3]; 6] = [
                [0x00, 0x72, 0xb2],
                [0xd5, 0x5e, 0x00],
                [0x00, 0x9e, 0x73],
                [0xaa, 0x44, 0x99],
                [0xb5, 0x89, 0x00],
                [0x55, 0x55, 0x55],
            ];
            // The last is a grey that edges of letters have, too.
            let seen = own[..5].iter().filter(|colour| colours.contains(&colour[..])).count();
            assert_eq!(seen, count.min(5));
        }
    }

    #[test]
    fn things_side_by_side_have_names_and_no_lines() {
        let series = Series::new("s", [[1.0, 2.0], [2.0, 3.0], [3.0, 9.0], [0.0, 1.0]]);
        let plot =
            Plot { title: "t".into(), x: Axis::named("x", ["one", "two"]), y: Axis::linear("y"), series: vec![series] };
        let text = plot.svg();
        assert!(text.contains(">one<") && text.contains(">two<") && !text.contains("<polyline"), "{text}");
        // Skip points without a category; the last mark is the legend's.
        assert_eq!(text.matches("class=\"mark").count(), 3);
    }

    #[test]
    fn labels_beside_an_axis_do_not_cover_each_other() {
        let near = Series::new("s", [3_000.0, 69_451.0, 70_000.0, 185_728.0, 270_000.0, 277_804.0].map(|x| [x, x]));
        let (x, y) = (Axis::logarithmic("x"), Axis::logarithmic("y"));
        let text = Plot { title: "t".into(), x, y, series: vec![near] }.svg();
        assert!(text.contains(">69,451<") && !text.contains(">70,000<"), "{text}");
        assert!(text.contains(">185,728<") && !text.contains(">277,804<"), "{text}");
    }

    #[test]
    fn every_series_is_drawn_and_named() {
        let text =
            plot(vec![Series::new("first", [[0.0, 1.0], [1.0, 2.0]]), Series::new("second", [[0.0, 2.0], [1.0, 1.0]])]);
        assert!(text.contains(">first<") && text.contains(">second<"));
        assert_eq!(text.matches("<polyline").count(), 2);
        // A mark for each point, and one for each line of the legend.
        assert_eq!(text.matches("class=\"mark").count(), 6);
    }
}
