#![allow(missing_docs)]
use allide::{Mesh, Pose, Scene};
use std::path::Path;
pub struct Loaded {
    pub name: String,
    pub source: String,
    pub mesh: Mesh,
    pub pose: Pose,
}
#[derive(Default)]
pub struct Options {
    pub whole: bool,
    pub limits: Limits,
}
pub struct Limits {
    pub unpacked_bytes: u64,
}
impl Default for Limits {
    fn default() -> Self {
        Self { unpacked_bytes: 8 << 30 }
    }
}
pub struct Progress {
    pub done: u64,
    pub total: Option<u64>,
}
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Error(String);
#[derive(Clone, Copy, Debug)]
pub enum Format {}
pub fn read_file(path: &Path, options: &Options, progress: &mut dyn FnMut(Progress)) -> Result<Vec<Loaded>, Error> {
    let bytes = std::fs::read(path).map_err(|e| Error(format!("{}: {e}", path.display())))?;
    read_bytes(&path.display().to_string(), &bytes, None, options, progress)
}
pub fn read_bytes(
    name: &str,
    bytes: &[u8],
    _: Option<Format>,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<Loaded>, Error> {
    progress(Progress { done: bytes.len() as u64, total: None });
    let text = String::from_utf8_lossy(bytes);
    let mut positions: Vec<[f64; 3]> = vec![];
    let mut objects: Vec<(String, Vec<[u32; 3]>)> = vec![];
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["o", name] if !options.whole => objects.push((name.to_string(), vec![])),
            ["v", x, y, z] => positions.push([x, y, z].map(|x| x.parse().unwrap())),
            ["f", a, b, c] => {
                if objects.is_empty() {
                    objects.push((name.to_string(), vec![]));
                }
                objects.last_mut().unwrap().1.push([a, b, c].map(|x| x.parse::<u32>().unwrap() - 1));
            }
            _ => {}
        }
    }
    let load = |(object, triangles): (String, Vec<[u32; 3]>)| {
        let mesh = Mesh::new(positions.clone(), triangles).map_err(|e| Error(format!("{name}: {e}")))?;
        Ok(Loaded { name: object, source: name.to_string(), mesh, pose: Pose::IDENTITY })
    };
    objects.into_iter().map(load).collect()
}
pub fn write_file(path: &Path, scene: &Scene) -> Result<(), Error> {
    let mut text = String::new();
    let mut first = 1;
    for object in scene.objects() {
        text += &format!("o {}\n", object.name());
        for p in object.mesh().positions() {
            let p = object.pose().apply(*p);
            text += &format!("v {} {} {}\n", p.x, p.y, p.z);
        }
        for t in object.mesh().triangles() {
            let t = t.map(|x| x + first);
            text += &format!("f {} {} {}\n", t[0], t[1], t[2]);
        }
        first += object.mesh().positions().len() as u32;
    }
    std::fs::write(path, text).map_err(|e| Error(format!("{}: {e}", path.display())))
}
