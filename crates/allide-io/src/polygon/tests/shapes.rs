//! Polygons to be cut.

use super::Point;
use std::f64::consts::TAU;

/// Simple polygons, in small integers.
pub(super) fn simple() -> Vec<(&'static str, Vec<[f64; 2]>)> {
    let ring = |count: u32, radius: &dyn Fn(u32) -> f64| -> Vec<[f64; 2]> {
        let angle = |k: u32| TAU * f64::from(k) / f64::from(count);
        (0..count).map(|k| [angle(k).cos(), angle(k).sin()].map(|x| (x * radius(k)).round())).collect()
    };
    let spiral = {
        let wall = |out: f64| (0..60).map(move |k| (f64::from(k) * 0.4, 100.0 + 30.0 * f64::from(k) + out));
        let point = |(angle, radius): (f64, f64)| [angle.cos(), angle.sin()].map(|x: f64| (x * radius).round());
        Vec::from_iter(wall(200.0).chain(Vec::from_iter(wall(0.0)).into_iter().rev()).map(point))
    };
    let comb = (0..40u32)
        .map(|k| [f64::from(k), if k.is_multiple_of(2) { 1.0 } else { 50.0 }])
        .chain([[39.0, 0.0], [0.0, 0.0]]);
    let zigzag =
        |y: f64| (0..20u32).map(move |k| [10.0 * f64::from(k), y + if k.is_multiple_of(2) { 0.0 } else { 30.0 }]);
    let zigzag = Vec::from_iter(zigzag(0.0).chain(Vec::from_iter(zigzag(2.0)).into_iter().rev()));
    vec![
        ("concave quad", vec![[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]]),
        ("L", vec![[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]]),
        ("U", vec![[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [2.0, 3.0], [2.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]]),
        (
            "collinear runs",
            vec![
                [0.0, 0.0],
                [1.0, 0.0],
                [2.0, 0.0],
                [3.0, 0.0],
                [3.0, 1.0],
                [3.0, 2.0],
                [1.0, 2.0],
                [0.0, 2.0],
                [0.0, 1.0],
            ],
        ),
        (
            "collinear notch",
            vec![[0.0, 0.0], [6.0, 0.0], [6.0, 2.0], [4.0, 2.0], [3.0, 1.0], [2.0, 2.0], [1.0, 2.0], [0.0, 2.0]],
        ),
        (
            "triangle with many corners",
            vec![[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [4.0, 0.0], [3.0, 1.0], [2.0, 2.0], [0.0, 4.0], [0.0, 1.0]],
        ),
        ("star", ring(20, &|k| if k.is_multiple_of(2) { 1000.0 } else { 300.0 })),
        ("thousand-gon", ring(1000, &|_| 1.0e9)),
        ("thousand-pointed star", ring(1000, &|k| if k.is_multiple_of(2) { 1.0e9 } else { 3.0e8 })),
        ("random thousand-gon", ring(1000, &|k| 1.0e8 * f64::from(1 + k * 7919 % 13))),
        ("spiral", spiral),
        ("comb", comb.collect()),
        ("zigzag", zigzag),
    ]
}

/// Polygons that touch themselves.
pub(super) fn touching() -> Vec<(&'static str, Vec<[f64; 2]>)> {
    let corners = |text: &str| -> Vec<[f64; 2]> {
        let corner = |pair: &str| pair.split_once(',').map(|(x, y)| [x, y].map(|x| x.parse().unwrap())).unwrap();
        text.split(' ').map(corner).collect()
    };
    vec![
        ("a hole", corners("0,0 9,0 9,9 0,9 0,0 3,3 3,6 6,6 6,3 3,3")),
        ("two holes on one corner", corners("0,0 9,0 9,9 0,9 0,0 1,3 1,4 2,4 1,3 0,0 3,1 4,2 4,1 3,1")),
        ("a hole on a bridge with corners", corners("0,0 9,0 9,9 0,9 0,0 1,1 2,2 3,3 3,6 6,6 6,3 3,3 2,2 1,1")),
        ("a hole on a bent bridge", corners("0,0 9,0 9,9 0,9 0,0 2,1 3,3 3,6 6,6 6,3 3,3 2,1")),
        ("a hole in a hole's bridge", corners("0,0 9,0 9,9 0,9 0,0 3,3 3,4 4,4 6,6 6,7 7,7 7,6 6,6 4,4 4,3 3,3")),
        ("a hole that touches an edge", corners("0,0 4,0 9,0 9,9 0,9 0,0 4,0 3,3 5,3 4,0")[..].to_vec()),
        ("islands", corners("0,0 2,0 2,2 5,5 7,5 7,7 5,7 5,5 2,2 0,2")),
        ("islands on a bent bridge", corners("0,0 2,0 2,2 6,2 6,6 8,6 8,8 6,8 6,6 6,2 2,2 0,2")),
        ("islands on a bridge bent left", corners("0,0 2,0 2,2 2,6 6,6 8,6 8,8 6,8 6,6 2,6 2,2 0,2")),
        (
            "three islands",
            corners("0,0 9,0 11,-1 12,0 11,1 9,0 0,0 -6,6 -6,8 -8,8 -8,6 -6,6 0,0 -6,-6 -8,-6 -8,-8 -6,-8 -6,-6"),
        ),
        ("triangles on a corner", corners("0,0 4,0 4,4 0,0 0,4 -4,4")),
        ("a corner on an edge", corners("0,0 8,0 8,8 4,0 0,8")),
        ("a flower", corners("0,0 4,0 4,1 0,0 1,4 0,4 0,0 -4,0 -4,-1 0,0 -1,-4 0,-4")),
    ]
}

/// Numbers that look random, and are the same each time.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 11
    }
}

/// The way around a maze of square cells without loops: all walls inside are walked along on both sides.
pub(super) fn maze(width: usize, height: usize, seed: u64) -> Vec<Point> {
    let mut random = Random(seed);
    let mut doors: Vec<(usize, usize)> = Vec::new();
    for cell in 0..width * height {
        doors.extend((cell % width + 1 < width).then_some((cell, 0)));
        doors.extend((cell / width + 1 < height).then_some((cell, 1)));
    }
    (1..doors.len()).for_each(|k| doors.swap(k, random.next() as usize % (k + 1)));
    // Doors are opened between rooms that are not connected yet. Sides are right, top, left, bottom.
    let mut room: Vec<usize> = (0..width * height).collect();
    let mut open = vec![[false; 4]; width * height];
    for (cell, side) in doors {
        let other = if side == 0 { cell + 1 } else { cell + width };
        let [p, q] = [cell, other].map(|mut cell| {
            while room[cell] != cell {
                room[cell] = room[room[cell]];
                cell = room[cell];
            }
            cell
        });
        if p != q {
            room[p] = q;
            (open[cell][side], open[other][side + 2]) = (true, true);
        }
    }
    let mut corners = Vec::new();
    let (mut cell, mut side) = (0, 3);
    loop {
        let (dx, dy) = [(1, 0), (1, 1), (0, 1), (0, 0)][side];
        corners.push([(cell % width + dx) as f64, (cell / width + dy) as f64, 0.0]);
        side = (side + 1) % 4;
        while open[cell][side] {
            cell = [cell + 1, cell + width, cell.wrapping_sub(1), cell.wrapping_sub(width)][side];
            side = (side + 3) % 4;
        }
        if (cell, side) == (0, 3) {
            return corners;
        }
    }
}
