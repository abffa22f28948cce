//! The report as JSON, `schema` 1: see `schema/report.schema.json`.

use super::{Answers, Findings, Pair, Totals, is_closed};
use allide::{Aabb, DVec3, Mesh};
use serde::ser::{Serialize, Serializer};
use serde_json::ser::Formatter;
use std::collections::HashMap;
use std::io::{self, Write};

/// Writes the report, one object and one object pair a line; with `triangles`, each pair with all its findings.
///
/// Of exact answers, everything but `method`, `device`, `adapter`, `warnings` and `stats` depends on the scene and the
/// questions alone, byte for byte.
/// Streams: the memory it takes does not grow with the findings.
///
/// # Errors
/// Those of `out`.
pub fn write_json(out: impl Write, answers: &Answers, triangles: bool) -> io::Result<()> {
    let mut out = io::BufWriter::with_capacity(1 << 16, out);
    let pairs = answers.pairs();
    let report = ReportJson {
        schema: 1,
        guarantee: answers.guarantee().name(),
        method: answers.method(),
        device: answers.device(),
        adapter: answers.adapter(),
        warnings: answers.warnings().collect(),
        objects: Sequence(|| objects(answers)),
        pairs: Sequence(|| pairs.iter().map(|pair| PairJson::new(pair, triangles))),
        totals: TotalsJson::new(Totals::of(&pairs)),
        stats: StatsJson::new(answers),
    };
    report.serialize(&mut serde_json::Serializer::with_formatter(&mut out, Lines::default()))?;
    out.flush()
}

#[derive(serde::Serialize)]
struct ReportJson<'a, O, P> {
    schema: u32,
    guarantee: &'static str,
    method: String,
    device: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    adapter: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<&'a str>,
    objects: O,
    pairs: P,
    totals: TotalsJson,
    stats: StatsJson,
}

/// Serialises what the function yields, without collecting it.
struct Sequence<F>(F);

impl<F: Fn() -> I, I: IntoIterator<Item: Serialize>> Serialize for Sequence<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

#[derive(serde::Serialize)]
struct ObjectJson<'s> {
    id: usize,
    name: &'s str,
    source: &'s str,
    triangles: usize,
    closed: bool,
}

fn objects(answers: &Answers) -> impl Iterator<Item = ObjectJson<'_>> {
    // Instances share a mesh; one look at it is enough.
    let mut closed_meshes = HashMap::new();
    let identity = |mesh: &Mesh| (mesh.positions().as_ptr(), mesh.triangles().as_ptr());
    answers.scene.objects().iter().enumerate().map(move |(id, object)| {
        let mesh = object.mesh();
        let closed = *closed_meshes.entry(identity(mesh)).or_insert_with(|| is_closed(mesh));
        let source = answers.sources.get(id).map_or("", String::as_str);
        ObjectJson { id, name: object.name(), source, triangles: mesh.triangles().len(), closed }
    })
}

#[derive(serde::Serialize)]
struct PairJson<'r> {
    a: usize,
    b: usize,
    class: &'static str,
    triangle_pairs: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<[[f64; 3]; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<RegionJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    findings: Option<FindingsJson<'r>>,
}

impl<'r> PairJson<'r> {
    fn new(pair: &Pair<'r>, triangles: bool) -> Self {
        Self {
            a: pair.a.index(),
            b: pair.b.index(),
            class: pair.class.name(),
            triangle_pairs: pair.findings.count(),
            distance: pair.distance,
            points: pair.nearest.map(|nearest| [nearest.on_a, nearest.on_b].map(coordinates)),
            region: RegionJson::new(&pair.region),
            findings: triangles.then_some(FindingsJson(pair.findings)),
        }
    }
}

#[derive(serde::Serialize)]
struct RegionJson {
    min: [f64; 3],
    max: [f64; 3],
}

impl RegionJson {
    fn new(region: &Aabb) -> Option<Self> {
        let json = Self { min: coordinates(region.min), max: coordinates(region.max) };
        (!region.is_empty()).then_some(json)
    }
}

/// Without the sign of zero: which of `0` and `-0` is the smaller of the two may depend on the order of the work.
fn coordinates(point: DVec3) -> [f64; 3] {
    point.to_array().map(|x| x + 0.0)
}

