//! The passes, in their order.

use super::eye::{Eye, EyeParams};
use super::geometry::{Drawn, Geometry, Place};
use super::options::{Algorithm, EarlyExit, EdgeRule, RaycastOptions};
use super::parse::{Parsed, parse};
use super::pens::{DEPTHS, DepthsParams, EXTREMES, ExtremesParams, Pens, THREADS};
use super::report::{EdgeInside, PixelCounts, RaycastReport, RaycastTimes};
use crate::Error;
use crate::world::{self, WorldObject};
use allide_geom::{Aabb, DVec3};
use allide_gpu::{
    Binding, Buffer, Canvas, Counting, Done, DrawPass, Gpu, Image, Pen, Plane, QUERIES, ReadId, Recorder, Result, Start,
    Texel,
};
use std::time::Instant;

/// Names of stages that draw.
const DRAWING: [&str; 4] = ["edges", "count", "inside", "around"];

/// Casts rays at all objects.
///
/// # Errors
/// Options that make no sense, or a GPU that gives no answer.
pub(crate) fn run(gpu: &Gpu, objects: &[WorldObject], options: &RaycastOptions) -> std::result::Result<RaycastReport, Error> {
    options.check()?;
    let start = Instant::now();
    world::place(objects.iter().collect());
    let bounds = objects.iter().fold(Aabb::EMPTY, |bounds, object| bounds.union(&object.bounds()));
    let place = Place::of(&if bounds.is_empty() { Aabb { min: DVec3::ZERO, max: DVec3::ZERO } } else { bounds });
    let geometry = Geometry::of(objects, &place)?;
    let eye = Eye::new(place, options);
    let times = RaycastTimes { prepare: ms(start), ..RaycastTimes::default() };
    let mut findings = Findings { times, is_timed: true, ..Findings::default() };
    if !geometry.corners.is_empty() {
        Cast::new(gpu, options, &geometry, &eye)?.run(&mut findings)?;
    }
    Ok(findings.report(objects, &geometry, &eye))
}

fn ms(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

/// What the passes found so far, by numbers of objects and edges.
#[derive(Debug, Default)]
struct Findings {
    interferes: bool,
    penetrating: Vec<u32>,
    penetrated: Vec<u32>,
    parsed: Parsed,
    /// For each pixel of what was parsed, if asked for.
    depths: Vec<f32>,
    pixels: PixelCounts,
    early_exit: bool,
    times: RaycastTimes,
    /// Whether all stages so far have times.
    is_timed: bool,
}

impl Findings {
    /// Notes how long the GPU drew, out of all the time since `start`.
    fn measure(&mut self, done: &Done<'_>, start: Instant) {
        let drawing = done.stages().iter().filter(|stage| DRAWING.contains(&stage.name));
        let spent: Option<f64> = drawing.map(|stage| stage.ms).sum();
        self.is_timed &= spent.is_some();
        let spent = spent.unwrap_or(0.0);
        self.times.render = self.is_timed.then(|| self.times.render.unwrap_or(0.0) + spent);
        self.times.read += (ms(start) - spent).max(0.0);
    }

    fn report(self, objects: &[WorldObject], geometry: &Geometry, eye: &Eye) -> RaycastReport {
        let id = |number: u32| objects[number as usize].id;
        let ids = |numbers: &[u32]| numbers.iter().map(|&number| id(number)).collect();
        let edges = self.parsed.edges(&self.depths).map(|(edge, shown)| {
            let object = &objects[geometry.owner(edge) as usize];
            let vertices = [0, 1].map(|end| geometry.vertices[geometry.ends[2 * edge as usize + end] as usize]);
            let ends = vertices.map(|vertex| object.positions()[vertex as usize]);
            let point = |&([column, row], depth, around): &([u32; 2], f32, Option<u32>)| {
                (eye.world([column, row], depth), around.map(id))
            };
            let points = shown.iter().map(point).collect();
            EdgeInside { object: object.id, vertices, ends, points }
        });
        RaycastReport {
            interferes: self.interferes,
            penetrating: ids(&self.penetrating),
            penetrated: ids(&self.penetrated),
            edges: edges.collect(),
            pairs: self.parsed.pairs(geometry, id),
            precision: eye.precision(),
            pixels: self.pixels,
            early_exit: self.early_exit,
            times: self.times,
        }
    }
}

/// Buffers, images and pipelines of one run.
struct Cast<'c> {
    gpu: &'c Gpu,
    options: &'c RaycastOptions,
    geometry: &'c Geometry,
    eye: &'c Eye,
    positions: Buffer,
    normals: Buffer,
    corners: Buffer,
    ends: Buffer,
    depths: Image,
    words: Option<Image>,
    pens: Pens,
}

