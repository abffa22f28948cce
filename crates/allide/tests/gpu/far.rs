//! The method `far`, drawn: nothing is missed, whatever the resolution, the cover and the reduction.

use crate::harness::{assert_same, engine};
use allide::{
    Clearance, Cover, Engine, Error, GpuError, GpuOptions, Guarantee, Method, Offset, Overlaps, Reduction, Scene, Views,
};
use allide_scenes::Random;
use allide_scenes::hard::{KINDS, scene};

const OFFSETS: [Offset; 3] = [Offset::Uobb, Offset::Bounded, Offset::Exact];

fn views(resolution: u32, offset: Offset, reduction: Reduction) -> Views {
    Views { resolution: Some(resolution), cover: Cover::Offset(offset), reduction }
}

/// Candidates of each question, overlaps and clearance.
fn check(name: &str, gpu: &mut Engine, scene: &Scene, clearance: f64) -> [u64; 2] {
    let mut cpu = Engine::cpu();
    let expected = cpu.run(scene, &Overlaps::new().method(Method::Divide)).unwrap();
    let found = gpu.run(scene, &Overlaps::new().method(Method::Far)).unwrap();
    assert_same(name, "overlaps", &found, &expected);
    assert_eq!((found.device, found.method, found.guarantee), ("gpu", "far", Guarantee::Exact), "{name}");
    let near = Clearance::within(clearance).unwrap().with_triangles();
    let expected = cpu.run(scene, &near.clone().method(Method::Divide)).unwrap();
    let found_near = gpu.run(scene, &near.method(Method::Far)).unwrap();
    assert_same(name, "clearance", &found_near, &expected);
    [found.stats.candidates, found_near.stats.candidates]
}

#[test]
fn every_offset_and_reduction_finds_all_in_hard_scenes() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    for seed in 0..4 {
        for kind in KINDS {
            let (scene, clearance) = scene(kind, &mut Random::new(seed * 100 + kind as u64));
            for (number, offset) in OFFSETS.into_iter().enumerate() {
                let pixels = [16, 64, 200][(number + seed as usize) % 3];
                let reduction = if (number + seed as usize) % 2 == 0 { Reduction::OrderFree } else { Reduction::Ordered };
                gpu = gpu.with_views(views(pixels, offset, reduction));
                let name = format!("{kind:?} {seed}, {offset:?} {reduction:?} {pixels}");
                check(&name, &mut gpu, &scene, clearance);
            }
        }
    }
}

#[test]
fn smoke_suite() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    for (name, scene) in allide_scenes::small_suite() {
        let expected = Engine::cpu().run(&scene, &Overlaps::new().method(Method::Divide)).unwrap();
        for offset in OFFSETS {
            for reduction in [Reduction::OrderFree, Reduction::Ordered] {
                gpu = gpu.with_views(views(256, offset, reduction));
                let found = gpu.run(&scene, &Overlaps::new().method(Method::Far)).unwrap();
                assert_same(name, "overlaps", &found, &expected);
                let passes = &found.stats.gpu.as_ref().unwrap().passes;
                println!("{name} {offset:?} {reduction:?} {found} candidates {}", found.stats.candidates);
                if offset == Offset::Uobb && reduction == Reduction::OrderFree {
                    for p in passes {
                        println!("   {} o{} p{} t{} pairs{} draws{} {:.1}ms", p.level, p.objects, p.parts, p.triangles, p.pairs, p.draws, p.ms);
                    }
                }
            }
        }
    }
}

#[test]
fn touched_pixels_need_conservative_rasterisation() {
    let Some(gpu) = engine(GpuOptions::default()) else { return };
    let mut gpu = gpu.with_views(Views { cover: Cover::Conservative, resolution: Some(64), ..Views::default() });
    let (scene, clearance) = scene(KINDS[0], &mut Random::new(7));
    match gpu.run(&scene, &Overlaps::new().method(Method::Far)) {
        Ok(_) => {
            check("touched pixels", &mut gpu, &scene, clearance);
        }
        Err(Error::Gpu(error @ GpuError::Lacks { .. })) => {
            assert!(error.to_string().contains("conservative rasterisation"), "{error}");
        }
        Err(error) => panic!("{error}"),
    }
}
