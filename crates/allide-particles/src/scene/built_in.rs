//! Scenes that come with the library.

use super::Scene;

/// Names and texts of all built-in scenes.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("hail", include_str!("../../scenes/hail.toml")),
    ("can", include_str!("../../scenes/can.toml")),
    ("quadrics", include_str!("../../scenes/quadrics.toml")),
    ("blocks", include_str!("../../scenes/blocks.toml")),
    ("bounces", include_str!("../../scenes/bounces.toml")),
    ("table", include_str!("../../scenes/table.toml")),
    ("fountain", include_str!("../../scenes/fountain.toml")),
];

impl Scene {
    /// A scene that comes with the library, by name: see [`BUILT_IN`].
    ///
    /// ```
    /// for (name, _) in allide_particles::scene::BUILT_IN {
    ///     assert!(allide_particles::Scene::built_in(name).is_some_and(|scene| &scene.name == name));
    /// }
    /// ```
    pub fn built_in(name: &str) -> Option<Self> {
        let (_, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        Some(Self::read(text).expect("built-in scenes are valid, which a test reads them for"))
    }
}
