//! Places to which whole coordinates go without rounding.

use allide::Pose;
use allide_scenes::Random;

/// A whole matrix, a power of two and an offset.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    rows: [[i64; 3]; 3],
    exponent: i32,
    offset: [i64; 3],
}

/// Turns by rational matrices, without their denominators: 3, 5 and 7.
const TURNS: [[[i64; 3]; 3]; 3] =
    [[[2, -1, 2], [2, 2, -1], [-1, 2, 2]], [[3, -4, 0], [4, 3, 0], [0, 0, 5]], [[2, 3, 6], [6, 2, -3], [-3, 6, -2]]];

impl Place {
    pub const HOME: Self = Self { rows: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], exponent: 0, offset: [0; 3] };

    /// Moved along x.
    pub fn moved(by: i64) -> Self {
        Self { offset: [by, 0, 0], ..Self::HOME }
    }

    /// Turned, mirrored, scaled alike along all axes and moved.
    pub fn similar(random: &mut Random) -> Self {
        let order = random.pick(&[[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]]);
        let mut place = Self { rows: [[0; 3]; 3], ..Self::HOME };
        (0..3).for_each(|row| place.rows[row][order[row]] = random.pick(&[1, -1]));
        if random.once_in(3) {
            place.turn(random.pick(&TURNS));
        }
        place.exponent = random.pick(&[-7, 0, 0, 5]);
        place.offset = [0; 3].map(|_| random.below(64) as i64 - 32);
        place
    }

    /// Turned, mirrored, sheared, scaled, to the ends of the range, and moved far away; each only sometimes.
    pub fn random(random: &mut Random) -> Self {
        let mut place = Self::HOME;
        let order = random.pick(&[[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]]);
        for row in 0..3 {
            place.rows[row] = [0; 3];
            place.rows[row][order[row]] = random.pick(&[1, -1]);
        }
        for _ in 0..random.below(5) {
            let (onto, step) = (random.below(3), 1 + random.below(2));
            let (from, factor) = (place.rows[(onto + step) % 3], random.pick(&[-2, -1, 1, 3]));
            (0..3).for_each(|column| place.rows[onto][column] += factor * from[column]);
        }
        if random.once_in(3) {
            place.turn(random.pick(&TURNS));
        }
        if random.once_in(3) {
            let stretched = random.below(3);
            let factor = random.pick(&[3, 4, 5, 1 << 10]);
            place.rows[stretched].iter_mut().for_each(|x| *x *= factor);
        }
        if random.once_in(3) {
            place.exponent = random.pick(&[-900, -40, -10, -1, 1, 10, 40, 400]);
        }
        if random.once_in(3) {
            let reach = random.pick(&[100, 1 << 20, 1 << 38]);
            place.offset = [0; 3].map(|_| random.below(reach) as i64 - reach as i64 / 2);
        }
        place
    }

    fn turn(&mut self, by: [[i64; 3]; 3]) {
        self.rows = by.map(|row| [0, 1, 2].map(|column| (0..3).map(|k| row[k] * self.rows[k][column]).sum()));
    }

    /// The same but for a power of two: where lengths can be multiplied.
    pub fn of_ordinary_size(&self) -> Self {
        Self { exponent: 0, ..self.clone() }
    }

    /// Where a point goes.
    pub fn of(&self, point: [i32; 3]) -> [f64; 3] {
        [0, 1, 2].map(|row| {
            let sum = (0..3).map(|column| self.rows[row][column] * i64::from(point[column])).sum::<i64>();
            let whole = sum + self.offset[row];
            assert_eq!(whole as f64 as i64, whole, "places lose no digit");
            whole as f64 * 2f64.powi(self.exponent)
        })
    }

    /// The same as a pose.
    pub fn pose(&self) -> Pose {
        let unit = 2f64.powi(self.exponent);
        let columns = [0, 1, 2].map(|column| self.rows.map(|row| row[column] as f64 * unit));
        Pose::affine(columns, self.offset.map(|x| x as f64 * unit)).expect("finite")
    }

    /// By what volumes grow.
    pub fn determinant(&self) -> f64 {
        let [a, b, c] = self.rows.map(|row| row.map(|x| x as f64));
        let cross = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
        (a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]).abs() * 2f64.powi(3 * self.exponent)
    }

    /// By what lengths grow, if all grow alike.
    pub fn scale(&self) -> Option<f64> {
        let dot = |p: [i64; 3], q: [i64; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
        let [a, b, c] = self.rows;
        let is_even =
            dot(a, b) == 0 && dot(b, c) == 0 && dot(c, a) == 0 && dot(a, a) == dot(b, b) && dot(b, b) == dot(c, c);
        is_even.then(|| (dot(a, a) as f64).sqrt() * 2f64.powi(self.exponent))
    }
}
