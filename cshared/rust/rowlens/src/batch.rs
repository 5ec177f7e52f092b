//! Many records at a time.

use crate::call::{name, sized, start, start_mut};
use crate::cells::{Cells, CellsList, PartCells};
use crate::kind::{DecodedRecord, Kind, WRITING};
use crate::{cbor, error, sys, Error, Value};

/// Decoded rows: a record or an error for each. A row is read when it is asked for.
#[derive(Clone, Debug)]
pub struct Batch {
    kind: Kind<'static>,
    codes: Vec<i32>,
    answers: Cells<'static>,
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

    /// The record of a row, or why it failed; `None` past the last row.
    pub fn get(&self, row: usize) -> Option<Result<DecodedRecord, Error>> {
        let code = *self.codes.get(row)?;
        let fields = match cbor::read(self.answers.get(row)?) {
            Ok(fields) => fields,
            Err(e) => return Some(Err(e)),
        };
        if code == 0 {
            return Some(self.kind.record_of(fields));
        }
        Some(Err(Error::answered(code.into(), row.try_into().ok(), fields.get("error").unwrap_or(&Value::Null))))
    }

    /// All rows in their order.
    pub fn iter(&self) -> impl Iterator<Item = Result<DecodedRecord, Error>> + '_ {
        (0..self.len()).filter_map(move |row| self.get(row))
    }
}

/// One encoded part of each row of a batch, or the error.
#[derive(Clone, Debug)]
pub struct EncodedBatch {
    codes: Vec<i32>,
    cells: Cells<'static>,
}

impl EncodedBatch {
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
    pub fn cells(&self) -> &Cells<'static> {
        &self.cells
    }

    /// The bytes of a row, or why there are none; `None` past the last row.
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
    /// Decodes rows: the cells of each part, all with the same number of rows. A row that fails
    /// keeps its place, unless the kind is `strict`: then the first one fails the call.
    pub fn decode_batch(&self, cells: &[PartCells<'_>]) -> Result<Batch, Error> {
        let (head, list) = (self.head(), CellsList::new(cells)?);
        let (mut starts, mut codes) = (vec![0; list.rows + 1], vec![0; list.rows]);
        let (to, why) = (starts.as_mut_ptr(), start_mut(&mut codes));
        // With too little room the library would decode all rows twice; what is not written to costs nothing.
        let data = sized(1024 * list.rows + 256, |out, cap, err| unsafe {
            let (format, record, form) = (head.format.as_ptr(), head.record.as_ptr(), sys::RL_FIELDS_CBOR64);
            sys::rl_decode_batch(head.schema, format, record, list.start(), list.len(), list.rows, head.flags | sys::RL_DOUBTS, form, to, why, out, cap, err)
        })?;
        let kind = Kind::new(self.format(), self.record());
        Ok(Batch { kind, codes, answers: Cells::new(starts, data)? })
    }

    /// Encodes one part of each record.
    pub fn encode_batch(&self, part: &str, fields: &[Value]) -> Result<EncodedBatch, Error> {
        let mut texts = Cells::default();
        for one in fields {
            texts.push(one.to_json().as_bytes())?;
        }
        self.encode_batch_json(part, &texts)
    }

    /// The same for fields that are JSON already, a text for each row.
    pub fn encode_batch_json(&self, part: &str, fields: &Cells<'_>) -> Result<EncodedBatch, Error> {
        let (rows, offsets, data) = (fields.len(), fields.offsets(), fields.data());
        let (head, part) = (self.head(), name(part));
        let (mut starts, mut codes) = (vec![0; rows + 1], vec![0; rows.max(1)]);
        let (to, why, from) = (starts.as_mut_ptr(), codes.as_mut_ptr(), start(data));
        let bytes = sized(64 * rows + 64, |out, cap, err| unsafe {
            let (format, record, flags) = (head.format.as_ptr(), head.record.as_ptr(), head.flags & WRITING);
            sys::rl_encode_batch(head.schema, format, record, part.as_ptr(), offsets.as_ptr(), from, rows, flags, to, why, out, cap, err)
        })?;
        codes.truncate(rows);
        Ok(EncodedBatch { codes, cells: Cells::new(starts, bytes)? })
    }
}
