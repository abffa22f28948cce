//! The flags as given; only their form is checked here.

use crate::method::MethodOptions;
use allide::Method;
use allide_io::{Playback, Rate, Unit, Weld};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Parser)]
#[command(name = "allide", version, about = "Finds where 3D models touch, overlap or come too close: exactly.")]
#[command(max_term_width = 100)]
#[command(after_help = "\
Examples:
  allide check a.stl b.stl            do they overlap?
  allide check plant.glb --self       all parts, and each with itself
  allide check x.obj --clearance 0.5  parts closer than half a unit
  allide inspect part.stl             is it a solid, and what is wrong?
Environment:
  ALLIDE_ADAPTER=NAME        the GPU whose name contains NAME
  ALLIDE_SIMD=LEVEL          widest vector instructions: plain, avx2, avx512
  ALLIDE_GPU_FEATURES=plain  only GPU features that every GPU has
  ALLIDE_CACHE=FOLDER        where to cache compiled kernels; off: nowhere
Exit status: 0 examined and clear, 1 findings, 2 error or nothing to examine.")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(help = "Colours: auto, always, never", display_order = 100)]
    pub color: Color,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Look for overlaps between the objects in files
    Check(Check),
    /// Check files and look at the answer in a browser
    View(View),
    /// Tell what is wrong with meshes, and how large they are
    Inspect(Inspect),
    /// Run the model of a collision chip
    #[command(subcommand)]
    Chip(crate::chip::args::Chip),
    /// Check a built-in scene and draw a picture of it
    Demo(Demo),
    /// Write a built-in scene to a file, or list them
    Scene(Scene),
    /// Let particles fly in a scene: frames, impacts, sound
    Particles(Particles),
    /// Redraw the figures and tables of five works, beside their numbers
    Reproduce(Reproduce),
    /// Show what allide can use on this machine, and test it
    Doctor(Doctor),
    /// Print a completion script for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

