//! Impact maps of a whole run, and the published maps of its busiest frame.

use super::folder::Job;
use crate::numbers::counted;
use allide_particles::map::{Blend, Full, PerParticle, Published, Rule};
use allide_particles::picture::{HeatMap, Picture, map_picture, per_particle_picture, published_picture};
use allide_particles::{DVec2, Distortion, Impact, Simulation};
use anyhow::Result;
use std::ops::Range;

/// Cells along the longer side of a map.
const CELLS: f64 = 96.0;
/// Maps are drawn of this many colliders, those that were hit most.
const MAPS: usize = 4;
/// Pixels along a side of the published map.
const PIXELS: u32 = 128;
/// Pixels of each particle in its own map.
const DEPTH: u32 = 2;

/// Writes all maps, and returns how many.
pub fn write(job: &Job<'_>, impacts: &[Impact]) -> Result<usize> {
    Ok(whole(job, impacts)? + if impacts.is_empty() { 0 } else { busiest(job, impacts)? })
}

fn whole(job: &Job<'_>, impacts: &[Impact]) -> Result<usize> {
    let maps = most_hit(job.simulation, impacts);
    for (k, picture) in &maps {
        job.draw(&format!("map-{k:03}.png"), picture)?;
    }
    Ok(maps.len())
}

/// Maps of the colliders that were hit most, as long and wide as they are, each with its collider.
pub fn most_hit(simulation: &Simulation, impacts: &[Impact]) -> Vec<(u32, Picture)> {
    let colliders = &simulation.scene().colliders;
    let mut counts = vec![0usize; colliders.len()];
    impacts.iter().for_each(|impact| counts[impact.collider as usize] += 1);
    let mut order: Vec<usize> = (0..counts.len()).filter(|&k| counts[k] > 0).collect();
    order.sort_by_key(|&k| (usize::MAX - counts[k], k));
    order.truncate(MAPS);
    let draw = |&k: &usize| {
        let extent = match simulation.chart(k as u32).distortion() {
            Distortion::Linear { size } => size,
            _ => DVec2::new(2.0, 1.0),
        };
        let size = (extent / extent.max_element() * CELLS).ceil().max(DVec2::ONE);
        let map = Full::draw(impacts, k as u32, [size.x as u32, size.y as u32], Rule::Count);
        let label = format!("impacts on {}: {}", colliders[k].name, counts[k]);
        (k as u32, map_picture(&HeatMap::new(map.size, map.values(), label)))
    };
    order.iter().map(draw).collect()
}

/// The maps of the thesis, of the frame with most impacts.
fn busiest(job: &Job<'_>, impacts: &[Impact]) -> Result<usize> {
    let scene = job.simulation.scene();
    let interval =
        |frame: usize| -> Range<f64> { frame as f64 / scene.frame_rate..(frame + 1) as f64 / scene.frame_rate };
    let of = |frame: usize| {
        let Range { start, end } = interval(frame);
        let [first, end] = [start, end].map(|time| impacts.partition_point(|impact| impact.time < time));
        &impacts[first..end]
    };
    let frame = (0..job.frames).max_by_key(|&frame| (of(frame).len(), job.frames - frame)).unwrap_or(0);
    let (own, time) = (of(frame), interval(frame));
    let top = own.iter().map(|impact| impact.speed).fold(f64::MIN_POSITIVE, f64::max);
    let map = Published::draw(own, time.clone(), [PIXELS; 2], top, Blend::Overwrite);
    let lost = map.losses.total();
    let caption = format!("published map of frame {frame}: {}, {lost} lost", counted(own.len(), "impact"));
    let picture = published_picture(&map, scene, &caption);
    job.draw("published.png", &picture)?;
    let map = PerParticle::draw(own, time, job.simulation.particles(), DEPTH, job.simulation.bounds());
    let caption = format!("a cell for each particle, frame {frame}: {}", counted(own.len(), "impact"));
    let picture = per_particle_picture(&map, scene, &caption);
    job.draw("particles.png", &picture)?;
    Ok(2)
}
