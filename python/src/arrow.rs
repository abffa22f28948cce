//! Tables through the Arrow C data interface: what pandas, Polars, DuckDB and pyarrow read without being known here.
//!
//! <https://arrow.apache.org/docs/format/CDataInterface.html>. A consumer takes a struct by copying it and clearing `release` in
//! the original; who still has `release` calls it once.

use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::Arc;

/// The numbers or names of a column.
pub enum Values {
    U32(Vec<u32>),
    U64(Vec<u64>),
    F64(Vec<f64>),
    /// Where each text begins, then the end of the last; and all texts.
    Text(Vec<i32>, Vec<u8>),
}

impl Values {
    /// Texts; `None` if they are longer than 2 GiB together.
    pub fn text<'t>(texts: impl Iterator<Item = &'t str>) -> Option<Self> {
        let (mut ends, mut all) = (vec![0], Vec::new());
        for text in texts {
            all.extend(text.as_bytes());
            ends.push(i32::try_from(all.len()).ok()?);
        }
        Some(Self::Text(ends, all))
    }

    fn format(&self) -> &'static std::ffi::CStr {
        match self {
            Self::U32(_) => c"I",
            Self::U64(_) => c"L",
            Self::F64(_) => c"g",
            Self::Text(..) => c"u",
        }
    }

    /// A list for what may be missing (nothing is), and the values.
    fn buffers(&self) -> Vec<*const c_void> {
        match self {
            Self::U32(values) => vec![null(), values.as_ptr().cast()],
            Self::U64(values) => vec![null(), values.as_ptr().cast()],
            Self::F64(values) => vec![null(), values.as_ptr().cast()],
            Self::Text(ends, text) => vec![null(), ends.as_ptr().cast(), text.as_ptr().cast()],
        }
    }
}

/// Columns with names, all of one length. Has `__arrow_c_stream__`, so libraries for tables take it as it is.
#[pyclass(frozen, module = "allide")]
pub struct Table(Arc<Columns>);

/// The content of a table.
pub struct Columns {
    pub length: usize,
    pub columns: Vec<(CString, Values)>,
}

impl Table {
    pub fn new(length: usize, columns: Vec<(&str, Values)>) -> PyResult<Self> {
        let named = |(name, values)| Ok::<_, PyErr>((CString::new(name)?, values));
        let columns = columns.into_iter().map(named).collect::<PyResult<_>>()?;
        Ok(Self(Arc::new(Columns { length, columns })))
    }
}

#[pymethods]
impl Table {
    /// All rows as one batch.
    #[pyo3(signature = (requested_schema=None))]
    pub fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A consumer that wants other types casts.
        drop(requested_schema);
        let state = Box::new(State { table: Arc::clone(&self.0), is_read: false });
        let stream = Stream {
            get_schema,
            get_next,
            get_last_error,
            release: Some(release_stream),
            private: Box::into_raw(state).cast(),
        };
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.0.columns.iter().map(|(name, _)| name.to_string_lossy().into_owned()).collect()
    }

    fn __len__(&self) -> usize {
        self.0.length
    }

    fn __repr__(&self) -> String {
        format!("Table({} rows: {})", self.0.length, self.columns().join(", "))
    }
}

#[repr(C)]
struct Stream {
    get_schema: unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int,
    get_next: unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int,
    get_last_error: unsafe extern "C" fn(*mut Stream) -> *const c_char,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private: *mut c_void,
}

// SAFETY: all it points to is a box of its own.
unsafe impl Send for Stream {}

impl Drop for Stream {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: nobody has taken it.
            unsafe { release(self) };
        }
    }
}

#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    child_count: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private: *mut c_void,
}

#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    buffer_count: i64,
    child_count: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private: *mut c_void,
}

struct State {
    table: Arc<Columns>,
    is_read: bool,
}

/// The memory that a schema or an array points to.
struct Kept<T> {
    table: Arc<Columns>,
    children: Vec<*mut T>,
    buffers: Vec<*const c_void>,
}

