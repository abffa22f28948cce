//! Peers that have Python modules: scripts that time them, run by an interpreter that has the modules.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// Names the interpreter that has the modules; without it, `python3`.
const INTERPRETER: &str = "ALLIDE_PEERS_PYTHON";

/// A script in a folder of its own, which also holds what goes in and out.
pub struct Script {
    interpreter: PathBuf,
    folder: TempDir,
}

impl Script {
    /// # Errors
    /// A folder that cannot be written.
    pub fn new(text: &str) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        std::fs::write(folder.path().join("peers.py"), text).map_err(|error| error.to_string())?;
        let interpreter = std::env::var_os(INTERPRETER).map_or_else(|| "python3".into(), PathBuf::from);
        Ok(Self { interpreter, folder })
    }

    /// A file of that name in its folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Its output, which is JSON.
    ///
    /// # Errors
    /// No interpreter, or the last line of what it complains about.
    pub fn call(&self, arguments: &[&Path]) -> Result<serde_json::Value, String> {
        let output = Command::new(&self.interpreter).arg(self.file("peers.py")).args(arguments).output();
        let Output { status, stdout, stderr } = output.map_err(|error| format!("no interpreter: {error}"))?;
        if !status.success() {
            let text = String::from_utf8_lossy(&stderr);
            return Err(text.lines().last().unwrap_or("the interpreter failed").to_owned());
        }
        serde_json::from_slice(&stdout).map_err(|error| format!("not what the script should print: {error}"))
    }
}

/// Little-endian words of 8 bytes, as scripts read them.
#[derive(Default)]
pub struct Words(Vec<u8>);

impl Words {
    pub fn whole(&mut self, number: usize) {
        self.0.extend((number as u64).to_le_bytes());
    }

    pub fn real(&mut self, number: f64) {
        self.0.extend(number.to_le_bytes());
    }

    /// How many objects; then of each, how many vertices and triangles, and both.
    pub fn objects(&mut self, objects: &[crate::arrays::Arrays]) {
        self.whole(objects.len());
        for object in objects {
            self.whole(object.positions.len());
            self.whole(object.triangles.len());
            object.positions.as_flattened().iter().for_each(|&x| self.real(x));
            object.triangles.as_flattened().iter().for_each(|&vertex| self.whole(vertex as usize));
        }
    }

    /// How many pairs, and the pairs.
    pub fn pairs(&mut self, pairs: &[(u32, u32)]) {
        self.whole(pairs.len());
        pairs.iter().flat_map(|&(a, b)| [a, b]).for_each(|object| self.whole(object as usize));
    }

    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        std::fs::write(path, &self.0).map_err(|error| error.to_string())
    }
}

/// The numbers that a script wrote.
///
/// # Errors
/// A file that cannot be read.
pub fn numbers(path: &Path) -> Result<Vec<f64>, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    Ok(bytes.as_chunks::<8>().0.iter().map(|&bytes| f64::from_le_bytes(bytes)).collect())
}
