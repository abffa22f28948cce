//! GetData: requests in flight, loaded nodes, and the cache.

use crate::Config;
use crate::snapshot::Task;
use std::collections::VecDeque;

/// The nodes to be tested, and the pair they come from: `None` for the roots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    pub(crate) task: Task,
    pub(crate) origin: Option<Origin>,
}

/// A pair that has passed: its unit, and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) unit: usize,
    pub(crate) number: u64,
}

/// The request being loaded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loading {
    pub(crate) request: Request,
    /// Cycles that are left.
    left: u64,
    /// Cancelled. Bursts are read to their end anyway.
    is_withdrawn: bool,
}

#[derive(Debug, Default)]
pub(crate) struct GetData {
    pub(crate) loading: Option<Loading>,
    pub(crate) ready: VecDeque<Request>,
    /// The node at each place of the cache, with its side.
    cache: Vec<Option<(usize, u32)>>,
    pub(crate) bursts: u64,
    pub(crate) busy: u64,
    pub(crate) hits: u64,
    pub(crate) misses: u64,
}

impl GetData {
    pub(crate) fn new(config: &Config) -> Self {
        Self { cache: vec![None; config.cache_nodes], ..Self::default() }
    }

    /// One cycle of the memory.
    pub(crate) fn tick(&mut self) {
        if let Some(loading) = &mut self.loading {
            self.busy += 1;
            loading.left -= 1;
            if loading.left == 0 {
                self.ready.extend((!loading.is_withdrawn).then_some(loading.request));
                self.loading = None;
            }
        }
    }

    pub(crate) fn can_accept(&self, config: &Config) -> bool {
        self.loading.is_none() && self.ready.len() < config.buffers
    }

    pub(crate) fn request(&mut self, request: Request, config: &Config) {
        let bursts = match request.task {
            Task::Nodes(pair) => {
                let missing = (0..2).filter(|&side| !self.is_cached(side, pair[side])).count() as u64;
                missing * config.node_bursts()
            }
            Task::Triangles(_) => 2 * config.triangle_bursts(),
        };
        self.bursts += bursts;
        let cycles = if bursts == 0 { 1 } else { config.load_cycles(bursts) };
        self.loading = Some(Loading { request, left: cycles.max(1), is_withdrawn: false });
    }

    /// Forgets what comes from this pair; how much that is.
    pub(crate) fn withdraw(&mut self, origin: Origin) -> u64 {
        let before = self.ready.len();
        self.ready.retain(|request| request.origin != Some(origin));
        let mut count = before - self.ready.len();
        if let Some(loading) = self.loading.as_mut().filter(|loading| loading.request.origin == Some(origin)) {
            loading.is_withdrawn = true;
            count += 1;
        }
        count as u64
    }

    /// Whether the node is in the cache. It is afterwards.
    fn is_cached(&mut self, side: usize, node: u32) -> bool {
        let places = self.cache.len();
        let place = (node as usize * 2 + side).checked_rem(places);
        let hit = place.is_some_and(|place| self.cache[place].replace((side, node)) == Some((side, node)));
        *(if hit { &mut self.hits } else { &mut self.misses }) += 1;
        hit
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.loading.is_none() && self.ready.is_empty()
    }
}
