/// The nearest surface in every sample.
pub(super) struct Canvas {
    pub width: usize,
    pub height: usize,
    /// Larger is nearer; 0 where there is nothing.
    pub nearness: Vec<f32>,
    /// Which face; meaningless where there is nothing.
    pub face: Vec<u32>,
}

impl Canvas {
    pub fn new(width: usize, height: usize) -> Self {
        let size = width * height;
        Self { width, height, nearness: vec![0.0; size], face: vec![0; size] }
    }

    /// Puts a single sample, unless something nearer is there.
    pub fn put(&mut self, sample: usize, nearness: f32, face: u32) {
        if nearness > self.nearness[sample] {
            (self.nearness[sample], self.face[sample]) = (nearness, face);
        }
    }

    /// Draws a triangle whose corners are given in samples from the upper left corner, with their nearness.
    ///
    /// It covers the samples whose centres lie in it, edges included. Of equally near faces the first one stays.
    pub fn draw(&mut self, corners: [[f64; 3]; 3], face: u32) {
        self.draw_if(corners, face, |_, _| true);
    }

    /// Draws what of it `keep` accepts, by sample and nearness.
    #[inline]
    pub fn draw_if(&mut self, mut corners: [[f64; 3]; 3], face: u32, keep: impl Fn(usize, f32) -> bool) {
        corners.sort_by(|a, b| a[1].total_cmp(&b[1]));
        let [a, b, c] = corners;
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
        if area == 0.0 || !area.is_finite() {
            return;
        }
        // Nearness is linear over the picture.
        let slope_x = ((b[2] - a[2]) * (c[1] - a[1]) - (c[2] - a[2]) * (b[1] - a[1])) / area;
        let slope_y = ((b[0] - a[0]) * (c[2] - a[2]) - (c[0] - a[0]) * (b[2] - a[2])) / area;
        let Some(rows) = centers(a[1], c[1], self.height) else { return };
        for row in rows {
            let y = row as f64 + 0.5;
            let long = cross(a, c, y);
            let short = if y < b[1] { cross(a, b, y) } else { cross(b, c, y) };
            let Some(columns) = centers(long.min(short), long.max(short), self.width) else { continue };
            let (first, last) = (*columns.start(), *columns.end());
            let span = row * self.width + first..=row * self.width + last;
            let start = a[2] + (first as f64 + 0.5 - a[0]) * slope_x + (y - a[1]) * slope_y;
            let begin = row * self.width + first;
            let samples = self.nearness[span.clone()].iter_mut().zip(&mut self.face[span]);
            for (step, (nearness, owner)) in samples.enumerate() {
                let here = (start + step as f64 * slope_x) as f32;
                if here > *nearness && keep(begin + step, here) {
                    (*nearness, *owner) = (here, face);
                }
            }
        }
    }
}

/// Where the line from `a` to `b` crosses a row.
fn cross(a: [f64; 3], b: [f64; 3], y: f64) -> f64 {
    if a[1] == b[1] { b[0] } else { a[0] + (b[0] - a[0]) * ((y - a[1]) / (b[1] - a[1])) }
}

/// The samples whose centres lie between two coordinates, inside of a canvas of that size.
fn centers(low: f64, high: f64, size: usize) -> Option<std::ops::RangeInclusive<usize>> {
    let first = (low - 0.5).ceil().max(0.0);
    let last = (high - 0.5).floor().min(size as f64 - 1.0);
    (first <= last).then_some(first as usize..=last as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(canvas: &Canvas) -> Vec<String> {
        let row = |row: &[f32]| row.iter().map(|&nearness| if nearness > 0.0 { '#' } else { '.' }).collect();
        canvas.nearness.chunks(canvas.width).map(row).collect()
    }

    #[test]
    fn a_triangle_covers_the_samples_whose_centres_it_contains() {
        let expected = ["......", ".####.", ".###..", ".##...", ".#....", "......"];
        let corners = [[1.0, 1.0, 0.5], [5.25, 1.0, 0.5], [1.0, 5.25, 0.5]];
        for order in [[0, 1, 2], [0, 2, 1], [1, 2, 0], [2, 1, 0]] {
            let mut canvas = Canvas::new(6, 6);
            canvas.draw(order.map(|k: usize| corners[k]), 0);
            assert_eq!(covered(&canvas), expected);
        }
    }

    #[test]
    fn what_is_nearer_hides_what_is_farther_in_either_order() {
        let triangle = |nearness| [[0.0, 0.0, nearness], [9.0, 0.0, nearness], [0.0, 9.0, nearness]];
        for order in [[(0, 0.25), (1, 0.75)], [(1, 0.75), (0, 0.25)]] {
            let mut canvas = Canvas::new(4, 4);
            order.iter().for_each(|&(face, nearness)| canvas.draw(triangle(nearness), face));
            assert_eq!((canvas.face[0], canvas.nearness[0]), (1, 0.75));
        }
    }

    #[test]
    fn a_tilted_triangle_is_cut_where_it_passes_behind() {
        let mut canvas = Canvas::new(8, 1);
        canvas.draw([[-1.0, -1.0, 0.5], [9.0, -1.0, 0.5], [4.0, 9.0, 0.5]], 0);
        canvas.draw([[-1.0, -1.0, 0.0], [9.0, -1.0, 1.0], [4.0, 9.0, 0.5]], 1);
        assert_eq!(canvas.face, [0, 0, 0, 0, 1, 1, 1, 1]);
    }

    #[test]
    fn triangles_without_area_or_beyond_the_canvas_draw_nothing() {
        let mut canvas = Canvas::new(4, 4);
        canvas.draw([[0.0, 0.0, 1.0], [2.0, 2.0, 1.0], [4.0, 4.0, 1.0]], 0);
        canvas.draw([[10.0, 10.0, 1.0], [20.0, 10.0, 1.0], [10.0, 20.0, 1.0]], 0);
        canvas.draw([[f64::NAN, 0.0, 1.0], [2.0, 0.0, 1.0], [0.0, 4.0, 1.0]], 0);
        canvas.draw([[1e300, 0.0, 1.0], [-1e300, 1e300, 1.0], [0.0, -1e300, 1.0]], 0);
        assert!(canvas.nearness.iter().all(|&nearness| nearness == 0.0));
    }
}
