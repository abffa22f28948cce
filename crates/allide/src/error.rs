use crate::{Device, Method, QuestionKind};

/// Why a mesh, a scene or a question was rejected, or a run failed.
///
/// ```
/// use allide::{Clearance, Error};
///
/// let error = Clearance::within(-1.0).unwrap_err();
/// assert_eq!(error, Error::ClearanceNotPositive(-1.0));
/// assert_eq!(error.to_string(), "the clearance is -1; it must be positive and finite");
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An index past the last vertex.
    #[error("triangle {triangle} uses vertex {vertex}, but there are {vertex_count}")]
    IndexOutOfRange {
        /// The triangle, counted from 0.
        triangle: usize,
        /// The vertex it names.
        vertex: u32,
        /// How many vertices there are.
        vertex_count: usize,
    },
    /// A coordinate that is NaN or infinite.
    #[error("vertex {vertex} has the coordinate {value}; all must be finite")]
    NotFinite {
        /// The vertex, counted from 0.
        vertex: usize,
        /// The coordinate.
        value: f64,
    },
    /// More items than 32-bit indices can number.
    #[error("{what}: {count}, but at most {limit} are supported")]
    TooMany {
        /// The items that are too many.
        what: &'static str,
        /// How many.
        count: usize,
        /// The limit.
        limit: usize,
    },
    /// New positions that do not fit the old triangles.
    #[error("object {object:?} has {expected} vertices, but {given} positions were given")]
    PositionCount {
        /// The object's name.
        object: String,
        /// How many vertices its mesh has.
        expected: usize,
        /// How many positions were given.
        given: usize,
    },
    /// A distance of corners to be welded that is negative or not finite.
    #[error("the distance for welding is {0}; it must be 0 or more, and finite")]
    WeldNotFinite(f64),
    /// A pose with a NaN or infinite number.
    #[error("the pose has the {what} {value}; it must be finite")]
    PoseNotFinite {
        /// The part of the pose that the number is in.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// A 4 × 4 matrix that is not an affine map.
    #[error("the last row of the matrix is {last_row:?}; it must be 0, 0, 0, 1")]
    NotAffine {
        /// The row.
        last_row: [f64; 4],
    },
    /// A rotation about an axis of length zero.
    #[error("the axis of the rotation has length zero; it must have a direction")]
    ZeroAxis,
    /// A quaternion of length zero.
    #[error("the quaternion of the rotation is zero; it must have a length, which need not be 1")]
    ZeroQuaternion,
    /// A pose that moves a vertex beyond the range of `f64`.
    #[error("the pose of object {object:?} gives vertex {vertex} a coordinate that is not finite")]
    OutOfRange {
        /// The object's name.
        object: String,
        /// The vertex, counted from 0.
        vertex: usize,
    },
    /// A clearance that is not a positive, finite distance.
    #[error("the clearance is {0}; it must be positive and finite")]
    ClearanceNotPositive(f64),
    /// The system refused to start the threads.
    #[error("cannot start {count} threads: {reason}")]
    Threads {
        /// How many were wanted.
        count: usize,
        /// The reason that the system gives.
        reason: String,
    },
    /// A question about an object that the scene does not have.
    #[error("object {index} is not in the scene, which has {count}: it was removed, or is of another scene")]
    NoSuchObject {
        /// The object's index.
        index: usize,
        /// How many objects there are.
        count: usize,
    },
    /// The run was stopped: see [`crate::Watch::cancel`].
    #[error("the run was cancelled")]
    Cancelled,
    /// The GPU was required and cannot answer.
    #[cfg(feature = "gpu")]
    #[error("{0}")]
    Gpu(#[from] allide_gpu::GpuError),
    /// An unknown name.
    #[error("there is no {what} {word:?}; choose {known}")]
    UnknownWord {
        /// The kind of thing it should name.
        what: &'static str,
        /// The word that was given.
        word: String,
        /// The valid names.
        known: String,
    },
    /// An option with an invalid value.
    #[error("the {what} is {value}; it must be {must}")]
    BadOption {
        /// The option.
        what: &'static str,
        /// The value that was given.
        value: String,
        /// The valid values.
        must: &'static str,
    },
    /// An option that the method does not have.
    #[error("the method {method} has no option {option:?}")]
    NoSuchOption {
        /// The method, with the options that it has.
        method: String,
        /// The option's name.
        option: String,
    },
    /// A CPU method, where the GPU was required.
    #[error("the method {method} does not run on a GPU; choose {}, or the CPU", names(Method::on(Device::Gpu)))]
    NotOnGpu {
        /// The method's name.
        method: &'static str,
    },
    /// A GPU method, where there is no GPU.
    #[error("the method {method} does not run on the CPU; choose {}, or a GPU", names(Method::on(Device::Cpu)))]
    NotOnCpu {
        /// The method's name.
        method: &'static str,
    },
    /// A method for another question.
    #[error("the method {method} does not answer {question}; choose {}", answering(question))]
    NotForQuestion {
        /// The method's name.
        method: &'static str,
        /// The question.
        question: &'static str,
    },
    /// A method that answers the question, but not with this cover.
    #[error("the method {method} does not answer {question}; leave the cover out, or choose cells")]
    CoverNotForQuestion {
        /// The method, with its options.
        method: String,
        /// The question.
        question: &'static str,
    },
}

impl Error {
    /// Whether the adapter lacks a feature that the method needs: another method or other options may work.
    pub fn is_lacking(&self) -> bool {
        #[cfg(feature = "gpu")]
        let is_lacking = matches!(self, Error::Gpu(allide_gpu::GpuError::Lacks { .. }));
        #[cfg(not(feature = "gpu"))]
        let is_lacking = false;
        is_lacking
    }

    pub(crate) fn unknown_word(what: &'static str, word: &str, known: impl IntoIterator<Item = &'static str>) -> Self {
        Self::UnknownWord { what, word: word.to_owned(), known: listed(known) }
    }
}

/// The methods of the CPU that answer a question.
fn answering(question: &str) -> String {
    let kind: Option<QuestionKind> = question.parse().ok();
    names(Method::on(Device::Cpu).filter(|method| kind.is_none_or(|kind| method.answers(kind))))
}

fn names(methods: impl Iterator<Item = Method>) -> String {
    listed(methods.map(Method::name))
}

fn listed(names: impl IntoIterator<Item = &'static str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.join(""),
    }
}
