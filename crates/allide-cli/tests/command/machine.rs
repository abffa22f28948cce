//! What depends on the machine: adapters, drivers, instructions, and what the doctor tells of them.

use crate::{allide, command, findings, left_out, status, stderr, stdout};
use serde_json::json;
use std::path::Path;

/// The number of usable adapters. Without any, a message says so, or an error if one is required.
fn usable_adapters() -> usize {
    let count = allide::adapter::adapters().iter().filter(|adapter| adapter.description.lacks.is_none()).count();
    if count == 0 {
        assert!(std::env::var_os("ALLIDE_REQUIRE_GPU").is_none_or(|value| value != "1"), "no GPU adapter");
        left_out("no GPU adapter");
    }
    count
}

#[test]
fn what_each_pass_leaves_is_drawn() {
    if usable_adapters() == 0 {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("passes");
    let how = ["check", "parts.obj", "--device", "gpu", "--method", "far", "--passes", out.to_str().unwrap()];
    let output = allide(&[&how[..], &["--json", "-"]].concat());
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let passes = report["stats"]["gpu"]["passes"].as_array().unwrap();
    let mut files: Vec<String> =
        std::fs::read_dir(&out).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    assert_eq!(files, ["overlaps-01-triangles.png", "overlaps-02-triangles.png", "overlaps-03-triangles.png"]);
    assert_eq!(passes.len(), files.len());
    // Which triangles are left is for pictures: reports stay as they are.
    assert!(passes.iter().all(|pass| pass.get("left").is_none() && pass["cover"] == "cells"));
    let output = allide(&["check", "parts.obj", "--method", "bvh", "--passes", out.to_str().unwrap()]);
    let said = stderr(&output);
    assert!(status(&output) == 2 && said.contains("--method far, cullide or self-cullide"), "{said}");
}

#[test]
fn a_scene_in_which_a_sampled_method_finds_nothing_is_not_called_clear() {
    if usable_adapters() == 0 {
        return;
    }
    let hint = "sampled: may miss what falls between pixels; --method far or bvh is exact\n";
    for flags in [&["--self"][..], &["--any"], &["--any", "--self"]] {
        for method in ["cullide", "self-cullide"] {
            let how = ["check", "apart.obj", "--device", "gpu", "--method", method];
            let output = allide(&[&how[..], flags].concat());
            let shown = String::from_utf8(output.stdout.clone()).unwrap();
            assert_eq!(status(&output), 0, "{}", stderr(&output));
            assert!(shown.starts_with("nothing found") && shown.ends_with(hint), "{shown}");
            assert!(!shown.contains("clear"), "{shown}");
        }
    }
    let how = ["check", "apart.obj", "--device", "gpu", "--method", "cullide", "--self", "--json", "-"];
    let report: serde_json::Value = serde_json::from_slice(&allide(&how).stdout).unwrap();
    assert_eq!((&report["guarantee"], &report["methods"]), (&"sampled".into(), &json!(["cullide", "self-cullide"])));
}

#[test]
fn proposed_pairs_are_counted_by_what_became_of_them() {
    if usable_adapters() == 0 {
        return;
    }
    let how = ["check", "parts.obj", "--device", "gpu", "--method", "raycast", "--algorithm", "detect"];
    let output = allide(&how);
    let shown = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    assert!(shown.contains("\nproposed 3 object pairs: 2 share volume, 1 dropped (1 only touch)\n"), "{shown}");
    assert!(shown.contains("\nsampled | raycast(algorithm=detect), gpu, "), "{shown}");
    assert!(shown.ends_with("\nsampled: may miss what no ray shows; --method auto is exact\n"), "{shown}");
    let report: serde_json::Value =
        serde_json::from_slice(&allide(&[&how[..], &["--json", "-"]].concat()).stdout).unwrap();
    let expected = json!({ "proposed": 3, "confirmed": 2, "apart": 0, "touch": 1, "not_closed": 0, "with_itself": 0 });
    assert_eq!(report["stats"]["proposals"], expected);
    assert_eq!((&report["guarantee"], &report["devices"]), (&json!("sampled"), &json!(["gpu"])));
}

#[test]
fn a_doctor_tests_every_adapter_and_drivers_are_quiet_without_a_display() {
    let mut doctor = command(&["doctor"]);
    for name in ["NODEVICE_SELECT", "WAYLAND_DISPLAY", "DISPLAY", "XDG_RUNTIME_DIR"] {
        doctor.env_remove(name);
    }
    let output = doctor.output().unwrap();
    assert_eq!(stderr(&output), "");
    let shown = stdout(&output);
    let usable = allide::adapter::adapters().iter().filter(|adapter| adapter.description.lacks.is_none()).count();
    // Whether all drivers of this machine are any good is what the doctor is for.
    let (passed, failed) = (shown.matches(" agree with the CPU").count(), shown.matches("  test     FAIL").count());
    assert_eq!(passed + failed, usable, "{shown}");
    assert_eq!(shown.matches("\n  speed    ").count(), passed, "{shown}");
    assert_eq!(status(&output) == 0, !shown.contains("FAIL"), "{shown}");
}

#[test]
fn compiled_kernels_are_kept_where_told() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kernels");
    let check = |cache: &Path| {
        let how = ["check", "parts.obj", "--device", "gpu", "--json", "-"];
        let output = command(&how).env("ALLIDE_CACHE", cache).output().unwrap();
        (status(&output), findings(&output.stdout), stderr(&output))
    };
    let expected = check(Path::new("off"));
    if expected.2.contains("no GPU adapter") {
        return left_out(&expected.2);
    }
    assert!(!kept.exists());
    assert_eq!(check(&kept), expected);
    let Ok(files) = std::fs::read_dir(&kept) else { return left_out("this adapter has no pipeline cache") };
    for file in files {
        std::fs::write(file.unwrap().path(), "damaged").unwrap();
    }
    // Damaged, replaced, and a file in place of the folder.
    for cache in [kept.as_path(), &kept, Path::new("/dev/null")] {
        assert_eq!(check(cache), expected);
    }
}

