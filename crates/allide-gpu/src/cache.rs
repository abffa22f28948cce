//! Compiled pipelines on disk, where the backend hands them out: a driver need not compile again what it compiled before.
//!
//! There is one file for each adapter, and it is good for one driver and one version of allide. A file that is damaged, or
//! from elsewhere, counts as missing, and so does one that cannot be read; one that cannot be written is not.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Gpu;
use crate::device::lock;

/// First bytes of every file; the last of them counts versions of the layout.
const MAGIC: [u8; 8] = *b"allidPC1";

/// Most bytes of pipelines kept. Drivers only ever add, so a file that grows past this is deleted and begins again.
const LIMIT: usize = 64 << 20;

/// The pipelines of an open device, and the file they come from and go to.
#[derive(Debug)]
pub(crate) struct Cache {
    raw: wgpu::PipelineCache,
    file: CacheFile,
    /// Hash of the pipelines in the file, if there are any.
    stored: Mutex<Option<u64>>,
    /// A pipeline was made since the last time it was saved.
    is_used: AtomicBool,
}

impl Cache {
    /// `None` where the device does not hand out what it compiles.
    pub fn open(device: &wgpu::Device, info: &wgpu::AdapterInfo, folder: &Path) -> Option<Self> {
        if !device.features().contains(wgpu::Features::PIPELINE_CACHE) {
            return None;
        }
        let file = CacheFile::new(folder, info)?;
        let data = file.read();
        let stored = data.as_deref().map(|data| hash(&[data]));
        // wgpu checks the data again; data that it rejects is dropped.
        let loaded = data.and_then(|data| create(device, Some(&data)));
        let stored = stored.filter(|_| loaded.is_some());
        let raw = loaded.or_else(|| create(device, None))?;
        Some(Self { raw, file, stored: Mutex::new(stored), is_used: AtomicBool::new(false) })
    }

    fn save(&self) {
        if !self.is_used.swap(false, Ordering::Relaxed) {
            return;
        }
        let mut stored = lock(&self.stored);
        // A lost device hands out nothing.
        let Some(data) = self.raw.get_data() else { return };
        let hash = Some(hash(&[&data]));
        if *stored != hash && self.file.write(&data).is_ok() {
            *stored = hash;
        }
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        self.save();
    }
}

/// A cache with `data` of [`CacheFile::read`] in it. `None` if it is refused.
fn create(device: &wgpu::Device, data: Option<&[u8]>) -> Option<wgpu::PipelineCache> {
    let refused = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let descriptor = wgpu::PipelineCacheDescriptor { label: Some("allide"), data, fallback: true };
    // SAFETY: the data, if any, was given out by `get_data` for an adapter with this key, name and driver, and came back
    // unchanged: the file's header says so. It does not protect from those who forge files in the user's own folder.
    let cache = unsafe { device.create_pipeline_cache(&descriptor) };
    pollster::block_on(refused.pop()).is_none().then_some(cache)
}

impl Gpu {
    /// Writes the pipelines compiled so far to the folder of [`crate::Options::cache`]. This also happens when the `Gpu` is
    /// dropped. Does nothing without a folder, where the backend has no pipeline cache, and if nothing is new.
    pub fn save_cache(&self) {
        if let Some(cache) = &self.cache {
            cache.save();
        }
    }

    /// For a pipeline about to be made.
    pub(crate) fn pipeline_cache(&self) -> Option<&wgpu::PipelineCache> {
        let cache = self.cache.as_ref()?;
        cache.is_used.store(true, Ordering::Relaxed);
        Some(&cache.raw)
    }
}

/// Where the pipelines of an adapter are, and what they are good for.
#[derive(Debug)]
struct CacheFile {
    path: PathBuf,
    /// allide, adapter and driver.
    identity: String,
}

