use super::archive::Archive;
use super::model::{Model, Object, Reference, Shape};
use crate::Context;
use crate::error::{Fault, Place};
use crate::soup::{self, Part, Soup};
use allide::{Mesh, Pose};
use std::collections::HashMap;

/// Components inside components inside components: more levels than anybody nests, few enough for the stack.
const DEEPEST: usize = 64;

/// One part per item that is to be built. An object with components becomes one mesh.
pub(crate) fn read(bytes: &[u8], context: &mut Context) -> Result<Vec<Part>, Fault> {
    let mut archive = Archive::open(bytes, context.limits)?;
    let root = archive.root()?;
    let mut builder = Builder { archive, context, models: HashMap::new(), built: HashMap::new(), memory: 0 };
    let items = builder.model(&root)?.items.clone();
    let mut parts = Vec::with_capacity(items.len());
    for item in &items {
        let part = item.part.as_ref().unwrap_or(&root);
        let mesh = builder.build(part, item.id, 0)?;
        let name = builder.object(part, item.id)?.name.clone();
        parts.push(Part {
            name: name.or(Some(format!("object {}", item.id))),
            mesh,
            pose: item.pose,
            origins: Default::default(),
        });
    }
    Ok(parts)
}

struct Builder<'a, 'c, 'p> {
    archive: Archive<'a>,
    context: &'c mut Context<'p>,
    models: HashMap<String, Model>,
    built: HashMap<(String, u64), Mesh>,
    /// Bytes of all meshes made of components.
    memory: u64,
}

impl Builder<'_, '_, '_> {
    fn model(&mut self, part: &str) -> Result<&Model, Fault> {
        if !self.models.contains_key(part) {
            let text = self.archive.text(part)?;
            let model = Model::parse(part, &text, self.context)?;
            self.models.insert(part.to_owned(), model);
        }
        Ok(&self.models[part])
    }

    fn object(&mut self, part: &str, id: u64) -> Result<&Object, Fault> {
        let place = Place::Element(part.trim_start_matches('/').to_owned());
        self.model(part)?.objects.get(&id).ok_or_else(|| Fault::malformed(place, format!("there is no object {id}")))
    }

    /// The mesh of an object, made once.
    fn build(&mut self, part: &str, id: u64, depth: usize) -> Result<Mesh, Fault> {
        let components = match &self.object(part, id)?.shape {
            Shape::Mesh(mesh) => return Ok(mesh.clone()),
            Shape::Components(components) => components.clone(),
        };
        let key = (part.to_owned(), id);
        if let Some(mesh) = self.built.get(&key) {
            return Ok(mesh.clone());
        }
        let place = || Place::Element(format!("{}: object {id}", part.trim_start_matches('/')));
        if depth == DEEPEST {
            let problem = format!("components are nested more than {DEEPEST} deep, or contain themselves");
            return Err(Fault::malformed(place(), problem));
        }
        let mesh = self.join(part, &components, depth).map_err(|fault| fault.at(place))?;
        self.built.insert(key, mesh.clone());
        Ok(mesh)
    }

    fn join(&mut self, part: &str, components: &[Reference], depth: usize) -> Result<Mesh, Fault> {
        let mut meshes = Vec::with_capacity(components.len());
        for component in components {
            let part = component.part.as_deref().unwrap_or(part);
            meshes.push((self.build(part, component.id, depth + 1)?, component.pose));
        }
        if let [(mesh, pose)] = &meshes[..]
            && *pose == Pose::IDENTITY
        {
            return Ok(mesh.clone());
        }
        let mut soup = Soup::default();
        for (mesh, pose) in &meshes {
            self.memory += soup::memory(mesh.positions().len() as u64, mesh.triangles().len() as u64);
            let limit = self.context.limits.unpacked_bytes;
            if self.memory > limit {
                let problem = format!("its components take {} bytes, but at most {limit} are allowed", self.memory);
                return Err(Fault::too_large(Place::File, problem));
            }
            if !soup.append(mesh, pose) {
                return Err(Fault::malformed(Place::File, "a transform moves a vertex beyond the largest number"));
            }
        }
        soup.into_mesh()
    }
}
