//! Files of strangers: what they name is looked for beside them alone, their work is bounded, and what goes wrong is said.

use crate::{command, command_in, status, stderr, stdout};
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

const LID: &str = "v 0 0 0\nv 2 0 0\nv 0 2 0\nf 1 2 3\n";

fn allide(folder: &Path, line: &str) -> Output {
    command_in(folder, &line.split_whitespace().collect::<Vec<_>>()).output().unwrap()
}

fn refused(folder: &Path, line: &str) -> String {
    let output = allide(folder, line);
    assert_eq!(status(&output), 2, "{line}: {}", stdout(&output));
    stderr(&output)
}

fn fed(line: &str, input: &[u8]) -> (i32, String, String) {
    let mut command = command(&line.split_whitespace().collect::<Vec<_>>());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    (status(&output), stdout(&output), stderr(&output))
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn frames(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../allide-io/tests/frames").join(name)).unwrap()
}

#[cfg(unix)]
#[test]
fn a_folder_and_a_pattern_read_files_in_their_folder_alone_and_wait_for_nothing() {
    use std::os::unix::fs::symlink;
    let all = tempfile::tempdir().unwrap();
    std::fs::write(all.path().join("secret.obj"), LID).unwrap();
    let pipe = |path: &Path| assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    for (kind, problem) in [
        ("pipe", "this is a pipe or a device; name a file"),
        ("device", "this link leads out of its folder; name the file that it leads to"),
        ("outside", "this link leads out of its folder; name the file that it leads to"),
        ("inside", ""),
    ] {
        let folder = all.path().join(kind);
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("f.1.obj"), LID).unwrap();
        let second = folder.join("f.2.obj");
        match kind {
            "pipe" => pipe(&second),
            "device" => symlink("/dev/zero", &second).unwrap(),
            "outside" => symlink("../secret.obj", &second).unwrap(),
            _ => symlink("f.1.obj", &second).unwrap(),
        }
        for line in [format!("check {kind} --across"), format!("check {kind}/f.#.obj --self")] {
            let output = allide(all.path(), &line);
            let found = stderr(&output);
            match problem {
                "" => assert!(status(&output) < 2, "{line}: {found}"),
                _ => {
                    assert_eq!(status(&output), 2, "{line}: {found}");
                    assert!(found.contains(&format!("{kind}/f.2.obj: {problem}")), "{line}: {found}");
                }
            }
        }
    }
    // Whoever names a link means what it leads to.
    assert!(status(&allide(all.path(), "check outside/f.2.obj --self")) < 2);
}

#[cfg(unix)]
#[test]
fn links_lead_neither_buffers_nor_images_out_of_the_folder() {
    use std::os::unix::fs::symlink;
    let all = tempfile::tempdir().unwrap();
    let folder = all.path().join("in");
    std::fs::create_dir(&folder).unwrap();
    let document: serde_json::Value = serde_json::from_slice(&frames("turn.gltf")).unwrap();
    let with_uri = |uri: &str| {
        let mut document = document.clone();
        document["buffers"][0]["uri"] = json!(uri);
        document.to_string()
    };
    std::fs::write(all.path().join("secret.bin"), vec![0; 4096]).unwrap();
    symlink("../secret.bin", folder.join("buffer.bin")).unwrap();
    symlink("/dev/zero", folder.join("zero.bin")).unwrap();
    for uri in ["buffer.bin", "zero.bin", "../secret.bin", "%2e%2e/secret.bin", "/dev/zero"] {
        std::fs::write(folder.join("a.gltf"), with_uri(uri)).unwrap();
        let problem = refused(all.path(), "check in/a.gltf --self");
        assert!(problem.contains(&format!("buffers[0]: the uri {uri:?} leads out of the file's folder")), "{problem}");
    }
    symlink("../secret.bin", folder.join("link.png")).unwrap();
    let secret = all.path().join("secret.bin").display().to_string();
    for (name, reason) in [
        ("link.png", "it leads out of its folder"),
        ("../secret.bin", "it leads out of its folder"),
        ("/dev/zero", "it leads out of its folder"),
        (&secret, "it leads out of its folder"),
        (".", "it is a folder"),
    ] {
        let text = format!(
            "[[emitter]]\n[[collider]]\nsurface = \"disc\"\nradius = 1\nimage = {{ file = \"{name}\", materials = [\"plain\"] }}\n"
        );
        std::fs::write(folder.join("a.toml"), text).unwrap();
        let problem = refused(all.path(), "particles in/a.toml --csv -");
        assert!(problem.contains("cannot read the image") && problem.contains(reason), "{problem}");
    }
}

