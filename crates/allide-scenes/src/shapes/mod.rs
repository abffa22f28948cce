//! Meshes by formula. All are closed and oriented outwards unless their description says otherwise.

mod blob;
mod cloth;
mod contour;
mod figure;
mod headlight;
mod round;
mod sphere;
mod steel;

pub use blob::blob;
pub use cloth::cloth;
pub use figure::{bunny, cow, dragon};
pub use headlight::headlight;
pub use round::{Pipe, cylinder, elbow, hoop, knot, pipe, revolved, torus};
pub use sphere::{icosphere, uv_sphere};
pub use steel::{blind_hole, bolt, channel, cuboid, gear, i_beam, subdivided_cuboid};

pub(crate) use figure::{EAR, tree};
pub(crate) use sphere::geodesic;
pub(crate) use steel::extruded;

use allide::{Mesh, Pose};
use std::collections::HashMap;

/// The triangles of several placed meshes as one mesh, in order. They are not welded.
pub fn merge<'m>(parts: impl IntoIterator<Item = (&'m Mesh, Pose)>) -> Mesh {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for (mesh, pose) in parts {
        let first = positions.len() as u32;
        positions.extend(mesh.positions().iter().map(|&point| pose.apply(point).to_array()));
        triangles.extend(mesh.triangles().iter().map(|triangle| triangle.map(|vertex| vertex + first)));
    }
    Mesh::new(positions, triangles).expect("parts are valid and poses keep them finite")
}

/// Every triangle cut into four at the middles of its edges: the same surface with four times as many.
pub fn subdivided(mesh: &Mesh) -> Mesh {
    let mut positions: Vec<[f64; 3]> = mesh.positions().iter().map(|point| point.to_array()).collect();
    let mut triangles = Vec::with_capacity(4 * mesh.triangles().len());
    let mut middles: HashMap<[u32; 2], u32> = HashMap::new();
    for &[a, b, c] in mesh.triangles() {
        let [ab, bc, ca] = [[a, b], [b, c], [c, a]].map(|[from, to]| {
            *middles.entry([from.min(to), from.max(to)]).or_insert_with(|| {
                let ends = [from, to].map(|end| mesh.positions()[end as usize]);
                positions.push(((ends[0] + ends[1]) / 2.0).to_array());
                positions.len() as u32 - 1
            })
        });
        triangles.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
    }
    Mesh::new(positions, triangles).expect("middles are between corners")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Every edge is used once in each direction, and the enclosed volume is positive.
    fn assert_closed(name: &str, mesh: &Mesh) {
        let mut edges: HashMap<(u32, u32), i32> = HashMap::new();
        let mut volume = 0.0;
        for &[a, b, c] in mesh.triangles() {
            let [p, q, r] = [a, b, c].map(|vertex| mesh.positions()[vertex as usize]);
            volume += p.dot(q.cross(r)) / 6.0;
            for edge in [(a, b), (b, c), (c, a)] {
                *edges.entry(edge).or_default() += 1;
            }
        }
        for (&(from, to), &count) in &edges {
            assert_eq!((count, edges.get(&(to, from))), (1, Some(&1)), "{name}: edge {from} {to}");
        }
        assert!(volume > 0.0, "{name}: volume {volume}");
        assert!(mesh.positions().iter().all(|point| point.is_finite()), "{name}");
        assert_eq!(mesh.degenerate_count(), 0, "{name}");
    }

    fn closed_shapes() -> Vec<(&'static str, Mesh)> {
        let profile = [[0.5, 0.0], [1.0, 0.0], [1.0, 2.0], [0.25, 2.5]];
        vec![
            ("cuboid", cuboid([0.0; 3], [1.0, 2.0, 3.0])),
            ("subdivided cuboid", subdivided_cuboid([0.0; 3], [1.0, 2.0, 3.0], [1, 2, 5])),
            ("icosphere", icosphere(2)),
            ("uv sphere", uv_sphere(12, 7)),
            ("torus", torus(2.0, 0.5, 24, 8)),
            ("knot", knot(2, 3, 0.2, 96, 8)),
            ("cylinder", cylinder(0.5, 2.0, 16, 3)),
            ("pipe", pipe(&Pipe { radius: 0.5, bore: 0.25, segments: 16 }, 2.0, 3)),
            ("elbow", elbow(&Pipe { radius: 0.5, bore: 0.25, segments: 16 }, 1.0, 6)),
            ("hoop", hoop(0.1, [3.0, 1.0], 8, 3)),
            ("revolved", revolved(&profile, 12)),
            ("i-beam", i_beam([0.25, 0.5], 1.0 / 32.0, 4.0, 5)),
            ("channel", channel([0.5, 0.125], 1.0 / 64.0, 4.0, 5)),
            ("gear", gear(12, [0.75, 1.0], 0.25, 0.5)),
            ("bolt", bolt(0.25, 1.0, 24)),
            ("blind hole", blind_hole(0.5, 0.25, [1.0, 0.5], 16)),
            ("blob", blob(3, 2_000)),
            ("small blob", blob(3, 90)),
            ("bunny", bunny(3_000)),
            ("cow", cow(6_001)),
            ("dragon", dragon(12_000)),
            ("tree", tree(8_000).0),
        ]
    }

    #[test]
    fn shapes_are_closed_and_point_outwards() {
        for (name, mesh) in closed_shapes() {
            assert_closed(name, &mesh);
        }
    }

    #[test]
    fn shapes_come_out_the_same_every_time() {
        for ((name, first), (_, second)) in closed_shapes().into_iter().zip(closed_shapes()) {
            assert_eq!(first.positions(), second.positions(), "{name}");
            assert_eq!(first.triangles(), second.triangles(), "{name}");
        }
    }

    #[test]
    fn an_open_box_is_not_taken_for_closed() {
        let cube = cuboid([0.0; 3], [1.0; 3]);
        let positions = cube.positions().iter().map(|point| point.to_array()).collect();
        let open = Mesh::new(positions, cube.triangles()[1..].to_vec()).unwrap();
        assert!(std::panic::catch_unwind(|| assert_closed("open", &open)).is_err());
    }

    #[test]
    fn merging_keeps_every_triangle_where_its_pose_puts_it() {
        let cube = cuboid([0.0; 3], [1.0; 3]);
        let both = merge([(&cube, Pose::IDENTITY), (&cube, crate::moved(2.0, 0.0, 0.0))]);
        assert_eq!(both.triangles().len(), 24);
        assert_eq!(both.bounds().max.to_array(), [3.0, 1.0, 1.0]);
    }

    #[test]
    fn a_subdivided_body_is_closed_and_as_large() {
        let (cube, fine) = (cuboid([0.0; 3], [1.0; 3]), subdivided(&cuboid([0.0; 3], [1.0; 3])));
        assert_eq!((fine.triangles().len(), fine.positions().len()), (48, 26));
        assert!(fine.topology().is_closed());
        assert_eq!(fine.bounds(), cube.bounds());
    }
}
