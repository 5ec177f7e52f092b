//! The rows of an Arrow stream from the library.

use crate::files::{caused, Failure};
use crate::{sys, ArrowArray, ArrowSchema, Error, Value};
use std::ffi::{c_void, CStr};
use std::slice;

/// The struct `ArrowArrayStream` of Arrow's C stream interface: batches of rows. It is released on drop, unless it was
/// moved to a consumer before.
#[derive(Debug)]
#[repr(C)]
pub struct ArrowStream {
    get_schema: Option<unsafe extern "C" fn(*mut ArrowStream, *mut ArrowSchema) -> i32>,
    get_next: Option<unsafe extern "C" fn(*mut ArrowStream, *mut ArrowArray) -> i32>,
    get_last_error: Option<unsafe extern "C" fn(*mut ArrowStream) -> *const sys::c_char>,
    release: Option<unsafe extern "C" fn(*mut ArrowStream)>,
    private_data: *mut c_void,
}

// The library allows any thread to read it, one at a time.
unsafe impl Send for ArrowStream {}

impl ArrowStream {
    /// A released one.
    pub(crate) fn empty() -> ArrowStream {
        ArrowStream { get_schema: None, get_next: None, get_last_error: None, release: None, private_data: std::ptr::null_mut() }
    }

    fn failed(&mut self) -> Error {
        let said = self.get_last_error.map_or(std::ptr::null(), |get| unsafe { get(self) });
        let message = if said.is_null() { "the stream failed".into() } else { unsafe { CStr::from_ptr(said) }.to_string_lossy() };
        Error::new(sys::RL_E_REFUSED, message)
    }

    /// Its columns.
    pub fn schema(&mut self) -> Result<ArrowSchema, Error> {
        let mut schema = ArrowSchema::empty();
        match self.get_schema.map(|get| unsafe { get(self, &mut schema) }) {
            Some(0) => Ok(schema),
            _ => Err(self.failed()),
        }
    }

    /// The next batch, or `None` after the last one.
    pub fn next_batch(&mut self) -> Result<Option<ArrowArray>, Error> {
        let mut batch = ArrowArray::empty();
        match self.get_next.map(|get| unsafe { get(self, &mut batch) }) {
            Some(0) => Ok((!batch.is_released()).then_some(batch)),
            _ => Err(self.failed()),
        }
    }
}

impl Drop for ArrowStream {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            unsafe { release(self) }
        }
    }
}

/// Decoded rows of a store, as maps of what each row has.
///
/// Members are the columns of docs/columns.md: the parts of the entry as bytes, `source` with its place, `format`, `record` and
/// `fields`; and `error`, if a row cannot be decoded, or is missing because its place is damaged. What a row lacks is left
/// out. An error of the iterator says that reading failed, and is the last item.
#[derive(Debug)]
pub struct Rows {
    stream: ArrowStream,
    schema: ArrowSchema,
    batch: std::vec::IntoIter<Value>,
    failure: Failure,
    done: bool,
}

impl Rows {
    pub(crate) fn of(mut stream: ArrowStream, failure: Failure) -> Result<Rows, Error> {
        let schema = stream.schema()?;
        Ok(Rows { stream, schema, batch: Vec::new().into_iter(), failure, done: false })
    }
}

impl Iterator for Rows {
    type Item = Result<Value, Error>;

    fn next(&mut self) -> Option<Result<Value, Error>> {
        loop {
            if let Some(row) = self.batch.next() {
                return Some(Ok(row));
            }
            if self.done {
                return None;
            }
            match self.stream.next_batch() {
                Ok(Some(batch)) => self.batch = column(&self.schema, &batch, true, false).into_iter(),
                Ok(None) => self.done = true,
                Err(error) => {
                    self.done = true;
                    return Some(Err(caused(error, &self.failure)));
                }
            }
        }
    }
}

/// The values of a column; nulls become `Null`. Columns of the whole row with these names are JSON.
fn column(schema: &ArrowSchema, array: &ArrowArray, top: bool, json: bool) -> Vec<Value> {
    let (rows, buffers) = (array.rows(), array.buffers());
    let bit = |at: usize, row: usize| unsafe { *buffers[at].cast::<u8>().add(row / 8) } >> (row % 8) & 1 == 1;
    let there = |row: usize| buffers[0].is_null() || bit(0, row);
    let word = |row: usize| unsafe { *buffers[1].cast::<u64>().add(row) };
    let text = |row: usize| unsafe {
        let ends = slice::from_raw_parts(buffers[1].cast::<i32>().add(row), 2);
        slice::from_raw_parts(buffers[2].cast::<u8>().add(ends[0] as usize), (ends[1] - ends[0]) as usize)
    };
    if schema.format() == "+s" {
        return members(schema, array, top, there);
    }
    let value = |row: usize| match schema.format() {
        "l" => Value::I64(word(row) as i64),
        "L" => i64::try_from(word(row)).map_or(Value::U64(word(row)), Value::I64),
        "g" => Value::F64(f64::from_bits(word(row))),
        "b" => Value::Bool(bit(1, row)),
        "z" => Value::Bytes(text(row).to_vec()),
        _ => {
            let said = String::from_utf8_lossy(text(row));
            match json.then(|| Value::from_json(&said)) {
                Some(Ok(value)) => value,
                _ => Value::Text(said.into_owned()),
            }
        }
    };
    (0..rows).map(|row| if there(row) { value(row) } else { Value::Null }).collect()
}

/// Maps of the non-null values in a struct's columns.
fn members(schema: &ArrowSchema, array: &ArrowArray, top: bool, there: impl Fn(usize) -> bool) -> Vec<Value> {
    let mut rows: Vec<Vec<(String, Value)>> = vec![Vec::new(); array.rows()];
    for (field, child) in schema.children().zip(array.children()) {
        let name = field.name();
        for (row, value) in column(field, child, false, top && ["fields", "doubts", "rest"].contains(&name)).into_iter().enumerate() {
            if !value.is_null() {
                rows[row].push((name.to_string(), value));
            }
        }
    }
    rows.into_iter().enumerate().map(|(row, members)| if there(row) { Value::Map(members) } else { Value::Null }).collect()
}
