//! Animations: where nodes stand, and how far shapes are morphed, at a time.

use super::accessor;
use super::buffers::Buffers;
use super::json::get;
use super::posture::{Moved, Posture};
use super::track::{Interpolation, Track};
use crate::error::{Fault, Place};
use serde::Deserialize;
use std::collections::{HashMap, HashSet};

#[derive(Deserialize)]
struct Given {
    #[serde(default)]
    channels: Vec<Channel>,
    #[serde(default)]
    samplers: Vec<Sampler>,
}

#[derive(Deserialize)]
struct Channel {
    sampler: usize,
    target: Target,
}

#[derive(Deserialize)]
struct Target {
    node: Option<usize>,
    path: String,
    #[serde(default)]
    extensions: serde_json::Value,
}

#[derive(Deserialize)]
struct Sampler {
    input: usize,
    output: usize,
    interpolation: Option<String>,
}

/// The property that a channel changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Property {
    Translation,
    Rotation,
    Scale,
    Weights,
}

/// One animation of a document.
pub(crate) struct Animation {
    /// The property that changes, and its track.
    channels: Vec<(usize, Property, usize)>,
    tracks: HashMap<usize, Track>,
    element: String,
}

fn malformed(element: &str, problem: impl Into<String>) -> Fault {
    Fault::malformed(Place::Element(element.into()), problem)
}

impl Animation {
    /// The animation of that name or number; without one, the first.
    pub(crate) fn find(buffers: &mut Buffers, which: Option<&str>) -> Result<Self, Fault> {
        let all = &buffers.document.animations;
        let name = |at: usize| all[at].get("name").and_then(|name| name.as_str());
        if all.is_empty() {
            return Err(Fault::no_animation());
        }
        let named = |which: &str| (0..all.len()).find(|&at| name(at) == Some(which));
        let numbered = |which: &str| which.parse().ok().filter(|&at| at < all.len());
        let found = which.map_or(Some(0), |which| named(which).or_else(|| numbered(which)));
        let index = found.ok_or_else(|| {
            const MOST: usize = 12;
            let entry = |at: usize| name(at).map_or_else(|| at.to_string(), |name| format!("{at} ({name})"));
            let mut list = (0..all.len().min(MOST)).map(entry).collect::<Vec<_>>().join(", ");
            list.push_str(if all.len() > MOST { ", …" } else { "" });
            let problem = format!("there is no animation {:?}; the file has {list}", which.unwrap_or_default());
            Fault::unsupported(Place::File, problem)
        })?;
        Self::read(buffers, index)
    }

    fn read(buffers: &mut Buffers, index: usize) -> Result<Self, Fault> {
        let element = format!("animations[{index}]");
        let given = Given::deserialize(&buffers.document.animations[index]);
        let given = given.map_err(|error| malformed(&element, crate::error::foreign(error)))?;
        let mut animation = Self { channels: Vec::new(), tracks: HashMap::new(), element };
        let (mut known, mut memory) = (HashSet::new(), 0);
        for (number, channel) in given.channels.iter().enumerate() {
            let place = format!("{}.channels[{number}]", animation.element);
            let Some((node, property)) = changed(&channel.target, &place)? else { continue };
            get(&buffers.document.nodes, node, "nodes", &place)?;
            if !known.insert((node, property)) {
                let problem = format!("another channel changes the {} of nodes[{node}], too", channel.target.path);
                return Err(malformed(&place, problem));
            }
            let sampler = get(&given.samplers, channel.sampler, "samplers", &place)?;
            if !animation.tracks.contains_key(&channel.sampler) {
                let place = format!("{}.samplers[{}]", animation.element, channel.sampler);
                let track = read_track(buffers, sampler, property, &mut memory, &place)?;
                animation.tracks.insert(channel.sampler, track);
            }
            let track = &animation.tracks[&channel.sampler];
            let needed = width(property);
            if needed.is_some_and(|width| width != track.width) || track.is_turn != (property == Property::Rotation) {
                return Err(malformed(&place, "its sampler has values for another kind of channel"));
            }
            animation.channels.push((node, property, channel.sampler));
        }
        if animation.channels.is_empty() {
            return Err(malformed(&animation.element, "no channel moves a node or changes a shape"));
        }
        Ok(animation)
    }

