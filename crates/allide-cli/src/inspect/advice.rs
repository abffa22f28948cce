//! The defects of an object, where they are, and what to do about them.

use crate::numbers::{Coordinates, counted, length, thousands};
use allide::{Aabb, DVec3, Inspection, Object, Orientation, Problem, Shell};

/// One line for what is wrong and where.
pub fn finding(found: &Inspection, object: &Object, problem: Problem, format: Coordinates) -> String {
    let count = found.count(problem);
    let point = |point: DVec3| point.to_array().map(|x| format.text(x)).join(" ");
    let at = |region: &Aabb| format!("{}, size {}", point(region.center()), length(region.size().length()));
    let topology = object.mesh().topology();
    let first = |edges: &[[u32; 2]]| {
        let end = |vertex: u32| object.pose().apply(object.mesh().positions()[vertex as usize]);
        edges.first().map_or_else(String::new, |edge| point(Aabb::around(edge.map(end)).center()))
    };
    let shell = |is_bad: fn(&Shell) -> bool| {
        let shell = found.shells.iter().find(|shell| is_bad(shell));
        shell.map_or_else(String::new, |shell| at(&shell.bounds))
    };
    match problem {
        Problem::Empty => "no triangles".into(),
        Problem::OpenEdges => {
            let (borders, largest) = (counted(found.borders.len(), "border"), found.borders.first());
            let place = largest.map_or_else(String::new, |border| at(&border.region));
            format!("{} in {borders}{} {place}", counted(count, "open edge"), largest_at(found.borders.len()))
        }
        Problem::FlippedEdges => {
            let (edges, place) = (counted(count, "edge"), first(topology.flipped_edges()));
            format!("{edges} between triangles that face different ways{} {place}", first_at(count))
        }
        Problem::NonManifoldEdges => {
            let (edges, place) = (counted(count, "edge"), first(topology.non_manifold_edges()));
            format!("{edges} used by more than two triangles{} {place}", first_at(count))
        }
        Problem::InvertedShells => {
            let place = shell(Shell::is_inverted);
            format!("{} inside out{} {place}", counted(count, "shell"), first_at(count))
        }
        Problem::FlatShells => {
            let place = shell(|shell| shell.orientation == Some(Orientation::Flat));
            format!("{} without volume{} {place}", counted(count, "closed shell"), first_at(count))
        }
        Problem::SelfOverlaps => {
            let pairs = found.clusters.iter().map(|cluster| cluster.triangle_pairs).sum();
            let place = found.clusters.first().map_or_else(String::new, |cluster| at(&cluster.region));
            let (places, pairs) = (counted(count, "place"), counted(pairs, "triangle pair"));
            format!("the surface meets itself in {places} ({pairs}){} {place}", largest_at(count))
        }
        Problem::DuplicateTriangles => {
            let first = found.duplicate_triangles().first().map_or(0, |[_, repeated]| *repeated);
            format!("{} with the corners of an earlier one{} {first}", triangles(count), first_is(count))
        }
        Problem::DegenerateTriangles => {
            let first = found.degenerate_triangles().first().copied().unwrap_or(0);
            format!("{} without area{} {first}", triangles(count), first_is(count))
        }
        _ => format!("{problem}: {}", thousands(count)),
    }
}

fn triangles(count: usize) -> String {
    counted(count, "triangle")
}

fn largest_at(count: usize) -> &'static str {
    if count == 1 { " at" } else { ", the largest at" }
}

fn first_at(count: usize) -> &'static str {
    if count == 1 { " at" } else { ", the first at" }
}

fn first_is(count: usize) -> &'static str {
    if count == 1 { ": number" } else { ", the first is number" }
}

/// How to fix it.
pub fn advice(problem: Problem) -> &'static str {
    match problem {
        Problem::Empty => "export it again, or leave it out",
        Problem::OpenEdges => "close the holes; a sheet needs a thickness to be a solid",
        Problem::FlippedEdges => "orient all triangles alike, which most modelling programs do on request",
        Problem::NonManifoldEdges => "separate the parts that meet there, or remove walls inside",
        Problem::InvertedShells => "flip its triangles; a cavity faces inwards, everything else outwards",
        Problem::FlatShells => "remove it, or give it a thickness",
        Problem::SelfOverlaps => "unite the parts that overlap, or move them apart",
        Problem::DuplicateTriangles => "remove one of each two",
        Problem::DegenerateTriangles => "remove them, and merge their corners with those beside them",
        _ => "",
    }
}