#[derive(Args, Debug)]
#[command(override_usage = "allide check [OPTIONS] FILE...")]
#[command(group(clap::ArgGroup::new("little").multiple(true)))]
#[command(after_help = "Exit status: 0 examined and clear, 1 findings, 2 error or nothing to examine.")]
pub struct Check {
    /// Meshes (obj, stl, ply, off, gltf, glb, 3mf, also .gz);
    /// a folder: all meshes directly in it; - is stdin;
    /// frames: 'frame.####.obj', positions in .npz
    #[arg(required = true, value_name = "FILE", verbatim_doc_comment)]
    pub files: Vec<PathBuf>,
    /// Also look for overlaps inside each object
    #[arg(long = "self")]
    pub within: bool,
    /// Also objects closer than D; with --self also parts of one
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    pub clearance: Option<f64>,
    /// What goes in less than T is shallow: no finding
    #[arg(long, value_name = "T", allow_negative_numbers = true, group = "little")]
    pub tolerance: Option<f64>,
    /// What shares no more volume than V is shallow, too
    #[arg(long, value_name = "V", allow_negative_numbers = true, group = "little", hide_short_help = true)]
    pub min_volume: Option<f64>,
    /// List what is shallow, and count it as a finding
    #[arg(long, requires = "little")]
    pub shallow: bool,
    /// List what touches or is shallow: both are findings
    #[arg(long)]
    pub touch: bool,
    /// Show no penetration and no volume: faster
    #[arg(long, conflicts_with = "contacts")]
    pub no_depth: bool,
    /// Also tell how far apart objects are, and where
    #[arg(long, conflicts_with = "any")]
    pub nearest: bool,
    /// auto, divide, bvh, fronts, far, kdop, sweep, brute:
    /// the same; may miss: cullide, self-cullide, raycast, rays
    #[arg(long, value_name = "M", default_value = "auto", hide_possible_values = true, hide_default_value = true)]
    #[arg(value_parser = methods(), verbatim_doc_comment)]
    pub method: Method,
    /// auto (whichever is faster), cpu, gpu
    #[arg(long, value_name = "D", default_value = "auto", hide_possible_values = true, hide_default_value = true)]
    pub device: Device,
    /// Threads to use [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Test only A against B: objects or files; * is any text
    #[arg(long, value_name = "A:B")]
    pub between: Vec<String>,
    /// Test only objects of different files
    #[arg(long)]
    pub across: bool,
    /// Do not test A against B; none of the three limits --self
    #[arg(long, value_name = "A:B")]
    pub ignore: Vec<String>,
    /// Treat each file as one object
    #[arg(long)]
    pub whole: bool,
    /// Unit of files that say none: um, mm, cm, in, ft, m
    #[arg(long, value_name = "U")]
    pub units: Option<Unit>,
    /// Leave out bad triangles, and say so, instead of failing
    #[arg(long)]
    pub repair: bool,
    /// Join corners up to W apart to close objects: W, off, auto
    #[arg(long, value_name = "W", default_value = "auto", hide_default_value = true, hide_short_help = true)]
    pub weld: Weld,
    /// Stop at the first finding
    #[arg(long, conflicts_with_all = ["json", "csv", "html", "picture", "pictures", "passes", "export", "triangles", "contacts"])]
    pub any: bool,
    /// Write a report as JSON; - is stdout
    #[arg(help_heading = "Output", long, value_name = "PATH")]
    pub json: Option<PathBuf>,
    /// Write a table as CSV; - is stdout
    #[arg(help_heading = "Output", long, value_name = "PATH")]
    pub csv: Option<PathBuf>,
    /// List triangle pairs in JSON and CSV, duplicates' too
    #[arg(help_heading = "Output", long)]
    pub triangles: bool,
    /// Curves, patches and contact points in JSON
    #[arg(help_heading = "Output", long, requires = "json", hide_short_help = true)]
    pub contacts: bool,
    /// Write a page to look at in a browser
    #[arg(help_heading = "Output", long, value_name = "PATH")]
    pub html: Option<PathBuf>,
    /// Draw the scene and its findings as a PNG
    #[arg(help_heading = "Output", long, value_name = "PATH")]
    pub picture: Option<PathBuf>,
    /// Draw a close-up of each finding, into a folder
    #[arg(help_heading = "Output", long, value_name = "DIR")]
    pub pictures: Option<PathBuf>,
    /// Draw what each pass of far or cullide leaves, into a folder
    #[arg(help_heading = "Output", long, value_name = "DIR", hide_short_help = true)]
    pub passes: Option<PathBuf>,
    /// Write scene and findings: .glb, .ply, .vtp, .csv
    #[arg(help_heading = "Output", long, value_name = "PATH")]
    pub export: Option<PathBuf>,
    /// Exit with 0 even if there are findings
    #[arg(help_heading = "Output", long)]
    pub exit_zero: bool,
    /// Only the N worst rows of the table
    #[arg(help_heading = "Output", long, value_name = "N", value_parser = top)]
    pub top: Option<usize>,
    /// Print no table
    #[arg(help_heading = "Output", long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub motion: Motion,
    #[command(flatten)]
    pub options: MethodOptions,
}

/// How many rows.
fn top(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&rows| rows > 0).ok_or_else(|| "must be a whole number above 0".into())
}

/// Which moments to look at.
#[derive(Args, Debug)]
#[command(next_help_heading = "Sequences and animations")]
pub struct Motion {
    /// Frames to examine, both included: A..B, A.. or ..B
    #[arg(long, value_name = "A..B", value_parser = frames, hide_short_help = true)]
    pub frames: Option<[Option<u64>; 2]>,
    /// Examine only every Nth frame
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), hide_short_help = true)]
    pub every: Option<u32>,
    /// Frames a second of an animation [default: 24], or keys
    #[arg(long, value_name = "N", value_parser = rate, hide_short_help = true)]
    pub fps: Option<Rate>,
    /// An animation of a glTF file, by name or number
    #[arg(long, value_name = "A", hide_short_help = true)]
    pub animation: Option<String>,
}

