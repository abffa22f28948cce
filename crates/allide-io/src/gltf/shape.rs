//! The shape of a mesh: its primitives, with morph targets and joints applied as a viewer shows them at rest.

use super::buffers::Buffers;
use super::json::{Attributes, Primitive, get};
use super::posture::Posture;
use super::values::Values;
use super::{accessor, skin};
use crate::error::{Fault, Place};
use crate::note::{Notes, Oddity};
use crate::repair;
use crate::soup::{self, Soup, fan};
use allide::{Mesh, Pose};
use std::collections::HashMap;

/// The key of a shape. Nodes with equal keys share one mesh.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Recipe {
    pub(crate) mesh: usize,
    /// The bits of the weights of morph targets, if the node has other ones than the mesh.
    weights: Option<Vec<u64>>,
    pub(crate) skin: Option<usize>,
}

impl Recipe {
    pub(crate) fn new(buffers: &Buffers, posture: &Posture, node: usize, mesh: usize) -> Result<Self, Fault> {
        let moved = posture.of(node).and_then(|moved| moved.weights.as_ref());
        let (node, element) = (&buffers.document.nodes[node], format!("nodes[{node}]"));
        let own = moved.unwrap_or(&node.weights);
        let is_own = !own.is_empty() && *own != buffers.document.meshes[mesh].weights;
        let weights = is_own.then(|| own.iter().map(|weight| weight.to_bits()).collect());
        if let Some(skin) = node.skin {
            get(&buffers.document.skins, skin, "skins", &element)?;
        }
        Ok(Self { mesh, weights, skin: node.skin })
    }

    /// The weights of morph targets; empty if all are zero.
    fn weights(&self, buffers: &Buffers) -> Vec<f64> {
        let of_mesh = || buffers.document.meshes[self.mesh].weights.clone();
        let own = self.weights.as_ref().map(|bits| bits.iter().copied().map(f64::from_bits).collect());
        let weights: Vec<f64> = own.unwrap_or_else(of_mesh);
        if weights.iter().all(|&weight| weight == 0.0) { Vec::new() } else { weights }
    }
}

/// The minimum cost of a primitive.
const PRIMITIVE: u64 = 256;

/// Makes shapes, and counts what they take: many may use the same bytes of the file.
pub(crate) struct Maker<'n> {
    /// Where bad triangles that are left out are noted, if they are.
    pub(crate) repair: Option<&'n mut Notes>,
    pub(crate) memory: u64,
}