impl CacheFile {
    fn new(folder: &Path, info: &wgpu::AdapterInfo) -> Option<Self> {
        let key = wgpu::util::pipeline_cache_key(info)?;
        let wgpu::AdapterInfo { name, driver, driver_info, .. } = info;
        let identity = format!("allide {}, {key}, {name}, {driver} {driver_info}", env!("CARGO_PKG_VERSION"));
        Some(Self { path: folder.join(key + ".bin"), identity })
    }

    /// The pipelines, if they are there, whole and for this adapter.
    fn read(&self) -> Option<Vec<u8>> {
        let mut bytes = std::fs::read(&self.path).ok()?;
        let data = self.unpack(&bytes)?.len();
        Some(bytes.split_off(bytes.len() - data))
    }

    /// Replaces the file as a whole: whoever reads it meanwhile gets the old one or the new one.
    fn write(&self, data: &[u8]) -> io::Result<()> {
        if data.len() > LIMIT {
            return std::fs::remove_file(&self.path);
        }
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        allide_files::replace(&self.path, |file| file.write_all(&self.pack(data)))
    }

    /// Magic, length of the identity, identity, length of the data, hash of both, data.
    fn pack(&self, data: &[u8]) -> Vec<u8> {
        let identity = self.identity.as_bytes();
        let lengths = [identity.len() as u64, data.len() as u64].map(u64::to_le_bytes);
        let hash = hash(&[identity, data]).to_le_bytes();
        [&MAGIC[..], &lengths[0], identity, &lengths[1], &hash, data].concat()
    }

    fn unpack<'a>(&self, bytes: &'a [u8]) -> Option<&'a [u8]> {
        let rest = bytes.strip_prefix(&MAGIC)?;
        let (length, rest) = rest.split_first_chunk()?;
        let identity = self.identity.as_bytes();
        let rest = rest.strip_prefix(identity).filter(|_| u64::from_le_bytes(*length) == identity.len() as u64)?;
        let (length, rest) = rest.split_first_chunk()?;
        let (told, data) = rest.split_first_chunk()?;
        let is_whole = u64::from_le_bytes(*length) == data.len() as u64
            && u64::from_le_bytes(*told) == hash(&[identity, data])
            && data.len() <= LIMIT;
        is_whole.then_some(data)
    }
}

