//! What the other tests rest on: generated solids are what they claim to be, and their pairs meet in all ways.

use allide::{Engine, Pose, Scene, SelfOverlaps};
use allide_oracle::solids::{SolidClass, class, volume};
use allide_scenes::solids::{KINDS, Kind, POOL, Pair, Solid, pair};
use rayon::prelude::*;
use std::collections::HashMap;

/// Why a solid is not one: edges not used once in each direction, no volume, faces in or on other faces, points twice.
fn fault(solid: &Solid) -> Option<String> {
    let mut edges: HashMap<(u32, u32), i32> = HashMap::new();
    for &[a, b, c] in &solid.triangles {
        for edge in [(a, b), (b, c), (c, a)] {
            *edges.entry(edge).or_default() += 1;
        }
    }
    if let Some((edge, _)) = edges.iter().find(|&(&(a, b), &count)| count != 1 || edges.get(&(b, a)) != Some(&1)) {
        return Some(format!("edge {edge:?} is not in two triangles, once in each direction"));
    }
    if !volume(&solid.corners()).is_positive() {
        return Some("it has no volume, or faces inwards".into());
    }
    let mut scene = Scene::new();
    scene.add("solid", &solid.mesh(), Pose::IDENTITY);
    let report = Engine::cpu().run(&scene, &SelfOverlaps::of_all()).expect("an answer");
    let overlap = report.pairs.first().map(|pair| report.findings_of(pair)[0])?;
    Some(format!("triangles {} and {} overlap", overlap.a, overlap.b))
}

#[test]
fn shapes_are_closed_face_outwards_and_do_not_overlap_themselves() {
    for shape in POOL {
        let solid = (shape.make)();
        assert_eq!(fault(&solid), None, "{}", shape.name);
        assert!(solid.triangles.len() <= 108, "{}: {} triangles", shape.name, solid.triangles.len());
        let open = Solid { triangles: solid.triangles[1..].to_vec(), ..solid.clone() };
        assert!(fault(&open).is_some() && fault(&solid.flipped()).is_some(), "{}", shape.name);
        assert!(fault(&solid.with(&solid.moved([0.5; 3]))).is_some(), "{}", shape.name);
    }
}

#[test]
fn solids_of_pairs_are_valid_too() {
    let all: Vec<Pair> = (0..150).flat_map(|seed| KINDS.map(|kind| pair(kind, seed))).collect();
    let faults: Vec<String> = all
        .par_iter()
        .flat_map_iter(|pair| [("a", &pair.a), ("b", &pair.b)].map(|(side, solid)| (&pair.name, side, fault(solid))))
        .filter_map(|(name, side, fault)| fault.map(|fault| format!("{name} {side}: {fault}")))
        .collect();
    assert!(faults.is_empty(), "{} of {}: {:#?}", faults.len(), all.len(), &faults[..faults.len().min(20)]);
}

#[test]
fn pairs_meet_in_all_ways() {
    let of = |kind: Kind| -> HashMap<SolidClass, usize> {
        let classes = (1_000..1_040u64).into_par_iter().map(|seed| {
            let Pair { a, b, .. } = pair(kind, seed);
            class(&a.corners(), &b.corners())
        });
        let mut counts = HashMap::new();
        for class in classes.collect::<Vec<_>>() {
            *counts.entry(class).or_default() += 1;
        }
        counts
    };
    let mut all: HashMap<SolidClass, usize> = HashMap::new();
    for kind in KINDS {
        let counts = of(kind);
        let has = |class: SolidClass| counts.contains_key(&class);
        let has_contact = has(SolidClass::Touch);
        match kind {
            Kind::Duplicate => assert_eq!(counts.len(), 1, "{counts:?}"),
            Kind::Almost => assert!(has(SolidClass::Hard) || has(SolidClass::FirstInside), "{counts:?}"),
            Kind::General => assert!(!has_contact && counts.len() > 2, "{counts:?}"),
            Kind::Within => assert!(has(SolidClass::FirstInside) && has(SolidClass::SecondInside), "{counts:?}"),
            Kind::Tangled => assert!(has(SolidClass::Clear) && has(SolidClass::Hard), "{counts:?}"),
            Kind::Grown => assert!(counts.len() > 2, "{counts:?}"),
            _ => assert!(has_contact && counts.len() > 2, "{kind:?}: {counts:?}"),
        }
        counts.into_iter().for_each(|(class, count)| *all.entry(class).or_default() += count);
    }
    assert!(all.len() == 6 && all.values().all(|&count| count > 20), "{all:?}");
}
