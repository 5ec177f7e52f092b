//! Bytes of many rows, laid out as in Arrow.

use crate::bits::{self, bit};
use crate::call::{name, start};
use crate::{sys, Error};
use std::borrow::Cow;
use std::ffi::CString;
use std::marker::PhantomData;

/// Bytes of many rows, owned or borrowed: row i is `data` from `offsets[i]` to `offsets[i + 1]`, or null.
///
/// A row that is null in one of its parts comes out as null from `decode_batch` and `decode_columns`; it does not fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells<'a> {
    offsets: Cow<'a, [i32]>,
    data: Cow<'a, [u8]>,
    /// One bit per row, 0 for null; none if no row is null.
    validity: Option<Cow<'a, [u8]>>,
}

/// The name of a part ("row", "value") and its cells, one for each row of a batch.
pub type PartCells<'a> = (&'a str, &'a Cells<'a>);

impl Default for Cells<'_> {
    /// No rows.
    fn default() -> Self {
        Cells { offsets: Cow::Owned(vec![0]), data: Cow::Owned(Vec::new()), validity: None }
    }
}

impl<'a> Cells<'a> {
    /// Takes offsets, one more than there are rows, and data, as vectors or slices. Offsets that
    /// go backwards or outside the data are refused.
    pub fn new(offsets: impl Into<Cow<'a, [i32]>>, data: impl Into<Cow<'a, [u8]>>) -> Result<Cells<'a>, Error> {
        let (offsets, data) = (offsets.into(), data.into());
        check(&offsets, &data)?;
        Ok(Cells { offsets, data, validity: None })
    }

    /// Says which rows are null, as Arrow does: a bit for each, least significant first, where 0 is null. Fewer bits than rows
    /// are refused.
    pub fn with_validity(mut self, bits: impl Into<Cow<'a, [u8]>>) -> Result<Cells<'a>, Error> {
        let bits = bits.into();
        if bits.len() < (self.len() + 7) / 8 {
            let message = format!("the validity has {} bytes, {} rows have {}", bits.len(), self.len(), (self.len() + 7) / 8);
            return Err(Error::new(sys::RL_E_OFFSETS, message));
        }
        self.validity = Some(bits);
        Ok(self)
    }

    /// Copies the items of a list.
    pub fn of<T: AsRef<[u8]>>(list: impl IntoIterator<Item = T>) -> Result<Cells<'static>, Error> {
        let mut cells = Cells::default();
        for one in list {
            cells.push(one.as_ref())?;
        }
        Ok(cells)
    }

    /// Copies the items of a list, in which `None` is null.
    pub fn of_options<T: AsRef<[u8]>>(list: impl IntoIterator<Item = Option<T>>) -> Result<Cells<'static>, Error> {
        let mut cells = Cells::default();
        let mut valid = Vec::new();
        for one in list {
            valid.push(one.is_some());
            cells.push(one.as_ref().map_or(&[], AsRef::as_ref))?;
        }
        if valid.contains(&false) {
            cells.validity = Some(bits::pack(valid).into());
        }
        Ok(cells)
    }

    /// Adds a row that is not null. It is refused when the total would reach 2 GiB.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let end = i32::try_from(self.data.len() + bytes.len());
        let end = end.map_err(|_| Error::new(sys::RL_E_TOO_LARGE, "a part has 2 GiB or more: use smaller batches"))?;
        let row = self.len();
        if let Some(bits) = &mut self.validity {
            let bits = bits.to_mut();
            bits.resize(row / 8 + 1, 0);
            bits[row / 8] |= 1 << (row % 8);
        }
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

    /// The bytes of a row; `None` for a null, and past the last row.
    pub fn get(&self, row: usize) -> Option<&[u8]> {
        (!self.is_null(row)).then(|| cell(&self.offsets, &self.data, row))?
    }

    /// Whether a row is null.
    pub fn is_null(&self, row: usize) -> bool {
        row < self.len() && self.validity().map_or(false, |bits| !bit(bits, row))
    }

    /// One bit per row, least significant first: 0 is null. `None` when no row is.
    pub fn validity(&self) -> Option<&[u8]> {
        self.validity.as_deref()
    }

    /// A single row.
    fn row(&self, row: usize) -> Cells<'_> {
        Cells { offsets: Cow::Borrowed(&self.offsets[row..row + 2]), data: Cow::Borrowed(&self.data), validity: None }
    }

    /// Where the rows begin and end.
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

/// The cells of all parts in the form the library takes; keeps alive what they point to.
pub(crate) struct CellsList<'a> {
    pub rows: usize,
    /// Which rows are null in no part, as bits; none when all are.
    pub valid: Option<Vec<u8>>,
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
        let mut valid: Option<Vec<u8>> = None;
        for own in parts.iter().filter_map(|(_, cells)| cells.validity()) {
            match &mut valid {
                Some(all) => bits::and(all, own),
                none => *none = Some(own.to_vec()),
            }
        }
        Ok(CellsList { rows: rows.unwrap_or(0), valid, list, _names: names, _data: PhantomData })
    }

    /// The flags of a call. The library would take a null for a row that fails, so a strict kind looks for the first one by itself.
    pub fn flags(&self, flags: u32) -> u32 {
        if self.valid.is_some() {
            flags & !sys::RL_STRICT
        } else {
            flags
        }
    }

    /// Takes back the codes of rows that are null.
    pub fn settle(&self, codes: &mut [i32]) {
        if let Some(valid) = &self.valid {
            codes.iter_mut().enumerate().filter(|(row, _)| !bit(valid, *row)).for_each(|(_, code)| *code = 0);
        }
    }

    /// The first row that failed, of those of a strict kind in which some are null.
    pub fn failed(&self, flags: u32, codes: &[i32]) -> Option<usize> {
        (flags != self.flags(flags)).then(|| codes.iter().position(|code| *code != 0))?
    }

    pub fn start(&self) -> *const sys::rl_column {
        start(&self.list)
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }
}

/// Why a row that failed among others fails when called alone, with its number among them.
pub(crate) fn why<T>(parts: &[PartCells<'_>], row: usize, call: impl FnOnce(&[PartCells<'_>]) -> Result<T, Error>) -> Result<T, Error> {
    let cells: Vec<Cells<'_>> = parts.iter().map(|(_, cells)| cells.row(row)).collect();
    let one: Vec<PartCells<'_>> = parts.iter().zip(&cells).map(|((part, _), cells)| (*part, cells)).collect();
    call(&one).map_err(|error| Error { row: row.try_into().ok(), ..error })
}
