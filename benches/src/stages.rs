//! Checks and times the stages of `allide-gpu` on one adapter.

use std::marker::PhantomData;
use std::time::Instant;

use allide_gpu::Access::{Read, Write};
use allide_gpu::stages::compact::Compaction;
use allide_gpu::stages::sort::{Shape, Sort};
use allide_gpu::stages::{self, scan, sort};
use allide_gpu::{Buffer, Choice, Count, Done, Gpu, Kind, Options, ReadId, Recorder, Result, Source, Wgsl, adapters};

pub const HELP: &str = "\
allide-bench stages [--shapes] [NAME]

  Each line gives the median of 20 runs after 3 to warm up: the time that the GPU itself took, and the wall-clock time from the
  first recorded command to the results in memory. NAME is part of the adapter's.

  --shapes    times the sort in several shapes, too";

const RUNS: usize = 20;

pub fn run(arguments: &[String]) -> Result<()> {
    let name = arguments.iter().find(|argument| !argument.starts_with("--"));
    let choice = name.map_or(Choice::Any, |name| Choice::Named(name.clone()));
    for adapter in adapters(&stages::NEEDS) {
        let about = &adapter.description;
        println!("adapter   {about}");
        println!("          subgroups {:?}, int64 {}, timestamps {}", about.subgroups, about.int64, about.timestamps);
        println!("          binding {} MiB, buffer {} MiB", about.max_binding >> 20, about.max_buffer >> 20);
    }
    for subgroups in [true, false] {
        let gpu = Gpu::open(choice.clone(), &stages::NEEDS, Options { subgroups, ..Options::default() })?;
        println!("\nusing     {}: {}", gpu.description(), gpu.reason());
        println!("          subgroups {:?}, checked {}\n", gpu.subgroups(), gpu.options().checked);
        // A software adapter works through the same list on less of everything.
        let scale = if gpu.description().kind == Kind::Software { 64 } else { 1 };
        for count in [1_000_000, 1 << 24] {
            stages(&gpu, count / scale)?;
            profile(&choice, subgroups, count / scale)?;
        }
        if subgroups {
            basics(&gpu, u64::from(scale))?;
        }
        if arguments.iter().any(|argument| argument == "--shapes") {
            shapes(&gpu, scale)?;
        }
    }
    Ok(())
}

/// Scan, sort and compaction of `count` elements, checked against plain Rust.
fn stages(gpu: &Gpu, count: u32) -> Result<()> {
    let bytes = u64::from(count) * 4;
    let input = random(count);
    let (words, output) = (gpu.buffer("words", bytes)?, gpu.buffer("output", bytes)?);
    let (counters, known) = (gpu.buffer("counters", 16)?, Count::Known(count));
    let mut recorder = Recorder::new(gpu);
    recorder.upload(&words, 0, &input)?;
    recorder.finish()?;

    time(gpu, &format!("scan {count}"), |recorder| {
        scan::exclusive(recorder, &words, &output, &counters, known, 0)?;
        Ok(recorder.read(&counters))
    })?;
    let sums = input.iter().scan(0u32, |sum, x| {
        let before = *sum;
        *sum = sum.wrapping_add(*x);
        Some(before)
    });
    assert!(read(gpu, &output)? == sums.collect::<Vec<_>>(), "scan of {count} is wrong");

    let compaction = Compaction { flags: &words, items: None, output: &output, counters: &counters };
    time(gpu, &format!("compact {count}, all kept"), |recorder| {
        compaction.record(recorder, known, 0)?;
        Ok(recorder.read(&counters))
    })?;
    let kept = (0..count).filter(|i| input[*i as usize] != 0).collect::<Vec<_>>();
    assert!(read(gpu, &output)?[..kept.len()] == kept, "compaction of {count} is wrong");

    let mut order: Vec<u32> = (0..count).collect();
    order.sort_by_key(|i| input[*i as usize]);
    sorted(gpu, &format!("sort {count} keys, order"), &words, &order, |recorder, keys| {
        sort::order(recorder, keys, &counters, known, 0..32)
    })?;
    let indices = indices(gpu, count)?;
    sorted(gpu, &format!("sort {count} pairs"), &words, &order, |recorder, keys| {
        let values = gpu.buffer("values", bytes)?;
        recorder.copy(&indices, &values, 0);
        recorder.stage("main");
        sort::pairs(recorder, keys, values, &counters, known, 0..32)
    })?;
    order.sort_by_key(|i| (input[*i as usize] & 0x3fff_ffff, *i));
    sorted(gpu, &format!("sort {count} keys of 30 bits, order"), &words, &order, |recorder, keys| {
        sort::order(recorder, keys, &counters, known, 0..30)
    })
}