#[test]
fn frames_come_from_standard_input_and_gzip_too() {
    let folder = tempfile::tempdir().unwrap();
    for (name, flags) in [("moves.npz", ""), ("turn.gltf", "--fps keys")] {
        let bytes = frames(name);
        std::fs::write(folder.path().join(name), &bytes).unwrap();
        std::fs::write(folder.path().join(format!("{name}.gz")), gzip(&bytes)).unwrap();
        let report = |text: &str| -> serde_json::Value {
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}: {text}"))
        };
        let read = |path: &str| {
            let output = allide(folder.path(), &format!("check {path} --self --json - {flags}"));
            (status(&output), report(&stdout(&output))["frames"].clone())
        };
        let plain = read(name);
        assert_eq!((plain.0, plain.1.as_array().map(Vec::len)), (0, Some(3)), "{name}");
        let numbers = |frames: &serde_json::Value| -> Vec<(serde_json::Value, serde_json::Value)> {
            let frames = frames.as_array().unwrap();
            frames.iter().map(|frame| (frame["number"].clone(), frame["report"]["pairs"].clone())).collect()
        };
        let packed = read(&format!("{name}.gz"));
        assert_eq!((packed.0, numbers(&packed.1)), (0, numbers(&plain.1)), "{name}");
        for bytes in [&bytes[..], &gzip(&bytes)] {
            let (status, out, errors) = fed(&format!("check - --self --json - {flags}"), bytes);
            assert_eq!((status, errors.as_str()), (0, ""), "{name}");
            assert_eq!(numbers(&report(&out)["frames"]), numbers(&plain.1), "{name}");
        }
    }
    let (status, _, errors) = fed("inspect -", &frames("moves.npz"));
    assert!(status == 2 && errors.contains("standard input is a sequence of frames"), "{errors}");
    // Without its animation, it is a scene like any other.
    let (status, table, _) = fed("check - --self", &frames("turn.gltf"));
    assert!(status == 0 && table.contains("1 object"), "{table}");
}

#[test]
fn work_without_end_is_refused_at_once_and_allowed_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let scene = |text: &str| std::fs::write(folder.path().join("a.toml"), text).unwrap();
    let plate = "[[collider]]\nsurface = \"rectangle\"\nsize = [9, 9]\n";
    let began = Instant::now();
    for (text, line) in [
        ("[[emitter]]\ncount = 4294967295\nperiod = 1e-3\n".to_owned(), "--csv -"),
        (
            format!("[[emitter]]\ncount = 1000\n{plate}repeat = {{ counts = [100000, 1, 1], step = [0, 0, 0] }}\n"),
            "--csv -",
        ),
        ("duration = 1e9\n[[emitter]]\nperiod = 1e-6\n".to_owned(), "--json -"),
        ("duration = 1e9\nframe_rate = 1e-6\n[[emitter]]\ncount = 1\nperiod = 1e9\n".to_owned(), "--html a.html"),
        ("[[emitter]]\ncount = 10\n".to_owned(), "--csv - --limit 20"),
    ] {
        scene(&text);
        let problem = refused(folder.path(), &format!("particles a.toml {line}"));
        assert!(problem.contains(" steps (") && problem.contains("or allow more with --limit "), "{problem}");
    }
    scene("frame_rate = 1e9\n[[emitter]]\ncount = 1\n");
    let problem = refused(folder.path(), "particles a.toml --out out");
    assert!(problem.contains("4000000000 frames (1000000000 a second) are more than 1000000; --frames N"), "{problem}");
    assert!(!folder.path().join("out").exists());
    scene("[[emitter]]\ncount = 10\n");
    assert_eq!(status(&allide(folder.path(), "particles a.toml --csv - --limit 1e3")), 0);

    for line in
        ["chip run --clock 1e9", "chip run --latency 1000000 --memory-clock 0.001", "chip sweep bits --clock 1e9"]
    {
        let problem = refused(folder.path(), line);
        assert!(problem.contains(" cycles, more than 1e9") && problem.contains("--limit "), "{line}: {problem}");
    }
    let problem = refused(folder.path(), "chip run --limit 1000");
    assert!(problem.contains("the query takes more than 1e3 cycles; allow more with --limit"), "{problem}");
    assert!(refused(folder.path(), "chip run --limit 0").contains("must be a number above 0, as 1e12"));
    assert!(began.elapsed() < Duration::from_secs(120), "{:?}", began.elapsed());
}

