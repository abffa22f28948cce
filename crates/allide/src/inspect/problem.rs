use crate::words::words;

/// The defects of a mesh that should bound a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Problem {
    /// The mesh has no triangles.
    Empty,
    /// Edges with only one triangle: the surface has a border.
    OpenEdges,
    /// Edges that two triangles use in the same direction: one of the two faces the wrong way.
    FlippedEdges,
    /// Edges with more than two triangles.
    NonManifoldEdges,
    /// Closed shells that are inside out: outer ones that face inwards, or cavities that face outwards.
    InvertedShells,
    /// Closed shells without volume.
    FlatShells,
    /// Places where the surface meets itself: see [`Cluster`](crate::Cluster).
    SelfOverlaps,
    /// Triangles with the same corners as an earlier one.
    DuplicateTriangles,
    /// Triangles without area.
    DegenerateTriangles,
}

words!(Problem, "problem");

impl Problem {
    /// All of them, the worst first.
    pub const ALL: [Self; 9] = [
        Self::Empty,
        Self::OpenEdges,
        Self::FlippedEdges,
        Self::NonManifoldEdges,
        Self::InvertedShells,
        Self::FlatShells,
        Self::SelfOverlaps,
        Self::DuplicateTriangles,
        Self::DegenerateTriangles,
    ];

    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::OpenEdges => "open",
            Self::FlippedEdges => "flipped",
            Self::NonManifoldEdges => "non-manifold",
            Self::InvertedShells => "inverted",
            Self::FlatShells => "flat",
            Self::SelfOverlaps => "self-overlap",
            Self::DuplicateTriangles => "duplicate",
            Self::DegenerateTriangles => "degenerate",
        }
    }
}
