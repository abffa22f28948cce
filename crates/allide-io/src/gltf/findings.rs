//! The scene and its findings as GLB.

use super::pack::{LINES, Pack, Primitive, TRIANGLES};
use super::paint::{Paint, Paints};
use super::write::write_chunks;
use crate::export::Found;
use crate::report::Answers;
use crate::write::{Problem, place, positions, triangles};
use allide::{Aabb, DVec3, Object, PairClass, Scene};
use serde::Serialize;
use std::io::Write;

#[derive(Serialize)]
struct Document<'d> {
    asset: Asset,
    #[serde(rename = "extensionsUsed", skip_serializing_if = "<[_]>::is_empty")]
    extensions_used: &'d [&'static str],
    #[serde(skip_serializing_if = "Option::is_none")]
    scene: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scenes: Vec<Root>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<Node<'d>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    meshes: Vec<Mesh>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    materials: Vec<serde_json::Value>,
    #[serde(flatten)]
    lists: super::pack::Lists,
}

#[derive(Serialize)]
struct Asset {
    version: &'static str,
    generator: &'static str,
}

#[derive(Serialize)]
struct Root {
    nodes: Vec<usize>,
}

#[derive(Serialize)]
struct Node<'d> {
    name: &'d str,
    translation: [f64; 3],
    #[serde(skip_serializing_if = "Option::is_none")]
    mesh: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extras: Option<Told<'d>>,
}

/// The `extras` of a node.
#[derive(Serialize)]
#[serde(untagged)]
enum Told<'d> {
    /// Of an object: what its file says.
    Object(&'d crate::Extras),
    Finding(Extras<'d>),
}

#[derive(Serialize)]
struct Mesh {
    primitives: Vec<Primitive>,
}

/// The `extras` of a finding, in the words of the report.
#[derive(Serialize)]
struct Extras<'d> {
    id: &'d str,
    number: u32,
    class: &'static str,
    a: usize,
    b: usize,
    object_a: &'d str,
    object_b: &'d str,
    triangle_pairs: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    penetration: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    volume: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inside: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    copies: Option<Vec<usize>>,
}

