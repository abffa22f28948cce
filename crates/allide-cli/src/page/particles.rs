//! The page of a flight of particles: colliders are objects, and each that was hit is a finding.

use super::marks;
use crate::numbers::{counted, length, thousands};
use allide::{Aabb, DVec3, Mesh, Pose, Scene};
use allide_page::{Axis, Chart, Fact, Finding, Kind, Lit, Media, Page, Particles, Series, fingerprint};
use allide_particles::picture::Picture;
use allide_particles::sound::{SceneSound, SoundOptions, WavOptions, write_wav};
use allide_particles::{Impact, Simulation};
use anyhow::Result;

/// The most particles that a frame shows, and the most places that light up on a collider: evenly chosen from all.
const SHOWN: usize = 4_000;
/// The most frames.
const FRAMES: usize = 240;
/// How finely surfaces are cut, if there are few of them.
const DETAIL: usize = 48;

/// The results of a flight besides its impacts.
pub struct Made<'m> {
    pub simulation: &'m Simulation,
    pub impacts: &'m [Impact],
    /// How many frames there are.
    pub frames: usize,
    /// Impact maps, each with its collider.
    pub maps: Vec<(u32, Picture)>,
}

/// A page that shows the flight, the maps and the sound.
pub fn page(made: &Made<'_>) -> Result<Page> {
    let scene = made.simulation.scene();
    let mut page = Page::new(Kind::Particles, format!("particles: {}", scene.name));
    page.view.unit = Some("m");
    page.add_scene(&colliders(made.simulation)?, |_| String::new());
    for (object, collider) in page.view.objects.iter_mut().zip(&scene.colliders) {
        object.color = scene.materials.get(collider.material as usize).map(|material| shown(material.color));
    }
    add_media(&mut page, made)?;
    let step = made.frames.div_ceil(FRAMES).max(1);
    let most = add_frames(&mut page, made, step);
    let seconds = made.frames as f64 / scene.frame_rate;
    page.view.summary = vec![
        Fact::new("particles", thousands(made.simulation.particles() as usize)),
        Fact::new("colliders", thousands(scene.colliders.len())),
        Fact::new("impacts", format!("{} in {} s", thousands(made.impacts.len()), length(seconds))),
        Fact::new("guarantee", "every impact, sorted by time"),
    ];
    page.view.notes.push("Colliders are drawn as triangles; impacts were computed with their equations.".into());
    if most > SHOWN {
        page.view.notes.push(format!("Of at most {} at once, {SHOWN} are shown.", counted(most, "particle")));
    }
    if step > 1 {
        page.view.notes.push(format!("One of {step} frames is shown."));
    }
    add_findings(&mut page, made);
    page.view.charts.push(rate(made, seconds));
    Ok(page)
}

/// All colliders, as meshes.
fn colliders(simulation: &Simulation) -> Result<Scene> {
    let colliders = &simulation.scene().colliders;
    let detail = if colliders.len() > 200 { 12 } else { DETAIL };
    let mut scene = Scene::new();
    for collider in colliders {
        let facets = collider.facets(detail);
        let points = facets.points.iter().map(DVec3::to_array).collect();
        scene.add(collider.name.clone(), &Mesh::new(points, facets.triangles)?, Pose::IDENTITY);
    }
    Ok(scene)
}

fn add_media(page: &mut Page, made: &Made<'_>) -> Result<()> {
    for (collider, picture) in &made.maps {
        let data = page.raw(&picture.png()?);
        let name = format!("impacts on {}", made.simulation.scene().colliders[*collider as usize].name);
        page.view.objects[*collider as usize].image = Some(page.view.media.len());
        page.view.media.push(Media { name, mime: "image/png", data });
    }
    let data = page.raw(&sound(made)?);
    page.view.sound = Some(page.view.media.len());
    page.view.media.push(Media { name: "sound".into(), mime: "audio/wav", data });
    Ok(())
}

/// The sound as a WAV file.
fn sound(made: &Made<'_>) -> Result<Vec<u8>> {
    let scene = made.simulation.scene();
    let sound = SceneSound::new(scene)?;
    let end = made.frames as f64 / scene.frame_rate;
    let options = WavOptions { sound: SoundOptions::of(scene), end, tail: 1.0, ..WavOptions::default() };
    let strikes = |from: f64, to: f64| {
        let [first, end] = [from, to].map(|time| made.impacts.partition_point(|impact| impact.time < time));
        Ok(sound.strikes(&made.impacts[first..end]))
    };
    let mut wav = std::io::Cursor::new(Vec::new());
    write_wav(&mut wav, sound.instruments(), strikes, &options)?;
    Ok(wav.into_inner())
}

