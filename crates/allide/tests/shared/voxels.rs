//! Solids made of cubes, sheared or not: almost everything about two of them is degenerate, and counting gives the answer.

use crate::{Dice, Placed, assert_region, pairs, region};
use allide::shared::Overlay;
use allide::{DVec3, Mesh, Pose};

/// Solids lie in a grid with this many cells along each axis; their cells come in blocks of 2³.
const SIDE: i32 = 8;

#[derive(Clone)]
struct Voxels(Vec<bool>);

impl Voxels {
    fn index([x, y, z]: [i32; 3]) -> Option<usize> {
        let inside = |k: i32| (0..SIDE).contains(&k);
        (inside(x) && inside(y) && inside(z)).then_some((x + SIDE * (y + SIDE * z)) as usize)
    }

    fn has(&self, cell: [i32; 3]) -> bool {
        Self::index(cell).is_some_and(|index| self.0[index])
    }

    fn cells() -> impl Iterator<Item = [i32; 3]> {
        (0..SIDE).flat_map(|x| (0..SIDE).flat_map(move |y| (0..SIDE).map(move |z| [x, y, z])))
    }

    /// Random blocks of 2³ cells, from an offset on; each is there with some probability.
    fn random(dice: &mut Dice, offset: [i32; 3], blocks: i32, density: f64) -> Self {
        let mut voxels = Self(vec![false; (SIDE * SIDE * SIDE) as usize]);
        let mut blocks_there: Vec<bool> = (0..blocks * blocks * blocks).map(|_| dice.next() < density).collect();
        let middle = blocks_there.len() / 2;
        blocks_there[middle] = true;
        for cell in Self::cells() {
            let [x, y, z] = [0, 1, 2].map(|k| (cell[k] - offset[k]).div_euclid(2));
            let there = [x, y, z].iter().all(|k| (0..blocks).contains(k));
            if there && blocks_there[(x + blocks * (y + blocks * z)) as usize] {
                voxels.0[Self::index(cell).unwrap()] = true;
            }
        }
        voxels
    }

    fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(&p, &q)| p && q).collect())
    }

    fn volume(&self) -> f64 {
        self.0.iter().filter(|&&there| there).count() as f64
    }

    fn area(&self) -> f64 {
        self.faces(1, [0; 3]).count() as f64
    }

    /// Faces between cells that are there and cells that are not: the cell, the axis, and whether it is the upper side. Cells
    /// of one size, or, from an offset on, blocks of two.
    fn faces(&self, step: i32, offset: [i32; 3]) -> impl Iterator<Item = ([i32; 3], usize, bool)> {
        let is_first = move |cell: &[i32; 3]| (0..3).all(|k| (cell[k] - offset[k]) % step == 0);
        let there = Self::cells().filter(is_first).filter(|&cell| self.has(cell));
        let sides = there.flat_map(|cell| (0..3).flat_map(move |axis| [(cell, axis, false), (cell, axis, true)]));
        sides.filter(move |&(mut cell, axis, upper)| {
            cell[axis] += if upper { step } else { -1 };
            !self.has(cell)
        })
    }

    /// The surface, each face cut along one of its diagonals; a vertex for each corner of each face.
    fn mesh(&self, dice: &mut Dice, offset: [i32; 3]) -> Mesh {
        let step = 1 + dice.below(2) as i32;
        let (mut positions, mut triangles) = (Vec::new(), Vec::new());
        for (cell, axis, upper) in self.faces(step, offset) {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            let corner = |du: i32, dv: i32| {
                let mut place = cell;
                place[axis] += step * i32::from(upper);
                place[u] += step * du;
                place[v] += step * dv;
                place.map(f64::from)
            };
            let mut corners = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
            if !upper {
                corners.reverse();
            }
            corners.rotate_left(dice.below(2));
            let first = positions.len() as u32;
            positions.extend(corners);
            triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
        }
        Mesh::new(positions, triangles).unwrap()
    }
}

fn offset(dice: &mut Dice) -> [i32; 3] {
    [0, 1, 2].map(|_| dice.below(3) as i32)
}