#[test]
fn copies_of_a_triangle_are_refused_before_all_their_pairs_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let copies = |count: usize| "v 0 0 0\nv 1 0 0\nv 0 1 0\n".to_owned() + &"f 1 2 3\n".repeat(count);
    std::fs::write(folder.path().join("a.obj"), copies(8_000)).unwrap();
    for line in ["inspect a.obj", "check a.obj --self"] {
        let problem = refused(folder.path(), line);
        assert!(problem.contains("8,000 triangles are copies of each other in 31,996,000 pairs"), "{problem}");
    }
    std::fs::write(folder.path().join("b.obj"), copies(40)).unwrap();
    assert_eq!(status(&allide(folder.path(), "inspect b.obj")), 1);
    assert_eq!(status(&allide(folder.path(), "check b.obj --self")), 1);
}

#[test]
fn lists_go_on_when_generations_pass_32_bits() {
    let folder = tempfile::tempdir().unwrap();
    let plate = "[[collider]]\nsurface = \"disc\"\nradius = 9\n";
    let rain = |start: &str| {
        let emitter =
            "[[emitter]]\ncount = 3\nperiod = 0.01\nsource = { point = [0, 0, 0.005] }\nvelocity = [0, 0, -1]\n";
        let text = format!("duration = 1\n{emitter}start = {start}\n{plate}");
        std::fs::write(folder.path().join("a.toml"), text).unwrap();
        let list = stdout(&allide(folder.path(), "particles a.toml --csv -"));
        let generation = |line: &str| line.split(',').nth(2).unwrap().parse::<u64>().unwrap();
        list.lines().skip(1).map(generation).collect::<Vec<u64>>()
    };
    let late = rain("-1e9");
    assert_eq!(rain("-100").len(), 300);
    // A hundred a second, of each of three.
    assert!(
        (295..=305).contains(&late.len()) && late.iter().all(|generation| *generation > 99_999_000_000),
        "{late:?}"
    );
}

#[test]
fn a_width_beyond_all_names_is_no_width() {
    let folder = tempfile::tempdir().unwrap();
    let problem = refused(folder.path(), "scene ear --frames 2 -o w.%0100000d.obj");
    assert!(problem.contains("has no place for a number; write it like frame.####.obj"), "{problem}");
    assert!(refused(folder.path(), "check w.%0100000d.obj").contains("there is no such file"));
}

/// Runs the command with little memory. The size is that of addresses, of which much is never used.
#[cfg(target_os = "linux")]
fn with_little_memory(folder: &Path, megabytes: u32, line: &str) -> Output {
    let script = format!("ulimit -v {}; exec \"$0\" {line}", megabytes << 10);
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_allide")]).current_dir(folder).stdin(Stdio::null());
    command.envs([("ALLIDE_CACHE", "off"), ("RAYON_NUM_THREADS", "1"), ("MALLOC_ARENA_MAX", "1")]).output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_is_said_and_no_abort() {
    let folder = tempfile::tempdir().unwrap();
    // A file with nothing in it but its length.
    std::fs::File::create(folder.path().join("hole.stl")).unwrap().set_len(8 << 30).unwrap();
    let output = with_little_memory(folder.path(), 4_000, "check hole.stl --self --device cpu");
    let said = stderr(&output);
    assert!(
        status(&output) == 2 && said.starts_with("allide: error: hole.stl: there is not enough memory for it"),
        "{said}"
    );
    // Pictures are of a size that was asked for.
    let output = with_little_memory(folder.path(), 600, "particles table --frames 1 --size 8192x8192 --out out");
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("allide: error: there is not enough memory; examine less at once"), "{said}");
}
