//! Confirmation on the GPU: the tiers before the CPU.
//!
//! The scene lies on an integer [`Grid`]; a vertex is three whole numbers and whether it is exactly there.
//!
//! - [`filter`], tiers 0 and 1: boxes, then signs in `f32` with a certified bound. It clears most pairs that are apart
//!   and confirms most that cross.
//! - [`exact`], tier 2: the decisions of [`allide_geom::overlap`] and [`allide_geom::self_overlap`] by exact integers,
//!   where all six corners are on the grid.
//! - What neither can tell is left to the CPU, tier 3.
//! - [`closer`], for clearance: drops pairs that are certainly too far apart. The CPU measures the rest.
//!
//! Each reads a list of pairs of triangle numbers and appends findings, and pairs for the next tier, to two others.
//! Counts stay on the GPU and rise past the capacity of the lists: the caller sees that in the end, grows them and
//! runs the stage again. No list may be empty: room for one pair is the least that can be bound.

use allide_geom::{Class, DVec3, Grid};
use allide_gpu::{Access, Buffer, Constant, Immediates, Recorder, Result, Setting, Shader, Source, Wgsl, immediates};
use std::marker::PhantomData;

/// Where a vertex is on the grid, as the kernels read it. If it is not exactly there, `number` tells it from others in
/// its cell: vertices of an object may share a number only if they are the same point.
///
/// The index of the vertex does. But under [`Rule::Within`], neighbours whose common corners are off the grid and have
/// different numbers are left to the CPU: where a mesh repeats its vertices, equal ones had better have one number.
pub fn vertex(grid: &Grid, point: DVec3, number: u32) -> [i32; 4] {
    let ([x, y, z], on_grid) = grid.place(point);
    // Meshes have less than 2³² vertices, so this is 0 for none.
    [x, y, z, if on_grid { 0 } else { number.wrapping_add(1) as i32 }]
}

/// Where the parts of a scene and the pairs to judge are.
#[derive(Clone, Copy, Debug)]
pub struct Pairs<'b> {
    /// A [`vertex`] each.
    pub positions: &'b Buffer,
    /// Three vertices each.
    pub triangles: &'b Buffer,
    /// Two triangles each.
    pub candidates: &'b Buffer,
    /// Gets what is confirmed: see [`finding`].
    pub findings: &'b Buffer,
    /// Gets the pairs, as candidates, for which this tier cannot tell.
    pub rest: &'b Buffer,
    /// Words, of which [`Slots`] name three.
    pub counts: &'b Buffer,
    /// Which they are.
    pub slots: Slots,
}

/// Words of the counts.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    /// How many candidates there are. If this exceeds their capacity, the rest is ignored.
    pub candidates: u32,
    /// Is raised by the number of findings.
    pub findings: u32,
    /// Is raised by the number of pairs for the next tier.
    pub rest: u32,
}

/// Whether two triangles of a pair belong to different objects or to one, where common corners do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// As [`allide_geom::overlap`].
    Between,
    /// As [`allide_geom::self_overlap`].
    Within,
}

/// The two triangles of a finding, and how they overlap.
pub fn finding([a, b]: [u32; 2]) -> (u32, u32, Class) {
    let class = match b >> 30 {
        0 => Class::Crossing,
        1 => Class::Coplanar,
        _ => Class::Touching,
    };
    (a, b & ((1 << 30) - 1), class)
}

const BINDINGS: &[Access] = &[Access::Read, Access::Read, Access::Read, Access::Write, Access::Write, Access::Write];

const STREAM: &str = include_str!("stream.wgsl");
pub(crate) const PAIR: &str = include_str!("pair.wgsl");
/// `fn judge` of the first tier, for kernels that drop what is clearly apart before it becomes a candidate.
pub(crate) const JUDGE: &str = include_str!("filter.wgsl");
/// 64-bit integers as the device has them, and as two words.
pub(crate) const INT64: &str = include_str!("int64.wgsl");
pub(crate) const LIMBS: &str = include_str!("limbs.wgsl");
const ORIENT: &str = include_str!("orient.wgsl");
const EXACT: &str = include_str!("exact.wgsl");
const WITHIN: &str = include_str!("within.wgsl");

/// Threads of a workgroup, and pairs that each of them judges before the workgroup appends its findings.
const THREADS: u32 = 64;
const ROUNDS: u32 = 2;

const CONSTANTS: &[Constant] = &[("THREADS", THREADS), ("ROUNDS", ROUNDS)];
const SETTINGS: &[Setting] =
    &[("CANDIDATE_COUNT", &[0]), ("FINDING_COUNT", &[1]), ("REST_COUNT", &[2]), ("WITHIN", &[0, 1])];

