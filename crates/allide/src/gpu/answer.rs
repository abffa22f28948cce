//! Turns triangle pairs, numbered through all objects, into the findings of each object pair.

use super::pairs::{self, View};
use super::search::Sieved;
use crate::answer;
use crate::ask::{Ask, Guess};
use crate::confirm::{Batch, Halt, Sink};
use crate::questions::Question;
use crate::world::WorldPair;
use crate::{Details, ObjectId, Witness};
use allide_gpu::StageTime;
use rayon::prelude::*;

/// Pairs per task when converting or distributing.
const CHUNK: usize = 1 << 13;
/// Pairs per task when deciding: a hard pair takes microseconds.
const DECIDE: usize = 64;

/// The GPU's findings, and which triangles belong to which object.
#[derive(Debug)]
pub(crate) struct Deal<'g> {
    /// Number of the first triangle of each object, then the total.
    starts: Vec<u32>,
    found: Sieved<'g>,
}

/// All findings of one object pair: those that are certain, sorted, and those of the undecided pairs, which are decided
/// here. Triangles are numbered from `base`.
fn settle<Q: Question>(
    question: &Q,
    (pair, guess): (WorldPair<'_>, Option<Guess>),
    certain: View<'_>,
    rest: &[u64],
    base: u64,
) -> Batch<Q::Finding> {
    let (sink, mut batch) = (question.sink(pair), Batch::default());
    if let Some((a, b)) = guess {
        sink.offer(&mut batch, a, &[b]);
    }
    batch.append(decide(&sink, rest, base));
    if certain.len() > 0 {
        batch.findings = merged(question, certain, base, std::mem::take(&mut batch.findings));
    }
    batch
}

/// Offers sorted pairs to the sink.
fn decide<S: Sink>(sink: &S, rest: &[u64], base: u64) -> Batch<S::Finding> {
    let offer = |(mut batch, mut others): (Batch<S::Finding>, Vec<u32>), keys: &[u64]| {
        for run in keys.chunk_by(|x, y| x >> 32 == y >> 32) {
            others.clear();
            others.extend(run.iter().map(|key| pairs::triangles(key - base).1));
            sink.offer(&mut batch, pairs::triangles(run[0] - base).0, &others);
        }
        (batch, others)
    };
    let parts = rest.par_chunks(DECIDE).fold(|| (Batch::default(), Vec::new()), offer);
    parts.map(|(batch, _)| batch).reduce(Batch::default, Batch::join)
}

/// Merges findings of both kinds in order: certain ones, perhaps very many, are written once, to their final place; the
/// others are few.
fn merged<Q: Question>(question: &Q, certain: View<'_>, base: u64, mut others: Vec<Q::Finding>) -> Vec<Q::Finding> {
    others.sort_unstable_by_key(Q::triangles);
    let place_of = |(before, other): (usize, &Q::Finding)| {
        let (a, b) = Q::triangles(other);
        before + certain.count_below(pairs::key([a, b]) + base)
    };
    let places: Vec<usize> = others.iter().enumerate().map(place_of).collect();
    let find = |before: &mut usize, place: usize| {
        let is_right = places[..*before].last().is_none_or(|&other| other < place)
            && places.get(*before).is_none_or(|&other| other >= place);
        if !is_right {
            *before = places.partition_point(|&other| other < place);
        }
        if places.get(*before) == Some(&place) {
            return others[*before];
        }
        let (a, b, class) = pairs::finding(certain.key(place - *before) - base);
        question.certain(a, b, class)
    };
    let count = certain.len() + others.len();
    (0..count).into_par_iter().with_min_len(CHUNK).map_init(|| 0, find).collect()
}

impl<'g> Deal<'g> {
    pub fn new(starts: Vec<u32>, found: Sieved<'g>) -> Self {
        Self { starts, found }
    }

    /// Pairs decided by the filter, by exact integers, and by the CPU.
    pub fn tiers(&self) -> [u64; 3] {
        let Sieved { candidates, unsure, rest, .. } = &self.found;
        let rest = rest.len() as u64;
        // Clearance has no second tier: what the filter leaves goes to the CPU.
        let unsure = (*unsure).max(rest);
        [candidates - unsure, unsure - rest, rest]
    }

    pub fn attempts(&self) -> u32 {
        self.found.attempts
    }

    /// The method's report about the search.
    pub fn details(&mut self) -> Option<Details> {
        self.found.details.take()
    }

    pub fn stages(&self) -> &[StageTime] {
        &self.found.stages
    }

    /// The findings of object pairs, which are in order, with undecided pairs decided. Allocates only for object pairs
    /// with findings: the others may be many.
    pub fn decide<Q: Question>(
        self,
        question: &Q,
        cases: &[WorldPair<'_>],
        guesses: &[Option<Guess>],
        halt: Halt<'_>,
    ) -> answer::Found<Q::Finding> {
        let Self { starts, found: Sieved { mut findings, mut rest, .. } } = self;
        findings.sort();
        rest.par_sort_unstable();
        let first = |id: ObjectId| starts[id.index()];
        if let (&[pair], &[guess]) = (cases, guesses) {
            let base = pairs::base(first(pair.a.id), first(pair.b.id));
            let batch = settle(question, (pair, guess), findings.view(), &rest, base);
            let mut found = answer::Found::default();
            found.add(question, pair, batch);
            return found;
        }
        let ids = cases.iter().map(|pair| (pair.a.id, pair.b.id)).collect();
        let numbering = Numbering::new(ids, starts);
        let (findings, rest) = (numbering.deal(findings.view()), numbering.deal(View::Keys(&rest)));
        let settle = |mut found: answer::Found<Q::Finding>, index: usize| {
            let (certain, rest) = (findings.of(index), rest.of(index));
            let (pair, guess) = (cases[index], guesses[index]);
            let is_empty = certain.is_empty() && rest.is_empty() && guess.is_none() || halt.is_cancelled();
            let case = || settle(question, (pair, guess), View::Keys(certain), rest, 0);
            found.add(question, pair, if is_empty { Batch::default() } else { case() });
            found
        };
        let all = (0..cases.len()).into_par_iter().fold(answer::Found::default, settle);
        all.reduce(answer::Found::default, answer::Found::join)
    }
}

/// Looks for one finding in what the GPU found.
pub(crate) struct WitnessFinder<'w, Q> {
    question: &'w Q,
    cases: &'w [WorldPair<'w>],
    numbering: Numbering,
    halt: Halt<'w>,
}