impl<'c> Cast<'c> {
    fn new(gpu: &'c Gpu, options: &'c RaycastOptions, geometry: &'c Geometry, eye: &'c Eye) -> Result<Self> {
        let buffer = |label, bytes: usize| gpu.buffer(label, bytes as u64);
        let texel = if options.algorithm == Algorithm::IdentifyBoth { Texel::WordPair } else { Texel::Word };
        let words = options.algorithm.has_words().then(|| gpu.image("edges and objects", texel, options.size));
        Ok(Self {
            gpu,
            options,
            geometry,
            eye,
            positions: buffer("vertices", size_of_val(&geometry.positions[..]))?,
            normals: buffer("normals", size_of_val(&geometry.normals[..]))?,
            corners: buffer("corners", size_of_val(&geometry.corners[..]))?,
            ends: buffer("ends of edges", size_of_val(&geometry.ends[..]))?,
            depths: gpu.image("depths and counts", Texel::DepthCount, options.size)?,
            words: words.transpose()?,
            pens: Pens::new(gpu, options)?,
        })
    }

    fn run(&self, found: &mut Findings) -> Result<()> {
        let (algorithm, exit) = (self.options.algorithm, self.options.early_exit);
        let mut start = Instant::now();
        let mut recorder = Recorder::new(self.gpu);
        self.upload(&mut recorder)?;
        self.edges(&mut recorder)?;
        self.count(&mut recorder)?;
        if exit == EarlyExit::Maximum {
            let buffer = self.extremes(&mut recorder)?;
            let read = recorder.read(&buffer);
            let done = recorder.finish()?;
            found.measure(&done, start);
            let extremes = [done.words(read)[0], done.words(read)[1]].map(|count| count as i16 - ZERO);
            found.pixels.extremes = Some(extremes);
            if self.is_over(found, extremes[0] > 0) {
                return Ok(());
            }
            (start, recorder) = (Instant::now(), Recorder::new(self.gpu));
        }
        let is_queried = exit == EarlyExit::Query || algorithm == Algorithm::Queries;
        let mut inside = None;
        if is_queried || matches!(algorithm, Algorithm::IdentifyOneWithoutStencilRead | Algorithm::IdentifyBoth) {
            inside = self.inside(&mut recorder, is_queried)?;
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
            Algorithm::IdentifyBoth | Algorithm::Queries => self.around(&mut recorder)?,
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

    fn upload(&self, recorder: &mut Recorder<'_>) -> Result<()> {
        recorder.stage("upload");
        recorder.upload(&self.positions, 0, &self.geometry.positions)?;
        recorder.upload(&self.normals, 0, &self.geometry.normals)?;
        recorder.upload(&self.corners, 0, &self.geometry.corners)?;
        recorder.upload(&self.ends, 0, &self.geometry.ends)
    }

    fn canvas(&self, has_words: bool, start: Start) -> Canvas<'_> {
        Canvas { depth: &self.depths, words: self.words.as_ref().filter(|_| has_words), start }
    }

    /// The pipeline of the following draws; `word` is what faces write.
    fn set(&self, pass: &mut DrawPass<'_>, pen: &Pen<EyeParams>, links: &Buffer, word: u32) -> Result<()> {
        let bindings: [Binding<'_>; 3] = [(&self.positions).into(), (&self.normals).into(), links.into()];
        pass.set(pen, &bindings, &[], &self.eye.params(word))
    }

    fn all(&self) -> Drawn {
        Drawn { corners: 0..self.geometry.corners.len() as u32, ends: 0..self.geometry.ends.len() as u32 }
    }

    /// Pass 1.
    fn edges(&self, recorder: &mut Recorder<'_>) -> Result<()> {
        recorder.stage("edges");
        let start = match self.options.edges {
            EdgeRule::Nearest => Start::Clear,
            EdgeRule::AsPrinted => Start::ClearNear,
        };
        let mut pass = recorder.draw_into(&self.canvas(true, start));
        self.set(&mut pass, &self.pens.edges, &self.ends, 0)?;
        pass.draw(self.all().ends);
        Ok(())
    }

    /// Passes 2 and 3.
    fn count(&self, recorder: &mut Recorder<'_>) -> Result<()> {
        recorder.stage("count");
        let mut pass = recorder.draw_into(&self.canvas(false, Start::Keep));
        for pen in &self.pens.count {
            self.set(&mut pass, pen, &self.corners, 0)?;
            pass.draw(self.all().corners);
        }
        Ok(())
    }

    /// The largest and the smallest count.
    fn extremes(&self, recorder: &mut Recorder<'_>) -> Result<Buffer> {
        recorder.stage("maximum");
        let [width, height] = self.options.size;
        let stride = self.depths.row_bytes(Plane::Counts);
        let counts = self.copied(recorder, Plane::Counts)?;
        let extremes = self.gpu.buffer("extremes", 8)?;
        recorder.upload(&extremes, 0, &[0u32, u32::MAX])?;
        let kernel = self.gpu.kernel(&EXTREMES, &[])?;
        let params = ExtremesParams { width, height, stride: stride / 4, padding: 0 };
        let groups = self.gpu.groups(u64::from(width.div_ceil(4)) * u64::from(height), THREADS);
        recorder.dispatch(&kernel, [&counts, &extremes], &params, groups)?;
        Ok(extremes)
    }

    /// Pass 4, and the results of its queries if it `is_queried`: one for each object with [`Algorithm::Queries`], else one
    /// for all.
    fn inside(&self, recorder: &mut Recorder<'_>, is_queried: bool) -> Result<Option<Buffer>> {
        recorder.stage("inside");
        let writes = matches!(self.options.algorithm, Algorithm::IdentifyOneWithoutStencilRead | Algorithm::IdentifyBoth);
        let all = [self.all()];
        let parts = if self.options.algorithm == Algorithm::Queries { &self.geometry.objects[..] } else { &all };
        let results = is_queried.then(|| self.gpu.buffer("results of queries", parts.len() as u64 * 8)).transpose()?;
        for (place, parts) in (0..).zip(parts.chunks(QUERIES as usize)) {
            let mut pass = recorder.draw_into(&self.canvas(writes, Start::Keep));
            self.set(&mut pass, &self.pens.inside, &self.ends, 0)?;
            for (query, part) in (0..).zip(parts) {
                match results {
                    Some(_) => pass.draw_queried(query, part.ends.clone()),
                    None => pass.draw(part.ends.clone()),
                }
            }
            drop(pass);
            if let Some(results) = &results {
                recorder.resolve_queries(parts.len() as u32, results, place * u64::from(QUERIES) * 8);
            }
        }
        Ok(results)
    }

    /// Passes 5 to 7 for one object after the other, and the results of their queries with [`Algorithm::Queries`].
    fn around(&self, recorder: &mut Recorder<'_>) -> Result<Option<Buffer>> {
        recorder.stage("around");
        let objects = &self.geometry.objects;
        let is_queried = self.options.algorithm == Algorithm::Queries;
        let results = is_queried.then(|| self.gpu.buffer("results of queries", objects.len() as u64 * 8)).transpose()?;
        for (place, some) in (0..).zip(objects.chunks(QUERIES as usize)) {
            // Pass 4 leaves counts as they are if it is queried; else it resets them.
            let start = if is_queried && place == 0 { Start::Recount } else { Start::Keep };
            let mut pass = recorder.draw_into(&self.canvas(true, start));
            for (query, object) in (0..).zip(some) {
                let word = (place * u64::from(QUERIES)) as u32 + query + 1;
                for pen in &self.pens.recount {
                    self.set(&mut pass, pen, &self.corners, word)?;
                    pass.draw(object.corners.clone());
                }
                self.set(&mut pass, &self.pens.around, &self.corners, word)?;
                match results {
                    Some(_) => pass.draw_queried(query, object.corners.clone()),
                    None => pass.draw(object.corners.clone()),
                }
            }
            drop(pass);
            if let Some(results) = &results {
                recorder.resolve_queries(some.len() as u32, results, place * u64::from(QUERIES) * 8);
            }
        }
        Ok(results)
    }

    /// A plane of an image, in a buffer.
    fn copied(&self, recorder: &mut Recorder<'_>, plane: Plane) -> Result<Buffer> {
        let image = match plane {
            Plane::Words => self.words.as_ref().expect("only algorithms with words copy them"),
            Plane::Depths | Plane::Counts => &self.depths,
        };
        let bytes = u64::from(image.row_bytes(plane)) * u64::from(self.options.size[1]);
        let buffer = self.gpu.buffer("pixels", bytes)?;
        recorder.copy_image(image, plane, &buffer);
        Ok(buffer)
    }

    /// Lets the answer have what the algorithm reads. Buffers are kept until it is there.
    fn reads(&self, recorder: &mut Recorder<'_>, [inside, around]: [Option<Buffer>; 2]) -> Result<Reads> {
        recorder.stage("read");
        let has_counts = matches!(self.options.algorithm, Algorithm::Detect | Algorithm::IdentifyOne);
        let counts = has_counts.then(|| self.copied(recorder, Plane::Counts)).transpose()?;
        let words = self.options.algorithm.has_words().then(|| self.copied(recorder, Plane::Words)).transpose()?;
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
        let stride = self.depths.row_bytes(Plane::Depths) / 4;
        let pixels: Vec<u32> = found.parsed.pixels.iter().map(|pixel| pixel.at[1] * stride + pixel.at[0]).collect();
        let mut recorder = Recorder::new(self.gpu);
        recorder.stage("locate");
        let image = self.copied(&mut recorder, Plane::Depths)?;
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

/// What the answer has.
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
