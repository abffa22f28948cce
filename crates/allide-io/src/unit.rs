//! Units of length, and files of several units in one scene.

use crate::error::{Error, Fault, Place};
use crate::note::{Note, Oddity};
use crate::{Loaded, bounds};
use allide::{Aabb, Pose};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A unit of length; the words are those of 3MF.
///
/// ```
/// use allide_io::Unit;
///
/// assert_eq!("mm".parse(), Ok(Unit::Millimeter));
/// assert_eq!(Unit::Inch.in_units_of(Unit::Millimeter), 25.4);
/// assert_eq!(Unit::Foot.to_string(), "foot");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Unit {
    Micron,
    Millimeter,
    Centimeter,
    Inch,
    Foot,
    Meter,
}

impl Unit {
    /// All units, from the smallest to the largest.
    pub const ALL: [Unit; 6] = [Unit::Micron, Unit::Millimeter, Unit::Centimeter, Unit::Inch, Unit::Foot, Unit::Meter];

    /// The word for one of it, the word for several, the usual sign, and its length in tenths of a micrometre, which is a
    /// whole number for all of them.
    fn facts(self) -> (&'static str, &'static str, &'static str, u32) {
        match self {
            Unit::Micron => ("micron", "microns", "um", 10),
            Unit::Millimeter => ("millimeter", "millimeters", "mm", 10_000),
            Unit::Centimeter => ("centimeter", "centimeters", "cm", 100_000),
            Unit::Inch => ("inch", "inches", "in", 254_000),
            Unit::Foot => ("foot", "feet", "ft", 3_048_000),
            Unit::Meter => ("meter", "meters", "m", 10_000_000),
        }
    }

    /// The word for one of it.
    pub fn name(self) -> &'static str {
        self.facts().0
    }

    /// The word for several of it.
    pub fn plural(self) -> &'static str {
        self.facts().1
    }

    /// How many of `other` it is long, rounded once.
    pub fn in_units_of(self, other: Unit) -> f64 {
        f64::from(self.facts().3) / f64::from(other.facts().3)
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// A word that is no [`Unit`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown unit {0:?}; known units are micron (um), millimeter (mm), centimeter (cm), inch (in), foot (ft), meter (m)"
)]
pub struct UnknownUnit(String);

/// Words and signs, in any case; of words also the plural and the British spelling.
impl FromStr for Unit {
    type Err = UnknownUnit;

    fn from_str(text: &str) -> Result<Self, UnknownUnit> {
        let word = text.to_lowercase().replace("metre", "meter").replace(['µ', 'μ'], "u");
        let is_named = |unit: &Unit| {
            let (one, several, sign, _) = unit.facts();
            [one, several, sign].contains(&word.as_str())
        };
        Unit::ALL.into_iter().find(is_named).ok_or_else(|| UnknownUnit(text.to_owned()))
    }
}

/// Brings the objects of all files to one unit, by their poses, and returns it with what users should know: files that
/// say no unit among others that do, and files of very different units or sizes.
///
/// The unit is that of the first file that says one, or else `assumed`. Files that say none are in the unit `assumed`,
/// or without it in the unit of the others.
///
/// # Errors
/// A pose beyond the range of `f64`.
pub fn bring_to_one_unit(objects: &mut [Loaded], assumed: Option<Unit>) -> Result<(Option<Unit>, Vec<Note>), Error> {
    let mut files = Files::of(objects);
    let leader = files.0.iter().find(|file| file.unit.is_some());
    let leader = leader.and_then(|file| Some((file.name.clone(), file.unit?)));
    let unit = leader.as_ref().map(|&(_, unit)| unit).or(assumed);
    let mut notes = Vec::new();
    if let Some(unit) = unit {
        for object in objects.iter_mut() {
            let own = object.unit.or(assumed).unwrap_or(unit);
            scale(object, own.in_units_of(unit))?;
        }
        files = Files::of(objects);
        if let Some((leader, _)) = &leader {
            notes.extend(files.0.iter().filter_map(|file| file.remark(unit, assumed, leader)));
        }
    }
    notes.extend(files.very_different_sizes());
    Ok((unit, notes))
}