impl Maker<'_> {
    /// All primitives of a mesh as one. `joints` are those of the skin.
    pub(crate) fn shape(&mut self, buffers: &mut Buffers, recipe: &Recipe, joints: &[Pose]) -> Result<Mesh, Fault> {
        let document = buffers.document;
        let mut soup = Soup::default();
        let weights = recipe.weights(buffers);
        // Primitives often share their vertices.
        let mut first_vertices = HashMap::new();
        for (number, primitive) in document.meshes[recipe.mesh].primitives.iter().enumerate() {
            let element = format!("meshes[{}].primitives[{number}]", recipe.mesh);
            // Each takes time, even one of points, and many nodes may make a shape of them of their own.
            self.charge(buffers, PRIMITIVE, &element)?;
            let Some(topology) = Topology::of(primitive, &element)? else { continue };
            let vertices = Vertices::of(buffers, primitive, &weights, recipe.skin.is_some(), &element)?;
            let values = self.values(buffers, primitive, &element)?;
            let known = first_vertices.get(&vertices).filter(|_| matches!(values, Values::Plain));
            let (first, count) = match known {
                Some(&known) => known,
                None => {
                    let positions = self.positions(buffers, &values, &vertices, joints, &element)?;
                    let range = (soup.positions.len(), positions.len());
                    match soup.positions.is_empty() {
                        true => soup.positions = positions,
                        false => soup.positions.extend(positions),
                    }
                    first_vertices.insert(vertices, range);
                    range
                }
            };
            let before = soup.triangles.len();
            let bound = self.repair.is_none().then_some(count);
            if let Some(triangles) = values.triangles() {
                self.grow(buffers, 0, triangles.len(), &element)?;
                soup.triangles.extend(triangles);
                check_indices(&soup.triangles[before..], bound, &element)?;
            } else {
                let corners = match primitive.indices {
                    Some(indices) => accessor::indices(buffers, indices, bound, &element)?,
                    None => (0..count as u32).collect(),
                };
                self.grow(buffers, 0, corners.len(), &element)?;
                topology.cut(&corners, &mut soup.triangles, &element, &mut self.repair)?;
            }
            if let Some(notes) = &mut self.repair {
                let place = |triangle| Place::Element(format!("{element}: triangle {triangle}"));
                repair::leave_out(&mut soup.triangles, before, &soup.positions[first..][..count], notes, place);
            }
            for vertex in soup.triangles[before..].iter_mut().flatten() {
                *vertex += first as u32;
            }
        }
        soup.into_mesh()
    }

    fn grow(&mut self, buffers: &Buffers, vertices: usize, triangles: usize, element: &str) -> Result<(), Fault> {
        self.charge(buffers, soup::memory(vertices as u64, triangles as u64), element)
    }

    /// Counts allocated bytes, or work that takes as long as allocating them.
    pub(crate) fn charge(&mut self, buffers: &Buffers, bytes: u64, element: &str) -> Result<(), Fault> {
        self.memory = self.memory.saturating_add(bytes);
        let (memory, limit) = (self.memory, buffers.limits.unpacked_bytes);
        if memory <= limit {
            return Ok(());
        }
        let problem = format!("the shapes take {memory} bytes or more, but at most {limit} are allowed");
        Err(Fault::too_large(Place::Element(element.into()), problem))
    }

    /// Decompresses a primitive where that is needed. Many may be decompressed from the same bytes, which takes time.
    fn values<'d>(
        &mut self,
        buffers: &mut Buffers,
        primitive: &'d Primitive,
        element: &str,
    ) -> Result<Values<'d>, Fault> {
        let packed = Values::packed_bytes(buffers, primitive, element)?;
        let Some((bytes, draco)) = packed.zip(primitive.extensions.draco.as_ref()) else { return Ok(Values::Plain) };
        self.charge(buffers, bytes, element)?;
        Values::unpack(buffers, draco, buffers.limits.unpacked_bytes - self.memory, element)
    }

    fn positions(
        &mut self,
        buffers: &mut Buffers,
        values: &Values,
        vertices: &Vertices,
        joints: &[Pose],
        element: &str,
    ) -> Result<Vec<[f64; 3]>, Fault> {
        let mut positions = values.numbers(buffers, "POSITION", vertices.positions, element)?;
        self.grow(buffers, positions.len(), 0, element)?;
        let check = |positions: &[[f64; 3]], element: &dyn Fn() -> String| accessor::check_finite(positions, element);
        if self.repair.is_none() {
            check(&positions, &|| format!("accessors[{}]", vertices.positions))?;
        }
        for &(target, weight) in &vertices.targets {
            // Each takes time like a shape, though all of them may be the same bytes of the file.
            self.grow(buffers, positions.len(), 0, element)?;
            let moves = accessor::vectors(buffers, target, element)?;
            if moves.len() != positions.len() {
                let problem =
                    format!("a morph target moves {} vertices, but there are {}", moves.len(), positions.len());
                return Err(Fault::malformed(Place::Element(element.into()), problem));
            }
            let weight = f64::from_bits(weight);
            for (value, by) in positions.as_flattened_mut().iter_mut().zip(moves.as_flattened()) {
                *value += weight * by;
            }
        }
        if !vertices.sets.is_empty() {
            self.grow(buffers, positions.len() * vertices.sets.len(), 0, element)?;
            skin::bend(buffers, values, &vertices.sets, joints, &mut positions, element)?;
        }
        if self.repair.is_none() && !(vertices.targets.is_empty() && vertices.sets.is_empty()) {
            check(&positions, &|| format!("{element}, at rest"))?;
        }
        Ok(positions)
    }
}