struct FindingsJson<'r>(Findings<'r>);

impl Serialize for FindingsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Findings::Overlaps(found) => serializer.collect_seq(found.iter().map(|x| (x.a, x.b, x.class.name()))),
            Findings::Distances(found) => serializer.collect_seq(found.iter().map(|x| (x.a, x.b, x.nearest.distance))),
        }
    }
}

#[derive(serde::Serialize)]
struct TotalsJson {
    object_pairs: usize,
    triangle_pairs: usize,
    self_pairs: usize,
}

impl TotalsJson {
    fn new(totals: Totals) -> Self {
        let Totals { object_pairs, triangle_pairs, self_pairs } = totals;
        Self { object_pairs, triangle_pairs, self_pairs }
    }
}

#[derive(serde::Serialize)]
struct StatsJson {
    total_ms: f64,
    stages: Vec<StageJson>,
    candidates: u64,
    object_candidates: u64,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    gpu: Option<GpuJson>,
}

#[derive(serde::Serialize)]
struct GpuJson {
    stages: Vec<StageJson>,
    tiers: TiersJson,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    passes: Vec<PassJson>,
}

#[derive(serde::Serialize)]
struct PassJson {
    question: &'static str,
    level: &'static str,
    objects: u64,
    parts: u64,
    triangles: u64,
    pairs: u64,
    views: u32,
    draws: u64,
    pixels: u64,
    ms: f64,
}

impl PassJson {
    fn new(question: &'static str, pass: &allide::Pass) -> Self {
        let allide::Pass { level, objects, parts, triangles, pairs, views, draws, pixels, ms } = *pass;
        Self { question, level, objects, parts, triangles, pairs, views, draws, pixels, ms }
    }
}

#[derive(Default, serde::Serialize)]
struct TiersJson {
    filter: u64,
    exact: u64,
    cpu: u64,
}

impl GpuJson {
    fn new(answers: &Answers) -> Option<Self> {
        let all = || answers.stats().filter_map(|(question, stats)| Some((question, stats.gpu.as_ref()?)));
        let tiers = all().fold(TiersJson::default(), |sum, (_, gpu)| TiersJson {
            filter: sum.filter + gpu.tiers.filter,
            exact: sum.exact + gpu.tiers.exact,
            cpu: sum.cpu + gpu.tiers.cpu,
        });
        let stages = all().flat_map(|(question, gpu)| stages(question, &gpu.stages)).collect();
        let passes =
            all().flat_map(|(question, gpu)| gpu.passes().iter().map(move |pass| PassJson::new(question, pass)));
        let passes = passes.collect();
        all().next().map(|_| Self { stages, tiers, passes })
    }
}

fn stages<'s>(question: &'static str, stages: &'s [allide::Stage]) -> impl Iterator<Item = StageJson> + use<'s> {
    stages.iter().map(move |stage| StageJson { name: format!("{question}: {}", stage.name), ms: stage.ms })
}

#[derive(serde::Serialize)]
struct StageJson {
    name: String,
    ms: f64,
}

impl StatsJson {
    fn new(answers: &Answers) -> Self {
        let stages = answers.stats().flat_map(|(question, stats)| stages(question, &stats.stages));
        Self {
            total_ms: answers.total_ms(),
            stages: stages.collect(),
            candidates: answers.stats().map(|(_, stats)| stats.candidates).sum(),
            object_candidates: answers.stats().map(|(_, stats)| stats.object_candidates).sum(),
            threads: answers.threads,
            gpu: GpuJson::new(answers),
        }
    }
}

/// Compact, but for a line each for the report's fields and for the elements of its arrays: easy to search and compare.
#[derive(Default)]
struct Lines {
    depth: usize,
}

impl Formatter for Lines {
    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        out.write_all(b"{")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(if first { b"" } else { b"," })?;
        out.write_all(if self.depth == 1 { b"\n" } else { b"" })
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        out.write_all(if self.depth == 0 { b"\n}\n" } else { b"}" })
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        out.write_all(b"[")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(if first { b"" } else { b"," })?;
        out.write_all(if self.depth == 2 { b"\n" } else { b"" })
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        out.write_all(b"]")
    }
}
