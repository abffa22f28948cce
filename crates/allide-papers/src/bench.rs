//! The device, how large things may be, and how answers are compared and timed.

use crate::thesis::Rays;
use crate::{Error, median};
use allide::adapter::{self, Choice, Kind};
use allide::{Engine, Guarantee, Mesh, Method, Overlaps, Report, Scene, SelfOverlaps, TrianglePair, Watch};
use allide_scenes::suite::Findings;

/// Where methods that have a choice run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    /// On a GPU what needs one, if there is any, software adapters included.
    #[default]
    Auto,
    /// On the CPU, and not at all what needs a GPU.
    Cpu,
    /// The same as `Auto`; an error without a GPU.
    Gpu,
}

/// How large scenes are, and how often they are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Size {
    /// For tests: all figures in a minute.
    Tiny,
    /// For two cores and a software adapter: all figures in a quarter of an hour.
    #[default]
    Reduced,
    /// As published.
    Full,
}

/// How to measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// On what.
    pub device: Device,
    /// How much.
    pub size: Size,
}

/// Tells how far a figure is, and whether to go on.
pub struct Steps<'a>(&'a dyn Fn(f64) -> bool);

impl<'a> Steps<'a> {
    /// Calls `report` with the part that is done, from 0 to 1; it returns whether to go on.
    pub fn new(report: &'a dyn Fn(f64) -> bool) -> Self {
        Self(report)
    }

    /// Tells nobody.
    pub fn quiet() -> Self {
        Self(&|_| true)
    }

    pub(crate) fn at(&self, done: usize, of: usize) -> Result<(), Error> {
        if (self.0)(done as f64 / of.max(1) as f64) { Ok(()) } else { Err(Error::Stopped) }
    }
}

/// What is asked of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ask {
    Between,
    Within,
}

/// What is new in each run that is timed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum New {
    /// Poses, as where objects move as they are.
    Poses,
    /// Positions, as where objects deform.
    Positions,
    /// Objects and all that belongs to them, as where they break.
    Objects,
}

/// A method that takes part in a comparison.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Contender {
    /// For headings and legends.
    pub name: String,
    pub method: Method,
    pub is_gpu: bool,
}

impl Contender {
    /// By the method's text. Those that run on both devices are taken on the CPU.
    pub fn new(name: impl Into<String>, method: &str) -> Result<Self, Error> {
        let method: Method = method.parse()?;
        let is_gpu = !method.devices().contains(&allide::Device::Cpu);
        Ok(Self { name: name.into(), method, is_gpu })
    }
}

/// An answer, and what it took.
pub(crate) struct Answer {
    pub report: Report<TrianglePair>,
    /// True findings that a sampled method has not.
    pub missed: usize,
    /// The median of some runs after the first, in milliseconds.
    pub ms: f64,
    /// The same of each pass, in order, for methods that have passes.
    pub pass_ms: Vec<f64>,
}

impl Answer {
    /// What each pass left.
    pub fn passes(&self) -> &[allide::Pass] {
        self.report.run.stats.gpu.as_ref().map(|gpu| gpu.passes()).unwrap_or_default()
    }

    /// Object pairs that the last pass left.
    pub fn pairs_left(&self) -> Option<u64> {
        let stats = &self.report.run.stats;
        match self.passes().last() {
            // Where no boxes meet there is nothing to look at.
            None => (stats.gpu.is_some() && stats.object_candidates == 0).then_some(0),
            Some(last) => Some(last.pairs),
        }
    }
}

/// The engines that figures are measured with.
pub struct Bench {
    size: Size,
    cpu: Engine,
    gpu: Option<Engine>,
    adapter: String,
    is_software: bool,
    lacks: Option<String>,
    rays: Option<Rays>,
}

impl Bench {
    /// Opens what the options ask for. `ALLIDE_ADAPTER` in the environment names the adapter to use.
    ///
    /// # Errors
    /// [`Device::Gpu`] was asked for, and there is none.
    pub fn open(options: &Options) -> Result<Self, Error> {
        let mut bench = Self {
            size: options.size,
            cpu: Engine::cpu(),
            gpu: None,
            adapter: "none".into(),
            is_software: false,
            lacks: None,
            rays: None,
        };
        if options.device == Device::Cpu {
            bench.lacks = Some("it needs a GPU, and only the CPU was asked for".into());
            return Ok(bench);
        }
        let found = adapter::find(Choice::Any.or_environment());
        let opened = found.map_err(|error| error.to_string()).and_then(|(adapter, _)| {
            Ok((adapter.description, Engine::gpu(Choice::Any).map_err(|error| error.to_string())?))
        });
        match opened {
            Ok((description, engine)) => {
                bench.is_software = description.kind == Kind::Software;
                bench.adapter = description.to_string();
                bench.gpu = Some(engine);
            }
            Err(why) if options.device == Device::Gpu => return Err(Error::Gpu(why)),
            Err(why) => bench.lacks = Some(format!("it needs a GPU, and {why}")),
        }
        Ok(bench)
    }

    /// The same bench, whose engines a watch can stop.
    pub fn with_watch(self, watch: &Watch) -> Self {
        Self { cpu: self.cpu.with_watch(watch), gpu: self.gpu.map(|gpu| gpu.with_watch(watch)), ..self }
    }

    /// The adapter, in words.
    pub fn adapter(&self) -> &str {
        &self.adapter
    }

    /// Threads of the CPU.
    pub fn threads(&self) -> usize {
        self.cpu.threads()
    }

    /// Why there is no GPU, if there is none.
    pub fn lacks(&self) -> Option<&str> {
        self.lacks.as_deref()
    }

