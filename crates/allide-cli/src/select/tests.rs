use super::*;
use allide::{Mesh, ObjectId, Pose, Scene};
use allide_io::names::unique;
use allide_io::report::Source;
use std::time::{Duration, Instant};

/// One triangle for each name and file.
fn models(objects: &[(&str, &str)]) -> Models {
    let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]).unwrap();
    let mut scene = Scene::new();
    unique(objects).into_iter().for_each(|name| _ = scene.add(name, &mesh, Pose::IDENTITY));
    let source = |&(_, file): &(&str, &str)| Source { file: file.into(), ..Source::default() };
    let path = |&(name, _): &(&str, &str)| name.to_owned();
    let (sources, paths) = (objects.iter().map(source).collect(), objects.iter().map(path).collect());
    Models { scene, sources, paths, ..Models::default() }
}

fn rules(between: &[&str], across: bool, ignore: &[&str]) -> Rules {
    let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    Rules::parse(&owned(between), across, &owned(ignore)).unwrap()
}

/// The pairs that are left to examine, by places.
fn left(models: &Models) -> Vec<(usize, usize)> {
    let ids: Vec<ObjectId> = models.scene.ids().collect();
    let pairs = (0..ids.len()).flat_map(|a| (a + 1..ids.len()).map(move |b| (a, b)));
    pairs.filter(|&(a, b)| !models.scene.ignores(ids[a], ids[b])).collect()
}

#[test]
fn rules_need_two_patterns() {
    let parse = |text: &str| Rules::parse(&[text.to_owned()], false, &[text.to_owned()]);
    assert!(parse("bolt*:plate").is_ok());
    for text in ["bolt", ":", "a:", ":b", "a:b:c", ""] {
        assert!(parse(text).is_err(), "{text}");
    }
}

#[test]
fn rules_name_pairs_in_either_order_and_no_others() {
    let objects = [("bolt-1", "x"), ("plate", "x"), ("bolt-2", "x"), ("nut", "x")];
    let (mut ignored, mut taken) = (models(&objects), models(&objects));
    let patterns = ["bolt*:plate", "bolt-1:bolt-2"];
    assert_eq!(rules(&[], false, &patterns).apply(&mut ignored).unwrap().pairs, 3);
    assert_eq!(left(&ignored), [(0, 3), (1, 3), (2, 3)]);
    assert_eq!(rules(&patterns, false, &[]).apply(&mut taken).unwrap().pairs, 3);
    assert_eq!(left(&taken), [(0, 1), (0, 2), (1, 2)]);
}

#[test]
fn objects_are_known_by_name_path_and_file() {
    let objects = [("L1/bolt", "x/a.obj"), ("L1/bolt", "y/a.obj"), ("L2/nut", "y/a.obj"), ("C:pin", "z.stl")];
    for (pattern, expected) in [
        ("L1/bolt", [0, 1].as_slice()),
        ("x/a.obj/L1/bolt", &[0]),
        ("*/bolt", &[0, 1]),
        ("y/a.obj", &[1, 2]),
        ("a.obj", &[0, 1, 2]),
        ("?/a.obj", &[0, 1, 2]),
        ("z.*", &[3]),
        ("C?pin", &[3]),
        ("*", &[0, 1, 2, 3]),
    ] {
        let sides = sides("", &format!("{pattern}:*")).unwrap();
        let matching = matching(&[&sides], &models(&objects));
        let like: Vec<usize> = (0..4).filter(|&index| matching[index][0]).collect();
        assert_eq!(like, expected, "{pattern}");
    }
}

