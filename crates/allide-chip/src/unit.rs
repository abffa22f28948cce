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

/// The input of all pipelines of a unit in one cycle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beat {
    number: u64,
    nodes: [u32; 2],
    end: usize,
    separating: Option<usize>,
    /// With it, n axes of the pair are tested.
    is_enough: bool,
}

/// The meaning of a result for its pair.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Verdict {
    /// This axis separates it.
    Apart { axis: usize },
    /// None of the first axes, n or all there are, does.
    Passed { number: u64, nodes: [u32; 2], axes: usize },
    /// It has passed, and more axes do not separate it either.
    Further { from: usize, to: usize },
    /// It had passed that many axes, but this one separates it.
    Late { number: u64, axes: usize, axis: usize },
}

#[derive(Debug)]
pub(crate) struct Unit {
    pub(crate) current: Option<Current>,
    /// The newest first: one entry per stage.
    pipe: VecDeque<Option<Beat>>,
    started: u64,
    /// All pairs up to this one have a verdict.
    decided: u64,
    /// The last pair that has passed, and how many axes.
    passed: Option<(u64, usize)>,
    /// Axis tests that entered a pipeline after their pair had been separated, in an earlier stage.
    pub(crate) ignored: u64,
    pub(crate) axis_tests: u64,
}

/// The work of a unit in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Issued {
    /// Axes of the first n.
    Axes,
    /// Axes beyond n.
    MoreAxes,
    Nothing,
}

impl Unit {
    pub(crate) fn new(stages: usize) -> Self {
        Self {
            current: None,
            pipe: vec![None; stages].into(),
            started: 0,
            decided: 0,
            passed: None,
            ignored: 0,
            axis_tests: 0,
        }
    }

    /// Whether another pair can be started: the unit is idle, or is only testing on.
    pub(crate) fn can_start(&self, enough: usize) -> bool {
        self.current.is_none_or(|current| current.next_axis >= enough.max(1))
    }

    pub(crate) fn start(&mut self, nodes: [u32; 2]) {
        self.started += 1;
        self.current = Some(Current { number: self.started, nodes, next_axis: 0 });
    }

    /// The output of the last stage.
    pub(crate) fn retire(&mut self) -> Option<Verdict> {
        let Beat { number, nodes, end, separating, is_enough } = self.pipe.pop_back().expect("one entry per stage")?;
        let passed = self.passed.filter(|passed| passed.0 == number);
        if number <= self.decided && passed.is_none() {
            self.ignored += 1;
            return None;
        }
        if separating.is_some() {
            // The rest is not worth testing.
            self.current = self.current.filter(|current| current.number != number);
        }
        match (passed, separating) {
            (None, Some(axis)) => {
                self.decided = number;
                Some(Verdict::Apart { axis })
            }
            (None, None) => is_enough.then(|| {
                (self.decided, self.passed) = (number, Some((number, end)));
                Verdict::Passed { number, nodes, axes: end }
            }),
            (Some((_, axes)), Some(axis)) => {
                self.passed = None;
                Some(Verdict::Late { number, axes, axis })
            }
            (Some((_, from)), None) => {
                self.passed = Some((number, end));
                Some(Verdict::Further { from, to: end })
            }
        }
    }

    /// Issues the next axes of the current pair, if there is one, or a gap.
    ///
    /// After `enough` axes, the pair is finished unless `test_on` says that others follow until the next pair starts.
    pub(crate) fn issue(&mut self, query: &Query<'_>, pipelines: usize, enough: usize, test_on: bool) -> Issued {
        let Some(current) = self.current else {
            self.pipe.push_front(None);
            return Issued::Nothing;
        };
        let (begin, all) = (current.next_axis, query.axes.axes().len());
        let end = (begin + pipelines).min(all);
        let [a, b] = [0, 1].map(|side| query.fixed[side].node(current.nodes[side]));
        let separating = (begin..end).find(|&axis| query.axes.separates(axis, a, b));
        self.axis_tests += (end - begin) as u64;
        let is_enough = end >= enough.min(all);
        self.current = (end < all && (test_on || !is_enough)).then_some(Current { next_axis: end, ..current });
        self.pipe.push_front(Some(Beat { number: current.number, nodes: current.nodes, end, separating, is_enough }));
        if begin < enough.max(1) { Issued::Axes } else { Issued::MoreAxes }
    }

    /// Whether a pair inside has no verdict. One that is only tested on keeps nobody waiting.
    pub(crate) fn is_busy(&self) -> bool {
        let mut inside = self.pipe.iter().flatten().map(|beat| beat.number);
        inside.any(|number| number > self.decided) || self.current.is_some_and(|current| current.number > self.decided)
    }

    /// Which stages hold axes: the first stage is the lowest bit.
    pub(crate) fn occupied(&self) -> u64 {
        self.pipe.iter().enumerate().fold(0, |bits, (stage, beat)| bits | u64::from(beat.is_some()) << stage)
    }
}
