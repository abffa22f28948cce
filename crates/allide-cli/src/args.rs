//! The flags as given; only their form is checked here.

use crate::method::MethodOptions;
use allide::Method;
use allide_io::{Playback, Rate, Unit, Weld};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Parser)]
#[command(name = "allide", version, about = "Finds exactly where 3D models touch, overlap or come too close.")]
#[command(max_term_width = 100)]
#[command(after_help = "\
Examples:
  allide check a.stl b.stl            do they overlap?
  allide check plant.glb --self       all parts, also each with itself
  allide check x.obj --clearance 0.5  parts closer than half a unit
  allide inspect part.stl             is it a solid? If not, why?
Environment:
  ALLIDE_ADAPTER=NAME        use the GPU whose name contains NAME
  ALLIDE_SIMD=LEVEL          widest vector instructions: plain, avx2, avx512
  ALLIDE_GPU_FEATURES=plain  use no optional GPU features
  ALLIDE_CACHE=FOLDER        where to cache compiled kernels; off: nowhere
Exit status: 0 examined and clear, 1 findings, 2 error or nothing to examine,
  130 stopped by Ctrl-C, 143 by kill: then no file is left half-written.")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(help = "Colours: auto, always, never", display_order = 100)]
    pub color: Color,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Find overlaps between the objects in files
    Check(Check),
    /// Check files and show the result in a browser
    View(View),
    /// Find defects of meshes, and measure them
    Inspect(Inspect),
    /// Simulate a collision detection chip
    #[command(subcommand)]
    Chip(crate::chip::args::Chip),
    /// Check a built-in scene and draw it
    Demo(Demo),
    /// Write a built-in scene to a file, or list all scenes
    Scene(Scene),
    /// Simulate particles: frames, impacts, sound
    Particles(Particles),
    /// Reproduce the figures and tables of five publications
    Reproduce(Reproduce),
    /// List and test the devices and methods of this machine
    Doctor(Doctor),
    /// Print a completion script for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Write man pages to a folder
    #[command(hide = true)]
    Man {
        /// The folder; created if missing
        folder: PathBuf,
    },
}

#[derive(Args, Debug)]
#[command(override_usage = "allide check [OPTIONS] FILE...")]
#[command(group(clap::ArgGroup::new("little").multiple(true)))]
#[command(after_help = "Exit status: 0 examined and clear, 1 findings, 2 error or nothing to examine.")]
pub struct Check {
    /// Meshes: obj, stl, ply, off, gltf, glb, 3mf, also .gz;
    /// a folder: all meshes directly in it; - for stdin;
    /// sequences: 'frame.####.obj', or positions in .npz
    #[arg(required = true, value_name = "FILE", verbatim_doc_comment)]
    pub files: Vec<PathBuf>,
    /// Also find overlaps inside each object
    #[arg(long = "self")]
    pub within: bool,
    /// Also find objects (with --self, parts) closer than D
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    pub clearance: Option<f64>,
    /// Hide clashes with a penetration of at most T (shallow)
    #[arg(long, value_name = "T", allow_negative_numbers = true, group = "little")]
    pub tolerance: Option<f64>,
    /// Hide clashes with a shared volume of at most V, too
    #[arg(long, value_name = "V", allow_negative_numbers = true, group = "little", hide_short_help = true)]
    pub min_volume: Option<f64>,
    /// List shallow clashes, and count them as findings
    #[arg(long, requires = "little")]
    pub shallow: bool,
    /// List contacts and shallow clashes as findings
    #[arg(long)]
    pub touch: bool,
    /// Do not measure penetration and volume: faster
    #[arg(long, conflicts_with = "contacts")]
    pub no_depth: bool,
    /// Also measure the distance of every two objects
    #[arg(long, conflicts_with = "any")]
    pub nearest: bool,
    /// Exact: auto, divide, bvh, fronts, far, kdop, sweep,
    /// brute; may miss: cullide, self-cullide, raycast, rays
    #[arg(long, value_name = "M", default_value = "auto", hide_possible_values = true, hide_default_value = true)]
    #[arg(value_parser = methods(), verbatim_doc_comment)]
    pub method: Method,
    /// auto (whichever is faster), cpu, gpu
    #[arg(long, value_name = "D", default_value = "auto", hide_possible_values = true, hide_default_value = true)]
    pub device: Device,
    /// Number of threads [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Test only A against B (objects or files; * is any text)
    #[arg(long, value_name = "A:B")]
    pub between: Vec<String>,
    /// Test only objects from different files
    #[arg(long)]
    pub across: bool,
    /// Do not test A against B. These three do not affect --self
    #[arg(long, value_name = "A:B")]
    pub ignore: Vec<String>,
    /// Treat each file as one object
    #[arg(long)]
    pub whole: bool,
    /// Unit of files that state none: um, mm, cm, in, ft, m
    #[arg(long, value_name = "U")]
    pub units: Option<Unit>,
    /// Leave out bad triangles, with a note, instead of failing
    #[arg(long)]
    pub repair: bool,
    /// Close cracks up to W wide: W, off, auto
    #[arg(long, value_name = "W", default_value = "auto", hide_default_value = true, hide_short_help = true)]
    pub weld: Weld,
    /// Stop at the first finding
    #[arg(long, conflicts_with_all = ["json", "csv", "html", "picture", "pictures", "passes", "export", "triangles", "contacts"])]
    pub any: bool,
    /// Write a report as JSON (- for stdout)
    #[arg(help_heading = "Output", long, value_name = "PATH")]
    pub json: Option<PathBuf>,
    /// Write a table as CSV (- for stdout)
    #[arg(help_heading = "Output", long, value_name = "PATH")]
    pub csv: Option<PathBuf>,
    /// List triangle pairs in JSON and CSV, also of duplicates
    #[arg(help_heading = "Output", long)]
    pub triangles: bool,
    /// Add curves, patches and contact points to JSON
    #[arg(help_heading = "Output", long, requires = "json", hide_short_help = true)]
    pub contacts: bool,
    /// Write a page for the browser
    #[arg(help_heading = "Output", long, value_name = "PATH")]
    pub html: Option<PathBuf>,
    /// Draw the scene and its findings as a PNG
    #[arg(help_heading = "Output", long, value_name = "PATH")]
    pub picture: Option<PathBuf>,
    /// Draw a close-up of each finding
    #[arg(help_heading = "Output", long, value_name = "DIR")]
    pub pictures: Option<PathBuf>,
    /// Draw what each pass of far or cullide leaves
    #[arg(help_heading = "Output", long, value_name = "DIR", hide_short_help = true)]
    pub passes: Option<PathBuf>,
    /// Write the scene and its findings: .glb, .ply, .vtp, .csv
    #[arg(help_heading = "Output", long, value_name = "PATH")]
    pub export: Option<PathBuf>,
    /// Exit with 0 even if there are findings
    #[arg(help_heading = "Output", long)]
    pub exit_zero: bool,
    /// Show the N worst rows of the table
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
    /// First and last frame to examine: A..B, A.. or ..B
    #[arg(long, value_name = "A..B", value_parser = frames, hide_short_help = true)]
    pub frames: Option<[Option<u64>; 2]>,
    /// Examine only every Nth frame
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), hide_short_help = true)]
    pub every: Option<u32>,
    /// Frames per second of an animation, or keys [default: 24]
    #[arg(long, value_name = "N", value_parser = rate, hide_short_help = true)]
    pub fps: Option<Rate>,
    /// Animation of a glTF file, by name or number
    #[arg(long, value_name = "A", hide_short_help = true)]
    pub animation: Option<String>,
}

