use super::archive::Archive;
use super::model::{Model, Object, Shape};
use super::tree::{Child, Node, Tree};
use crate::error::{Fault, Place};
use crate::soup::Part;
use crate::{Context, Extras};
use std::collections::HashMap;

/// One part per mesh of each item that is to be built: components are objects of their own, and copies share a mesh.
pub(crate) fn read(bytes: &[u8], context: &mut Context) -> Result<Vec<Part>, Fault> {
    let mut archive = Archive::open(bytes, &context.limits)?;
    let root = archive.root()?;
    let mut reader = Reader { archive, context, models: HashMap::new(), known: HashMap::new(), tree: Tree::default() };
    let items = reader.model(&root)?.items.clone();
    let mut placed = Vec::with_capacity(items.len());
    for item in &items {
        let part = item.part.as_ref().unwrap_or(&root);
        placed.push(Child { node: reader.node(part, item.id, 0)?, pose: item.pose, uuid: item.uuid.clone() });
    }
    reader.tree.expand(&placed, &reader.context.limits)
}

struct Reader<'a, 'c, 'p> {
    archive: Archive<'a>,
    context: &'c mut Context<'p>,
    models: HashMap<String, Model>,
    /// Where objects of a part are in the tree.
    known: HashMap<(String, u64), usize>,
    tree: Tree,
}

impl Reader<'_, '_, '_> {
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

    /// An object in the tree, with all that it consists of, put there once.
    fn node(&mut self, part: &str, id: u64, depth: usize) -> Result<usize, Fault> {
        let key = (part.to_owned(), id);
        if let Some(&node) = self.known.get(&key) {
            return Ok(node);
        }
        let object = self.object(part, id)?;
        let name = object.name.clone().unwrap_or_else(|| format!("object {id}"));
        let (uuid, extras) = (object.uuid.clone(), Extras::new(object.metadata.clone().into()));
        let place = format!("{}: object {id}", part.trim_start_matches('/'));
        let (mesh, components) = match &object.shape {
            Shape::Mesh(mesh) => (Some(mesh.clone()), Vec::new()),
            Shape::Components(components) => (None, components.clone()),
        };
        if depth > Tree::DEEPEST {
            return Err(Tree::too_deep(place));
        }
        let mut children = Vec::with_capacity(components.len());
        for component in &components {
            let part = component.part.as_deref().unwrap_or(part);
            let node = self.node(part, component.id, depth + 1)?;
            children.push(Child { node, pose: component.pose, uuid: component.uuid.clone() });
        }
        let node = self.tree.add(Node { name, place, mesh, children, uuid, extras })?;
        self.known.insert(key, node);
        Ok(node)
    }
}