/// Returns how many particles there are at most.
fn add_frames(page: &mut Page, made: &Made<'_>, step: usize) -> usize {
    let mut most = 0;
    for frame in (0..made.frames).step_by(step) {
        let time = (frame + 1) as f64 / made.simulation.scene().frame_rate;
        let all = made.simulation.instances(time);
        most = most.max(all.len());
        let chosen: Vec<_> = all.iter().step_by(all.len().div_ceil(SHOWN).max(1)).collect();
        let points = page.points(chosen.iter().map(|instance| instance.center));
        let colors: Vec<u8> = chosen.iter().flat_map(|x| [0, 1, 2].map(|k| encoded(x.color[k]))).collect();
        let colors = page.raw(&colors);
        let size = chosen.iter().map(|instance| 2.0 * instance.size).fold(0.0, f64::max);
        let particles = Some(Particles { points, colors, size });
        page.view.frames.push(allide_page::Frame {
            label: format!("{}", frame + 1),
            time: Some(time),
            particles,
            ..allide_page::Frame::default()
        });
    }
    most
}

/// Those that were hit most first.
fn add_findings(page: &mut Page, made: &Made<'_>) {
    let colliders = &made.simulation.scene().colliders;
    let mut hits: Vec<Vec<&Impact>> = vec![Vec::new(); colliders.len()];
    made.impacts.iter().for_each(|impact| hits[impact.collider as usize].push(impact));
    let mut order: Vec<usize> = (0..hits.len()).filter(|&k| !hits[k].is_empty()).collect();
    order.sort_by_key(|&k| (usize::MAX - hits[k].len(), k));
    let most = order.first().map_or(1, |&k| hits[k].len()) as f64;
    for (number, k) in (1..).zip(order) {
        let hits = &hits[k];
        let fastest = hits.iter().map(|impact| impact.speed).fold(0.0, f64::max);
        let region = Aabb::around(hits.iter().map(|impact| impact.point));
        let arm = (region.size().length() / 400.0).max(1e-3);
        let chosen = hits.iter().step_by(hits.len().div_ceil(SHOWN).max(1));
        let cross = |impact: &&Impact| {
            let across = impact.normal.any_orthonormal_vector();
            let other = impact.normal.cross(across);
            [across, -across, other, -other].map(|way| impact.point + way * arm)
        };
        let segments: Vec<DVec3> = chosen.flat_map(cross).collect();
        let finding = Finding {
            id: format!("c{k}"),
            shape: fingerprint(hits.iter().flat_map(|hit| [hit.time, hit.point.x, hit.point.y, hit.point.z])),
            number,
            a: k,
            b: k,
            class: "impacts".into(),
            title: Some(colliders[k].name.clone()),
            facts: vec![
                Fact::new("impacts", thousands(hits.len())),
                Fact::new("fastest", format!("{} m/s", length(fastest))),
                Fact::new("first", format!("{:.4} s", hits[0].time)),
                Fact::new("last", format!("{:.4} s", hits[hits.len() - 1].time)),
            ],
            severity: Some(hits.len() as f64 / most),
            region: page.region(&region),
            time: Some(hits[0].time),
            ..Finding::default()
        };
        marks::push(page, finding, || Lit { segments, ..Lit::default() });
    }
}

/// Impacts by time.
fn rate(made: &Made<'_>, seconds: f64) -> Chart {
    const BINS: usize = 120;
    let mut counts = [0u32; BINS];
    for impact in made.impacts {
        let bin = (impact.time / seconds * BINS as f64).clamp(0.0, BINS as f64 - 1.0);
        counts[bin as usize] += 1;
    }
    let width = seconds / BINS as f64;
    let points = (0..BINS).map(|k| [k as f64 * width, f64::from(counts[k]) / width]).collect();
    Chart {
        title: "Impacts".into(),
        x: Axis { label: "time".into(), unit: Some("s".into()), log: false },
        y: Axis { label: "impacts a second".into(), ..Axis::default() },
        series: vec![Series { name: "impacts".into(), points, steps: true }],
    }
}

/// A linear colour as `#rrggbb`.
fn shown(color: [f64; 3]) -> String {
    let [red, green, blue] = color.map(encoded);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A linear component as sRGB.
fn encoded(linear: f64) -> u8 {
    let x = linear.clamp(0.0, 1.0);
    let encoded = if x <= 0.003_130_8 { 12.92 * x } else { 1.055 * x.powf(1.0 / 2.4) - 0.055 };
    (encoded * 255.0).round() as u8
}
