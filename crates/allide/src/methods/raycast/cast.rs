//! The sequence of passes, what each algorithm reads, and its meaning.

use super::eye::Eye;
use super::findings::{Findings, ms};
use super::geometry::{Geometry, Place};
use super::options::{Algorithm, EarlyExit, RaycastOptions};
use super::parse::{Parsed, parse};
use super::passes::Passes;
use super::pens::{DEPTHS, DepthsParams, THREADS};
use super::report::{Extremes, PixelCounts, RaycastReport};
use crate::Error;
use crate::world::{self, WorldObject};
use allide_geom::{Aabb, DVec3};
use allide_gpu::{Buffer, Counting, Done, Gpu, Plane, ReadId, Recorder, Result};
use std::time::Instant;

/// Casts rays at all objects.
///
/// # Errors
/// Options that make no sense, or a GPU that gives no answer.
pub(crate) fn run(
    gpu: &Gpu,
    objects: &[WorldObject],
    options: &RaycastOptions,
) -> std::result::Result<RaycastReport, Error> {
    options.check()?;
    let start = Instant::now();
    world::place(objects.iter().collect());
    let bounds = objects.iter().fold(Aabb::EMPTY, |bounds, object| bounds.union(&object.bounds()));
    let place = Place::of(&if bounds.is_empty() { Aabb { min: DVec3::ZERO, max: DVec3::ZERO } } else { bounds });
    let geometry = Geometry::of(objects, &place)?;
    let eye = Eye::new(place, options);
    let mut found = Findings::default();
    found.times.prepare = ms(start);
    if !geometry.corners.is_empty() {
        Cast { passes: Passes::new(gpu, options, &geometry, &eye)?, gpu, options, geometry: &geometry }
            .run(&mut found)?;
    }
    Ok(found.report(objects, &geometry, &eye))
}

/// One run.
struct Cast<'c> {
    passes: Passes<'c>,
    gpu: &'c Gpu,
    options: &'c RaycastOptions,
    geometry: &'c Geometry,
}

