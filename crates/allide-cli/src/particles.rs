//! `allide particles`: a scene's frames, impact maps, impacts and sound.

use crate::args::{self, Device};
use crate::numbers::{counted, printable};
use crate::output::{self, Target};
use crate::page::{self, particles::Made};
use allide_page::Page;
use allide_particles::gpu::Proposer;
use allide_particles::map::{Full, Rule};
use allide_particles::picture::{HeatMap, PictureOptions, Renderer, contact_sheet, map_picture};
use allide_particles::sound::{SceneSound, SoundOptions, WavOptions, write_wav};
use allide_particles::{Impact, Scene, Simulation, export, scene::BUILT_IN};
use anyhow::{Context, Result, bail};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Frames on a contact sheet, and in each of its rows.
const SHEET: (usize, usize) = (12, 4);
/// Cells along the longer side of a map.
const CELLS: f64 = 96.0;
/// Maps are drawn of this many colliders, those that were hit most.
const MAPS: usize = 4;

pub fn run(args: &args::Particles) -> Result<ExitCode> {
    let Some(name) = args.scene.as_deref().filter(|_| !args.list) else {
        output::print(&list())?;
        return Ok(ExitCode::SUCCESS);
    };
    if args.toml {
        let text = BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
        output::print(
            text.with_context(|| format!("there is no built-in scene {name:?}; `allide particles` lists all"))?,
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    let simulation = Simulation::new(scene(name)?)?;
    let json = args.json.clone().map(|path| Target::parse("--json", path)).transpose()?;
    let csv = args.csv.clone().map(|path| Target::parse("--csv", path)).transpose()?;
    if let Some(path) = &args.html {
        output::check_writable("--html", path)?;
    }
    let is_list_alone = json.is_some() || csv.is_some() || args.html.is_some();
    let folder = args
        .out
        .clone()
        .or_else(|| (!is_list_alone).then(|| PathBuf::from(format!("allide-{}", simulation.scene().name))));
    let (rate, duration) = (simulation.scene().frame_rate, simulation.scene().duration);
    let frames = args.frames.map_or((rate * duration).round().max(1.0), f64::from);
    let impacts = impacts(&simulation, frames / rate, args.device)?;
    if let Some(target) = &json {
        target.fill(|file| export::write_json(std::io::BufWriter::new(file), simulation.scene(), &impacts))?;
    }
    if let Some(target) = &csv {
        target.fill(|file| export::write_csv(std::io::BufWriter::new(file), simulation.scene(), &impacts))?;
    }
    if [&json, &csv].into_iter().flatten().all(|target| *target != Target::Stdout) {
        output::print(&table(&simulation, &impacts, frames / rate))?;
    }
    let (frames, size) = (frames as usize, args.size);
    let job = |folder| Job { simulation: &simulation, impacts: &impacts, folder, frames, size };
    if let Some(path) = &args.html {
        page::write(path, &job(Path::new("")).page()?)?;
        output::print(&format!("page: {}\n", printable(&path.display().to_string())))?;
    }
    if let Some(folder) = folder {
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        output::print(&job(&folder).write()?)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn list() -> String {
    let width = BUILT_IN.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, _) in BUILT_IN {
        let about = Scene::built_in(name).map(|scene| scene.about).unwrap_or_default();
        let _ = writeln!(text, "{name:width$}  {about}");
    }
    text + "\nallide particles NAME makes frames, maps and sound; --toml prints a scene to start from\n"
}

/// The built-in scene of that name, or what a file says.
fn scene(name: &str) -> Result<Scene> {
    if let Some(scene) = Scene::built_in(name) {
        return Ok(scene);
    }
    let path = Path::new(name);
    let shown = printable(name);
    if !path.exists() && path.extension().is_none() {
        bail!("there is no scene {shown:?}; `allide particles` lists all, and a file's name ends in .toml");
    }
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    Scene::read(&text).map_err(|error| anyhow::anyhow!("{shown}: {error}"))
}

fn impacts(simulation: &Simulation, end: f64, device: Device) -> Result<Vec<Impact>> {
    if device != Device::Gpu {
        return Ok(simulation.impacts(0.0..end)?);
    }
    Ok(Proposer::open(simulation)?.impacts(0.0..end)?)
}

/// How often each collider was hit.
fn table(simulation: &Simulation, impacts: &[Impact], seconds: f64) -> String {
    let scene = simulation.scene();
    let mut rows = vec![(0usize, 0.0f64); scene.colliders.len()];
    for impact in impacts {
        let row = &mut rows[impact.collider as usize];
        *row = (row.0 + 1, row.1.max(impact.speed));
    }
    let mut text = format!(
        "{}: {}, {} in {seconds:.3} s\n",
        printable(&scene.name),
        counted(simulation.particles() as usize, "particle"),
        counted(impacts.len(), "impact")
    );
    let mut order: Vec<usize> = (0..rows.len()).filter(|&k| rows[k].0 > 0).collect();
    order.sort_by_key(|&k| (usize::MAX - rows[k].0, k));
    let hidden = order.len().saturating_sub(output::ROWS);
    let width = order.iter().map(|&k| scene.colliders[k].name.chars().count()).max().unwrap_or(0).max(8);
    if !order.is_empty() {
        let _ = writeln!(text, "{:width$}  {:>9}  {:>12}", "collider", "impacts", "fastest, m/s");
    }
    for &k in order.iter().take(output::ROWS) {
        let _ = writeln!(text, "{:width$}  {:>9}  {:>12.2}", printable(&scene.colliders[k].name), rows[k].0, rows[k].1);
    }
    if hidden > 0 {
        let _ = writeln!(text, "and {hidden} more colliders: --csv FILE for all");
    }
    text
}

/// What is written to a folder.
struct Job<'a> {
    simulation: &'a Simulation,
    impacts: &'a [Impact],
    folder: &'a Path,
    frames: usize,
    size: [usize; 2],
}

impl Job<'_> {
    /// Writes everything: sound beside frames, which take longest.
    fn write(&self) -> Result<String> {
        std::thread::scope(|threads| {
            let sound = threads.spawn(|| self.sound());
            let frames = self.draw_frames();
            let maps = self.maps().and_then(|maps| {
                maps.iter()
                    .try_for_each(|(k, png)| self.file(&format!("map-{k:03}.png"), |path| std::fs::write(path, png)))?;
                Ok(maps.len())
            });
            let sound = sound.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            frames?;
            let shown = printable(&self.folder.display().to_string());
            let frames = counted(self.frames, "frame");
            Ok(format!("{shown}: {frames}, sheet.png, {}, impacts.csv, {sound}\n", counted(maps?, "impact map")))
        })
    }

    fn draw_frames(&self) -> Result<()> {
        let [width, height] = self.size;
        let renderer = Renderer::new(self.simulation, &PictureOptions { width, height, ..PictureOptions::default() });
        let rate = self.simulation.scene().frame_rate;
        let step = self.frames.div_ceil(SHEET.0).max(1);
        let mut sheet = Vec::new();
        for frame in 0..self.frames {
            let time = (frame + 1) as f64 / rate;
            let picture = renderer.frame(time);
            self.file(&format!("frame-{frame:05}.png"), |path| picture.write_png(path))?;
            if frame % step == step / 2 {
                sheet.push((format!("{time:.2} s"), picture));
            }
        }
        let sheet = contact_sheet(&sheet, SHEET.1);
        self.file("sheet.png", |path| sheet.write_png(path))?;
        let list = Target::File(self.folder.join("impacts.csv"));
        list.fill(|file| export::write_csv(std::io::BufWriter::new(file), self.simulation.scene(), self.impacts))
    }

    /// Everything in one page.
    fn page(&self) -> Result<Page> {
        let mut sound = std::io::Cursor::new(Vec::new());
        self.write_sound(&mut sound)?;
        let (simulation, impacts, frames) = (self.simulation, self.impacts, self.frames);
        page::particles::page(&Made { simulation, impacts, frames, sound: sound.into_inner(), maps: self.maps()? })
    }

    /// Maps of the colliders that were hit most, as long and wide as they are: each with its collider, as PNG.
    fn maps(&self) -> Result<Vec<(u32, Vec<u8>)>> {
        let colliders = &self.simulation.scene().colliders;
        let mut counts = vec![0usize; colliders.len()];
        self.impacts.iter().for_each(|impact| counts[impact.collider as usize] += 1);
        let mut order: Vec<usize> = (0..counts.len()).filter(|&k| counts[k] > 0).collect();
        order.sort_by_key(|&k| (usize::MAX - counts[k], k));
        order.truncate(MAPS);
        let mut maps = Vec::new();
        for &k in &order {
            let extent = match self.simulation.chart(k as u32).distortion() {
                allide_particles::Distortion::Linear { size } => size,
                _ => allide_particles::DVec2::new(2.0, 1.0),
            };
            let size = (extent / extent.max_element() * CELLS).ceil().max(allide_particles::DVec2::ONE);
            let size = [size.x as u32, size.y as u32];
            let map = Full::draw(self.impacts, k as u32, size, Rule::Count);
            let label = format!("impacts on {}", colliders[k].name);
            let values = map.values().map(|value| value.unwrap_or(f64::NAN)).collect();
            let picture = map_picture(&HeatMap { width: size[0] as usize, height: size[1] as usize, values, label });
            maps.push((k as u32, picture.png()?));
        }
        Ok(maps)
    }

    fn sound(&self) -> Result<String> {
        let path = self.folder.join("sound.wav");
        let file = std::fs::File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        self.write_sound(std::io::BufWriter::new(file))?;
        Ok("sound.wav".into())
    }

    fn write_sound(&self, out: impl std::io::Write + std::io::Seek) -> Result<()> {
        let scene = self.simulation.scene();
        let sound = SceneSound::new(scene)?;
        let options = WavOptions {
            sound: SoundOptions::of(scene),
            end: self.frames as f64 / scene.frame_rate,
            tail: 1.0,
            ..WavOptions::default()
        };
        let strikes = |from: f64, to: f64| {
            let [first, end] = [from, to].map(|time| self.impacts.partition_point(|impact| impact.time < time));
            Ok(sound.strikes(&self.impacts[first..end]))
        };
        write_wav(out, sound.instruments(), strikes, &options)?;
        Ok(())
    }

    fn file(&self, name: &str, write: impl FnOnce(&Path) -> std::io::Result<()>) -> Result<()> {
        crate::interrupt::check()?;
        let path = self.folder.join(name);
        write(&path).with_context(|| format!("cannot write {}", path.display()))
    }
}
