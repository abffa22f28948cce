//! Writes the folder of a scene: frames, impacts and sound concurrently, then everything drawn from all impacts.

use super::maps;
use crate::numbers::{counted, printable};
use crate::output::Target;
use allide_particles::picture::{Picture, PictureOptions, Renderer, contact_sheet};
use allide_particles::sound::{Bits, Pipeline, SoundError, SoundOptions, Step, WavStream, peak_gain};
use allide_particles::{Impact, Simulation, export};
use anyhow::{Context, Result};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Frames on a contact sheet, and in each of its rows.
const SHEET: (usize, usize) = (12, 4);
/// How long the sound goes on after the last frame, in seconds.
const TAIL: f64 = 1.0;

/// The files written to a folder.
pub struct Job<'a> {
    pub simulation: &'a Simulation,
    pub folder: PathBuf,
    pub frames: usize,
    pub size: [usize; 2],
}

impl Job<'_> {
    /// Writes everything, and returns all impacts and a line about what was made.
    pub fn write(&self, find: impl FnMut(Range<f64>) -> Result<Vec<Impact>> + Send) -> Result<(Vec<Impact>, String)> {
        let shown = printable(&self.folder.display().to_string());
        std::fs::create_dir_all(&self.folder).with_context(|| format!("cannot make the folder {shown}"))?;
        let mut spool = Spool::new(self.folder.join("sound.part"))?;
        let impacts = self.frames_and_sound(find, &mut spool)?;
        spool.finish(&self.folder.join("sound.wav"), SoundOptions::default().rate)?;
        let maps = maps::write(self, &impacts)?;
        let list = Target::File(self.folder.join("impacts.csv"));
        list.fill(|file| export::write_csv(BufWriter::new(file), self.simulation.scene(), &impacts))?;
        let frames = counted(self.frames, "frame");
        let maps = counted(maps, "impact map");
        Ok((impacts, format!("{shown}: {frames}, sheet.png, {maps}, impacts.csv, sound.wav\n")))
    }

    fn frames_and_sound(
        &self,
        mut find: impl FnMut(Range<f64>) -> Result<Vec<Impact>> + Send,
        spool: &mut Spool,
    ) -> Result<Vec<Impact>> {
        let [width, height] = self.size;
        let renderer = Renderer::new(self.simulation, &PictureOptions { width, height, ..PictureOptions::default() });
        let options = SoundOptions::of(self.simulation.scene());
        let pipeline = Pipeline { tail: TAIL, ..Pipeline::new(self.simulation, options, self.frames) };
        let step = self.frames.div_ceil(SHEET.0).max(1);
        let (mut impacts, mut sheet) = (Vec::new(), Vec::new());
        let take = |now: Step<Picture>| -> Result<()> {
            self.file(&format!("frame-{:05}.png", now.number), |path| now.frame.write_png(path))?;
            spool.push(&now.sound)?;
            impacts.extend(now.impacts);
            if now.number % step == step / 2 {
                sheet.push((format!("{:.2} s", now.interval.end), now.frame));
            }
            Ok(())
        };
        let mut take = take;
        pipeline
            .run(
                |interval| find(interval).map_err(|error| SoundError::Source(error.into())),
                |time| Ok(renderer.frame(time)?),
                |step| take(step).map_err(|error| SoundError::Source(error.into())),
            )
            .map_err(|error| match error {
                // Errors wrapped by the pipeline are unwrapped again.
                SoundError::Source(error) => anyhow::Error::from_boxed(error),
                other => other.into(),
            })?;
        let sheet = contact_sheet(&sheet, SHEET.1);
        self.file("sheet.png", |path| sheet.write_png(path))?;
        Ok(impacts)
    }

    pub fn file(&self, name: &str, write: impl FnOnce(&Path) -> std::io::Result<()>) -> Result<()> {
        crate::interrupt::check()?;
        let path = self.folder.join(name);
        write(&path).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Samples on their way to a file: how loud it must be is known when the last one is there, so they wait on disk.
struct Spool {
    path: PathBuf,
    file: BufWriter<File>,
    peak: f64,
}

impl Spool {
    fn new(path: PathBuf) -> Result<Self> {
        let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { path, file: BufWriter::new(file), peak: 0.0 })
    }

    fn push(&mut self, frames: &[[f64; 2]]) -> Result<()> {
        for sample in frames.iter().flatten() {
            self.peak = self.peak.max(sample.abs());
            self.file
                .write_all(&sample.to_le_bytes())
                .with_context(|| format!("cannot write {}", self.path.display()))?;
        }
        Ok(())
    }

    fn finish(mut self, wav: &Path, rate: u32) -> Result<()> {
        self.file.flush().with_context(|| format!("cannot write {}", self.path.display()))?;
        let mut samples = BufReader::new(File::open(&self.path)?);
        let file = File::create(wav).with_context(|| format!("cannot write {}", wav.display()))?;
        let mut stream = WavStream::new(BufWriter::new(file), rate, Bits::Sixteen, peak_gain(self.peak))?;
        let mut bytes = [0; 16];
        while samples.read_exact(&mut bytes).is_ok() {
            let [left, right] = [0, 8].map(|at| f64::from_le_bytes(std::array::from_fn(|k| bytes[at + k])));
            stream.push([left, right])?;
        }
        stream.finish()?;
        Ok(())
    }
}

impl Drop for Spool {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