impl Cast<'_> {
    fn run(&self, found: &mut Findings) -> Result<()> {
        let (algorithm, exit) = (self.options.algorithm, self.options.early_exit);
        let mut start = Instant::now();
        let mut recorder = Recorder::new(self.gpu);
        self.passes.upload(&mut recorder)?;
        self.passes.edges(&mut recorder)?;
        self.passes.count(&mut recorder)?;
        if exit == EarlyExit::Maximum {
            let buffer = self.passes.extremes(&mut recorder)?;
            let read = recorder.read(&buffer);
            let done = recorder.finish()?;
            found.measure(&done, start);
            let [largest, smallest] = [done.words(read)[0], done.words(read)[1]].map(|count| count as i16 - ZERO);
            found.pixels.extremes = Some(Extremes { largest, smallest });
            if self.is_over(found, largest > 0) {
                return Ok(());
            }
            (start, recorder) = (Instant::now(), Recorder::new(self.gpu));
        }
        let is_queried = exit == EarlyExit::Query || algorithm == Algorithm::Queries;
        let mut inside = None;
        if is_queried || matches!(algorithm, Algorithm::IdentifyOneWithoutStencilRead | Algorithm::IdentifyBoth) {
            inside = self.passes.inside(&mut recorder, is_queried)?;
        }
        if exit == EarlyExit::Query
            && let Some(queries) = inside.take()
        {
            let read = recorder.read(&queries);
            let done = recorder.finish()?;
            found.measure(&done, start);
            found.penetrating = passed(&done, read);
            let any = !found.penetrating.is_empty();
            if algorithm != Algorithm::Queries {
                found.penetrating.clear();
            }
            if self.is_over(found, any) {
                return Ok(());
            }
            (start, recorder) = (Instant::now(), Recorder::new(self.gpu));
        }
        let around = match algorithm {
            Algorithm::IdentifyBoth | Algorithm::Queries => self.passes.around(&mut recorder)?,
            _ => None,
        };
        let reads = self.reads(&mut recorder, [inside, around])?;
        let done = recorder.finish()?;
        found.measure(&done, start);
        let start = Instant::now();
        self.take(found, &done, &reads);
        found.times.parse = ms(start);
        drop(done);
        if self.options.locate && !found.parsed.pixels.is_empty() {
            self.locate(found)?;
        }
        Ok(())
    }

    /// Notes whether anything interferes; whether that is all there is to know.
    fn is_over(&self, found: &mut Findings, interferes: bool) -> bool {
        (found.interferes, found.early_exit) = (interferes, !interferes);
        !interferes || self.options.algorithm == Algorithm::Detect
    }

    /// Lets the answer have what the algorithm reads. Buffers are kept until it is there.
    fn reads(&self, recorder: &mut Recorder<'_>, [inside, around]: [Option<Buffer>; 2]) -> Result<Reads> {
        recorder.stage("read");
        let has_counts = matches!(self.options.algorithm, Algorithm::Detect | Algorithm::IdentifyOne);
        let counts = has_counts.then(|| self.passes.copied(recorder, Plane::Counts)).transpose()?;
        let words =
            self.options.algorithm.has_words().then(|| self.passes.copied(recorder, Plane::Words)).transpose()?;
        let mut read = |buffer: Option<Buffer>| buffer.map(|buffer| (recorder.read(&buffer), buffer));
        Ok(Reads { counts: read(counts), words: read(words), inside: read(inside), around: read(around) })
    }

    /// Goes through everything that was read.
    fn take(&self, found: &mut Findings, done: &Done<'_>, reads: &Reads) {
        let ids = |read: &Option<(ReadId, Buffer)>| read.as_ref().map(|(id, _)| passed(done, *id));
        if self.options.algorithm == Algorithm::Queries {
            if let Some(inside) = ids(&reads.inside) {
                found.penetrating = inside;
            }
            found.penetrated = ids(&reads.around).unwrap_or_default();
            found.interferes = !found.penetrating.is_empty();
            return;
        }
        let counts = reads.counts.as_ref().map(|(id, _)| done.bytes(*id));
        let words = reads.words.as_ref().map(|(id, _)| done.words(*id));
        found.parsed = parse(self.options, counts, words);
        let Parsed { inside, negative, .. } = found.parsed;
        found.pixels = PixelCounts { inside: Some(inside), negative, ..found.pixels };
        found.interferes = inside > 0;
        (found.penetrating, found.penetrated) = found.parsed.objects(self.geometry);
    }

    /// The depths of all pixels that were found.
    fn locate(&self, found: &mut Findings) -> Result<()> {
        let start = Instant::now();
        let stride = self.passes.depths.row_bytes(Plane::Depths) / 4;
        let pixels: Vec<u32> = found.parsed.pixels.iter().map(|pixel| pixel.at[1] * stride + pixel.at[0]).collect();
        let mut recorder = Recorder::new(self.gpu);
        recorder.stage("locate");
        let image = self.passes.copied(&mut recorder, Plane::Depths)?;
        let bytes = pixels.len() as u64 * 4;
        let (places, depths) = (self.gpu.buffer("places", bytes)?, self.gpu.buffer("depths", bytes)?);
        recorder.upload(&places, 0, &pixels)?;
        let kernel = self.gpu.kernel(&DEPTHS, &[])?;
        let params = DepthsParams { count: pixels.len() as u32 };
        recorder.dispatch(&kernel, [&image, &places, &depths], &params, self.gpu.groups(bytes / 4, THREADS))?;
        let read = recorder.read(&depths);
        let done = recorder.finish()?;
        found.depths = done.slice(read).to_vec();
        found.times.read += ms(start);
        Ok(())
    }
}

const ZERO: i16 = Counting::ZERO as i16;

/// The parts of the answer.
struct Reads {
    counts: Option<(ReadId, Buffer)>,
    words: Option<(ReadId, Buffer)>,
    inside: Option<(ReadId, Buffer)>,
    around: Option<(ReadId, Buffer)>,
}

/// The queries that saw something.
fn passed(done: &Done<'_>, read: ReadId) -> Vec<u32> {
    let results: &[u64] = done.slice(read);
    (0..).zip(results).filter(|(_, count)| **count != 0).map(|(query, _)| query).collect()
}
