//! Options of methods: their flags, and which method uses which.

use allide::Method;
use allide::raycast::Algorithm;
use anyhow::{Result, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

/// All of them. Answers need none of these, so the short help leaves them out.
#[derive(Args, Debug)]
#[command(next_help_heading = "Options of methods")]
pub struct MethodOptions {
    /// Pixels along a side of a view, or rays along the scene
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = clap::value_parser!(u32).range(16..=16_384))]
    pub resolution: Option<u32>,
    /// Algorithm of raycast
    #[arg(long, hide_short_help = true, value_name = "A", value_parser = algorithms())]
    pub algorithm: Option<Algorithm>,
    /// Number of faces of the polytopes of kdop
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = faces())]
    pub faces: Option<u8>,
    /// Bits of the coefficients of kdop: 6 to 32
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = clap::value_parser!(u8).range(6..=32))]
    pub bits: Option<u8>,
    /// How far covers every pixel that a triangle touches
    #[arg(long, hide_short_help = true, value_name = "C")]
    pub cover: Option<Cover>,
    /// Where rasterisers sample a pixel, for the offsets of far
    #[arg(long, hide_short_help = true, value_name = "S", value_parser = ["anywhere", "centre"])]
    pub samples: Option<String>,
    /// Whether drawn views test objects at once or one by one
    #[arg(long, hide_short_help = true, value_name = "R")]
    pub reduction: Option<Reduction>,
    /// How often to draw each level of parts
    #[arg(long, hide_short_help = true, value_name = "R", value_parser = ["until", "once"])]
    pub rounds: Option<String>,
    /// How cullide divides objects into parts
    #[arg(long, hide_short_help = true, value_name = "H", value_parser = ["connected", "random"])]
    pub hierarchy: Option<String>,
    /// Whether cullide loses small and edge-on triangles
    #[arg(long, hide_short_help = true, value_name = "S", value_parser = ["lost", "kept"])]
    pub small: Option<String>,
    /// Directions in which cullide looks
    #[arg(long, hide_short_help = true, value_name = "D", value_parser = ["all", "axes", "oriented", "coherent"])]
    pub directions: Option<String>,
    /// Most triangles of the smallest parts in cullide
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub leaf: Option<u32>,
    /// Whether a view of cullide shows what is left or the whole scene
    #[arg(long, hide_short_help = true, value_name = "F", value_parser = ["cropped", "whole"])]
    pub frame: Option<String>,
    /// Below N triangles, cullide leaves the rest to the CPU
    #[arg(long, hide_short_help = true, value_name = "N")]
    pub cpu_below: Option<u32>,
}

/// The library's algorithms of `raycast` by name.
fn algorithms() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name)).try_map(|name| name.parse::<Algorithm>())
}

/// How many faces the polytopes of `kdop` can have.
fn faces() -> impl TypedValueParser<Value = u8> {
    PossibleValuesParser::new(["6", "14", "18", "24", "26"]).try_map(|number| number.parse::<u8>())
}

/// How `far` covers every pixel that a triangle touches.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Cover {
    Cells,
    Conservative,
    Uobb,
    Faces,
    Bounded,
    Exact,
}

/// How drawn methods test full visibility.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Reduction {
    OrderFree,
    Ordered,
}

impl MethodOptions {
    /// The method with the given options; flags that it would ignore are errors.
    pub fn of(&self, method: Method) -> Result<Method> {
        let is_far = matches!(method, Method::Far { .. });
        let is_sampled = matches!(method, Method::Cullide(_) | Method::SelfCullide(_));
        let is_cast = matches!(method, Method::Raycast { .. } | Method::Rays { .. });
        if self.resolution.is_some() && !is_far && !is_sampled && !is_cast {
            bail!(
                "--resolution is for methods that use views or rays; add --method far, cullide, self-cullide, raycast or rays"
            );
        }
        if self.algorithm.is_some() && !matches!(method, Method::Raycast { .. }) {
            bail!("--algorithm is for --method raycast; add that, or leave --algorithm out");
        }
        let given = [("--faces", self.faces), ("--bits", self.bits)].into_iter().find(|(_, given)| given.is_some());
        if let Some((flag, _)) = given.filter(|_| !matches!(method, Method::Kdop(_))) {
            bail!("{flag} is for --method kdop; add that, or leave {flag} out");
        }
        if self.cover.is_some() && !is_far {
            bail!("--cover is for --method far; add that, or leave --cover out");
        }
        let is_drawn = is_sampled || is_far && self.cover.is_some_and(|cover| cover != Cover::Cells);
        if self.reduction.is_some() && !is_drawn {
            bail!(
                "--reduction is for methods that draw; add --method cullide or self-cullide, or --method far with a --cover other than cells"
            );
        }
        let is_offset = is_far && self.cover.is_some_and(|cover| !matches!(cover, Cover::Cells | Cover::Conservative));
        if self.samples.is_some() && !is_offset {
            bail!("--samples is for offsets; add --method far with --cover uobb, faces, bounded or exact");
        }
        if self.rounds.is_some() && !is_drawn {
            bail!(
                "--rounds is for methods that draw; add --method cullide or self-cullide, or --method far with a --cover other than cells"
            );
        }
        let cpu_below = self.cpu_below.map(|count| count.to_string());
        let of_cullide = [
            ("hierarchy", self.hierarchy.clone()),
            ("small", self.small.clone()),
            ("directions", self.directions.clone()),
            ("leaf", self.leaf.map(|count| count.to_string())),
            ("frame", self.frame.clone()),
            ("cpu-below", cpu_below.clone()),
        ];
        if let Some((flag, _)) = of_cullide.iter().find(|(_, given)| given.is_some() && !is_sampled) {
            bail!("--{flag} is for --method cullide or self-cullide; add one of them, or leave --{flag} out");
        }
        let options = [
            ("algorithm", self.algorithm.map(|algorithm| algorithm.to_string())),
            ("bits", self.bits.map(|bits| bits.to_string())),
            ("cover", self.cover.map(word)),
            ("faces", self.faces.map(|faces| faces.to_string())),
            ("reduction", self.reduction.map(word)),
            ("resolution", self.resolution.map(|pixels| pixels.to_string())),
            ("rounds", self.rounds.clone()),
            ("samples", self.samples.clone()),
        ];
        let options = options.into_iter().chain(of_cullide);
        let mut given = options.filter_map(|(name, value)| Some((name, value?)));
        Ok(given.try_fold(method, |method, (name, value)| method.with_option(name, &value))?)
    }
}

/// The word that names a value on the command line, which is the library's too.
fn word(value: impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}
