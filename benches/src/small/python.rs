//! FCL, where Python has the module: whether two models collide, one call a pose.

use crate::arrays::Arrays;
use crate::python::{Script, Words};
use allide::{DVec3, Mesh, Pose};
use std::path::Path;

/// A script that asks FCL.
pub struct Fcl(Script);

/// A turn and a move: the columns of a matrix, then where the origin goes.
#[derive(Clone, Copy)]
pub struct Matrix([[f64; 3]; 4]);

impl Matrix {
    pub fn of(pose: &Pose) -> Self {
        let origin = pose.apply(DVec3::ZERO);
        let column = |axis: DVec3| (pose.apply(axis) - origin).to_array();
        Self([column(DVec3::X), column(DVec3::Y), column(DVec3::Z), origin.to_array()])
    }

    /// The input of both allide and FCL.
    pub fn pose(&self) -> Pose {
        let [x, y, z, origin] = self.0;
        Pose::affine([x, y, z], origin).expect("finite numbers of a pose")
    }
}

/// The script, if it can run, and a remark about it.
pub fn find() -> (Option<Fcl>, String) {
    let look = || {
        let script = Script::new(include_str!("peers.py"))?;
        let versions = script.call(&[])?;
        let version = versions["fcl"].as_str().ok_or("no module")?.to_owned();
        Ok::<_, String>((Fcl(script), version))
    };
    match look() {
        Ok((fcl, version)) => {
            let remark = format!(
                "FCL {version} is called from Python once a pose, moved and asked; the time of a call that has nothing to do is part of it."
            );
            (Some(fcl), remark)
        }
        Err(error) => {
            let hint = "install python-fcl, and name the interpreter in ALLIDE_PEERS_PYTHON";
            (None, format!("FCL is left out: {error}; {hint}."))
        }
    }
}

impl Fcl {
    /// Microseconds a pose of the second mesh, if its answers are these.
    ///
    /// # Errors
    /// A script that fails, or another answer.
    pub fn ask(&self, meshes: [&Mesh; 2], poses: &[Matrix], hits: &[bool]) -> Result<f64, String> {
        let mut words = Words::default();
        let arrays = meshes.map(|mesh| Arrays {
            positions: mesh.positions().iter().map(|point| point.to_array()).collect(),
            triangles: mesh.triangles().to_vec(),
        });
        words.objects(&arrays);
        words.whole(poses.len());
        poses.iter().for_each(|pose| pose.0.as_flattened().iter().for_each(|&x| words.real(x)));
        hits.iter().for_each(|&hit| words.whole(usize::from(hit)));
        [super::ROUNDS, super::CHUNK].into_iter().for_each(|number| words.whole(number));
        let path = self.0.file("poses");
        words.write(&path)?;
        let printed = self.0.call(&[&path, Path::new("fcl")])?;
        match printed["different"].as_u64() {
            Some(0) => printed["microseconds"].as_f64().ok_or_else(|| "FCL: no times".to_owned()),
            Some(count) => Err(format!("FCL has another answer for {count} of {} poses", poses.len())),
            None => Err("FCL: no answers".to_owned()),
        }
    }
}
