use super::facts::Facts;
use super::layers;
use super::nest::Nest;
use crate::{Engine, Mesh, Pose, Scene, SelfOverlaps, TrianglePair, world};

/// Numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, count: u32) -> u32 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (((self.0 >> 32) * u64::from(count)) >> 32) as u32
    }

    fn point(&mut self, places: u32) -> [f64; 3] {
        [0, 1, 2].map(|_| f64::from(self.below(places)))
    }
}

/// Shells in the making.
#[derive(Default)]
struct Soup {
    corners: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl Soup {
    fn add(&mut self, corners: &[[f64; 3]], triangles: &[[u32; 3]], is_inverted: bool) {
        let first = self.corners.len() as u32;
        self.corners.extend(corners);
        let turned = |&[a, b, c]: &[u32; 3]| if is_inverted { [b, a, c] } else { [a, b, c] };
        self.triangles.extend(triangles.iter().map(turned).map(|corners| corners.map(|corner| corner + first)));
    }

    fn block(&mut self, [low, high]: [[f64; 3]; 2], is_inverted: bool) {
        let corners: Vec<[f64; 3]> =
            (0..8).map(|k| [0, 1, 2].map(|axis| if k >> axis & 1 == 0 { low[axis] } else { high[axis] })).collect();
        let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let triangles: Vec<[u32; 3]> = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
        self.add(&corners, &triangles, is_inverted);
    }

    /// Four corners, whichever way they turn.
    fn wedge(&mut self, corners: [[f64; 3]; 4], is_open: bool) {
        let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        self.add(&corners, &faces[usize::from(is_open)..], false);
    }

    fn scene(self, pose: Pose) -> Scene {
        let mut scene = Scene::new();
        scene.add("soup", &Mesh::new(self.corners, self.triangles).unwrap(), pose);
        scene
    }
}

fn poses() -> [Pose; 4] {
    let mirrored = Pose::affine([[-0.5, 0.3, 0.0], [0.2, 0.7, 0.1], [0.0, -0.3, 0.9]], [0.1, -7.3, 1e3]).unwrap();
    // So far away that corners merge.
    let far = Pose::affine([[0.3, 0.1, 0.0], [-0.1, 0.3, 0.0], [0.0, 0.0, 0.3]], [3e15, 0.0, 1e15]).unwrap();
    [Pose::IDENTITY, Pose::rotation_translation([1.0, 2.0, 3.0], 0.7, [0.0; 3]).unwrap(), mirrored, far]
}

fn overlaps(scene: &Scene) -> Vec<TrianglePair> {
    Engine::cpu().run(scene, &SelfOverlaps::of_all()).unwrap().findings
}

#[test]
fn shells_nest_as_counted_crossings_say() {
    let mut random = Random(1);
    let (mut nested, mut simple) = (0, 0);
    for round in 0..600 {
        let mut soup = Soup::default();
        // Few places make corners and faces meet, many make shells lie free.
        let places = [5, 9, 40][round % 3];
        for _ in 0..2 + random.below(12) {
            match random.below(6) {
                0 => soup.wedge([0; 4].map(|_| random.point(places)), false),
                1 => soup.wedge([0; 4].map(|_| random.point(places)), true),
                2 => {
                    let (low, size) = (random.point(places), f64::from(1 + random.below(places)));
                    soup.block([low, low.map(|x| x + size)], random.below(2) == 0);
                }
                _ => {
                    // Around one middle, so that many are nested.
                    let size = f64::from(random.below(4 * places)) * 0.25;
                    soup.block([[-size; 3], [size + 0.25; 3]], random.below(2) == 0);
                }
            }
        }
        let scene = soup.scene(poses()[round / 3 % 4]);
        let objects = world::objects(&scene, &[]).unwrap();
        let facts = Facts::new(&objects[0].mesh);
        let overlaps = overlaps(&scene);
        let nest = Nest::new(&objects[0], &facts, &overlaps);
        let counted = Nest::counted(&objects[0], &facts, &overlaps);
        assert_eq!(nest.places, counted, "round {round}");
        nested += counted.iter().flatten().filter(|place| place.depth > 0).count();
        simple += usize::from(nest.is_simple && counted.iter().flatten().any(|place| place.depth > 1));
        if layers::are_apart(&objects[0], &facts) {
            assert!(overlaps.is_empty(), "round {round}");
        }
    }
    assert!(nested > 500 && simple > 10, "{nested} {simple}");
}

#[test]
fn layers_are_apart_unless_something_overlaps() {
    let mut random = Random(2);
    let mut found = [0; 2];
    for round in 0..200 {
        let mut soup = Soup::default();
        for layer in 0..40 {
            let size = 10.0 + f64::from(layer);
            soup.block([[-size; 3], [size; 3]], layer % 2 == 0);
            if layer % 8 == 0 {
                // Beside each other, between two layers.
                let low = [size + 0.25, f64::from(random.below(8)), -1.0];
                soup.block([low, low.map(|x| x + 0.5)], false);
                soup.wedge([0.0, 1.0, 2.0, 3.0].map(|k| [-size - 0.5 + 0.1 * (k % 2.0), k, 0.01 * k * k]), false);
            }
        }
        let layer = f64::from(10 + random.below(39));
        let height = f64::from(random.below(16)) * 0.125;
        match round % 5 {
            0 => {}
            // A needle that stays between two layers, or meets one, or crosses several.
            1 => soup.block([[0.0, 0.0, layer + 0.25], [0.5, 0.5, layer + 0.25 + height]], false),
            2 => soup
                .wedge([[0.0, 0.0, -layer - 0.5], [1.0, 0.0, layer + 0.5], [0.0, 1.0, 0.0], [1.0, 1.0, height]], false),
            // A sheet without volume; and one that is open.
            3 => soup.add(
                &[[layer + 0.5, 0.0, 0.0], [layer + 0.5, 1.0, 0.0], [layer + height, 0.0, 1.0]],
                &[[0, 1, 2]],
                false,
            ),
            // A layer that overlaps itself.
            _ => soup.wedge([[layer, layer, 0.0], [layer + height, 0.0, 0.0], [0.0; 3], [0.5; 3]], true),
        }
        let scene = soup.scene(poses()[round % 3]);
        let objects = world::objects(&scene, &[]).unwrap();
        let is_apart = layers::are_apart(&objects[0], &Facts::new(&objects[0].mesh));
        let overlaps = overlaps(&scene);
        assert!(!is_apart || overlaps.is_empty(), "round {round}");
        found[usize::from(is_apart)] += 1;
        assert!(is_apart || round % 5 != 0, "round {round}");
    }
    assert!(found.iter().all(|&count| count > 20), "{found:?}");
}
