//! The checks of the fuzz targets on a fixed set of mutated files: nothing may panic, hang, eat memory, or be accepted
//! without being a model.

mod common;

use allide_io::Format;
use common::check::{check_3mf_model, check_gzip, check_reader, options};
use std::alloc::{GlobalAlloc, Layout, System};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts the bytes in use and their peak.
struct Counting;

static USED: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// Held by each test, so that it counts its own memory alone.
static ALONE: Mutex<()> = Mutex::new(());

// SAFETY: all memory is the system's; counting does not touch it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = USED.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(used, Ordering::Relaxed);
        // SAFETY: the caller keeps the promises that the system asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: `pointer` came from `alloc` above, that is, from the system.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// SplitMix64: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

const NUMBERS: [&str; 16] = [
    "-1",
    "0",
    "1",
    "2",
    "3",
    "255",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "1e999",
    "nan",
    "-inf",
    "1e308",
    "0.1",
];

/// Where each run of digits begins and ends.
fn numbers(bytes: &[u8]) -> Vec<(usize, usize)> {
    let is_number = |at: usize| bytes[at].is_ascii_digit() || matches!(bytes[at], b'.' | b'-');
    let starts = (0..bytes.len()).filter(|&at| is_number(at) && (at == 0 || !is_number(at - 1)));
    starts.map(|start| (start, (start..bytes.len()).find(|&at| !is_number(at)).unwrap_or(bytes.len()))).collect()
}

/// One change; `other` is a file to splice from.
fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let at = random.below(bytes.len());
    let end = (at + 1 + random.below(16)).min(bytes.len());
    match random.below(9) {
        0 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
        1 if !bytes.is_empty() => bytes[at] = [0, 0xff, b'\n', b' ', b'9', b'\\', b'"', b'-'][random.below(8)],
        2 => bytes.truncate(at),
        3 => drop(bytes.drain(at..end)),
        4 => {
            let piece = bytes[at..end].to_vec();
            bytes.splice(at..at, piece);
        }
        5 => {
            let start = random.below(other.len());
            let piece = &other[start..(start + 1 + random.below(64)).min(other.len())];
            bytes.splice(at..at, piece.iter().copied());
        }
        6 => {
            let mut words: Vec<_> = bytes.split(u8::is_ascii_whitespace).map(<[u8]>::to_vec).collect();
            let (a, b) = (random.below(words.len()), random.below(words.len()));
            words.swap(a, b);
            *bytes = words.join(&b' ');
        }
        7 if bytes.len() >= 4 => {
            let value = [0u32, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x7fc0_0000, 0x7f80_0000][random.below(7)];
            let at = random.below(bytes.len() - 3);
            bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        }
        _ => {
            let numbers = numbers(bytes);
            if let Some(&(start, end)) = numbers.get(random.below(numbers.len())) {
                bytes.splice(start..end, NUMBERS[random.below(NUMBERS.len())].bytes());
            }
        }
    }
}

struct Seed {
    format: Format,
    is_gzip: bool,
    bytes: Vec<u8>,
}

/// The files of a folder whose format is known.
fn seeds(folder: &str) -> Vec<Seed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut paths: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let seed = |path: &PathBuf| {
        let is_gzip = path.extension().is_some_and(|extension| extension == "gz");
        Some(Seed { format: Format::from_path(path)?, is_gzip, bytes: std::fs::read(path).unwrap() })
    };
    paths.iter().filter_map(seed).collect()
}

#[test]
fn mutated_files_break_no_promise() {
    const MUTANTS: usize = 100_000;
    let _alone = ALONE.lock();
    let (good, bad) = (seeds("good"), seeds("corpus"));
    let mut random = Random(2024);
    let mut accepted = 0;
    for mutant in 0..MUTANTS {
        // Good files as often as bad ones: they are few, but a change of them leads farther.
        let seeds = if mutant % 2 == 0 { &good } else { &bad };
        let Seed { format, is_gzip, bytes } = &seeds[random.below(seeds.len())];
        let mut bytes = bytes.clone();
        let other = &bad[random.below(bad.len())].bytes;
        for _ in 0..1 + random.below(3) {
            mutate(&mut bytes, other, &mut random);
        }
        let before = USED.load(Ordering::Relaxed);
        PEAK.store(before, Ordering::Relaxed);
        accepted += usize::from(if *is_gzip { check_gzip(&bytes) } else { check_reader(*format, &bytes) });
        let peak = PEAK.load(Ordering::Relaxed) - before;
        let bound = 8 * options().limits.unpacked_bytes as usize + 100 * bytes.len();
        assert!(peak < bound, "mutant {mutant}: {peak} bytes for a {format:?} file of {}", bytes.len());
    }
    // If hardly anything were accepted, the checks of what is accepted would mean little.
    assert!(accepted > MUTANTS / 20, "only {accepted} accepted");
}

#[test]
fn mutated_3mf_models_break_no_promise() {
    let _alone = ALONE.lock();
    let xml = r#"<model><resources><object id="1" name="a"><mesh><vertices><vertex x="0" y="0" z="0"/>
        <vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices><triangles><triangle v1="0" v2="1" v3="2"/>
        </triangles></mesh></object><object id="2"><components><component objectid="1"/><component objectid="1"
        transform="1 0 0 0 1 0 0 0 1 0 0 5"/></components></object></resources><build><item objectid="2"
        transform="0 1 0 -1 0 0 0 0 1 2.5 0 0"/><item objectid="1"/></build></model>"#;
    assert!(check_3mf_model(xml.as_bytes()));
    let mut random = Random(3);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let mut bytes = xml.as_bytes().to_vec();
        for _ in 0..1 + random.below(3) {
            mutate(&mut bytes, xml.as_bytes(), &mut random);
        }
        accepted += usize::from(check_3mf_model(&bytes));
    }
    assert!(accepted > 1_000, "only {accepted} accepted");
}