/// All rules at random, against a loop over all pairs.
#[test]
fn what_is_left_and_what_is_counted_agree_with_all_pairs_one_by_one() {
    let names = ["a1", "a2", "b1", "b2", "ab", "c", "a1"];
    let patterns = ["a*:b*", "a*:a*", "*:*", "c:a1", "*b:*1", "x.obj:y.obj", "a1:a1", "?:*", "x.obj:*1"];
    let mut seed = 1_u64;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for _ in 0..500 {
        let mut objects = vec![("a1", "x.obj"), ("b1", "y.obj"), ("c", "z.obj"), ("ab", "x.obj")];
        let files = ["x.obj", "y.obj", "z.obj"];
        objects.extend((0..next(9)).map(|_| (names[next(names.len())], files[next(3)])));
        let between: Vec<&str> = (0..next(3)).map(|_| patterns[next(patterns.len())]).collect();
        let ignore: Vec<&str> = (0..next(3)).map(|_| patterns[next(patterns.len())]).collect();
        let across = next(2) == 0;
        let mut models = models(&objects);
        let selection = rules(&between, across, &ignore).apply(&mut models).unwrap();
        let count = objects.len();
        let all: Vec<(usize, usize)> = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
        let is_like = |pattern: &str, index: usize| {
            let (name, file) = (models.scene.objects()[index].name(), objects[index].1);
            [name, objects[index].0, file].iter().any(|text| Pattern::new(pattern).matches(text))
        };
        let names = |rule: &str, (a, b): (usize, usize)| {
            let (x, y) = rule.split_once(':').unwrap();
            is_like(x, a) && is_like(y, b) || is_like(x, b) && is_like(y, a)
        };
        let is_across = |(a, b): (usize, usize)| objects[a].1 != objects[b].1;
        let is_left = |&pair: &(usize, usize)| {
            (between.is_empty() || between.iter().any(|rule| names(rule, pair)))
                && (!across || is_across(pair))
                && !ignore.iter().any(|rule| names(rule, pair))
        };
        let expected: Vec<(usize, usize)> = all.iter().copied().filter(is_left).collect();
        assert_eq!(left(&models), expected, "{objects:?} {between:?} {across} {ignore:?}");
        assert_eq!(selection.pairs as usize, expected.len());
        assert_eq!(selection.rules.len(), between.len() + usize::from(across) + ignore.len());
        for rule in &selection.rules {
            let expected = all.iter().filter(|&&pair| match &rule.pattern {
                Some(pattern) => names(pattern, pair),
                None => is_across(pair),
            });
            assert_eq!(rule.pairs as usize, expected.count(), "{rule:?} {objects:?}");
            if let (Some(pattern), Some(counts)) = (&rule.pattern, rule.objects) {
                let (a, b) = pattern.split_once(':').unwrap();
                let like = |side: &str| (0..count).filter(|&index| is_like(side, index)).count() as u64;
                assert_eq!(counts, [like(a), like(b)]);
            }
        }
    }
}

#[test]
fn patterns_without_an_object_are_errors_or_warnings_that_name_the_nearest() {
    let mut models = models(&[("Bolt-1", "a.obj"), ("plate", "a.obj")]);
    let error = rules(&["plate:bolts-1"], false, &[]).apply(&mut models).unwrap_err().to_string();
    assert_eq!(error, "--between: nothing is named like \"bolts-1\"; the nearest is \"Bolt-1\"");
    let error = rules(&["plate:b.obj"], false, &[]).apply(&mut models).unwrap_err().to_string();
    assert_eq!(error, "--between: nothing is named like \"b.obj\"; the nearest is \"a.obj\"");
    let selection = rules(&["*:*"], false, &["washer*:plate"]).apply(&mut models).unwrap();
    assert_eq!(selection.warnings, ["--ignore: nothing is named like \"washer*\"; names are like \"Bolt-1\""]);
    assert_eq!((selection.pairs, selection.rules[1].objects), (1, Some([0, 1])));
}

#[test]
fn many_objects_and_files_take_no_time() {
    let bolts = vec![("bolt", "a.obj"); 100_000];
    let names: Vec<(String, String)> =
        (0..20_000).map(|index| (format!("part-{}", index % 97), format!("files/{}.obj", index % 2_000))).collect();
    let parts: Vec<(&str, &str)> = names.iter().map(|(name, file)| (name.as_str(), file.as_str())).collect();
    let (mut bolts, mut parts) = (models(&bolts), models(&parts));
    let texts: Vec<String> = (0..10).map(|digit| format!("part-{digit}*:part-?{digit}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let start = Instant::now();
    let selection = rules(&["*:*"], false, &["bolt:bolt*"]).apply(&mut bolts).unwrap();
    assert_eq!((selection.pairs, selection.rules[1].pairs), (0, 4_999_950_000));
    let took_bolts = start.elapsed();
    let selection = rules(&[], true, &texts).apply(&mut parts).unwrap();
    assert!(selection.pairs > 0);
    let took_parts = start.elapsed();
    assert!(took_parts < Duration::from_secs(20), "{took_bolts:?} {took_parts:?}");
}
