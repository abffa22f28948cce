//! Positions over time: a zip archive with `positions` (frames, vertices, 3) and `faces` (triangles, 3).

use super::MOST_FRAMES;
use super::npy::Array;
use crate::error::{Fault, Place};
use crate::note::Notes;
use crate::repair;
use crate::soup::{Part, Soup};
use crate::threemf::Archive;
use crate::{Context, Limits, Options};

const POSITIONS: &str = "positions.npy";
const FACES: &str = "faces.npy";

pub(super) struct Npz {
    /// Of all frames.
    positions: Array,
    frames: usize,
    vertices: usize,
    /// Those that are left out because of their numbers have [`NO_VERTEX`].
    triangles: Vec<[u32; 3]>,
    /// Bytes of the file.
    pub(super) bytes: usize,
}

/// In place of a number that is that of no vertex.
const NO_VERTEX: u32 = u32::MAX;

fn malformed(array: &str, problem: impl Into<String>) -> Fault {
    Fault::malformed(Place::Element(array.into()), problem)
}

impl Npz {
    /// Whether a file that begins like this is one: a zip archive whose first part is an array.
    pub(super) fn begins(bytes: &[u8]) -> bool {
        let length = bytes.get(26..28).map_or(0, |length| usize::from(u16::from_le_bytes([length[0], length[1]])));
        bytes.starts_with(b"PK\x03\x04") && bytes.get(30..30 + length).is_some_and(|name| name.ends_with(b".npy"))
    }

    pub(super) fn read(bytes: &[u8], limits: &Limits, options: &Options) -> Result<Self, Fault> {
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
        if frames > MOST_FRAMES {
            let problem = format!("{frames} frames, but at most {MOST_FRAMES} are allowed");
            return Err(Fault::too_large(Place::Element(POSITIONS.into()), problem));
        }
        if count == 0 || vertices == 0 {
            return Err(Fault::empty());
        }
        let indices = faces.integers().map_err(|fault| fault.within(FACES))?;
        let bound = vertices.min(u32::MAX as usize) as i64;
        let bad = indices.iter().position(|index| !(0..bound).contains(index));
        if let Some(at) = bad.filter(|_| !options.repair) {
            let problem = format!("triangle {} uses vertex {}, but there are {vertices}", at / 3, indices[at]);
            return Err(malformed(FACES, problem));
        }
        // That they are floats is checked now, not with the first frame.
        positions.floats(0, 0).map_err(|fault| fault.within(POSITIONS))?;
        let vertex = |index: i64| u32::try_from(index).ok().filter(|_| index < bound).unwrap_or(NO_VERTEX);
        let triangles = indices.as_chunks().0.iter().map(|corners: &[i64; 3]| corners.map(vertex)).collect();
        Ok(Self { positions, frames, vertices, triangles, bytes: bytes.len() })
    }

    pub(super) fn frames(&self) -> usize {
        self.frames
    }

    pub(super) fn frame(&self, frame: usize, context: &mut Context) -> Result<Vec<Part>, Fault> {
        let numbers = self.positions.floats(frame * self.vertices * 3, self.vertices * 3)?;
        let bad = numbers.iter().position(|value| !value.is_finite());
        if let Some(at) = bad.filter(|_| !context.repair) {
            let problem = format!("vertex {} has the coordinate {}, which is not finite", at / 3, numbers[at]);
            return Err(malformed(POSITIONS, problem));
        }
        let (positions, mut triangles) = (numbers.as_chunks().0.to_vec(), self.triangles.clone());
        if context.repair {
            leave_out(&mut triangles, &positions, &mut context.notes);
        }
        let soup = Soup { positions, triangles, ..Soup::default() };
        Ok(vec![Part::nameless(soup.into_mesh()?)])
    }
}

/// Leaves out triangles with a vertex that is not there, or not finite in this frame.
fn leave_out(triangles: &mut Vec<[u32; 3]>, positions: &[[f64; 3]], notes: &mut Notes) {
    let place = |triangle| Place::Element(format!("{FACES}: triangle {triangle}"));
    repair::leave_out(triangles, 0, positions, notes, place);
}
