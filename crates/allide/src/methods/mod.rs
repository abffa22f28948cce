//! Methods turn two objects into candidate triangle pairs, and never lose a true one.
//!
//! Confirmation, classes, order and reports are shared: see `confirm` and `engine`.

mod brute;
pub(crate) mod bvh;
pub(crate) mod divide;
pub(crate) mod far;
pub(crate) mod fronts;
pub mod image;
pub(crate) mod seed;
mod sets;
pub(crate) mod sweep;
#[cfg(test)]
pub(crate) mod toy;

use crate::{Guarantee, Views};
use crate::confirm::{Batch, Sink};
use crate::gpu::GpuMethod;
use crate::questions::{QuestionKind, Scope};
use crate::words::words;
use crate::world::{WorldObject, WorldPair};
use bvh::Tree;

/// How to look for candidates. All exact ones end in the same findings: see [`Method::guarantee`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// The fastest for this scene and what earlier runs left behind.
    #[default]
    Auto,
    /// Cuts the space that both objects reach until few triangles are left in each cell; builds no tree.
    Divide,
    /// Trees of boxes, kept from run to run: for shapes that are asked about again and again.
    Bvh,
    /// Pairs of trees, gone through level by level on a GPU: Greß and Zachmann's scheme. For [`crate::Overlaps`] alone.
    Fronts,
    /// Visibility in views along the axes, on a GPU, with everything drawn fat enough to miss nothing: FAR.
    Far,
    /// Visibility as the rasteriser of a GPU samples it, which can miss what falls between pixels: CULLIDE. For
    /// [`crate::Overlaps`] alone.
    Cullide,
    /// The same inside objects, for [`crate::SelfOverlaps`] alone.
    SelfCullide,
    /// Sweep and prune along one axis.
    Sweep,
    /// Every triangle against every other.
    Brute,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 9] = [
        Method::Auto,
        Method::Divide,
        Method::Bvh,
        Method::Fronts,
        Method::Far,
        Method::Cullide,
        Method::SelfCullide,
        Method::Sweep,
        Method::Brute,
    ];
    /// Those that run on the CPU. Each answers every question.
    pub const CPU: [Method; 5] = [Method::Auto, Method::Divide, Method::Bvh, Method::Sweep, Method::Brute];
    /// Those that run on a GPU.
    pub const GPU: [Method; 6] =
        [Method::Auto, Method::Bvh, Method::Fronts, Method::Far, Method::Cullide, Method::SelfCullide];

    /// The word used on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Divide => "divide",
            Method::Bvh => "bvh",
            Method::Fronts => "fronts",
            Method::Far => "far",
            Method::Cullide => "cullide",
            Method::SelfCullide => "self-cullide",
            Method::Sweep => "sweep",
            Method::Brute => "brute",
        }
    }

    /// What its answers are worth.
    pub const fn guarantee(self) -> Guarantee {
        match self {
            Method::Cullide | Method::SelfCullide => Guarantee::Sampled,
            _ => Guarantee::Exact,
        }
    }

    /// Whether it answers questions of this kind.
    pub fn answers(self, question: QuestionKind) -> bool {
        match self {
            Method::Fronts | Method::Cullide => question == QuestionKind::Overlaps,
            Method::SelfCullide => question == QuestionKind::SelfOverlaps,
            _ => true,
        }
    }
}

words!(Method, "method");

/// A method as it runs on a GPU, for questions of a scope. Whatever it remembers is kept by the GPU: this is cheap.
pub(crate) fn on_gpu(method: Method, scope: &Scope, views: &Views) -> Box<dyn GpuMethod> {
    match method {
        Method::Auto | Method::Bvh => Box::new(bvh::gpu::Walk),
        Method::Fronts => Box::new(fronts::Fronts::default()),
        Method::Far => match image::Drawn::far(*views).filter(|_| matches!(scope, Scope::Between { .. })) {
            Some(drawn) => Box::new(drawn),
            None => Box::new(far::Far::new(views.resolution)),
        },
        Method::Cullide => Box::new(image::Drawn::cullide(*views)),
        Method::SelfCullide => Box::new(image::Drawn::self_cullide(*views)),
        Method::Divide | Method::Sweep | Method::Brute => {
            unreachable!("the engine hands no method of the CPU to a GPU")
        }
    }
}

/// The candidates of one object pair, decided. `tree_of` is only asked when the method is [`Method::Bvh`].
pub(crate) fn search<'t, S: Sink>(
    method: Method,
    pair: WorldPair<'_>,
    tree_of: impl Fn(&WorldObject) -> Option<&'t Tree>,
    sink: &S,
) -> Batch<S::Finding> {
    let mut batch = Batch::default();
    if sink.wants_nearest() && pair.a.triangle_count() > 0 && pair.b.triangle_count() > 0 {
        // Copies in one place are done with that.
        sink.offer(&mut batch, 0, &[0]);
        if sink.is_done() {
            return batch;
        }
    }
    batch.join(match method {
        Method::Auto | Method::Divide => divided(pair, sink),
        Method::Fronts | Method::Far | Method::Cullide | Method::SelfCullide => {
            unreachable!("the engine hands no method of a GPU to the CPU")
        }
        Method::Bvh => {
            let trees = tree_of(pair.a).zip(tree_of(pair.b));
            let found = trees.and_then(|(a, b)| bvh::search(pair, [a, b], sink));
            found.unwrap_or_else(|| divided(pair, sink))
        }
        Method::Sweep => seeded(pair, sink, sweep::search),
        Method::Brute => brute::search(pair, sink),
    })
}

/// Up to this many triangle pairs are offered as they are: any preparation would take longer.
const FEW: usize = 64;

fn divided<S: Sink>(pair: WorldPair<'_>, sink: &S) -> Batch<S::Finding> {
    if pair.a.id != pair.b.id && pair.a.triangle_count() * pair.b.triangle_count() <= FEW {
        return brute::offer_few(pair, sink);
    }
    seeded(pair, sink, divide::search)
}

/// A search that begins with a guess where only the smallest distance is wanted.
fn seeded<S: Sink>(
    pair: WorldPair<'_>,
    sink: &S,
    search: impl FnOnce(WorldPair<'_>, &S) -> Batch<S::Finding>,
) -> Batch<S::Finding> {
    let mut batch = Batch::default();
    if sink.wants_nearest() {
        seed::offer(pair, sink, &mut batch);
    }
    batch.join(search(pair, sink))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_read_as_they_are_written() {
        for method in Method::ALL {
            assert_eq!(method.to_string().parse(), Ok(method));
        }
        assert_eq!(format!("{:>6}|", Method::Bvh), "   bvh|");
        let error = "Bvh".parse::<Method>().unwrap_err().to_string();
        assert!(error.starts_with("there is no method \"Bvh\"; choose auto, divide, bvh"), "{error}");
    }
}
