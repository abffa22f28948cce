use super::archive::{Tag, for_tags};
use crate::error::{Fault, Place, quote};
use crate::number;
use crate::repair;
use crate::soup::Soup;
use crate::{Context, Unit};
use allide::{Mesh, Pose};
use quick_xml::escape::unescape;
use std::borrow::Cow;
use std::collections::HashMap;

/// One model part: its objects by their ids, and what is to be built of them.
#[derive(Default)]
pub(crate) struct Model {
    pub(crate) objects: HashMap<u64, Object>,
    pub(crate) items: Vec<Reference>,
}

pub(crate) struct Object {
    pub(crate) name: Option<String>,
    pub(crate) shape: Shape,
    pub(crate) uuid: Option<String>,
    /// Its metadata, by name.
    pub(crate) metadata: serde_json::Map<String, serde_json::Value>,
}

pub(crate) enum Shape {
    Mesh(Mesh),
    Components(Vec<Reference>),
}

/// A placed object, of this or another part.
#[derive(Clone)]
pub(crate) struct Reference {
    pub(crate) part: Option<String>,
    pub(crate) id: u64,
    pub(crate) pose: Pose,
    pub(crate) uuid: Option<String>,
}

/// An object that is being read.
struct Open {
    id: u64,
    name: Option<String>,
    soup: Soup,
    components: Vec<Reference>,
    uuid: Option<String>,
    metadata: serde_json::Map<String, serde_json::Value>,
    /// The name of the metadata being read, and where its text begins.
    reading: Option<(String, usize)>,
}

impl Model {
    pub(crate) fn parse(part: &str, text: &str, context: &mut Context) -> Result<Self, Fault> {
        let mut model = Self::default();
        let mut open: Option<Open> = None;
        let (mut is_closed, repair) = (false, context.repair);
        for_tags(part, text, |tag| {
            context.passed(tag.offset());
            match (tag.name, tag.is_end, &mut open) {
                ("model", false, _) => {
                    check_extensions(tag)?;
                    // The root model comes first, and its unit is that of all.
                    context.unit = context.unit.or(unit(tag)?);
                }
                // Unreadable vertices are left out together with the triangles that use them, once all are known.
                ("vertex", false, Some(open)) => {
                    let position = position(tag);
                    open.soup.positions.push(if repair { position.unwrap_or([f64::NAN; 3]) } else { position? });
                }
                ("triangle", false, Some(open)) => {
                    let triangle = triangle(tag);
                    open.soup.triangles.push(if repair { triangle.unwrap_or([u32::MAX; 3]) } else { triangle? });
                }
                ("metadata", false, Some(open)) => {
                    open.reading = tag.attribute("name")?.map(|name| (name.into_owned(), tag.end()));
                }
                ("metadata", true, Some(open)) => {
                    if let Some((name, from)) = open.reading.take() {
                        let value = text.get(from..tag.offset()).unwrap_or_default();
                        let value = unescape(value).map_err(|error| tag.fault(error.to_string()))?;
                        open.metadata.insert(name, value.trim().into());
                    }
                }
                ("component", false, Some(open)) => open.components.push(reference(tag)?),
                ("mesh", true, Some(open)) if !repair => check_indices(&open.soup, tag)?,
                ("object", false, None) => open = Some(begin(tag)?),
                ("object", false, Some(_)) => return Err(tag.fault("an object inside an object")),
                ("object", true, _) => {
                    if let Some(mut open) = open.take() {
                        if repair {
                            let place =
                                |triangle| Place::Element(format!("{part}: object {}: triangle {triangle}", open.id));
                            let Soup { positions, triangles, .. } = &mut open.soup;
                            repair::leave_out(triangles, 0, positions, &mut context.notes, place);
                        }
                        model.close(open, tag)?;
                    }
                }
                ("item", false, None) => model.items.push(reference(tag)?),
                ("model", true, None) => is_closed = true,
                _ => {}
            }
            Ok(())
        })?;
        let line = text.lines().count().max(1);
        if is_closed { Ok(model) } else { Err(Fault::line(line, "the text ends before </model>").within(part)) }
    }

    fn close(&mut self, open: Open, tag: &Tag) -> Result<(), Fault> {
        let is_mesh = open.components.is_empty();
        if !is_mesh && !open.soup.triangles.is_empty() {
            return Err(tag.fault(format!("object {} has both a mesh and components", open.id)));
        }
        check_indices(&open.soup, tag)?;
        let shape = if is_mesh { Shape::Mesh(open.soup.into_mesh()?) } else { Shape::Components(open.components) };
        match self.objects.insert(open.id, Object { name: open.name, shape, uuid: open.uuid, metadata: open.metadata })
        {
            Some(_) => Err(tag.fault(format!("a second object has the id {}", open.id))),
            None => Ok(()),
        }
    }
}

