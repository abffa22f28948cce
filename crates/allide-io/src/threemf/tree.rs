use crate::error::{Fault, Place};
use crate::soup::Part;
use crate::{Extras, Limits};
use allide::{Mesh, Pose};

/// Objects that consist of a mesh or of other objects. One may be in many others, so that a small file can stand for
/// more objects than any memory holds: they are counted before they are made.
#[derive(Default)]
pub(crate) struct Tree {
    /// Each behind all that it consists of.
    nodes: Vec<Node>,
    /// The node that each stands for.
    sizes: Vec<Size>,
}

pub(crate) struct Node {
    pub(crate) name: String,
    /// Where in the file.
    pub(crate) place: String,
    pub(crate) mesh: Option<Mesh>,
    pub(crate) children: Vec<Child>,
    pub(crate) uuid: Option<String>,
    pub(crate) extras: Option<Extras>,
}

/// A placed node.
pub(crate) struct Child {
    pub(crate) node: usize,
    pub(crate) pose: Pose,
    pub(crate) uuid: Option<String>,
}

/// The result of expanding a node. Sums saturate: numbers that large are beyond any limit.
#[derive(Clone, Copy, Default)]
struct Size {
    /// Meshes with triangles.
    objects: u64,
    triangles: u64,
    /// Bytes of all names and UUIDs.
    name_bytes: u64,
    height: usize,
}

impl Size {
    fn add(&mut self, other: Size) {
        self.objects = self.objects.saturating_add(other.objects);
        self.triangles = self.triangles.saturating_add(other.triangles);
        self.name_bytes = self.name_bytes.saturating_add(other.name_bytes);
        self.height = self.height.max(other.height);
    }
}

/// The way to a node: names, and UUIDs of items and components, joined by slashes.
#[derive(Default)]
struct Way {
    path: String,
    uuids: String,
}

fn extend(path: &mut String, name: &str) {
    if !path.is_empty() {
        path.push('/');
    }
    path.push_str(name);
}

impl Tree {
    /// Components inside components inside components: more levels than anybody nests, few enough for the stack.
    pub(crate) const DEEPEST: usize = 64;

    pub(crate) fn too_deep(place: String) -> Fault {
        let problem = format!("components are nested more than {} deep, or contain themselves", Self::DEEPEST);
        Fault::malformed(Place::Element(place), problem)
    }

    /// Adds a node whose children are there already.
    pub(crate) fn add(&mut self, node: Node) -> Result<usize, Fault> {
        let mut size = Size::default();
        for child in &node.children {
            size.add(self.placed(child));
        }
        size.height += usize::from(!node.children.is_empty());
        if size.height > Self::DEEPEST {
            return Err(Self::too_deep(node.place));
        }
        let triangles = node.mesh.as_ref().map_or(0, |mesh| mesh.triangles().len() as u64);
        size.add(Size { objects: u64::from(triangles > 0), triangles, ..Size::default() });
        let own = node.name.len() + 1 + node.uuid.as_ref().map_or(0, String::len);
        let name_bytes = size.objects.saturating_mul(own as u64);
        size.name_bytes = size.name_bytes.saturating_add(name_bytes);
        self.nodes.push(node);
        self.sizes.push(size);
        Ok(self.nodes.len() - 1)
    }

    /// The objects of a placed node, with their UUIDs.
    fn placed(&self, child: &Child) -> Size {
        let mut size = self.sizes[child.node];
        let uuid = child.uuid.as_ref().map_or(0, |uuid| uuid.len() as u64 + 1);
        size.name_bytes = size.name_bytes.saturating_add(size.objects.saturating_mul(uuid));
        size
    }

    /// All meshes of the placed nodes, each called by the path that leads to it.
    pub(crate) fn expand(&self, roots: &[Child], limits: &Limits) -> Result<Vec<Part>, Fault> {
        let mut size = Size::default();
        roots.iter().for_each(|root| size.add(self.placed(root)));
        let check = |count: u64, limit: u64, what: &str| match count > limit {
            true => Err(Fault::too_large(Place::File, format!("{what}, but at most {limit} are allowed"))),
            false => Ok(()),
        };
        check(size.objects, limits.objects, &format!("its items and components make {} objects", size.objects))?;
        check(size.triangles, limits.triangles, &format!("{} triangles", size.triangles))?;
        let names = format!("the names of its objects take {} bytes", size.name_bytes);
        check(size.name_bytes, limits.unpacked_bytes, &names)?;
        let mut parts = Vec::with_capacity(size.objects as usize);
        for root in roots {
            self.place(root, &Pose::IDENTITY, &mut Way::default(), &mut parts)?;
        }
        Ok(parts)
    }

    fn place(&self, child: &Child, outer: &Pose, way: &mut Way, parts: &mut Vec<Part>) -> Result<(), Fault> {
        if self.sizes[child.node].objects == 0 {
            return Ok(());
        }
        let node = &self.nodes[child.node];
        let out_of_range =
            |error: allide::Error| Fault::malformed(Place::Element(node.place.clone()), error.to_string());
        // The identity must not touch the zeros of the other pose.
        let pose = match (outer == &Pose::IDENTITY, child.pose == Pose::IDENTITY) {
            (true, _) => child.pose,
            (false, true) => *outer,
            (false, false) => outer.after(&child.pose).map_err(out_of_range)?,
        };
        let ends = [&way.path, &way.uuids].map(String::len);
        extend(&mut way.path, &node.name);
        if let Some(uuid) = &child.uuid {
            extend(&mut way.uuids, uuid);
        }
        if let Some(mesh) = &node.mesh {
            // Copies share the UUID of their object.
            let key = if way.uuids.is_empty() { node.uuid.clone() } else { Some(way.uuids.clone()) };
            let extras = node.extras.clone();
            parts.push(Part { key, extras, ..Part::placed(way.path.clone(), mesh.clone(), pose) });
        }
        for child in &node.children {
            self.place(child, &pose, way, parts)?;
        }
        way.path.truncate(ends[0]);
        way.uuids.truncate(ends[1]);
        Ok(())
    }
}
