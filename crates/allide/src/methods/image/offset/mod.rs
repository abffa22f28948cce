//! Method `far` as it is drawn: covers that lose nothing between the pixels, with the GPU's own rasteriser.
//!
//! Paper: Govindaraju, Lin and Manocha, Fast and Reliable Collision Culling using Graphics Hardware (2004).
//!
//! A rasteriser looks at one point of each pixel, so what lies between these points is lost, and so is what is too close in
//! depth. Each triangle is therefore drawn as a body that contains all points within a radius of it: a box along its longest
//! edge ([`Offset::Uobb`]), boxes around its edges and the triangle shifted to both sides ([`Offset::Bounded`]), or just those
//! points ([`Offset::Exact`]). Where triangles meet, in whatever part of a pixel, their bodies then meet at the point that is
//! looked at. Fronts of bodies are written and backs are compared, by the reductions that `cullide` has: first whole objects, then
//! the pairs whose boxes still meet, then their parts down to triangles; then sweep and prune, and exact tests on the CPU.
//! [`Cover::Conservative`] takes the authors' wish for later hardware at its word: a fragment in every pixel that is touched, as
//! deep as the triangle can be inside of it.
//!
//! Guarantee: exact, by this proof of the paper's Theorem 1 for the hardware there is. Let two triangles have points x and y not
//! farther apart than the distance D asked for, 0 for overlaps. Let m be in the middle between them, P the pixel that m is seen
//! in, and q the point as deep as m that is seen in the middle of P, where rasterisers look. To show: both triangles have a
//! fragment in P; its front is not deeper than q and its back is not nearer. Then neither triangle is in front of the other, as
//! far as the reductions can see: equal depths count as behind.
//!
//! 1. *Radius.* q is within D/2 and half the diagonal of a pixel of x and of y. Bodies have the radius √3 p/2 + D/2 with
//!    p = max(2dX, 2dY, 2dZ) for pixels of dX × dY and steps of depth of dZ: at least √3 pixels + D/2. Half the diagonal of a
//!    cell is added for triangles with vertices off the grid, and what rounding takes away. So q is a pixel or more inside of both.
//! 2. *Fragments.* The drawn shape contains all that is seen within the radius of the triangle: the triangle with its sides moved
//!    outward by the radius, or a rectangle that reaches as far as the corners do along and across the longest side, and the radius
//!    farther, whichever is smaller. Corners are computed in `f32`, off by less than 2⁻²⁰ of eight times the view, since what
//!    reaches farther is cut. How far sides are moved follows from twice the triangle's area. That is off by 2⁻²¹ of the longest
//!    side squared, and is at least half of that side times the radius, else the rectangle is drawn: so sides are off by less
//!    than 2⁻¹⁹ of the longest. All is then snapped to at least sixteenths of a pixel. That is far less than the pixel that q has
//!    to spare, so P has a fragment. Nothing is cut off in depth: all is drawn at one depth.
//! 3. *Depths* are not left to the rasteriser, which interpolates them with any precision where faces are nearly edge-on. The
//!    fragment finds them from planes that have all of the body on one side: see span.wgsl for why they are never too tight.
//!    They are rounded outward, compared as `f32`, and left out where nothing of the body is as deep as what is seen, as q is.
//!
//! *Half of the radius* ([`Samples::Centre`]). The paper allows p/2 where rasterisers look at the middle of pixels, as all do
//! here. Step 1 then leaves q √3/2 - √2/2 = 0.15 pixels inside, beside what snapping takes (√2/16) and what step 2 lets sides
//! be off by, which are both added to the radius: 12 views of N pixels times 2⁻¹⁹ are less than N 2⁻¹⁵ pixels.
//!
//! *Faces* ([`Offset::Faces`]). Boxes drawn by their faces have a fragment at P in front, and one behind. The faces in front
//! are a disc whose edge is the box's outline, at least 0.15 pixels from q beside all that moves corners. So the disc still
//! goes around q once after corners have moved, and one of its faces covers q in the sense of a front. Likewise for those
//! behind. Depths are those of step 3. A box that reaches beyond eight views is drawn as its rectangle, in both senses.
//!
//! Pixels that are touched follow the same proof: their bodies are the triangle, summed with a pixel instead of a ball. With
//! conservative rasterisation P has a fragment if it touches what is drawn, the triangle grown by what snapping and rounding
//! can take away; or, where it is thin, by a pixel, as such hardware may leave it out.
//!
//! Deviations from the paper: it draws the faces of bodies, culls those behind to write and those in front to compare, and so
//! halves the fill. [`Offset::Faces`] does that, except for depths (step 3). The others draw no faces: fragments of an outline
//! in the view find out where they enter or leave the body, or that they miss it. That is less than half of the faces' fill,
//! as a box has corners where the ball around a triangle has none; a sixth of the vertices; and it leaves fewer triangles.
//! Views show the space where boxes of objects overlap.

#[cfg(test)]
mod fill;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod theorem;

use super::cover::CoverSource;
use super::view::View;
use crate::{Cover, Offset, Samples};
use allide_gpu::{Gpu, Kind};

/// Pixels along each side of a view. A software adapter takes twice as long with 512 as with 128, and leaves a third less.
pub(crate) fn pixels(gpu: &Gpu) -> u32 {
    if gpu.description().kind == Kind::Software { 256 } else { 512 }
}

