//! Whether a surface connects two of its triangles inside a ball.

use super::fans::Fans;
use allide_geom::DVec3;
use std::cell::RefCell;

thread_local! {
    static MARKS: RefCell<Marks> = RefCell::default();
}

/// Which triangles and corners were visited, on this thread: those marked with the number of the last visit.
#[derive(Default)]
struct Marks {
    visit: u32,
    triangles: Vec<u32>,
    corners: Vec<u32>,
    queue: Vec<u32>,
}

impl Marks {
    fn begin(&mut self, fans: &Fans) {
        let grow = |marks: &mut Vec<u32>, count: usize| marks.resize(marks.len().max(count), 0);
        grow(&mut self.triangles, fans.triangle_count());
        grow(&mut self.corners, fans.corner_count());
        self.queue.clear();
        self.visit = self.visit.wrapping_add(1);
        if self.visit == 0 {
            self.triangles.fill(0);
            self.corners.fill(0);
            self.visit = 1;
        }
    }

    fn reach(&mut self, triangle: u32) {
        let mark = &mut self.triangles[triangle as usize];
        if *mark != self.visit {
            *mark = self.visit;
            self.queue.push(triangle);
        }
    }
}

/// Whether the part of the surface inside a ball connects two triangles, both of which reach into it.
///
/// The intersection of a ball and a triangle is convex. So it is enough to follow triangles, from one to the next where what both
/// have in common, an edge or a corner, reaches into the ball.
pub(super) fn connects(fans: &Fans, [from, to]: [u32; 2], middle: DVec3, radius: f64) -> bool {
    let square = radius * radius;
    let is_inside = |point: DVec3| (point - middle).length_squared() <= square;
    MARKS.with_borrow_mut(|marks| {
        marks.begin(fans);
        marks.reach(from);
        while let Some(triangle) = marks.queue.pop() {
            if triangle == to {
                return true;
            }
            let corners = fans.of(triangle);
            let inside = corners.map(|corner| is_inside(fans.position(corner)));
            for place in 0..3 {
                let (corner, next) = (corners[place], corners[(place + 1) % 3]);
                if inside[place] {
                    if marks.corners[corner as usize] != marks.visit {
                        marks.corners[corner as usize] = marks.visit;
                        fans.at(corner).iter().for_each(|&other| marks.reach(other));
                    }
                } else if !inside[(place + 1) % 3] && corner != next {
                    // Where an end of an edge is inside, all triangles of the edge are reached from that corner.
                    let ends = [corner, next].map(|corner| fans.position(corner));
                    if is_inside(nearest_on(ends, middle)) {
                        fans.at_edge([corner, next]).for_each(|other| marks.reach(other));
                    }
                }
            }
        }
        false
    })
}

/// The point of a segment that is nearest to another.
fn nearest_on([a, b]: [DVec3; 2], point: DVec3) -> DVec3 {
    let along = b - a;
    a + along * ((point - a).dot(along) / along.length_squared()).clamp(0.0, 1.0)
}