impl Motion {
    /// What was said, if anything was.
    pub fn playback(self) -> Option<Playback> {
        let Self { frames, every, fps, animation } = self;
        if frames.is_none() && every.is_none() && fps.is_none() && animation.is_none() {
            return None;
        }
        let [first, last] = frames.unwrap_or_default();
        Some(Playback { rate: fps, animation, first, last, every: every.map_or(1, |every| every as usize) })
    }
}

/// `A..B`, or one number.
fn frames(text: &str) -> Result<[Option<u64>; 2], String> {
    let problem = || "must be of the form A..B, two numbers of frames, either of which may be left out".to_owned();
    let end = |text: &str| if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(|_| problem()) };
    let [first, last] = match text.split_once("..") {
        Some((first, last)) => [end(first)?, end(last.trim_start_matches('='))?],
        None => [end(text)?; 2],
    };
    match [first, last] {
        [Some(first), Some(last)] if first > last => Err(format!("begins at {first}, behind its end {last}")),
        _ if text.is_empty() => Err(problem()),
        range => Ok(range),
    }
}

fn rate(text: &str) -> Result<Rate, String> {
    if text == "keys" {
        return Ok(Rate::Keyframes);
    }
    let rate = text.parse().ok().filter(|rate: &f64| *rate > 0.0 && rate.is_finite());
    rate.map(Rate::PerSecond).ok_or_else(|| "must be a number above 0, or keys for keyframes".into())
}

#[derive(Args, Debug)]
#[command(override_usage = "allide view [OPTIONS] FILE...")]
#[command(after_help = "Exit status: 0 the page is written, 2 error or nothing to examine.")]
#[command(mut_arg("html", |arg| arg.hide(true)), mut_arg("exit_zero", |arg| arg.hide(true)))]
pub struct View {
    #[command(flatten)]
    pub check: Check,
    /// Where to write the page
    #[arg(short, long, value_name = "PATH", default_value = "allide-view.html", conflicts_with = "html")]
    #[arg(help_heading = "Output")]
    pub output: PathBuf,
    /// Write the page, but do not open it
    #[arg(help_heading = "Output", long)]
    pub no_open: bool,
}

#[derive(Args, Debug)]
#[command(override_usage = "allide inspect [OPTIONS] FILE...")]
#[command(after_help = "\
What can be wrong, the worst first:
  open          edges that one triangle uses: a hole, or a sheet
  flipped       neighbours that face different ways
  non-manifold  edges that more than two triangles use
  inverted      shells that are inside out; cavities should face inwards
  flat          closed shells without volume
  self-overlap  places where the surface meets itself
  duplicate     triangles with the corners of an earlier one
  degenerate    triangles without area
