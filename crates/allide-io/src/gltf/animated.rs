//! A document that is read again and again, each time as it stands at another moment of an animation.

use super::animation::Animation;
use super::buffers::{Buffers, Container, Loads};
use super::json::Document;
use super::read::{Reader, Shapes};
use crate::error::Fault;
use crate::note::Oddity;
use crate::soup::Part;
use crate::{Context, Place, Unit};

pub(crate) struct Animated {
    bytes: Vec<u8>,
    /// Bytes of the file, which may be compressed.
    size: usize,
    document: Document,
    animation: Animation,
    loads: Loads,
    shapes: Shapes,
}

impl Animated {
    /// With the animation of a name or number; without one, the first, and a note if there are others.
    pub(crate) fn open(bytes: Vec<u8>, size: usize, which: Option<&str>, context: &mut Context) -> Result<Self, Fault> {
        let container = Container::parse(&bytes)?;
        let document = Document::parse(container.json, context.grown)?;
        let mut buffers = Buffers::new(&document, container.binary, context);
        let animation = Animation::find(&mut buffers, which)?;
        let loads = buffers.into_loads();
        if which.is_none() && document.animations.len() > 1 {
            let oddity = Oddity::FirstAnimation { of: document.animations.len() };
            context.notes.add(oddity, || Place::File);
        }
        Ok(Self { bytes, size, document, animation, loads, shapes: Shapes::default() })
    }

    pub(crate) fn animation(&self) -> &Animation {
        &self.animation
    }

    /// Bytes of the file, which may be compressed.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// All parts at a time.
    pub(crate) fn frame(&mut self, time: f64, context: &mut Context) -> Result<Vec<Part>, Fault> {
        context.unit = Some(Unit::Meter);
        let posture = self.animation.posture(time)?;
        let container = Container::parse(&self.bytes)?;
        let loads = std::mem::take(&mut self.loads);
        let buffers = Buffers::resume(&self.document, container.binary, context, loads);
        let repair = context.repair.then_some(&mut context.notes);
        let mut reader = Reader::new(buffers, repair, std::mem::take(&mut self.shapes));
        let parts = reader.parts(&posture);
        (self.loads, self.shapes) = reader.into_kept();
        parts
    }
}
