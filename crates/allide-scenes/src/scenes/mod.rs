//! Scenes by formula. Each says what is hard about it.

mod asteroids;
mod building;
mod few;
mod many;
mod plant;
mod route;
mod scales;

pub use asteroids::asteroids;
pub use building::building;
pub use few::{blobs, cloth, duplicates, gears, knots, nested};
pub use many::{coplanar, degenerate, grid, needles, terrain};
pub use plant::{Detail, plant};
pub use scales::{far_away, huge, tiny};