impl<'w, Q: Question> WitnessFinder<'w, Q> {
    pub fn new(question: &'w Q, ask: &Ask<'w>, starts: Vec<u32>) -> Self {
        let ids = ask.pairs.iter().map(|pair| (pair.a.id, pair.b.id)).collect();
        Self { question, cases: ask.pairs, numbering: Numbering::new(ids, starts), halt: ask.halt }
    }

    fn witness(&self, index: usize, finding: Q::Finding) -> Witness<Q::Finding> {
        let WorldPair { a, b } = self.cases[index];
        Witness { a: a.id, b: b.id, class: None, finding: Some(finding) }
    }

    pub fn look(&self, found: &Sieved<'_>) -> Option<Witness<Q::Finding>> {
        let (findings, mut last) = (found.findings.view(), (0, 0));
        let certain = (0..findings.len()).find_map(|place| self.numbering.entry(findings.key(place), &mut last));
        if let Some((index, key)) = certain {
            let (a, b, class) = pairs::finding(key);
            return Some(self.witness(index as usize, self.question.certain(a, b, class)));
        }
        let mut rest = found.rest.clone();
        rest.par_sort_unstable();
        let dealt = self.numbering.deal(View::Keys(&rest));
        let cases = (0..self.cases.len()).into_par_iter();
        let tasks = cases.flat_map_iter(|index| dealt.of(index).chunks(DECIDE).map(move |keys| (index, keys)));
        tasks.find_map_any(|(index, keys)| {
            if self.halt.is_wanted() {
                return None;
            }
            let batch = decide(&self.question.sink(self.cases[index]), keys, 0);
            Some(self.witness(index, *batch.findings.first()?))
        })
    }
}

