//! Bytes of many rows, laid out as in Arrow.

use crate::call::{name, start};
use crate::{sys, Error};
use std::borrow::Cow;
use std::ffi::CString;
use std::marker::PhantomData;

/// Bytes of many rows, owned or borrowed: row i is `data` from `offsets[i]` to `offsets[i + 1]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells<'a> {
    offsets: Cow<'a, [i32]>,
    data: Cow<'a, [u8]>,
}

/// The name of a part ("row", "value") and its cells, one for each row of a batch.
pub type PartCells<'a> = (&'a str, &'a Cells<'a>);

impl Default for Cells<'_> {
    /// No rows.
    fn default() -> Self {
        Cells { offsets: Cow::Owned(vec![0]), data: Cow::Owned(Vec::new()) }
    }
}

impl<'a> Cells<'a> {
    /// Takes offsets, one more than there are rows, and data: vectors or slices. Offsets that
    /// go backwards or leave the data are refused.
    pub fn new(offsets: impl Into<Cow<'a, [i32]>>, data: impl Into<Cow<'a, [u8]>>) -> Result<Cells<'a>, Error> {
        let (offsets, data) = (offsets.into(), data.into());
        check(&offsets, &data)?;
        Ok(Cells { offsets, data })
    }

    /// Copies the items of a list.
    pub fn of<T: AsRef<[u8]>>(list: impl IntoIterator<Item = T>) -> Result<Cells<'static>, Error> {
        let mut cells = Cells::default();
        for one in list {
            cells.push(one.as_ref())?;
        }
        Ok(cells)
    }

    /// Adds a row. It is refused when the total would reach 2 GiB.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let end = i32::try_from(self.data.len() + bytes.len());
        let end = end.map_err(|_| Error::new(sys::RL_E_TOO_LARGE, "a part has 2 GiB or more: use smaller batches"))?;
        self.data.to_mut().extend_from_slice(bytes);
        self.offsets.to_mut().push(end);
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

    /// The bytes of a row; `None` past the last one.
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
}

/// The bytes of one row.
pub(crate) fn cell<'a>(offsets: &[i32], data: &'a [u8], row: usize) -> Option<&'a [u8]> {
    let at = |i: usize| offsets.get(i).and_then(|n| usize::try_from(*n).ok());
    data.get(at(row)?..at(row.checked_add(1)?)?)
}

/// Refuses rows that are not inside the data: the library reads wherever the offsets point.
fn check(offsets: &[i32], data: &[u8]) -> Result<(), Error> {
    let wrong = |what: String| Err(Error::new(sys::RL_E_OFFSETS, what));
    let (first, last) = match offsets {
        [] => return wrong("expected one offset more than there are rows, found none".to_string()),
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
    Ok(())
}

/// The cells of all parts as the library takes them; keeps alive what they point to.
pub(crate) struct CellsList<'a> {
    pub rows: usize,
    list: Vec<sys::rl_column>,
    _names: Vec<CString>,
    _data: PhantomData<&'a [u8]>,
}

impl<'a> CellsList<'a> {
    pub fn new(parts: &[PartCells<'a>]) -> Result<CellsList<'a>, Error> {
        let mut rows = None;
        for (part, cells) in parts {
            let (count, first) = (cells.len(), *rows.get_or_insert(cells.len()));
            if first != count {
                let message = format!("the part {part} has {count} rows, the first part has {first}");
                return Err(Error { part: part.to_string(), ..Error::new(sys::RL_E_OFFSETS, message) });
            }
        }
        let names: Vec<CString> = parts.iter().map(|(part, _)| name(part)).collect();
        let each = names.iter().zip(parts);
        let list = each.map(|(n, (_, c))| sys::rl_column { name: n.as_ptr(), offsets: c.offsets.as_ptr(), data: start(&c.data) }).collect();
        Ok(CellsList { rows: rows.unwrap_or(0), list, _names: names, _data: PhantomData })
    }

    pub fn start(&self) -> *const sys::rl_column {
        start(&self.list)
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }
}
