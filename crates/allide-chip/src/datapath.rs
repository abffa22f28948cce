//! The arithmetic of the pipeline, register by register: the reference for the Verilog of [`crate::rtl`].
//!
//! One axis enters in each cycle. Stage 1 selects twelve of 2k coefficients. Products are formed in the next stage, or
//! in three, if a multiplier is narrower than words: four partial products, the sum of the middle ones, the sum of all.
//! Three stages add them up, and beside them the negative coefficients. The last but one joins both sums, the last
//! compares with zero.

use crate::{ChipError, Config};
use allide_geom::kdop::{FixedAxis, Format};
use std::collections::VecDeque;

/// The input of a cycle.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Coefficients of the first node.
    pub a: &'a [i64],
    /// Coefficients of the second node.
    pub b: &'a [i64],
    /// The axis.
    pub axis: FixedAxis,
}

/// What leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    /// Whether a difference is above zero.
    pub separates: bool,
    /// diff′₁ and diff′₂, in units of 2^−(b+c). They leave a stage earlier, and are kept with the result.
    pub differences: [i128; 2],
}

/// Both differences have six products each.
type Products<T> = [[T; 6]; 2];

/// The content of a register between two stages.
#[derive(Clone, Debug)]
enum Register {
    Selected {
        coefficients: Products<i64>,
        weights: Products<i64>,
        shifts: [i64; 2],
    },
    /// High by high, the two mixed ones, low by low.
    Partial {
        products: Products<[i128; 4]>,
        negatives: Products<i64>,
        shifts: [i64; 2],
    },
    /// High by high, the sum of the mixed ones, low by low.
    Middle {
        products: Products<[i128; 3]>,
        negatives: Products<i64>,
        shifts: [i64; 2],
    },
    Multiplied {
        products: Products<i128>,
        negatives: Products<i64>,
        shifts: [i64; 2],
    },
    /// Pairs of products, and the shift at its place.
    FirstSums {
        sums: [[i128; 4]; 2],
        negatives: [[i64; 3]; 2],
    },
    SecondSums {
        sums: [[i128; 2]; 2],
        negatives: [[i64; 2]; 2],
    },
    Sums {
        sums: [i128; 2],
        negatives: [i64; 2],
    },
    Differences([i128; 2]),
    Result(Output),
}

/// The pipeline of one axis a cycle.
#[derive(Clone, Debug)]
pub struct Datapath {
    format: Format,
    /// Bits of the lower part of a divided word; none if it is not divided.
    low_bits: Option<u32>,
    registers: VecDeque<Option<Register>>,
}

impl Datapath {
    /// The datapath of a machine.
    ///
    /// # Errors
    /// Words that fixed point does not have, or that four multipliers are too narrow for.
    pub fn new(config: &Config) -> Result<Self, ChipError> {
        config.check()?;
        let format = Format::words(config.bits)?;
        let low_bits = (config.bits > config.multiplier_bits).then_some(config.multiplier_bits - 1);
        Ok(Self { format, low_bits, registers: vec![None; config.stages()].into() })
    }

    /// Cycles from an input to its output.
    pub fn stages(&self) -> usize {
        self.registers.len()
    }

    /// One cycle: all stages at once, then the clock's edge. Returns the last register's new content.
    pub fn tick(&mut self, input: Option<Input<'_>>) -> Option<Output> {
        self.registers.pop_back();
        for register in &mut self.registers {
            *register = register.take().map(|register| register.next(self.low_bits, self.format.alignment()));
        }
        self.registers.push_front(input.map(select));
        match self.registers.back() {
            Some(Some(Register::Result(output))) => Some(*output),
            _ => None,
        }
    }
}

/// Stage 1. The other six coefficients are half a table away: wires, no logic.
fn select(input: Input<'_>) -> Register {
    let Input { a, b, axis } = input;
    let half = |coefficients: &[i64], faces: [u16; 3], turn: usize| {
        faces.map(|face| coefficients[(usize::from(face) + turn * coefficients.len() / 2) % coefficients.len()])
    };
    let join = |[x, y, z]: [i64; 3], [u, v, w]: [i64; 3]| [x, y, z, u, v, w];
    let first = join(half(a, axis.a.faces, 0), half(b, axis.b.faces, 1));
    let second = join(half(a, axis.a.faces, 1), half(b, axis.b.faces, 0));
    let weights = join(axis.a.weights, axis.b.weights);
    Register::Selected { coefficients: [first, second], weights: [weights; 2], shifts: [axis.shift, !axis.shift] }
}

/// Applies a function to all products.
fn each<T: Copy, U>(products: Products<T>, mut f: impl FnMut(T) -> U) -> Products<U> {
    products.map(|six| six.map(&mut f))
}

impl Register {
    /// The content after the next stage.
    fn next(self, low_bits: Option<u32>, alignment: u32) -> Self {
        match self {
            Self::Selected { coefficients, weights, shifts } => {
                let negatives = each(coefficients, |coefficient| coefficient.min(0));
                let pairs = [0, 1].map(|side| std::array::from_fn(|i| (coefficients[side][i], weights[side][i])));
                match low_bits {
                    None => {
                        let products = each(pairs, |(c, w)| i128::from(c) * i128::from(w));
                        Self::Multiplied { products, negatives, shifts }
                    }
                    Some(bits) => {
                        let split = |number: i64| [number >> bits, number & ((1 << bits) - 1)].map(i128::from);
                        let products = each(pairs, |(c, w)| {
                            let ([ch, cl], [wh, wl]) = (split(c), split(w));
                            [ch * wh, ch * wl, cl * wh, cl * wl]
                        });
                        Self::Partial { products, negatives, shifts }
                    }
                }
            }
            Self::Partial { products, negatives, shifts } => {
                Self::Middle { products: each(products, |[hh, hl, lh, ll]| [hh, hl + lh, ll]), negatives, shifts }
            }
            Self::Middle { products, negatives, shifts } => {
                let bits = low_bits.expect("only divided words have partial products");
                let products = each(products, |[high, middle, low]| (high << (2 * bits)) + (middle << bits) + low);
                Self::Multiplied { products, negatives, shifts }
            }
            Self::Multiplied { products, negatives, shifts } => Self::FirstSums {
                sums: [0, 1].map(|side| {
                    let p = products[side];
                    [p[0] + p[1], p[2] + p[3], p[4] + p[5], i128::from(shifts[side]) << alignment]
                }),
                negatives: negatives.map(|n| [n[0] + n[1], n[2] + n[3], n[4] + n[5]]),
            },
            Self::FirstSums { sums, negatives } => Self::SecondSums {
                sums: sums.map(|s| [s[0] + s[1], s[2] + s[3]]),
                negatives: negatives.map(|n| [n[0] + n[1], n[2]]),
            },
            Self::SecondSums { sums, negatives } => {
                Self::Sums { sums: sums.map(|s| s[0] + s[1]), negatives: negatives.map(|n| n[0] + n[1]) }
            }
            Self::Sums { sums, negatives } => {
                Self::Differences([0, 1].map(|side| sums[side] + i128::from(negatives[side])))
            }
            Self::Differences(differences) => {
                Self::Result(Output { separates: differences.iter().any(|&difference| difference > 0), differences })
            }
            Self::Result(output) => Self::Result(output),
        }
    }
}
