//! Who hears it.

use super::SoundError;
use super::error::check;
use glam::DVec3;

/// Where the listener is, and where the right ear points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Listener {
    /// The place, in metres.
    pub position: DVec3,
    /// From the left ear to the right one. Its length does not matter.
    pub right: DVec3,
    /// From this distance on, amplitude falls by distance; nearer strikes are as loud as there. `None`: all strikes are
    /// equally loud, wherever they are.
    pub near: Option<f64>,
}

impl Default for Listener {
    fn default() -> Self {
        Self { position: DVec3::ZERO, right: DVec3::X, near: None }
    }
}

impl Listener {
    pub(super) fn check(&self) -> Result<(), SoundError> {
        let position = self.position.to_array();
        position.into_iter().try_for_each(|place| check("a listener's position", place, -1e12, 1e12))?;
        check("the length of a listener's right", self.right.length(), 1e-9, 1e12)?;
        self.near.map_or(Ok(()), |near| check("a listener's near distance", near, 1e-3, 1e12))
    }

    /// Gains of the left and the right ear for what sounds there. Constant power: their squares add up to 1, before
    /// distance. A source in the plane between the ears is in the middle.
    pub fn ears(&self, there: DVec3) -> [f64; 2] {
        let way = there - self.position;
        let distance = way.length();
        let side = if distance > 0.0 {
            (way.dot(self.right) / (distance * self.right.length())).clamp(-1.0, 1.0)
        } else {
            0.0
        };
        let loudness = self.near.map_or(1.0, |near| near / distance.max(near));
        // cos and sin of (side + 1) · 45°.
        let angle = (side + 1.0) * std::f64::consts::FRAC_PI_4;
        [libm::cos(angle), libm::sin(angle)].map(|gain| gain.max(0.0) * loudness)
    }
}