fn scale(object: &mut Loaded, factor: f64) -> Result<(), Error> {
    if factor == 1.0 {
        return Ok(());
    }
    let columns = [[factor, 0.0, 0.0], [0.0, factor, 0.0], [0.0, 0.0, factor]];
    let scaled = Pose::affine(columns, [0.0; 3]).and_then(|scale| scale.after(&object.pose));
    let place = || Place::Element(format!("object {:?}", object.name));
    object.pose = scaled.map_err(|error| Fault::too_large(place(), error.to_string()).of(&object.source))?;
    Ok(())
}

/// A file of the scene.
struct File {
    name: String,
    unit: Option<Unit>,
    bounds: Aabb,
}

/// The files of objects, in order.
struct Files(Vec<File>);

impl Files {
    fn of(objects: &[Loaded]) -> Self {
        let mut files: Vec<File> = Vec::new();
        // Objects of a file follow each other.
        for object in objects {
            let bounds = bounds(object);
            match files.last_mut().filter(|file| file.name == object.source) {
                Some(file) => file.bounds = file.bounds.union(&bounds),
                None => files.push(File { name: object.source.clone(), unit: object.unit, bounds }),
            }
        }
        Self(files)
    }

    /// The smallest file, if the largest is much larger: hardly a part of it, and more likely in another unit.
    fn very_different_sizes(&self) -> Option<Note> {
        /// A bolt beside a car is below it; metres taken for millimetres are above.
        const FACTOR: f64 = 500.0;
        let sizes = || self.0.iter().map(|file| (file, file.bounds.size().length())).filter(|(_, size)| *size > 0.0);
        let (small, size) = sizes().min_by(|x, y| x.1.total_cmp(&y.1))?;
        let (large, largest) = sizes().max_by(|x, y| x.1.total_cmp(&y.1))?;
        let oddity = || Oddity::MuchSmaller { size: rounded(size), than: large.name.clone(), that: rounded(largest) };
        (largest > FACTOR * size).then(|| small.note(oddity()))
    }
}

impl File {
    fn note(&self, oddity: Oddity) -> Note {
        Note { file: self.name.clone(), oddity, count: 1, first: Place::File }
    }

    /// The note about the unit of the file among others.
    fn remark(&self, unit: Unit, assumed: Option<Unit>, leader: &str) -> Option<Note> {
        /// Centimetres and inches are close; a millimetre and a metre are not.
        const FACTOR: f64 = 99.0;
        match self.unit {
            None if assumed.is_none() => Some(self.note(Oddity::NoUnit { taken: unit, like: leader.to_owned() })),
            Some(own) if (own.in_units_of(unit)).max(unit.in_units_of(own)) > FACTOR => {
                Some(self.note(Oddity::OtherUnit { own, brought: unit, like: leader.to_owned() }))
            }
            _ => None,
        }
    }
}

/// Three digits are enough to tell sizes apart.
fn rounded(size: f64) -> String {
    let digits = format!("{size:.2e}").parse::<f64>().unwrap_or(size);
    if (1e-4..1e9).contains(&digits) { digits.to_string() } else { format!("{digits:e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_rounded_once() {
        assert_eq!(Unit::Meter.in_units_of(Unit::Millimeter), 1000.0);
        assert_eq!(Unit::Millimeter.in_units_of(Unit::Meter), 0.001);
        assert_eq!(Unit::Inch.in_units_of(Unit::Meter), 0.0254);
        assert_eq!(Unit::Foot.in_units_of(Unit::Inch), 12.0);
        assert_eq!(Unit::Millimeter.in_units_of(Unit::Inch), 1.0 / 25.4);
    }

    #[test]
    fn words_and_signs_are_known() {
        for (text, unit) in [
            ("micron", Unit::Micron),
            ("µm", Unit::Micron),
            ("um", Unit::Micron),
            ("MM", Unit::Millimeter),
            ("Millimetres", Unit::Millimeter),
            ("cm", Unit::Centimeter),
            ("inches", Unit::Inch),
            ("in", Unit::Inch),
            ("feet", Unit::Foot),
            ("m", Unit::Meter),
        ] {
            assert_eq!(text.parse(), Ok(unit), "{text}");
        }
        let error = "cubit".parse::<Unit>().unwrap_err().to_string();
        assert!(error.starts_with("unknown unit \"cubit\"; known units are micron (um), millimeter (mm)"), "{error}");
        assert!("".parse::<Unit>().is_err());
        for unit in Unit::ALL {
            assert_eq!(unit.to_string().parse(), Ok(unit));
            assert_eq!(serde_json::to_value(unit).unwrap(), unit.name());
        }
    }
}
