//! Very many records of one kind at a time.

use crate::call::{name, sized, start, start_mut};
use crate::cells::{checked, Cells, Column, ColumnList};
use crate::kind::{Kind, Record, WRITING};
use crate::{cbor, error, sys, Error, Value};

/// For each row its record or why it failed; read when it is asked for.
#[derive(Clone, Debug)]
pub struct Batch {
    kind: Kind<'static>,
    codes: Vec<i32>,
    answers: Cells,
}

impl Batch {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// For each row 0, or the number of its error.
    pub fn codes(&self) -> &[i32] {
        &self.codes
    }

    /// The record of a row, or why it failed; `None` behind the last row.
    pub fn get(&self, row: usize) -> Option<Result<Record, Error>> {
        let code = *self.codes.get(row)?;
        let fields = match cbor::read(self.answers.get(row)?) {
            Ok(fields) => fields,
            Err(e) => return Some(Err(e)),
        };
        if code == 0 {
            return Some(self.kind.record_of(fields));
        }
        Some(Err(Error::told(code.into(), row.try_into().ok(), fields.get("error").unwrap_or(&Value::Null))))
    }

    /// All rows in their order.
    pub fn iter(&self) -> impl Iterator<Item = Result<Record, Error>> + '_ {
        (0..self.len()).filter_map(move |row| self.get(row))
    }
}

/// For each row the bytes that were written, or why they were not.
#[derive(Clone, Debug)]
pub struct Written {
    codes: Vec<i32>,
    cells: Cells,
}

impl Written {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// For each row 0, or the number of its error.
    pub fn codes(&self) -> &[i32] {
        &self.codes
    }

    /// The bytes of all rows; those of one that failed are empty.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The bytes of a row, or why there are none; `None` behind the last row.
    pub fn get(&self, row: usize) -> Option<Result<&[u8], Error>> {
        let code = i64::from(*self.codes.get(row)?);
        if code == 0 {
            return self.cells.get(row).map(Ok);
        }
        Some(Err(Error { row: row.try_into().ok(), ..Error::new(code, error::described(code).1) }))
    }

    /// All rows in their order.
    pub fn iter(&self) -> impl Iterator<Item = Result<&[u8], Error>> + '_ {
        (0..self.len()).filter_map(move |row| self.get(row))
    }
}

impl Kind<'_> {
    /// Decodes rows: a column for each part, all of the same number of rows. A row that fails
    /// keeps its place, unless the kind is `strict`: then the first one fails the call.
    pub fn decode_batch(&self, columns: &[Column<'_>]) -> Result<Batch, Error> {
        let (head, list) = (self.head(), ColumnList::new(columns)?);
        let (mut starts, mut codes) = (vec![0; list.rows + 1], vec![0; list.rows]);
        let (to, why) = (starts.as_mut_ptr(), start_mut(&mut codes));
        let data = sized(256 * list.rows + 256, |out, cap, err| unsafe {
            let (format, record, form) = (head.format.as_ptr(), head.record.as_ptr(), sys::RL_FIELDS_CBOR64);
            sys::rl_decode_batch(head.schema, format, record, list.start(), list.len(), list.rows, head.flags, form, to, why, out, cap, err)
        })?;
        let kind = Kind::new(self.format(), self.record());
        Ok(Batch { kind, codes, answers: Cells::new(starts, data)? })
    }

    /// Writes one part of each record.
    pub fn encode_batch(&self, part: &str, fields: &[Value]) -> Result<Written, Error> {
        let mut texts = Cells::default();
        for one in fields {
            texts.push(one.to_json().as_bytes())?;
        }
        self.encode_batch_json(part, texts.offsets(), texts.data())
    }

    /// The same for fields that are JSON already: those of row i are `data` from `offsets[i]`
    /// to `offsets[i + 1]`.
    pub fn encode_batch_json(&self, part: &str, offsets: &[i32], data: &[u8]) -> Result<Written, Error> {
        let rows = checked(offsets, data)?;
        let (head, part) = (self.head(), name(part));
        let (mut starts, mut codes) = (vec![0; rows + 1], vec![0; rows.max(1)]);
        let (to, why, from) = (starts.as_mut_ptr(), codes.as_mut_ptr(), start(data));
        let bytes = sized(64 * rows + 64, |out, cap, err| unsafe {
            let (format, record, flags) = (head.format.as_ptr(), head.record.as_ptr(), head.flags & WRITING);
            sys::rl_encode_batch(head.schema, format, record, part.as_ptr(), offsets.as_ptr(), from, rows, flags, to, why, out, cap, err)
        })?;
        codes.truncate(rows);
        Ok(Written { codes, cells: Cells::new(starts, bytes)? })
    }
}