#[test]
fn instructions_are_capped_and_the_doctor_says_so() {
    // Vulkan finds no drivers: this is about the processor.
    let nothing = [("VK_DRIVER_FILES", "/nothing"), ("VK_ICD_FILENAMES", "/nothing")];
    let output = command(&["doctor"]).envs(nothing).env("ALLIDE_SIMD", "plain").output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    let line = "\nSIMD     portable (available: portable; no wider because ALLIDE_SIMD is plain)\n";
    assert!(shown.contains(line), "{shown}");
    let output = command(&["doctor"]).envs(nothing).env("ALLIDE_SIMD", "").output().unwrap();
    assert!(!String::from_utf8(output.stdout).unwrap().contains("ALLIDE_SIMD"));
}

#[test]
fn a_cap_that_means_nothing_is_an_error() {
    for (name, words) in [("ALLIDE_SIMD", "plain, avx2 or avx512"), ("ALLIDE_GPU_FEATURES", "plain")] {
        let output = command(&["check", "apart.obj"]).env(name, "fast").output().unwrap();
        assert_eq!(status(&output), 2);
        assert_eq!(stderr(&output), format!("allide: error: {name} is \"fast\", but must be {words}\n"));
        assert_eq!(status(&command(&["--help"]).env(name, "fast").output().unwrap()), 0);
    }
}

/// Vulkan finds no drivers then.
#[cfg(target_os = "linux")]
#[test]
fn without_an_adapter_the_doctor_says_what_to_install() {
    let doctor = |name: &str| {
        let nothing = [("VK_DRIVER_FILES", "/nothing"), ("VK_ICD_FILENAMES", "/nothing"), ("ALLIDE_ADAPTER", name)];
        let output = command(&["doctor"]).envs(nothing).env_remove("ALLIDE_GPU_FEATURES").output().unwrap();
        assert_eq!(status(&output), 0);
        String::from_utf8(output.stdout).unwrap()
    };
    let shown = doctor("");
    assert!(shown.contains("GPU      no adapter\n") && shown.contains("mesa-vulkan-drivers"), "{shown}");
    assert!(shown.contains("--device auto  the CPU: there is no adapter\n"), "{shown}");
    let shown = doctor("no such GPU");
    assert!(shown.contains("--device auto  an error: ") && shown.contains("no such GPU"), "{shown}");
}
