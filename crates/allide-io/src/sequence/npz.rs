//! Positions over time: a zip archive with `positions` (frames, vertices, 3) and `faces` (triangles, 3).

use super::npy::Array;
use crate::Limits;
use crate::error::{Fault, Place};
use crate::soup::{Part, Soup};
use crate::threemf::Archive;

const POSITIONS: &str = "positions.npy";
const FACES: &str = "faces.npy";

pub(super) struct Npz {
    /// Of all frames.
    positions: Array,
    frames: usize,
    vertices: usize,
    triangles: Vec<[u32; 3]>,
}

fn malformed(array: &str, problem: impl Into<String>) -> Fault {
    Fault::malformed(Place::Element(array.into()), problem)
}

impl Npz {
    pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Self, Fault> {
        let mut archive = Archive::open(bytes, limits)?;
        let mut array = |name: &str| -> Result<Array, Fault> {
            if !archive.has(name) {
                let names = archive.names(12).map(|name| name.trim_end_matches(".npy").to_owned()).collect::<Vec<_>>();
                let problem = format!(
                    "the archive has no array {:?} but {}; save numpy.savez(FILE, positions=…, faces=…)",
                    name.trim_end_matches(".npy"),
                    if names.is_empty() { "nothing".into() } else { names.join(", ") }
                );
                return Err(Fault::malformed(Place::File, problem));
            }
            Array::read(archive.bytes(name)?).map_err(|fault| fault.within(name))
        };
        let (positions, faces) = (array(POSITIONS)?, array(FACES)?);
        let (frames, vertices) = match positions.shape[..] {
            [frames, vertices, 3] => (frames, vertices),
            [vertices, 3] => (1, vertices),
            _ => {
                let problem = format!("the shape is {:?}, but should be (frames, vertices, 3)", positions.shape);
                return Err(malformed(POSITIONS, problem));
            }
        };
        let [count, 3] = faces.shape[..] else {
            let problem = format!("the shape is {:?}, but should be (triangles, 3)", faces.shape);
            return Err(malformed(FACES, problem));
        };
        if count as u64 > limits.triangles {
            let problem = format!("{count} triangles, but at most {} are allowed", limits.triangles);
            return Err(Fault::too_large(Place::Element(FACES.into()), problem));
        }
        let indices = faces.integers().map_err(|fault| fault.within(FACES))?;
        let bound = vertices.min(u32::MAX as usize) as i64;
        if let Some(at) = indices.iter().position(|index| !(0..bound).contains(index)) {
            let problem = format!("triangle {} uses vertex {}, but there are {vertices}", at / 3, indices[at]);
            return Err(malformed(FACES, problem));
        }
        // That they are floats is checked now, not with the first frame.
        positions.floats(0, 0).map_err(|fault| fault.within(POSITIONS))?;
        let triangles =
            indices.as_chunks().0.iter().map(|corners: &[i64; 3]| corners.map(|index| index as u32)).collect();
        Ok(Self { positions, frames, vertices, triangles })
    }

    pub(super) fn frames(&self) -> usize {
        self.frames
    }

    pub(super) fn frame(&self, frame: usize) -> Result<Vec<Part>, Fault> {
        let numbers = self.positions.floats(frame * self.vertices * 3, self.vertices * 3)?;
        if let Some(at) = numbers.iter().position(|value| !value.is_finite()) {
            let problem = format!("vertex {} has the coordinate {}, which is not finite", at / 3, numbers[at]);
            return Err(malformed(POSITIONS, problem));
        }
        let positions = numbers.as_chunks().0.to_vec();
        let soup = Soup { positions, triangles: self.triangles.clone(), ..Soup::default() };
        Ok(vec![Part::nameless(soup.into_mesh()?)])
    }
}
