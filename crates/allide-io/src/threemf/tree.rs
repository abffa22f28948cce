use crate::Limits;
use crate::error::{Fault, Place};
use crate::soup::Part;
use allide::{Mesh, Pose};

/// Objects that consist of a mesh or of other objects. One may be in many others, so that a small file can stand for
/// more objects than any memory holds: they are counted before they are made.
#[derive(Default)]
pub(crate) struct Tree {
    /// Each behind all that it consists of.
    nodes: Vec<Node>,
    /// What each stands for.
    sizes: Vec<Size>,
}

pub(crate) struct Node {
    pub(crate) name: String,
    /// Where in the file.
    pub(crate) place: String,
    pub(crate) mesh: Option<Mesh>,
    pub(crate) children: Vec<Child>,
}

/// A placed node.
pub(crate) struct Child {
    pub(crate) node: usize,
    pub(crate) pose: Pose,
}

/// What expanding a node makes. Sums saturate: numbers that large are beyond any limit.
#[derive(Clone, Copy, Default)]
struct Size {
    /// Meshes with triangles.
    objects: u64,
    triangles: u64,
    /// Bytes of all names.
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
            size.add(self.sizes[child.node]);
        }
        size.height += usize::from(!node.children.is_empty());
        if size.height > Self::DEEPEST {
            return Err(Self::too_deep(node.place));
        }
        let triangles = node.mesh.as_ref().map_or(0, |mesh| mesh.triangles().len() as u64);
        size.add(Size { objects: u64::from(triangles > 0), triangles, ..Size::default() });
        let name_bytes = size.objects.saturating_mul(node.name.len() as u64 + 1);
        size.name_bytes = size.name_bytes.saturating_add(name_bytes);
        self.nodes.push(node);
        self.sizes.push(size);
        Ok(self.nodes.len() - 1)
    }

    /// All meshes of the placed nodes, each called by the path that leads to it.
    pub(crate) fn expand(&self, roots: &[Child], limits: &Limits) -> Result<Vec<Part>, Fault> {
        let mut size = Size::default();
        roots.iter().for_each(|root| size.add(self.sizes[root.node]));
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
            self.place(root, &Pose::IDENTITY, &mut String::new(), &mut parts)?;
        }
        Ok(parts)
    }

    fn place(&self, child: &Child, outer: &Pose, path: &mut String, parts: &mut Vec<Part>) -> Result<(), Fault> {
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
        let end = path.len();
        if !path.is_empty() {
            path.push('/');
        }
        path.push_str(&node.name);
        if let Some(mesh) = &node.mesh {
            parts.push(Part { name: Some(path.clone()), mesh: mesh.clone(), pose, origins: Default::default() });
        }
        for child in &node.children {
            self.place(child, &pose, path, parts)?;
        }
        path.truncate(end);
        Ok(())
    }
}
