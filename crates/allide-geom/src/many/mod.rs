//! One triangle against many at once.
//!
//! Most pairs are decided by vector instructions: those that one plane separates by [`look`], pairs in different
//! planes by [`decide`], pairs in one plane by [`coplanar`]. The few that need more than the filters and equal
//! coordinates go one by one to [`crate::overlap`] and [`crate::self_overlap`], whose answers these are in any case.

mod coplanar;
mod corner;
mod decide;
mod look;
mod points;
mod scaled;
#[cfg(test)]
mod tests;

use crate::adjacency::{self_overlap, self_overlap_with_sides};
use crate::overlap::{Class, all_on_one_side, overlap, overlap_with_sides};
use crate::predicates::Sign;
use crate::scale::is_ordinary;
use crate::wide::Wide;
#[cfg(target_arch = "x86_64")]
use crate::{
    Avx2, Avx512,
    wide::{Eight, Four},
};
use crate::{SimdLevel, Triangle};
use glam::DVec3;
use look::One;

/// Triangles over shared vertices, as a mesh has them.
#[derive(Clone, Copy, Debug)]
pub struct Surface<'m> {
    /// The vertices.
    pub positions: &'m [DVec3],
    /// The vertices of each triangle.
    pub triangles: &'m [[u32; 3]],
}

impl Surface<'_> {
    /// The corners of a triangle.
    #[inline]
    pub fn triangle(&self, triangle: u32) -> Triangle {
        let [p, q, r] = self.triangles[triangle as usize];
        [self.positions[p as usize], self.positions[q as usize], self.positions[r as usize]]
    }

    /// Calls `found` with those of `others` that overlap `triangle`, in any order: as [`overlap`] has it, or as
    /// [`self_overlap`] has it if `triangle` is part of this surface and `own` are its vertices.
    #[inline]
    pub fn for_each_overlap(
        &self,
        triangle: &Triangle,
        own: Option<[u32; 3]>,
        others: &[u32],
        mut found: impl FnMut(u32, Class),
    ) {
        if let [other] = *others {
            // Not worth filling vectors for.
            if let Some(class) = self.decide_one(triangle, own, other, None) {
                found(other, class);
            }
            return;
        }
        self.for_each_overlap_with(SimdLevel::detected(), (triangle, own), others, found);
    }

    #[inline]
    fn for_each_overlap_with(
        &self,
        level: SimdLevel,
        one: (&Triangle, Option<[u32; 3]>),
        others: &[u32],
        found: impl FnMut(u32, Class),
    ) {
        match level {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: there is the proof that the machine has these instructions.
            SimdLevel::Avx512(proof) => unsafe { self.for_each_overlap_avx512(proof, one, others, found) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            SimdLevel::Avx2(proof) => unsafe { self.for_each_overlap_avx2(proof, one, others, found) },
            _ => self.for_each_overlap_by::<f64>((), one, others, found),
        }
    }

    #[cfg(target_arch = "x86_64")]
    avx512! {
        fn for_each_overlap_avx512(
            &self,
            proof: Avx512,
            one: (&Triangle, Option<[u32; 3]>),
            others: &[u32],
            found: impl FnMut(u32, Class),
        ) {
            self.for_each_overlap_by::<Eight>(proof, one, others, found);
        }
    }

    #[cfg(target_arch = "x86_64")]
    avx2! {
        fn for_each_overlap_avx2(
            &self,
            proof: Avx2,
            one: (&Triangle, Option<[u32; 3]>),
            others: &[u32],
            found: impl FnMut(u32, Class),
        ) {
            self.for_each_overlap_by::<Four>(proof, one, others, found);
        }
    }

    #[inline(always)]
    fn for_each_overlap_by<W: Wide>(
        &self,
        proof: W::Proof,
        (triangle, own): (&Triangle, Option<[u32; 3]>),
        others: &[u32],
        mut found: impl FnMut(u32, Class),
    ) {
        let one = One::<W>::new(proof, triangle, own);
        for others in others.chunks(W::WIDTH) {
            let look = one.look_at(self, others);
            let mut left = look.verdict.overlapping();
            while left != 0 {
                let lane = left.trailing_zeros();
                left &= left - 1;
                found(others[lane as usize], look.verdict.class(lane));
            }
            let mut left = look.undecided;
            if left != 0 && !is_ordinary(triangle) {
                left = self.decide_scaled(triangle, own, (others, left), &mut found);
            }
            while left != 0 {
                let lane = left.trailing_zeros();
                left &= left - 1;
                let other = others[lane as usize];
                if let Some(class) = self.decide_one(triangle, own, other, look.sides(lane)) {
                    found(other, class);
                }
            }
        }
    }

    #[inline(never)]
    fn decide_one(
        &self,
        triangle: &Triangle,
        own: Option<[u32; 3]>,
        other: u32,
        sides: Option<Sides>,
    ) -> Option<Class> {
        let other = self.triangle(other);
        match (sides, own) {
            (Some(sides), None) => sides.overlap(triangle, &other),
            (Some(sides), Some(_)) => self_overlap_with_sides(triangle, &other, &sides),
            (None, None) => overlap(triangle, &other),
            (None, Some(_)) => self_overlap(triangle, &other),
        }
    }
}

/// The exact sides of two triangles' corners on each other's planes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides {
    /// Of the corners of the one triangle.
    pub(crate) own: [Sign; 3],
    /// Of the corners of the other.
    pub(crate) other: [Sign; 3],
}

impl Sides {
    /// [`overlap`] of the two triangles that these are the sides of: the one, then the other.
    #[inline]
    pub(crate) fn overlap(&self, own: &Triangle, other: &Triangle) -> Option<Class> {
        if all_on_one_side(self.own) || all_on_one_side(self.other) {
            return None;
        }
        overlap_with_sides(own, other, self.own, self.other)
    }
}