impl Motion {
    /// The options given, if any.
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
    let problem = || "must be a range of frames A..B, where A or B may be left out".to_owned();
    let end = |text: &str| if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(|_| problem()) };
    let [first, last] = match text.split_once("..") {
        Some((first, last)) => [end(first)?, end(last.trim_start_matches('='))?],
        None => [end(text)?; 2],
    };
    match [first, last] {
        [Some(first), Some(last)] if first > last => {
            Err(format!("the first frame, {first}, is after the last, {last}"))
        }
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
Defects, worst first:
  open          edges with only one triangle: a hole or the border of a sheet
  flipped       neighbouring triangles that face different ways
  non-manifold  edges with more than two triangles
  inverted      shells that are inside out; cavities should face inwards
  flat          closed shells without volume
  self-overlap  places where the surface meets itself
  duplicate     triangles with the same corners as an earlier one
  degenerate    triangles without area
Exit status: 0 all healthy, 1 something is wrong, 2 error or nothing to examine.")]
pub struct Inspect {
    /// Meshes: obj, stl, ply, off, gltf, glb, 3mf, also .gz;
    /// a folder: all meshes directly in it; - for stdin
    #[arg(required = true, value_name = "FILE", verbatim_doc_comment)]
    pub files: Vec<PathBuf>,
    /// Treat each file as one object
    #[arg(long)]
    pub whole: bool,
    /// Unit of files that state none: um, mm, cm, in, ft, m
    #[arg(long, value_name = "U")]
    pub units: Option<Unit>,
    /// Leave out bad triangles, with a note, instead of failing
    #[arg(long)]
    pub repair: bool,
    /// Close cracks up to W wide: W, off, auto
    #[arg(long, value_name = "W", default_value = "auto", hide_default_value = true)]
    pub weld: Weld,
    /// auto (whichever is faster), cpu, gpu
    #[arg(long, value_name = "D", default_value = "auto", hide_possible_values = true, hide_default_value = true)]
    pub device: Device,
    /// Number of threads [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write all results as JSON (- for stdout)
    #[arg(long, value_name = "PATH")]
    pub json: Option<PathBuf>,
    /// List bad edges and triangles in JSON
    #[arg(long, requires = "json")]
    pub triangles: bool,
    /// Write a page for the browser
    #[arg(long, value_name = "PATH")]
    pub html: Option<PathBuf>,
    /// Write the defects in colour: .glb or .ply
    #[arg(long, value_name = "PATH")]
    pub export: Option<PathBuf>,
    /// Show details of the N worst objects
    #[arg(long, value_name = "N", value_parser = top, conflicts_with = "all")]
    pub top: Option<usize>,
    /// Show details of all objects
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
    /// Name of a scene; `allide scene` lists them
    #[arg(default_value = "plant")]
    pub name: String,
    /// Picture to write; the page gets the same name
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
    /// Name of a scene; without it, all are listed
    #[arg(requires = "output")]
    pub name: Option<String>,
    /// File to write; its extension sets the format
    #[arg(short, long, value_name = "FILE", requires = "name")]
    pub output: Option<PathBuf>,
    /// Use the size in the paper that the scene is from
    #[arg(long, requires = "name")]
    pub full: bool,
    /// Time in seconds at which to write a moving scene
    #[arg(long, value_name = "T", requires = "name", conflicts_with_all = ["frames", "from", "to"])]
    pub at: Option<f64>,
    /// Write N frames, evenly spaced; FILE has a # for each
    /// digit of the frame number
    #[arg(long, value_name = "N", requires = "name", verbatim_doc_comment)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub frames: Option<u32>,
    /// Times of the first and last frame, in seconds
    /// [default: the whole motion]
    #[arg(long, value_name = "T", requires = "frames", verbatim_doc_comment)]
    pub from: Option<f64>,
    #[arg(long, value_name = "T", requires = "frames", help = "See --from")]
    pub to: Option<f64>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  allide particles                     list built-in scenes
  allide particles hail                write frames, maps, impacts, sound
  allide particles hail --toml > my.toml
  allide particles my.toml --csv -     impacts of a scene of your own
Exit status: 0, or 2 for an error.")]
pub struct Particles {
    /// Name of a built-in scene, or a TOML file; without it,
    /// all scenes are listed
    #[arg(value_name = "SCENE", verbatim_doc_comment)]
    pub scene: Option<String>,
    /// Folder to write to [default: allide-SCENE]
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Number of frames [default: the whole scene]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub frames: Option<u32>,
    /// Size of a frame in pixels
    #[arg(long, value_name = "WxH", default_value = "640x360", value_parser = pixels)]
    pub size: [usize; 2],
    /// Refuse more steps than this: lives, colliders in
    /// their way, pixels, samples
    #[arg(long, value_name = "STEPS", default_value_t = 1e9, value_parser = steps, verbatim_doc_comment)]
    pub limit: f64,
    /// Where to compute impacts (cpu, gpu); both give the same
    #[arg(long, value_name = "D", default_value = "cpu", hide_possible_values = true, hide_default_value = true)]
    pub device: Device,
    /// List built-in scenes
    #[arg(long, conflicts_with = "scene")]
    pub list: bool,
    /// Print a built-in scene as TOML, to start from
    #[arg(long, requires = "scene", conflicts_with_all = ["out", "json", "csv", "html"])]
    pub toml: bool,
    /// Write impacts as JSON (- for stdout). Without --out, no
    /// folder is written
    #[arg(long, value_name = "PATH", verbatim_doc_comment)]
    pub json: Option<PathBuf>,
    /// Write impacts as CSV (- for stdout). Without --out, no
    /// folder is written
    #[arg(long, value_name = "PATH", verbatim_doc_comment)]
    pub csv: Option<PathBuf>,
    /// Write a page with the flight, maps and sound. Without
    /// --out, no folder is written
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
    sides.ok_or_else(|| "must be two numbers from 16 to 8192, such as 640x360".into())
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  allide reproduce --list                  list all figures
  allide reproduce --out redrawn           make all of them, at reduced sizes
  allide reproduce far-7 chip-3 -o redrawn make two of them
  allide reproduce --full --out redrawn    make them at the published sizes
Open index.html in the folder. Columns whose title ends in measured] are
times of this run; all others are the same in every run on a device.
Exit status: 0, or 2 for an error or a figure that failed.")]
pub struct Reproduce {
    /// Names of figures; without any, all
    #[arg(value_name = "FIGURE")]
    pub figures: Vec<String>,
    /// Folder to write to; created if missing
    #[arg(long, short, value_name = "DIR", required_unless_present = "list")]
    pub out: Option<PathBuf>,
    /// Whether to use a GPU: auto, cpu, gpu; without a GPU, gpu
    /// is an error
    #[arg(long, value_name = "D", default_value = "auto", hide_possible_values = true, hide_default_value = true)]
    #[arg(verbatim_doc_comment)]
    pub device: Device,
    /// Use the published sizes; takes hours without a real GPU
    #[arg(long)]
    pub full: bool,
    /// Folder with the published models: bunny.obj,
    /// dragon_res2.ply, cow.obj (or .gz); others are generated
    #[arg(long, value_name = "DIR", verbatim_doc_comment)]
    pub models: Option<PathBuf>,
    /// List figures with their sources and state
    #[arg(long, conflicts_with_all = ["out", "full", "models"])]
    pub list: bool,
    /// Show no progress bars
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Exit status: 0 all tests pass, 2 a test fails.")]
pub struct Doctor {
    /// Test GPUs on all built-in and 1,100 random scenes
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
