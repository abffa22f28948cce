// Words of `state`, which starts out as all zeros. The first ones count, by view:
//   LIVE      members of the set before the view; those it leaves are LIVE of the next one
//   OBJECTS   objects with members left by it
//   PAIRS     object pairs left by it
//   VIEWED    cells in it
// Behind them, at offsets in `params`, there are for each view and tile six words of a window and LEVELS words that tell
// how large triangles are, the last of which counts members, and for each view and object six words of the box around what it
// left of the object.

// Boxes are kept by maxima alone, of numbers that are 0 where there is nothing: low corners count down from here.
const NOWHERE: i32 = 0x7fffffff;

struct Box {
    low: vec3<i32>,
    high: vec3<i32>,
}

fn load_box(at: u32) -> Box {
    let low = vec3(atomicLoad(&state[at]), atomicLoad(&state[at + 1u]), atomicLoad(&state[at + 2u]));
    let high = vec3(atomicLoad(&state[at + 3u]), atomicLoad(&state[at + 4u]), atomicLoad(&state[at + 5u]));
    return Box(vec3(NOWHERE) - vec3<i32>(low), vec3<i32>(high));
}

fn is_empty(box: Box) -> bool {
    return any(box.low > box.high);
}

// Makes a box larger. Most of the time it is large enough, and a look tells.
fn raise(at: u32, value: u32) {
    if atomicLoad(&state[at]) < value { atomicMax(&state[at], value); }
}

fn add_box(at: u32, box: Box) {
    let low = vec3<u32>(vec3(NOWHERE) - box.low);
    let high = vec3<u32>(box.high);
    raise(at, low.x);
    raise(at + 1u, low.y);
    raise(at + 2u, low.z);
    raise(at + 3u, high.x);
    raise(at + 4u, high.y);
    raise(at + 5u, high.z);
}
