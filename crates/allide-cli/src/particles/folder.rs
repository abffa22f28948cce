//! Writes the folder of a scene: frames, impacts and sound concurrently, then everything drawn from all impacts.

use super::maps;
use crate::numbers::{counted, printable};
use crate::output::Target;
use allide_files::{replace_with, spool};
use allide_particles::picture::{Picture, PictureOptions, Renderer, contact_sheet};
use allide_particles::sound::{Bits, Pipeline, SoundError, SoundOptions, Step, WavStream, peak_gain};
use allide_particles::{Impact, Simulation, export};
use anyhow::{Context, Error, Result};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, Write};
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
        let mut spool = Spool::new(&self.folder)?;
        let impacts = self.frames_and_sound(find, &mut spool)?;
        spool.finish(&self.folder.join("sound.wav"), SoundOptions::default().rate)?;
        let maps = maps::write(self, &impacts)?;
        let list = Target::File(self.folder.join("impacts.csv"));
        list.fill(|file| export::write_csv(file, self.simulation.scene(), &impacts))?;
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
            self.draw(&format!("frame-{:05}.png", now.number), &now.frame)?;
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
        self.draw("sheet.png", &sheet)?;
        Ok(impacts)
    }

    /// Writes a picture.
    pub fn draw(&self, name: &str, picture: &Picture) -> Result<()> {
        crate::interrupt::check()?;
        let png = picture.png()?;
        Target::File(self.folder.join(name)).fill(|out| out.write_all(&png))
    }
}

/// Samples on their way to a file: how loud it must be is known when the last one is there, so they wait on disk.
struct Spool {
    file: BufWriter<File>,
    count: u64,
    peak: f64,
}

impl Spool {
    fn new(folder: &Path) -> Result<Self> {
        let file = spool(folder).context("the sound has no place to wait")?;
        Ok(Self { file: BufWriter::new(file), count: 0, peak: 0.0 })
    }

    fn push(&mut self, frames: &[[f64; 2]]) -> Result<()> {
        self.count += frames.len() as u64;
        for sample in frames.iter().flatten() {
            self.peak = self.peak.max(sample.abs());
            self.file.write_all(&sample.to_le_bytes()).context("cannot keep the sound")?;
        }
        Ok(())
    }

    fn finish(mut self, wav: &Path, rate: u32) -> Result<()> {
        self.file.rewind().context("cannot keep the sound")?;
        let mut samples = BufReader::new(self.file.into_inner()?);
        let gain = peak_gain(self.peak);
        let written = replace_with(wav, Error::from, |file| {
            let mut out = BufWriter::new(file);
            let mut stream = WavStream::new(&mut out, rate, Bits::Sixteen, gain)?;
            let mut bytes = [0; 16];
            for _ in 0..self.count {
                samples.read_exact(&mut bytes)?;
                stream.push([0, 8].map(|at| f64::from_le_bytes(std::array::from_fn(|k| bytes[at + k]))))?;
            }
            stream.finish()?;
            Ok(out.flush()?)
        });
        written.with_context(|| format!("cannot write {}", wav.display()))
    }
}
