//! The materials of colliders.

/// A material.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Its name.
    pub name: String,
    /// Colour: red, green, blue, linear, each in 0..=1.
    pub color: [f64; 3],
    /// Share of the normal speed that is left after a bounce, in 0..=1.
    pub restitution: f64,
    /// Coulomb's coefficient of friction.
    pub friction: f64,
    /// How short the contact is: 0 is soft, 1 is hard.
    pub hardness: f64,
    /// Name of what it sounds like: a preset of [`crate::sound::Timbre`], or "none".
    pub sound: String,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            name: "plain".into(),
            color: [0.7, 0.7, 0.7],
            restitution: 0.5,
            friction: 0.3,
            hardness: 0.5,
            sound: "wood".into(),
        }
    }
}
