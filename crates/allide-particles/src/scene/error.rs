//! The errors of a scene, with their places.

/// The error of a scene, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneError {
    /// Line and column, each from 1, in the text that it was read from.
    pub position: Option<(usize, usize)>,
    pub(crate) place: Place,
    pub(crate) message: String,
}

/// Which value is wrong: a key of an entry of a section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// "emitter", "collider", "material", "camera", or nothing for the scene itself.
    pub section: &'static str,
    pub index: usize,
    /// Name of the entry, for people.
    pub name: String,
    pub key: &'static str,
}

impl SceneError {
    /// About nothing in particular.
    pub(crate) fn plain(message: impl Into<String>) -> Self {
        Self { position: None, place: Place::default(), message: message.into() }
    }
}

impl std::fmt::Display for SceneError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some((line, column)) = self.position {
            write!(f, "line {line}, column {column}: ")?;
        }
        let Place { section, name, .. } = &self.place;
        match (*section, name.as_str()) {
            ("", _) => {}
            (section, "") => write!(f, "{section}: ")?,
            (section, name) => write!(f, "{section} \"{name}\": ")?,
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for SceneError {}
