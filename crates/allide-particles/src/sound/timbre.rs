//! The materials of objects, and how they are built.

use super::SoundError;

/// The properties of a material that shape its vibrations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Substance {
    /// Density, in kg/m³.
    pub density: f64,
    /// Young's modulus, in Pa.
    pub young: f64,
    /// Poisson's ratio.
    pub poisson: f64,
    /// Internal friction: the loss factor η. A mode of frequency f loses its amplitude at the rate π f η.
    pub loss: f64,
}

/// Which part of an object vibrates by itself. Sizes are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Build {
    /// Rectangular plates side by side, held at their edges: sheets between battens, panes, tiles.
    Panels {
        /// Width and height of one; the object is divided into a whole number of them.
        size: [f64; 2],
        /// How thick they are.
        thickness: f64,
    },
    /// Planks side by side along the second axis, held at both ends: they bend and twist.
    Planks {
        /// Length between supports, and width of one.
        size: [f64; 2],
        /// How thick they are.
        thickness: f64,
    },
    /// One round plate, clamped along its rim, as wide as the object's smaller side: lids, table tops.
    Disc {
        /// How thick it is.
        thickness: f64,
    },
    /// A cylindrical shell with stiff ends; the object's first side goes around it, the second along it.
    Shell {
        /// How thick its wall is.
        thickness: f64,
    },
    /// Bubbles that a drop leaves under water, by Minnaert's formula. Which ones depends on where it falls.
    Bubbles {
        /// Radii of the smallest and the largest.
        radii: [f64; 2],
    },
}

/// The sound of an object.
///
/// The numbers of the presets are handbook values of density and stiffness; loss factors lie at the upper end of what
/// is measured, since nothing in a roof or table rings freely; `mount` and `loudness` are judgement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timbre {
    /// Its name in scene files.
    pub name: &'static str,
    /// Its material.
    pub substance: Substance,
    /// How it is built.
    pub build: Build,
    /// The modulus with which its surface resists a striker, in Pa: its hardness. Lower than Young's modulus where
    /// the surface gives way: fibres, soil, water.
    pub hardness: f64,
    /// The damping of all modes by supports and the air: the rate at which amplitude is lost, in 1/s.
    pub mount: f64,
    /// How loud it is, struck by the same momentum; 1 is a metal roof.
    pub loudness: f64,
}

const STEEL: Substance = Substance { density: 7850.0, young: 2.0e11, poisson: 0.29, loss: 0.003 };

impl Timbre {
    /// Sheet steel, 0.8 mm, between ribs: a roof.
    pub const METAL: Self = Self {
        name: "metal",
        substance: STEEL,
        build: Build::Panels { size: [0.14, 0.33], thickness: 0.8e-3 },
        hardness: 2.0e11,
        mount: 9.0,
        loudness: 1.0,
    };
    /// A can of sheet steel, its wall.
    pub const CAN: Self = Self {
        name: "can",
        substance: Substance { loss: 0.0016, ..STEEL },
        build: Build::Shell { thickness: 0.9e-3 },
        hardness: 2.0e11,
        mount: 5.0,
        loudness: 1.0,
    };
    /// A round lid of sheet steel.
    pub const LID: Self = Self {
        name: "lid",
        substance: Substance { loss: 0.0012, ..STEEL },
        build: Build::Disc { thickness: 1.0e-3 },
        hardness: 2.0e11,
        mount: 4.0,
        loudness: 1.0,
    };
    /// Softwood planks on a frame: a picnic table.
    pub const WOOD: Self = Self {
        name: "wood",
        substance: Substance { density: 480.0, young: 1.05e10, poisson: 0.35, loss: 0.022 },
        build: Build::Planks { size: [0.75, 0.14], thickness: 0.035 },
        hardness: 2.0e8,
        mount: 14.0,
        loudness: 0.8,
    };
    /// Window panes, 4 mm.
    pub const GLASS: Self = Self {
        name: "glass",
        substance: Substance { density: 2500.0, young: 7.0e10, poisson: 0.22, loss: 0.002 },
        build: Build::Panels { size: [0.4, 0.5], thickness: 4.0e-3 },
        hardness: 7.0e10,
        mount: 10.0,
        loudness: 0.6,
    };
    /// Paving stones.
    pub const STONE: Self = Self {
        name: "stone",
        substance: Substance { density: 2650.0, young: 5.0e10, poisson: 0.25, loss: 0.012 },
        build: Build::Panels { size: [0.4, 0.4], thickness: 0.05 },
        hardness: 5.0e10,
        mount: 90.0,
        loudness: 0.3,
    };
    /// Fired clay tiles.
    pub const TILE: Self = Self {
        name: "tile",
        substance: Substance { density: 2000.0, young: 2.5e10, poisson: 0.22, loss: 0.006 },
        build: Build::Panels { size: [0.24, 0.33], thickness: 0.013 },
        hardness: 2.5e10,
        mount: 25.0,
        loudness: 0.6,
    };
    /// A can or lid of polyethylene.
    pub const PLASTIC: Self = Self {
        name: "plastic",
        substance: Substance { density: 950.0, young: 1.0e9, poisson: 0.42, loss: 0.07 },
        build: Build::Disc { thickness: 4.0e-3 },
        hardness: 4.0e8,
        mount: 20.0,
        loudness: 0.8,
    };
    /// Soil and grass: a dull thud.
    pub const EARTH: Self = Self {
        name: "earth",
        substance: Substance { density: 1500.0, young: 4.0e7, poisson: 0.3, loss: 0.35 },
        build: Build::Panels { size: [0.3, 0.3], thickness: 0.12 },
        hardness: 4.0e6,
        mount: 60.0,
        loudness: 0.25,
    };
    /// Open water.
    pub const WATER: Self = Self {
        name: "water",
        substance: Substance { density: 1000.0, young: 2.2e9, poisson: 0.5, loss: 0.04 },
        build: Build::Bubbles { radii: [0.7e-3, 4.5e-3] },
        hardness: 1.0e7,
        mount: 0.0,
        loudness: 0.35,
    };

    /// All presets.
    pub const ALL: [Self; 10] = [
        Self::METAL,
        Self::CAN,
        Self::LID,
        Self::WOOD,
        Self::GLASS,
        Self::STONE,
        Self::TILE,
        Self::PLASTIC,
        Self::EARTH,
        Self::WATER,
    ];

    /// The preset with this name.
    ///
    /// # Errors
    /// An unknown name; the error lists all.
    pub fn named(name: &str) -> Result<Self, SoundError> {
        let known = || Self::ALL.map(|material| material.name).join(", ");
        let found = Self::ALL.into_iter().find(|material| material.name == name);
        found.ok_or_else(|| SoundError::NoTimbre { name: name.to_owned(), known: known() })
    }
}
