use crate::words::words;

/// The five algorithms of the thesis, which differ in what they report: see [`Method::Raycast`](crate::Method::Raycast).
///
/// ```
/// use allide::Method;
/// use allide::raycast::Algorithm;
///
/// let queries = Method::Raycast { algorithm: Algorithm::Queries, resolution: Some(640) };
/// assert_eq!(queries.to_string(), "raycast(algorithm=queries, resolution=640)");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// 1: whether anything interferes. Three passes; counts are read.
    Detect,
    /// 2: which objects have an edge inside another. Three passes; counts and words are read.
    IdentifyOne,
    /// 3: the same from words alone, by a fourth pass.
    IdentifyOneWithoutStencilRead,
    /// 4: also which object each edge is inside of, the last drawn where there are several. Seven passes; pairs of words are
    /// read.
    #[default]
    IdentifyBoth,
    /// 5: which objects are inside another, and which have another inside, but not in which pairs. Seven passes; no pixel is
    /// read.
    Queries,
}

impl Algorithm {
    /// In the order of the thesis.
    pub const ALL: [Self; 5] =
        [Self::Detect, Self::IdentifyOne, Self::IdentifyOneWithoutStencilRead, Self::IdentifyBoth, Self::Queries];

    /// The word used on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Detect => "detect",
            Self::IdentifyOne => "one",
            Self::IdentifyOneWithoutStencilRead => "one-without-stencil",
            Self::IdentifyBoth => "both",
            Self::Queries => "queries",
        }
    }

    /// Whether pixels identify the edge that they show.
    #[cfg(feature = "gpu")]
    pub(super) fn has_words(self) -> bool {
        !matches!(self, Self::Detect | Self::Queries)
    }
}

words!(Algorithm, "algorithm");
