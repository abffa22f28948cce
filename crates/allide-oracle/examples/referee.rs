//! Exact answers about pairs of objects, for scripts that compare programs.
//!
//! Standard input has one pair after the other: a line `pair NAME`, then a line of nine numbers behind `a` or `b` for each
//! triangle. For each pair one line comes out, with tabs between: its name, whether `a` and `b` are closed (every edge as often
//! in one direction as in the other), their volumes, the integral of the product of their winding numbers, which is the volume
//! that they share if no point winds other than 0 or 1 times, which of the two share all of their volume (`a`, `b`, `ab` or `-`), whether their surfaces share a point, and whether triangles of the two cross
//! each other. `?` stands for what makes no sense of an object that is not closed. Numbers are rounded when they are printed; 0 stands for nothing else.

#![expect(clippy::print_stdout, reason = "answers are what it is for")]

use allide_oracle::solids::{common_volume, surfaces_meet, volume};
use allide_oracle::{Class, Fraction, Triangle, overlap};
use std::collections::HashMap;
use std::io::{BufRead, Error, ErrorKind};

fn is_closed(triangles: &[Triangle]) -> bool {
    let mut edges: HashMap<[[u64; 3]; 2], i32> = HashMap::new();
    // Adding zero makes 0 of -0.
    let bits = |corner: [f64; 3]| corner.map(|x| (x + 0.0).to_bits());
    for triangle in triangles {
        for k in 0..3 {
            let [from, to] = [bits(triangle[k]), bits(triangle[(k + 1) % 3])];
            if from != to {
                *edges.entry([from.min(to), from.max(to)]).or_default() += if from < to { 1 } else { -1 };
            }
        }
    }
    !triangles.is_empty() && edges.values().all(|&balance| balance == 0)
}

/// Whether the boxes of two triangles share a point.
fn are_near(p: &Triangle, q: &Triangle) -> bool {
    let span = |triangle: &Triangle, axis: usize| {
        let values = triangle.map(|corner| corner[axis]);
        (values.into_iter().fold(f64::INFINITY, f64::min), values.into_iter().fold(f64::NEG_INFINITY, f64::max))
    };
    (0..3).all(|axis| span(p, axis).0 <= span(q, axis).1 && span(q, axis).0 <= span(p, axis).1)
}

fn shown(value: &Fraction) -> String {
    if value.is_zero() { "0".to_owned() } else { format!("{:e}", value.to_f64(0)) }
}

fn answer(name: &str, sides: &[Vec<Triangle>; 2]) -> String {
    let closed = sides.each_ref().map(|side| is_closed(side));
    let volumes = [0, 1].map(|k| closed[k].then(|| volume(&sides[k])));
    let common = (closed == [true; 2]).then(|| common_volume(&sides[0], &sides[1]));
    let whole: String =
        ["a", "b"].iter().zip(&volumes).filter(|(_, own)| **own == common).map(|(name, _)| *name).collect();
    let whole = if common.is_none() || whole.is_empty() { "-" } else { &whole };
    let meet = surfaces_meet(&sides[0], &sides[1]);
    let cross =
        sides[0].iter().any(|p| sides[1].iter().any(|q| are_near(p, q) && overlap(p, q) == Some(Class::Crossing)));
    let [a, b] = closed;
    let [of_a, of_b, common] =
        [&volumes[0], &volumes[1], &common].map(|value| value.as_ref().map_or("?".to_owned(), shown));
    format!("{name}\t{a}\t{b}\t{of_a}\t{of_b}\t{common}\t{whole}\t{meet}\t{cross}")
}

fn triangle(text: &str) -> Result<Triangle, Error> {
    let wrong = || Error::new(ErrorKind::InvalidData, format!("not nine finite numbers: {text}"));
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [x0, y0, z0, x1, y1, z1, x2, y2, z2] = numbers[..] else { return Err(wrong()) };
    let triangle = [[x0, y0, z0], [x1, y1, z1], [x2, y2, z2]];
    if triangle.as_flattened().iter().all(|x| x.is_finite()) { Ok(triangle) } else { Err(wrong()) }
}

fn main() -> Result<(), Error> {
    let mut current: Option<(String, [Vec<Triangle>; 2])> = None;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        match (line.split_once(' '), &mut current) {
            (Some(("pair", name)), _) => {
                if let Some((name, sides)) = current.replace((name.to_owned(), Default::default())) {
                    println!("{}", answer(&name, &sides));
                }
            }
            (Some((side @ ("a" | "b"), numbers)), Some((_, sides))) => {
                sides[usize::from(side == "b")].push(triangle(numbers)?);
            }
            _ => return Err(Error::new(ErrorKind::InvalidData, format!("not a line of a pair: {line}"))),
        }
    }
    if let Some((name, sides)) = current {
        println!("{}", answer(&name, &sides));
    }
    Ok(())
}
