// The certain interval in which a ray along the depth axis passes through a body around a triangle.
//
// Corners are relative to the ray: xy is how far they are from it, z a depth that counts from the middle of the view. A
// body that contains all corners and whatever is closer to them than a radius r lies below the plane n . q = top, with top
// the greatest n . corner plus r |n|, for every n. So each n bounds where the ray can enter (n.z < 0) or leave
// (n.z > 0), or tells that it misses, and no n is wrong: a bad one only bounds badly.
//
// Roundings. Corners are off by at most 2^-22 (M + W), M being the greatest coordinate of the triangle and W that of the
// view; n is off as it likes, but not longer than 1 + 2^-16; n . corner takes five more roundings, of at most 2^-23 of
// sqrt(3) (M + W) each. Together that is less than 2^-19 (M + W). The radius contains 2^-17 (M + W): 2^-17 W from the CPU, the
// rest from `sight`. The remainder covers that planes nearly parallel to the ray, n.z up to PARALLEL = 2^-20, are
// taken for parallel to it or tilted to that, at depths up to W. The radius is also larger by 2^-15 of itself than it need
// be, for directions that are too long. The quotient is off by 4 * 2^-23 of itself: see `depths`.

const PARALLEL = 9.5367431640625e-7; // 2^-20
const ENDLESS = 1.0e30;

// Where a ray enters and leaves; it misses if the first is greater.
const ALL = vec2(-ENDLESS, ENDLESS);
const MISS = vec2(ENDLESS, -ENDLESS);

fn below(span: vec2<f32>, normal: vec3<f32>, top: f32) -> vec2<f32> {
    if normal.z < -PARALLEL {
        return vec2(max(span.x, top / normal.z), span.y);
    }
    if normal.z > PARALLEL {
        return vec2(span.x, min(span.y, top / normal.z));
    }
    if top < 0.0 {
        return MISS;
    }
    return span;
}

// Between the two planes across `normal` that enclose the corners and a radius.
fn between(span: vec2<f32>, normal: vec3<f32>, corners: mat3x3<f32>, radius: f32) -> vec2<f32> {
    let at = normal * corners;
    let low = min(min(at.x, at.y), at.z) - radius;
    let high = max(max(at.x, at.y), at.z) + radius;
    return below(below(span, normal, high), -normal, -low);
}

// Below the plane that supports the corners and a radius in a direction.
fn supported(span: vec2<f32>, normal: vec3<f32>, corners: mat3x3<f32>, radius: f32) -> vec2<f32> {
    let at = normal * corners;
    return below(span, normal, max(max(at.x, at.y), at.z) + radius);
}

// Around both.
fn either(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    if a.x > a.y {
        return b;
    }
    if b.x > b.y {
        return a;
    }
    return vec2(min(a.x, b.x), max(a.y, b.y));
}
