//! Rows as typed columns, laid out as in Arrow.

use crate::bits::{self, bit};
use crate::call::{name, sized_at, start, start_mut, Answer};
use crate::cells::{cell, why, CellsList, PartCells};
use crate::{sys, Error, Kind};
use std::ffi::CString;
use std::fmt;
use std::ops::Range;

/// Buffers start at multiples of this, as Arrow recommends.
const ALIGN: usize = 64;

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Type {
    /// i64
    Int64 = sys::RL_TYPE_INT64,
    /// f64; whole numbers up to 2^53 too
    Float64 = sys::RL_TYPE_FLOAT64,
    /// bool
    Bool = sys::RL_TYPE_BOOL,
    /// text; other scalars as text: decimal, true, hex
    Utf8 = sys::RL_TYPE_UTF8,
    /// bytes; text as its UTF-8
    Binary = sys::RL_TYPE_BINARY,
    /// any member as JSON
    Json = sys::RL_TYPE_JSON,
    /// why the row failed, as JSON; null for other rows. The path is empty
    Error = sys::RL_TYPE_ERROR,
    /// what is doubtful about the row, as JSON; the path is empty
    Doubts = sys::RL_TYPE_DOUBTS,
    /// any member as CBOR
    Cbor = sys::RL_TYPE_CBOR,
}

/// One column to make from decoded rows: the path of a member of the fields, and a type.
///
/// Paths are as in JSON: `source.value`, `values[0]`, `properties[name=rank].value.value`; an
/// empty one means the whole record. `rl_field` in `rowlens.h` says more.
#[derive(Clone, Debug)]
pub struct Field {
    path: CString,
    data_type: Type,
}

impl Field {
    /// The member at a path, as a type.
    pub fn new(path: &str, data_type: Type) -> Field {
        Field { path: name(path), data_type }
    }

    /// Why rows failed.
    pub fn error() -> Field {
        Field::new("", Type::Error)
    }

    /// What is doubtful about rows. Without such a column, a row whose check value (a salt) differs fails.
    pub fn doubts() -> Field {
        Field::new("", Type::Doubts)
    }
}

/// Rows as typed columns, one for each requested field.
pub struct Columns {
    codes: Vec<i32>,
    answer: Answer,
    heads: Vec<Layout>,
}

/// Where a column is in the answer.
struct Layout {
    data_type: Type,
    nulls: usize,
    validity: Range<usize>,
    offsets: Option<Range<usize>>,
    data: Range<usize>,
}

impl Layout {
    /// Removes the values of null rows, whatever the library made of them.
    fn hide(&mut self, answer: &mut [u8], valid: &[u8], rows: usize) {
        let own = &mut answer[self.validity.clone()];
        bits::and(own, valid);
        self.nulls = (0..rows).filter(|row| !bit(own, *row)).count();
    }
}

impl Columns {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.codes.len()
    }

    /// The number of columns.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are no columns.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// For each row 0, or the number of its error. A member that the record does not have is
    /// null without any code, and so is a row with a null cell.
    pub fn codes(&self) -> &[i32] {
        &self.codes
    }

    /// A column, in the order of the fields; `None` past the last one.
    pub fn get(&self, column: usize) -> Option<Column<'_>> {
        let (head, bytes) = (self.heads.get(column)?, self.answer.bytes());
        let validity = bytes.get(head.validity.clone())?;
        let data = bytes.get(head.data.clone())?;
        let offsets = match &head.offsets {
            Some(range) => numbers(bytes.get(range.clone())?)?,
            None => &[],
        };
        Some(Column { data_type: head.data_type, rows: self.rows(), nulls: head.nulls, validity, offsets, data })
    }

    /// All columns in order.
    pub fn iter(&self) -> impl Iterator<Item = Column<'_>> {
        (0..self.len()).filter_map(move |column| self.get(column))
    }
}

impl fmt::Debug for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// One typed column. Its buffers are those of Arrow.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    data_type: Type,
    rows: usize,
    nulls: usize,
    validity: &'a [u8],
    offsets: &'a [i32],
    data: &'a [u8],
}

impl<'a> Column<'a> {
    /// The type of its values.
    pub fn data_type(&self) -> Type {
        self.data_type
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The number of rows without a value.
    pub fn null_count(&self) -> usize {
        self.nulls
    }

    /// One bit per row, least significant first: 1 has a value, 0 is null.
    pub fn validity(&self) -> &'a [u8] {
        self.validity
    }

