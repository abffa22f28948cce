//! NPZ files and animations of glTF files.

use super::check::{check_message, check_object, options};
use allide_io::{Playback, Rate, Sequence};
use std::io::Write;

/// More frames than this are left out: a step goes through the others.
const FRAMES: usize = 3;
const NAME: &str = "a.file";

/// Opens bytes as a sequence, at rates of its own and of others, and reads some frames; how many it has at keyframes, or at
/// the usual rate where it has none.
///
/// # Panics
/// If a reader breaks its promises.
pub fn check_frames(bytes: &[u8]) -> usize {
    let usual = check_at(bytes, None, false);
    check_at(bytes, None, true);
    check_at(bytes, Some(Rate::PerSecond(0.5)), false);
    check_at(bytes, Some(Rate::Keyframes), false).or(usual).unwrap_or(0)
}

/// The same of the arrays of an NPZ file, one behind the other, so that no checksum guards them.
///
/// # Panics
/// If a reader breaks its promises.
pub fn check_arrays(bytes: &[u8]) -> usize {
    const MAGIC: &[u8] = b"\x93NUMPY";
    if bytes.starts_with(b"PK") {
        return check_frames(bytes);
    }
    let second = bytes.windows(MAGIC.len()).skip(1).position(|word| word == MAGIC).map_or(bytes.len(), |at| at + 1);
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, part) in [("positions.npy", &bytes[..second]), ("faces.npy", &bytes[second..])] {
        zip.start_file(name, options).expect("a part in memory");
        zip.write_all(part).expect("bytes in memory");
    }
    check_frames(&zip.finish().expect("an archive in memory").into_inner())
}

fn check_at(bytes: &[u8], rate: Option<Rate>, repair: bool) -> Option<usize> {
    let mut options = options();
    options.repair = repair;
    let playback = Playback { rate, ..Playback::default() };
    let mut sequence = match Sequence::of_bytes(NAME, bytes.to_vec(), &options, &playback) {
        Ok(sequence) => sequence,
        Err(error) => {
            check_message(NAME, &error.to_string());
            return None;
        }
    };
    let count = sequence.stamps().len();
    let mut read = false;
    for frame in (0..count).step_by(count.div_ceil(FRAMES)) {
        match sequence.read(frame, &mut |_| {}) {
            Ok(content) => {
                content.objects.iter().for_each(check_object);
                read = true;
            }
            Err(error) => check_message(NAME, &error.to_string()),
        }
    }
    read.then_some(count)
}