/// FNV-1a. It finds damage, and no more is asked of it.
fn hash(parts: &[&[u8]]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.iter());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stages::sort;
    use crate::testing::{gpu, random};
    use crate::{Count, Options, Recorder};

    fn file(folder: &Path, driver: &str) -> CacheFile {
        CacheFile { path: folder.join("key.bin"), identity: format!("allide 0.1.0, key, Chip, {driver}") }
    }

    #[test]
    fn what_is_written_is_read_back_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let file = file(&folder.path().join("new/folder"), "driver 1");
        assert_eq!(file.read(), None);
        for data in [&b"pipelines"[..], b"", b"more pipelines"] {
            file.write(data).unwrap();
            assert_eq!(file.read().as_deref(), Some(data));
        }
        assert_eq!(std::fs::read_dir(file.path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn damaged_and_foreign_files_count_as_missing() {
        let folder = tempfile::tempdir().unwrap();
        let file = file(folder.path(), "driver 1");
        let whole = file.pack(b"pipelines");
        assert_eq!(file.unpack(&whole), Some(&b"pipelines"[..]));
        for at in 0..whole.len() {
            let mut flipped = whole.clone();
            flipped[at] ^= 4;
            assert_eq!(file.unpack(&flipped), None, "byte {at}");
            assert_eq!(file.unpack(&whole[..at]), None, "{at} bytes");
        }
        assert_eq!(file.unpack(&[&whole[..], b"!"].concat()), None);
        for driver in ["driver 2", "driver 10", "driver", ""] {
            assert_eq!(self::file(folder.path(), driver).unpack(&whole), None, "{driver:?}");
        }
    }

    #[test]
    fn a_folder_that_cannot_be_written_leaves_the_gpu_usable() {
        let folder = tempfile::tempdir().unwrap();
        let occupied = folder.path().join("occupied");
        std::fs::write(&occupied, "a file").unwrap();
        assert!(file(&occupied, "driver 1").write(b"pipelines").is_err());
        let Some(gpu) = gpu(Options { cache: Some(occupied), ..Options::default() }) else { return };
        assert_sorts(&gpu);
        gpu.save_cache();
    }

    #[test]
    fn a_file_that_would_grow_too_large_begins_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = file(folder.path(), "driver 1");
        file.write(b"pipelines").unwrap();
        file.write(&vec![0; LIMIT + 1]).unwrap();
        assert!(!file.path.exists());
    }

    fn assert_sorts(gpu: &Gpu) {
        let mut data = random(10_000, 1);
        let keys = gpu.buffer("keys", 40_000).unwrap();
        let counters = gpu.buffer("counters", 4).unwrap();
        let mut recorder = Recorder::new(gpu);
        recorder.upload(&keys, 0, &data).unwrap();
        let (keys, _) = sort::order(&mut recorder, keys, &counters, Count::Known(10_000), 0..32).unwrap();
        let read = recorder.read(&keys);
        let done = recorder.finish().unwrap();
        data.sort_unstable();
        assert!(done.words(read) == data);
    }

    /// A device with its pipelines in `folder`, if it hands them out.
    fn cached(folder: &Path) -> Option<Gpu> {
        let gpu = gpu(Options { cache: Some(folder.into()), ..Options::default() })?;
        #[expect(clippy::print_stderr, reason = "a test that was left out says so")]
        if gpu.cache.is_none() {
            eprintln!("left out: {} has no pipeline cache", gpu.description());
        }
        gpu.cache.is_some().then_some(gpu)
    }

    fn is_loaded(gpu: &Gpu) -> bool {
        lock(&gpu.cache.as_ref().unwrap().stored).is_some()
    }

    #[test]
    fn the_next_device_begins_with_the_pipelines_of_the_last() {
        let folder = tempfile::tempdir().unwrap();
        let Some(gpu) = cached(folder.path()) else { return };
        let path = gpu.cache.as_ref().unwrap().file.path.clone();
        gpu.save_cache();
        assert!(!is_loaded(&gpu) && !path.exists(), "nothing was compiled");
        assert_sorts(&gpu);
        gpu.save_cache();
        assert!(is_loaded(&gpu) && path.exists());
        drop(gpu);
        for _ in 0..2 {
            let gpu = cached(folder.path()).unwrap();
            assert!(is_loaded(&gpu));
            assert_sorts(&gpu);
        }
    }

    #[test]
    fn a_bad_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let Some(gpu) = cached(folder.path()) else { return };
        assert_sorts(&gpu);
        let CacheFile { path, identity } = &gpu.cache.as_ref().unwrap().file;
        let (path, identity) = (path.clone(), identity.clone());
        drop(gpu);
        let good = std::fs::read(&path).unwrap();
        let flipped = [&good[..good.len() - 1], &[good[good.len() - 1] ^ 1]].concat();
        let foreign = CacheFile { path: path.clone(), identity: identity.clone() + "2" }.pack(b"pipelines");
        // Whole by our own header, and not what the driver gave out: wgpu's header is wrong.
        let not_wgpu = CacheFile { path: path.clone(), identity }.pack(b"pipelines");
        for bad in [flipped, good[..good.len() / 2].to_vec(), Vec::new(), foreign, not_wgpu] {
            std::fs::write(&path, &bad).unwrap();
            let gpu = cached(folder.path()).unwrap();
            assert_sorts(&gpu);
            drop(gpu);
            assert!(std::fs::read(&path).unwrap() != bad);
            assert!(is_loaded(&cached(folder.path()).unwrap()));
        }
    }

    #[test]
    fn without_a_folder_nothing_is_cached() {
        let Some(gpu) = gpu(Options::default()) else { return };
        assert!(gpu.cache.is_none() && !gpu.device.features().contains(wgpu::Features::PIPELINE_CACHE));
        gpu.save_cache();
    }
}
