use super::buffers::{Buffers, Container, Loads};
use super::json::{Document, Instancing};
use super::nodes::{Nodes, Shown, check_names};
use super::posture::Posture;
use super::shape::{Maker, Recipe};
use super::{instancing, skin};
use crate::error::{Fault, Place};
use crate::note::{Notes, Oddity};
use crate::soup::Part;
use crate::{Context, Extras, Limits, Unit};
use allide::{Mesh, Pose};
use std::collections::HashMap;

/// One part per node that has a mesh with triangles, or per copy that the node makes of it; equal shapes share a mesh.
pub(crate) fn read(bytes: &[u8], context: &mut Context) -> Result<Vec<Part>, Fault> {
    // glTF has one unit for all lengths.
    context.unit = Some(Unit::Meter);
    let container = Container::parse(bytes)?;
    let document = Document::parse(container.json, context.grown)?;
    if !document.animations.is_empty() {
        context.notes.add(Oddity::AtRest { animations: document.animations.len() }, || Place::File);
    }
    let buffers = Buffers::new(&document, container.binary, context);
    let repair = context.repair.then_some(&mut context.notes);
    Reader::new(buffers, repair, Shapes::default()).parts(&Posture::default())
}

/// Shapes that were made, for nodes that show the same.
#[derive(Default)]
pub(crate) struct Shapes(HashMap<Recipe, Mesh>);

pub(crate) struct Reader<'a, 'n> {
    buffers: Buffers<'a>,
    maker: Maker<'n>,
    /// Those of an earlier moment, as far as they do not depend on joints.
    earlier: Shapes,
    shapes: Shapes,
    /// By the number of the skin.
    joints: HashMap<usize, Vec<Pose>>,
}

impl<'a, 'n> Reader<'a, 'n> {
    pub(crate) fn new(buffers: Buffers<'a>, repair: Option<&'n mut Notes>, earlier: Shapes) -> Self {
        let maker = Maker { repair, memory: 0 };
        Self { buffers, maker, earlier, shapes: Shapes::default(), joints: HashMap::new() }
    }

    /// The data that a reader of another moment can use.
    pub(crate) fn into_kept(mut self) -> (Loads, Shapes) {
        self.shapes.0.retain(|recipe, _| recipe.skin.is_none());
        (self.buffers.into_loads(), self.shapes)
    }

    /// All parts, as they stand.
    pub(crate) fn parts(&mut self, posture: &Posture) -> Result<Vec<Part>, Fault> {
        let document = self.buffers.document;
        let nodes = Nodes::of(document, posture, &self.buffers.limits)?;
        let mut parts = Vec::with_capacity(nodes.shown.len());
        let mut total = Total::default();
        for shown in nodes.shown {
            let mesh = self.mesh(&shown, posture, &nodes.poses)?;
            let node = &document.nodes[shown.node];
            match &node.extensions.instancing {
                Some(copies) => self.copies(shown, &mesh, copies, &mut total, &mut parts)?,
                // A skin places its vertices in the world; the node does not move them.
                None => {
                    let pose = if node.skin.is_some() { Pose::IDENTITY } else { shown.pose };
                    let extras = self.extras(shown.node);
                    parts.push(Part { extras, ..Part::placed(shown.path, mesh, pose) });
                }
            }
        }
        Ok(parts)
    }

    /// The shape of a node, made once.
    fn mesh(&mut self, shown: &Shown, posture: &Posture, poses: &[Option<Pose>]) -> Result<Mesh, Fault> {
        let recipe = Recipe::new(&self.buffers, posture, shown.node, shown.mesh)?;
        if let Some(mesh) = self.shapes.0.get(&recipe) {
            return Ok(mesh.clone());
        }
        if let Some(mesh) = self.earlier.0.remove(&recipe) {
            self.shapes.0.insert(recipe, mesh.clone());
            return Ok(mesh);
        }
        if let Some(skin) = recipe.skin.filter(|skin| !self.joints.contains_key(skin)) {
            // Many skins may have the same matrices.
            self.maker.charge(&self.buffers, skin::bytes(&self.buffers, skin)?, &format!("skins[{skin}]"))?;
            self.joints.insert(skin, skin::joints(&mut self.buffers, skin, poses)?);
        }
        let joints = recipe.skin.map_or(&[][..], |skin| &self.joints[&skin]);
        let mesh = self.maker.shape(&mut self.buffers, &recipe, joints)?;
        self.shapes.0.insert(recipe, mesh.clone());
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
        total.add(count, mesh, shown.path.len(), &self.buffers.limits).map_err(|fault| fault.at(place))?;
        let extras = self.extras(shown.node);
        for (copy, pose) in instancing::poses(&mut self.buffers, copies, &element)?.iter().enumerate() {
            let out_of_range = |error: allide::Error| Fault::malformed(place(), error.to_string());
            let pose =
                if shown.pose == Pose::IDENTITY { *pose } else { shown.pose.after(pose).map_err(out_of_range)? };
            let name = format!("{}[{copy}]", shown.path);
            parts.push(Part { extras: extras.clone(), ..Part::placed(name, mesh.clone(), pose) });
        }
        Ok(())
    }

    fn extras(&self, node: usize) -> Option<Extras> {
        Extras::new(self.buffers.document.nodes[node].extras.clone())
    }
}

/// The size of all copies together.
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