/// All kernels.
pub(crate) const SHADERS: &[Shader<'_>] =
    &[FILTER.shader(), EXACT_LIMBS.shader(), EXACT_INT64.shader(), CLOSER.shader()];

const FILTER: Source = Source {
    name: "confirm filter",
    // SAFETY: the lists are read up to their lengths and written below them; a batch has room for all that it may
    // find. The caller of [`filter`] vouches for candidates and slots. Loops go up to a count.
    text: unsafe { Wgsl::trusted(&[STREAM, PAIR, JUDGE]) },
    bindings: BINDINGS,
    immediates: PhantomData,
    constants: CONSTANTS,
    settings: SETTINGS,
};

const EXACT_LIMBS: Source = Source {
    name: "confirm exact",
    // SAFETY: as above: the tiers differ in `judge`, which indexes nothing.
    text: unsafe { Wgsl::trusted(&[STREAM, PAIR, LIMBS, ORIENT, EXACT, WITHIN]) },
    bindings: BINDINGS,
    immediates: PhantomData,
    constants: CONSTANTS,
    settings: SETTINGS,
};

const EXACT_INT64: Source = Source {
    name: "confirm exact int64",
    // SAFETY: as above.
    text: unsafe { Wgsl::trusted(&[STREAM, PAIR, INT64, ORIENT, EXACT, WITHIN]) },
    bindings: BINDINGS,
    immediates: PhantomData,
    constants: CONSTANTS,
    settings: SETTINGS,
};

immediates! {
    /// The parameters of closer.wgsl.
    struct CloserParams {
        limit: f32,
    }
}

const CLOSER: Source<CloserParams> = Source {
    name: "confirm closer",
    // SAFETY: as above.
    text: unsafe { Wgsl::trusted(&[STREAM, PAIR, include_str!("closer.wgsl")]) },
    bindings: BINDINGS,
    immediates: PhantomData,
    constants: CONSTANTS,
    // There is no rule for distances.
    settings: SETTINGS.split_at(3).0,
};

/// Decides pairs by `f32` signs that are certain.
///
/// # Safety
/// The kernel runs without checks. Slots are words of the counts; as many candidates as counted, or as there is room for,
/// are pairs of triangles in the list, whose vertices are in the list of positions.
pub unsafe fn filter(recorder: &mut Recorder<'_>, pairs: &Pairs<'_>, rule: Rule) -> Result<()> {
    dispatch(recorder, pairs, &FILTER, Some(rule), &())
}

/// The representation of exact integers, which does not affect the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integers {
    /// Words of 32 bits.
    Limbs,
    /// 64-bit integers, where the adapter has them: [`allide_gpu::Gpu::has_int64`].
    Int64,
}

/// Decides pairs whose corners are all on the grid by exact integers.
///
/// # Safety
/// As [`filter`].
pub unsafe fn exact(recorder: &mut Recorder<'_>, pairs: &Pairs<'_>, rule: Rule, integers: Integers) -> Result<()> {
    let source = match integers {
        Integers::Limbs => &EXACT_LIMBS,
        Integers::Int64 => &EXACT_INT64,
    };
    dispatch(recorder, pairs, source, Some(rule), &())
}

/// Leaves the pairs that [`allide_geom::distance_below`] may find closer than `limit`, and hardly any other. There are
/// no findings.
///
/// # Safety
/// As [`filter`].
pub unsafe fn closer(recorder: &mut Recorder<'_>, pairs: &Pairs<'_>, grid: &Grid, limit: f64) -> Result<()> {
    // No two points of the grid are that far apart, and the squares of larger numbers might overflow.
    let limit = grid.length(limit).clamp(0.0, 1.0e12);
    dispatch(recorder, pairs, &CLOSER, None, &CloserParams { limit })
}

fn dispatch<P: Immediates>(
    recorder: &mut Recorder<'_>,
    pairs: &Pairs<'_>,
    source: &Source<P>,
    rule: Option<Rule>,
    immediates: &P,
) -> Result<()> {
    let slots = pairs.slots;
    let mut settings =
        vec![("CANDIDATE_COUNT", slots.candidates), ("FINDING_COUNT", slots.findings), ("REST_COUNT", slots.rest)];
    settings.extend(rule.map(|rule| ("WITHIN", u32::from(rule == Rule::Within))));
    let kernel = recorder.gpu().kernel(source, &settings)?;
    let groups = recorder.gpu().uneven_groups(pairs.candidates.size() / 8, THREADS * ROUNDS);
    let Pairs { positions, triangles, candidates, findings, rest, counts, .. } = *pairs;
    recorder.dispatch(&kernel, [positions, triangles, candidates, findings, rest, counts], immediates, groups)
}