#[test]
fn solids_made_of_cubes_share_what_counting_says() {
    let mut dice = Dice(7);
    let (mut flush, mut empty, mut crossing) = (0, 0, 0);
    for round in 0..300 {
        let density = [0.3, 0.6, 1.0][round % 3];
        let (first, second) = (offset(&mut dice), offset(&mut dice));
        let blocks = [1, 2, 3][round % 3];
        let a = Voxels::random(&mut dice, first, blocks, density);
        let b = Voxels::random(&mut dice, second, blocks, density);
        let common = a.and(&b);
        let (volume, area) = (common.volume(), common.area());
        let (a, b) = (Placed::at_home(&a.mesh(&mut dice, first)), Placed::at_home(&b.mesh(&mut dice, second)));
        assert_region(&region(&a, &b), volume, area, 0.0);
        assert_region(&region(&b, &a), volume, area, 0.0);
        let pairs = pairs(&a, &b);
        flush += usize::from(pairs.iter().any(|pair| pair.class == allide::Class::Coplanar));
        crossing += usize::from(pairs.iter().any(|pair| pair.class == allide::Class::Crossing));
        empty += usize::from(volume == 0.0);
        let shared = Overlay::of(a.solid(), b.solid(), &pairs);
        assert!(shared.curves().iter().all(|curve| curve.closed && curve.error < 1.0e-13));
        assert!(shared.patches().iter().all(|patch| patch.points.len() > 2));
    }
    assert!(flush > 150 && empty > 20 && crossing > 15, "{flush} {empty} {crossing}");
}

#[test]
fn shears_and_axis_turns_of_cubes_keep_their_volume() {
    let mut dice = Dice(11);
    let shear = |x: f64, y: f64, z: f64| Pose::affine([[1.0, x, 0.0], [0.0, 1.0, y], [z, 0.0, 1.0]], [0.0; 3]).unwrap();
    let determinant = |x: f64, y: f64, z: f64| 1.0 + x * y * z;
    let turns = [
        Pose::affine([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]], [0.0; 3]).unwrap(),
        Pose::affine([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], [0.0; 3]).unwrap(),
        Pose::affine([[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]], [0.5, 0.25, -8.0]).unwrap(),
        Pose::affine([[4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]], [0.0; 3]).unwrap(),
    ];
    let scales = [1.0, 1.0, 1.0, 64.0];
    for round in 0..60 {
        let (first, second) = (offset(&mut dice), offset(&mut dice));
        let a = Voxels::random(&mut dice, first, 2, 0.7);
        let b = Voxels::random(&mut dice, second, 2, 0.7);
        let common = a.and(&b);
        let (a, b) = (a.mesh(&mut dice, first), b.mesh(&mut dice, second));
        let [x, y, z] = [0, 1, 2].map(|k| f64::from(((round >> k) % 5) as i8 - 2) * 0.5);
        let volume = common.volume();
        let sheared = region(&Placed::new(&a, shear(x, y, z)), &Placed::new(&b, shear(x, y, z)));
        let factor = determinant(x, y, z);
        if factor > 0.0 {
            let off = (sheared.volume - volume * factor).abs();
            assert!(off <= sheared.volume_error && sheared.volume_error < 1.0e-9, "{volume} {factor} {sheared:?}");
        }
        for (turn, scale) in turns.iter().zip(scales) {
            let turned = region(&Placed::new(&a, *turn), &Placed::new(&b, *turn));
            assert!((turned.volume - volume * scale).abs() <= turned.volume_error, "{volume} {turned:?}");
        }
        let far = DVec3::new(1048576.0, -2097152.0, 1024.0);
        let moved = region(&Placed::at_home(&a).moved(far), &Placed::at_home(&b).moved(far));
        assert_region(&moved, volume, common.area(), 0.0);
    }
}

/// Corners coincide exactly, faces and edges nearly: rounding decides what crosses what.
#[test]
fn turned_cubes_share_the_same_volume_in_spite_of_rounding() {
    let mut dice = Dice(13);
    let mut crossing = 0;
    for round in 0..200 {
        let (first, second) = (offset(&mut dice), offset(&mut dice));
        let blocks = 1 + round % 3;
        let a = Voxels::random(&mut dice, first, blocks, 0.6);
        let b = Voxels::random(&mut dice, second, blocks, 0.6);
        let volume = a.and(&b).volume();
        let motion = dice.pose(10.0);
        let (a, b) = (a.mesh(&mut dice, first), b.mesh(&mut dice, second));
        let (a, b) = (Placed::new(&a, motion), Placed::new(&b, motion));
        let pairs = pairs(&a, &b);
        let shared = Overlay::of(a.solid(), b.solid(), &pairs);
        let region = shared.region();
        let off = (region.volume - volume).abs();
        assert!(off <= region.volume_error + 1.0e-11 && region.volume_error < 1.0e-10, "{round}: {volume} {region:?}");
        assert!(shared.curves().iter().all(|curve| curve.closed));
        crossing += usize::from(pairs.iter().any(|pair| pair.class == allide::Class::Crossing));
    }
    assert!(crossing > 100, "{crossing}");
}
