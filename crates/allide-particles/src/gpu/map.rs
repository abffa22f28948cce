//! The published map, drawn on the GPU: the same pixels as on the CPU.

use super::{Proposer, THREADS};
use crate::Impact;
use crate::map::Published;
use allide_gpu::Access::{Read, Write};
use allide_gpu::{GpuError, Recorder, Source, Wgsl, immediates};
use std::marker::PhantomData;
use std::ops::Range;

immediates! {
    /// What stamp.wgsl and paint.wgsl read.
    pub(super) struct PointParams {
        count: u32,
    }
}

pub(super) const STAMP: Source<PointParams> = Source {
    name: "particles.stamp",
    text: Wgsl::checked(&[include_str!("stamp.wgsl")]),
    bindings: &[Read, Write],
    immediates: PhantomData,
    constants: &[("THREADS", THREADS)],
    settings: &[],
};

pub(super) const PAINT: Source<PointParams> = Source {
    name: "particles.paint",
    text: Wgsl::checked(&[include_str!("paint.wgsl")]),
    bindings: &[Read, Read, Write],
    immediates: PhantomData,
    constants: &[("THREADS", THREADS)],
    settings: &[],
};

/// How long a map took, where the GPU has a clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// Milliseconds of clearing and drawing.
    pub draw_ms: Option<f64>,
    /// Milliseconds of copying to where the CPU reads.
    pub read_ms: Option<f64>,
}

impl Proposer<'_> {
    /// Draws the impacts of a frame as [`Published::draw`] does, later particles over earlier ones, and replaces `pixels` by the map's:
    /// a list that was used before costs no new memory, which takes most of the time of large maps.
    ///
    /// # Errors
    /// A GPU that gives no answer, or cannot hold the map.
    pub fn draw_map(
        &self,
        impacts: &[Impact],
        frame: &Range<f64>,
        size: [u32; 2],
        top_speed: f64,
        pixels: &mut Vec<[u8; 4]>,
    ) -> Result<Drawn, GpuError> {
        let points = Published::points(impacts, frame, size, top_speed);
        let gpu = self.gpu();
        let bytes = u64::from(size[0]) * u64::from(size[1]) * 4;
        let (winners, canvas) = (gpu.buffer("winners", bytes)?, gpu.buffer("pixels", bytes)?);
        let list = gpu.buffer("points", (points.len().max(1) * 16) as u64)?;
        let (stamp, paint) = (gpu.kernel(&STAMP, &[])?, gpu.kernel(&PAINT, &[])?);
        let mut recorder = Recorder::new(gpu);
        recorder.stage("upload");
        recorder.upload(&list, 0, &points)?;
        recorder.stage("draw");
        recorder.clear(&winners);
        recorder.clear(&canvas);
        let params = PointParams { count: points.len() as u32 };
        let groups = gpu.groups(points.len() as u64, THREADS);
        recorder.dispatch(&stamp, [&list, &winners], &params, groups)?;
        recorder.dispatch(&paint, [&list, &winners, &canvas], &params, groups)?;
        recorder.stage("read");
        let read = recorder.read(&canvas);
        let done = recorder.finish()?;
        let ms = |name: &str| {
            done.stages().iter().filter(|stage| stage.name == name).filter_map(|stage| stage.ms).reduce(|a, b| a + b)
        };
        pixels.clear();
        // Words of a GPU have their lowest byte first.
        pixels.extend_from_slice(&done.slice::<[u8; 4]>(read)[..(bytes / 4) as usize]);
        Ok(Drawn { draw_ms: ms("draw"), read_ms: ms("read") })
    }
}
