//! Ctrl-C, `kill` and worse, at any time.
#![cfg(unix)]

use super::cases::{CASES, Case};
use super::{LONG, Place, asked, ended, files, is_whole, send, wait_until};
use crate::command_in;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

const SIGNALS: [(&str, i32); 2] = [("INT", 130), ("TERM", 143)];

/// How many random times each option is stopped at with each signal.
const TIMES: usize = 1;

/// Numbers from 0 to 1 that are the same in each run.
fn fraction(seed: u64) -> f64 {
    let mixed = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 11) as f64 / (1_u64 << 53) as f64
}

#[test]
fn whoever_is_stopped_leaves_the_old_file_or_the_new_one() {
    let mut stopped = 0;
    for (number, case) in (0..).zip(CASES.iter().filter(|case| !case.is_dear || asked().is_some())) {
        let place = Place::new();
        let start = Instant::now();
        assert!(place.run(case).0 < 2, "{}", case.line);
        let (whole, usual) = (start.elapsed(), place.files());
        let old = usual.keys().map(|name| (name.clone(), b"old".to_vec())).collect();
        for time in 0..asked().unwrap_or(TIMES) as u64 {
            for (signal, expected) in SIGNALS {
                place.restore(&old);
                let child = place.command(case).spawn().unwrap();
                std::thread::sleep(whole.mul_f64(fraction(997 * number + 2 * time + expected as u64)));
                send(signal, child.id());
                let (status, said) = ended(child);
                let about = format!("{}, {signal}: {status}: {said}", case.line);
                // It may have been done, or not have begun to listen.
                assert!(status == expected || (-1..2).contains(&status), "{about}");
                assert!(
                    status != expected || said.ends_with("stopped: interrupted; no file is left half-written\n"),
                    "{about}"
                );
                stopped += usize::from(status == expected);
                let found = place.files();
                assert!(found.keys().eq(usual.keys()), "{about}: {:?}", found.keys());
                for (name, bytes) in &found {
                    assert!(bytes == b"old" || is_whole(name, bytes, &usual[name]), "{about}: {}", name.display());
                }
            }
        }
    }
    assert!(stopped > 0);
}

/// Work that takes minutes, in a folder of its own. It writes into `out`.
struct Work {
    place: Place,
    child: Child,
}

impl Work {
    fn start(line: &str) -> Self {
        let place = Place::new();
        let words: Vec<&str> = line.split_whitespace().collect();
        Self::begin(place, &words)
    }

    fn begin(place: Place, words: &[&str]) -> Self {
        let mut command = command_in(place.folder.path(), words);
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        // It listens from the first moment on, but that has to come.
        std::thread::sleep(Duration::from_millis(400));
        Self { place, child }
    }

    /// A simulation that writes millions of cycles.
    fn that_writes() -> Self {
        let work = Self::start("chip run --latency 2000 --vcd out/r.vcd");
        wait_until("a file is begun", || work.begun().is_some());
        work
    }

    /// The unfinished file.
    fn begun(&self) -> Option<PathBuf> {
        let mut names = std::fs::read_dir(self.place.out()).unwrap().map(|entry| entry.unwrap().path());
        names.find(|path| path.to_str().unwrap().ends_with(".partial"))
    }

    fn end(self, signal: &str) -> (i32, Place) {
        send(signal, self.child.id());
        (ended(self.child).0, self.place)
    }
}

#[test]
fn long_work_stops_soon_whatever_it_is() {
    let deep = deep_gltf();
    let fan = polygon();
    let mut stopped = 0;
    for (line, file) in [
        ("chip sweep axes", None),
        ("doctor --thorough", None),
        ("particles rain.toml --csv out/r.csv", Some(("rain.toml", RAIN.as_bytes()))),
        ("check deep.gltf", Some(("deep.gltf", deep.as_bytes()))),
        ("inspect fan.obj", Some(("fan.obj", fan.as_bytes()))),
        ("reproduce --device cpu --quiet --out out/r", None),
    ] {
        for (signal, expected) in SIGNALS {
            let place = Place::new();
            file.iter().for_each(|(name, bytes)| std::fs::write(place.path(name), bytes).unwrap());
            let words: Vec<&str> = line.split(' ').collect();
            let mut work = Work::begin(place, &words);
            if let Some(status) = work.child.try_wait().unwrap() {
                // What would take too long may be refused instead, or take less by now.
                assert!(status.code().is_some_and(|status| status < 3), "{line}: {status}");
                continue;
            }
            let start = Instant::now();
            let (status, place) = work.end(signal);
            assert_eq!(status, expected, "{line}, {signal}");
            stopped += 1;
            // Half a second, were this the only program on the machine.
            assert!(start.elapsed() < LONG / 10, "{line}, {signal}: {:?}", start.elapsed());
            let left = files(&place.out());
            assert!(left.keys().all(|name| !name.to_str().unwrap().contains("partial")), "{line}: {:?}", left.keys());
        }
    }
    assert!(stopped >= 6, "only {stopped}");
}

/// More particles than are done in a minute.
const RAIN: &str = "[[emitter]]\ncount = 4000000000\n[[collider]]\nsurface = \"disc\"\nradius = 1\n";

