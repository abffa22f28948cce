// The records of pairs: walk.rs, which says what their words are.

@group(0) @binding(5) var<storage, read> starts: array<u32>;
@group(0) @binding(6) var<storage, read_write> records: array<u32>;

var<private> place: u32;

fn begin(head: u32) { place = starts[head]; }

fn end(head: u32) {}

struct State {
    skins: u32,
    winding: i32,
}

fn pass_by(state: State, key: u32) -> State {
    let kind = key & 3u;
    let skins = state.skins + select(0u, 1u, kind == BEGIN) - select(0u, 1u, kind == END);
    return State(skins, state.winding + select(0, 1, kind == ENTER) - select(0, 1, kind == LEAVE));
}

// Where the stretch that is going on begins, its length, and the longest one; then the sum of all.
struct Stretch {
    start: u32,
    length: u32,
    longest: vec2<u32>,
    sum: u32,
}

fn extended(stretch: Stretch, is_shared: bool, at: u32, length: u32) -> Stretch {
    var next = stretch;
    if !is_shared {
        next.length = 0u;
        return next;
    }
    if next.length == 0u { next.start = at; }
    next.length += length;
    next.sum += length;
    if next.length > next.longest.y { next.longest = vec2(next.start, next.length); }
    return next;
}

fn visit(slot: u32, objects: vec2<u32>, a: vec2<u32>, b: vec2<u32>) {
    if place >= params.first && place < params.last { put(slot, objects, a, b); }
    place++;
}

fn put(slot: u32, objects: vec2<u32>, a: vec2<u32>, b: vec2<u32>) {
    var certain = Stretch();
    var sampled = Stretch();
    var possible = Stretch();
    var in_a = State();
    var in_b = State();
    var i = a.x;
    var j = b.x;
    var at = 0u;
    while i < a.y && j < b.y {
        let is_of_a = keys[i] <= keys[j];
        let key = min(keys[i], keys[j]);
        let length = (key >> 2u) - at;
        if length > 0u {
            let is_sampled = in_a.winding != 0 && in_b.winding != 0;
            certain = extended(certain, is_sampled && in_a.skins + in_b.skins == 0u, at, length);
            sampled = extended(sampled, is_sampled, at, length);
            let is_possible = (in_a.winding != 0 || in_a.skins > 0u) && (in_b.winding != 0 || in_b.skins > 0u);
            possible = extended(possible, is_possible, at, length);
        }
        at = key >> 2u;
        if is_of_a {
            in_a = pass_by(in_a, key);
            i++;
        } else {
            in_b = pass_by(in_b, key);
            j++;
        }
    }
    let a_ends = vec2(keys[a.x], keys[a.y - 1u]) >> vec2(2u);
    let b_ends = vec2(keys[b.x], keys[b.y - 1u]) >> vec2(2u);
    var words = array<u32, RECORD>(
        slot, objects.x, objects.y, certain.sum, sampled.sum, possible.sum, possible.longest.y, certain.longest.x,
        certain.longest.y, sampled.longest.x, sampled.longest.y, max(b_ends.y, a_ends.x) - a_ends.x,
        max(a_ends.y, b_ends.x) - b_ends.x,
    );
    for (var word = 0u; word < RECORD; word++) { records[RECORD * (place - params.first) + word] = words[word]; }
}
