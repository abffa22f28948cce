//! `allide particles`: what it writes, and what it says about what is wrong.

use crate::{command_in, status, stderr};
use std::path::Path;
use std::process::Output;

fn allide(arguments: &[&str], folder: &Path) -> Output {
    command_in(folder, &[&["particles"], arguments].concat()).output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert_eq!(status(output), 0, "{}", stderr(output));
    crate::stdout(output)
}

fn complaint(arguments: &[&str], folder: &Path) -> String {
    let output = allide(arguments, folder);
    assert_eq!(status(&output), 2);
    stderr(&output)
}

#[test]
fn a_scene_becomes_frames_maps_impacts_and_sound() {
    let folder = tempfile::tempdir().unwrap();
    let said = stdout(&allide(&["table", "--frames", "30", "--size", "96x54"], folder.path()));
    assert!(said.starts_with("table: 650 particles, ") && said.contains("table top"), "{said}");
    let made = folder.path().join("allide-table");
    for name in [
        "frame-00000.png",
        "frame-00029.png",
        "sheet.png",
        "map-000.png",
        "published.png",
        "particles.png",
        "impacts.csv",
        "sound.wav",
    ] {
        assert!(made.join(name).metadata().is_ok_and(|file| file.len() > 40), "{name}: {said}");
    }
    assert!(!made.join("frame-00030.png").exists() && !made.join("sound.part").exists());
    // Frame by frame, side by side with sound, or all at once: the same list.
    let at_once = stdout(&allide(&["table", "--frames", "30", "--csv", "-"], folder.path()));
    assert_eq!(std::fs::read_to_string(made.join("impacts.csv")).unwrap(), at_once);
    // A second of frames, and another in which the sound dies away: 16-bit stereo behind 44 bytes of header.
    assert_eq!(made.join("sound.wav").metadata().unwrap().len(), 44 + 2 * 48_000 * 4);
}

#[test]
fn a_scene_of_ones_own_starts_from_a_built_in_one() {
    let folder = tempfile::tempdir().unwrap();
    let text = stdout(&allide(&["hail", "--toml"], folder.path()));
    std::fs::write(folder.path().join("my.toml"), text).unwrap();
    let own = stdout(&allide(&["my.toml", "--frames", "3", "--csv", "-"], folder.path()));
    let built_in = stdout(&allide(&["hail", "--frames", "3", "--csv", "-"], folder.path()));
    assert!(
        own == built_in && own.lines().count() > 300 && own.starts_with("time,particle,generation,bounce,collider,")
    );
    let json = stdout(&allide(&["my.toml", "--frames", "3", "--json", "-"], folder.path()));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["impacts"].as_array().unwrap().len() + 1, own.lines().count());
    // No folder was asked for.
    assert!(!folder.path().join("allide-hail").exists());
}

#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    assert!(complaint(&["snow"], here).contains("there is no scene \"snow\"; `allide particles` lists all"));
    assert!(complaint(&["gone.toml"], here).contains("cannot read gone.toml"));
    std::fs::write(
        here.join("bad.toml"),
        "name = \"bad\"\n[[collider]]\nname = \"lid\"\nsurface = \"disc\"\nradius = 0\n",
    )
    .unwrap();
    assert_eq!(
        complaint(&["bad.toml"], here),
        "allide: error: bad.toml: line 5, column 10: collider \"lid\": radius must be from 1e-6 to 1e9, not 0\n"
    );
    std::fs::write(here.join("typo.toml"), "[[emiter]]\ncount = 3\n").unwrap();
    let typo = complaint(&["typo.toml"], here);
    assert!(typo.contains("typo.toml: line 1, column 3: unknown key \"emiter\": did you mean \"emitter\"?"), "{typo}");
    std::fs::write(here.join("empty.toml"), "").unwrap();
    assert!(complaint(&["empty.toml"], here).contains("the scene has no particles: add an [[emitter]]"));
    std::fs::write(here.join("huge.toml"), "[[emitter]]\ncount = 4000000000\n").unwrap();
    let huge = complaint(&["huge.toml"], here);
    assert!(
        huge.contains("4,000,000,000 particles are too many to draw: frames show up to 20,000,000 particles"),
        "{huge}"
    );
    // Images are looked for beside the scene, wherever the command runs.
    let image = "[[emitter]]\n[[collider]]\nname = \"lid\"\nsurface = \"disc\"\nradius = 1\nimage = { file = \"it.png\", materials = [\"plain\"] }\n";
    std::fs::create_dir(here.join("sub")).unwrap();
    std::fs::write(here.join("sub/image.toml"), image).unwrap();
    let missing = complaint(&["sub/image.toml"], here);
    assert!(missing.contains("line 6, column 18: collider \"lid\": cannot read the image sub/it.png"), "{missing}");
    assert!(complaint(&["hail", "--size", "9x9"], here).contains("must be two numbers from 16 to 8192"));
}
