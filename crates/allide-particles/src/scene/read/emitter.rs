//! Emitters from TOML.

use crate::scene::SceneError;
use crate::scene::table::{Table, unknown};
use crate::sound::Striker;
use crate::{DVec3, Emitter, Look, Response, Shape, Source};

pub(super) fn read(table: &Table<'_>) -> Result<Emitter, SceneError> {
    let most = u64::from(u32::MAX);
    let emitter = Emitter {
        name: table.text("name")?.unwrap_or("emitter").to_owned(),
        count: table.count("count", most)?.unwrap_or(1000) as u32,
        seed: table.count("seed", u64::MAX)?.unwrap_or(1),
        start: table.number_or("start", 0.0)?,
        period: table.number_or("period", 2.0)?,
        generations: table.count("generations", u64::MAX)?.unwrap_or(u64::MAX),
        source: source(table)?,
        velocity: table.vector_or("velocity", DVec3::ZERO)?,
        spread: table.vector_or("spread", DVec3::ZERO)?,
        acceleration: table.vector_or("acceleration", DVec3::ZERO)?,
        response: response(table)?,
        look: look(table)?,
        striker: striker(table)?,
    };
    table.finish()?;
    Ok(emitter)
}

/// What strikes: a preset by name, or its numbers; drops are rain and everything else is hail where nothing is said.
fn striker(table: &Table<'_>) -> Result<Striker, SceneError> {
    let Some(item) = table.item("striker") else {
        return Ok(if table.text("shape")? == Some("drop") { Striker::RAIN } else { Striker::HAIL });
    };
    if let Some(name) = item.as_str() {
        return Striker::named(name)
            .ok_or_else(|| table.error(item.span(), unknown("striker", name, &Striker::ALL.map(|(name, _)| name))));
    }
    let Some(numbers) = table.table("striker").ok().flatten() else {
        let message = "a striker is \"hail\", \"rain\", \"pebble\" or { mass = kg, radius = m, hardness = Pa }";
        return Err(table.error(item.span(), message));
    };
    let striker = Striker {
        mass: numbers.needed("mass")?,
        radius: numbers.needed("radius")?,
        hardness: numbers.needed("hardness")?,
    };
    numbers.finish()?;
    Ok(striker)
}

fn source(table: &Table<'_>) -> Result<Source, SceneError> {
    let Some(source) = table.table("source")? else { return Ok(Source::Point(DVec3::ZERO)) };
    let found = if let Some(point) = source.numbers("point")? {
        Source::Point(DVec3::from_array(point))
    } else if let Some([min, max]) = source.corners("box")? {
        Source::Box { min: DVec3::from_array(min), max: DVec3::from_array(max) }
    } else if let Some(center) = source.numbers("disc")? {
        Source::Disc { center: DVec3::from_array(center), radius: source.needed("radius")? }
    } else {
        return Err(source.error(
            None,
            "a source is { point = [x, y, z] }, { box = [lowest, highest] } or { disc = [x, y, z], radius = r }",
        ));
    };
    source.finish()?;
    Ok(found)
}

fn response(table: &Table<'_>) -> Result<Response, SceneError> {
    let limit = table.count("bounces", u64::from(u32::MAX))?;
    match table.text("response")?.unwrap_or("vanish") {
        "vanish" if limit.is_none() => Ok(Response::Vanish),
        "bounce" => Ok(Response::Bounce { limit: limit.map_or(u32::MAX, |limit| limit as u32) }),
        "vanish" => Err(table.error(None, "what vanishes has no bounces: response = \"bounce\"")),
        other => {
            let span = table.item("response").and_then(toml_edit::Item::span);
            Err(table.error(span, unknown("response", other, &["vanish", "bounce"])))
        }
    }
}

fn look(table: &Table<'_>) -> Result<Look, SceneError> {
    let plain = Look::default();
    let shape = match table.text("shape")?.unwrap_or("ball") {
        "ball" => Shape::Ball,
        "cube" => Shape::Cube,
        "octahedron" => Shape::Octahedron,
        "drop" => Shape::Drop,
        other => {
            let span = table.item("shape").and_then(toml_edit::Item::span);
            return Err(table.error(span, unknown("shape", other, &["ball", "cube", "octahedron", "drop"])));
        }
    };
    let first = table.numbers("color")?.unwrap_or(plain.colors[0]);
    let last = table.numbers("last_color")?.unwrap_or(first);
    Ok(Look {
        shape,
        size: table.numbers("size")?.unwrap_or(plain.size),
        spin: table.numbers("spin")?.unwrap_or(plain.spin),
        colors: [first, last],
    })
}
