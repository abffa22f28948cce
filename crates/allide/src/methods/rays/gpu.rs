//! Lists on the GPU: as on the CPU, a kernel for each step.

use super::kernels::{
    COUNT, EVENTS_SOURCE, EventsParams, FILL, HEADS_SOURCE, HeadsParams, MANY, MANY_STEP, MeetParams, PAIRS, RECORD,
    SpreadParams, THREADS, WALK,
};
use super::lattice::Lattice;
use super::list::{Cells, Division, Maker, Spread, object_bits};
use super::walk::Record;
use crate::Error;
use allide_gpu::stages::compact::Compaction;
use allide_gpu::stages::{scan, sort};
use allide_gpu::{Buffer, Count, Gpu, GpuError, Recorder, Source};

/// Records that are read back at a time.
const WINDOW: u32 = 1 << 21;
/// Slots of the counters.
const EVENTS: u32 = 0;
const HEADS: u32 = 1;
const TOTAL: u32 = 2;
const COUNTERS: u64 = 3;

/// The maker of lists on a GPU.
#[derive(Debug)]
pub(super) struct OnGpu<'g> {
    gpu: &'g Gpu,
    /// Whether kernels use 64-bit integers.
    pub has_int64: bool,
    lattice: &'g Lattice,
    positions: Buffer,
    triangles: Buffer,
    boxes: Buffer,
}

/// A list on the GPU.
#[derive(Debug)]
pub(super) struct GpuList {
    fragments: Buffer,
    count: u32,
}

/// Events in order, and where those of each owner begin.
#[derive(Debug)]
struct Events {
    owners: Buffer,
    keys: Buffer,
    heads: Buffer,
    counters: Buffer,
    most: u32,
}

impl<'g> OnGpu<'g> {
    pub fn new(gpu: &'g Gpu, lattice: &'g Lattice) -> Result<Self, GpuError> {
        let mut recorder = Recorder::new(gpu);
        let positions = uploaded(&mut recorder, "ray positions", &lattice.positions)?;
        let triangles = uploaded(&mut recorder, "ray triangles", &lattice.triangles)?;
        let boxes = uploaded(&mut recorder, "ray boxes", lattice.boxes.as_flattened())?;
        recorder.finish()?;
        Ok(Self { gpu, has_int64: gpu.has_int64(), lattice, positions, triangles, boxes })
    }

