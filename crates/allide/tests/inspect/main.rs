//! What `inspect` says about meshes whose defects, volumes and areas are known.

mod defects;
mod hostile;
mod measures;
mod nesting;

use allide::{Engine, Inspection, Mesh, Pose, Problem, Scene, inspect};

/// A surface in the making.
#[derive(Clone, Default)]
struct Shape {
    corners: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

/// A box that faces outwards.
fn block(min: [f64; 3], max: [f64; 3]) -> Shape {
    let corners = (0..8).map(|k| [0, 1, 2].map(|axis| if k >> axis & 1 == 0 { min[axis] } else { max[axis] }));
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
    Shape { corners: corners.collect(), triangles: triangles.collect() }
}

/// A cube around the origin.
fn cube(half: f64) -> Shape {
    block([-half; 3], [half; 3])
}

impl Shape {
    fn inside_out(mut self) -> Self {
        self.triangles.iter_mut().for_each(|triangle| triangle.swap(0, 1));
        self
    }

    fn and(mut self, other: Self) -> Self {
        let first = self.corners.len() as u32;
        self.corners.extend(other.corners);
        self.triangles.extend(other.triangles.into_iter().map(|corners| corners.map(|corner| corner + first)));
        self
    }

    fn with(mut self, triangles: &[[u32; 3]]) -> Self {
        self.triangles.extend(triangles);
        self
    }

    /// Without the first triangles.
    fn without(mut self, count: usize) -> Self {
        self.triangles.drain(..count);
        self
    }

    fn mesh(&self) -> Mesh {
        Mesh::new(self.corners.clone(), self.triangles.clone()).unwrap()
    }

    fn inspected(&self) -> Inspection {
        inspected(&self.mesh(), Pose::IDENTITY)
    }

    /// The defects, and their counts.
    fn problems(&self) -> Vec<(Problem, usize)> {
        self.inspected().problems().collect()
    }
}

fn inspected(mesh: &Mesh, pose: Pose) -> Inspection {
    let mut scene = Scene::new();
    scene.add("part", mesh, pose);
    inspect(&mut Engine::cpu(), &scene).unwrap().objects.remove(0)
}
