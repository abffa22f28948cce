// Counts the children of each fragment, and the fragments of each child.

@group(0) @binding(5) var<storage, read_write> counts: array<u32>;
@group(0) @binding(6) var<storage, read_write> sizes: array<atomic<u32>>;

var<private> count: u32;

fn begin(fragment: u32) { count = 0u; }

fn visit(child: u32, triangle: u32) {
    count++;
    atomicAdd(&sizes[child], 1u);
}

fn end(fragment: u32) { counts[fragment] = count; }
