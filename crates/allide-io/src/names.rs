//! The names of objects for people.

use crate::Loaded;
use crate::source::stem;
use allide::DVec3;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

/// A name for each object, given its name in its file and the file: no two are alike.
///
/// A name that occurs once stays as it is. One that occurs in several files gets its file in front, `a.obj/bolt`, with as
/// many folders as tell the files apart; the only object of a file that is named after it is called by the file alone,
/// `left/arm.stl`. A name that occurs several times in one file is numbered from the second on, in the order of the file: `bolt`,
/// `bolt#2`. The order of the files changes nothing.
///
/// ```
/// use allide_io::names::unique;
///
/// let names = unique(&[("bolt", "x/a.obj"), ("nut", "x/a.obj"), ("bolt", "y/a.obj"), ("bolt", "y/a.obj")]);
/// assert_eq!(names, ["x/a.obj/bolt", "nut", "y/a.obj/bolt", "y/a.obj/bolt#2"]);
/// ```
pub fn unique(objects: &[(&str, &str)]) -> Vec<String> {
    let (bases, once) = bases(objects);
    // Names that stay come first: none that is made up may be one of them.
    let mut taken: HashSet<String> =
        objects.iter().zip(&once).filter(|(_, once)| **once).map(|((name, _), _)| name.to_string()).collect();
    let mut numbers: HashMap<String, u64> = HashMap::new();
    let name = |(base, once): (String, bool)| {
        if once {
            return base;
        }
        let number = numbers.entry(base.clone()).or_insert(0);
        loop {
            *number += 1;
            let numbered = if *number == 1 { base.clone() } else { format!("{base}#{number}") };
            if taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    };
    bases.into_iter().zip(once).map(name).collect()
}

/// The identity of each object from report to report, given its name in its file, the file and what identifies it there: no
/// two are alike.
///
/// That is its name, with the file in front as in [`unique`], and what identifies it in the file. Where several objects agree in
/// these, shape and place (`shape_and_place`, by the number of the object) come in addition, so that one that goes
/// does not rename the others; those that are the same in all are numbered.
///
/// ```
/// use allide_io::names::identities;
///
/// let bolts = [("bolt", "a.obj", None), ("bolt", "a.obj", None), ("bolt", "a.obj", None), ("nut", "a.obj", None)];
/// let [all, fewer] = [identities(&bolts, |k| k as u64), identities(&bolts[1..], |k| k as u64 + 1)];
/// assert_eq!(all[1..], fewer);
/// assert_eq!(all[3], "nut");
/// ```
pub fn identities(objects: &[(&str, &str, Option<&str>)], shape_and_place: impl Fn(usize) -> u64) -> Vec<String> {
    let named: Vec<(&str, &str)> = objects.iter().map(|&(name, file, _)| (name, file)).collect();
    let (mut all, _) = bases(&named);
    for (identity, (.., key)) in all.iter_mut().zip(objects) {
        // No name has this character where text is read, and where one does, nothing is lost but a number.
        identity.extend(key.iter().flat_map(|key| ["\0", key]));
    }
    let mut counts: HashMap<String, usize> = HashMap::new();
    all.iter().for_each(|identity| *counts.entry(identity.clone()).or_default() += 1);
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for (index, identity) in all.iter_mut().enumerate() {
        if counts[identity] > 1 {
            identity.push_str(&format!("\0{:016x}", shape_and_place(index)));
        }
        let number = numbers.entry(identity.clone()).or_default();
        *number += 1;
        if *number > 1 {
            identity.push_str(&format!("\0#{number}"));
        }
    }
    all
}

/// The [identities] of objects as they were read: shape and place are those of their meshes and poses, to the last bit.
pub fn identify(objects: &[Loaded]) -> Vec<String> {
    let named: Vec<(&str, &str, Option<&str>)> =
        objects.iter().map(|object| (object.name.as_str(), object.source.as_str(), object.key.as_deref())).collect();
    // Instances share a mesh.
    let shapes: RefCell<HashMap<*const DVec3, u64>> = RefCell::default();
    identities(&named, |index| {
        let (mesh, pose) = (&objects[index].mesh, &objects[index].pose);
        let shape = *shapes.borrow_mut().entry(mesh.positions().as_ptr()).or_insert_with(|| {
            let positions = mesh.positions().iter().flat_map(|point| point.to_array()).map(bits);
            hash(positions.chain(mesh.triangles().as_flattened().iter().map(|&vertex| u64::from(vertex))))
        });
        hash(pose.columns().into_iter().flatten().map(bits).chain([shape]))
    })
}

/// Without the sign of zero.
fn bits(x: f64) -> u64 {
    (x + 0.0).to_bits()
}

fn hash(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0xcbf2_9ce4_8422_2325, |hash: u64, word| {
        let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    })
}