    /// 64-bit integers, or two words.
    fn variant<P>(&self, [int64, limbs]: &'static [Source<P>; 2]) -> &'static Source<P> {
        if self.has_int64 { int64 } else { limbs }
    }

    /// The fragments of a list.
    #[cfg(test)]
    pub fn fragments(&self, list: &GpuList) -> Result<Vec<[u32; 2]>, GpuError> {
        let mut recorder = Recorder::new(self.gpu);
        let read = recorder.read(&list.fragments);
        Ok(recorder.finish()?.slice(read)[..list.count as usize].to_vec())
    }

    /// All events in order: owners in the upper words, keys in the lower.
    #[cfg(test)]
    pub fn sorted(&self, cells: &Cells, list: &GpuList) -> Result<Vec<u64>, GpuError> {
        let mut recorder = Recorder::new(self.gpu);
        let events = self.events(&mut recorder, cells, list)?;
        let reads = [&events.owners, &events.keys, &events.counters].map(|buffer| recorder.read(buffer));
        let done = recorder.finish()?;
        let [owners, keys, counters] = reads.map(|read| done.words(read));
        let event = |k: usize| u64::from(owners[k]) << 32 | u64::from(keys[k]);
        Ok((0..counters[EVENTS as usize] as usize).map(event).collect())
    }

    fn params(&self, first: u32, last: u32) -> MeetParams {
        let (thickness, object_bits) = (self.lattice.thickness, object_bits(self.lattice));
        MeetParams { thickness, object_bits, events: EVENTS, heads: HEADS, first, last }
    }

    /// Sorts the events of a list.
    fn events(&self, recorder: &mut Recorder<'_>, cells: &Cells, list: &GpuList) -> Result<Events, GpuError> {
        let (gpu, bits) = (self.gpu, object_bits(self.lattice));
        let most = u64::from(list.count) * 3;
        if most * 4 > gpu.max_binding() {
            return Err(GpuError::TooLarge { what: "ray events".into(), bytes: most * 4, limit: gpu.max_binding() });
        }
        let most = most as u32;
        let origins = uploaded(recorder, "ray cells", &cells.origins)?;
        let counters = uploaded(recorder, "ray counters", &[2 * list.count, 0, 0][..COUNTERS as usize])?;
        let [owners, keys, flags, heads] = [(); 4].map(|()| gpu.buffer("ray events", u64::from(most) * 4));
        let (owners, keys, flags, heads) = (owners?, keys?, flags?, heads?);
        let kernel = gpu.kernel(self.variant(&EVENTS_SOURCE), &[])?;
        let params = EventsParams { count: list.count, shift: cells.shift, object_bits: bits, slot: EVENTS };
        let buffers = [&self.positions, &self.triangles, &origins, &list.fragments, &owners, &keys, &counters];
        recorder.stage("events");
        recorder.dispatch(&kernel, buffers, &params, gpu.groups(list.count.into(), THREADS))?;
        recorder.stage("sort");
        let count = Count::Slot { slot: EVENTS, most };
        let (keys, owners) = sort::pairs(recorder, keys, owners, &counters, count, 0..32)?;
        let slots = (cells.origins.len() as u32).max(2).next_power_of_two().ilog2();
        let (owners, keys) = sort::pairs(recorder, owners, keys, &counters, count, 0..(bits + slots).min(32))?;
        recorder.stage("heads");
        let kernel = gpu.kernel(&HEADS_SOURCE, &[])?;
        let params = HeadsParams { slot: EVENTS, most };
        recorder.dispatch(&kernel, [&owners, &flags, &counters], &params, gpu.groups(most.into(), THREADS))?;
        let compaction = Compaction { flags: &flags, items: None, output: &heads, counters: &counters };
        compaction.record(recorder, count, HEADS)?;
        Ok(Events { owners, keys, heads, counters, most })
    }

    /// Records from `first` up to `last`, which fit into a window.
    fn records(&self, events: &Events, starts: &Buffer, [first, last]: [u32; 2]) -> Result<Vec<Record>, GpuError> {
        let records = self.gpu.buffer("ray records", u64::from(last - first) * u64::from(RECORD) * 4)?;
        let mut recorder = Recorder::new(self.gpu);
        recorder.stage("walk");
        let Events { owners, keys, heads, counters, most } = events;
        let kernel = self.gpu.kernel(&WALK, &[])?;
        let groups = self.gpu.uneven_groups((*most).into(), THREADS);
        let buffers = [owners, keys, heads, &self.boxes, counters, starts, &records];
        recorder.dispatch(&kernel, buffers, &self.params(first, last), groups)?;
        let read = recorder.read(&records);
        let done = recorder.finish()?;
        Ok(done.slice::<Record>(read).to_vec())
    }
}

/// A buffer with this content, and room for at least two words.
fn uploaded<T: bytemuck::NoUninit>(
    recorder: &mut Recorder<'_>,
    label: &'static str,
    data: &[T],
) -> Result<Buffer, GpuError> {
    let buffer = recorder.gpu().buffer(label, (size_of_val(data) as u64).max(16))?;
    recorder.upload(&buffer, 0, data)?;
    Ok(buffer)
}

impl Maker for OnGpu<'_> {
    type List = GpuList;

    fn start(&mut self, triangles: &[u32]) -> Result<GpuList, Error> {
        let fragments: Vec<[u32; 2]> = triangles.iter().map(|&triangle| [0, triangle]).collect();
        let mut recorder = Recorder::new(self.gpu);
        let buffer = uploaded(&mut recorder, "ray fragments", &fragments)?;
        recorder.finish()?;
        Ok(GpuList { fragments: buffer, count: fragments.len() as u32 })
    }

