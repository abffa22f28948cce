//! The passes, one by one.

use super::eye::{Eye, EyeParams};
use super::geometry::{Drawn, Geometry};
use super::options::{Algorithm, EdgeRule, RaycastOptions};
use super::pens::{EXTREMES, ExtremesParams, Pens, THREADS};
use allide_gpu::{Binding, Buffer, Canvas, DrawPass, Gpu, Image, Pen, Plane, QUERIES, Recorder, Result, Start, Texel};

/// Buffers, images and pipelines of one run.
pub(super) struct Passes<'c> {
    gpu: &'c Gpu,
    options: &'c RaycastOptions,
    geometry: &'c Geometry,
    eye: &'c Eye,
    positions: Buffer,
    normals: Buffer,
    corners: Buffer,
    ends: Buffer,
    pub depths: Image,
    words: Option<Image>,
    pens: Pens,
}

impl<'c> Passes<'c> {
    pub fn new(gpu: &'c Gpu, options: &'c RaycastOptions, geometry: &'c Geometry, eye: &'c Eye) -> Result<Self> {
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

    pub fn upload(&self, recorder: &mut Recorder<'_>) -> Result<()> {
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
    pub fn edges(&self, recorder: &mut Recorder<'_>) -> Result<()> {
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
    pub fn count(&self, recorder: &mut Recorder<'_>) -> Result<()> {
        recorder.stage("count");
        let mut pass = recorder.draw_into(&self.canvas(false, Start::Keep));
        for pen in &self.pens.count {
            self.set(&mut pass, pen, &self.corners, 0)?;
            pass.draw(self.all().corners);
        }
        Ok(())
    }

    /// The largest and the smallest count.
    pub fn extremes(&self, recorder: &mut Recorder<'_>) -> Result<Buffer> {
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
    pub fn inside(&self, recorder: &mut Recorder<'_>, is_queried: bool) -> Result<Option<Buffer>> {
        recorder.stage("inside");
        let writes =
            matches!(self.options.algorithm, Algorithm::IdentifyOneWithoutStencilRead | Algorithm::IdentifyBoth);
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
    pub fn around(&self, recorder: &mut Recorder<'_>) -> Result<Option<Buffer>> {
        recorder.stage("around");
        let objects = &self.geometry.objects;
        let is_queried = self.options.algorithm == Algorithm::Queries;
        let results =
            is_queried.then(|| self.gpu.buffer("results of queries", objects.len() as u64 * 8)).transpose()?;
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
    pub fn copied(&self, recorder: &mut Recorder<'_>, plane: Plane) -> Result<Buffer> {
        let image = match plane {
            Plane::Words => self.words.as_ref().expect("only algorithms with words copy them"),
            Plane::Depths | Plane::Counts => &self.depths,
        };
        let bytes = u64::from(image.row_bytes(plane)) * u64::from(self.options.size[1]);
        let buffer = self.gpu.buffer("pixels", bytes)?;
        recorder.copy_image(image, plane, &buffer);
        Ok(buffer)
    }
}
