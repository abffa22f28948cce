//! Contact points with normals, for whoever responds to a collision.

use super::Overlay;
use super::curves::Chain;
use super::piece::Bound;
use allide_geom::DVec3;
use rayon::prelude::*;

/// Points times curves of a connected part that may be looked at. Where there are more, a sample of the points must do.
const EFFORT: usize = 1 << 22;

/// A place where two solids meet: the middle of a curve along which they cross, or of a patch where they touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Where.
    pub point: DVec3,
    /// The direction, of length 1, in which the second solid leaves the first.
    pub normal: DVec3,
    /// How far what both share around there reaches along the normal: about how far the second solid must move. Zero for
    /// patches. An estimate.
    pub depth: f64,
    /// The area of the patch, or the area around which the curve runs, seen along the normal.
    pub area: f64,
}

impl Overlay<'_> {
    /// One contact for each curve, and then for each patch where the solids touch.
    ///
    /// A solid that lies inside the other without any curve has no contact.
    pub fn contacts(&self) -> Vec<Contact> {
        let clusters = self.clusters();
        let chains = self.chains();
        let cluster =
            |chain: &Chain| clusters.of(&Bound::crossing(&self.segments[chain.segments[0] as usize].start).place);
        let mut curves_of = vec![0; clusters.all.len()];
        chains.iter().for_each(|chain| curves_of[cluster(chain)] += 1);
        let on_curves = chains.par_iter().filter(|chain| chain.closed).filter_map(|chain| {
            let segments = || chain.segments.iter().map(|&index| &self.segments[index as usize]);
            let apex = segments().next()?.start.point.at;
            // The area vector of the surface of the first solid inside the second: it points into the second.
            let (mut vector, mut middle, mut length) = (DVec3::ZERO, DVec3::ZERO, 0.0);
            for segment in segments() {
                let (p, q) = (segment.start.point.at, segment.end.point.at);
                vector += (p - apex).cross(q - apex) * 0.5;
                middle += (p + q) * 0.5 * p.distance(q);
                length += p.distance(q);
            }
            let normal = vector.try_normalize()?;
            let number = cluster(chain);
            let around = &clusters.all[number];
            let step = 1 + around.points[0].len().max(around.points[1].len()) * curves_of[number] / EFFORT;
            let depth = around.extent_of_some(normal, step).max(0.0);
            let point = middle / length + self.origin;
            point.is_finite().then_some(Contact { point, normal, depth, area: vector.length() })
        });
        let mut contacts: Vec<Contact> = on_curves.collect();
        let [a, b] = self.sides.each_ref().map(|side| side.solid);
        contacts.par_extend(self.patches().into_par_iter().filter(|patch| patch.touching).filter_map(|patch| {
            let polygon = super::patches::patch(&a.corners(patch.a), &b.corners(patch.b), self.origin);
            let (area, _) = polygon.area();
            let point = polygon.middle() + self.origin;
            (polygon.points.len() > 2).then_some(Contact { point, normal: patch.normal, depth: 0.0, area })
        }));
        contacts
    }
}
