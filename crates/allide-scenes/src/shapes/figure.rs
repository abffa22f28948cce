//! Animals and trees: rounded limbs that flow into each other.

use super::contour::{Field, contour};
use crate::Random;
use crate::surface::turn;
use allide::{Aabb, DVec3, Mesh};
use std::f64::consts::{PI, TAU};

/// A limb from one ball to another: their centres and radii.
#[derive(Clone, Copy, Debug)]
struct Limb {
    from: DVec3,
    to: DVec3,
    radii: [f64; 2],
}

/// Limbs, joined with fillets of about this size. A later limb flows into all before it.
struct Figure {
    limbs: Vec<Limb>,
    fillet: f64,
}

impl Field for Figure {
    fn at(&self, point: DVec3) -> f64 {
        self.limbs.iter().map(|limb| limb.distance(point)).fold(f64::INFINITY, |so_far, distance| {
            let near = (self.fillet - (so_far - distance).abs()).max(0.0) / self.fillet;
            so_far.min(distance) - if near > 0.0 { near * near * self.fillet / 4.0 } else { 0.0 }
        })
    }

    fn bounds(&self) -> Aabb {
        let ball = |center: DVec3, radius: f64| [center - DVec3::splat(radius), center + DVec3::splat(radius)];
        let balls = self
            .limbs
            .iter()
            .flat_map(|limb| ball(limb.from, limb.radii[0]).into_iter().chain(ball(limb.to, limb.radii[1])));
        Aabb::around(balls).grown(self.fillet)
    }
}

impl Limb {
    /// To the surface, negative inside; not quite the nearest way where it tapers.
    fn distance(&self, point: DVec3) -> f64 {
        let (along, way) = (self.to - self.from, point - self.from);
        let part = (way.dot(along) / along.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        (way - along * part).length() - (self.radii[0] + (self.radii[1] - self.radii[0]) * part)
    }
}

impl Figure {
    fn new(fillet: f64) -> Self {
        Self { limbs: Vec::new(), fillet }
    }

    fn limb(&mut self, from: [f64; 3], to: [f64; 3], radii: [f64; 2]) {
        self.limbs.push(Limb { from: from.into(), to: to.into(), radii });
    }

    /// The same on both sides of the plane y = 0.
    fn limbs(&mut self, from: [f64; 3], to: [f64; 3], radii: [f64; 2]) {
        for side in [1.0, -1.0] {
            self.limb([from[0], side * from[1], from[2]], [to[0], side * to[1], to[2]], radii);
        }
    }

