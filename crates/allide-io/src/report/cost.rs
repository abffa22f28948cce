//! The cost of the answers, as it is written and read.

use super::Answers;
use super::document::word;
use super::proposed::Proposed;
use allide::{QuestionKind, Stage};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The cost of all answers together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost<'r> {
    /// From arrays in memory to sorted exact findings in memory, in milliseconds.
    pub total_ms: f64,
    /// The parts of it.
    pub stages: Vec<Time<'r>>,
    /// Triangle pairs left for the exact test.
    pub candidates: u64,
    /// Object pairs whose bounds met.
    pub object_candidates: u64,
    /// How many threads worked on it.
    pub threads: usize,
    /// The outcome of proposed object pairs, if a method proposed any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposals: Option<Proposed>,
    /// The work of a GPU, if it took part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gpu: Option<GpuCost<'r>>,
}

/// The time of a stage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Time<'r> {
    /// The question and the stage.
    pub name: Cow<'r, str>,
    /// Milliseconds.
    pub ms: f64,
}

/// The work of a GPU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GpuCost<'r> {
    /// Times by its own clock.
    pub stages: Vec<Time<'r>>,
    /// How many candidates each tier decided.
    pub tiers: Tiers,
    /// The set that each pass over the views left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passes: Vec<Pass<'r>>,
}

/// How many candidates each tier of confirmation decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tiers {
    /// By boxes and certified `f32` signs on the GPU.
    pub filter: u64,
    /// By exact integers on the GPU.
    pub exact: u64,
    /// By the CPU.
    pub cpu: u64,
}

/// One pass of a method that culls by visibility: see [`allide::Pass`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "as in the library")]
pub struct Pass<'r> {
    #[serde(with = "word")]
    pub question: QuestionKind,
    pub level: Cow<'r, str>,
    pub objects: u64,
    pub parts: u64,
    pub triangles: u64,
    pub pairs: u64,
    pub views: u32,
    pub draws: u64,
    pub writes: u64,
    pub queries: u64,
    pub rendered: u64,
    pub cover: Cow<'r, str>,
    pub reduction: Cow<'r, str>,
    pub resolution: u32,
    pub pixels: u64,
    pub ms: f64,
}

impl<'r> Cost<'r> {
    pub(super) fn new(answers: &'r Answers) -> Self {
        let stats = || answers.stats();
        Self {
            total_ms: answers.total_ms(),
            stages: stats().flat_map(|(question, stats)| times(question, &stats.stages)).collect(),
            candidates: stats().map(|(_, stats)| stats.candidates).sum(),
            object_candidates: stats().map(|(_, stats)| stats.object_candidates).sum(),
            threads: answers.threads,
            proposals: stats().find_map(|(_, stats)| stats.proposals.as_ref().map(Proposed::new)),
            gpu: GpuCost::new(answers),
        }
    }
}

fn times<'r>(question: QuestionKind, stages: &[Stage]) -> Vec<Time<'r>> {
    let time = |stage: &Stage| Time { name: Cow::Owned(format!("{question}: {}", stage.name)), ms: stage.ms };
    stages.iter().map(time).collect()
}

impl<'r> GpuCost<'r> {
    fn new(answers: &'r Answers) -> Option<Self> {
        let all = || answers.stats().filter_map(|(question, stats)| Some((question, stats.gpu.as_ref()?)));
        all().next()?;
        let tiers = all().fold(Tiers::default(), |sum, (_, gpu)| Tiers {
            filter: sum.filter + gpu.tiers.filter,
            exact: sum.exact + gpu.tiers.exact,
            cpu: sum.cpu + gpu.tiers.cpu,
        });
        let passes = all().flat_map(|(question, gpu)| gpu.passes().iter().map(move |pass| Pass::new(question, pass)));
        Some(Self {
            stages: all().flat_map(|(question, gpu)| times(question, &gpu.stages)).collect(),
            tiers,
            passes: passes.collect(),
        })
    }
}

impl Pass<'_> {
    fn new(question: QuestionKind, pass: &allide::Pass) -> Self {
        let allide::Pass { level, objects, parts, triangles, pairs, views, draws, writes, queries, .. } = *pass;
        let allide::Pass { rendered, cover, reduction, resolution, pixels, ms, .. } = *pass;
        let [level, cover, reduction] = [level, cover, reduction].map(Cow::Borrowed);
        Self {
            question,
            level,
            objects,
            parts,
            triangles,
            pairs,
            views,
            draws,
            writes,
            queries,
            rendered,
            cover,
            reduction,
            resolution,
            pixels,
            ms,
        }
    }
}
