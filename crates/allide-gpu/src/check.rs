//! Whether a WGSL text is what Rust takes it for: parsed, and compared with its [`Shader`].
//!
//! Bindings, immediates, constants and the size of workgroups are stated on both sides, and a mismatch would show as a wrong
//! answer, if at all. Tests call this for every text of a crate; no device is needed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use wgpu::naga::{self, AddressSpace, ImageClass, ScalarKind, ShaderStage, StorageAccess, TypeInner};

use crate::shader::THREADS;
use crate::{Access, Constant, Shader, Texel};

/// The parsed text, with the first value of each setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Its parts, joined.
    pub text: String,
    /// Bytes of workgroup memory.
    pub storage: u32,
    /// Whole numbers that are `const` outside of functions.
    pub constants: HashMap<String, i64>,
}

/// Compares a text with its declaration, for all values that its settings are said to have, one setting at a time.
///
/// # Errors
/// The first mismatch, in words.
pub fn check(shader: &Shader<'_>) -> Result<Checked, String> {
    let mut first = None;
    for settings in variants(shader) {
        let constants = [shader.constants, &settings].concat();
        let checked =
            check_with(shader, &constants).map_err(|error| format!("{} {settings:?}: {error}", shader.name))?;
        first.get_or_insert(checked);
    }
    first.ok_or_else(|| format!("{}: a setting without values", shader.name))
}

/// Files below `folder` that end in `.wgsl` and are part of none of the texts.
///
/// # Errors
/// A file or folder cannot be read.
pub fn unlisted(folder: &Path, checked: &[Checked]) -> std::io::Result<Vec<PathBuf>> {
    let (mut folders, mut missing) = (vec![folder.to_path_buf()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "wgsl") {
                let file = std::fs::read_to_string(&path)?;
                if !checked.iter().any(|shader| shader.text.contains(&file)) {
                    missing.push(path);
                }
            }
        }
    }
    Ok(missing)
}

/// The first value of each setting, then every other value beside first ones.
fn variants(shader: &Shader<'_>) -> Vec<Vec<Constant>> {
    let first = |&(name, values): &(&'static str, &'static [u32])| values.first().map(|&value| (name, value));
    let Some(start) = shader.settings.iter().map(first).collect::<Option<Vec<Constant>>>() else { return Vec::new() };
    let mut all = vec![start.clone()];
    for (place, (_, values)) in shader.settings.iter().enumerate() {
        for &value in &values[1..] {
            let mut variant = start.clone();
            variant[place].1 = value;
            all.push(variant);
        }
    }
    all
}

fn check_with(shader: &Shader<'_>, constants: &[Constant]) -> Result<Checked, String> {
    let text = shader.text.text(constants);
    let module = naga::front::wgsl::parse_str(&text).map_err(|error| error.emit_to_string(&text))?;
    naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all())
        .validate(&module)
        .map_err(|error| error.emit_to_string(&text))?;
    check_entry_points(shader, &module, constants)?;
    check_bindings(shader, &module)?;
    check_immediates(shader, &module)?;
    let workgroup = module.global_variables.iter().filter(|(_, variable)| variable.space == AddressSpace::WorkGroup);
    let storage = workgroup.map(|(_, variable)| module.types[variable.ty].inner.size(module.to_ctx())).sum();
    Ok(Checked { text: shader.text.parts.join("\n"), storage, constants: whole_constants(&module) })
}