    fn mesh(&self, triangles: usize) -> Mesh {
        contour(self, triangles).mesh()
    }
}

/// Where the left ear of [`bunny`] begins: above this height and beyond y = 0 there is nothing else.
pub(crate) const EAR: [f64; 3] = [0.56, 0.13, 1.27];

/// A sitting bunny about 1.5 long that looks along +x, on the plane z = 0, with exactly `triangles` triangles (or one
/// more if that is odd; at least some thousand).
pub fn bunny(triangles: usize) -> Mesh {
    let mut figure = Figure::new(0.12);
    figure.limb([-0.3, 0.0, 0.46], [0.28, 0.0, 0.55], [0.44, 0.34]);
    figure.limb([0.3, 0.0, 0.6], [0.55, 0.0, 0.95], [0.28, 0.2]);
    figure.limb([0.58, 0.0, 1.0], [0.82, 0.0, 0.93], [0.25, 0.15]);
    figure.limbs([-0.25, 0.26, 0.3], [-0.05, 0.36, 0.22], [0.26, 0.2]);
    figure.limbs([-0.15, 0.38, 0.1], [0.28, 0.4, 0.08], [0.1, 0.08]);
    figure.limbs([0.38, 0.17, 0.45], [0.46, 0.18, 0.12], [0.13, 0.08]);
    figure.limbs([0.44, 0.18, 0.09], [0.6, 0.19, 0.08], [0.09, 0.07]);
    figure.limb([-0.76, 0.0, 0.4], [-0.8, 0.0, 0.42], [0.13, 0.13]);
    // Ears: flat, wide in the middle.
    for (side, lean) in [(0.13, 0.06), (0.15, 0.05), (0.11, 0.07)] {
        figure.limbs([0.56, side, 1.18], [0.5, side + lean, 1.5], [0.05, 0.085]);
        figure.limbs([0.5, side + lean, 1.5], [0.38, side + 2.0 * lean, 1.84], [0.085, 0.045]);
    }
    figure.mesh(triangles)
}

/// A standing cow about 2.6 long that looks along +x, on the plane z = 0, with exactly `triangles` triangles (or one
/// more if that is odd; at least some thousand).
pub fn cow(triangles: usize) -> Mesh {
    let mut figure = Figure::new(0.1);
    figure.limb([-0.75, 0.0, 1.05], [0.55, 0.0, 1.02], [0.34, 0.36]);
    figure.limb([-0.15, 0.0, 0.95], [0.25, 0.0, 0.92], [0.36, 0.34]);
    figure.limb([0.6, 0.0, 1.12], [1.05, 0.0, 1.42], [0.26, 0.17]);
    figure.limb([1.12, 0.0, 1.45], [1.42, 0.0, 1.26], [0.17, 0.11]);
    figure.limb([1.4, 0.0, 1.26], [1.48, 0.0, 1.22], [0.12, 0.11]);
    for (x, hip) in [(-0.85, 1.0), (0.5, 0.95)] {
        figure.limbs([x, 0.2, hip], [x + 0.06, 0.22, 0.48], [0.19, 0.085]);
        figure.limbs([x + 0.06, 0.22, 0.48], [x, 0.22, 0.1], [0.085, 0.065]);
        figure.limbs([x, 0.22, 0.08], [x + 0.05, 0.22, 0.06], [0.075, 0.07]);
    }
    figure.limb([-0.55, 0.0, 0.68], [-0.45, 0.0, 0.6], [0.16, 0.13]);
    figure.limbs([-0.5, 0.07, 0.56], [-0.5, 0.08, 0.46], [0.05, 0.045]);
    figure.limbs([1.1, 0.12, 1.58], [1.1, 0.32, 1.68], [0.065, 0.055]);
    figure.limbs([1.1, 0.32, 1.68], [1.18, 0.36, 1.86], [0.055, 0.045]);
    figure.limbs([1.04, 0.16, 1.5], [0.98, 0.38, 1.42], [0.06, 0.065]);
    figure.limb([-1.06, 0.0, 1.25], [-1.2, 0.0, 1.0], [0.07, 0.055]);
    figure.limb([-1.2, 0.0, 1.0], [-1.22, 0.0, 0.55], [0.055, 0.055]);
    figure.limb([-1.22, 0.0, 0.55], [-1.22, 0.0, 0.4], [0.06, 0.07]);
    figure.mesh(triangles)
}

/// A dragon about 4 long that looks along +x, in coils over the plane z = 0, with a comb, horns, legs and claws, and
/// exactly `triangles` triangles (or one more if that is odd; at least ten thousand or so).
pub fn dragon(triangles: usize) -> Mesh {
    // From the tip of the tail at 0 to the neck at 1: one swing to the side and two up.
    let spine = |part: f64| {
        let height = 0.62 - 0.42 * (TAU * (1.35 * part + 0.02)).cos() + 0.75 * part.powi(6);
        DVec3::new(-1.9 + 3.3 * part, 0.42 * (TAU * part * 0.9).sin() * (1.0 - part * part), height)
    };
    let girth = |part: f64| 0.07 + 0.25 * (PI * part.powf(0.8)).sin().max(0.0).powf(0.8) + 0.13 * part * part;
    let mut figure = Figure::new(0.06);
    let pieces = 24;
    for piece in 0..pieces {
        let [from, to] = [piece, piece + 1].map(|k| f64::from(k) / f64::from(pieces));
        figure.limb(spine(from).into(), spine(to).into(), [girth(from), girth(to)]);
    }
    for comb in 1..22 {
        let part = f64::from(comb) / 22.0;
        let (foot, up) = (spine(part), DVec3::Z * girth(part));
        let tip = foot + up * 1.1 + DVec3::new(-0.1, 0.0, 0.16 + 0.1 * (PI * part).sin());
        figure.limb((foot + up * 0.85).into(), tip.into(), [0.11, 0.045]);
    }
    let head = spine(1.0) + DVec3::new(0.12, 0.0, 0.1);
    let at = |x: f64, y: f64, z: f64| (head + DVec3::new(x, y, z)).to_array();
    figure.limb(at(-0.05, 0.0, 0.0), at(0.2, 0.0, 0.0), [0.24, 0.2]);
    figure.limb(at(0.25, 0.0, 0.03), at(0.66, 0.0, 0.0), [0.15, 0.11]);
    figure.limb(at(0.15, 0.0, -0.14), at(0.55, 0.0, -0.25), [0.12, 0.07]);
    figure.limbs(at(0.62, 0.06, 0.08), at(0.68, 0.07, 0.12), [0.05, 0.04]);
    figure.limbs(at(0.05, 0.12, 0.18), at(-0.2, 0.2, 0.44), [0.07, 0.05]);
    figure.limbs(at(-0.2, 0.2, 0.44), at(-0.42, 0.26, 0.5), [0.06, 0.045]);
    figure.limbs(at(0.16, 0.14, 0.12), at(0.22, 0.16, 0.15), [0.07, 0.06]);
    for (part, reach) in [(0.42, -0.25), (0.8, 0.3)] {
        let hip = spine(part);
        for side in [1.0, -1.0] {
            let knee = [hip.x - 0.5 * reach, hip.y + side * 0.5, 0.42];
            let foot = [hip.x + reach, hip.y + side * 0.52, 0.1];
            figure.limb([hip.x, hip.y + side * 0.15, hip.z], knee, [0.2, 0.12]);
            figure.limb(knee, foot, [0.12, 0.08]);
            for claw in [-0.12, 0.0, 0.12] {
                figure.limb(foot, [foot[0] + 0.24, foot[1] + claw, 0.06], [0.08, 0.05]);
            }
        }
    }
    figure.mesh(triangles)
}

/// A bare tree about 4 high about the z axis, and both ends of each of its 27 twigs: exactly `triangles` triangles (or
/// one more if that is odd; at least ten thousand or so).
pub(crate) fn tree(triangles: usize) -> (Mesh, Vec<[DVec3; 2]>) {
    let mut figure = Figure::new(0.06);
    let mut twigs = Vec::new();
    figure.limb([0.0, 0.0, 0.25], [0.03, 0.0, 0.7], [0.26, 0.24]);
    for root in 0..5 {
        let (cos, sin) = turn(root, 5);
        figure.limb([0.05 * cos, 0.05 * sin, 0.3], [0.55 * cos, 0.55 * sin, 0.08], [0.18, 0.08]);
    }
    let mut random = Random::new(11);
    branch(&mut figure, &mut twigs, &mut random, (DVec3::new(0.03, 0.0, 0.7), DVec3::Z, 0.24, 0));
    (figure.mesh(triangles), twigs)
}

/// A branch from a place in a direction with a radius, and all that grows on it.
fn branch(figure: &mut Figure, twigs: &mut Vec<[DVec3; 2]>, random: &mut Random, now: (DVec3, DVec3, f64, u32)) {
    let (from, along, radius, depth) = now;
    let to = from + along * (1.05 * 0.86f64.powi(depth as i32));
    figure.limb(from.into(), to.into(), [radius, 0.8 * radius]);
    if depth == 3 {
        twigs.push([from, to]);
        return;
    }
    let (u, v) = along.any_orthonormal_pair();
    let (children, first) = (3, random.between(0.0, TAU));
    for child in 0..children {
        let angle = first + TAU * f64::from(child) / f64::from(children) + random.between(-0.3, 0.3);
        let aside = (u * angle.cos() + v * angle.sin()) * random.between(0.6, 0.95);
        let up = DVec3::Z * 0.12;
        branch(figure, twigs, random, (to, (along + aside + up).normalize(), 0.7 * radius, depth + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::{Engine, Pose, Scene, SelfOverlaps};

    #[test]
    fn figures_have_the_triangles_asked_for_and_do_not_meet_themselves() {
        type Make = fn(usize) -> Mesh;
        let figures: [(Make, usize); 4] =
            [(bunny, 3_000), (cow, 20_000), (dragon, 32_001), (|triangles| tree(triangles).0, 16_600)];
        for (make, triangles) in figures {
            let mut scene = Scene::new();
            scene.add("figure", &make(triangles), Pose::IDENTITY);
            assert_eq!(scene.objects()[0].mesh().triangles().len(), triangles.next_multiple_of(2));
            let found = Engine::cpu().run(&scene, &SelfOverlaps::of_all()).unwrap();
            assert_eq!(found.findings().len(), 0, "{triangles} triangles");
        }
    }
}