    /// When the last of its keyframes is.
    pub(crate) fn end(&self) -> f64 {
        self.tracks.values().map(Track::end).fold(0.0, f64::max)
    }

    /// The times of all keyframes, each once, in order.
    pub(crate) fn keyframes(&self) -> Vec<f64> {
        let mut times: Vec<f64> = self.tracks.values().flat_map(|track| track.times.iter().copied()).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        times
    }

    /// The differences from the state at rest, at a time.
    pub(crate) fn posture(&self, time: f64) -> Result<Posture, Fault> {
        let mut posture = Posture::default();
        for (node, property, sampler) in &self.channels {
            let place = || Place::Element(format!("{}.samplers[{sampler}]", self.element));
            let value = self.tracks[sampler].at(time).map_err(|fault| fault.at(place))?;
            let moved: &mut Moved = posture.of_mut(*node);
            match property {
                Property::Translation => moved.translation = value.first_chunk().copied(),
                Property::Rotation => moved.rotation = value.first_chunk().copied(),
                Property::Scale => moved.scale = value.first_chunk().copied(),
                Property::Weights => moved.weights = Some(value),
            }
        }
        Ok(posture)
    }
}

/// The node and what of it a channel changes; nothing if that has nothing to do with shapes.
fn changed(target: &Target, place: &str) -> Result<Option<(usize, Property)>, Fault> {
    let property = match target.path.as_str() {
        "translation" => Property::Translation,
        "rotation" => Property::Rotation,
        "scale" => Property::Scale,
        "weights" => Property::Weights,
        "pointer" => {
            let pointer = target.extensions.get("KHR_animation_pointer").and_then(|given| given.get("pointer"));
            let pointer = pointer.and_then(|pointer| pointer.as_str()).unwrap_or_default();
            if !["/nodes", "/meshes", "/skins"].iter().any(|list| pointer.starts_with(list)) {
                return Ok(None);
            }
            let problem = format!("KHR_animation_pointer to {pointer:?} is not supported; save plain channels");
            return Err(Fault::unsupported(Place::Element(place.into()), problem));
        }
        other => return Err(malformed(place, format!("the path {other:?} is unknown"))),
    };
    // A channel without a node is to be ignored, says the specification.
    Ok(target.node.map(|node| (node, property)))
}

/// How many numbers a value has, where that does not depend on the mesh.
fn width(property: Property) -> Option<usize> {
    match property {
        Property::Translation | Property::Scale => Some(3),
        Property::Rotation => Some(4),
        Property::Weights => None,
    }
}

fn read_track(
    buffers: &mut Buffers,
    sampler: &Sampler,
    property: Property,
    memory: &mut u64,
    place: &str,
) -> Result<Track, Fault> {
    let Sampler { input, output, .. } = *sampler;
    let interpolation = Interpolation::parse(sampler.interpolation.as_deref(), place)?;
    // Many samplers may use the same bytes of the file.
    for (accessor, numbers) in [(input, 1), (output, width(property).unwrap_or(1) as u64)] {
        let count = accessor::count(buffers.document, accessor, place)?;
        *memory = memory.saturating_add(count.saturating_mul(8 * numbers));
    }
    let limit = buffers.limits.unpacked_bytes;
    if *memory > limit {
        let problem = format!("keyframes take {memory} bytes or more, but at most {limit} are allowed");
        return Err(Fault::too_large(Place::Element(place.into()), problem));
    }
    let times: Vec<[f64; 1]> = accessor::numbers(buffers, input, "SCALAR", place)?;
    let times: Vec<f64> = times.into_flattened();
    let values = match property {
        Property::Translation | Property::Scale => accessor::vectors(buffers, output, place)?.into_flattened(),
        Property::Rotation => accessor::numbers::<4>(buffers, output, "VEC4", place)?.into_flattened(),
        Property::Weights => accessor::numbers::<1>(buffers, output, "SCALAR", place)?.into_flattened(),
    };
    Track::new(times, values, interpolation, width(property), property == Property::Rotation, place)
}
