use super::accessor;
use super::buffers::{Buffers, Container};
use super::json::{Document, Primitive, get, unsupported_extension};
use super::nodes::instances;
use crate::Context;
use crate::error::{Fault, Place};
use crate::soup::{self, Part, Soup, fan};
use allide::Mesh;
use std::collections::HashMap;

/// One part per node that has a mesh with triangles; nodes with the same mesh share it.
pub(crate) fn read(bytes: &[u8], context: &mut Context) -> Result<Vec<Part>, Fault> {
    // glTF has one unit for all lengths.
    context.unit = Some("meter");
    let container = Container::parse(bytes)?;
    let document = Document::parse(container.json)?;
    let mut buffers = Buffers::new(&document, container.binary, context.limits, context.folder);
    let mut meshes: Vec<Option<Mesh>> = vec![None; document.meshes.len()];
    let mut memory = 0;
    let mut parts = Vec::new();
    for instance in instances(&document)? {
        let node_element = format!("nodes[{}]", instance.node);
        let json = get(&document.meshes, instance.mesh, "meshes", &node_element)?;
        let mesh = match &meshes[instance.mesh] {
            Some(mesh) => mesh.clone(),
            None => {
                let mesh = read_mesh(&mut buffers, instance.mesh, &mut memory)?;
                meshes[instance.mesh].insert(mesh).clone()
            }
        };
        let name = document.nodes[instance.node].name.as_ref().or(json.name.as_ref());
        let name = name.filter(|name| !name.is_empty()).cloned();
        parts.push(Part { name: name.or(Some(node_element)), mesh, pose: instance.pose, origins: Default::default() });
    }
    Ok(parts)
}

/// All primitives of a mesh as one. `memory` counts what all meshes take: many may use the same bytes of the file.
fn read_mesh(buffers: &mut Buffers, index: usize, memory: &mut u64) -> Result<Mesh, Fault> {
    let limit = buffers.limits.unpacked_bytes;
    let mut grow = |vertices: usize, triangles: usize, element: &str| {
        *memory += soup::memory(vertices as u64, triangles as u64);
        if *memory <= limit {
            return Ok(());
        }
        let problem = format!("the shapes take {memory} bytes or more, but at most {limit} are allowed");
        Err(Fault::too_large(Place::Element(element.into()), problem))
    };
    let document = buffers.document;
    let mut soup = Soup::default();
    // Primitives often share their vertices.
    let mut first_vertices = HashMap::new();
    for (number, primitive) in document.meshes[index].primitives.iter().enumerate() {
        let element = format!("meshes[{index}].primitives[{number}]");
        let Some(topology) = Topology::of(primitive, &element)? else { continue };
        let compressed = primitive.extensions.keys().find(|name| *name == "KHR_draco_mesh_compression");
        let Some(&position) = primitive.attributes.get("POSITION") else {
            return Err(match compressed {
                Some(name) => unsupported_extension(&element, name),
                None => Fault::malformed(Place::Element(element), "there is no attribute POSITION"),
            });
        };
        if let Some(name) = compressed {
            // A file may have plain data too, for those who do not know the extension.
            let is_plain =
                |accessor: &usize| document.accessors.get(*accessor).is_some_and(|a| a.buffer_view.is_some());
            if ![Some(position), primitive.indices].iter().flatten().all(is_plain) {
                return Err(unsupported_extension(&element, name));
            }
        }
        let (first, count) = match first_vertices.get(&position) {
            Some(&known) => known,
            None => {
                let positions = accessor::positions(buffers, position, &element)?;
                let range = (soup.positions.len(), positions.len());
                grow(positions.len(), 0, &element)?;
                soup.positions.extend(positions);
                first_vertices.insert(position, range);
                range
            }
        };
        let corners = match primitive.indices {
            Some(indices) => accessor::indices(buffers, indices, count, &element)?,
            None => (0..count as u32).collect(),
        };
        grow(0, corners.len(), &element)?;
        let before = soup.triangles.len();
        topology.cut(&corners, &mut soup.triangles, &element)?;
        for vertex in soup.triangles[before..].iter_mut().flatten() {
            *vertex += first as u32;
        }
    }
    soup.into_mesh()
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

    fn cut(self, corners: &[u32], triangles: &mut Vec<[u32; 3]>, element: &str) -> Result<(), Fault> {
        let (rows, rest) = corners.as_chunks();
        match self {
            Self::Triangles if rest.is_empty() => triangles.extend_from_slice(rows),
            Self::Triangles => {
                let problem = format!("{} corners are not a multiple of 3", corners.len());
                return Err(Fault::malformed(Place::Element(element.into()), problem));
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
