//! Carries meshes over from one frame to the next.

use crate::Loaded;
use allide::Mesh;
use std::collections::HashMap;

/// Gives objects of a frame the meshes of the frame before where they are the same, and those meshes deformed where only
/// vertices moved. Objects with the same name belong together, in order where several have one.
pub(super) fn on(previous: &[Loaded], objects: &mut [Loaded]) {
    let mut before: HashMap<&str, Vec<&Mesh>> = HashMap::new();
    for object in previous.iter().rev() {
        before.entry(&object.name).or_default().push(&object.mesh);
    }
    // Instances of one shape share a mesh, and must go on doing so.
    let mut carried: HashMap<*const allide::DVec3, Mesh> = HashMap::new();
    for object in objects {
        let earlier = before.get_mut(object.name.as_str()).and_then(Vec::pop);
        let known = carried.entry(object.mesh.positions().as_ptr()).or_insert_with(|| match earlier {
            Some(earlier) => continued(earlier, &object.mesh),
            None => object.mesh.clone(),
        });
        object.mesh = known.clone();
    }
}

fn continued(earlier: &Mesh, now: &Mesh) -> Mesh {
    let bits = |point: &allide::DVec3| point.to_array().map(f64::to_bits);
    if earlier.is_same(now)
        || earlier.triangles() != now.triangles()
        || earlier.positions().len() != now.positions().len()
    {
        return now.clone();
    }
    // The sign of zero counts: a mesh is the same to the last bit or another.
    if earlier.positions().iter().map(bits).eq(now.positions().iter().map(bits)) {
        return earlier.clone();
    }
    let positions = now.positions().iter().map(|point| point.to_array()).collect();
    earlier.deformed(positions).unwrap_or_else(|_| now.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::Pose;

    fn loaded(name: &str, mesh: &Mesh) -> Loaded {
        Loaded {
            name: name.into(),
            source: String::new(),
            mesh: mesh.clone(),
            pose: Pose::IDENTITY,
            unit: None,
            origins: Default::default(),
            welded: None,
            key: None,
            extras: None,
        }
    }

    fn triangle(x: f64) -> Mesh {
        Mesh::new(vec![[x, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]).unwrap()
    }

    #[test]
    fn what_did_not_change_is_the_same_mesh_and_no_answer_depends_on_it() {
        let other = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 2, 1]]).unwrap();
        let previous = ["still", "moving", "turned", "gone"].map(|name| loaded(name, &triangle(0.0)));
        let mut now = [("still", triangle(0.0)), ("moving", triangle(-0.0)), ("turned", other), ("new", triangle(0.0))]
            .map(|(name, mesh)| loaded(name, &mesh));
        let expected: Vec<Mesh> = now.iter().map(|object| object.mesh.clone()).collect();
        on(&previous, &mut now);
        assert!(now[0].mesh.is_same(&previous[0].mesh));
        assert!(now[1..].iter().zip(&previous[1..]).all(|(now, before)| !now.mesh.is_same(&before.mesh)));
        for (now, expected) in now.iter().zip(&expected) {
            assert_eq!(now.mesh.triangles(), expected.triangles());
            assert_eq!(now.mesh.positions()[0].x.to_bits(), expected.positions()[0].x.to_bits());
        }
    }

    #[test]
    fn instances_stay_instances_and_namesakes_stay_in_order() {
        let [one, two] = [triangle(0.0), triangle(0.5)];
        let previous = [loaded("bolt", &one), loaded("bolt", &two)];
        let shared = triangle(0.25);
        let mut now = [loaded("bolt", &shared), loaded("bolt", &shared)];
        on(&previous, &mut now);
        assert!(now[0].mesh.is_same(&now[1].mesh));
        let mut again = [loaded("bolt", &triangle(0.0)), loaded("bolt", &triangle(0.5))];
        on(&previous, &mut again);
        assert!(again[0].mesh.is_same(&one) && again[1].mesh.is_same(&two));
    }
}
