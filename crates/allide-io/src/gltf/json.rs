//! The part of a glTF document that makes shapes.

use crate::error::{Fault, Place, foreign};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Document {
    pub(crate) asset: Asset,
    #[serde(default)]
    pub(crate) extensions_required: Vec<String>,
    pub(crate) scene: Option<usize>,
    #[serde(default)]
    pub(crate) scenes: Vec<Scene>,
    #[serde(default)]
    pub(crate) nodes: Vec<Node>,
    #[serde(default)]
    pub(crate) meshes: Vec<Mesh>,
    #[serde(default)]
    pub(crate) skins: Vec<Skin>,
    /// Looked into when one is asked for.
    #[serde(default)]
    pub(crate) animations: Vec<serde_json::Value>,
    #[serde(default)]
    pub(crate) accessors: Vec<Accessor>,
    #[serde(default)]
    pub(crate) buffer_views: Vec<BufferView>,
    #[serde(default)]
    pub(crate) buffers: Vec<Buffer>,
}

#[derive(Deserialize)]
pub(crate) struct Asset {
    pub(crate) version: String,
}

#[derive(Deserialize)]
pub(crate) struct Scene {
    #[serde(default)]
    pub(crate) nodes: Vec<usize>,
}

#[derive(Deserialize)]
pub(crate) struct Node {
    pub(crate) name: Option<String>,
    #[serde(default)]
    pub(crate) children: Vec<usize>,
    pub(crate) mesh: Option<usize>,
    pub(crate) skin: Option<usize>,
    /// Of morph targets, instead of those of the mesh.
    #[serde(default)]
    pub(crate) weights: Vec<f64>,
    /// By columns. In boxes, because most nodes have few of these, and a file may have very many nodes.
    pub(crate) matrix: Option<Box<[f64; 16]>>,
    pub(crate) translation: Option<Box<[f64; 3]>>,
    /// x, y, z, w.
    pub(crate) rotation: Option<Box<[f64; 4]>>,
    pub(crate) scale: Option<Box<[f64; 3]>>,
    #[serde(default)]
    pub(crate) extensions: NodeExtensions,
    /// The file's metadata.
    #[serde(default)]
    pub(crate) extras: serde_json::Value,
}

#[derive(Default, Deserialize)]
pub(crate) struct NodeExtensions {
    #[serde(rename = "EXT_mesh_gpu_instancing")]
    pub(crate) instancing: Option<Instancing>,
}

/// Copies of a node's mesh.
#[derive(Deserialize)]
pub(crate) struct Instancing {
    #[serde(default)]
    pub(crate) attributes: Attributes,
}

/// Accessors by what they are for.
pub(crate) type Attributes = BTreeMap<String, usize>;

#[derive(Deserialize)]
pub(crate) struct Mesh {
    pub(crate) name: Option<String>,
    pub(crate) primitives: Vec<Primitive>,
    /// Of morph targets.
    #[serde(default)]
    pub(crate) weights: Vec<f64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Skin {
    pub(crate) inverse_bind_matrices: Option<usize>,
    pub(crate) joints: Vec<usize>,
}

#[derive(Deserialize)]
pub(crate) struct Primitive {
    #[serde(default)]
    pub(crate) attributes: Attributes,
    /// Morph targets.
    #[serde(default)]
    pub(crate) targets: Vec<Attributes>,
    pub(crate) indices: Option<usize>,
    pub(crate) mode: Option<u64>,
    #[serde(default)]
    pub(crate) extensions: PrimitiveExtensions,
}

#[derive(Default, Deserialize)]
pub(crate) struct PrimitiveExtensions {
    #[serde(rename = "KHR_draco_mesh_compression")]
    pub(crate) draco: Option<Draco>,
}

/// A primitive compressed by Draco.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Draco {
    pub(crate) buffer_view: usize,
    /// What Draco calls the attributes.
    #[serde(default)]
    pub(crate) attributes: BTreeMap<String, u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Accessor {
    pub(crate) buffer_view: Option<usize>,
    #[serde(default)]
    pub(crate) byte_offset: u64,
    pub(crate) component_type: u64,
    #[serde(default)]
    pub(crate) normalized: bool,
    pub(crate) count: u64,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) sparse: Option<Sparse>,
}

