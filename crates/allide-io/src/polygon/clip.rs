//! Ear clipping.
//!
//! An ear is a corner with its two neighbours, if they turn counter-clockwise and no edge of the polygon enters the
//! triangle. Clipping it leaves the rest of the polygon, and whatever is clipped, the triangles' windings add up to that
//! of the polygon: so if all of them wind the right way, they cover exactly what a polygon encloses that does not cross
//! itself. Edges may touch and lie on each other.
//!
//! Each corner is tried once, again when a neighbour changes, and again when the corner is gone that was found in the
//! way. If an edge enters a triangle, a reflex corner is inside of it or on its border (the one closest to the tip), so a
//! tree of those finds what is in the way.

use super::tree::Tree;
use allide_geom::DVec2;
use allide_geom::predicates::{Sign, orient2d};
use std::collections::VecDeque;

/// How far to look for a corner that turns the right way when there is no ear.
const LOOK_AHEAD: usize = 64;
const NONE: u32 = u32::MAX;

/// The state of clipping, kept for its memory.
#[derive(Default)]
pub(super) struct Clip {
    tree: Tree,
    previous: Vec<u32>,
    next: Vec<u32>,
    gone: Vec<bool>,
    left: usize,
    /// By corner: whether others are at the same place.
    shared: Vec<bool>,
    order: Vec<u32>,
    /// Corners to try, each with a number: only that with its last number counts, so that a corner can be moved to the end.
    tries: VecDeque<(u32, u32)>,
    last_try: Vec<u32>,
    /// By corner: the list of those that it is in the way of, as links of `waiting`.
    waits: Vec<u32>,
    waiting: Vec<(u32, u32)>,
    /// Ears that are better left until there are no others: see [`Corner::PoorEar`].
    poor: Vec<u32>,
    /// Corners in the middle of a straight line. Cutting them off leaves a triangle without area.
    straight: Vec<u32>,
    /// Where to look for a corner when there is no ear: behind that which was cut off last.
    place: u32,
    is_right: bool,
}

/// The state of a corner.
enum Corner {
    /// An ear, or nothing at all: a repeated corner, or the tip of a spike without width.
    Ear,
    /// An ear whose tip lies on other edges that follow its own: maybe on the outside of a bridge between islands. Or one
    /// that leaves an edge with a corner on it, and so perhaps a rest without area.
    PoorEar,
    Straight,
    Other,
}

impl Clip {
    /// Passes the triangles of a counter-clockwise polygon to `emit`, all but two as many as corners. Whether all of
    /// them wind counter-clockwise or have no area.
    pub(super) fn run(&mut self, points: &[DVec2], mut emit: impl FnMut([u32; 3])) -> bool {
        self.begin(points);
        let mut emit = |clip: &mut Self, tip: u32| {
            let [p, q, r] = [clip.previous[tip as usize], tip, clip.next[tip as usize]];
            clip.is_right &= turn(points, [p, q, r]) >= 0;
            emit([p, q, r]);
        };
        while self.left > 3 {
            let tip = self.choose(points);
            emit(self, tip);
            self.cut_off(points, tip);
        }
        emit(self, self.place);
        self.is_right
    }

    fn begin(&mut self, points: &[DVec2]) {
        let count = points.len() as u32;
        self.tree.build(points);
        self.previous.clear();
        self.previous.extend((0..count).map(|corner| corner.checked_sub(1).unwrap_or(count - 1)));
        self.next.clear();
        self.next.extend((1..count).chain([0]));
        self.gone.clear();
        self.gone.resize(points.len(), false);
        self.left = points.len();
        self.find_shared(points);
        self.tries.clear();
        self.tries.extend((0..count).map(|corner| (corner, 0)));
        self.last_try.clear();
        self.last_try.resize(points.len(), 0);
        self.waits.clear();
        self.waits.resize(points.len(), NONE);
        self.waiting.clear();
        self.poor.clear();
        self.straight.clear();
        self.place = 0;
        self.is_right = true;
        (0..count).for_each(|corner| self.update(points, corner));
    }

