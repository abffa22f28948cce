//! The kernels of rays, and what they read.

use super::cross::{GROWTH, MOVED};
use super::list::NO_CHILDREN;
use super::walk::{ABOVE, BEGIN, END, ENTER, LEAVE, Record};
use crate::gpu_confirm::{INT64, LIMBS};
use allide_gpu::Access::{Read, Write};
use allide_gpu::{Constant, Shader, Source, Wgsl, immediates};
use std::marker::PhantomData;

pub(super) const THREADS: u32 = 128;
/// Words of a record.
pub(super) const RECORD: u32 = (size_of::<Record>() / 4) as u32;
/// Where the numbers of records of all owners, each divided by [`MANY_STEP`], sum up to this, a word may be too short for
/// their sum.
pub(super) const MANY: u32 = 1 << 23;
pub(super) const MANY_STEP: u32 = 256;

immediates! {
    /// The parameters of spread.wgsl.
    pub(super) struct SpreadParams {
        count: u32,
        shift: u32,
        side: u32,
    }
}

immediates! {
    /// The parameters of events.wgsl.
    pub(super) struct EventsParams {
        count: u32,
        shift: u32,
        object_bits: u32,
        slot: u32,
    }
}

immediates! {
    /// The parameters of heads.wgsl.
    pub(super) struct HeadsParams {
        slot: u32,
        most: u32,
    }
}

immediates! {
    /// The parameters of meet.wgsl.
    pub(super) struct MeetParams {
        thickness: i32,
        object_bits: u32,
        events: u32,
        heads: u32,
        first: u32,
        last: u32,
    }
}

/// All kernels.
pub(crate) const SHADERS: &[Shader<'_>] = &[
    COUNT[0].shader(),
    COUNT[1].shader(),
    FILL[0].shader(),
    FILL[1].shader(),
    EVENTS_SOURCE[0].shader(),
    EVENTS_SOURCE[1].shader(),
    HEADS_SOURCE.shader(),
    PAIRS.shader(),
    WALK.shader(),
];

const CROSS: &str = include_str!("cross.wgsl");
const TRIANGLE: &str = include_str!("triangle.wgsl");
const SPREAD: &str = include_str!("spread.wgsl");
const COUNT_TEXT: &str = include_str!("count.wgsl");
const FILL_TEXT: &str = include_str!("fill.wgsl");
const EVENTS_TEXT: &str = include_str!("events.wgsl");
const MEET: &str = include_str!("meet.wgsl");

const CONSTANTS: &[Constant] = &[
    ("THREADS", THREADS),
    ("MOVED", MOVED as u32),
    ("GROWTH", GROWTH as u32),
    ("ABOVE", ABOVE as u32),
    ("NO_CHILDREN", NO_CHILDREN),
    ("BEGIN", BEGIN),
    ("ENTER", ENTER),
    ("LEAVE", LEAVE),
    ("END", END),
    ("RECORD", RECORD),
    ("MANY", MANY),
    ("MANY_STEP", MANY_STEP),
];

/// With 64-bit integers, and with two words for each.
pub(super) const COUNT: [Source<SpreadParams>; 2] = [
    spread_source(
        "rays.count.int64",
        &[TRIANGLE, INT64, CROSS, SPREAD, COUNT_TEXT],
        &[Read, Read, Read, Read, Read, Write, Write],
    ),
    spread_source(
        "rays.count",
        &[TRIANGLE, LIMBS, CROSS, SPREAD, COUNT_TEXT],
        &[Read, Read, Read, Read, Read, Write, Write],
    ),
];
pub(super) const FILL: [Source<SpreadParams>; 2] = [
    spread_source(
        "rays.fill.int64",
        &[TRIANGLE, INT64, CROSS, SPREAD, FILL_TEXT],
        &[Read, Read, Read, Read, Read, Read, Write],
    ),
    spread_source(
        "rays.fill",
        &[TRIANGLE, LIMBS, CROSS, SPREAD, FILL_TEXT],
        &[Read, Read, Read, Read, Read, Read, Write],
    ),
];
pub(super) const EVENTS_SOURCE: [Source<EventsParams>; 2] = [
    events_source("rays.events.int64", &[TRIANGLE, INT64, CROSS, EVENTS_TEXT]),
    events_source("rays.events", &[TRIANGLE, LIMBS, CROSS, EVENTS_TEXT]),
];

const fn spread_source(
    name: &'static str,
    parts: &'static [&'static str],
    bindings: &'static [allide_gpu::Access],
) -> Source<SpreadParams> {
    Source { name, text: Wgsl::checked(parts), bindings, immediates: PhantomData, constants: CONSTANTS, settings: &[] }
}

const fn events_source(name: &'static str, parts: &'static [&'static str]) -> Source<EventsParams> {
    Source {
        name,
        text: Wgsl::checked(parts),
        bindings: &[Read, Read, Read, Read, Write, Write, Write],
        immediates: PhantomData,
        constants: CONSTANTS,
        settings: &[],
    }
}

pub(super) const HEADS_SOURCE: Source<HeadsParams> = Source {
    name: "rays.heads",
    text: Wgsl::checked(&[include_str!("heads.wgsl")]),
    bindings: &[Read, Write, Read],
    immediates: PhantomData,
    constants: CONSTANTS,
    settings: &[],
};

pub(super) const PAIRS: Source<MeetParams> = Source {
    name: "rays.pairs",
    text: Wgsl::checked(&[MEET, include_str!("pairs.wgsl")]),
    bindings: &[Read, Read, Read, Read, Read, Write, Write],
    immediates: PhantomData,
    constants: CONSTANTS,
    settings: &[],
};

pub(super) const WALK: Source<MeetParams> = Source {
    name: "rays.walk",
    text: Wgsl::checked(&[MEET, include_str!("walk.wgsl")]),
    bindings: &[Read, Read, Read, Read, Read, Read, Write],
    immediates: PhantomData,
    constants: CONSTANTS,
    settings: &[],
};
