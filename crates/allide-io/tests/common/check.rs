//! What must hold for a reader whatever the bytes: shared by the fuzz targets and the fixed run.

use allide::Scene;
use allide_io::{Content, Error, Format, Limits, Loaded, Options, read_bytes, write};
use std::io::Write;

/// Small, so that going over them is cheap to try and easy to notice.
pub fn options() -> Options {
    let limits = Limits { file_bytes: 1 << 20, unpacked_bytes: 1 << 16, triangles: 1000, objects: 500 };
    Options { limits, ..Options::default() }
}

/// Reads bytes; whether they were a model.
///
/// # Panics
/// If a reader breaks its promises.
pub fn check_reader(format: Format, bytes: &[u8]) -> bool {
    check_named("a.file", Some(format), bytes)
}

/// Reads bytes as a gzip-compressed file of a format that the content tells.
///
/// # Panics
/// If a reader breaks its promises.
pub fn check_gzip(bytes: &[u8]) -> bool {
    check_named("a.gz", None, bytes)
}

/// Reads bytes as the model inside of a 3MF file, so that no checksum guards it.
///
/// # Panics
/// If a reader breaks its promises.
pub fn check_3mf_model(xml: &[u8]) -> bool {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    zip.start_file("3D/3dmodel.model", options).expect("a part in memory");
    zip.write_all(xml).expect("bytes in memory");
    let archive = zip.finish().expect("an archive in memory");
    check_reader(Format::ThreeMf, &archive.into_inner())
}

fn check_named(name: &str, format: Option<Format>, bytes: &[u8]) -> bool {
    let mut options = options();
    let parts = read_bytes(name, bytes, format, &options, &mut |_| {});
    options.whole = true;
    let whole = read_bytes(name, bytes, format, &options, &mut |_| {});
    (options.whole, options.repair) = (false, true);
    check_repaired(name, &parts, read_bytes(name, bytes, format, &options, &mut |_| {}));
    match (parts, whole) {
        (Ok(parts), Ok(whole)) => {
            let (parts, whole) = (parts.objects, whole.objects);
            assert_eq!(whole.len(), 1);
            parts.iter().chain(&whole).for_each(check_object);
            let count = |objects: &[Loaded]| objects.iter().map(|object| object.mesh.triangles().len()).sum::<usize>();
            assert_eq!(count(&parts), count(&whole));
            check_round_trip(&whole[0]);
            true
        }
        (Err(error), whole) => {
            assert!(whole.is_err());
            check_message(name, &error.to_string());
            false
        }
        // Joining may overflow coordinates or the limit.
        (Ok(_), Err(error)) => {
            check_message(name, &error.to_string());
            false
        }
    }
}

/// Repair changes nothing about a good file, and what it leaves of a bad one is good.
fn check_repaired(name: &str, parts: &Result<Content, Error>, repaired: Result<Content, Error>) {
    match (parts, repaired) {
        (Ok(parts), repaired) => {
            let repaired = repaired.expect("a good file");
            assert_eq!(repaired.notes, parts.notes);
            let triangles = |content: &Content| -> Vec<Vec<[u32; 3]>> {
                content.objects.iter().map(|object| object.mesh.triangles().to_vec()).collect()
            };
            assert_eq!(triangles(&repaired), triangles(parts));
        }
        (Err(_), Ok(repaired)) => repaired.objects.iter().for_each(check_object),
        (Err(_), Err(error)) => check_message(name, &error.to_string()),
    }
}

pub fn check_object(object: &Loaded) {
    let mesh = &object.mesh;
    assert!(!mesh.triangles().is_empty());
    assert!(mesh.positions().iter().all(|position| position.is_finite()));
    let mut used = vec![false; mesh.positions().len()];
    mesh.triangles().iter().flatten().for_each(|&vertex| used[vertex as usize] = true);
    assert!(used.iter().all(|&used| used), "a vertex is not used");
}

pub fn check_message(name: &str, message: &str) {
    assert!(message.starts_with(name) && message.len() > name.len() + 2, "{message}");
    assert!(!message.contains(char::is_control) && message.len() < 1000, "{message:?}");
}

/// Files that were read and written are read again, bit by bit.
fn check_round_trip(object: &Loaded) {
    let mut scene = Scene::new();
    scene.add("a", &object.mesh, object.pose);
    for format in [Format::Obj, Format::Ply, Format::Off] {
        let mut bytes = Vec::new();
        write("b", &scene, format, &mut bytes).expect("finite coordinates can be written");
        let again = read_bytes("b", &bytes, Some(format), &Options::default(), &mut |_| {}).expect("a file of our own");
        let again = again.objects;
        assert_eq!(again.len(), 1);
        assert_eq!(again[0].mesh.triangles(), object.mesh.triangles());
        let bits = |object: &Loaded| -> Vec<[u64; 3]> {
            object.mesh.positions().iter().map(|position| position.to_array().map(f64::to_bits)).collect()
        };
        assert_eq!(bits(&again[0]), bits(object));
    }
}