    /// One more than there are rows: where the texts or bytes of each row begin and end in the
    /// data. Empty for types of fixed width.
    pub fn offsets(&self) -> &'a [i32] {
        self.offsets
    }

    /// The values.
    pub fn data(&self) -> &'a [u8] {
        self.data
    }

    /// Whether a row has a value.
    pub fn is_valid(&self, row: usize) -> bool {
        row < self.rows && bit(self.validity, row)
    }

    /// The values of a column of `Type::Int64`, 0 where a row is null; `None` for other types.
    pub fn int64s(&self) -> Option<&'a [i64]> {
        (self.data_type == Type::Int64).then(|| numbers(self.data))?
    }

    /// The values of a column of `Type::Float64`, 0 where a row is null; `None` for other types.
    pub fn float64s(&self) -> Option<&'a [f64]> {
        (self.data_type == Type::Float64).then(|| numbers(self.data))?
    }

    /// The whole number of a row; `None` for a null, and for other types.
    pub fn int64(&self, row: usize) -> Option<i64> {
        self.is_valid(row).then(|| self.int64s()?.get(row).copied())?
    }

    /// The number of a row; `None` for a null, and for other types.
    pub fn float64(&self, row: usize) -> Option<f64> {
        self.is_valid(row).then(|| self.float64s()?.get(row).copied())?
    }

    /// The truth value of a row; `None` for a null, and for other types.
    pub fn bool(&self, row: usize) -> Option<bool> {
        (self.data_type == Type::Bool && self.is_valid(row)).then(|| bit(self.data, row))
    }

    /// The text of a row, of `Type::Utf8`, `Type::Json`, `Type::Error` or `Type::Doubts`; `None` for a null.
    pub fn text(&self, row: usize) -> Option<&'a str> {
        let is_text = matches!(self.data_type, Type::Utf8 | Type::Json | Type::Error | Type::Doubts);
        is_text.then(|| std::str::from_utf8(self.bytes(row)?).ok())?
    }

    /// The bytes of a row, for any type without a fixed width; `None` for a null.
    pub fn bytes(&self, row: usize) -> Option<&'a [u8]> {
        self.is_valid(row).then(|| cell(self.offsets, self.data, row))?
    }
}

/// A number for which every bit pattern is valid.
trait Number: Copy {}

impl Number for i32 {}
impl Number for i64 {}
impl Number for f64 {}

/// Bytes as numbers; `None` if they are not aligned.
fn numbers<T: Number>(bytes: &[u8]) -> Option<&[T]> {
    let (before, numbers, after) = unsafe { bytes.align_to() };
    (before.is_empty() && after.is_empty()).then_some(numbers)
}

impl Kind<'_> {
    /// Decodes rows to typed columns: one for each of 1 to 256 `fields`. Paths of `Kind::any`
    /// begin with `fields.`; the name of the kind is at the path `record`.
    /// A row that fails is null in every column except those of errors, unless the kind is
    /// `strict`: then the first one fails the call. A row with a null cell is null in every column.
    pub fn decode_columns(&self, cells: &[PartCells<'_>], fields: &[Field]) -> Result<Columns, Error> {
        let (head, list) = (self.head(), CellsList::new(cells)?);
        let wanted: Vec<_> = fields.iter().map(|f| sys::rl_field { path: f.path.as_ptr(), r#type: f.data_type as u32, zero: 0 }).collect();
        let mut codes = vec![0; list.rows];
        let numbers = start_mut(&mut codes);
        // JSON is long; with too little room the library would decode all rows twice.
        let a_row: usize = fields.iter().map(|f| if matches!(f.data_type, Type::Json | Type::Cbor) { 1024 } else { 64 }).sum();
        let room = list.rows.saturating_mul(a_row).saturating_add(fields.len() * 1024);
        let mut answer = sized_at(ALIGN, room, |out, cap, err| unsafe {
            let (format, record, flags) = (head.format.as_ptr(), head.record.as_ptr(), list.flags(head.flags));
            let (from, count) = (start(&wanted), wanted.len());
            sys::rl_decode_columns(head.schema, format, record, list.start(), list.len(), list.rows, flags, from, count, numbers, out, cap, err)
        })?;
        list.settle(&mut codes);
        if let Some(row) = list.failed(head.flags, &codes) {
            return why(cells, row, |one| self.decode_columns(one, fields));
        }
        let broken = || Error::internal("the answer of the library is not the columns that it should be");
        let place = |(i, field): (usize, &Field)| layout(answer.bytes(), i, field.data_type, list.rows);
        let mut heads: Vec<Layout> = fields.iter().enumerate().map(place).collect::<Option<_>>().ok_or_else(broken)?;
        if let Some(valid) = &list.valid {
            heads.iter_mut().for_each(|head| head.hide(answer.bytes_mut(), valid, list.rows));
        }
        Ok(Columns { codes, answer, heads })
    }
}

/// Where the buffers of a column are, if they are inside the answer.
fn layout(answer: &[u8], column: usize, data_type: Type, rows: usize) -> Option<Layout> {
    let size = std::mem::size_of::<sys::rl_array>();
    let head: &[i64] = numbers(answer.get(column * size..(column + 1) * size)?)?;
    let place = |at: usize| usize::try_from(*head.get(at)?).ok();
    let within = |start: usize, len: usize| (start.checked_add(len)? <= answer.len()).then(|| start..start + len);
    if place(0)? != rows {
        return None;
    }
    let offsets = match place(3)? {
        0 => None,
        start => Some(within(start, 4 * (rows + 1))?),
    };
    Some(Layout { data_type, nulls: place(1)?, validity: within(place(2)?, (rows + 7) / 8)?, offsets, data: within(place(4)?, place(5)?)? })
}
