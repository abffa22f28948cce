//! Scenes of one or two large objects.

use crate::shapes::{blob, cloth as cloth_mesh, cuboid, gear, headlight, knot, merge};
use allide::{Mesh, Pose, Scene};
use std::f64::consts::{FRAC_PI_2, PI};

/// Two bodies of `triangles` triangles each that stick in each other.
///
/// Hard: two large meshes, most of whose triangles are nowhere near the other.
pub fn blobs(triangles: usize) -> Scene {
    let mut scene = Scene::new();
    scene.add("blob a", &blob(1, triangles), Pose::IDENTITY);
    scene.add("blob b", &blob(2, triangles), crate::moved(1.25, 0.5, 0.25));
    scene
}

/// One crumpled sheet.
///
/// Hard: it goes through itself everywhere, and every triangle has neighbours that touch it rightly.
pub fn cloth(triangles: usize) -> Scene {
    let mut scene = Scene::new();
    scene.add("cloth", &cloth_mesh(1, triangles), Pose::IDENTITY);
    scene
}

/// Two trefoils, one threaded through the other without touching it: `around` × `across` quads each.
///
/// Hard: no box, plane or convex hull separates them.
pub fn knots(around: usize, across: usize) -> Scene {
    let shape = knot(2, 3, 0.1875, around, across);
    let mut scene = Scene::new();
    scene.add("knot a", &shape, Pose::IDENTITY);
    scene.add("knot b", &shape, crate::turned([0.0, 0.0, 1.0], PI, [0.0; 3]));
    scene
}

/// Two gears in mesh.
///
/// Hard: teeth in gaps, with a clearance of about a thousandth of the size.
pub fn gears(teeth: usize) -> Scene {
    // About one tooth per unit of circumference: the pitch does not depend on the number of teeth.
    let middle = teeth as f64 / 6.0;
    let radii = [middle - 0.25, middle + 0.125];
    let wheel = gear(teeth, radii, middle / 2.0, 1.0);
    let mut scene = Scene::new();
    scene.add("gear a", &wheel, Pose::IDENTITY);
    let half_a_tooth = PI / teeth as f64;
    let turned = if teeth.is_multiple_of(2) { half_a_tooth } else { 0.0 };
    scene.add("gear b", &wheel, crate::turned([0.0, 0.0, 1.0], turned, [2.0 * middle, 0.0, 0.0]));
    scene
}

/// Two headlights of `triangles` triangles each, one through the other.
///
/// Hard: sheets close behind each other, of which some cross; no surface is closed.
pub fn headlights(triangles: usize) -> Scene {
    let shape = headlight(triangles);
    let mut scene = Scene::new();
    scene.add("headlight a", &shape, Pose::IDENTITY);
    scene.add("headlight b", &shape, crate::turned([1.0, 2.0, 3.0], 0.75, [0.75, 0.125, 0.25]));
    scene
}

/// Boxes in boxes, `depth` of them.
///
/// Hard: all bounds overlap and no surface meets another; each solid contains the next.
pub fn nested(depth: usize) -> Scene {
    let mut scene = Scene::new();
    for level in 0..depth {
        let half = 1.0 + level as f64 / 4.0;
        scene.add(format!("box {level}"), &cuboid([-half; 3], [half; 3]), Pose::IDENTITY);
    }
    scene
}

/// Objects lying on themselves: two equal blobs, and the same box three times, once turned onto itself.
///
/// Hard: every triangle of a duplicate is coplanar with its twin and with nothing else, or touches its twin's
/// neighbours.
pub fn duplicates(triangles: usize) -> Scene {
    let mut scene = Scene::new();
    let body = blob(3, triangles);
    for name in ["blob", "blob (copy)"] {
        scene.add(name, &body, Pose::IDENTITY);
    }
    let cube = cuboid([-0.5; 3], [0.5; 3]);
    let aside = [4.0, 0.0, 0.0];
    for name in ["box", "box (copy)"] {
        scene.add(name, &cube, crate::moved(4.0, 0.0, 0.0));
    }
    // A quarter turn by swapping axes: the same solid exactly, with other diagonals on its faces.
    let quarter = Pose::affine([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], aside).expect("finite");
    scene.add("box (turned)", &cube, quarter);
    scene.add("box (nearly turned)", &cube, crate::turned([0.0, 0.0, 1.0], FRAC_PI_2, aside));
    scene
}

/// Two bodies that cross, with `triangles` triangles each.
pub fn two_bodies(triangles: usize) -> Scene {
    let mut scene = Scene::new();
    scene.add("body", &blob(1, triangles), Pose::IDENTITY);
    scene.add("other", &blob(2, triangles), crate::moved(1.0, 0.25, 0.125));
    scene
}

/// One object: a crumpled cloth in one spot of two triangles that are a thousand times as wide.
///
/// Hard: cells of any even grid over it have all or nothing in them.
pub fn stadium(triangles: usize) -> Scene {
    let quad = vec![[-700.0, -500.0, -3.0], [800.0, -500.0, -2.0], [800.0, 600.0, 3.0], [-700.0, 600.0, 2.0]];
    let ground = Mesh::new(quad, vec![[0, 1, 2], [0, 2, 3]]).expect("four corners");
    let cloth = cloth_mesh(1, triangles);
    let mut scene = Scene::new();
    scene.add("body", &merge([(&ground, Pose::IDENTITY), (&cloth, Pose::IDENTITY)]), Pose::IDENTITY);
    scene
}
