//! Many records at a time.

use crate::bits::bit;
use crate::call::{sized, start_mut};
use crate::cells::{why, Cells, CellsList, PartCells};
use crate::kind::{DecodedRecord, Kind};
use crate::{cbor, sys, Error, Value};

/// Decoded rows: a record, an error or null for each. A row is read when you ask for it.
#[derive(Clone, Debug)]
pub struct Batch {
    kind: Kind<'static>,
    codes: Vec<i32>,
    answers: Cells<'static>,
    valid: Option<Vec<u8>>,
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

    /// For each row 0, or the number of its error. A null is not an error.
    pub fn codes(&self) -> &[i32] {
        &self.codes
    }

    /// Whether one of the row's cells was null.
    pub fn is_null(&self, row: usize) -> bool {
        row < self.len() && self.valid.as_deref().map_or(false, |bits| !bit(bits, row))
    }

    /// The record of a row, or why it failed; `Ok(None)` for a null, `None` past the last row.
    pub fn get(&self, row: usize) -> Option<Result<Option<DecodedRecord>, Error>> {
        let code = *self.codes.get(row)?;
        if self.is_null(row) {
            return Some(Ok(None));
        }
        let fields = match cbor::read(self.answers.get(row)?) {
            Ok(fields) => fields,
            Err(e) => return Some(Err(e)),
        };
        if code == 0 {
            return Some(self.kind.record_of(fields).map(Some));
        }
        Some(Err(Error::answered(code.into(), row.try_into().ok(), fields.get("error").unwrap_or(&Value::Null))))
    }

    /// All rows in order.
    pub fn iter(&self) -> impl Iterator<Item = Result<Option<DecodedRecord>, Error>> + '_ {
        (0..self.len()).filter_map(move |row| self.get(row))
    }
}

impl Kind<'_> {
    /// Decodes rows: the cells of each part, all with the same number of rows. A row that fails
    /// keeps its place, unless the kind is `strict`: then the first one fails the call. A row is null if one of its cells is.
    pub fn decode_batch(&self, cells: &[PartCells<'_>]) -> Result<Batch, Error> {
        let (head, list) = (self.head(), CellsList::new(cells)?);
        let (mut starts, mut codes) = (vec![0; list.rows + 1], vec![0; list.rows]);
        let (to, numbers) = (starts.as_mut_ptr(), start_mut(&mut codes));
        // With too little room the library would decode all rows twice; unused room costs nothing.
        let data = sized(1024 * list.rows + 256, |out, cap, err| unsafe {
            let (format, record, form) = (head.format.as_ptr(), head.record.as_ptr(), sys::RL_FIELDS_CBOR64);
            sys::rl_decode_batch(
                head.schema,
                format,
                record,
                list.start(),
                list.len(),
                list.rows,
                list.flags(head.flags) | sys::RL_DOUBTS,
                form,
                to,
                numbers,
                out,
                cap,
                err,
            )
        })?;
        list.settle(&mut codes);
        if let Some(row) = list.failed(head.flags, &codes) {
            return why(cells, row, |one| self.decode_batch(one));
        }
        let kind = Kind::new(self.format(), self.record());
        Ok(Batch { kind, codes, answers: Cells::new(starts, data)?, valid: list.valid })
    }
}