/// Fails if a triangle uses a vertex beyond a bound.
fn check_indices(triangles: &[[u32; 3]], bound: Option<usize>, element: &str) -> Result<(), Fault> {
    let Some(count) = bound else { return Ok(()) };
    match triangles.as_flattened().iter().find(|&&vertex| vertex as usize >= count) {
        Some(vertex) => {
            let problem = format!("an index is {vertex}, but there are {count} vertices");
            Err(Fault::malformed(Place::Element(element.into()), problem))
        }
        None => Ok(()),
    }
}

/// The accessors that the vertices of a primitive come from.
#[derive(PartialEq, Eq, Hash)]
struct Vertices {
    positions: usize,
    /// Morph targets that count, with the bits of their weights.
    targets: Vec<(usize, u64)>,
    /// Joints and weights; none without a skin.
    sets: Vec<[usize; 2]>,
}

impl Vertices {
    fn of(
        buffers: &Buffers,
        primitive: &Primitive,
        weights: &[f64],
        is_skinned: bool,
        element: &str,
    ) -> Result<Self, Fault> {
        let document = buffers.document;
        let Some(&positions) = primitive.attributes.get("POSITION") else {
            return Err(Fault::malformed(Place::Element(element.into()), "there is no attribute POSITION"));
        };
        let targets = &primitive.targets;
        if !weights.is_empty() && weights.len() != targets.len() {
            let problem = format!("{} morph targets have {} weights", targets.len(), weights.len());
            return Err(Fault::malformed(Place::Element(element.into()), problem));
        }
        let weighted = weights.iter().zip(targets).filter(|(weight, _)| **weight != 0.0);
        // An accessor without any values is all zeros.
        let moves = |index: &usize| {
            document.accessors.get(*index).is_none_or(|a| a.buffer_view.is_some() || a.sparse.is_some())
        };
        let moved = |target: &Attributes| target.get("POSITION").copied().filter(moves);
        let targets = weighted.filter_map(|(&weight, target)| Some((moved(target)?, weight.to_bits()))).collect();
        let sets = if is_skinned { skin::sets(&primitive.attributes, element)? } else { Vec::new() };
        Ok(Self { positions, targets, sets })
    }
}

/// How corners make triangles.
#[derive(Clone, Copy, PartialEq)]
enum Topology {
    Triangles,
    Strip,
    Fan,
}

impl Topology {
    /// Nothing for points and lines.
    fn of(primitive: &Primitive, element: &str) -> Result<Option<Self>, Fault> {
        match primitive.mode.unwrap_or(4) {
            0..=3 => Ok(None),
            4 => Ok(Some(Self::Triangles)),
            5 => Ok(Some(Self::Strip)),
            6 => Ok(Some(Self::Fan)),
            mode => Err(Fault::malformed(Place::Element(element.into()), format!("mode {mode} is unknown"))),
        }
    }

    fn cut(
        self,
        corners: &[u32],
        triangles: &mut Vec<[u32; 3]>,
        element: &str,
        repair: &mut Option<&mut Notes>,
    ) -> Result<(), Fault> {
        let (rows, rest) = corners.as_chunks();
        match self {
            Self::Triangles => {
                let place = || Place::Element(element.into());
                match repair {
                    _ if rest.is_empty() => {}
                    Some(notes) => notes.add(Oddity::LeftOut(repair::NOT_THREE.into()), place),
                    None => {
                        let problem = format!("{} corners are not a multiple of 3", corners.len());
                        return Err(Fault::malformed(place(), problem));
                    }
                }
                triangles.extend_from_slice(rows);
            }
            // Every second triangle is turned, so that all face the same side.
            Self::Strip => triangles.extend(corners.windows(3).enumerate().map(|(index, window)| {
                if index % 2 == 0 { [window[0], window[1], window[2]] } else { [window[0], window[2], window[1]] }
            })),
            Self::Fan => fan(corners, triangles),
        }
        Ok(())
    }
}
