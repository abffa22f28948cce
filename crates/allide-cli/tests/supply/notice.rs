//! The notice of others' work: who wrote what, under which licence, and the texts that these licences want passed on.

use crate::{PLATFORM, Package, linked, packages, read, root};
use std::collections::BTreeMap;

const NAME: &str = "THIRD-PARTY-NOTICES.txt";

/// Licences and words of their texts. Where a package offers several, the first of these is taken.
const LICENCES: [(&str, &str); 7] = [
    ("MIT", "Permission is hereby granted, free of charge"),
    ("Zlib", "This software is provided 'as-is'"),
    ("ISC", "Permission to use, copy, modify, and/or distribute this software"),
    ("Unicode-3.0", "UNICODE LICENSE V3"),
    ("BSD-2-Clause", "Redistribution and use in source and binary forms"),
    ("BSL-1.0", "Boost Software License"),
    ("Apache-2.0", "Apache License"),
];

/// The licences that are taken, each with the text that goes with it. That of Apache-2.0 stands once for all, at the end.
fn licences(package: &Package) -> Result<Vec<(&'static str, String)>, String> {
    package.license.split(" AND ").map(|part| licence(package, part.trim_matches(['(', ')']))).collect()
}

/// The one that is taken of those that are offered.
fn licence(package: &Package, offered: &str) -> Result<(&'static str, String), String> {
    let offered: Vec<&str> = offered.split(" OR ").flat_map(|part| part.split('/')).map(str::trim).collect();
    let is_legal =
        |name: &str| ["LICENSE", "LICENCE", "COPYING"].iter().any(|word| name.to_uppercase().starts_with(word));
    let mut files: Vec<_> = std::fs::read_dir(&package.folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let files = files.iter().filter(|path| path.is_file() && is_legal(&path.file_name().unwrap().to_string_lossy()));
    let texts: Vec<String> = files.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    for (name, words) in LICENCES.into_iter().filter(|(name, _)| offered.contains(name)) {
        if name == "Apache-2.0" {
            // The notice to be passed on with it, if there is one.
            return Ok((name, std::fs::read_to_string(package.folder.join("NOTICE")).unwrap_or_default()));
        }
        if let Some(text) = texts.iter().find(|text| text.contains(words)) {
            return Ok((name, text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned()));
        }
    }
    Err(format!("{} {}: no text for {:?}", package.name, package.version, package.license))
}

/// The licences in the built page, as it holds them.
fn page() -> String {
    let page = read("crates/allide-page/src/page.html");
    let (_, text) =
        page.split_once("<script id=\"allide-licences\" type=\"text/plain\">").expect("the page has licences");
    let text = text.split_once("</script>").unwrap().0.trim();
    for name in ["three ", "preact ", "@preact/signals ", "@preact/signals-core "] {
        assert!(text.lines().any(|line| line.starts_with(name)), "{name}");
    }
    assert_eq!(text.matches(LICENCES[0].1).count(), 4);
    text.to_owned()
}

fn notice() -> String {
    let (packages, mut by_text, mut index) =
        (packages(), BTreeMap::<(&str, String), Vec<String>>::new(), String::new());
    let (mut missing, linked) = (Vec::new(), linked(&packages));
    for package in &linked {
        let name = format!("{} {}", package.name, package.version);
        match licences(package) {
            Ok(taken) => {
                let licences: Vec<&str> = taken.iter().map(|(licence, _)| *licence).collect();
                index += &format!("  {name} ({}): {}\n", package.license, licences.join(", "));
                taken.into_iter().for_each(|text| by_text.entry(text).or_default().push(name.clone()));
            }
            Err(problem) => missing.push(problem),
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    let rule = "-".repeat(100);
    let mut text = format!(
        "What allide contains that others wrote. Made by crates/allide-cli/tests/supply; not to be edited.\n\n\
         The command and the Python package, on {PLATFORM} ({} packages; others have their own system's bindings besides),\n\
         each with what it is offered under and the licence that is taken:\n\n{index}  \
         Rust's standard library (MIT OR Apache-2.0): Apache-2.0\n",
        linked.len()
    );
    for ((licence, words), names) in by_text.iter().filter(|((_, words), _)| !words.is_empty()) {
        text += &format!("\n{rule}\n{} ({licence}):\n\n{words}\n", names.join(", "));
    }
    text += &format!(
        "\n{rule}\nThe page that --html and `allide view` write, and which contains these texts, too:\n\n{}\n",
        page()
    );
    text + &format!("\n{rule}\nApache-2.0:\n\n{}\n", read("LICENSE-APACHE").trim_end())
}

#[test]
fn the_notice_names_everything_that_the_command_and_the_page_contain() {
    let notice = notice();
    if std::env::var_os("ALLIDE_WRITE_NOTICE").is_some() {
        std::fs::write(root().join(NAME), &notice).unwrap();
    }
    let committed = read(NAME);
    let differs = notice.lines().zip(committed.lines()).enumerate().find(|(_, (new, old))| new != old);
    assert!(
        notice == committed,
        "{NAME} is out of date; first difference: {differs:?}\nALLIDE_WRITE_NOTICE=1 cargo test -p allide-cli --test supply"
    );
}

#[test]
fn a_package_without_a_known_licence_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let package = |license: &str| {
        let (folder, license) = (folder.path().to_path_buf(), license.to_owned());
        licences(&Package { name: "x".into(), license, folder, ..Package::default() })
    };
    for license in ["", "GPL-3.0", "MIT", "MIT AND GPL-3.0", "(MIT OR Apache-2.0) AND Unicode-3.0", "Zlib"] {
        assert!(package(license).is_err(), "{license}");
    }
    assert_eq!(package("MIT OR Apache-2.0").unwrap()[0].0, "Apache-2.0");
    std::fs::write(folder.path().join("license.md"), "© X\nPermission is hereby granted, free of charge, to …")
        .unwrap();
    assert_eq!(package("Apache-2.0/MIT").unwrap()[0].0, "MIT");
    assert!(package("(MIT OR Apache-2.0) AND Unicode-3.0").is_err());
}
