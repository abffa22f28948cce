//! Integers against real numbers, and lists of the GPU against those of the CPU.

use super::cross::{Shape, Square};

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, end: i32) -> i32 {
        (self.next() % end as u64) as i32
    }

    /// From 0 to 1.
    fn part(&mut self) -> f64 {
        self.next() as f64 / (1u64 << 31) as f64
    }
}

#[test]
fn depths_in_a_square_are_those_of_the_points_there() {
    let mut random = Random(1);
    for round in 0..20_000 {
        let size = 1 << (4 + round % 26);
        let corner = |random: &mut Random| [0, 1, 2].map(|_| random.below(size.min(1 << 29) + 1));
        let shape = Shape::new([corner(&mut random), corner(&mut random), corner(&mut random)]);
        let (shift, point) = (1 + round % 12, corner(&mut random));
        let square = Square::grown([point[0] >> shift << shift, point[1] >> shift << shift], shift as u32);
        // Points of the triangle, some of which are in the square.
        let span = shape.touches(&square).then(|| shape.depths(&square));
        for _ in 0..20 {
            let (mut s, mut t) = (random.part(), random.part());
            if s + t > 1.0 {
                (s, t) = (1.0 - s, 1.0 - t);
            }
            let [p, q, r] = shape.corners.map(|corner| corner.map(f64::from));
            let point = [0, 1, 2].map(|k| p[k] + s * (q[k] - p[k]) + t * (r[k] - p[k]));
            if (0..2).all(|k| point[k] >= f64::from(square.low[k]) && point[k] <= f64::from(square.high[k])) {
                let (low, high) = span.expect("a point of the triangle is in the square");
                // Corners were moved by less than the margin.
                assert!(f64::from(low) + 2.0 <= point[2] && point[2] <= f64::from(high) - 2.0, "{shape:?} {square:?}");
            }
        }
    }
}

#[test]
fn a_ray_through_edges_and_corners_crosses_a_closed_surface_evenly() {
    // Tetrahedra with corners on few points, so that many rays meet edges and corners.
    let mut random = Random(2);
    let mut crossed = 0;
    for _ in 0..5000 {
        let corners: Vec<[i32; 3]> = (0..4).map(|_| [0, 1, 2].map(|_| random.below(5))).collect();
        let faces =
            [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]].map(|face: [usize; 3]| Shape::new(face.map(|k| corners[k])));
        for ray in (0..25).map(|k| [k % 5, k / 5]) {
            let turns: Vec<i32> = faces.iter().filter(|face| face.crosses(ray)).map(|face| face.turn).collect();
            assert!(turns.iter().sum::<i32>() == 0 && turns.len() <= 4, "{corners:?} {ray:?}");
            crossed += turns.len();
        }
    }
    assert!(crossed > 5000);
}

#[cfg(feature = "gpu")]
mod twins {
    use super::super::gpu::OnGpu;
    use super::super::lattice::Lattice;
    use super::super::list::{Cells, Division, Maker, OnCpu, Spread};
    use super::super::{Rays, search};
    use super::Random;
    use crate::gpu::testing::{on_all, on_one};
    use crate::world;
    use crate::{Mesh, Pose, Scene};
    use allide_gpu::Gpu;

    /// Closed surfaces: each triangle of a soup is a lid on a corner that all of an object share, so most cross each other. With
    /// few places for corners, rays meet many of them.
    fn soup(random: &mut Random, faces: u32, places: i32) -> Mesh {
        let mut corners = vec![[0.5; 3]];
        let mut triangles = Vec::new();
        for face in 0..faces {
            corners.extend((0..3).map(|_| [0, 1, 2].map(|_| f64::from(random.below(places)) / f64::from(places - 1))));
            let [p, q, r] = [1, 2, 3].map(|k| 3 * face + k);
            triangles.extend([[p, q, r], [0, q, p], [0, r, q], [0, p, r]]);
        }
        Mesh::new(corners, triangles).unwrap()
    }

    fn scene(random: &mut Random, objects: u32, faces: u32, places: i32) -> Scene {
        let mut scene = Scene::new();
        for _ in 0..objects {
            let [x, y, z] = [0, 1, 2].map(|_| f64::from(random.below(5)) / 4.0);
            scene.add("soup", &soup(random, faces, places), Pose::translation(x, y, z).unwrap());
        }
        scene
    }