    /// `not on this device: …`, for figures that need a GPU for `what`; empty if there is one.
    pub(crate) fn without_gpu(&self, what: &str) -> String {
        self.lacks.as_ref().map(|why| format!("not on this device: {what}; {why}")).unwrap_or_default()
    }

    /// Takes one of three, by size.
    pub(crate) fn size<T>(&self, tiny: T, reduced: T, full: T) -> T {
        match self.size {
            Size::Tiny => tiny,
            Size::Reduced => reduced,
            Size::Full => full,
        }
    }

    /// `reduced: 5,000 of 40,000 triangles`; empty for all of them.
    pub(crate) fn reduced(&self, ours: usize, published: usize, what: &str) -> String {
        if ours >= published {
            return String::new();
        }
        let [ours, published] = [ours, published].map(|count| crate::outcome::shown(count as f64));
        format!("reduced: {ours} of {published} {what}")
    }

    /// How many runs are timed after the first.
    pub(crate) fn runs(&self) -> usize {
        self.size(1, 3, 7)
    }

    /// Trials of a random scene; the thesis has 100.
    pub(crate) fn trials(&self) -> usize {
        self.size(3, 12, 100)
    }

    /// The pixels of pictures.
    pub(crate) fn picture(&self) -> allide_io::picture::PictureOptions {
        let [width, height] = self.size([120, 75], [800, 500], [800, 500]);
        allide_io::picture::PictureOptions { width, height, ..Default::default() }
    }

    /// What the rays of the thesis's chapter 4 are cast with.
    pub(crate) fn rays(&mut self) -> Result<&Rays, Error> {
        if self.rays.is_none() {
            self.rays = Some(Rays::open()?);
        }
        Ok(self.rays.as_ref().expect("it was just opened"))
    }

    /// Those that this device can run.
    pub(crate) fn able(&self, contenders: Vec<Contender>) -> Vec<Contender> {
        contenders.into_iter().filter(|contender| !contender.is_gpu || self.gpu.is_some()).collect()
    }

    /// The right answer.
    pub(crate) fn expected(&mut self, scene: &Scene, ask: Ask) -> Result<Report<TrianglePair>, Error> {
        ask.run(&mut self.cpu, scene, Method::Divide)
    }

    /// Compares an answer with the right one, then times it.
    pub(crate) fn time(
        &mut self,
        scene: &Scene,
        ask: Ask,
        contender: &Contender,
        new: New,
        expected: &Report<TrianglePair>,
    ) -> Result<Answer, Error> {
        let runs = self.runs();
        let why = self.lacks.clone().unwrap_or_default();
        let engine = if contender.is_gpu { self.gpu.as_mut().ok_or(Error::Gpu(why))? } else { &mut self.cpu };
        let report = ask.run(engine, scene, contender.method)?;
        let missed = compared(&report, expected, contender)?;
        let (mut walls, mut passes) = (Vec::new(), Vec::new());
        for run in 0..runs {
            let report = ask.run(engine, &renewed(scene, new, run)?, contender.method)?;
            let stats = &report.run.stats;
            walls.push(stats.total_ms);
            passes.push(stats.gpu.iter().flat_map(|gpu| gpu.passes()).map(|pass| pass.ms).collect::<Vec<f64>>());
        }
        let count = passes.iter().map(Vec::len).min().unwrap_or(0);
        let pass_ms = (0..count).map(|k| median(&mut passes.iter().map(|times| times[k]).collect::<Vec<_>>()));
        Ok(Answer { report, missed, ms: median(&mut walls), pass_ms: pass_ms.collect() })
    }
}

impl Ask {
    fn run(self, engine: &mut Engine, scene: &Scene, method: Method) -> Result<Report<TrianglePair>, Error> {
        Ok(match self {
            Ask::Between => engine.run(scene, &Overlaps::new().with_duplicates().method(method))?,
            Ask::Within => engine.run(scene, &SelfOverlaps::of_all().method(method))?,
        })
    }
}

/// How many findings are missing. Those of an exact method must not be, and nobody may find what is not there.
fn compared(
    report: &Report<TrianglePair>,
    expected: &Report<TrianglePair>,
    contender: &Contender,
) -> Result<usize, Error> {
    let [found, right] = [report, expected].map(|report| Findings::from(report).listed());
    let extra = found.iter().filter(|pair| right.binary_search(pair).is_err()).count();
    let missed = right.iter().filter(|pair| found.binary_search(pair).is_err()).count();
    if extra > 0 || missed > 0 && contender.method.guarantee() == Guarantee::Exact {
        return Err(Error::Wrong { method: contender.method.to_string(), right: right.len(), missed, extra });
    }
    Ok(missed)
}

/// The same scene, of which an engine knows nothing that is new.
fn renewed(scene: &Scene, new: New, run: usize) -> Result<Scene, Error> {
    let mut renewed = scene.clone();
    match new {
        New::Poses => {
            for id in scene.ids() {
                // Another place in each run, and so near that the work is the same.
                let step = allide_scenes::moved(1e-9 * (run + 1) as f64, 0.0, 0.0);
                renewed.set_pose(id, step.after(scene.objects()[id.index()].pose())?);
            }
        }
        New::Positions => {
            for id in scene.ids() {
                let positions = scene.objects()[id.index()].mesh().positions();
                renewed.set_positions(id, positions.iter().map(|point| point.to_array()).collect())?;
            }
        }
        New::Objects => {
            renewed = Scene::new();
            for object in scene.objects() {
                let positions = object.mesh().positions().iter().map(|point| point.to_array()).collect();
                renewed.add(object.name(), &Mesh::new(positions, object.mesh().triangles().to_vec())?, *object.pose());
            }
        }
    }
    Ok(renewed)
}
