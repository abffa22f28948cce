//! Two meshes without a scene, and the nearest of many: the answers of [`allide::Engine::run`], bit for bit.

mod closest;
mod memory;
mod same;