/// Times a sort of a copy of `words`, and checks the order that it finds.
fn sorted(
    gpu: &Gpu,
    name: &str,
    words: &Buffer,
    want: &[u32],
    sort: impl Fn(&mut Recorder<'_>, Buffer) -> Result<(Buffer, Buffer)>,
) -> Result<()> {
    let kept = gpu.buffer("order", words.size())?;
    time(gpu, name, |recorder| {
        let keys = gpu.buffer("keys", words.size())?;
        recorder.copy(words, &keys, 0);
        recorder.stage("main");
        let (keys, order) = sort(recorder, keys)?;
        recorder.stage("after");
        recorder.copy(&order, &kept, 0);
        Ok(recorder.read(keys.slice(0..4)))
    })?;
    assert!(read(gpu, &kept)? == want, "{name} is wrong");
    Ok(())
}

/// The building blocks: dispatches, copies, uploads and readbacks.
fn basics(gpu: &Gpu, scale: u64) -> Result<()> {
    let add: Source = Source {
        name: "add",
        text: Wgsl::checked(&["@group(0) @binding(0) var<storage, read_write> data: array<u32>;
            @compute @workgroup_size(64)
            fn main(@builtin(global_invocation_id) id: vec3<u32>) { data[id.x] += 1u; }"]),
        bindings: &[Write],
        immediates: PhantomData,
        constants: &[],
        settings: &[],
    };
    let copy: Source = Source {
        name: "copy",
        text: Wgsl::checked(&["@group(0) @binding(0) var<storage, read> source: array<vec4<u32>>;
            @group(0) @binding(1) var<storage, read_write> copy: array<vec4<u32>>;
            @compute @workgroup_size(256)
            fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
                for (var i = id.x; i < arrayLength(&copy); i += groups.x * 256u) { copy[i] = source[i]; }
            }"]),
        bindings: &[Read, Write],
        immediates: PhantomData,
        constants: &[],
        settings: &[],
    };
    let tiny = gpu.buffer("tiny", 256)?;
    let add = gpu.kernel(&add, &[])?;
    println!();
    time(gpu, "chain of 10 dependent dispatches", |recorder| {
        for _ in 0..10 {
            recorder.dispatch(&add, [&tiny], &(), 1)?;
        }
        Ok(recorder.read(&tiny))
    })?;
    let start = Instant::now();
    let mut recorder = Recorder::new(gpu);
    for _ in 0..1000 {
        recorder.dispatch(&add, [&tiny], &(), 1)?;
    }
    recorder.flush()?;
    println!("{:<44} {:>10.2} µs", "recording and submitting one dispatch", start.elapsed().as_secs_f64() * 1e3);
    recorder.finish()?;
    time(gpu, "readback of 4 bytes", |recorder| Ok(recorder.read(tiny.slice(0..4))))?;

    let large = (64 << 20) / scale;
    let (from, to) = (gpu.buffer("from", large * 4)?, gpu.buffer("to", large * 4)?);
    let copy = gpu.kernel(&copy, &[])?;
    let copied = time(gpu, "copy in a kernel", |recorder| {
        recorder.dispatch(&copy, [&from, &to], &(), gpu.groups(large / 4, 256))?;
        Ok(recorder.read(tiny.slice(0..4)))
    })?;
    if let Some(ms) = copied {
        println!("{:<44} {:>10.2} GB/s read and written", "", large as f64 * 8e-6 / ms);
    }
    let data = vec![1u8; large as usize];
    let upload = |name: &str, threads: usize| -> Result<()> {
        let wall = median((0..RUNS + 3).map(|_| {
            let start = Instant::now();
            let mut recorder = Recorder::new(gpu);
            recorder.upload_with(&to, 0, data.len(), |target: &mut [u8]| {
                let part = data.len().div_ceil(threads);
                std::thread::scope(|scope| {
                    for (target, data) in target.chunks_mut(part).zip(data.chunks(part)) {
                        scope.spawn(move || target.copy_from_slice(data));
                    }
                });
            })?;
            recorder.finish()?;
            Ok(start.elapsed().as_secs_f64() * 1e3)
        }))?;
        println!("{name:<44} {:>10} ms GPU {wall:>10.3} ms wall {:>8.2} GB/s", "", large as f64 * 1e-6 / wall);
        Ok(())
    };
    upload(&format!("upload of {} MiB", large >> 20), 1)?;
    upload(&format!("upload of {} MiB, 8 threads", large >> 20), 8)?;
    time(gpu, &format!("readback of {} MiB", large >> 20), |recorder| Ok(recorder.read(to.slice(0..large)))).map(drop)
}

/// The kernels of a sort one by one.
fn profile(choice: &Choice, subgroups: bool, count: u32) -> Result<()> {
    let gpu = Gpu::open(choice.clone(), &stages::NEEDS, Options { profile: true, subgroups, ..Options::default() })?;
    let (words, counters) = (gpu.buffer("words", u64::from(count) * 4)?, gpu.buffer("counters", 4)?);
    let input = random(count);
    let mut rows: Vec<(&'static str, Vec<f64>)> = Vec::new();
    for run in 0..RUNS + 3 {
        let mut recorder = Recorder::new(&gpu);
        recorder.upload(&words, 0, &input)?;
        let keys = gpu.buffer("keys", words.size())?;
        recorder.copy(&words, &keys, 0);
        sort::order(&mut recorder, keys, &counters, Count::Known(count), 0..32)?;
        let done = recorder.finish()?;
        for (row, stage) in done.stages().iter().enumerate() {
            if rows.len() <= row {
                rows.push((stage.name, Vec::new()));
            }
            if run >= 3 {
                rows[row].1.extend(stage.ms);
            }
        }
    }
    println!("kernels of a sort of {count}");
    for (name, times) in rows {
        let ms = median(times.into_iter().map(Ok).chain((0..3).map(|_| Ok(0.0))))?;
        println!("  {name:<42} {ms:>10.4} ms GPU");
    }
    Ok(())
}

/// The sort in other shapes than the usual one.
fn shapes(gpu: &Gpu, scale: u32) -> Result<()> {
    println!();
    for count in [1_000_000 / scale, (1 << 24) / scale] {
        let bytes = u64::from(count) * 4;
        let (words, counters) = (gpu.buffer("words", bytes)?, gpu.buffer("counters", 4)?);
        let input = random(count);
        let mut recorder = Recorder::new(gpu);
        recorder.upload(&words, 0, &input)?;
        recorder.finish()?;
        let mut order: Vec<u32> = (0..count).collect();
        order.sort_by_key(|i| input[*i as usize]);
        let usual = Shape::of(gpu, count);
        println!("usual shape: {usual:?}");
        for (threads, keys) in [(128, 16), (256, 8), (256, 12), (256, 16), (256, 20), (512, 8), (512, 12), (512, 16)] {
            for chunks in [512, 1024, 2048, 4096] {
                let shape = Shape { threads, keys, tiles: 1, chunks };
                if shape.storage(gpu) > gpu.workgroup_storage() || threads > usual.threads * 2 {
                    continue;
                }
                let sort = Sort { shape, counters: &counters, count: Count::Known(count) };
                let name = format!("sort {count}: {threads} × {keys} keys, {chunks} chunks");
                sorted(gpu, &name, &words, &order, |recorder, keys| sort.record(recorder, keys, None, 0..32))?;
            }
        }
    }
    Ok(())
}

/// Runs `record` again and again and prints medians; gives the time of stage "main" on the GPU.
fn time(gpu: &Gpu, name: &str, record: impl Fn(&mut Recorder<'_>) -> Result<ReadId>) -> Result<Option<f64>> {
    let mut gpu_ms = Vec::new();
    let wall = median((0..RUNS + 3).map(|_| {
        let start = Instant::now();
        let mut recorder = Recorder::new(gpu);
        recorder.stage("main");
        let id = record(&mut recorder)?;
        let done = recorder.finish()?;
        std::hint::black_box(done.bytes(id));
        let elapsed = start.elapsed().as_secs_f64() * 1e3;
        gpu_ms.push(main_stage(&done));
        Ok(elapsed)
    }))?;
    let gpu_ms = gpu_ms.into_iter().collect::<Option<Vec<f64>>>().map(|times| median(times.into_iter().map(Ok)));
    let gpu_ms = gpu_ms.transpose()?;
    let shown = gpu_ms.map_or("-".to_string(), |ms| format!("{ms:.4}"));
    println!("{name:<44} {shown:>10} ms GPU {wall:>10.3} ms wall");
    Ok(gpu_ms)
}

fn main_stage(done: &Done<'_>) -> Option<f64> {
    done.stages().iter().rev().find(|stage| stage.name == "main")?.ms
}

/// Median of all but the first three.
fn median(times: impl Iterator<Item = Result<f64>>) -> Result<f64> {
    let mut times = times.collect::<Result<Vec<_>>>()?.split_off(3);
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

fn read(gpu: &Gpu, buffer: &Buffer) -> Result<Vec<u32>> {
    let mut recorder = Recorder::new(gpu);
    let id = recorder.read(buffer);
    Ok(recorder.finish()?.words(id).to_vec())
}

fn indices(gpu: &Gpu, count: u32) -> Result<Buffer> {
    let buffer = gpu.buffer("indices", u64::from(count) * 4)?;
    let mut recorder = Recorder::new(gpu);
    recorder.upload(&buffer, 0, &(0..count).collect::<Vec<_>>())?;
    recorder.finish()?;
    Ok(buffer)
}

fn random(count: u32) -> Vec<u32> {
    let mut random = allide_scenes::Random::new(0);
    (0..count).map(|_| (random.bits() >> 32) as u32).collect()
}
