//! Findings as records of NumPy: the memory of the library, described as a structured dtype.

use allide::{Class, NearestPoints, ObjectPair, TriangleDistance, TrianglePair};
use numpy::{Element, PyArrayDescr};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList};
use std::mem::{offset_of, size_of};

/// A member of a record: name, type as NumPy writes it, and where it begins.
type Member = (&'static str, &'static str, usize);

/// The dtype of a record.
fn dtype<'py>(
    py: Python<'py>,
    kept: &PyOnceLock<Py<PyArrayDescr>>,
    members: &[Member],
    size: usize,
) -> Bound<'py, PyArrayDescr> {
    let made = || -> PyResult<Py<PyArrayDescr>> {
        let described = PyDict::new(py);
        described.set_item("names", PyList::new(py, members.iter().map(|member| member.0))?)?;
        described.set_item("formats", PyList::new(py, members.iter().map(|member| member.1))?)?;
        described.set_item("offsets", PyList::new(py, members.iter().map(|member| member.2))?)?;
        described.set_item("itemsize", size)?;
        Ok(PyArrayDescr::new(py, described)?.unbind())
    };
    kept.get_or_try_init(py, made).expect("NumPy knows these types").bind(py).clone()
}

macro_rules! record {
    ($(#[$doc:meta])* $name:ident of $inner:ty: $($member:literal $format:literal at $offset:expr),+ $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        pub struct $name(pub $inner);

        impl $name {
            /// The members: name, type and offset.
            pub const MEMBERS: &[Member] = &[$(($member, $format, $offset)),+];
        }

        // SAFETY: the type is `Copy`, and the dtype describes where its members are.
        unsafe impl Element for $name {
            const IS_COPY: bool = true;

            fn get_dtype(py: Python<'_>) -> Bound<'_, PyArrayDescr> {
                static DTYPE: PyOnceLock<Py<PyArrayDescr>> = PyOnceLock::new();
                dtype(py, &DTYPE, Self::MEMBERS, size_of::<$inner>())
            }

            fn clone_ref(&self, _py: Python<'_>) -> Self {
                *self
            }
        }
    };
}

record! {
    /// Two triangles that overlap.
    Overlap of TrianglePair:
    "a" "u4" at offset_of!(TrianglePair, a),
    "b" "u4" at offset_of!(TrianglePair, b),
    "class" "u1" at offset_of!(TrianglePair, class),
}

const NEAREST: usize = offset_of!(TriangleDistance, nearest);

record! {
    /// Two triangles that are close, and where.
    Distance of TriangleDistance:
    "a" "u4" at offset_of!(TriangleDistance, a),
    "b" "u4" at offset_of!(TriangleDistance, b),
    "distance" "f8" at NEAREST + offset_of!(NearestPoints, distance),
    "on_a" "3f8" at NEAREST + offset_of!(NearestPoints, on_a),
    "on_b" "3f8" at NEAREST + offset_of!(NearestPoints, on_b),
}

record! {
    /// Two nearest points.
    Near of NearestPoints:
    "distance" "f8" at offset_of!(NearestPoints, distance),
    "on_a" "3f8" at offset_of!(NearestPoints, on_a),
    "on_b" "3f8" at offset_of!(NearestPoints, on_b),
}

const _: () = assert!(size_of::<Class>() == 1);

/// The same memory.
pub fn overlaps(found: &[TrianglePair]) -> &[Overlap] {
    // SAFETY: the one is the other, with another name.
    unsafe { std::slice::from_raw_parts(found.as_ptr().cast(), found.len()) }
}

/// The same memory.
pub fn distances(found: &[TriangleDistance]) -> &[Distance] {
    // SAFETY: the one is the other, with another name.
    unsafe { std::slice::from_raw_parts(found.as_ptr().cast(), found.len()) }
}

/// The numbers about two objects; those that were not asked for are NaN.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Told {
    pub triangle_pairs: u64,
    pub distance: f64,
    pub on_a: [f64; 3],
    pub on_b: [f64; 3],
    pub penetration: [f64; 2],
    pub depth: [f64; 2],
    pub direction: [f64; 3],
    pub volume: [f64; 2],
    pub area: [f64; 2],
    pub a: u32,
    pub b: u32,
    pub stands_for: [u32; 2],
    pub class: u8,
    pub inside: i8,
    unused: [u8; 6],
}

record! {
    /// Two objects with findings.
    Pair of Told:
    "a" "u4" at offset_of!(Told, a),
    "b" "u4" at offset_of!(Told, b),
    "class" "u1" at offset_of!(Told, class),
    "inside" "i1" at offset_of!(Told, inside),
    "triangle_pairs" "u8" at offset_of!(Told, triangle_pairs),
    "distance" "f8" at offset_of!(Told, distance),
    "on_a" "3f8" at offset_of!(Told, on_a),
    "on_b" "3f8" at offset_of!(Told, on_b),
    "penetration" "f8" at offset_of!(Told, penetration) + 8,
    "penetration_lower" "f8" at offset_of!(Told, penetration),
    "depth" "f8" at offset_of!(Told, depth) + 8,
    "depth_lower" "f8" at offset_of!(Told, depth),
    "direction" "3f8" at offset_of!(Told, direction),
    "volume" "f8" at offset_of!(Told, volume),
    "volume_error" "f8" at offset_of!(Told, volume) + 8,
    "area" "f8" at offset_of!(Told, area),
    "area_error" "f8" at offset_of!(Told, area) + 8,
    "stands_for" "2u4" at offset_of!(Told, stands_for),
}

impl Told {
    pub fn of(pair: &ObjectPair, nearest: Option<NearestPoints>) -> Self {
        const NONE: f64 = f64::NAN;
        let shared = pair.shared.as_deref();
        let measure = |measure: Option<allide::Measure>| measure.map_or([NONE; 2], |x| [x.value, x.error]);
        let inside = match pair.inside {
            Some(id) if id == pair.a => 0,
            Some(_) => 1,
            None => -1,
        };
        Self {
            triangle_pairs: pair.triangle_pairs as u64,
            distance: nearest.map_or(NONE, |nearest| nearest.distance),
            on_a: nearest.map_or([NONE; 3], |nearest| nearest.on_a.to_array()),
            on_b: nearest.map_or([NONE; 3], |nearest| nearest.on_b.to_array()),
            penetration: shared.map_or([NONE; 2], |shared| [shared.penetration.lower, shared.penetration.upper]),
            depth: shared.map_or([NONE; 2], |shared| [shared.depth.lower, shared.depth.upper]),
            direction: shared.map_or([NONE; 3], |shared| shared.depth.direction.to_array()),
            volume: measure(shared.and_then(|shared| shared.volume)),
            area: measure(shared.and_then(|shared| shared.area)),
            a: pair.a.index() as u32,
            b: pair.b.index() as u32,
            stands_for: pair.stands_for,
            class: code(pair.class),
            inside,
            unused: [0; 6],
        }
    }
}

/// The place of a class in the list that Python has.
fn code(class: allide::PairClass) -> u8 {
    allide::PairClass::ALL.iter().position(|known| *known == class).map_or(u8::MAX, |place| place as u8)
}
