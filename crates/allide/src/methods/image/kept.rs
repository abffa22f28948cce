//! Data that drawn methods keep from run to run, on the GPU and beside it.

use super::directions::Memory;
use super::parts::Parts;
use crate::world::WorldObject;
use crate::{Hierarchy, Mesh};
use allide_gpu::{Buffer, Recorder, Result};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

/// Hierarchies of objects. They depend on triangles alone, so poses and deformations leave them as they are.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// The mesh of each object, by its triangles, and its hierarchy once it was needed.
    objects: Vec<(u64, Option<Arc<Parts>>)>,
    /// The triangles of all objects, those of each in the order of its hierarchy, if it has one.
    order: Option<Buffer>,
    /// The benefit of each direction so far.
    pub directions: Memory,
}

impl Kept {
    /// Forgets what is not about these objects.
    pub fn fit(&mut self, objects: &[WorldObject]) {
        let fits = self.objects.len() == objects.len()
            && self.objects.iter().zip(objects).all(|((topology, _), object)| *topology == object.mesh.id().topology());
        if !fits {
            self.objects = objects.iter().map(|object| (object.mesh.id().topology(), None)).collect();
            self.order = None;
            self.directions = Memory::default();
        }
        self.directions.begin(objects.len());
    }

    /// Makes the hierarchies of these objects, those that are not there, and the buffer of the order of all.
    pub fn open(
        &mut self,
        recorder: &mut Recorder<'_>,
        (objects, starts): (&[WorldObject], &[u32]),
        which: &[u32],
        hierarchy: Hierarchy,
    ) -> Result<()> {
        let missing: Vec<u32> =
            which.iter().copied().filter(|&object| self.objects[object as usize].1.is_none()).collect();
        // Instances of one mesh share their hierarchy.
        let id = |object: u32| self.objects[object as usize].0;
        let shapes: HashMap<u64, u32> = missing.iter().map(|&object| (id(object), object)).collect();
        let parts = |mesh: &Mesh| match hierarchy {
            Hierarchy::Connected => Parts::of(mesh),
            Hierarchy::Random => Parts::by_lot(mesh.triangles().len()),
        };
        let made: HashMap<u64, Arc<Parts>> =
            shapes.par_iter().map(|(&id, &object)| (id, Arc::new(parts(&objects[object as usize].mesh)))).collect();
        let ids: Vec<u64> = missing.iter().map(|&object| id(object)).collect();
        let count = starts.last().map_or(0, |&count| u64::from(count));
        if self.order.is_none() {
            self.order = Some(recorder.gpu().buffer("order of triangles", count * 4)?);
        }
        for (&object, id) in missing.iter().zip(ids) {
            let parts = made[&id].clone();
            if let Some(order) = &self.order {
                let first = starts[object as usize];
                recorder.upload_with(order, u64::from(first) * 4, parts.order().len(), |target: &mut [u32]| {
                    target.iter_mut().zip(parts.order()).for_each(|(to, from)| *to = first + from);
                })?;
            }
            self.objects[object as usize].1 = Some(parts);
        }
        Ok(())
    }

    /// The hierarchy of an object that was opened.
    pub fn parts(&self, object: u32) -> Arc<Parts> {
        self.objects[object as usize].1.clone().expect("was opened")
    }

    pub fn order(&self) -> Option<&Buffer> {
        self.order.as_ref()
    }
}
