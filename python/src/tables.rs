//! Reports as tables: a column for each number, and names instead of numbers of objects and classes.

use crate::arrow::{Table, Values};
use crate::records::Told;
use allide::{Class, PairClass, Scene, TriangleDistance, TrianglePair};
use pyo3::prelude::*;

/// One row for each object pair.
pub fn pairs(scene: &Scene, told: &[Told]) -> PyResult<Table> {
    let real = |of: &dyn Fn(&Told) -> f64| Values::F64(told.iter().map(of).collect());
    let class = |told: &Told| PairClass::ALL.get(told.class as usize).map_or("", |class| class.name());
    let inside = |told: &Told| match told.inside {
        0 => "a",
        1 => "b",
        _ => "",
    };
    let mut columns = vec![
        ("a", Values::U32(told.iter().map(|told| told.a).collect())),
        ("b", Values::U32(told.iter().map(|told| told.b).collect())),
        ("name_a", names(scene, told.iter().map(|told| told.a))?),
        ("name_b", names(scene, told.iter().map(|told| told.b))?),
        ("class", text(told.iter().map(class))?),
        ("inside", text(told.iter().map(inside))?),
        ("triangle_pairs", Values::U64(told.iter().map(|told| told.triangle_pairs).collect())),
        ("distance", real(&|told| told.distance)),
        ("penetration", real(&|told| told.penetration[1])),
        ("penetration_lower", real(&|told| told.penetration[0])),
        ("depth", real(&|told| told.depth[1])),
        ("depth_lower", real(&|told| told.depth[0])),
        ("volume", real(&|told| told.volume[0])),
        ("volume_error", real(&|told| told.volume[1])),
        ("area", real(&|told| told.area[0])),
        ("area_error", real(&|told| told.area[1])),
    ];
    const AXES: [[&str; 3]; 3] =
        [["on_a_x", "on_a_y", "on_a_z"], ["on_b_x", "on_b_y", "on_b_z"], ["direction_x", "direction_y", "direction_z"]];
    for axis in 0..3 {
        columns.push((AXES[0][axis], real(&|told| told.on_a[axis])));
        columns.push((AXES[1][axis], real(&|told| told.on_b[axis])));
        columns.push((AXES[2][axis], real(&|told| told.direction[axis])));
    }
    Table::new(told.len(), columns)
}

/// One row for each two triangles that overlap; `pairs` has the two objects of each.
pub fn overlaps(pairs: &[[u32; 2]], found: &[TrianglePair]) -> PyResult<Table> {
    let mut columns = objects(pairs);
    columns.push(("a", Values::U32(found.iter().map(|found| found.a).collect())));
    columns.push(("b", Values::U32(found.iter().map(|found| found.b).collect())));
    columns.push(("class", text(found.iter().map(|found| Class::name(found.class)))?));
    Table::new(found.len(), columns)
}

/// One row for each two triangles that are close; `pairs` has the two objects of each.
pub fn distances(pairs: &[[u32; 2]], found: &[TriangleDistance]) -> PyResult<Table> {
    let mut columns = objects(pairs);
    columns.push(("a", Values::U32(found.iter().map(|found| found.a).collect())));
    columns.push(("b", Values::U32(found.iter().map(|found| found.b).collect())));
    columns.push(("distance", Values::F64(found.iter().map(|found| found.nearest.distance).collect())));
    Table::new(found.len(), columns)
}

fn objects(pairs: &[[u32; 2]]) -> Vec<(&'static str, Values)> {
    let side = |side: usize| Values::U32(pairs.iter().map(|pair| pair[side]).collect());
    vec![("object_a", side(0)), ("object_b", side(1))]
}

fn names(scene: &Scene, objects: impl Iterator<Item = u32>) -> PyResult<Values> {
    text(objects.map(|object| scene.objects()[object as usize].name()))
}

fn text<'t>(texts: impl Iterator<Item = &'t str>) -> PyResult<Values> {
    Values::text(texts).ok_or_else(|| pyo3::exceptions::PyOverflowError::new_err("names of more than 2 GiB"))
}
