// Writes the children of each fragment where the sums of all counts before say.

@group(0) @binding(5) var<storage, read> starts: array<u32>;
@group(0) @binding(6) var<storage, read_write> children: array<vec2<u32>>;

var<private> place: u32;

fn begin(fragment: u32) { place = starts[fragment]; }

fn visit(child: u32, triangle: u32) {
    children[place] = vec2(child, triangle);
    place++;
}

fn end(fragment: u32) {}
