use allide_geom::{Aabb, DVec3, Triangle};

/// One object as every contender gets it: plain vertices in world coordinates, and three of them per triangle.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrays {
    pub positions: Vec<[f64; 3]>,
    pub triangles: Vec<[u32; 3]>,
}

impl Arrays {
    pub fn triangle(&self, index: u32) -> Triangle {
        self.triangles[index as usize].map(|vertex| DVec3::from(self.positions[vertex as usize]))
    }

    pub fn triangle_bounds(&self, index: u32) -> Aabb {
        let [x, y, z] = self.triangle(index);
        Aabb { min: x.min(y).min(z), max: x.max(y).max(z) }
    }

    pub fn bounds(&self) -> Aabb {
        Aabb::around(self.positions.iter().copied().map(DVec3::from))
    }

    /// A copy moved by `offset`, each coordinate rounded once, as [`allide::Pose::translation`] moves it.
    pub fn moved(&self, offset: DVec3) -> Self {
        let positions = self.positions.iter().map(|&point| (DVec3::from(point) + offset).to_array()).collect();
        Self { positions, triangles: self.triangles.clone() }
    }
}

/// A box around all objects.
pub fn bounds(objects: &[Arrays]) -> Aabb {
    objects.iter().map(Arrays::bounds).fold(Aabb::EMPTY, |x, y| x.union(&y))
}

pub fn triangle_count(objects: &[Arrays]) -> usize {
    objects.iter().map(|object| object.triangles.len()).sum()
}