/// The names of objects with their files in front where several files have one, and whether a name occurs but once.
fn bases(objects: &[(&str, &str)]) -> (Vec<String>, Vec<bool>) {
    let mut uses: HashMap<&str, Use<'_>> = HashMap::new();
    let mut in_file: HashMap<&str, usize> = HashMap::new();
    for &(name, file) in objects {
        *in_file.entry(file).or_default() += 1;
        let seen = uses.entry(name).or_insert(Use { count: 0, file, is_shared: false });
        seen.count += 1;
        seen.is_shared |= seen.file != file;
    }
    let shared = objects.iter().any(|(name, _)| uses[name].is_shared);
    let labels = if shared { labels(objects.iter().map(|&(_, file)| file)) } else { HashMap::new() };

    let base = |&(name, file): &(&str, &str)| {
        let seen = &uses[name];
        match labels.get(file) {
            _ if seen.count == 1 => name.to_owned(),
            Some(label) if seen.is_shared && in_file[file] == 1 && stem(file) == name => label.to_string(),
            Some(label) if seen.is_shared => format!("{label}/{name}"),
            _ => name.to_owned(),
        }
    };
    (objects.iter().map(base).collect(), objects.iter().map(|(name, _)| uses[name].count == 1).collect())
}

/// How often a name occurs, and where.
struct Use<'a> {
    count: usize,
    /// The file of the first.
    file: &'a str,
    /// Whether another file has it too.
    is_shared: bool,
}

/// For each file the shortest end of its path, in whole folders, that no other file's path ends with.
fn labels<'a>(files: impl Iterator<Item = &'a str>) -> HashMap<&'a str, &'a str> {
    let mut labels = HashMap::new();
    let mut left: Vec<&str> = files.collect::<HashSet<_>>().into_iter().collect();
    for folders in 0.. {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        left.iter().for_each(|file| *counts.entry(end(file, folders)).or_default() += 1);
        left.retain(|file| {
            let label = end(file, folders);
            let is_done = counts[label] == 1 || label.len() == file.len();
            is_done.then(|| labels.insert(*file, label));
            !is_done
        });
        if left.is_empty() {
            break;
        }
    }
    labels
}

/// The end of a path: the file and its nearest `folders` folders.
fn end(path: &str, folders: usize) -> &str {
    let start = path.rmatch_indices(['/', '\\']).nth(folders);
    start.map_or(path, |(at, _)| &path[at + 1..])
}

/// The name of a file without its folders.
///
/// ```
/// assert_eq!(allide_io::names::file_name("plant/level 1.obj"), "level 1.obj");
/// ```
pub fn file_name(path: &str) -> &str {
    end(path, 0)
}

