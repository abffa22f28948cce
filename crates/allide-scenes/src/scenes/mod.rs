//! Scenes by formula. Each says what is hard about it.

mod animals;
mod asteroids;
mod breaking;
mod building;
mod cell;
mod drape;
mod few;
mod leaves;
mod many;
mod passing;
mod pile;
mod plant;
mod route;
mod scales;

pub use animals::{Ear, Fold, bunnies, deep, deformed_bunny, merged, merged_cows};
pub use asteroids::asteroids;
pub use breaking::Breaking;
pub use building::building;
pub use cell::Cell;
pub use drape::Drape;
pub use few::{blobs, cloth, duplicates, gears, headlights, knots, nested, stadium, two_bodies};
pub use leaves::Leaves;
pub use many::{coplanar, crowd, degenerate, grid, needles, terrain};
pub use passing::Passing;
pub use pile::Pile;
pub use plant::{Detail, plant};
pub use scales::{far_away, huge, tiny};
