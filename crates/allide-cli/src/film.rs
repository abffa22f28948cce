//! The files of a job that moves, frame by frame.

use crate::input::{Files, Input, Models, STDIN, together};
use crate::progress::Progress;
use crate::{interrupt, output};
use allide_io::{Error, Format, Loaded, Note, Oddity, Options, Playback, Sequence, Stamp};
use anyhow::{Result, bail};
use std::collections::HashSet;

/// The input: files that move, and others beside them.
pub struct Film {
    reels: Vec<Reel>,
    stamps: Vec<Stamp>,
    units: Option<allide_io::Unit>,
    /// Notes that were told, and need not be told of every frame again.
    told: HashSet<String>,
}

enum Reel {
    Still(Vec<Loaded>),
    Moving(Box<Sequence>),
}

impl Film {
    /// # Errors
    /// Files that cannot be read, none that moves, or several with different numbers of frames.
    pub fn open(files: &Files, progress: &Progress) -> Result<Self> {
        let options = files.options();
        let playback = files.playback.clone().unwrap_or_default();
        let mut film = Self { reels: Vec::new(), stamps: Vec::new(), units: files.units, told: HashSet::new() };
        let mut notes = files.notes.clone();
        let mut without = None;
        for input in &files.inputs {
            match opened(input, files, &options, &playback) {
                Some(Ok(sequence)) => {
                    notes.extend_from_slice(sequence.notes());
                    film.add(sequence)?;
                    continue;
                }
                // Another file may move.
                Some(Err(error @ Error::NoAnimation { .. })) => without = without.or(Some(error)),
                Some(Err(error)) => return Err(error.into()),
                None => {}
            }
            let content = crate::input::read_one(files, input, progress)?;
            notes.extend(content.notes);
            film.reels.push(Reel::Still(content.objects));
        }
        match without {
            Some(error) if film.stamps.is_empty() => return Err(error.into()),
            _ if film.stamps.is_empty() => bail!(
                "nothing moves, so --animation, --fps, --frames and --every are of no use; name numbered files \
                 (frame.####.obj), an NPZ file or a glTF file with an animation"
            ),
            _ => {}
        }
        film.tell(notes);
        Ok(film)
    }

    fn add(&mut self, sequence: Sequence) -> Result<()> {
        let first = self.reels.iter().find_map(|reel| match reel {
            Reel::Moving(first) => Some(first),
            Reel::Still(_) => None,
        });
        match first {
            None => self.stamps = sequence.stamps().to_vec(),
            Some(first) if first.stamps().len() != sequence.stamps().len() => bail!(
                "{} has {} frames, but {} has {}; --frames and --every choose as many of both",
                first.name(),
                first.stamps().len(),
                sequence.name(),
                sequence.stamps().len()
            ),
            Some(_) => {}
        }
        self.reels.push(Reel::Moving(Box::new(sequence)));
        Ok(())
    }

    /// The frames, in order: those of the first file that moves.
    pub fn stamps(&self) -> &[Stamp] {
        &self.stamps
    }

    /// The content of a frame.
    pub fn frame(&mut self, place: usize) -> Result<Models> {
        let (mut loaded, mut notes) = (Vec::new(), Vec::new());
        for reel in &mut self.reels {
            match reel {
                Reel::Still(objects) => loaded.extend_from_slice(objects),
                Reel::Moving(sequence) => {
                    let content = sequence.read(place, &mut |_| interrupt::exit_if_cancelled())?;
                    loaded.extend(content.objects);
                    notes.extend(content.notes);
                }
            }
        }
        let (unit, about_units) = allide_io::bring_to_one_unit(&mut loaded, self.units)?;
        notes.extend(about_units);
        let notes = self.tell(notes);
        Ok(Models { unit, notes, ..together(loaded) })
    }

    /// Tells what was not told before, and returns that.
    fn tell(&mut self, notes: Vec<Note>) -> Vec<Note> {
        let kind = |note: &Note| match &note.oddity {
            // Sizes change from frame to frame.
            Oddity::MuchSmaller { .. } => "size".to_owned(),
            oddity => oddity.to_string(),
        };
        let new: Vec<Note> = notes.into_iter().filter(|note| self.told.insert(kind(note))).collect();
        output::tell(&new);
        new
    }
}

/// An input as a sequence, if it is to be one.
fn opened(
    input: &Input,
    files: &Files,
    options: &Options,
    playback: &Playback,
) -> Option<std::result::Result<Sequence, Error>> {
    match input {
        Input::Moving(path) => Some(Sequence::open(path, options, playback)),
        Input::File(path) if files.playback.is_some() && Format::from_path(path) == Some(Format::Gltf) => {
            Some(Sequence::open(path, options, playback))
        }
        Input::Stdin => {
            let bytes = files.piped.as_ref()?;
            let moves = Sequence::is_frames(bytes) || files.playback.is_some() && Sequence::may_be_animated(bytes);
            moves.then(|| Sequence::of_bytes(STDIN, bytes.clone(), options, playback))
        }
        _ => None,
    }
}
