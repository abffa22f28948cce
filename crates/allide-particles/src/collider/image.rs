//! An image on a collider, looked up at the point of impact.

use glam::DVec2;

/// The material of a surface by place: each texel has a material and a gain.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Texels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Number of a material in the scene and gain, row by row from v = 0.
    pub texels: Vec<(u32, f64)>,
}

impl Image {
    /// The texel at a point of the parametrisation: the nearest, not interpolated.
    pub fn at(&self, uv: DVec2) -> (u32, f64) {
        let column = ((uv.x * f64::from(self.width)) as u32).min(self.width - 1);
        let row = ((uv.y * f64::from(self.height)) as u32).min(self.height - 1);
        self.texels[(row * self.width + column) as usize]
    }
}