/// Which triangles belong to which object.
struct Numbering {
    /// The objects of each pair, sorted.
    ids: Vec<(ObjectId, ObjectId)>,
    /// For each first object, the offset of its pairs in `ids`, then the total.
    firsts: Vec<usize>,
    /// Number of the first triangle of each object, then the total.
    starts: Vec<u32>,
}

/// Keys grouped by object pair; triangles are numbered inside their objects.
struct Dealt {
    keys: Vec<u64>,
    /// Offsets of the keys of each object pair, then the total.
    starts: Vec<usize>,
}

impl Dealt {
    fn of(&self, index: usize) -> &[u64] {
        &self.keys[self.starts[index]..self.starts[index + 1]]
    }
}

impl Numbering {
    fn new(ids: Vec<(ObjectId, ObjectId)>, starts: Vec<u32>) -> Self {
        let mut firsts = vec![0; starts.len()];
        ids.iter().for_each(|(a, _)| firsts[a.index() + 1] += 1);
        (1..firsts.len()).for_each(|object| firsts[object] += firsts[object - 1]);
        Self { ids, firsts, starts }
    }

    /// Groups the pairs by object pair, in a stable order.
    fn deal(&self, list: View<'_>) -> Dealt {
        let chunk = |chunk: usize| {
            let places = chunk * CHUNK..((chunk + 1) * CHUNK).min(list.len());
            let mut last = (0, 0);
            let mut entries: Vec<(u32, u64)> =
                places.filter_map(|place| self.entry(list.key(place), &mut last)).collect();
            entries.sort_unstable();
            entries
        };
        let chunks: Vec<_> = (0..list.len().div_ceil(CHUNK)).into_par_iter().map(chunk).collect();
        let mut pieces: Vec<&[(u32, u64)]> =
            chunks.iter().flat_map(|entries| entries.chunk_by(|x, y| x.0 == y.0)).collect();
        // The pieces of one object pair stay in chunk order.
        pieces.par_sort_by_key(|piece| piece[0].0);
        let mut starts = vec![0; self.ids.len() + 1];
        pieces.iter().for_each(|piece| starts[piece[0].0 as usize + 1] += piece.len());
        (1..starts.len()).for_each(|index| starts[index] += starts[index - 1]);
        let mut keys = vec![0; starts[self.ids.len()]];
        let mut behind = &mut keys[..];
        let mut copies = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let (target, rest) = behind.split_at_mut(piece.len());
            copies.push((target, piece));
            behind = rest;
        }
        copies.into_par_iter().for_each(|(target, piece)| {
            target.iter_mut().zip(piece).for_each(|(target, &(_, key))| *target = key);
        });
        Dealt { keys, starts }
    }

    /// The object pair of a key, and the key inside it. `last` is the first object and the object pair of the previous
    /// key, which are likely to be the same.
    fn entry(&self, key: u64, last: &mut (usize, usize)) -> Option<(u32, u64)> {
        let (a, b) = pairs::triangles(key);
        let (mut owner, mut index) = *last;
        if !(self.starts[owner]..self.starts[owner + 1]).contains(&a) {
            owner = self.starts.partition_point(|&start| start <= a) - 1;
        }
        let partners = self.firsts[owner]..self.firsts[owner + 1];
        let has = |index: usize| {
            let object = self.ids[index].1.index();
            (self.starts[object]..self.starts[object + 1]).contains(&b)
        };
        if !partners.contains(&index) || !has(index) {
            let before = self.ids[partners.clone()].partition_point(|(_, other)| self.starts[other.index()] <= b);
            // If the objects were not asked for, their bounds are too close for the grid to separate.
            index = partners.start + before.checked_sub(1)?;
            if !has(index) {
                return None;
            }
        }
        *last = (owner, index);
        let first = |id: ObjectId| self.starts[id.index()];
        let (id_a, id_b) = self.ids[index];
        Some((index as u32, key - pairs::base(first(id_a), first(id_b))))
    }
}

#[cfg(test)]
mod tests {
    use super::super::pairs::PairList;
    use super::*;
    use crate::{Class, Mesh, Overlaps, Pose, Scene, TrianglePair, world};

