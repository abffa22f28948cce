//! The part that issues axes of one pair, and the pipelines behind it, with their bookkeeping (PipeData).

use crate::Query;
use std::collections::VecDeque;

/// A pair whose axes are being tested.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Current {
    /// Pairs of a unit are numbered, so that results can tell whose they are.
    number: u64,
    pub(crate) nodes: [u32; 2],
    pub(crate) next_axis: usize,
}

/// What enters all pipelines of a unit in one cycle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beat {
    number: u64,
    nodes: [u32; 2],
    end: usize,
    separating: Option<usize>,
    /// No axis of the pair follows.
    is_last: bool,
}

/// What a result says about its pair.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Verdict {
    /// This axis separates it.
    Apart { axis: usize },
    /// None of so many axes does.
    Passed { nodes: [u32; 2], axes: usize },
}

#[derive(Debug)]
pub(crate) struct Unit {
    pub(crate) current: Option<Current>,
    /// The newest first: one entry per stage.
    pipe: VecDeque<Option<Beat>>,
    started: u64,
    /// All pairs up to this one have a verdict: what else comes of them is ignored.
    decided: u64,
    /// Axis tests that entered a pipeline after their pair had been separated, in an earlier stage.
    pub(crate) ignored: u64,
    pub(crate) axis_tests: u64,
}

impl Unit {
    pub(crate) fn new(stages: usize) -> Self {
        Self { current: None, pipe: vec![None; stages].into(), started: 0, decided: 0, ignored: 0, axis_tests: 0 }
    }

    /// Whether another pair can be started: there is none, or it is only being tested on.
    pub(crate) fn can_start(&self, enough: usize) -> bool {
        self.current.is_none_or(|current| current.next_axis >= enough.max(1))
    }

    pub(crate) fn start(&mut self, nodes: [u32; 2]) {
        // What entered in the last cycle was the last of its pair.
        if let (Some(_), Some(Some(beat))) = (self.current, self.pipe.front_mut()) {
            beat.is_last = true;
        }
        self.started += 1;
        self.current = Some(Current { number: self.started, nodes, next_axis: 0 });
    }

    /// What leaves the last stage.
    pub(crate) fn retire(&mut self) -> Option<Verdict> {
        let beat = self.pipe.pop_back().expect("one entry per stage")?;
        if beat.number <= self.decided {
            self.ignored += 1;
            return None;
        }
        if let Some(axis) = beat.separating {
            self.decided = beat.number;
            // The rest is not worth testing.
            self.current = self.current.filter(|current| current.number != beat.number);
            return Some(Verdict::Apart { axis });
        }
        beat.is_last.then(|| {
            self.decided = beat.number;
            Verdict::Passed { nodes: beat.nodes, axes: beat.end }
        })
    }

    /// Issues the next axes of the current pair, if there is one, or a gap. Whether it was axes.
    ///
    /// After `enough` axes, the pair is finished unless `test_on` says that there is nothing better to do.
    pub(crate) fn issue(&mut self, query: &Query<'_>, pipelines: usize, enough: usize, test_on: bool) -> bool {
        let beat = self.current.map(|current| {
            let all = query.axes.axes().len();
            let end = (current.next_axis + pipelines).min(all);
            let [a, b] = [0, 1].map(|side| query.fixed[side].node(current.nodes[side]));
            let separating = (current.next_axis..end).find(|&axis| query.axes.separates(axis, a, b));
            self.axis_tests += (end - current.next_axis) as u64;
            let is_last = end >= enough.min(all) && !(test_on && end < all);
            self.current = (!is_last).then_some(Current { next_axis: end, ..current });
            Beat { number: current.number, nodes: current.nodes, end, separating, is_last }
        });
        self.pipe.push_front(beat);
        beat.is_some()
    }

    /// Whether something inside still matters.
    pub(crate) fn is_busy(&self) -> bool {
        self.current.is_some() || self.pipe.iter().flatten().any(|beat| beat.number > self.decided)
    }

    /// Which stages hold axes: the first stage is the lowest bit.
    pub(crate) fn occupied(&self) -> u64 {
        self.pipe.iter().enumerate().fold(0, |bits, (stage, beat)| bits | u64::from(beat.is_some()) << stage)
    }
}