/// The text for a terminal or a message: on one line, and nothing in it that is not seen.
///
/// Control characters could do anything to a terminal, bidirectional ones reorder the rest of the line, and invisible ones
/// make two names look the same: each becomes U+FFFD.
///
/// ```
/// assert_eq!(allide_io::names::printable("gpj.\u{202e}obj\n"), "gpj.\u{fffd}obj\u{fffd}");
/// ```
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if is_unseen(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// Whether a character has no picture of its own: controls, line separators, and what Unicode calls format characters or
/// ignorable by default.
pub(crate) fn is_unseen(c: char) -> bool {
    let is_ignorable = || {
        matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}'
            | '\u{8e2}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
    };
    c.is_control() || !c.is_ascii() && is_ignorable()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn names_that_differ_stay() {
        assert_eq!(unique(&[("a/b", "x.obj"), ("b", "x.obj"), ("c", "y.obj")]), ["a/b", "b", "c"]);
        assert!(unique(&[]).is_empty());
    }

    #[test]
    fn names_in_one_file_are_numbered_without_it() {
        assert_eq!(unique(&[("b", "x.obj"), ("b", "x.obj"), ("c", "y.obj")]), ["b", "b#2", "c"]);
        // The same file twice is one file.
        assert_eq!(unique(&[("b", "x.obj"), ("b", "x.obj")]), ["b", "b#2"]);
        assert_eq!(unique(&[("", "x.obj"), ("", "x.obj")]), ["", "#2"]);
    }

    #[test]
    fn files_get_as_many_folders_as_tell_them_apart() {
        let files = ["a.obj", "p/a.obj", "q/a.obj", "r/p/a.obj", "/p/a.obj", "q\\b.obj", "./a.obj"];
        let objects = files.map(|file| ("bolt", file));
        let expected = ["a.obj", "p/a.obj", "q/a.obj", "r/p/a.obj", "/p/a.obj", "b.obj", "./a.obj"];
        assert_eq!(unique(&objects), expected.map(|file| format!("{file}/bolt")));
    }

    #[test]
    fn files_of_one_object_that_is_named_after_them_stand_for_it() {
        let objects = [("arm", "left/arm.stl"), ("arm", "right/arm.stl"), ("arm", "arm.obj"), ("hand", "arm.obj")];
        assert_eq!(unique(&objects), ["left/arm.stl", "right/arm.stl", "arm.obj/arm", "hand"]);
    }

    #[test]
    fn made_up_names_avoid_those_that_exist() {
        let objects = [("b", "x.obj"), ("b", "x.obj"), ("b#2", "x.obj"), ("b", "x.obj"), ("b#3", "x.obj")];
        assert_eq!(unique(&objects), ["b", "b#4", "b#2", "b#5", "b#3"]);
        let objects = [("b", "x.obj"), ("b", "y.obj"), ("x.obj/b", "z.obj")];
        assert_eq!(unique(&objects), ["x.obj/b#2", "y.obj/b", "x.obj/b"]);
    }

    #[test]
    fn the_order_of_files_changes_no_name() {
        let objects = [("b", "x/a.obj"), ("b", "x/a.obj"), ("c", "x/a.obj"), ("b", "y/a.obj"), ("d", "z.obj")];
        let other = [3, 4, 0, 1, 2].map(|index| objects[index]);
        let (names, others) = (unique(&objects), unique(&other));
        assert_eq!([3, 4, 0, 1, 2].map(|index| names[index].clone()).to_vec(), others);
    }

    #[test]
    fn many_objects_of_one_name_take_no_time() {
        // The best of three: other work on the machine counts for nothing.
        let best = (0..3).map(|_| time_of_many_names()).find(|time| *time < Duration::from_secs(5));
        assert!(best.is_some(), "5 seconds and more, three times");
    }

    fn time_of_many_names() -> Duration {
        let start = Instant::now();
        let files: Vec<String> = (0..1000).map(|number| format!("{}/a.obj", number % 500)).collect();
        for files in [&files[..1], &files] {
            let objects: Vec<_> = (0..100_000).map(|index| ("bolt", files[index % files.len()].as_str())).collect();
            assert_eq!(unique(&objects).into_iter().collect::<HashSet<_>>().len(), objects.len());
        }
        // Names in the way of all numbers.
        let mut objects = vec![("bolt".to_string(), "x.obj"); 50_000];
        objects.extend((2..50_002).map(|number| (format!("bolt#{number}"), "x.obj")));
        let objects: Vec<_> = objects.iter().map(|(name, file)| (name.as_str(), *file)).collect();
        assert_eq!(unique(&objects).into_iter().collect::<HashSet<_>>().len(), objects.len());
        start.elapsed()
    }

    #[test]
    fn what_is_not_seen_is_replaced_and_nothing_else() {
        let unseen = "\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{200e}\u{200f}\u{61c}";
        for c in unseen
            .chars()
            .chain("\u{1b}\n\t\u{7f}\u{9b}\u{200b}\u{200d}\u{2028}\u{feff}\u{ad}\u{e0041}\u{3164}\u{fe0f}".chars())
        {
            assert_eq!(printable(&format!("a{c}b")), "a\u{fffd}b", "{c:?}");
        }
        for text in ["bolt 17 (copy)", "Träger/Stütze", "名前", "قطعة", "é\u{301}", "🔩", "\u{a0}"] {
            assert_eq!(printable(text), text);
        }
    }
}