    fn spread(
        &mut self,
        cells: &Cells,
        list: &GpuList,
        division: &Division,
        room: u64,
    ) -> Result<Spread<GpuList>, Error> {
        let (gpu, count) = (self.gpu, list.count);
        let mut recorder = Recorder::new(gpu);
        recorder.stage("count");
        let origins = uploaded(&mut recorder, "ray cells", &cells.origins)?;
        let bases = uploaded(&mut recorder, "ray bases", &division.bases)?;
        let counters = uploaded(&mut recorder, "ray counters", &[0; COUNTERS as usize])?;
        let words = u64::from(count).max(4);
        let (counts, starts) = (gpu.buffer("ray counts", words * 4)?, gpu.buffer("ray starts", words * 4)?);
        let sizes = gpu.buffer("ray sizes", division.children.origins.len() as u64 * 4)?;
        recorder.clear(&sizes);
        let params = SpreadParams { count, shift: division.children.shift, side: division.side };
        let groups = gpu.uneven_groups(count.into(), THREADS);
        let given = [&self.positions, &self.triangles, &origins, &list.fragments, &bases];
        let [positions, triangles, origins, fragments, bases] = given;
        let kernel = gpu.kernel(self.variant(&COUNT), &[])?;
        recorder.dispatch(
            &kernel,
            [positions, triangles, origins, fragments, bases, &counts, &sizes],
            &params,
            groups,
        )?;
        recorder.stage("scan");
        scan::exclusive(&mut recorder, &counts, &starts, &counters, Count::Known(count), TOTAL)?;
        let read = recorder.read(&sizes);
        let done = recorder.finish()?;
        let sizes = done.words(read)[..division.children.origins.len()].to_vec();
        let total: u64 = sizes.iter().map(|&size| u64::from(size)).sum();
        if total > room {
            return Ok(Spread::Overflow);
        }
        if total * 8 > gpu.max_binding() {
            return Err(GpuError::TooLarge {
                what: "ray fragments".into(),
                bytes: total * 8,
                limit: gpu.max_binding(),
            }
            .into());
        }
        let children = gpu.buffer("ray fragments", (total * 8).max(16))?;
        let mut recorder = Recorder::new(gpu);
        recorder.stage("fill");
        let kernel = gpu.kernel(self.variant(&FILL), &[])?;
        let buffers = [positions, triangles, origins, fragments, bases, &starts, &children];
        recorder.dispatch(&kernel, buffers, &params, groups)?;
        recorder.finish()?;
        Ok(Spread::Done(GpuList { fragments: children, count: total as u32 }, sizes))
    }

    fn walk(&mut self, cells: &Cells, list: &GpuList) -> Result<Vec<Record>, Error> {
        if list.count == 0 {
            return Ok(Vec::new());
        }
        let gpu = self.gpu;
        let mut recorder = Recorder::new(gpu);
        let events = self.events(&mut recorder, cells, list)?;
        recorder.stage("pairs");
        let bytes = u64::from(events.most) * 4;
        let (counts, starts) = (gpu.buffer("ray counts", bytes)?, gpu.buffer("ray starts", bytes)?);
        let many = gpu.buffer("ray sums", 16)?;
        recorder.clear(&many);
        let Events { owners, keys, heads, counters, most } = &events;
        let kernel = gpu.kernel(&PAIRS, &[])?;
        let groups = gpu.uneven_groups((*most).into(), THREADS);
        let buffers = [owners, keys, heads, &self.boxes, counters, &counts, &many];
        recorder.dispatch(&kernel, buffers, &self.params(0, 0), groups)?;
        let count = Count::Slot { slot: HEADS, most: *most };
        scan::exclusive(&mut recorder, &counts, &starts, counters, count, TOTAL)?;
        let (read, read_many) = (recorder.read(counters), recorder.read(&many));
        let done = recorder.finish()?;
        let total = done.words(read)[TOTAL as usize];
        if done.words(read_many)[0] >= MANY {
            let bytes = u64::from(MANY) * u64::from(MANY_STEP * RECORD * 4);
            return Err(GpuError::TooLarge { what: "ray records".into(), bytes, limit: gpu.max_buffer() }.into());
        }
        let mut records = Vec::with_capacity(total as usize);
        for first in (0..total).step_by(WINDOW as usize) {
            records.extend(self.records(&events, &starts, [first, total.min(first.saturating_add(WINDOW))])?);
        }
        Ok(records)
    }
}
