//! Bytes of many rows, laid out as in Arrow.

use crate::call::{name, start};
use crate::{sys, Error};
use std::ffi::CString;
use std::marker::PhantomData;

/// Bytes of many rows: row i is `data` from `offsets[i]` to `offsets[i + 1]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    offsets: Vec<i32>,
    data: Vec<u8>,
}

impl Default for Cells {
    /// No rows.
    fn default() -> Cells {
        Cells { offsets: vec![0], data: Vec::new() }
    }
}

impl Cells {
    /// Takes offsets, one more than rows, and data. They are refused when they do not fit.
    pub fn new(offsets: Vec<i32>, data: Vec<u8>) -> Result<Cells, Error> {
        checked(&offsets, &data)?;
        Ok(Cells { offsets, data })
    }

    /// The cells of a list.
    pub fn of<T: AsRef<[u8]>>(list: impl IntoIterator<Item = T>) -> Result<Cells, Error> {
        let mut cells = Cells::default();
        for one in list {
            cells.push(one.as_ref())?;
        }
        Ok(cells)
    }

    /// Adds a row. It is refused when there would be 2 GiB or more.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let end = i32::try_from(self.data.len() + bytes.len());
        let end = end.map_err(|_| Error::new(sys::RL_E_TOO_LARGE, "a column has 2 GiB or more: use smaller batches"))?;
        self.data.extend_from_slice(bytes);
        self.offsets.push(end);
        Ok(())
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of a row; `None` behind the last one.
    pub fn get(&self, row: usize) -> Option<&[u8]> {
        cell(&self.offsets, &self.data, row)
    }

    /// Where rows begin and end.
    pub fn offsets(&self) -> &[i32] {
        &self.offsets
    }

    /// The bytes of all rows.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// These cells as a part of rows.
    pub fn column<'a>(&'a self, part: &'a str) -> Column<'a> {
        Column::new(part, &self.offsets, &self.data)
    }
}

/// The bytes of one row.
pub(crate) fn cell<'a>(offsets: &[i32], data: &'a [u8], row: usize) -> Option<&'a [u8]> {
    let at = |i: usize| offsets.get(i).and_then(|n| usize::try_from(*n).ok());
    data.get(at(row)?..at(row.checked_add(1)?)?)
}

/// The number of rows, if all of them are inside of the data. What the library reads depends on
/// this, so nothing else may be trusted with it.
pub(crate) fn checked(offsets: &[i32], data: &[u8]) -> Result<usize, Error> {
    let wrong = |what: String| Err(Error::new(sys::RL_E_OFFSETS, what));
    let (first, last) = match offsets {
        [] => return wrong("expected one offset more than rows, found none".to_string()),
        [first, .., last] => (*first, *last),
        [one] => (*one, *one),
    };
    if first < 0 {
        return wrong(format!("expected offsets from 0, found {first}"));
    }
    if let Some(row) = offsets.windows(2).position(|pair| pair[1] < pair[0]) {
        return wrong(format!("the offsets go backwards at row {row}"));
    }
    if last as usize > data.len() {
        return wrong(format!("the offsets end at {last}, but there are {} bytes", data.len()));
    }
    Ok(offsets.len() - 1)
}

/// One part of every row of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    part: &'a str,
    offsets: &'a [i32],
    data: &'a [u8],
}

impl<'a> Column<'a> {
    /// The part of this name: row i has `data` from `offsets[i]` to `offsets[i + 1]`.
    pub fn new(part: &'a str, offsets: &'a [i32], data: &'a [u8]) -> Column<'a> {
        Column { part, offsets, data }
    }
}

/// Columns as the library takes them; keeps what they point to.
pub(crate) struct ColumnList<'a> {
    pub rows: usize,
    list: Vec<sys::rl_column>,
    _names: Vec<CString>,
    _data: PhantomData<&'a [u8]>,
}

impl<'a> ColumnList<'a> {
    pub fn new(columns: &[Column<'a>]) -> Result<ColumnList<'a>, Error> {
        let mut rows = None;
        for column in columns {
            let count = checked(column.offsets, column.data)?;
            let first = *rows.get_or_insert(count);
            if first != count {
                let message = format!("the column {} has {count} rows, the first one {first}", column.part);
                return Err(Error { part: column.part.to_string(), ..Error::new(sys::RL_E_OFFSETS, message) });
            }
        }
        let names: Vec<CString> = columns.iter().map(|c| name(c.part)).collect();
        let each = names.iter().zip(columns);
        let list = each.map(|(n, c)| sys::rl_column { name: n.as_ptr(), offsets: c.offsets.as_ptr(), data: start(c.data) }).collect();
        Ok(ColumnList { rows: rows.unwrap_or(0), list, _names: names, _data: PhantomData })
    }

    pub fn start(&self) -> *const sys::rl_column {
        start(&self.list)
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }
}