    /// Objects with the given triangle counts, all in the same place.
    fn scene(counts: &[usize]) -> Scene {
        let mut scene = Scene::new();
        for (index, &count) in counts.iter().enumerate() {
            let corners = vec![[0.0, 0.0, 0.25 * index as f64], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
            scene.add("object", &Mesh::new(corners, vec![[0, 1, 2]; count]).unwrap(), Pose::IDENTITY);
        }
        scene
    }

    fn starts(counts: &[usize]) -> Vec<u32> {
        let end = |until: usize| counts[..until].iter().sum::<usize>() as u32;
        (0..=counts.len()).map(end).collect()
    }

    #[test]
    fn pairs_come_to_their_object_pairs_in_order_and_others_nowhere() {
        let counts = [700, 0, 300, 1, 900, 0];
        let starts = starts(&counts);
        let wanted = [(0, 2), (0, 3), (0, 4), (1, 2), (2, 4), (3, 4), (4, 5)];
        let ids: Vec<_> = wanted.iter().map(|&(a, b)| (ObjectId::first(a), ObjectId::first(b))).collect();
        let owner = |triangle: u32| starts.partition_point(|&start| start <= triangle) as u32 - 1;
        let mut keys = Vec::new();
        let mut expected = vec![Vec::new(); wanted.len()];
        for a in 0..starts[6] {
            for b in (a + 1..starts[6]).step_by(17) {
                let class = (a + b) % 3;
                keys.push(pairs::key([a, b | class << 30]));
                if let Some(index) = wanted.iter().position(|&pair| pair == (owner(a), owner(b))) {
                    let (a, b) = (a - starts[owner(a) as usize], b - starts[owner(b) as usize]);
                    expected[index].push(pairs::key([a, b | class << 30]));
                }
            }
        }
        let dealt = Numbering::new(ids, starts).deal(View::Keys(&keys));
        for (index, expected) in expected.iter_mut().enumerate() {
            expected.sort_unstable();
            assert!(dealt.of(index) == expected, "{:?}", wanted[index]);
        }
        assert!(expected.iter().filter(|keys| keys.len() > 1000).count() > 2);
    }

    #[test]
    fn findings_of_both_kinds_are_merged_in_order() {
        let (question, base) = (Overlaps::new(), pairs::base(5, 1000));
        let all: Vec<TrianglePair> = (0..100_000)
            .map(|i| TrianglePair {
                a: i / 7,
                b: i,
                class: [Class::Crossing, Class::Coplanar, Class::Touching][i as usize % 3],
            })
            .collect();
        for every in [1, 2, 5000, 99_999, 200_000] {
            let is_other = |finding: &TrianglePair| finding.b % every == every - 1;
            let keys: Vec<u64> = all
                .iter()
                .filter(|finding| !is_other(finding))
                .map(|finding| pairs::key([finding.a, finding.b | (finding.class as u32) << 30]) + base)
                .collect();
            let others: Vec<TrianglePair> = all.iter().rev().copied().filter(is_other).collect();
            assert!(merged(&question, View::Keys(&keys), base, others) == all, "every {every}");
        }
    }

    #[test]
    #[ignore = "a measurement"]
    #[expect(clippy::print_stdout, reason = "it is a report")]
    fn time_of_ten_million_findings() {
        const COUNT: u32 = 5_000_000;
        for objects in [2, 3] {
            let counts = [COUNT as usize, COUNT as usize, 1];
            let scene = scene(&counts[..objects]);
            let world = world::objects(&scene, &[]).unwrap();
            for _ in 0..4 {
                let keys = (0..2 * COUNT - 2).map(|i| pairs::key([i / 2, COUNT + i / 2 + i % 2])).collect();
                let rest = (0..6000).map(|i| pairs::key([i * 800, COUNT + i])).collect();
                let found = Sieved { findings: PairList::Keys(keys), rest, ..Sieved::default() };
                let deal = Deal::new(starts(&counts[..objects]), found);
                let question = Overlaps::new();
                let start = std::time::Instant::now();
                let cases: Vec<_> = (1..objects).map(|b| WorldPair { a: &world[0], b: &world[b] }).collect();
                let halt = Halt { first: None, watch: None };
                let answer = deal.decide(&question, &cases, &vec![None; cases.len()], halt);
                println!("{objects} objects: {:?}", start.elapsed());
                drop(answer);
            }
        }
    }
}
