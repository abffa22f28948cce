/// The outcome of the object pairs that [`Method::Raycast`] or [`Method::Rays`] proposed.
///
/// Such a method casts rays through solids, which show some of the shared regions and can mislead. So it only proposes pairs, of
/// those whose bounds meet, and each of them is decided exactly. Those that share volume are reported, with their exact class;
/// all others are dropped, and counted by the reason.
///
/// ```
/// use allide::{Engine, Mesh, Method, Pose, Scene, Solids};
///
/// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let wedge = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
/// let mut scene = Scene::new();
/// for x in [0.0, 0.25, 5.0] {
///     scene.add("wedge", &wedge, Pose::translation(x, 0.0, 0.0)?);
/// }
/// // A precision of 6 / 48 = 1/8, or better.
/// let report = Engine::cpu().run(&scene, &Solids::new().method(Method::Rays { resolution: Some(48) }))?;
/// let proposals = report.run.stats.proposals.expect("it proposes");
/// assert_eq!((report.pairs.len(), proposals.confirmed, proposals.dropped()), (1, 1, 0));
/// assert!(proposals.precision.is_some_and(|precision| precision <= 0.125));
/// # Ok::<(), allide::Error>(())
/// ```
///
/// [`Method::Raycast`]: crate::Method::Raycast
/// [`Method::Rays`]: crate::Method::Rays
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Proposals {
    /// Object pairs that share volume: they are reported.
    pub confirmed: u64,
    /// Dropped: the two objects share nothing. Edges were moved into a neighbour, or the algorithm names objects and not pairs.
    pub apart: u64,
    /// Dropped: the two objects touch, and share no volume.
    pub touch: u64,
    /// Dropped: they share no volume, and at least one of the two is not closed, which misleads rays.
    pub not_closed: u64,
    /// Objects that were proposed with themselves, because they cross themselves; not among the pairs.
    pub with_itself: u64,
    /// Every pair of closed objects was proposed that shares a ball as wide as this; `None` if the method cannot tell.
    pub precision: Option<f64>,
}

impl Proposals {
    /// All object pairs that were proposed.
    pub fn proposed(&self) -> u64 {
        self.confirmed + self.dropped()
    }

    /// Those that share no volume.
    pub fn dropped(&self) -> u64 {
        self.apart + self.touch + self.not_closed
    }

    /// Adds others; the weaker precision counts.
    pub(crate) fn merge(&mut self, other: Self) {
        let Self { confirmed, apart, touch, not_closed, with_itself, precision } = other;
        self.confirmed += confirmed;
        self.apart += apart;
        self.touch += touch;
        self.not_closed += not_closed;
        self.with_itself += with_itself;
        self.precision =
            self.precision.zip(precision).map(|(own, other)| own.max(other)).or(self.precision).or(precision);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_counts_add_up_and_the_weaker_precision_counts() {
        let mut all = Proposals { confirmed: 1, apart: 2, touch: 3, not_closed: 4, with_itself: 5, precision: None };
        all.merge(Proposals { precision: Some(0.5), ..all });
        assert_eq!((all.proposed(), all.dropped(), all.with_itself, all.precision), (20, 18, 10, Some(0.5)));
        all.merge(Proposals { precision: Some(0.25), ..Proposals::default() });
        assert_eq!(all.precision, Some(0.5));
    }
}
