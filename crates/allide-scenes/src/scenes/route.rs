use super::plant::Detail;
use crate::shapes::{Pipe, elbow, pipe};
use allide::{DVec3, Pose, Scene};

/// The pose that lays the z axis of a mesh along `axis`, one of the six axis directions, and its y axis upwards
/// where it can: exact, since it only swaps and negates coordinates.
pub(super) fn along(axis: [f64; 3], at: [f64; 3]) -> Pose {
    let z = DVec3::from(axis);
    let x = if axis[2] == 0.0 { DVec3::Z.cross(z) } else { DVec3::X };
    frame(x, z, at)
}

/// The pose that keeps a mesh upright and turns its x axis to `axis`, one of the four level axis directions.
pub(super) fn standing(axis: [f64; 3], at: [f64; 3]) -> Pose {
    frame(axis.into(), DVec3::Z, at)
}

fn frame(x: DVec3, z: DVec3, at: [f64; 3]) -> Pose {
    Pose::affine([x.into(), z.cross(x).into(), z.into()], at).expect("axes and places are finite")
}

/// A pipe laid along a polyline with steps parallel to the axes: straight pieces, and elbows at the corners.
pub(super) struct Route<'n> {
    pub name: &'n str,
    pub section: Pipe,
    pub bend: f64,
    pub detail: Detail,
}

impl Route<'_> {
    /// Adds `pipe NAME/1`, `elbow NAME/1`, `pipe NAME/2` and so on; neighbours meet in their common end plane.
    pub fn lay(&self, scene: &mut Scene, points: &[[f64; 3]]) {
        let points: Vec<DVec3> = points.iter().map(|&point| point.into()).collect();
        let directions: Vec<DVec3> = points.windows(2).map(|ends| direction(ends[1] - ends[0])).collect();
        let bent = elbow(&self.section, self.bend, self.detail.bends);
        let last = directions.len() - 1;
        for (index, &direction) in directions.iter().enumerate() {
            let start = points[index] + direction * if index == 0 { 0.0 } else { self.bend };
            let end = points[index + 1] - direction * if index == last { 0.0 } else { self.bend };
            let length = (end - start).dot(direction);
            let straight = pipe(&self.section, length, self.detail.pieces(length));
            let number = index + 1;
            scene.add(format!("pipe {}/{number}", self.name), &straight, along(direction.into(), start.into()));
            if let Some(&next) = directions.get(number) {
                scene.add(format!("elbow {}/{number}", self.name), &bent, frame(next, direction, end.into()));
            }
        }
    }
}

/// The direction of an axis-parallel vector, exactly.
fn direction(vector: DVec3) -> DVec3 {
    vector.map(|x| if x == 0.0 { 0.0 } else { x.signum() })
}