fn check_entry_points(shader: &Shader<'_>, module: &naga::Module, constants: &[Constant]) -> Result<(), String> {
    let wanted: &[_] = if shader.is_drawn {
        &[(ShaderStage::Vertex, "vertex"), (ShaderStage::Fragment, "fragment")]
    } else {
        &[(ShaderStage::Compute, "main")]
    };
    let found: Vec<_> = module.entry_points.iter().map(|point| (point.stage, point.name.as_str())).collect();
    if found.len() != wanted.len() || !wanted.iter().all(|point| found.contains(point)) {
        return Err(format!("entry points are {found:?}, but must be {wanted:?}"));
    }
    if shader.is_drawn {
        return Ok(());
    }
    let Some(&(_, threads)) = constants.iter().find(|(name, _)| *name == THREADS) else {
        return Err(format!("there is no constant {THREADS}"));
    };
    let size = module.entry_points[0].workgroup_size;
    if size != [threads, 1, 1] {
        return Err(format!("workgroups have {size:?} threads, but {THREADS} is {threads}"));
    }
    Ok(())
}

/// The bindings: buffers first, then images.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bound {
    Buffer(Access),
    Image(Texel),
    Other,
}

fn check_bindings(shader: &Shader<'_>, module: &naga::Module) -> Result<(), String> {
    let buffers = shader.bindings.iter().map(|&access| Bound::Buffer(access));
    let wanted: Vec<Bound> = buffers.chain(shader.images.iter().map(|&texel| Bound::Image(texel))).collect();
    let mut missing: Vec<bool> = wanted.iter().map(|_| true).collect();
    for (_, variable) in module.global_variables.iter() {
        let Some(binding) = &variable.binding else { continue };
        let (name, at) = (variable.name.as_deref().unwrap_or_default(), binding.binding as usize);
        let found = bound(module, variable);
        if binding.group != 0 || wanted.get(at) != Some(&found) {
            let wanted = wanted.get(at).filter(|_| binding.group == 0);
            return Err(format!(
                "{name}, binding {at} of group {}, is {found:?}, but must be {wanted:?}",
                binding.group
            ));
        }
        missing[at] = false;
    }
    match missing.iter().position(|missing| *missing) {
        Some(at) => Err(format!("binding {at} is missing: {:?}", wanted[at])),
        None => Ok(()),
    }
}

fn bound(module: &naga::Module, variable: &naga::GlobalVariable) -> Bound {
    match (variable.space, &module.types[variable.ty].inner) {
        (AddressSpace::Storage { access }, _) if access == StorageAccess::LOAD => Bound::Buffer(Access::Read),
        (AddressSpace::Storage { access }, _) if access == StorageAccess::LOAD | StorageAccess::STORE => {
            Bound::Buffer(Access::Write)
        }
        (_, TypeInner::Image { dim: naga::ImageDimension::D2, arrayed: false, class }) => match class {
            ImageClass::Depth { multi: false } => Bound::Image(Texel::Depth),
            ImageClass::Sampled { kind: ScalarKind::Uint, multi: false } => Bound::Image(Texel::Word),
            _ => Bound::Other,
        },
        _ => Bound::Other,
    }
}

/// Name, type and offset of a member.
type Member = (String, String, usize);

fn check_immediates(shader: &Shader<'_>, module: &naga::Module) -> Result<(), String> {
    let mut variables =
        module.global_variables.iter().filter(|(_, variable)| variable.space == AddressSpace::Immediate);
    let (found, size) = match (variables.next(), variables.next()) {
        (_, Some(_)) => return Err("there are two variables of immediates".to_string()),
        (None, None) => (Vec::new(), 0),
        (Some((_, variable)), None) => match &module.types[variable.ty].inner {
            TypeInner::Struct { members, span } => {
                let name = |member: &naga::StructMember| member.name.clone().unwrap_or_default();
                let member =
                    |member| -> Member { (name(member), wgsl_name(module, member.ty), member.offset as usize) };
                (members.iter().map(member).collect(), *span)
            }
            single => {
                let name = variable.name.clone().unwrap_or_default();
                (vec![(name, wgsl_name(module, variable.ty), 0)], single.size(module.to_ctx()))
            }
        },
    };
    let field = |field: &crate::Field| -> Member { (field.name.to_string(), field.wgsl.to_string(), field.offset) };
    let wanted: Vec<Member> = shader.fields.iter().map(field).collect();
    let longer = found.len().max(wanted.len());
    if let Some(at) = (0..longer).find(|&at| found.get(at) != wanted.get(at)) {
        return Err(format!(
            "member {at} of the immediates is {:?} in WGSL, but {:?} in Rust",
            found.get(at),
            wanted.get(at)
        ));
    }
    if size != shader.immediates {
        return Err(format!("immediates are {size} bytes in WGSL, but {} in Rust", shader.immediates));
    }
    Ok(())
}

