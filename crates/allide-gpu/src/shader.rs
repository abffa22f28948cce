//! What Rust takes for granted about a WGSL text, whatever its immediates, and what an adapter must have for it.

use crate::{Access, Drawing, Field, Immediates, Source, Texel, Wgsl};

/// A constant that is put before a text as `const NAME: u32 = value;`.
pub type Constant = (&'static str, u32);

/// A constant that is given a value with each use of a kernel, and values that it can have. The first one is for every adapter;
/// others may be for those that can run them.
pub type Setting = (&'static str, &'static [u32]);

/// The constant that is the size of a workgroup, in every kernel.
pub(crate) const THREADS: &str = "THREADS";

/// A kernel or drawing as [`crate::check`] sees it.
#[derive(Clone, Copy, Debug)]
pub struct Shader<'a> {
    pub(crate) name: &'static str,
    pub(crate) text: Wgsl<'a>,
    pub(crate) bindings: &'a [Access],
    pub(crate) images: &'a [Texel],
    pub(crate) fields: &'static [Field],
    pub(crate) immediates: u32,
    pub(crate) constants: &'a [Constant],
    pub(crate) settings: &'a [Setting],
    pub(crate) is_drawn: bool,
}

impl<P: Immediates> Source<P> {
    /// The kernel without its type.
    pub const fn shader(&self) -> Shader<'static> {
        Shader {
            name: self.name,
            text: self.text,
            bindings: self.bindings,
            images: &[],
            fields: P::FIELDS,
            immediates: size_of::<P>() as u32,
            constants: self.constants,
            settings: self.settings,
            is_drawn: false,
        }
    }
}

impl<'a, P: Immediates> Drawing<'a, P> {
    /// The drawing without its type.
    pub const fn shader(&self) -> Shader<'a> {
        Shader {
            name: self.name,
            text: self.text,
            bindings: self.bindings,
            images: self.images,
            fields: P::FIELDS,
            immediates: size_of::<P>() as u32,
            constants: self.constants,
            settings: &[],
            is_drawn: true,
        }
    }
}

/// The requirements on an adapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Threads in a workgroup.
    pub threads: u32,
    /// Bytes of workgroup memory.
    pub storage: u32,
    /// Storage buffers that a kernel can see.
    pub buffers: u32,
    /// Bytes of immediates.
    pub immediates: u32,
}

impl Needs {
    /// Bytes of workgroup memory that kernels may count on; desktop GPUs have that much. Constants alone do not tell how much
    /// a text takes, so [`crate::check`] looks.
    pub const STORAGE: u32 = 32 << 10;

    /// Enough for all of these, with the first value of each setting.
    pub const fn of(shaders: &[Shader<'_>]) -> Self {
        let mut needs = Self { threads: 1, storage: Self::STORAGE, buffers: 0, immediates: 0 };
        let mut i = 0;
        while i < shaders.len() {
            needs = needs.and(shaders[i].needs());
            i += 1;
        }
        needs
    }

    /// Enough for both.
    pub const fn and(self, other: Self) -> Self {
        Self {
            threads: larger(self.threads, other.threads),
            storage: larger(self.storage, other.storage),
            buffers: larger(self.buffers, other.buffers),
            immediates: larger(self.immediates, other.immediates),
        }
    }
}

impl Shader<'_> {
    const fn needs(&self) -> Needs {
        let mut threads = 1;
        let mut i = 0;
        while i < self.constants.len() {
            if equal(self.constants[i].0, THREADS) {
                threads = self.constants[i].1;
            }
            i += 1;
        }
        i = 0;
        while i < self.settings.len() {
            if equal(self.settings[i].0, THREADS) {
                threads = self.settings[i].1[0];
            }
            i += 1;
        }
        let buffers = self.bindings.len() as u32;
        Needs { threads, storage: Needs::STORAGE, buffers, immediates: self.immediates }
    }
}

const fn larger(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}