/// The drawing of triangles that loses nothing; `None` for [`Cover::Cells`], which is not drawn.
pub(crate) fn cover(cover: Cover) -> Option<&'static CoverSource> {
    Some(match cover {
        Cover::Offset(offset, rendering) => match (offset, rendering.samples) {
            (Offset::Uobb, Samples::Anywhere) => &UOBB,
            (Offset::Uobb, Samples::Centre) => &UOBB_AT_CENTRES,
            (Offset::Faces, Samples::Anywhere) => &FACES,
            (Offset::Faces, Samples::Centre) => &FACES_AT_CENTRES,
            (Offset::Bounded, Samples::Anywhere) => &BOUNDED,
            (Offset::Bounded, Samples::Centre) => &BOUNDED_AT_CENTRES,
            (Offset::Exact, Samples::Anywhere) => &EXACT,
            (Offset::Exact, Samples::Centre) => &EXACT_AT_CENTRES,
        },
        Cover::Conservative(_) => &TOUCHED,
        Cover::Cells => return None,
    })
}

const FRAME: &str = include_str!("frame.wgsl");
const SPAN: &str = include_str!("span.wgsl");
const BODY: &str = include_str!("body.wgsl");
const WINDOW: &str = include_str!("window.wgsl");
const GROWN: &str = include_str!("grown.wgsl");
const OUTLINE: &str = include_str!("outline.wgsl");
const COVER: &str = include_str!("cover.wgsl");

const UOBB: CoverSource =
    offset("boxes around triangles", &[FRAME, SPAN, include_str!("uobb.wgsl"), WINDOW, GROWN, OUTLINE, COVER]);
const BOUNDED: CoverSource =
    offset("boxes around edges", &[FRAME, SPAN, BODY, include_str!("bounded.wgsl"), WINDOW, GROWN, OUTLINE, COVER]);
const EXACT: CoverSource =
    offset("exact offsets", &[FRAME, SPAN, BODY, include_str!("exact.wgsl"), WINDOW, GROWN, OUTLINE, COVER]);

const FACES: CoverSource = CoverSource {
    vertices: 36,
    is_closed: true,
    ..offset("faces of boxes", &[FRAME, SPAN, include_str!("uobb.wgsl"), WINDOW, include_str!("faces.wgsl"), COVER])
};
const UOBB_AT_CENTRES: CoverSource = at_centres(UOBB);
const FACES_AT_CENTRES: CoverSource = at_centres(FACES);
const BOUNDED_AT_CENTRES: CoverSource = at_centres(BOUNDED);
const EXACT_AT_CENTRES: CoverSource = at_centres(EXACT);

/// With half of the radius, for rasterisers that look at the middle of pixels: p of the paper, halved.
const fn at_centres(cover: CoverSource) -> CoverSource {
    CoverSource {
        reach: |view, distance| {
            // Sides are off by 2⁻¹⁹ of a length of up to twelve views.
            let rounding = f64::from(view.pixels()) / f64::from(1 << 15);
            reach(view, distance, 0.5 * 3f64.sqrt() + std::f64::consts::SQRT_2 * SNAP + rounding)
        },
        ..cover
    }
}

const fn offset(name: &'static str, wgsl: &'static [&'static str]) -> CoverSource {
    CoverSource {
        name,
        wgsl,
        vertices: 6,
        has_body: true,
        is_conservative: false,
        is_closed: false,
        reach: |view, distance| reach(view, distance, 3f64.sqrt() + std::f64::consts::SQRT_2 * SNAP),
    }
}

const TOUCHED: CoverSource = CoverSource {
    name: "touched pixels",
    wgsl: &[FRAME, SPAN, BODY, include_str!("touched.wgsl"), WINDOW, HALO, GROWN, TOUCHED_OUTLINE, COVER],
    vertices: 6,
    has_body: true,
    is_conservative: true,
    is_closed: false,
    reach: |view, distance| reach(view, distance, 0.0),
};

const TOUCHED_OUTLINE: &str = include_str!("touched_outline.wgsl");
/// Parts of a pixel by which triangles are drawn larger: what snapping and rounding can take away.
const HALO: &str = "const HALO = 0.125;";

/// Parts of a pixel that the rasteriser may move a corner by: Vulkan promises four bits below the pixel.
const SNAP: f64 = 1.0 / 16.0;
/// The most that rounding takes away, as a part of the view: see span.wgsl.
const ROUNDING: f64 = 1.0 / (1u32 << 17) as f64;

/// The content of `view.reach`, if triangles closer than `distance` cells are to be found: the radius that is drawn around
/// triangles, but for what depends on the triangle, and the size of a pixel, all in cells. `around` is the radius without a
/// distance, in pixels.
fn reach(view: &View, distance: f32, around: f64) -> [f32; 4] {
    let ([width, height], deep) = (view.pixel(), f64::from(view.deep()));
    // Depths are `f32` between 0 and 1.
    let step = 2.0 * deep * f64::from(f32::EPSILON);
    let pixel = f64::from(width.max(height)).max(step);
    let seen = f64::from(width.max(height)) * 0.5 * f64::from(view.pixels());
    let radius = around * pixel + 0.5 * f64::from(distance) + step + ROUNDING * seen.max(deep);
    // No two points of the grid are as far apart as the limit.
    [(radius * (1.0 + 1.0 / f64::from(1 << 15))).min(1.0e12) as f32, width, height, 0.0]
}
