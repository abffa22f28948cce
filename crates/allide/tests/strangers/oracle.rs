//! The rule once more, without any structure: all pairs, all triangles, and directions tried one by one.

use super::agree::surfaces;
use super::{all, scene};
use allide::{DVec3, Mesh, Method};
use allide_geom::{Triangle, distance};

const RATIO: f64 = 3.0;

struct Surface {
    triangles: Vec<Triangle>,
}

/// What the rule says of two points, where it is not too close to call.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Strangers,
    Not,
    Unsure,
}

impl Surface {
    fn of(mesh: &Mesh) -> Self {
        let corners = |triangle: &[u32; 3]| triangle.map(|corner| mesh.positions()[corner as usize]);
        Self { triangles: mesh.triangles().iter().map(corners).collect() }
    }

    /// The largest part of a small step from a point that goes towards another: of steps in all directions, those that stay
    /// on a triangle that the point is on.
    fn slope(&self, from: DVec3, to: DVec3) -> f64 {
        let way = (to - from).normalize();
        let mut steepest = f64::NEG_INFINITY;
        for corners in &self.triangles {
            if distance(corners, &[from; 3]).distance > 1.0e-12 {
                continue;
            }
            let [p, q, r] = *corners;
            let normal = (q - p).cross(r - p).normalize();
            let (right, up) = normal.any_orthonormal_pair();
            for degree in 0..720 {
                let (sine, cosine) = (f64::from(degree) * std::f64::consts::PI / 360.0).sin_cos();
                let step = right * cosine + up * sine;
                let point = from + step * 1.0e-6;
                if distance(corners, &[point; 3]).distance < 1.0e-9 {
                    steepest = steepest.max(step.dot(way));
                }
            }
        }
        steepest
    }

    /// Whether a path leads from one triangle to another inside a ball: labels spread until nothing changes.
    fn connects(&self, [a, b]: [usize; 2], middle: DVec3, radius: f64) -> bool {
        let near: Vec<usize> = (0..self.triangles.len())
            .filter(|&x| distance(&self.triangles[x], &[middle; 3]).distance <= radius)
            .collect();
        let meets = |x: usize, y: usize| {
            let common: Vec<DVec3> =
                self.triangles[x].into_iter().filter(|corner| self.triangles[y].contains(corner)).collect();
            match common[..] {
                [] => false,
                [p] => p.distance(middle) <= radius,
                [p, q, ..] => distance(&[p, q, q], &[middle; 3]).distance <= radius,
            }
        };
        let mut is_reached = vec![false; self.triangles.len()];
        is_reached[a] = true;
        loop {
            let next =
                near.iter().copied().find(|&x| !is_reached[x] && near.iter().any(|&y| is_reached[y] && meets(x, y)));
            match next {
                Some(next) => is_reached[next] = true,
                None => return is_reached[b],
            }
        }
    }

    fn verdict(&self, triangles: [usize; 2], [p, q]: [DVec3; 2]) -> Verdict {
        let steepest = self.slope(p, q).max(self.slope(q, p));
        if steepest > 1.0 / RATIO + 0.02 {
            return Verdict::Not;
        }
        let radius = 0.5 * RATIO * p.distance(q);
        let connected = [0.999, 1.001].map(|part| self.connects(triangles, (p + q) * 0.5, radius * part));
        match connected {
            [true, true] => Verdict::Not,
            [false, false] if steepest < 1.0 / RATIO - 0.02 => Verdict::Strangers,
            _ => Verdict::Unsure,
        }
    }
}

#[test]
fn all_pairs_are_decided_as_the_rule_says() {
    let (mut strangers, mut opposite, mut others, mut unsure) = (0, 0, 0, 0);
    for (name, mesh, limit) in
        surfaces().into_iter().filter(|(_, mesh, _)| mesh.triangles().len() <= 1000 || cfg!(not(debug_assertions)))
    {
        let surface = Surface::of(&mesh);
        let found = all(&scene(&mesh), limit, Method::Auto);
        let mut found = found.findings().iter().copied().peekable();
        for a in 0..surface.triangles.len() {
            for b in a + 1..surface.triangles.len() {
                let own = found.next_if(|finding| (finding.a as usize, finding.b as usize) == (a, b));
                let [of_a, of_b] = [&surface.triangles[a], &surface.triangles[b]];
                if of_a.iter().any(|corner| of_b.contains(corner)) {
                    assert!(own.is_none(), "{name}: {a} and {b} share a corner");
                    continue;
                }
                let nearest = distance(of_a, of_b);
                if nearest.distance >= limit || nearest.distance == 0.0 {
                    assert!(own.is_none(), "{name}: {a} and {b} are {} apart", nearest.distance);
                    continue;
                }
                match surface.verdict([a, b], [nearest.on_a, nearest.on_b]) {
                    Verdict::Strangers => {
                        assert_eq!(own.map(|own| own.nearest), Some(nearest), "{name}: {a} and {b}");
                        strangers += 1;
                    }
                    Verdict::Not => {
                        // Other points of theirs may be strangers.
                        if let Some(own) = own.map(|own| own.nearest) {
                            assert!(
                                own.distance >= nearest.distance * 0.999_999 && own != nearest,
                                "{name}: {a} and {b}"
                            );
                            for (triangle, point) in [(of_a, own.on_a), (of_b, own.on_b)] {
                                assert!(distance(triangle, &[point; 3]).distance < 1.0e-12, "{name}: {a} and {b}");
                            }
                            let verdict = surface.verdict([a, b], [own.on_a, own.on_b]);
                            assert_ne!(verdict, Verdict::Not, "{name}: {a} and {b}");
                            opposite += 1;
                        }
                        others += 1;
                    }
                    Verdict::Unsure => unsure += 1,
                }
            }
        }
        assert!(found.next().is_none(), "{name}: in order");
    }
    assert!(
        strangers > 50 && opposite > 10 && others > 500 && unsure < strangers,
        "{strangers} {opposite} {others} {unsure}"
    );
}