/// Refuses a model that demands to be read by rules that we do not know: its objects may have no mesh at all.
fn check_extensions(tag: &Tag) -> Result<(), Fault> {
    let harmless = ["/production/", "/material/", "/slice/", "/trianglesets/"];
    let required = tag.attribute("requiredextensions")?.unwrap_or_default();
    for prefix in required.split_whitespace() {
        // The attribute that declares the prefix.
        let namespace = tag.attribute(prefix)?.unwrap_or_default();
        if !harmless.iter().any(|name| namespace.contains(name)) {
            return Err(tag.unsupported(format!("the extension {prefix:?} ({namespace:?}) is not supported")));
        }
    }
    Ok(())
}

/// The unit of a model, which is a millimetre unless it says otherwise; none if it is unknown.
fn unit(tag: &Tag) -> Result<Option<Unit>, Fault> {
    let word = tag.attribute("unit")?.unwrap_or(Cow::Borrowed("millimeter"));
    Ok(Unit::ALL.into_iter().find(|unit| unit.name() == word))
}

fn begin(tag: &Tag) -> Result<Open, Fault> {
    let name = tag.attribute("name")?.filter(|name| !name.is_empty()).map(Cow::into_owned);
    let mut metadata = serde_json::Map::new();
    if let Some(number) = tag.attribute("partnumber")? {
        metadata.insert("partnumber".into(), number.as_ref().into());
    }
    Ok(Open {
        id: integer(tag, "id")?,
        name,
        soup: Soup::default(),
        components: Vec::new(),
        uuid: uuid(tag)?,
        metadata,
        reading: None,
    })
}

/// The UUID of the production extension.
fn uuid(tag: &Tag) -> Result<Option<String>, Fault> {
    const LONGEST: usize = 64;
    let uuid = tag.attribute("UUID")?.map(Cow::into_owned);
    Ok(uuid.filter(|uuid| !uuid.is_empty() && uuid.len() <= LONGEST))
}

fn required<'t>(tag: &'t Tag, name: &str) -> Result<Cow<'t, str>, Fault> {
    tag.attribute(name)?.ok_or_else(|| tag.fault(format!("<{}> has no attribute {name:?}", tag.name)))
}

fn integer(tag: &Tag, name: &str) -> Result<u64, Fault> {
    let text = required(tag, name)?;
    let value = number::integer(text.trim().as_bytes()).and_then(|value| u64::try_from(value).ok());
    value.ok_or_else(|| tag.fault(format!("{name}={} must be a whole number, 0 or more", quote(text.as_bytes()))))
}

fn finite(tag: &Tag, name: &str, text: &str) -> Result<f64, Fault> {
    let value = number::float(text.trim().as_bytes()).filter(|value| value.is_finite());
    value.ok_or_else(|| tag.fault(format!("{name}={} is not a finite number", quote(text.as_bytes()))))
}

fn position(tag: &Tag) -> Result<[f64; 3], Fault> {
    let value = |name| finite(tag, name, &required(tag, name)?);
    Ok([value("x")?, value("y")?, value("z")?])
}

fn triangle(tag: &Tag) -> Result<[u32; 3], Fault> {
    let vertex = |name| {
        let value = integer(tag, name)?;
        u32::try_from(value).map_err(|_| tag.fault(format!("{name} is {value}, but at most {} is supported", u32::MAX)))
    };
    Ok([vertex("v1")?, vertex("v2")?, vertex("v3")?])
}

fn reference(tag: &Tag) -> Result<Reference, Fault> {
    let pose = match tag.attribute("transform")? {
        Some(text) => transform(tag, &text)?,
        None => Pose::IDENTITY,
    };
    let part = tag.attribute("path")?.map(Cow::into_owned);
    Ok(Reference { part, id: integer(tag, "objectid")?, pose, uuid: uuid(tag)? })
}

/// Four rows of three: the images of the axes, and the translation.
fn transform(tag: &Tag, text: &str) -> Result<Pose, Fault> {
    let values: Vec<f64> =
        text.split_whitespace().map(|token| finite(tag, "transform", token)).collect::<Result<_, _>>()?;
    let (&[x, y, z, translation], []) = values.as_chunks() else {
        return Err(tag.fault(format!("the transform has {} numbers instead of 12", values.len())));
    };
    Pose::affine([x, y, z], translation).map_err(|error| tag.fault(error.to_string()))
}

fn check_indices(soup: &Soup, tag: &Tag) -> Result<(), Fault> {
    let count = soup.positions.len();
    let outside = |corners: &[u32; 3]| corners.iter().copied().find(|&vertex| vertex as usize >= count);
    match soup.triangles.iter().enumerate().find_map(|(index, corners)| Some((index, outside(corners)?))) {
        Some((index, vertex)) => {
            Err(tag.fault(format!("triangle {index} of the mesh uses vertex {vertex}, but there are {count}")))
        }
        None => Ok(()),
    }
}
