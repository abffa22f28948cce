//! Which objects can still meet, and where.

use super::view::Direction;
use crate::methods::sets::Sets;
use crate::world::{WorldObject, WorldPair};
use allide_geom::Aabb;
use std::collections::BTreeSet;

/// Object pairs that can meet.
pub(crate) struct Meeting {
    /// Their places in the list of all pairs.
    pub pairs: Vec<usize>,
    /// Objects of different regions cannot meet.
    pub regions: Vec<Region>,
    /// The region of each object; `None` if it can meet nothing.
    pub region_of: Vec<Option<usize>>,
}

/// A part of space where objects can meet.
#[derive(Clone, Copy)]
pub(crate) struct Region {
    /// Around the places where boxes of a pair overlap.
    pub space: Aabb,
    /// How much of the smaller object's extent that overlap is, by axis, summed up over pairs.
    overlap: [f64; 3],
}

impl Meeting {
    /// Of these pairs, by boxes around what is `left` of each object. Objects not farther apart than the margin meet. Objects
    /// that are not connected by pairs are in regions of their own, as long as there are no more than `most`.
    pub fn of(pairs: &[WorldPair<'_>], candidates: &[usize], left: &[Aabb], margin: f64, most: usize) -> Self {
        let mut sets = Sets::new(left.len());
        let mut meetings = Vec::new();
        for &index in candidates {
            let (a, b) = (pairs[index].a.id.index(), pairs[index].b.id.index());
            if let Some(region) = Region::of([left[a], left[b]], margin) {
                sets.join(a, b);
                meetings.push((index, a, region));
            }
        }
        let mut regions: Vec<Region> = Vec::new();
        let mut of_root: Vec<Option<usize>> = vec![None; left.len()];
        for (_, object, meeting) in &meetings {
            let of_root = &mut of_root[sets.root(*object)];
            match of_root {
                Some(region) => regions[*region].add(meeting),
                None => {
                    *of_root = Some(regions.len());
                    regions.push(*meeting);
                }
            }
        }
        let (regions, place) = Region::join(&regions, most);
        let region_of = (0..left.len()).map(|object| of_root[sets.root(object)].map(|region| place[region])).collect();
        Self { pairs: meetings.iter().map(|&(index, ..)| index).collect(), regions, region_of }
    }

    /// Whole objects, all in one region or each in its own, as long as anything is `left` of them.
    pub fn whole(pairs: &[WorldPair<'_>], objects: &[WorldObject], left: &[Aabb], is_one: bool) -> Self {
        let paired: BTreeSet<usize> = pairs.iter().flat_map(|pair| [pair.a.id.index(), pair.b.id.index()]).collect();
        let own = |&object: &usize| Region { space: objects[object].outer_bounds, overlap: [1.0; 3] };
        let mut regions: Vec<Region> = paired.iter().map(own).collect();
        if is_one {
            let all = regions.iter().fold(Aabb::EMPTY, |all, region| all.union(&region.space));
            regions = vec![Region { space: all, overlap: [1.0; 3] }];
        }
        let mut region_of = vec![None; left.len()];
        for (place, &object) in paired.iter().enumerate() {
            region_of[object] = (!left[object].is_empty()).then_some(if is_one { 0 } else { place });
        }
        let is_left = |pair: &WorldPair<'_>| !left[pair.a.id.index()].is_empty() && !left[pair.b.id.index()].is_empty();
        Self { pairs: (0..pairs.len()).filter(|&index| is_left(&pairs[index])).collect(), regions, region_of }
    }
}

impl Region {
    /// Where two boxes meet, if they do.
    fn of(boxes: [Aabb; 2], margin: f64) -> Option<Self> {
        let [a, b] = boxes.map(|bounds| bounds.grown(margin));
        if boxes.iter().any(Aabb::is_empty) || !a.overlaps(&b) {
            return None;
        }
        let space = a.intersection(&b);
        let overlap = std::array::from_fn(|k| {
            let smaller = a.size()[k].min(b.size()[k]);
            if smaller > 0.0 { space.size()[k] / smaller } else { 1.0 }
        });
        Some(Self { space, overlap })
    }

    fn add(&mut self, other: &Self) {
        self.space = self.space.union(&other.space);
        (0..3).for_each(|k| self.overlap[k] += other.overlap[k]);
    }

    /// Joins neighbours along the axis on which regions are spread most, so that there are not more than `most`; and tells
    /// what has become of each.
    fn join(regions: &[Self], most: usize) -> (Vec<Self>, Vec<usize>) {
        let all = regions.iter().fold(Aabb::EMPTY, |all, region| all.union(&region.space));
        let axis = (0..3).max_by(|&i, &j| all.size()[i].total_cmp(&all.size()[j])).unwrap_or(0);
        let mut order: Vec<usize> = (0..regions.len()).collect();
        let at = |region: usize| regions[region].space.min[axis];
        order.sort_by(|&i, &j| at(i).total_cmp(&at(j)));
        let mut joined: Vec<Self> = Vec::new();
        let mut place = vec![0; regions.len()];
        for (rank, region) in order.into_iter().enumerate() {
            let number = if regions.len() > most { rank * most / regions.len() } else { rank };
            match joined.get_mut(number) {
                Some(known) => known.add(&regions[region]),
                None => joined.push(regions[region]),
            }
            place[region] = number;
        }
        (joined, place)
    }

    /// The axes as directions, those first along which objects overlap least: there it is most likely that one is in front.
    pub fn axes(&self) -> [Direction; 3] {
        let mut order = [0, 1, 2];
        order.sort_by(|&i, &j| self.overlap[i].total_cmp(&self.overlap[j]));
        order.map(|axis| Direction::AXES[axis])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(x: f64, y: f64, side: f64) -> Region {
        Region { space: Aabb { min: [x, y, 0.0].into(), max: [x + side, y + side, side].into() }, overlap: [1.0; 3] }
    }

    #[test]
    fn few_regions_stay_as_they_are_and_of_many_neighbours_are_joined() {
        let regions: Vec<Region> = [40.0, 0.0, 30.0, 10.0, 20.0].iter().map(|&x| cube(x, -x / 2.0, 1.0)).collect();
        let (same, place) = Region::join(&regions, 5);
        for (region, place) in regions.iter().zip(place) {
            assert_eq!(same[place].space, region.space);
        }
        let (joined, place) = Region::join(&regions, 2);
        assert_eq!(place, [1, 0, 1, 0, 0]);
        assert_eq!([joined[0].space.max.x, joined[1].space.min.x], [21.0, 30.0]);
        assert_eq!(joined[0].overlap, [3.0; 3]);
        assert!(Region::join(&[], 2).0.is_empty());
    }

    #[test]
    fn the_axis_with_the_least_overlap_comes_first() {
        let boxes = [[0.0, 0.0, 0.0, 10.0, 10.0, 4.0], [9.0, 2.0, 2.0, 19.0, 12.0, 6.0]];
        let [a, b] = boxes.map(|[x, y, z, u, v, w]| Aabb { min: [x, y, z].into(), max: [u, v, w].into() });
        let region = Region::of([a, b], 0.0).unwrap();
        // Overlaps of 1/10, 8/10 and 2/4.
        assert_eq!(region.axes(), [Direction::AXES[0], Direction::AXES[2], Direction::AXES[1]]);
        let expected = Aabb { min: [9.0, 2.0, 2.0].into(), max: [10.0, 10.0, 4.0].into() };
        assert_eq!(region.space.union(&expected), region.space);
        assert_eq!(expected.grown(1e-9).union(&region.space), expected.grown(1e-9));
        assert!(Region::of([a, Aabb::EMPTY], 0.0).is_none());
    }
}
