//! Columns through Arrow's C data interface, which requires no crate on either side.

use crate::call::name;
use crate::columns::{Columns, Type};
use crate::{sys, Error};
use std::ffi::{c_void, CStr, CString};
use std::ptr;
use std::sync::Arc;

/// The struct `ArrowSchema` of Arrow's C data interface: names and types. It is released on
/// drop, unless it was moved to a consumer before.
#[derive(Debug)]
#[repr(C)]
pub struct ArrowSchema {
    format: *const sys::c_char,
    name: *const sys::c_char,
    metadata: *const sys::c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut ArrowSchema,
    dictionary: *mut ArrowSchema,
    release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    private_data: *mut c_void,
}

/// The struct `ArrowArray` of Arrow's C data interface: a struct array of all columns. It is
/// released on drop, unless it was moved to a consumer before.
#[derive(Debug)]
#[repr(C)]
pub struct ArrowArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut ArrowArray,
    dictionary: *mut ArrowArray,
    release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    private_data: *mut c_void,
}

// They own what they point to, or nobody writes to it again.
unsafe impl Send for ArrowSchema {}
unsafe impl Send for ArrowArray {}

/// Those that the library makes are read in place.
impl ArrowSchema {
    /// A released one.
    pub(crate) fn empty() -> ArrowSchema {
        // Null pointers and numbers.
        unsafe { std::mem::zeroed() }
    }

    pub(crate) fn format(&self) -> &str {
        unsafe { CStr::from_ptr(self.format) }.to_str().unwrap_or_default()
    }

    pub(crate) fn name(&self) -> &str {
        unsafe { CStr::from_ptr(self.name) }.to_str().unwrap_or_default()
    }

    pub(crate) fn children(&self) -> impl Iterator<Item = &ArrowSchema> {
        (0..self.n_children as usize).map(move |at| unsafe { &**self.children.add(at) })
    }
}

impl ArrowArray {
    /// A released one.
    pub(crate) fn empty() -> ArrowArray {
        // Null pointers and numbers.
        unsafe { std::mem::zeroed() }
    }

    pub(crate) fn is_released(&self) -> bool {
        self.release.is_none()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.length as usize
    }

    pub(crate) fn buffers(&self) -> &[*const c_void] {
        unsafe { std::slice::from_raw_parts(self.buffers, self.n_buffers as usize) }
    }

    pub(crate) fn children(&self) -> impl Iterator<Item = &ArrowArray> {
        (0..self.n_children as usize).map(move |at| unsafe { &**self.children.add(at) })
    }
}

/// ARROW_FLAG_NULLABLE.
const NULLABLE: i64 = 2;

impl Columns {
    /// These columns, each with a name, without a copy.
    ///
    /// The structs are those of Arrow's C data interface, so any library that reads it can take
    /// them. With the feature `arrow`, `into_record_batch` makes a record batch of them.
    pub fn into_arrow(self, names: &[&str]) -> Result<(ArrowSchema, ArrowArray), Error> {
        if names.len() != self.len() {
            let message = format!("expected a name for each of {} columns, found {}", self.len(), names.len());
            return Err(Error::new(sys::RL_E_OPTION, message));
        }
        let fields = names.iter().zip(self.iter()).map(|(name, column)| schema(name, format(column.data_type()), NULLABLE, Vec::new())).collect();
        let columns = Arc::new(self);
        let arrays = columns.iter().map(|column| {
            let start = |bytes: &[u8]| bytes.as_ptr().cast();
            let offsets = (!column.offsets().is_empty()).then(|| column.offsets().as_ptr().cast());
            let buffers = [Some(start(column.validity())), offsets, Some(start(column.data()))];
            array(column.len(), column.null_count(), buffers.into_iter().flatten().collect(), Vec::new(), Arc::clone(&columns))
        });
        let arrays = arrays.collect();
        let whole = array(columns.rows(), 0, vec![ptr::null()], arrays, Arc::clone(&columns));
        Ok((schema("", "+s", 0, fields), whole))
    }
}

fn format(data_type: Type) -> &'static str {
    match data_type {
        Type::Int64 => "l",
        Type::Float64 => "g",
        Type::Bool => "b",
        Type::Binary | Type::Cbor => "z",
        Type::Utf8 | Type::Json | Type::Error | Type::Doubts => "u",
    }
}

/// What a schema points to.
struct SchemaOwner {
    _texts: [CString; 2],
    children: Vec<*mut ArrowSchema>,
}

fn schema(of: &str, format: &str, flags: i64, children: Vec<ArrowSchema>) -> ArrowSchema {
    let texts = [name(format), name(of)];
    let [format, name] = [texts[0].as_ptr(), texts[1].as_ptr()];
    let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
    let mut owner = Box::new(SchemaOwner { _texts: texts, children });
    ArrowSchema {
        format,
        name,
        metadata: ptr::null(),
        flags,
        n_children: owner.children.len() as i64,
        children: owner.children.as_mut_ptr(),
        dictionary: ptr::null_mut(),
        release: Some(release_schema),
        private_data: Box::into_raw(owner).cast(),
    }
}

