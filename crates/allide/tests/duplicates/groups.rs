//! Duplicates among objects that ignore each other.

use super::{checked, scene_of};
use allide::{Engine, GroupId, Overlaps, Scene};
use allide_scenes::shapes;

/// Copies in these groups, with these pairs of groups ignored. Group 9 stands for none.
fn scene(groups: &[usize], ignored: &[(usize, usize)]) -> Scene {
    let blob = shapes::blob(3, 20);
    let mut scene = scene_of(std::iter::repeat_n(&blob, groups.len()));
    let all: Vec<GroupId> = (0..4).map(|_| scene.add_group()).collect();
    for (id, &group) in scene.ids().zip(groups) {
        if let Some(&group) = all.get(group) {
            scene.set_group(id, group);
        }
    }
    ignored.iter().for_each(|&(a, b)| scene.ignore(all[a], all[b]));
    scene
}

#[test]
fn sets_are_connected_by_pairs_that_count() {
    let none: Vec<Vec<usize>> = Vec::new();
    assert_eq!(checked(&scene(&[0, 0, 0], &[])), [[0, 1, 2]]);
    assert_eq!(checked(&scene(&[0, 0, 0], &[(0, 0)])), none);
    // Two that ignore each other are connected by a third.
    assert_eq!(checked(&scene(&[0, 0, 9], &[(0, 0)])), [[0, 1, 2]]);
    assert_eq!(checked(&scene(&[0, 0, 1], &[(0, 0)])), [[0, 1, 2]]);
    assert_eq!(checked(&scene(&[0, 1, 0, 1], &[(0, 1)])), [[0, 2], [1, 3]]);
    assert_eq!(checked(&scene(&[0, 1, 0, 1], &[(0, 1), (0, 0)])), [[1, 3]]);
    assert_eq!(checked(&scene(&[0, 1, 2], &[(0, 1), (0, 2)])), [[1, 2]]);
    assert_eq!(checked(&scene(&[0, 1, 2, 3], &[(0, 1), (1, 2), (2, 3)])), [[0, 1, 2, 3]]);
    assert_eq!(checked(&scene(&[0, 1, 2, 3], &[(0, 1), (0, 3), (1, 2), (2, 3)])), [[0, 2], [1, 3]]);
}

#[test]
fn every_choice_of_ignored_groups_gives_the_components() {
    let pairs: Vec<(usize, usize)> = (0..3).flat_map(|a| (a..3).map(move |b| (a, b))).collect();
    let groups = [0, 1, 2, 0, 1];
    for choice in 0..1 << pairs.len() {
        let ignored: Vec<_> = pairs.iter().enumerate().filter(|(k, _)| choice >> k & 1 == 1).map(|(_, &p)| p).collect();
        let scene = scene(&groups, &ignored);
        let report = Engine::cpu().run(&scene, &Overlaps::new()).unwrap();
        let ids: Vec<_> = scene.ids().collect();
        // Labels spread along pairs that are not ignored, until nothing changes.
        let mut labels: Vec<usize> = (0..ids.len()).collect();
        for _ in 0..ids.len() {
            for (a, b) in (0..5).flat_map(|a| (0..5).map(move |b| (a, b))) {
                if a != b && !scene.ignores(ids[a], ids[b]) {
                    labels[b] = labels[a].min(labels[b]);
                    labels[a] = labels[b];
                }
            }
        }
        let of_label = |label| (0..ids.len()).filter(|&k| labels[k] == label).collect::<Vec<_>>();
        let expected: Vec<Vec<usize>> = (0..ids.len()).map(of_label).filter(|set| set.len() > 1).collect();
        assert_eq!(super::sets(&report), expected, "{ignored:?}");
        assert!(report.pairs.is_empty());
    }
}
