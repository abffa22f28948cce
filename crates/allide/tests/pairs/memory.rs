//! What asks for no memory: counted by an allocator that counts.

use allide::{Engine, Overlaps, Pair, Pose, Scene};
use allide_scenes::shapes::cuboid;
use allide_scenes::{Random, moved, scenes::Cell};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell as Count;

struct Counting;

thread_local! {
    static ALLOCATIONS: Count<usize> = const { Count::new(0) };
}

// SAFETY: the system's own allocator does it all.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps what this function asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// How often this thread asks for memory meanwhile.
fn allocations<T>(work: impl FnOnce() -> T) -> usize {
    let before = ALLOCATIONS.with(Count::get);
    let _ = work();
    ALLOCATIONS.with(Count::get) - before
}

#[test]
fn whether_two_meshes_overlap_needs_memory_for_the_finding_alone() {
    let Cell { arm, cell } = Cell::new(6);
    let (pair, mut random) = (Pair::new(&cell, &arm), Random::new(1));
    for _ in 0..50 {
        let pose = Cell::pose(&mut random);
        let mut is_overlap = false;
        let count = allocations(|| is_overlap = pair.overlaps(&Pose::IDENTITY, &pose).unwrap());
        assert!(count <= usize::from(is_overlap), "{count} times");
    }
}

#[test]
fn objects_far_apart_need_a_few_lists() {
    let cube = cuboid([0.0; 3], [1.0; 3]);
    let mut scene = Scene::new();
    scene.add("a", &cube, Pose::IDENTITY);
    let other = scene.add("b", &cube, moved(5.0, 0.0, 0.0));
    let mut engine = Engine::cpu_with_threads(2).unwrap();
    assert!(engine.any(&scene, &Overlaps::new()).unwrap().is_none());
    scene.set_pose(other, moved(0.0, 6.0, 0.0));
    // The objects, what is kept of them, the method, the device and the times of stages.
    assert!(allocations(|| engine.any(&scene, &Overlaps::new()).unwrap()) <= 5);
}
