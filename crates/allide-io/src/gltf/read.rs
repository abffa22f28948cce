use super::buffers::{Buffers, Container};
use super::json::{Document, Instancing};
use super::nodes::{Nodes, Shown, check_names};
use super::shape::{Maker, Recipe};
use super::{instancing, skin};
use crate::error::{Fault, Place};
use crate::soup::Part;
use crate::{Context, Limits, Unit};
use allide::{Mesh, Pose};
use std::collections::HashMap;

/// One part per node that has a mesh with triangles, or per copy that the node makes of it; equal shapes share a mesh.
pub(crate) fn read(bytes: &[u8], context: &mut Context) -> Result<Vec<Part>, Fault> {
    // glTF has one unit for all lengths.
    context.unit = Some(Unit::Meter);
    let container = Container::parse(bytes)?;
    let document = Document::parse(container.json)?;
    let nodes = Nodes::of(&document, context.limits)?;
    let repair = context.repair.then_some(&mut context.notes);
    let mut reader = Reader {
        buffers: Buffers::new(&document, container.binary, context.limits, context.folder),
        maker: Maker { repair, memory: 0 },
        meshes: HashMap::new(),
        joints: HashMap::new(),
    };
    let mut parts = Vec::with_capacity(nodes.shown.len());
    let mut total = Total::default();
    for shown in nodes.shown {
        let mesh = reader.mesh(&shown, &nodes.poses)?;
        let node = &document.nodes[shown.node];
        match &node.extensions.instancing {
            Some(copies) => reader.copies(shown, &mesh, copies, &mut total, &mut parts)?,
            // A skin places its vertices in the world; the node does not move them.
            None if node.skin.is_some() => {
                parts.push(Part { name: Some(shown.path), mesh, pose: Pose::IDENTITY, origins: Default::default() })
            }
            None => parts.push(Part { name: Some(shown.path), mesh, pose: shown.pose, origins: Default::default() }),
        }
    }
    Ok(parts)
}

struct Reader<'a, 'n> {
    buffers: Buffers<'a>,
    maker: Maker<'n>,
    meshes: HashMap<Recipe, Mesh>,
    /// By the number of the skin.
    joints: HashMap<usize, Vec<Pose>>,
}

impl Reader<'_, '_> {
    /// The shape of a node, made once.
    fn mesh(&mut self, shown: &Shown, poses: &[Option<Pose>]) -> Result<Mesh, Fault> {
        let recipe = Recipe::new(&self.buffers, shown.node, shown.mesh)?;
        if let Some(mesh) = self.meshes.get(&recipe) {
            return Ok(mesh.clone());
        }
        if let Some(skin) = recipe.skin.filter(|skin| !self.joints.contains_key(skin)) {
            // Many skins may have the same matrices.
            self.maker.charge(&self.buffers, skin::bytes(&self.buffers, skin)?, &format!("skins[{skin}]"))?;
            self.joints.insert(skin, skin::joints(&mut self.buffers, skin, poses)?);
        }
        let joints = recipe.skin.map_or(&[][..], |skin| &self.joints[&skin]);
        let mesh = self.maker.shape(&mut self.buffers, &recipe, joints)?;
        self.meshes.insert(recipe, mesh.clone());
        Ok(mesh)
    }

    /// All copies of a node's mesh, counted before they are made.
    fn copies(
        &mut self,
        shown: Shown,
        mesh: &Mesh,
        copies: &Instancing,
        total: &mut Total,
        parts: &mut Vec<Part>,
    ) -> Result<(), Fault> {
        let element = format!("nodes[{}]", shown.node);
        let place = || Place::Element(element.clone());
        if self.buffers.document.nodes[shown.node].skin.is_some() {
            return Err(Fault::unsupported(
                place(),
                "EXT_mesh_gpu_instancing of a mesh with a skin is not supported; save the file without one of them",
            ));
        }
        let count = instancing::count(&self.buffers, copies, &element)?;
        total.add(count, mesh, shown.path.len(), self.buffers.limits).map_err(|fault| fault.at(place))?;
        for (copy, pose) in instancing::poses(&mut self.buffers, copies, &element)?.iter().enumerate() {
            let out_of_range = |error: allide::Error| Fault::malformed(place(), error.to_string());
            let pose =
                if shown.pose == Pose::IDENTITY { *pose } else { shown.pose.after(pose).map_err(out_of_range)? };
            parts.push(Part {
                name: Some(format!("{}[{copy}]", shown.path)),
                mesh: mesh.clone(),
                pose,
                origins: Default::default(),
            });
        }
        Ok(())
    }
}

/// What all copies together take.
#[derive(Default)]
struct Total {
    objects: u64,
    triangles: u64,
    name_bytes: u64,
}

impl Total {
    /// Counts copies of a mesh; fails if there are too many.
    fn add(&mut self, count: u64, mesh: &Mesh, name_length: usize, limits: &Limits) -> Result<(), Fault> {
        /// The longest number in brackets.
        const NUMBER: u64 = 12;
        self.objects = self.objects.saturating_add(count);
        self.triangles = self.triangles.saturating_add(count.saturating_mul(mesh.triangles().len() as u64));
        self.name_bytes = self.name_bytes.saturating_add(count.saturating_mul(name_length as u64 + NUMBER));
        for (number, limit, what) in
            [(self.objects, limits.objects, "objects"), (self.triangles, limits.triangles, "triangles")]
        {
            if number > limit {
                let problem = format!("copies make {number} {what} or more, but at most {limit} are allowed");
                return Err(Fault::too_large(Place::File, problem));
            }
        }
        check_names(self.name_bytes, limits)
    }
}
