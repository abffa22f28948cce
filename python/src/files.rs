//! Files: scenes from meshes, and reports into files.

use crate::errors::{OrRaise, plain};
use crate::scene::{Content, Scene};
use crate::threads;
use allide_io::names::{identify, unique};
use allide_io::report::{Answers, Detail, Pair, Source, write_csv, write_json};
use allide_files::replace;
use allide_io::{Loaded, Options, Unit, export};
use allide_show::numbers::length;
use allide_show::words;
use pyo3::prelude::*;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A scene of all objects of some files, in one unit, with names that differ.
#[pyfunction]
#[pyo3(signature = (paths, *, units=None, whole=false, repair=false))]
pub fn read(py: Python<'_>, paths: Vec<PathBuf>, units: Option<&str>, whole: bool, repair: bool) -> PyResult<Scene> {
    let units = units.map(str::parse::<Unit>).transpose();
    let units = units.map_err(|error| plain(py, "FileError", &error.to_string()))?;
    let options = Options { whole, repair, ..Options::default() };
    let pool = threads::pool(py)?;
    let mut loaded = Vec::new();
    let mut notes = Vec::new();
    for path in paths {
        let content = py.detach(|| pool.install(|| allide_io::read_file(&path, &options, &mut |_| {})));
        let content = content.or_raise(py)?;
        loaded.extend(content.objects);
        notes.extend(content.notes);
        py.check_signals()?;
    }
    let (unit, about_units) = allide_io::bring_to_one_unit(&mut loaded, units).or_raise(py)?;
    notes.extend(about_units);
    Ok(Scene::from_content(Content { unit, notes, ..together(loaded) }))
}

/// Objects of several files as one scene.
fn together(loaded: Vec<Loaded>) -> Content {
    let given: Vec<(&str, &str)> = loaded.iter().map(|object| (object.name.as_str(), object.source.as_str())).collect();
    let (names, identities) = (unique(&given), identify(&loaded));
    let mut content = Content::default();
    for ((object, name), identity) in loaded.into_iter().zip(names).zip(identities) {
        content.scene.add(name, &object.mesh, object.pose);
        let Loaded { source: file, unit, origins, welded, extras, .. } = object;
        content.sources.push(Source { file, unit, origins, welded, extras, identity: Some(identity) });
    }
    content
}

/// The Python form of a problem with a file.
fn refused(py: Python<'_>, path: &Path, problem: &dyn std::fmt::Display) -> PyErr {
    plain(py, "FileError", &format!("{}: {problem}", path.display()))
}

/// The page of some answers.
pub fn page(py: Python<'_>, answers: &Answers) -> PyResult<String> {
    let pool = threads::pool(py)?;
    let html = py.detach(|| {
        pool.install(|| {
            let mut html = Vec::new();
            allide_show::check::page(answers, &answers.ranked()).write_html(&mut html)?;
            String::from_utf8(html).map_err(io::Error::other)
        })
    });
    Ok(html?)
}

/// Writes answers in the format of the path's extension. A file is replaced once the new one is complete.
pub fn save(py: Python<'_>, answers: &Answers, path: &Path, detail: Detail) -> PyResult<()> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default().to_lowercase();
    if let "glb" | "ply" | "vtp" = extension.as_str() {
        let pool = threads::pool(py)?;
        return py.detach(|| pool.install(|| export::write_file(path, answers, &answers.ranked()))).or_raise(py);
    }
    let text = match extension.as_str() {
        "html" => page(py, answers)?.into_bytes(),
        "json" => written(py, |out| write_json(out, answers, detail))?,
        "csv" => written(py, |out| write_csv(out, answers, detail.triangles))?,
        _ => return Err(refused(py, path, &"reports are written as .html, .json, .csv, .glb, .ply or .vtp")),
    };
    replace(path, |file| file.write_all(&text)).map_err(|error| refused(py, path, &error))
}

fn written(py: Python<'_>, write: impl FnOnce(&mut Vec<u8>) -> io::Result<()> + Send) -> PyResult<Vec<u8>> {
    let pool = threads::pool(py)?;
    let mut out = Vec::new();
    py.detach(|| pool.install(|| write(&mut out)))?;
    Ok(out)
}

/// Names of columns, and the worst rows in words.
pub type Told = (Vec<&'static str>, Vec<Vec<String>>);

/// The worst rows in words.
pub fn told(py: Python<'_>, answers: &Answers, most: usize) -> PyResult<Told> {
    let pool = threads::pool(py)?;
    let name = |id: allide::ObjectId| answers.scene.objects()[id.index()].name().to_owned();
    let distance = |pair: &Pair<'_>| pair.distance.map_or_else(|| "-".to_owned(), length);
    let row = |pair: &Pair<'_>| {
        let words = [words::class(pair), words::penetration(pair), words::volume(pair), words::triangle_pairs(pair)];
        [name(pair.a), name(pair.b)].into_iter().chain(words).chain([distance(pair)]).collect()
    };
    let rows = py.detach(|| pool.install(|| answers.ranked().iter().take(most).map(row).collect()));
    Ok((vec!["object a", "object b", "class", "penetration", "volume", "pairs", "distance"], rows))
}
