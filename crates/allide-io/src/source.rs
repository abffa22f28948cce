//! Bytes from files, pipes and gzip.

use crate::error::{Error, Fault, Place, foreign};
use crate::format::has_extension;
use crate::note::{Note, Oddity};
use crate::{Format, Limits, Progress, ReadStage};
use allide_files::{Refusal, open_within};
use flate2::bufread::MultiGzDecoder;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Bytes between two calls of a progress function.
pub(crate) const REPORT_EVERY: usize = 4 << 20;

/// The mesh files in a folder, by their extensions, sorted by name, and a note about the other files there. Folders in
/// it are not looked into, and hidden files do not count.
///
/// # Errors
/// A folder that cannot be read, or has no mesh files.
pub fn meshes_in(folder: &Path) -> Result<(Vec<PathBuf>, Option<Note>), Error> {
    let file = || folder.display().to_string();
    let io = |source| Error::Io { file: file(), source };
    let (mut meshes, mut others) = (Vec::new(), Vec::new());
    for entry in std::fs::read_dir(folder).map_err(io)? {
        let path = entry.map_err(io)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        let is_mesh = Format::from_path(&path).is_some() && !path.is_dir();
        if is_mesh { meshes.push(path) } else { others.push(name) }
    }
    if meshes.is_empty() {
        return Err(Error::NoMeshes { folder: file() });
    }
    meshes.sort();
    others.sort();
    let count = others.len() as u64;
    let first = others.into_iter().next().map(Place::Element);
    Ok((meshes, first.map(|first| Note { file: file(), oddity: Oddity::NoMesh, count, first })))
}

/// What may be read.
#[derive(Clone, Copy)]
pub(crate) enum Accept<'a> {
    /// Files wherever they are, and pipes and devices: what a user names.
    Anything,
    /// Files in a folder alone: what a file, a folder or a pattern names.
    Within(&'a Path),
}

/// A file that may be read.
fn open(path: &Path, accept: Accept) -> Result<File, Error> {
    let file = || path.display().to_string();
    let io = |source| Error::Io { file: file(), source };
    match accept {
        Accept::Anything if path.is_dir() => Err(Error::Folder { file: file() }),
        Accept::Anything => File::open(path).map_err(io),
        Accept::Within(folder) => {
            let name = path.strip_prefix(folder).unwrap_or(path);
            open_within(folder, name).map_err(|refusal| match refusal {
                Refusal::Outside => Error::Elsewhere { file: file() },
                Refusal::Folder => Error::Folder { file: file() },
                Refusal::Io(source) => io(source),
                _ => Error::NoFile { file: file() },
            })
        }
    }
}

/// The whole content of a file or pipe.
pub(crate) fn fetch(
    path: &Path,
    accept: Accept,
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<u8>, Error> {
    let name = || path.display().to_string();
    let io = |source| Error::Io { file: name(), source };
    let file = open(path, accept)?;
    let metadata = file.metadata().map_err(io)?;
    let (total, limit) =
        if metadata.is_file() { (Some(metadata.len()), limits.file_bytes) } else { (None, limits.unpacked_bytes) };
    let too_large = |size: String| {
        Fault::too_large(Place::File, format!("the file has {size} bytes, but at most {limit} are allowed")).of(&name())
    };
    if let Some(size) = total.filter(|&size| size > limit) {
        return Err(too_large(size.to_string()));
    }
    let mut bytes = Vec::new();
    // One byte more, so that its end is found without growing.
    bytes.try_reserve_exact(total.unwrap_or(0) as usize + 1).map_err(|error| io(error.into()))?;
    let mut report = |done| progress(Progress { stage: ReadStage::Fetch, done, total });
    match read_up_to(file, limit, &mut bytes, &mut report).map_err(io)? {
        true => Ok(bytes),
        false => Err(too_large(format!("more than {limit}"))),
    }
}

/// Reads to the end, but no more than `limit` bytes; false if there are more.
fn read_up_to(mut from: impl Read, limit: u64, into: &mut Vec<u8>, report: &mut dyn FnMut(u64)) -> io::Result<bool> {
    loop {
        let left = limit.saturating_sub(into.len() as u64) + 1;
        let count = from.by_ref().take(left.min(REPORT_EVERY as u64)).read_to_end(into)?;
        if into.len() as u64 > limit {
            return Ok(false);
        }
        if count == 0 {
            return Ok(true);
        }
        report(into.len() as u64);
    }
}

pub(crate) fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

/// The first bytes of a file, decompressed where it is gzip-compressed: enough to tell what it is.
pub(crate) fn beginning(bytes: &[u8]) -> Vec<u8> {
    const ENOUGH: u64 = 512;
    let mut first = Vec::new();
    let read = match is_gzip(bytes) {
        true => MultiGzDecoder::new(bytes).take(ENOUGH).read_to_end(&mut first),
        false => bytes.take(ENOUGH).read_to_end(&mut first),
    };
    // What is damaged is told by whoever reads it.
    read.map_or(Vec::new(), |_| first)
}

/// Decompresses gzip, several members included.
pub(crate) fn unpack(bytes: &[u8], limits: &Limits, progress: &mut dyn FnMut(Progress)) -> Result<Vec<u8>, Fault> {
    if !is_gzip(bytes) {
        return Err(Fault::byte(0, "the name ends in .gz, but the content is not gzip-compressed"));
    }
    let limit = limits.unpacked_bytes;
    let mut unpacked = Vec::new();
    let mut report = |done| progress(Progress { stage: ReadStage::Fetch, done, total: None });
    match read_up_to(MultiGzDecoder::new(bytes), limit, &mut unpacked, &mut report) {
        Ok(true) => Ok(unpacked),
        Ok(false) => {
            let problem = format!("unpacks to more than {limit} bytes, which are allowed; unpack it first");
            Err(Fault::too_large(Place::File, problem))
        }
        Err(error) if error.kind() == io::ErrorKind::OutOfMemory => {
            let problem = format!("there is not enough memory for more than {} bytes of it", unpacked.len());
            Err(Fault::too_large(Place::File, problem))
        }
        Err(error) => {
            let problem =
                format!("the gzip compression is damaged after {} bytes unpacked: {}", unpacked.len(), foreign(error));
            Err(Fault::malformed(Place::File, problem))
        }
    }
}

/// The name of a file without folder and extension.
pub(crate) fn stem(name: &str) -> String {
    let path = Path::new(name);
    let path = if has_extension(path, "gz") { Path::new(path.file_stem().unwrap_or_default()) } else { path };
    path.file_stem().map_or_else(|| name.to_owned(), |stem| stem.to_string_lossy().into_owned())
}