/// Each object is a node with up to three parts: triangles that take part in a finding as the first or second of two, and the
/// others, which can be seen through. Then each finding is a node with lines and regions of contact.
pub(crate) fn write(answers: &Answers, all: &[Found<'_>], out: &mut dyn Write) -> Result<(), Problem> {
    let scene = &answers.scene;
    let roles = Roles::of(scene, all);
    let mut writer = Writer { pack: Pack::default(), paints: Paints::default(), nodes: Vec::new(), meshes: Vec::new() };
    for (index, object) in scene.objects().iter().enumerate() {
        let extras = answers.sources.get(index).and_then(|source| source.extras.as_ref());
        writer.add_object(object, roles.of_objects[index], &roles.of_triangles[index], extras)?;
    }
    for found in all {
        writer.add_finding(scene, found)?;
    }
    let Writer { pack, paints, nodes, meshes } = writer;
    let is_empty = nodes.is_empty();
    let (lists, binary) = pack.finish();
    let document = Document {
        asset: Asset { version: "2.0", generator: "allide" },
        extensions_used: paints.extensions(),
        scene: (!is_empty).then_some(0),
        // glTF forbids empty lists.
        scenes: if is_empty { Vec::new() } else { vec![Root { nodes: (0..nodes.len()).collect() }] },
        nodes,
        meshes,
        materials: paints.materials(),
        lists,
    };
    let mut text = serde_json::to_vec(&document).map_err(std::io::Error::from)?;
    text.resize(text.len().next_multiple_of(4), b' ');
    write_chunks(&text, &binary, out)
}

/// In which colours objects and triangles are drawn: as in the first finding that they take part in, which is the worst.
struct Roles {
    of_objects: Vec<Option<usize>>,
    /// Empty for objects that take part in nothing.
    of_triangles: Vec<Vec<Option<usize>>>,
}

impl Roles {
    fn of(scene: &Scene, all: &[Found<'_>]) -> Self {
        let count = scene.objects().len();
        let mut roles = Self { of_objects: vec![None; count], of_triangles: vec![Vec::new(); count] };
        // Distances alone are no findings.
        for found in all.iter().filter(|found| found.pair.class != PairClass::Distance) {
            let both = [found.pair.a, found.pair.b];
            let objects = if found.pair.copies.is_empty() { &both[..] } else { found.pair.copies };
            for (side, object) in objects.iter().enumerate() {
                roles.of_objects[object.index()].get_or_insert(side.min(1));
            }
            for part in &found.marks.parts {
                let index = part.object.index();
                let roles = &mut roles.of_triangles[index];
                if roles.is_empty() {
                    *roles = vec![None; scene.objects()[index].mesh().triangles().len()];
                }
                for &triangle in &part.triangles {
                    roles[triangle as usize].get_or_insert(part.side);
                }
            }
        }
        roles
    }
}

struct Writer<'d> {
    pack: Pack,
    paints: Paints,
    nodes: Vec<Node<'d>>,
    meshes: Vec<Mesh>,
}

impl<'d> Writer<'d> {
    /// Objects without triangles are left out: glTF has no empty meshes.
    fn add_object(
        &mut self,
        object: &'d Object,
        role: Option<usize>,
        of_triangles: &[Option<usize>],
        extras: Option<&'d crate::Extras>,
    ) -> Result<(), Problem> {
        if object.mesh().triangles().is_empty() {
            return Ok(());
        }
        let points: Vec<DVec3> = positions(object).map(DVec3::from).collect();
        let center = middle(&points);
        let points = self.pack.points(&points, center, || place(object))?;
        let mut primitives = Vec::new();
        for (part, paint) in [
            (None, role.map_or(Paint::Clear, Paint::Object)),
            (Some(0), Paint::Triangles(0)),
            (Some(1), Paint::Triangles(1)),
        ] {
            let numbered = triangles(object.mesh(), object.pose()).enumerate();
            let chosen = numbered.filter(|(number, _)| of_triangles.get(*number).copied().flatten() == part);
            let corners: Vec<[u32; 3]> = chosen.map(|(_, corners)| corners).collect();
            if !corners.is_empty() {
                let indices = self.pack.indices(&corners, || place(object))?;
                primitives.push(Primitive::new(points, Some(indices), TRIANGLES, self.paints.number(paint)));
            }
        }
        let mesh = Some(self.meshes.len());
        self.meshes.push(Mesh { primitives });
        let extras = extras.map(Told::Object);
        self.nodes.push(Node { name: object.name(), translation: center.to_array(), mesh, extras });
        Ok(())
    }

    fn add_finding(&mut self, scene: &'d Scene, found: &'d Found<'_>) -> Result<(), Problem> {
        let at = || crate::Place::Element(found.title.clone());
        let patches: Vec<[DVec3; 3]> = found.marks.patch_triangles().collect();
        let points = found.marks.lines.as_flattened().iter().chain(patches.as_flattened());
        let region = found.pair.region;
        let place = if region.is_empty() { Aabb::EMPTY } else { region };
        let center = middle(
            &points
                .copied()
                .chain([place.min, place.max].into_iter().filter(|_| !place.is_empty()))
                .collect::<Vec<_>>(),
        );
        let paint = self.paints.number(Paint::Marks(found.pair.class));
        let mut primitives = Vec::new();
        for (mode, points) in [(LINES, found.marks.lines.as_flattened()), (TRIANGLES, patches.as_flattened())] {
            if !points.is_empty() {
                primitives.push(Primitive::new(self.pack.points(points, center, at)?, None, mode, paint));
            }
        }
        let mesh = (!primitives.is_empty()).then_some(self.meshes.len());
        if mesh.is_some() {
            self.meshes.push(Mesh { primitives });
        }
        let name = |id: allide::ObjectId| scene.objects()[id.index()].name();
        let pair = found.pair;
        let extras = Extras {
            id: &found.id,
            number: found.number,
            class: pair.class.name(),
            a: pair.a.index(),
            b: pair.b.index(),
            object_a: name(pair.a),
            object_b: name(pair.b),
            triangle_pairs: pair.triangle_pairs,
            penetration: found.penetration(),
            depth: found.depth(),
            distance: pair.distance,
            volume: pair.shared.and_then(|shared| shared.volume).map(|volume| volume.value),
            inside: pair.inside.map(allide::ObjectId::index),
            copies: (!pair.copies.is_empty()).then(|| pair.copies.iter().map(|id| id.index()).collect()),
        };
        self.nodes.push(Node {
            name: &found.title,
            translation: center.to_array(),
            mesh,
            extras: Some(Told::Finding(extras)),
        });
        Ok(())
    }
}

/// The centre of points; the origin without any.
fn middle(points: &[DVec3]) -> DVec3 {
    let bounds = Aabb::around(points.iter().copied());
    if bounds.is_empty() { DVec3::ZERO } else { bounds.min * 0.5 + bounds.max * 0.5 }
}
