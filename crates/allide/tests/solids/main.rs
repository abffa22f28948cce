//! Solids that share volume, contain each other or touch.

mod classes;
mod generators;
mod measured;
mod oracle;