Exit status: 0 all healthy, 1 something is wrong, 2 error or nothing to examine.")]
pub struct Inspect {
    /// Meshes (obj, stl, ply, off, gltf, glb, 3mf, also .gz);
    /// a folder: all meshes directly in it; - is stdin
    #[arg(required = true, value_name = "FILE", verbatim_doc_comment)]
    pub files: Vec<PathBuf>,
    /// Treat each file as one object
    #[arg(long)]
    pub whole: bool,
    /// Unit of files that say none: um, mm, cm, in, ft, m
    #[arg(long, value_name = "U")]
    pub units: Option<Unit>,
    /// Leave out bad triangles, and say so, instead of failing
    #[arg(long)]
    pub repair: bool,
    /// Join corners up to W apart to close objects: W, off, auto
    #[arg(long, value_name = "W", default_value = "auto", hide_default_value = true)]
    pub weld: Weld,
    /// auto (whichever is faster), cpu, gpu
    #[arg(long, value_name = "D", default_value = "auto", hide_possible_values = true, hide_default_value = true)]
    pub device: Device,
    /// Threads to use [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write everything as JSON; - is stdout
    #[arg(long, value_name = "PATH")]
    pub json: Option<PathBuf>,
    /// List bad edges and triangles in JSON
    #[arg(long, requires = "json")]
    pub triangles: bool,
    /// Write a page to look at in a browser
    #[arg(long, value_name = "PATH")]
    pub html: Option<PathBuf>,
    /// Write what is wrong to look at, in colour: glb or ply
    #[arg(long, value_name = "PATH")]
    pub export: Option<PathBuf>,
    /// Details of the N worst objects
    #[arg(long, value_name = "N", value_parser = top, conflicts_with = "all")]
    pub top: Option<usize>,
    /// Details of all objects, however many
    #[arg(long)]
    pub all: bool,
    /// Exit with 0 even if something is wrong
    #[arg(long)]
    pub exit_zero: bool,
    /// Print no table
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Args, Debug)]
pub struct Demo {
    /// A scene's name, see `allide scene`
    #[arg(default_value = "plant")]
    pub name: String,
    /// Where to draw the picture; the page gets the same name
    /// [default: allide-demo.png]
    #[arg(short, long, value_name = "PATH", default_value = "allide-demo.png", hide_default_value = true)]
    #[arg(verbatim_doc_comment)]
    pub output: PathBuf,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
    /// auto (whichever is faster), cpu, gpu
    #[arg(long, value_name = "D", default_value = "auto", hide_possible_values = true, hide_default_value = true)]
    pub device: Device,
}

