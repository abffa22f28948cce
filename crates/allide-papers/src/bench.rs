//! The device, and how large things may be.

use crate::bodies::Models;
use crate::thesis::Rays;
use crate::{Contender, Error};
use allide::adapter::{self, Choice, Kind};
use allide::{Engine, Watch};
use std::path::PathBuf;

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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// On what.
    pub device: Device,
    /// How much.
    pub size: Size,
    /// A folder with the models of the works: a bunny, a dragon, a cow. Bodies by formula stand in for what is not there.
    pub models: Option<PathBuf>,
}

/// Tells how far a figure is, and whether to go on.
#[derive(Clone, Copy)]
pub struct Steps<'a> {
    report: &'a dyn Fn(f64) -> bool,
    /// The share of these steps in all the work.
    range: [f64; 2],
}

impl<'a> Steps<'a> {
    /// Calls `report` with the part that is done, from 0 to 1; it returns whether to go on.
    pub fn new(report: &'a dyn Fn(f64) -> bool) -> Self {
        Self { report, range: [0.0, 1.0] }
    }

    /// Tells nobody.
    pub fn quiet() -> Self {
        Self::new(&|_| true)
    }

    /// The steps of one of several equal parts.
    pub(crate) fn part(&self, part: usize, of: usize) -> Self {
        let [from, to] = [part, part + 1].map(|part| self.place(part, of));
        Self { report: self.report, range: [from, to] }
    }

    pub(crate) fn at(&self, done: usize, of: usize) -> Result<(), Error> {
        if (self.report)(self.place(done, of)) { Ok(()) } else { Err(Error::Stopped) }
    }

    fn place(&self, done: usize, of: usize) -> f64 {
        let [from, to] = self.range;
        from + (to - from) * done as f64 / of.max(1) as f64
    }
}

/// The engines that figures are measured with.
pub struct Bench {
    size: Size,
    pub(crate) cpu: Engine,
    pub(crate) gpu: Option<Engine>,
    pub(crate) watch: Watch,
    pub(crate) models: Models,
    adapter: String,
    pub(crate) is_software: bool,
    pub(crate) lacks: Option<String>,
    rays: Option<Rays>,
}

impl Bench {
    /// Opens what the options ask for. `ALLIDE_ADAPTER` in the environment names the adapter to use.
    ///
    /// # Errors
    /// No GPU where [`Device::Gpu`] was asked for, or no readable model in the folder.
    pub fn open(options: &Options) -> Result<Self, Error> {
        let bench = Self::engines(options)?;
        let watch = bench.watch.clone();
        Ok(bench.with_watch(&watch))
    }

    fn engines(options: &Options) -> Result<Self, Error> {
        let mut bench = Self {
            size: options.size,
            cpu: Engine::cpu(),
            gpu: None,
            watch: Watch::new(),
            models: Models::open(options)?,
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
        let (cpu, gpu) = (self.cpu.with_watch(watch), self.gpu.map(|gpu| gpu.with_watch(watch)));
        Self { cpu, gpu, watch: watch.clone(), ..self }
    }

    /// Does something while methods tell what each pass left.
    pub(crate) fn keeping_sets<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        self.watch.keep_sets(true);
        let result = run(self);
        self.watch.keep_sets(false);
        result
    }

    /// The adapter, in words.
    pub fn adapter(&self) -> &str {
        &self.adapter
    }

    /// Threads of the CPU.
    pub fn threads(&self) -> usize {
        self.cpu.threads()
    }

    /// Why no GPU is used, if none is.
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
        self.size(1, 2, 7)
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

    /// The engine for the rays of the thesis's chapter 4.
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
}
