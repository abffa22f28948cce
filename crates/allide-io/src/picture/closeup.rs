//! Where to look at a finding from.

use super::camera::{Camera, View};
use super::index::Index;
use super::ink::filled;
use super::raster::Canvas;
use super::stage::{Role, Staging};
use super::{Finding, PictureOptions};
use allide::{Aabb, DVec3, Scene};

/// How much larger than the marks the part of the scene is that is shown, and how large it is at least, as a part of the smaller object.
const ROOM: f64 = 1.35;
const LEAST: f64 = 0.2;
/// Pixels of the pictures that directions are compared by.
const TRIAL: [usize; 2] = [96, 72];
/// Faces drawn for all of them together; the more faces, the fewer directions.
const WORK: usize = 1_500_000;
/// A view this good needs no alternative: it shows the whole finding large enough, and both objects.
const ENOUGH: f64 = 2.3;
/// Of both objects, this part of the picture should be seen.
const OBJECT: f64 = 0.04;
/// Places of marks that should be seen.
const PROBES: usize = 96;
/// How much nearer something must be to hide a place, as a part of the distance.
const BEHIND: f64 = 0.01;

/// The middle of what is shown, and its radius.
pub(super) fn framed(scene: &Scene, index: &Index, finding: &Finding<'_>) -> (DVec3, f64) {
    let marked = Aabb::around(places(scene, finding).filter(|point| point.is_finite()));
    let objects = finding.marks.parts.iter().map(|part| part.object).chain(finding.objects);
    let bounds = objects.map(|id| index.objects[id.index()]).filter(|bounds| !bounds.is_empty());
    let radius = |bounds: Aabb| (bounds.max * 0.5 - bounds.min * 0.5).length();
    let smaller = bounds.clone().map(radius).min_by(f64::total_cmp).unwrap_or(0.0);
    let marked = if marked.is_empty() { bounds.reduce(|a, b| a.union(&b)).unwrap_or(index.bounds) } else { marked };
    let half = (ROOM * radius(marked)).max(LEAST * smaller);
    let half = if half > 0.0 && half.is_finite() { half } else { 1.0 };
    (if marked.is_empty() { DVec3::ZERO } else { marked.min * 0.5 + marked.max * 0.5 }, half)
}

/// The view from which most of a finding is seen, in the given direction if that is as good.
pub(super) fn best_view(scene: &Scene, stage: &Staging, finding: &Finding<'_>, options: &PictureOptions) -> View {
    let [width, height] = [options.width, options.height];
    let view = View { width, height, samples: 2, azimuth: options.azimuth, elevation: options.elevation };
    let all: Vec<DVec3> =
        places(scene, finding).map(|point| stage.place(point)).filter(|point| point.is_finite()).collect();
    let step = all.len().div_ceil(PROBES).max(1);
    let probes: Vec<DVec3> = all.into_iter().step_by(step).collect();
    let tries = (WORK / stage.faces.len().max(1)).clamp(4, 24);
    // Around at the given height, then from higher up, then from below.
    let elevations = [0.0, 34.0, -52.0].map(|more| (options.elevation + more).clamp(-80.0, 80.0));
    let turns = [0.0, 90.0, -90.0, 180.0, 45.0, -45.0, 135.0, -135.0];
    let directions = elevations.into_iter().flat_map(|elevation| turns.map(|turn| (options.azimuth + turn, elevation)));
    let mut best = (f64::NEG_INFINITY, view);
    for (azimuth, elevation) in directions.take(tries) {
        let tried = View { azimuth, elevation, ..view };
        let score = score(stage, View { width: TRIAL[0], height: TRIAL[1], samples: 1, ..tried }, &probes);
        // Earlier ones are the more usual ones.
        if score > best.0 + 0.03 {
            best = (score, tried);
        }
        if score >= ENOUGH {
            break;
        }
    }
    best.1
}

/// How many places are seen, how wide apart they look, and whether both objects are seen.
fn score(stage: &Staging, view: View, probes: &[DVec3]) -> f64 {
    let camera = Camera::near(view);
    let mut canvas = Canvas::new(view.width, view.height);
    let mut shares: [Option<f64>; 2] = [None; 2];
    for face in &stage.faces {
        let side = if let Role::Side(side) = face.role { usize::from(side) } else { shares.len() };
        if let Some(share) = shares.get_mut(side) {
            *share = Some(0.0);
        }
        camera.pieces(face, 1.0, |corners| canvas.draw(corners, side as u32));
    }
    for (&side, &nearness) in canvas.face.iter().zip(&canvas.nearness) {
        if nearness > 0.0
            && let Some(Some(share)) = shares.get_mut(side as usize)
        {
            *share += 1.0 / canvas.face.len() as f64;
        }
    }
    // An object that overlaps itself is alone.
    let least = shares.into_iter().flatten().fold(OBJECT, f64::min);
    let (mut seen, mut low, mut high) = (0, [f64::MAX; 2], [f64::MIN; 2]);
    for &probe in probes {
        let [x, y, nearness] = camera.project(probe);
        if !(0.0..view.width as f64).contains(&x) || !(0.0..view.height as f64).contains(&y) {
            continue;
        }
        let before = f64::from(canvas.nearness[y as usize * view.width + x as usize]);
        seen += usize::from(nearness >= before * (1.0 - BEHIND));
        for (axis, value) in [x, y].into_iter().enumerate() {
            (low[axis], high[axis]) = (low[axis].min(value), high[axis].max(value));
        }
    }
    let extent = |axis: usize, size: usize| ((high[axis] - low[axis]) / size as f64).clamp(0.0, 1.0);
    let spread = (extent(0, view.width) * extent(1, view.height)).sqrt();
    seen as f64 / probes.len().max(1) as f64 + 0.4 * spread + 1.2 * least / OBJECT
}

/// The places that a finding is about.
fn places<'f>(scene: &'f Scene, finding: &'f Finding<'f>) -> impl Iterator<Item = DVec3> + 'f {
    let corners = filled(scene, finding).flatten();
    finding.marks.lines.as_flattened().iter().copied().chain(corners)
}