    /// Divides all cells a few times, and compares every list, size and record.
    fn compare(gpu: &Gpu, scene: &Scene, may_have_int64: bool) -> usize {
        let objects = world::objects(scene, &[]).unwrap();
        let lattice = Lattice::new(&objects, 1e-3);
        let (mut on_cpu, mut on_gpu) = (OnCpu(&lattice), OnGpu::new(gpu, &lattice).unwrap());
        on_gpu.has_int64 &= may_have_int64;
        let all: Vec<u32> = (0..lattice.triangles.len() as u32).collect();
        let (mut list, mut gpu_list) = (on_cpu.start(&all).unwrap(), on_gpu.start(&all).unwrap());
        let mut cells = Cells { origins: vec![[-3, 5]], shift: 30 };
        let mut compared = 0;
        for level in 0..3 {
            // Some cells are left out.
            let chosen: Vec<u32> = (0..cells.origins.len() as u32).filter(|slot| level == 0 || slot % 5 == 1).collect();
            let division = Division::new(&cells, &chosen, [3, 2, 3][level]);
            let Spread::Done(next, sizes) = on_cpu.spread(&cells, &list, &division, u64::MAX).unwrap() else {
                panic!()
            };
            let Spread::Done(gpu_next, gpu_sizes) = on_gpu.spread(&cells, &gpu_list, &division, u64::MAX).unwrap()
            else {
                panic!()
            };
            assert_eq!(sizes, gpu_sizes);
            if let Some(room) = (next.len() as u64).checked_sub(1) {
                assert!(matches!(on_cpu.spread(&cells, &list, &division, room).unwrap(), Spread::Overflow));
                assert!(matches!(on_gpu.spread(&cells, &gpu_list, &division, room).unwrap(), Spread::Overflow));
            }
            (cells, list, gpu_list) = (division.children, next, gpu_next);
            assert_eq!(on_gpu.fragments(&gpu_list).unwrap(), list);
            assert_eq!(on_gpu.sorted(&cells, &gpu_list).unwrap(), on_cpu.sorted(&cells, &list));
            let records = on_cpu.walk(&cells, &list).unwrap();
            assert!(on_gpu.walk(&cells, &gpu_list).unwrap() == records, "level {level}");
            compared += records.len();
        }
        compared
    }

    #[test]
    fn lists_of_the_gpu_are_those_of_the_cpu() {
        on_all(|gpu| {
            let mut random = Random(6);
            let sizes = [(2, 1, 3), (3, 20, 5), (5, 8, 1 << 20), (40, 4, 9)];
            let compared: usize = sizes
                .map(|(objects, faces, places)| compare(gpu, &scene(&mut random, objects, faces, places), true))
                .iter()
                .sum();
            assert!(compared > 1000, "{compared}");
        });
    }

    #[test]
    fn two_words_do_for_64_bits() {
        on_one(|gpu| {
            let mut random = Random(7);
            let sizes = [(3, 20, 5), (5, 8, 1 << 20), (4, 10, 1 << 20)];
            let compared: usize = sizes
                .map(|(objects, faces, places)| compare(gpu, &scene(&mut random, objects, faces, places), false))
                .iter()
                .sum();
            assert!(compared > 100, "{compared}");
        });
    }

    #[test]
    fn a_search_on_the_gpu_is_one_on_the_cpu() {
        on_one(|gpu| {
            let mut random = Random(8);
            for (objects, faces) in [(2, 3), (6, 2), (0, 0), (1, 3)] {
                let scene = scene(&mut random, objects, faces, 7);
                let objects = world::objects(&scene, &[]).unwrap();
                let lattice = Lattice::new(&objects, 0.05);
                let mut maker = OnGpu::new(gpu, &lattice).unwrap();
                let few = Rays::cpu().cells(70);
                let expected = few.run_on(&objects, 0.05).unwrap();
                let found = few.search(&objects, &lattice, &mut maker, std::time::Instant::now()).unwrap();
                assert_eq!((found.pairs, found.undecided), (expected.pairs, expected.undecided));
                let expected = Rays::cpu().run_on(&objects, 0.05).unwrap();
                let found = Rays::cpu().search(&objects, &lattice, &mut maker, std::time::Instant::now()).unwrap();
                assert_eq!(found.pairs, expected.pairs);
                assert_eq!(found.not_closed, expected.not_closed);
                assert_eq!((found.finding, found.measuring), (expected.finding, expected.measuring));
                assert!(found.finding.fragments <= 2 * search::ROOM);
            }
        });
    }
}