/// Frees what `schema` made. A child that a consumer has moved out has no release callback left.
unsafe extern "C" fn release_schema(of: *mut ArrowSchema) {
    let owner = Box::from_raw((*of).private_data.cast::<SchemaOwner>());
    owner.children.iter().for_each(|child| drop(Box::from_raw(*child)));
    (*of).release = None;
}

/// What an array points to. Each array shares ownership of the columns, so that it can outlive the others.
struct ArrayOwner {
    buffers: Vec<*const c_void>,
    children: Vec<*mut ArrowArray>,
    _columns: Arc<Columns>,
}

fn array(rows: usize, nulls: usize, buffers: Vec<*const c_void>, children: Vec<ArrowArray>, columns: Arc<Columns>) -> ArrowArray {
    let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
    let mut owner = Box::new(ArrayOwner { buffers, children, _columns: columns });
    ArrowArray {
        length: rows as i64,
        null_count: nulls as i64,
        offset: 0,
        n_buffers: owner.buffers.len() as i64,
        n_children: owner.children.len() as i64,
        buffers: owner.buffers.as_mut_ptr(),
        children: owner.children.as_mut_ptr(),
        dictionary: ptr::null_mut(),
        release: Some(release_array),
        private_data: Box::into_raw(owner).cast(),
    }
}

/// Frees what `array` made, and the columns along with the last array.
unsafe extern "C" fn release_array(of: *mut ArrowArray) {
    let owner = Box::from_raw((*of).private_data.cast::<ArrayOwner>());
    owner.children.iter().for_each(|child| drop(Box::from_raw(*child)));
    (*of).release = None;
}

impl Drop for ArrowSchema {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            unsafe { release(self) }
        }
    }
}

impl Drop for ArrowArray {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            unsafe { release(self) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cells, Field, Kind};
    use std::sync::Weak;

    /// Two rows, the second without a value.
    fn columns() -> Columns {
        let cells = Cells::of([&[0x2c, 0x80, 0, 0, 0, 0, 0, 0, 1][..], &[]]).unwrap();
        let fields = [Field::new("value.value", Type::Int64), Field::error(), Field::new("", Type::Json)];
        Kind::new("actionbase", "value").decode_columns(&[("value", &cells)], &fields).unwrap()
    }

    fn alive(of: &ArrowArray) -> Weak<Columns> {
        Arc::downgrade(unsafe { &(*of.private_data.cast::<ArrayOwner>())._columns })
    }

    #[test]
    fn structs_have_names_types_and_buffers() {
        let (before, rows) = (columns(), 2);
        let (schema, array) = columns().into_arrow(&["n", "why", "all"]).unwrap();
        assert_eq!((array.length, array.n_children, array.n_buffers, schema.n_children), (rows, 3, 1, 3));
        for (at, column) in before.iter().enumerate() {
            let (field, child) = unsafe { (&**schema.children.add(at), &**array.children.add(at)) };
            let text = |chars| unsafe { CStr::from_ptr(chars) }.to_str().unwrap();
            assert_eq!((text(field.name), text(field.format), field.flags), (["n", "why", "all"][at], ["l", "u", "u"][at], NULLABLE));
            let buffers = unsafe { std::slice::from_raw_parts(child.buffers, child.n_buffers as usize) };
            assert_eq!((child.length, child.null_count, buffers.len()), (rows, column.null_count() as i64, [2, 3, 3][at]));
            let bits = unsafe { *buffers[0].cast::<u8>() };
            assert_eq!(bits, column.validity()[0]);
            let data = unsafe { std::slice::from_raw_parts(buffers[buffers.len() - 1].cast::<u8>(), column.data().len()) };
            assert_eq!(data, column.data());
        }
        assert_eq!(columns().into_arrow(&["n"]).unwrap_err().code, "bad-option");
    }

    #[test]
    fn a_child_that_was_moved_away_outlives_the_others() {
        let (schema, array) = columns().into_arrow(&["n", "why", "all"]).unwrap();
        let left = alive(&array);
        // How a consumer moves one: it copies the struct and clears the release callback.
        let child = unsafe {
            let at = *array.children.add(1);
            let child = ptr::read(at);
            (*at).release = None;
            child
        };
        drop((schema, array));
        assert_eq!(left.strong_count(), 1);
        let first = unsafe { *(*child.buffers.add(1)).cast::<i32>() };
        assert_eq!(first, 0);
        std::thread::spawn(move || drop(child)).join().unwrap();
        assert_eq!(left.strong_count(), 0);
    }
}