/// A type as [`crate::HostShareable::WGSL`] writes it.
fn wgsl_name(module: &naga::Module, handle: naga::Handle<naga::Type>) -> String {
    let scalar = |scalar: &naga::Scalar| match (scalar.kind, scalar.width) {
        (ScalarKind::Uint, 4) => "u32".to_string(),
        (ScalarKind::Sint, 4) => "i32".to_string(),
        (ScalarKind::Float, 4) => "f32".to_string(),
        _ => format!("{scalar:?}"),
    };
    match &module.types[handle].inner {
        TypeInner::Scalar(one) => scalar(one),
        TypeInner::Vector { size, scalar: one } => format!("vec{}<{}>", *size as u32, scalar(one)),
        other => format!("{other:?}"),
    }
}

fn whole_constants(module: &naga::Module) -> HashMap<String, i64> {
    let value = |constant: &naga::Constant| match &module.global_expressions[constant.init] {
        naga::Expression::Literal(naga::Literal::U32(value)) => Some(i64::from(*value)),
        naga::Expression::Literal(naga::Literal::I32(value)) => Some(i64::from(*value)),
        naga::Expression::Literal(naga::Literal::AbstractInt(value)) => Some(*value),
        _ => None,
    };
    let pair = |constant: &naga::Constant| Some((constant.name.clone()?, value(constant)?));
    module.constants.iter().filter_map(|(_, constant)| pair(constant)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Access::{Read, Write};
    use crate::{Drawing, Immediates, Needs, Primitives, Source, Wgsl, Words};
    use std::marker::PhantomData;

    crate::immediates! {
        struct Params {
            origin: [i32; 3],
            count: u32,
            growth: [f32; 2],
            padding: [u32; 2],
        }
    }

    crate::immediates! {
        struct Swapped {
            count: u32,
            origin: [i32; 3],
            growth: [f32; 2],
            padding: [u32; 2],
        }
    }

    crate::immediates! {
        struct Signed {
            origin: [i32; 3],
            count: i32,
            growth: [f32; 2],
            padding: [u32; 2],
        }
    }

    crate::immediates! {
        struct Unpadded {
            origin: [i32; 3],
            count: u32,
            growth: [f32; 2],
        }
    }

    const TEXT: &str = "
        struct Params { origin: vec3<i32>, count: u32, growth: vec2<f32>, padding: vec2<u32> }
        var<immediate> params: Params;
        @group(0) @binding(0) var<storage, read> input: array<u32>;
        @group(0) @binding(1) var<storage, read_write> output: array<u32>;
        const LEVELS = 1u << 4u;
        var<workgroup> sums: array<u32, THREADS>;
        @compute @workgroup_size(THREADS)
        fn main(@builtin(local_invocation_index) index: u32) {
            sums[index] = input[index] + params.count;
            workgroupBarrier();
            if WITHIN == 0u { output[index] = sums[THREADS - 1u - index]; }
        }";

    const fn source<P>(parts: &'static [&'static str]) -> Source<P> {
        Source {
            name: "sample",
            text: Wgsl::checked(parts),
            bindings: &[Read, Write],
            immediates: PhantomData,
            constants: &[("THREADS", 64)],
            settings: &[("WITHIN", &[0, 1])],
        }
    }

    const GOOD: Source<Params> = source(&[TEXT]);

    /// The message of an error, which must mention `word`.
    fn refuse<P: Immediates>(source: Source<P>, word: &str) {
        let error = check(&source.shader()).unwrap_err();
        assert!(error.starts_with("sample") && error.contains(word), "{error}");
    }

    #[test]
    fn a_text_that_is_as_declared_passes() {
        let checked = check(&GOOD.shader()).unwrap();
        assert_eq!((checked.storage, checked.constants["LEVELS"], checked.constants["THREADS"]), (256, 16, 64));
        let needs = Needs { threads: 64, storage: Needs::STORAGE, buffers: 2, immediates: 32 };
        assert_eq!(Needs::of(&[GOOD.shader()]), needs);
    }

    #[test]
    fn immediates_of_another_order_type_or_size_are_refused() {
        refuse(source::<Swapped>(&[TEXT]), "member 0");
        refuse(source::<Signed>(&[TEXT]), "(\"count\", \"u32\", 12)");
        refuse(source::<Unpadded>(&[TEXT]), "member 3");
        refuse(source::<()>(&[TEXT]), "None in Rust");
        // Without the padding, WGSL has as many members but rounds their size up.
        let text = TEXT.replace(", padding: vec2<u32>", "");
        refuse(source::<Unpadded>(vec![&*text.leak()].leak()), "32 bytes in WGSL, but 24 in Rust");
    }

    #[test]
    fn bindings_of_another_number_or_access_are_refused() {
        refuse(Source { bindings: &[Write, Write], ..GOOD }, "input, binding 0");
        refuse(Source { bindings: &[Read, Read], ..GOOD }, "output, binding 1");
        refuse(Source { bindings: &[Read], ..GOOD }, "must be None");
        refuse(Source { bindings: &[Read, Write, Read], ..GOOD }, "binding 2 is missing");
    }

    #[test]
    fn another_size_of_workgroups_and_other_entry_points_are_refused() {
        refuse(source::<Params>(vec![&*TEXT.replace("size(THREADS)", "size(32)").leak()].leak()), "[32, 1, 1]");
        refuse(source::<Params>(vec![&*TEXT.replace("fn main", "fn run").leak()].leak()), "entry points");
    }

    #[test]
    fn constants_that_are_missing_are_refused_and_every_value_is_tried() {
        refuse(Source { constants: &[], ..GOOD }, "THREADS");
        refuse(Source { settings: &[], ..GOOD }, "WITHIN");
        refuse(source::<Params>(&[TEXT, "const_assert WITHIN == 0u;"]), "(\"WITHIN\", 1)");
    }

    #[test]
    fn images_of_another_kind_are_refused() {
        let drawing: Drawing<'_> = Drawing {
            name: "sample",
            variant: "",
            text: Wgsl::checked(&["@group(0) @binding(0) var depth: texture_depth_2d;
                @vertex fn vertex() -> @builtin(position) vec4<f32> { return vec4(0.0); }
                @fragment fn fragment() -> @location(0) u32 { return u32(textureLoad(depth, vec2(0), 0)); }"]),
            bindings: &[],
            images: &[Texel::Depth],
            immediates: PhantomData,
            constants: &[],
            compare: crate::Compare::Less,
            writes_depth: false,
            primitives: Primitives::Triangles,
            words: Words::One,
            counting: None,
            conservative: false,
        };
        assert!(check(&drawing.shader()).is_ok());
        let error = check(&Drawing { images: &[Texel::Word], ..drawing }.shader()).unwrap_err();
        assert!(error.contains("Image(Depth)") && error.contains("Image(Word)"), "{error}");
    }

    #[test]
    fn files_that_no_text_has_are_found() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/stages/append");
        let listed = |parts: &[&str]| {
            let text = parts.join("\n");
            unlisted(&folder, &[Checked { text, storage: 0, constants: HashMap::new() }]).unwrap().len()
        };
        assert_eq!(listed(&[TEXT]), 2);
        assert_eq!(listed(&[TEXT, crate::stages::append::APPEND]), 1);
    }
}
