//! Leaves out object pairs of a scene by groups.
//!
//! The scene ignores pairs of groups, and an object is in one group only: so objects of one kind share one, and with
//! `--across` those of one kind and file. Work and memory grow with the groups that ignore each other, not with objects.
//!
//! So the cost depends on groups, and pairs are counted from sizes.

use crate::input::Models;
use allide::GroupId;
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

/// Tells the scene which groups to ignore, given the kind of each object, and returns how many object pairs are left.
pub fn leave_out<K: Clone + Eq + Hash>(
    models: &mut Models,
    kind_of: Vec<K>,
    across: bool,
    is_hidden: impl Fn(&K, &K) -> bool,
) -> u64 {
    let has_triangles = |index: &usize| !models.scene.objects()[*index].mesh().triangles().is_empty();
    let filled: Vec<usize> = (0..kind_of.len()).filter(has_triangles).collect();
    let (kinds, kind_of) = numbered(kind_of);
    let all = 0..kinds.len();
    let hidden_from = |a: usize| all.clone().filter(|&b| is_hidden(&kinds[a], &kinds[b])).collect::<Vec<usize>>();
    let hidden: Vec<Vec<usize>> = all.clone().map(hidden_from).collect();
    let mut left = pairs(filled.len() as u64);
    if !across && hidden.iter().all(Vec::is_empty) {
        return left;
    }

    // Objects that are tested against nothing form one group, whatever their kind and file.
    let is_out = |kind: usize| hidden[kind].len() == kinds.len();
    let (_, file_of) = numbered(models.sources.iter().map(|source| source.file.as_str()).collect());
    // Objects that are alone in their files are the same to `--across`.
    let mut in_file = vec![0; file_of.iter().max().map_or(0, |last| last + 1)];
    file_of.iter().for_each(|&file| in_file[file] += 1);
    let file = |file: usize| (across && in_file[file] > 1).then_some(file);
    let key = |(kind, place): (&usize, usize)| (!is_out(*kind)).then(|| (*kind, file(place)));
    let keys: Vec<Option<(usize, Option<usize>)>> = kind_of.iter().zip(file_of).map(key).collect();
    // In order of their kinds, so that groups of one kind follow each other; first the one that is out.
    let groups: Vec<_> = keys.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let ids: Vec<GroupId> = groups.iter().map(|_| models.scene.add_group()).collect();
    let places: HashMap<_, usize> = groups.iter().copied().zip(0..).collect();
    let mut sizes = vec![0; groups.len()];
    for (id, key) in models.scene.ids().zip(&keys) {
        models.scene.set_group(id, ids[places[key]]);
    }
    filled.into_iter().for_each(|index| sizes[places[&keys[index]]] += 1);
    let mut of_kind = vec![0..0; kinds.len()];
    let mut of_file: HashMap<usize, Vec<usize>> = HashMap::new();
    for (group, (kind, file)) in groups.iter().enumerate().filter_map(|(group, key)| Some((group, (*key)?))) {
        let first = if of_kind[kind].is_empty() { group } else { of_kind[kind].start };
        of_kind[kind] = first..group + 1;
        file.into_iter().for_each(|file| of_file.entry(file).or_default().push(group));
    }

    for (a, key) in groups.iter().enumerate() {
        let mut others: Vec<usize> = Vec::new();
        match key {
            Some((kind, file)) => {
                let hidden = hidden[*kind].iter().map(|&kind| of_kind[kind].clone());
                hidden.for_each(|groups| others.extend(groups.start.max(a)..groups.end));
                let same_file = file.iter().flat_map(|file| &of_file[file]);
                others.extend(same_file.filter(|&&b| b >= a));
            }
            None => others.extend(a..groups.len()),
        }
        // In order: then the scene adds each at the end of its list. They are two sorted lists, which takes little time.
        others.sort();
        others.dedup();
        for b in others {
            models.scene.ignore(ids[a], ids[b]);
            left -= if a == b { pairs(sizes[a]) } else { sizes[a] * sizes[b] };
        }
    }
    left
}

/// The different values in the order of their first places, and for each place the number of its value.
fn numbered<T: Clone + Eq + Hash>(values: Vec<T>) -> (Vec<T>, Vec<usize>) {
    let (mut numbers, mut different) = (HashMap::new(), Vec::new());
    let number = |value: T| {
        *numbers.entry(value).or_insert_with_key(|value| {
            different.push(value.clone());
            different.len() - 1
        })
    };
    let places = values.into_iter().map(number).collect();
    (different, places)
}

/// The number of pairs of `count` objects.
pub fn pairs(count: u64) -> u64 {
    count * count.saturating_sub(1) / 2
}
