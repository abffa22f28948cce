use super::camera::Camera;
use super::raster::Canvas;
use super::reveal::Reveal;
use super::stage::{Role, Staging};

/// The visible surface in each sample.
pub(super) struct Layers {
    /// The nearest surface.
    pub surface: Canvas,
    /// The surroundings in front of a pair: translucent in close-ups.
    pub veil: Option<Canvas>,
    /// The nearest surface that is not before a hidden mark; only where something fades.
    pub within: Option<Canvas>,
}

impl Layers {
    /// Surroundings that are nearer than `plane` are put into the veil.
    pub fn draw(stage: &Staging, camera: &Camera, plane: Option<f32>) -> Self {
        let new = || Canvas::new(camera.width * camera.samples, camera.height * camera.samples);
        let mut layers = Self { surface: new(), veil: plane.map(|_| new()), within: None };
        for (number, face) in (0..).zip(&stage.faces) {
            let Self { surface, veil, .. } = &mut layers;
            camera.pieces(face, camera.samples as f64, |corners| match (plane, veil.as_mut()) {
                (Some(plane), Some(veil)) if face.role == Role::Rest => {
                    surface.draw_if(corners, number, |_, nearness| nearness <= plane);
                    veil.draw_if(corners, number, |_, nearness| nearness > plane);
                }
                _ => surface.draw(corners, number),
            });
        }
        layers
    }

    /// Draws what is behind the things that fade.
    pub fn draw_within(&mut self, stage: &Staging, camera: &Camera, reveal: &Reveal) {
        if reveal.fade.iter().all(|&fade| fade == 0.0) {
            return;
        }
        let (samples, columns) = (camera.samples, camera.width * camera.samples);
        let mut within = Canvas::new(columns, camera.height * samples);
        let limit =
            |sample: usize| reveal.limit[sample / columns / samples * camera.width + sample % columns / samples];
        for (number, face) in (0..).zip(&stage.faces) {
            camera.pieces(face, samples as f64, |corners| {
                within.draw_if(corners, number, |sample, nearness| nearness <= limit(sample));
            });
        }
        self.within = Some(within);
    }
}
