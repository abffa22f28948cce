//! Method `self-cullide`: the same inside objects.
//!
//! Paper: Boldt and Meyer, Self-intersections with CULLIDE (2005).
//!
//! A surface that is fully visible, no point of it behind another, does not cut itself. So each part of an object is compared
//! with the nearest depth of the whole object, itself included: drawn with LESS, compared with GREATER, since it must not be
//! hidden by its own fragments. Parts with nothing behind anything leave the set, in any of several views, once or until the set no
//! longer shrinks. Then parts are replaced by those that they consist of, connected patches of the mesh, down to triangles.
//! Triangles that are left are paired by their boxes, and decided exactly, by the rule for neighbours.
//!
//! Guarantee: sampled. Findings are right, but overlaps between the centres of pixels may be missed, as may surfaces that
//! cut each other by less than the depths can tell apart.
//!
//! At the paper's sizes, where triangles are about as large as pixels, that is nearly all of them: each of seven views may drop a triangle that it
//! shows badly, and what has lost its neighbours is dropped next. [`crate::Small::Kept`] is the remedy of §7: a part stays in a view that
//! shows one of its triangles edge-on, or so small that it may fill no pixel. It is no cure. A triangle seen edge-on stays, but hides
//! nothing, so what it cuts is still taken for visible. Drawing it larger would be: that is `far`.
//!
//! Also from §6.1 and §7: [`crate::Hierarchy::Random`], which the authors found to be poor, and so it is; [`crate::Directions`] by orientation
//! or by what the last run did; and [`crate::Views::cpu_below`], where the CPU takes over.
//!
//! Deviations from the paper, unless options say otherwise: the search goes down to single triangles ([`crate::Views::leaf`]), where
//! the paper's loop ends when all parts are leaves of several, and this last pass loses most of what is missed; views are along
//! the axes and the diagonals of a cube, every other round from the other side ([`crate::Directions::Axes`]: the axes alone; the
//! paper names none); each view is of what is left of the object ([`crate::Frame::Whole`]: of all of it); and there is no order, see
//! [`super::order_free`]. Objects are looked at one by one, since the question is about each alone. Rounds and levels are as in
//! [`super::cullide`]. Depths are 32-bit floats.

/// Pixels along each side of a view, as published.
pub(crate) const PIXELS: u32 = 500;