/// Nodes in one another, which take long to name.
fn deep_gltf() -> String {
    let count = 20_000;
    let nodes: Vec<String> =
        (0..count).map(|k| format!("{{\"name\":\"node\",\"mesh\":0,\"children\":[{}]}}", k + 1)).collect();
    let buffer = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
    format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scene\":0,\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{},{{\"mesh\":0}}],\
         \"meshes\":[{{\"primitives\":[{{\"attributes\":{{\"POSITION\":0}}}}]}}],\
         \"accessors\":[{{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}}],\
         \"bufferViews\":[{{\"buffer\":0,\"byteLength\":36}}],\
         \"buffers\":[{{\"byteLength\":36,\"uri\":\"data:application/octet-stream;base64,{buffer}\"}}]}}",
        nodes.join(",")
    )
}

/// A face that winds round many times.
fn polygon() -> String {
    let count = 200_000;
    let corner = |k: usize| {
        let angle = 2.399_963 * k as f64;
        format!("v {} {} 0\n", angle.cos(), angle.sin())
    };
    let corners: String = (0..count).map(corner).collect();
    let face: Vec<String> = (1..=count).map(|k| k.to_string()).collect();
    format!("{corners}f {}\n", face.join(" "))
}

#[test]
fn a_second_signal_and_one_while_writing_leave_nothing() {
    for signals in [&["INT"][..], &["TERM"], &["INT", "INT"], &["INT", "TERM"]] {
        let Work { place, child } = Work::that_writes();
        signals.iter().for_each(|signal| send(signal, child.id()));
        let (status, said) = ended(child);
        // Of two that are sent at once, the system may hand over the second first.
        assert!(
            status == SIGNALS.iter().find(|(name, _)| *name == signals[0]).unwrap().1
                || signals.len() > 1 && status == 143
        );
        assert!(said.ends_with("allide: stopped: interrupted; no file is left half-written\n"), "{said}");
        assert_eq!(place.files().len(), 0, "{signals:?}");
    }
}

#[test]
fn what_a_killed_run_leaves_the_next_one_removes_and_what_a_live_one_has_it_does_not() {
    let long_ago = |path: &Path| {
        let file = std::fs::File::options().write(true).open(path).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(7200)).unwrap();
    };
    let next = |place: &Place| {
        let case = Case { line: "check parts.obj --csv out/next.csv", target: "next.csv", is_dear: false };
        assert!(place.run(&case).0 < 2);
    };
    // Nothing of one that stands still is younger than it seems.
    let work = Work::that_writes();
    send("STOP", work.child.id());
    let begun = work.begun().unwrap();
    long_ago(&begun);
    next(&work.place);
    assert!(begun.exists());
    send("CONT", work.child.id());
    let (status, place) = work.end("TERM");
    assert_eq!((status, place.files().len()), (143, 1));

    let work = Work::that_writes();
    let begun = work.begun().unwrap();
    let (status, place) = work.end("KILL");
    assert!(status == -1 && begun.exists());
    next(&place);
    assert!(begun.exists(), "it is not an hour old");
    long_ago(&begun);
    next(&place);
    assert!(!begun.exists());
}

/// `nohup` wants the command to go on when the terminal closes. Only Linux tells.
#[cfg(target_os = "linux")]
#[test]
fn a_hangup_ends_the_command_unless_it_is_to_be_ignored() {
    let begin = |trap: &str| {
        let line = format!("{trap} exec {} chip sweep axes", env!("CARGO_BIN_EXE_allide"));
        let child = Command::new("sh").args(["-c", &line]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(400));
        send("HUP", child.id());
        child
    };
    let mut ignoring = begin("trap '' HUP;");
    std::thread::sleep(Duration::from_millis(800));
    assert!(ignoring.try_wait().unwrap().is_none());
    send("TERM", ignoring.id());
    assert_eq!(ended(ignoring).0, 143);
    assert_eq!(ended(begin("")).0, 129);
}

/// A desktop that notes what it is to open.
#[cfg(target_os = "linux")]
#[test]
fn a_page_is_opened_by_its_absolute_path() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let program = place.path("xdg-open");
    std::fs::write(&program, "#!/bin/sh\nprintf '%s\\n' \"$#\" \"$1\" > out/noted.new\nmv out/noted.new out/noted\n")
        .unwrap();
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", place.folder.path().display(), std::env::var("PATH").unwrap());
    for name in ["-x.html", "a&b $(x) '.html"] {
        let output = format!("-o={name}");
        let mut command = command_in(place.folder.path(), &["view", "parts.obj", &output]);
        assert!(command.env("PATH", &path).env("DISPLAY", ":0").output().unwrap().status.success());
        wait_until("the desktop notes", || place.out().join("noted").exists());
        let noted = std::fs::read_to_string(place.out().join("noted")).unwrap();
        let expected = place.folder.path().canonicalize().unwrap().join(name);
        assert_eq!(noted, format!("1\n{}\n", expected.display()));
        std::fs::remove_file(place.out().join("noted")).unwrap();
    }
}
