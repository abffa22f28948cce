//! Solids with the same triangles that face other ways.

use super::{pairs, scene_of, sets};
use allide::{Engine, Mesh, Overlaps, PairClass, Solids};
use allide_scenes::shapes::cuboid;

/// Boxes in one mesh; those that are turned face inwards.
fn boxes(of: &[(f64, f64, bool)]) -> Mesh {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for &(low, high, is_turned) in of {
        let mesh = cuboid([low; 3], [high; 3]);
        let first = positions.len() as u32;
        positions.extend(mesh.positions().iter().map(|point| point.to_array()));
        let turned = |&[a, b, c]: &[u32; 3]| if is_turned { [a, c, b] } else { [a, b, c] };
        triangles.extend(mesh.triangles().iter().map(turned).map(|corners| corners.map(|corner| corner + first)));
    }
    Mesh::new(positions, triangles).expect("finite")
}

/// The sets and pairs of two solids.
fn solids(meshes: [&Mesh; 2]) -> (Vec<Vec<usize>>, Vec<(usize, usize, PairClass)>) {
    let scene = scene_of(meshes);
    let surfaces = Engine::cpu().run(&scene, &Overlaps::new()).unwrap();
    assert_eq!(sets(&surfaces), [[0, 1]], "the triangles are the same");
    let report = Engine::cpu().run(&scene, &Solids::new()).unwrap();
    assert_eq!(Engine::cpu().any(&scene, &Solids::new()).unwrap().is_some(), true);
    (sets(&report), pairs(&report))
}

#[test]
fn a_filled_cavity_makes_another_solid() {
    let hollow = boxes(&[(0.0, 3.0, false), (1.0, 2.0, true)]);
    let filled = boxes(&[(0.0, 3.0, false), (1.0, 2.0, false)]);
    let inside_out = boxes(&[(1.0, 2.0, false), (0.0, 3.0, true)]);
    assert_eq!(solids([&hollow, &filled]), (vec![], vec![(0, 1, PairClass::Contained)]));
    assert_eq!(solids([&filled, &inside_out]), (vec![], vec![(0, 1, PairClass::Contained)]));
    assert_eq!(solids([&hollow, &inside_out]), (vec![vec![0, 1]], vec![]));
    assert_eq!(solids([&filled, &filled]), (vec![vec![0, 1]], vec![]));
}

#[test]
fn what_two_parts_share_may_be_a_hole() {
    let both = boxes(&[(0.0, 2.0, false), (1.0, 3.0, false)]);
    let without = boxes(&[(1.0, 3.0, true), (0.0, 2.0, false)]);
    assert_eq!(solids([&both, &without]), (vec![], vec![(0, 1, PairClass::Contained)]));
}

#[test]
fn shells_beside_each_other_are_one_solid_whichever_way_they_face() {
    let one = boxes(&[(0.0, 1.0, false), (2.0, 3.0, false)]);
    let other = boxes(&[(2.0, 3.0, true), (0.0, 1.0, false)]);
    assert_eq!(solids([&one, &other]), (vec![], vec![(0, 1, PairClass::Duplicate)]));
    let all = boxes(&[(2.0, 3.0, true), (0.0, 1.0, true)]);
    assert_eq!(solids([&one, &all]), (vec![vec![0, 1]], vec![]));
}