    fn find_shared(&mut self, points: &[DVec2]) {
        self.shared.clear();
        self.shared.resize(points.len(), false);
        self.order.clear();
        self.order.extend(0..points.len() as u32);
        // Without the sign of zero.
        let place = |corner: u32| points[corner as usize] + DVec2::ZERO;
        self.order.sort_unstable_by(|&p, &q| {
            let (p, q) = (place(p), place(q));
            p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y))
        });
        for pair in self.order.windows(2).filter(|pair| points[pair[0] as usize] == points[pair[1] as usize]) {
            pair.iter().for_each(|&corner| self.shared[corner as usize] = true);
        }
    }

    /// Whether a corner can be in the way of ears.
    fn update(&mut self, points: &[DVec2], corner: u32) {
        let around = self.around(corner);
        let is_in_way = match turn(points, around) {
            1 => false,
            0 => !is_between(around.map(|corner| points[corner as usize])),
            _ => true,
        };
        self.tree.set(corner, is_in_way || self.shared[corner as usize]);
    }

    /// The corner to cut off next.
    fn choose(&mut self, points: &[DVec2]) -> u32 {
        while let Some((corner, number)) = self.tries.pop_front() {
            if self.last_try[corner as usize] != number || self.gone[corner as usize] {
                continue;
            }
            match self.look_at(points, corner) {
                Corner::Ear => return corner,
                Corner::PoorEar => self.poor.push(corner),
                Corner::Straight => self.straight.push(corner),
                Corner::Other => {}
            }
        }
        while let Some(corner) = self.poor.pop() {
            if !self.gone[corner as usize] && matches!(self.look_at(points, corner), Corner::Ear | Corner::PoorEar) {
                return corner;
            }
        }
        while let Some(corner) = self.straight.pop() {
            if !self.gone[corner as usize] && matches!(self.look_at(points, corner), Corner::Ear | Corner::Straight) {
                return corner;
            }
        }
        self.give_up(points)
    }

    /// A corner that is not an ear.
    fn give_up(&self, points: &[DVec2]) -> u32 {
        let corners = std::iter::successors(Some(self.place), |&corner| Some(self.next[corner as usize]));
        let mut corners = corners.take(self.left.min(LOOK_AHEAD));
        corners.find(|&corner| turn(points, self.around(corner)) > 0).unwrap_or(self.place)
    }

    fn around(&self, corner: u32) -> [u32; 3] {
        [self.previous[corner as usize], corner, self.next[corner as usize]]
    }

    fn cut_off(&mut self, points: &[DVec2], corner: u32) {
        let [previous, _, next] = self.around(corner);
        self.next[previous as usize] = next;
        self.previous[next as usize] = previous;
        self.gone[corner as usize] = true;
        self.tree.set(corner, false);
        self.left -= 1;
        self.place = next;
        for neighbour in [previous, next] {
            self.update(points, neighbour);
            self.try_again(neighbour);
        }
        let mut link = std::mem::replace(&mut self.waits[corner as usize], NONE);
        while link != NONE {
            let (waiting, rest) = self.waiting[link as usize];
            if !self.gone[waiting as usize] {
                self.try_again(waiting);
            }
            link = rest;
        }
    }

    fn try_again(&mut self, corner: u32) {
        let number = &mut self.last_try[corner as usize];
        *number = number.wrapping_add(1);
        self.tries.push_back((corner, *number));
    }

    fn wait_for(&mut self, corner: u32, in_the_way: u32) {
        let link = self.waiting.len() as u32;
        self.waiting.push((corner, self.waits[in_the_way as usize]));
        self.waits[in_the_way as usize] = link;
    }

    fn look_at(&mut self, points: &[DVec2], tip: u32) -> Corner {
        let ear = self.around(tip);
        let triangle = ear.map(|corner| points[corner as usize]);
        match turn(points, ear) {
            -1 => return Corner::Other,
            0 if is_between(triangle) => return Corner::Straight,
            0 => return Corner::Ear,
            _ => {}
        }
        let (previous, next) = (&self.previous, &self.next);
        // Straight corners on the new edge are not in the tree. If there are no others on it, they reach to one of its ends.
        let is_on_edge = |corner: u32| {
            let point = points[corner as usize];
            orient2d(triangle[0], triangle[2], point) == 0 && is_between([triangle[0], point, triangle[2]])
        };
        let mut poor = is_on_edge(previous[ear[0] as usize]) || is_on_edge(next[ear[2] as usize]);
        // The corner that the edge into the ear leads to.
        let mut end = NONE;
        let found = self.tree.find(points, &triangle, |corner| {
            let point = points[corner as usize];
            if ear.contains(&corner) || point == triangle[0] || point == triangle[2] {
                return false;
            }
            let sides = sides(&triangle, point);
            if sides.contains(&-1) || !sides.contains(&0) {
                return !sides.contains(&-1);
            }
            poor |= sides == [1, 1, 0];
            // On the border. There, an edge goes into the ear if it leaves the border to the left.
            let ends = [previous[corner as usize], next[corner as usize]];
            for other in ends {
                let toward = self::sides(&triangle, points[other as usize]);
                if (0..3).all(|side| sides[side] > 0 || toward[side] > 0) {
                    end = other;
                    return true;
                }
                let [before, after, _] = toward;
                poor |= point == triangle[1] && (before == 0 && after > 0 || after == 0 && before > 0);
            }
            false
        });
        match found {
            Some(corner) => {
                self.wait_for(tip, corner);
                if end != NONE {
                    self.wait_for(tip, end);
                }
                Corner::Other
            }
            None if poor => Corner::PoorEar,
            None => Corner::Ear,
        }
    }
}

fn turn(points: &[DVec2], corners: [u32; 3]) -> Sign {
    let [p, q, r] = corners.map(|corner| points[corner as usize]);
    orient2d(p, q, r)
}

/// On which side of each edge of a triangle a point lies.
fn sides(&[p, q, r]: &[DVec2; 3], point: DVec2) -> [Sign; 3] {
    [orient2d(p, q, point), orient2d(q, r, point), orient2d(r, p, point)]
}

/// Whether the second of three points in a line lies between the others, at the place of neither.
fn is_between([p, q, r]: [DVec2; 3]) -> bool {
    let inside = |low: DVec2, high: DVec2| {
        (low.x < q.x || low.x == q.x && low.y < q.y) && (q.x < high.x || q.x == high.x && q.y < high.y)
    };
    inside(p, r) || inside(r, p)
}
