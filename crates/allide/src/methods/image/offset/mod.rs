//! Covers that lose nothing between the pixels: offsets around triangles, drawn with the card's own rasteriser.
//!
//! Paper: Govindaraju, Lin and Manocha, Fast and Reliable Collision Culling using Graphics Hardware (2004).
//!
//! A rasteriser looks at one point of each pixel, so what lies between these points is lost, and so is what falls together in
//! depth. Each triangle is therefore drawn as a body that contains all points within a radius of it: a box along its longest
//! edge ([`Offset::Uobb`]), boxes around its edges and the triangle shifted to both sides ([`Offset::Bounded`]), or just those
//! points ([`Offset::Exact`]). Where triangles meet, in whatever part of a pixel, their bodies then meet in the point that is
//! looked at. Fronts of bodies are written and backs compared, each from the faces of a box that are turned that way.
//! [`Cover::Conservative`] takes the authors' wish for later hardware at its word: a fragment in every pixel that is touched, as
//! deep as the triangle can be inside of it.
//!
//! Guarantee: exact, by this proof of the paper's Theorem 1 for the hardware there is. Let two triangles have points x and y not
//! farther apart than the distance D asked for, 0 for overlaps. Let m be in the middle between them, P the pixel that
//! m is seen in, and q the point as deep as m that is seen in the middle of P, where rasterisers look. To show: both triangles
//! draw a fragment in P; its front is not deeper than q and its back is not nearer. Then neither is in front of the other
//! in this pixel, as far as the reductions can see, for which equal depths count as behind.
//!
//! 1. *Distance.* q is within D/2 + √2/2 pixels of either triangle. The radius r is √3 p/2 + D/2 with p = max(2dX, 2dY, 2dZ) for
//!    pixels of dX × dY and steps of depth of dZ: at least √3 pixels + D/2. Vertices are up to half the diagonal of a cell off
//!    the grid, which is added for triangles that have any. So q is more than a pixel inside of each body.
//! 2. *Fragments.* The box that is drawn contains all points within r of the triangle: it reaches as far along each of its
//!    axes as the corners do, plus r, plus 2⁻¹⁴ of its size, since axes are orthonormal only up to 2⁻¹⁸ each. Its corners in
//!    the view are rounded by at most 2⁻²⁰ of eight times the view, being cut to the view if they are farther out, and then
//!    snapped to at least sixteenths of a pixel. Moved by less than the pixel that q is inside, its surface still winds once
//!    around q, so that the ray through q crosses a front face before q and a back face behind it. Nothing is cut off in depth: all
//!    corners are drawn at the same.
//! 3. *Depths* are not left to the rasteriser, which may compute them from faces that are nearly edge-on to any
//!    precision. The fragment finds them from planes that have all of the body on one side: see span.wgsl for why they are never
//!    too tight. They are rounded outward and compared as `f32`.
//!
//! Deviations from the paper: the bodies other than boxes are not drawn piece by piece. Their pieces, snapped each for itself,
//! leave gaps where a triangle is seen nearly edge-on; so the box is drawn for all three, and its fragments find out where they
//! enter and leave the body, or that they miss it. The paper leaves depths to the rasteriser.

#[cfg(test)]
mod tests;
#[cfg(test)]
mod theorem;

use super::cover::CoverSource;
use super::view::View;
use super::{Cover, Offset};

/// Pixels along each side of a view.
pub(crate) const PIXELS: u32 = 512;

/// What draws triangles so that nothing is lost; `None` for [`Cover::Cells`], which is not drawn.
pub(crate) fn cover(cover: Cover) -> Option<&'static CoverSource> {
    Some(match cover {
        Cover::Offset(Offset::Uobb) => &UOBB,
        Cover::Offset(Offset::Bounded) => &BOUNDED,
        Cover::Offset(Offset::Exact) => &EXACT,
        Cover::Conservative => &TOUCHED,
        Cover::Cells => return None,
    })
}

const FRAME: &str = include_str!("frame.wgsl");
const SPAN: &str = include_str!("span.wgsl");
const BODY: &str = include_str!("body.wgsl");
const WINDOW: &str = include_str!("window.wgsl");
const RECTANGLE: &str = include_str!("rectangle.wgsl");
const COVER: &str = include_str!("cover.wgsl");

const UOBB: CoverSource =
    offset("boxes around triangles", &[FRAME, SPAN, include_str!("uobb.wgsl"), WINDOW, RECTANGLE, COVER]);
const BOUNDED: CoverSource =
    offset("boxes around edges", &[FRAME, SPAN, BODY, include_str!("bounded.wgsl"), WINDOW, RECTANGLE, COVER]);
const EXACT: CoverSource =
    offset("exact offsets", &[FRAME, SPAN, BODY, include_str!("exact.wgsl"), WINDOW, RECTANGLE, COVER]);

const fn offset(name: &'static str, wgsl: &'static [&'static str]) -> CoverSource {
    CoverSource {
        name,
        wgsl,
        vertices: 6,
        is_closed: false,
        has_body: true,
        is_conservative: false,
        reach: |view, distance| reach(view, distance, 3f64.sqrt() + std::f64::consts::SQRT_2 * SNAP),
    }
}

const TOUCHED: CoverSource = CoverSource {
    name: "touched pixels",
    wgsl: &[FRAME, SPAN, BODY, include_str!("touched.wgsl"), WINDOW, HALO, OUTLINE, COVER],
    vertices: 6,
    is_closed: false,
    has_body: true,
    is_conservative: true,
    reach: |view, distance| reach(view, distance, 0.0),
};

const OUTLINE: &str = include_str!("outline.wgsl");
/// Parts of a pixel by which triangles are drawn larger: what snapping and rounding can take away.
const HALO: &str = "const HALO = 0.125;";

/// Parts of a pixel that the rasteriser may move a corner by: Vulkan promises four bits below the pixel.
const SNAP: f64 = 1.0 / 16.0;
/// The most that rounding takes away, as a part of the view: see span.wgsl.
const ROUNDING: f64 = 1.0 / (1u32 << 17) as f64;

/// What covers find in `view.reach`, if triangles closer than `distance` cells are to be found: the radius that is drawn around
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
