//! Colliders from TOML.

use super::image;
use crate::scene::SceneError;
use crate::scene::table::{Table, flat, unknown};
use crate::{Collider, DVec2, DVec3, Keep, Material, Pose, Region, Surface};
use std::path::Path;

/// The keys of tables of regions.
const REGIONS: &str = "a region is { disc = [x, y], radius = r }, { rectangle = [lowest, highest] }, { polygon = [corners] }, \
                       { box = [lowest, highest] } or { half_space = [x, y, z, offset] }";

const SURFACES: &[&str] = &[
    "rectangle",
    "disc",
    "polygon",
    "sphere",
    "ellipsoid",
    "cylinder",
    "cone",
    "paraboloid",
    "hyperboloid",
    "quadric",
    "blobby",
];

/// More colliders than this in one table are a mistake.
const MOST: f64 = 1e6;

/// The colliders of a table: one, or a grid of them where it repeats.
pub(super) fn read(
    table: &Table<'_>,
    materials: &[Material],
    folder: Option<&Path>,
) -> Result<Vec<Collider>, SceneError> {
    let name = table.text("name")?.unwrap_or("collider").to_owned();
    let mut pose = Pose::at(table.vector_or("position", DVec3::ZERO)?);
    for [x, y, z, degrees] in table.rows("rotation")?.unwrap_or_default() {
        if DVec3::new(x, y, z).try_normalize().is_none() || !degrees.is_finite() {
            let span = table.item("rotation").and_then(toml_edit::Item::span);
            return Err(table.error(span, "a rotation is [x, y, z, degrees] about an axis that is not zero"));
        }
        pose = pose.turned(DVec3::new(x, y, z), degrees);
    }
    let (surface, mut constraints) = surface(table)?;
    for (key, keep) in [("keep", Keep::Inside), ("holes", Keep::Outside)] {
        for table in table.tables(key)? {
            constraints.push((keep, region(&table)?));
        }
    }
    let material = match table.text("material")? {
        Some(name) => {
            let span = table.item("material").and_then(toml_edit::Item::span);
            material(materials, name).map_err(|message| table.error(span, message))?
        }
        None => 0,
    };
    let image = table.table("image")?.map(|table| image::read(&table, materials, folder)).transpose()?;
    let collider = Collider { name, pose, surface, constraints, material, image };
    let copies = copies(table, &collider)?;
    table.finish()?;
    Ok(copies)
}

fn surface(table: &Table<'_>) -> Result<(Surface, Vec<(Keep, Region)>), SceneError> {
    let item = table.item("surface");
    let kind =
        table.text("surface")?.ok_or_else(|| table.missing("surface", &format!("one of {}", SURFACES.join(", "))))?;
    let bare = |surface| Ok((surface, Vec::new()));
    let heights = || table.needed_numbers("heights");
    match kind {
        "rectangle" => {
            let half = 0.5 * flat(table.needed_numbers("size")?);
            Ok((Surface::Plane, vec![(Keep::Inside, Region::Rectangle { min: -half, max: half })]))
        }
        "disc" => {
            let region = Region::Disc { center: DVec2::ZERO, radius: table.needed("radius")? };
            Ok((Surface::Plane, vec![(Keep::Inside, region)]))
        }
        "polygon" => {
            let corners = table.rows("corners")?.ok_or_else(|| table.missing("corners", "[[x, y], …]"))?;
            Ok((Surface::Plane, vec![(Keep::Inside, Region::Polygon(corners.into_iter().map(flat).collect()))]))
        }
        "sphere" => bare(Surface::Ellipsoid { radii: DVec3::splat(table.needed("radius")?) }),
        "ellipsoid" => bare(Surface::Ellipsoid { radii: DVec3::from_array(table.needed_numbers("radii")?) }),
        "cylinder" => bare(Surface::Cylinder { radii: table.needed_numbers("radii")?, heights: heights()? }),
        "cone" => bare(Surface::Cone { radii: table.needed_numbers("radii")?, heights: heights()? }),
        "paraboloid" => bare(Surface::Paraboloid { radii: table.needed_numbers("radii")?, heights: heights()? }),
        "hyperboloid" => bare(Surface::Hyperboloid {
            radii: DVec3::from_array(table.needed_numbers("radii")?),
            sheets: table.count("sheets", 2)?.unwrap_or(1) as u8,
            heights: heights()?,
        }),
        "quadric" => {
            let coefficients = table.needed_numbers("coefficients")?;
            let corners = table
                .corners("box")?
                .ok_or_else(|| table.missing("box", "[lowest, highest] corner, which bounds the quadric"))?;
            let [min, max] = corners.map(DVec3::from_array);
            bare(Surface::Quadric { coefficients, min, max })
        }
        "blobby" => {
            let balls = table.rows("balls")?.ok_or_else(|| table.missing("balls", "[[x, y, z, radius], …]"))?;
            let balls = balls.into_iter().map(|[x, y, z, radius]| (DVec3::new(x, y, z), radius)).collect();
            bare(Surface::Blobby { balls, level: table.number_or("level", 0.2)? })
        }
        other => Err(table.error(item.and_then(toml_edit::Item::span), unknown("surface", other, SURFACES))),
    }
}

fn region(table: &Table<'_>) -> Result<Region, SceneError> {
    let region = if let Some(center) = table.numbers("disc")? {
        Region::Disc { center: flat(center), radius: table.needed("radius")? }
    } else if let Some([min, max]) = table.corners("rectangle")? {
        Region::Rectangle { min: flat(min), max: flat(max) }
    } else if let Some(corners) = table.rows("polygon")? {
        Region::Polygon(corners.into_iter().map(flat).collect())
    } else if let Some([min, max]) = table.corners("box")? {
        Region::Box { min: DVec3::from_array(min), max: DVec3::from_array(max) }
    } else if let Some([x, y, z, offset]) = table.numbers("half_space")? {
        Region::HalfSpace { normal: DVec3::new(x, y, z), offset }
    } else {
        return Err(table.error(None, REGIONS));
    };
    table.finish()?;
    Ok(region)
}

/// The number of a material, or an error if it does not exist.
pub(super) fn material(materials: &[Material], name: &str) -> Result<u32, String> {
    let found = materials.iter().position(|material| material.name == name);
    let known = || materials.iter().map(|material| material.name.as_str()).collect::<Vec<_>>();
    found.map(|found| found as u32).ok_or_else(|| unknown("material", name, &known()))
}

fn copies(table: &Table<'_>, collider: &Collider) -> Result<Vec<Collider>, SceneError> {
    let Some(repeat) = table.table("repeat")? else { return Ok(vec![collider.clone()]) };
    let counts = repeat.needed_numbers::<3>("counts")?;
    let step = DVec3::from_array(repeat.needed_numbers("step")?);
    repeat.finish()?;
    if !step.is_finite() {
        return Err(repeat.error(None, format!("a step must be finite, not {step}")));
    }
    let total = counts[0] * counts[1] * counts[2];
    if counts.iter().any(|count| !(*count >= 1.0 && count.fract() == 0.0)) || total > MOST {
        return Err(repeat.error(None, format!("counts must be whole numbers from 1, and {MOST} colliders at most")));
    }
    let [nx, ny, nz] = counts.map(|count| count as u32);
    let mut copies = Vec::new();
    for z in 0..nz {
        for y in 0..ny {
            for x in 0..nx {
                let mut copy = collider.clone();
                copy.pose.origin += step * DVec3::new(x.into(), y.into(), z.into());
                copy.name = format!("{} {}", collider.name, copies.len() + 1);
                copies.push(copy);
            }
        }
    }
    Ok(copies)
}