#[derive(Args, Debug)]
pub struct Scene {
    /// A scene's name; without one, all are listed
    #[arg(requires = "output")]
    pub name: Option<String>,
    /// The file to write; its extension sets the format
    #[arg(short, long, value_name = "FILE", requires = "name")]
    pub output: Option<PathBuf>,
    /// As large as in the paper that the scene is from
    #[arg(long, requires = "name")]
    pub full: bool,
    /// The moment to write, in seconds, of a scene that moves
    #[arg(long, value_name = "T", requires = "name", conflicts_with_all = ["frames", "from", "to"])]
    pub at: Option<f64>,
    /// Write so many frames, evenly spread; FILE has a # for
    /// each digit of their numbers
    #[arg(long, value_name = "N", requires = "name", verbatim_doc_comment)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub frames: Option<u32>,
    /// The first and the last moment of the frames, in seconds
    /// [default: all of the motion]
    #[arg(long, value_name = "T", requires = "frames", verbatim_doc_comment)]
    pub from: Option<f64>,
    #[arg(long, value_name = "T", requires = "frames", help = "See --from")]
    pub to: Option<f64>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  allide particles                     list built-in scenes
  allide particles hail                a folder: frames, maps, impacts, sound
  allide particles hail --toml > my.toml
  allide particles my.toml --csv -     impacts of a scene of your own
Exit status: 0, or 2 for an error.")]
pub struct Particles {
    /// A built-in scene's name, or a TOML file; without one,
    /// all scenes are listed
    #[arg(value_name = "SCENE", verbatim_doc_comment)]
    pub scene: Option<String>,
    /// The folder to write to [default: allide-SCENE]
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Frames, from the start [default: as long as the scene]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub frames: Option<u32>,
    /// Pixels of a frame
    #[arg(long, value_name = "WxH", default_value = "640x360", value_parser = pixels)]
    pub size: [usize; 2],
    /// Refuse what takes more steps than this: lives of
    /// particles, colliders in their way, pixels, samples
    #[arg(long, value_name = "STEPS", default_value_t = 1e9, value_parser = steps, verbatim_doc_comment)]
    pub limit: f64,
    /// Where impacts are computed: cpu, gpu; the same list
    #[arg(long, value_name = "D", default_value = "cpu", hide_possible_values = true, hide_default_value = true)]
    pub device: Device,
    /// List built-in scenes
    #[arg(long, conflicts_with = "scene")]
    pub list: bool,
    /// Print a built-in scene as TOML, to start from
    #[arg(long, requires = "scene", conflicts_with_all = ["out", "json", "csv", "html"])]
    pub toml: bool,
    /// Write impacts as JSON; - is stdout. No folder, unless
    /// --out names one
    #[arg(long, value_name = "PATH", verbatim_doc_comment)]
    pub json: Option<PathBuf>,
    /// Write impacts as CSV; - is stdout. No folder, unless
    /// --out names one
    #[arg(long, value_name = "PATH", verbatim_doc_comment)]
    pub csv: Option<PathBuf>,
    /// Write a page with the flight, maps and sound. No folder,
    /// unless --out names one
    #[arg(long, value_name = "PATH", verbatim_doc_comment)]
    pub html: Option<PathBuf>,
}

/// A number of steps, also like 1e12.
pub fn steps(text: &str) -> Result<f64, String> {
    let steps = text.parse().ok().filter(|steps: &f64| *steps > 0.0);
    steps.ok_or_else(|| "must be a number above 0, as 1e12".into())
}

/// Width and height of a picture.
fn pixels(text: &str) -> Result<[usize; 2], String> {
    let side = |text: &str| text.parse().ok().filter(|side| (16..=8192).contains(side));
    let sides = text.split_once('x').and_then(|(width, height)| Some([side(width)?, side(height)?]));
    sides.ok_or_else(|| "must be two numbers from 16 to 8192, as 640x360".into())
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  allide reproduce --list                  all figures, and what they need
  allide reproduce --out redrawn           all of them, at reduced sizes
  allide reproduce far-7 chip-3 -o redrawn two of them
  allide reproduce --full --out redrawn    at the published sizes
Open index.html in the folder. Columns whose title ends in measured] are
times of this run; all others are the same in every run on a device.
Exit status: 0, or 2 for an error or a figure that failed.")]
pub struct Reproduce {
    /// Figures by name, as --list has them; without any, all
    #[arg(value_name = "FIGURE")]
    pub figures: Vec<String>,
    /// The folder to write to; it is made if there is none
    #[arg(long, short, value_name = "DIR", required_unless_present = "list")]
    pub out: Option<PathBuf>,
    /// What needs a GPU: on any (auto, gpu), or not (cpu); gpu
    /// is an error where there is none
    #[arg(long, value_name = "D", default_value = "auto", hide_possible_values = true, hide_default_value = true)]
    #[arg(verbatim_doc_comment)]
    pub device: Device,
    /// The sizes of the works; hours without a real GPU
    #[arg(long)]
    pub full: bool,
    /// A folder with the works' models, which bodies by formula
    /// stand in for: bunny.obj, dragon_res2.ply, cow.obj (or .gz)
    #[arg(long, value_name = "DIR", verbatim_doc_comment)]
    pub models: Option<PathBuf>,
    /// List figures, where they are published, and their state
    #[arg(long, conflicts_with_all = ["out", "full", "models"])]
    pub list: bool,
    /// No progress bars
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Exit status: 0 everything available passes, 2 a test fails.")]
pub struct Doctor {
    /// Test GPUs on all built-in scenes and 1,100 random ones
    #[arg(long)]
    pub thorough: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

/// The library's methods by name, each with default options.
fn methods() -> impl TypedValueParser<Value = Method> {
    let named = |name: String| name.parse::<Method>();
    PossibleValuesParser::new(Method::ALL.map(Method::name)).try_map(named)
}

#[derive(Clone, Copy, Debug, Default, PartialEq, ValueEnum)]
pub enum Device {
    /// A real GPU if there is one and the scene is large, else the CPU.
    #[default]
    Auto,
    Cpu,
    Gpu,
}