/// The state of a stream.
///
/// # Safety
/// The stream is one of ours that was not released.
unsafe fn state<'s>(stream: *mut Stream) -> &'s mut State {
    // SAFETY: as above; a stream is used by one thread at a time.
    unsafe { &mut *(*stream).private.cast() }
}

unsafe extern "C" fn get_schema(stream: *mut Stream, out: *mut Schema) -> c_int {
    // SAFETY: the consumer promises both pointers.
    let table = unsafe { Arc::clone(&state(stream).table) };
    let child = |(name, values): &(CString, Values)| {
        Box::into_raw(Box::new(schema(&table, (values.format().as_ptr(), name.as_ptr()), Vec::new())))
    };
    let children = table.columns.iter().map(child).collect();
    // SAFETY: as above; what is there is not initialised.
    unsafe { out.write(schema(&table, (c"+s".as_ptr(), c"".as_ptr()), children)) };
    0
}

fn schema(table: &Arc<Columns>, (format, name): (*const c_char, *const c_char), children: Vec<*mut Schema>) -> Schema {
    let mut kept = Box::new(Kept { table: Arc::clone(table), children, buffers: Vec::new() });
    Schema {
        format,
        name,
        metadata: null(),
        flags: 0,
        child_count: kept.children.len() as i64,
        children: kept.children.as_mut_ptr(),
        dictionary: null_mut(),
        release: Some(release_schema),
        private: Box::into_raw(kept).cast(),
    }
}

unsafe extern "C" fn get_next(stream: *mut Stream, out: *mut Array) -> c_int {
    // SAFETY: the consumer promises both pointers.
    let state = unsafe { state(stream) };
    if std::mem::replace(&mut state.is_read, true) {
        // SAFETY: as above. An array that is released is the end.
        unsafe { (&raw mut (*out).release).write(None) };
        return 0;
    }
    let table = &state.table;
    let child = |(_, values): &(CString, Values)| Box::into_raw(Box::new(array(table, values.buffers(), Vec::new())));
    let children = table.columns.iter().map(child).collect();
    // SAFETY: as above; what is there is not initialised.
    unsafe { out.write(array(table, vec![null()], children)) };
    0
}

fn array(table: &Arc<Columns>, buffers: Vec<*const c_void>, children: Vec<*mut Array>) -> Array {
    let mut kept = Box::new(Kept { table: Arc::clone(table), children, buffers });
    Array {
        length: kept.table.length as i64,
        null_count: 0,
        offset: 0,
        buffer_count: kept.buffers.len() as i64,
        child_count: kept.children.len() as i64,
        buffers: kept.buffers.as_mut_ptr(),
        children: kept.children.as_mut_ptr(),
        dictionary: null_mut(),
        release: Some(release_array),
        private: Box::into_raw(kept).cast(),
    }
}

unsafe extern "C" fn get_last_error(_stream: *mut Stream) -> *const c_char {
    null()
}

unsafe extern "C" fn release_stream(stream: *mut Stream) {
    // SAFETY: called once, by whoever has the stream.
    unsafe {
        drop(Box::from_raw((*stream).private.cast::<State>()));
        (*stream).release = None;
    }
}

unsafe extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: called once, by whoever has the schema; a child that was taken has no `release` any more.
    unsafe {
        let kept = Box::from_raw((*schema).private.cast::<Kept<Schema>>());
        for &child in &kept.children {
            if let Some(release) = (*child).release {
                release(child);
            }
            drop(Box::from_raw(child));
        }
        (*schema).release = None;
    }
}

unsafe extern "C" fn release_array(array: *mut Array) {
    // SAFETY: as for schemas.
    unsafe {
        let kept = Box::from_raw((*array).private.cast::<Kept<Array>>());
        for &child in &kept.children {
            if let Some(release) = (*child).release {
                release(child);
            }
            drop(Box::from_raw(child));
        }
        (*array).release = None;
    }
}
