//! Methods that use the rasteriser, as methods of the GPU: passes that end on the CPU, and candidates that come from there.

use super::cover::{CoverSource, TRIANGLE};
use super::kept::Kept;
use super::search::{Left, search};
use super::{cullide, offset, self_cullide};
use crate::gpu::{Built, Counters, Emit, GpuMethod, OwnCounters, Query, Span};
use crate::{Cover, Details, Method, Pass, Rendering, Views};
use allide_gpu::{Buffer, GpuError, Recorder, Result, StageTime};

/// The differences between the drawn methods.
#[derive(Debug)]
pub(super) struct Manner {
    /// Tells methods with different options apart.
    name: String,
    /// How reports call the cover.
    pub cover_name: &'static str,
    pub cover: &'static CoverSource,
    /// Along each side of a view, unless the views say otherwise; `None` if it depends on the GPU.
    pub pixels: Option<u32>,
    /// Pairs between pixels may be missed.
    pub is_sampled: bool,
    pub views: Views,
}

/// A drawn method. It remembers the hierarchies of objects.
#[derive(Debug)]
pub(crate) struct Drawn {
    manner: Manner,
    kept: Kept,
    /// The result of the passes for the current question.
    drawn: Option<Passed>,
}

#[derive(Debug, Default)]
struct Passed {
    candidates: Vec<[u32; 2]>,
    passes: Vec<Pass>,
    stages: Vec<StageTime>,
}

impl Drawn {
    /// Method `cullide`.
    pub fn cullide(views: Views) -> Self {
        Self::sampled(Method::Cullide(views), cullide::PIXELS, views)
    }

    /// Method `self-cullide`.
    pub fn self_cullide(views: Views) -> Self {
        Self::sampled(Method::SelfCullide(views), self_cullide::PIXELS, views)
    }

    fn sampled(method: Method, pixels: u32, views: Views) -> Self {
        let (name, cover) = (method.to_string(), &TRIANGLE);
        Self::new(Manner { name, cover_name: "triangle", cover, pixels: Some(pixels), is_sampled: true, views })
    }

    /// Method `far` with a cover that is drawn; `None` for one that is not.
    pub fn far(resolution: Option<u32>, cover: Cover) -> Option<Self> {
        let Rendering { reduction, rounds, .. } = cover.rendering()?;
        Some(Self::new(Manner {
            name: Method::Far { resolution, cover }.to_string(),
            cover_name: cover.name(),
            cover: offset::cover(cover)?,
            pixels: None,
            is_sampled: false,
            views: Views { resolution, reduction, rounds, ..Views::DEFAULT },
        }))
    }

    fn new(manner: Manner) -> Self {
        Self { manner, kept: Kept::default(), drawn: None }
    }
}

impl GpuMethod for Drawn {
    fn key(&self) -> String {
        self.manner.name.clone()
    }

    fn plan(&mut self, _: Query<'_>) -> Result<bool> {
        self.drawn = None;
        Ok(true)
    }

    fn counters(&self) -> OwnCounters {
        OwnCounters::default()
    }

    /// The passes are run once for a question, whatever becomes of their candidates.
    fn build<'b, 'g>(
        &'b mut self,
        mut recorder: Recorder<'g>,
        query: Query<'b>,
        _: Counters<'_>,
    ) -> Result<Built<'b, 'g>> {
        let drawn = match self.drawn.take() {
            Some(drawn) => drawn,
            None => {
                let gpu = recorder.gpu();
                let left = search(recorder, query, &self.manner, &mut self.kept)?;
                let Left { candidates, passes, stages, recorder: rest } = left;
                if u32::try_from(candidates.len()).is_err() {
                    let (bytes, limit) = (candidates.len() as u64 * 8, u64::from(u32::MAX) * 8);
                    return Err(GpuError::TooLarge { what: "candidates".into(), bytes, limit });
                }
                recorder = rest.unwrap_or_else(|| Recorder::new(gpu));
                Passed { candidates, passes, stages }
            }
        };
        let drawn = self.drawn.insert(drawn);
        let stages = drawn.stages.clone();
        Ok(Built { emitter: Box::new(Uploader { drawn }), recorder, stages })
    }

    fn forget(&mut self) {
        self.kept = Kept::default();
    }
}

/// Hands candidates over that are on the CPU.
struct Uploader<'b> {
    drawn: &'b mut Passed,
}

// SAFETY: pairs are of triangles of the objects, counted on from the first one of each. The count is that of the pairs, of
// which all are uploaded that the list has room for.
unsafe impl Emit for Uploader<'_> {
    fn most(&self) -> u32 {
        self.drawn.candidates.len() as u32
    }

    fn emit(&self, recorder: &mut Recorder<'_>, span: Span, candidates: &Buffer, counters: Counters<'_>) -> Result<()> {
        recorder.stage("candidates");
        let pairs = &self.drawn.candidates[span.first as usize..][..span.count as usize];
        let fit = pairs.len().min((candidates.size() / 8) as usize);
        recorder.upload(candidates, 0, &pairs[..fit])?;
        recorder.upload(counters.buffer, u64::from(counters.candidates) * 4, &[span.count])
    }

    fn details(self: Box<Self>) -> Option<Details> {
        let Passed { passes, .. } = std::mem::take(self.drawn);
        Some(Details::Views { passes, compared: 0 })
    }
}
