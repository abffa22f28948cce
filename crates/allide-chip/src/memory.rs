//! GetData: what is being loaded, what is loaded, and the cache.

use crate::Config;
use crate::snapshot::Task;
use std::collections::VecDeque;

#[derive(Debug, Default)]
pub(crate) struct GetData {
    /// What is being loaded, and for how many cycles more.
    pub(crate) loading: Option<(Task, u64)>,
    pub(crate) ready: VecDeque<Task>,
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
        if let Some((task, left)) = &mut self.loading {
            self.busy += 1;
            *left -= 1;
            if *left == 0 {
                self.ready.push_back(*task);
                self.loading = None;
            }
        }
    }

    pub(crate) fn can_accept(&self, config: &Config) -> bool {
        self.loading.is_none() && self.ready.len() < config.buffers
    }

    pub(crate) fn request(&mut self, task: Task, config: &Config) {
        let bursts = match task {
            Task::Nodes(pair) => {
                let missing = (0..2).filter(|&side| !self.is_cached(side, pair[side])).count() as u64;
                missing * config.node_bursts()
            }
            Task::Triangles(_) => 2 * config.triangle_bursts(),
        };
        self.bursts += bursts;
        let cycles = if bursts == 0 { 1 } else { config.load_cycles(bursts) };
        self.loading = Some((task, cycles.max(1)));
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