#[derive(Deserialize)]
pub(crate) struct Sparse {
    pub(crate) count: u64,
    pub(crate) indices: SparseIndices,
    pub(crate) values: SparseValues,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SparseIndices {
    pub(crate) buffer_view: usize,
    #[serde(default)]
    pub(crate) byte_offset: u64,
    pub(crate) component_type: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SparseValues {
    pub(crate) buffer_view: usize,
    #[serde(default)]
    pub(crate) byte_offset: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BufferView {
    pub(crate) buffer: usize,
    #[serde(default)]
    pub(crate) byte_offset: u64,
    pub(crate) byte_length: u64,
    pub(crate) byte_stride: Option<u64>,
    #[serde(default)]
    pub(crate) extensions: ByName<Meshopt>,
}

/// The value of an extension under its first name, or under its later one.
#[derive(Deserialize)]
pub(crate) struct ByName<T> {
    #[serde(rename = "EXT_meshopt_compression")]
    first: Option<T>,
    #[serde(rename = "KHR_meshopt_compression")]
    later: Option<T>,
}

impl<T> ByName<T> {
    pub(crate) fn get(&self) -> Option<&T> {
        self.later.as_ref().or(self.first.as_ref())
    }
}

impl<T> Default for ByName<T> {
    fn default() -> Self {
        Self { first: None, later: None }
    }
}

/// A view compressed by meshoptimizer.
#[derive(Deserialize)]
#[cfg_attr(not(feature = "draco"), expect(dead_code, reason = "who cannot decompress it reads less of it"))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Meshopt {
    pub(crate) buffer: usize,
    #[serde(default)]
    pub(crate) byte_offset: u64,
    pub(crate) byte_length: u64,
    pub(crate) byte_stride: u64,
    pub(crate) count: u64,
    pub(crate) mode: String,
    pub(crate) filter: Option<String>,
}

/// The compression of the buffer by meshoptimizer.
#[derive(Deserialize)]
pub(crate) struct Fallback {
    /// Whether it is for those who cannot decompress; then it need not have any bytes.
    #[serde(default)]
    pub(crate) fallback: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Buffer {
    pub(crate) uri: Option<String>,
    pub(crate) byte_length: u64,
    #[serde(default)]
    pub(crate) extensions: ByName<Fallback>,
}

impl Buffer {
    /// Whether its bytes are in another file.
    pub(crate) fn is_external(&self) -> bool {
        self.uri.as_ref().is_some_and(|uri| !uri.starts_with("data:"))
    }
}

impl Document {
    pub(crate) fn parse(json: &[u8], most_memory: u64) -> Result<Self, Fault> {
        check_size(json, most_memory)?;
        let document: Self = serde_json::from_slice(json).map_err(|error| {
            let problem = foreign(&error);
            // serde_json ends its messages with the place, which ours begin with.
            let problem = problem.split(" at line ").next().unwrap_or_default();
            Fault::malformed(Place::Element(format!("JSON line {} column {}", error.line(), error.column())), problem)
        })?;
        let version = &document.asset.version;
        if !version.starts_with("2.") {
            let problem = format!("glTF version {version:?} is not supported; 2.0 is");
            return Err(Fault::unsupported(Place::Element("asset.version".into()), problem));
        }
        match document.extensions_required.iter().find(|name| !is_known(name)) {
            Some(name) => Err(unsupported_extension("extensionsRequired", name)),
            None => Ok(document),
        }
    }
}

/// Refuses JSON that takes far more memory than the file is worth: an object takes hundreds of bytes, however short it is.
fn check_size(json: &[u8], limit: u64) -> Result<(), Fault> {
    const OBJECT: u64 = 420;
    const VALUE: u64 = 32;
    let count = |sign: u8| memchr::memchr_iter(sign, json).count() as u64;
    let memory = OBJECT * count(b'{') + VALUE * count(b',');
    if memory <= limit {
        return Ok(());
    }
    let problem = format!("its JSON takes about {memory} bytes of memory, but at most {limit} are allowed");
    Err(Fault::too_large(Place::File, problem))
}

/// Extensions that a file may require: we follow them, or they do not change what we read of it.
fn is_known(extension: &str) -> bool {
    const FOLLOWED: [&str; 5] = [
        "KHR_mesh_quantization",
        "EXT_mesh_gpu_instancing",
        "KHR_draco_mesh_compression",
        "EXT_meshopt_compression",
        "KHR_meshopt_compression",
    ];
    const HARMLESS: [&str; 6] =
        ["KHR_materials_", "KHR_texture_", "EXT_texture_", "MSFT_texture_", "KHR_lights_", "EXT_lights_"];
    FOLLOWED.contains(&extension) || HARMLESS.iter().any(|prefix| extension.starts_with(prefix))
}

fn unsupported_extension(element: &str, extension: &str) -> Fault {
    let problem = format!("the extension {extension} is not supported; save the file without it");
    Fault::unsupported(Place::Element(element.into()), problem)
}

/// The element of that number, or an error that says who asked for it.
pub(crate) fn get<'a, T>(list: &'a [T], index: usize, what: &str, asked_by: &str) -> Result<&'a T, Fault> {
    list.get(index).ok_or_else(|| {
        let problem = format!("{what}[{index}] is not there: {what} has {}", list.len());
        Fault::malformed(Place::Element(asked_by.into()), problem)
    })
}
