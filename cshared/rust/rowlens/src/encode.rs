//! Many records to bytes, from values and from columns.

use crate::bits::pack;
use crate::call::{name, sized, start};
use crate::columns::{Column, Type};
use crate::kind::{Kind, WRITING};
use crate::{cbor, error, sys, Cells, Error, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::CString;
use std::sync::Arc;

/// One encoded part of each row of a batch, or the error.
#[derive(Clone, Debug)]
pub struct EncodedBatch {
    codes: Arc<Vec<i32>>,
    why: Arc<BTreeMap<usize, Error>>,
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

    /// The bytes of all rows; a row that failed has none.
    pub fn cells(&self) -> &Cells<'static> {
        &self.cells
    }

    /// The bytes of a row, or why there are none; `None` past the last row.
    pub fn get(&self, row: usize) -> Option<Result<&[u8], Error>> {
        let code = i64::from(*self.codes.get(row)?);
        if code == 0 {
            return self.cells.get(row).map(Ok);
        }
        let why = self.why.get(&row).cloned();
        Some(Err(why.unwrap_or_else(|| Error { row: row.try_into().ok(), ..Error::new(code, error::described(code).1) })))
    }

    /// All rows in order.
    pub fn iter(&self) -> impl Iterator<Item = Result<&[u8], Error>> + '_ {
        (0..self.len()).filter_map(move |row| self.get(row))
    }
}

/// One member of the fields of each row, for `encode_columns`: the reverse of a `Column`.
///
/// Its path is like that of a `Field`. The paths of a call form one tree: no member is inside another, and lists
/// have all items from 0 up to the last. `rl_values` in `rowlens.h` says more.
#[derive(Clone, Debug)]
pub struct Member<'a> {
    path: CString,
    data_type: Type,
    rows: usize,
    valid: Option<Cow<'a, [u8]>>,
    offsets: &'a [i32],
    data: Cow<'a, [u8]>,
}

impl<'a> Member<'a> {
    fn new(path: &str, data_type: Type, rows: usize, data: impl Into<Cow<'a, [u8]>>) -> Member<'a> {
        Member { path: name(path), data_type, rows, valid: None, offsets: &[], data: data.into() }
    }

    /// Whole numbers.
    pub fn int64s(path: &str, values: &'a [i64]) -> Member<'a> {
        Member::new(path, Type::Int64, values.len(), bytes_of(values))
    }

    /// Floating-point numbers.
    pub fn float64s(path: &str, values: &'a [f64]) -> Member<'a> {
        Member::new(path, Type::Float64, values.len(), bytes_of(values))
    }

    /// Truth values.
    pub fn bools(path: &str, values: &[bool]) -> Member<'a> {
        Member::new(path, Type::Bool, values.len(), pack(values.iter().copied()))
    }

    /// Texts, bytes, or members as JSON or CBOR, by the type: `Type::Utf8`, `Binary`, `Json` or `Cbor`. With `Json` or
    /// `Cbor` and an empty path, a cell has all fields of a row. A null row lacks the member.
    pub fn cells(path: &str, data_type: Type, cells: &'a Cells<'_>) -> Member<'a> {
        let valid = cells.validity().map(Cow::Borrowed);
        Member { valid, offsets: cells.offsets(), ..Member::new(path, data_type, cells.len(), cells.data()) }
    }

    /// A column that `decode_columns` made, with its nulls.
    pub fn column(path: &str, column: &Column<'a>) -> Member<'a> {
        let valid = Some(Cow::Borrowed(column.validity()));
        Member { valid, offsets: column.offsets(), ..Member::new(path, column.data_type(), column.len(), column.data()) }
    }

    /// Says which rows have the member; others lack it.
    #[must_use]
    pub fn valid(mut self, rows: &[bool]) -> Self {
        let mut all = vec![false; self.rows];
        let n = rows.len().min(self.rows);
        all[..n].copy_from_slice(&rows[..n]);
        self.valid = Some(pack(all).into());
        self
    }

    /// A single row of it.
    fn row(&self, at: usize) -> Member<'_> {
        let bit = |bits: &[u8]| vec![bits[at / 8] >> (at % 8) & 1];
        let valid = self.valid.as_deref().map(|all| bit(all).into());
        let (offsets, data) = match self.data_type {
            Type::Int64 | Type::Float64 => (&[][..], Cow::Borrowed(&self.data[8 * at..8 * at + 8])),
            Type::Bool => (&[][..], bit(&self.data).into()),
            _ => (&self.offsets[at..at + 2], Cow::Borrowed(&*self.data)),
        };
        Member { path: self.path.clone(), data_type: self.data_type, rows: 1, valid, offsets, data }
    }

    /// Refuses a type whose values are not where `raw` says: the library goes by the type.
    fn check(&self) -> Result<(), Error> {
        let fixed = matches!(self.data_type, Type::Int64 | Type::Float64 | Type::Bool);
        if fixed != self.offsets.is_empty() {
            return Err(Error::new(sys::RL_E_OPTION, format!("{:?} is no type for cells", self.data_type)));
        }
        Ok(())
    }

    fn raw(&self) -> sys::rl_values {
        sys::rl_values {
            path: self.path.as_ptr(),
            r#type: self.data_type as u32,
            zero: 0,
            validity: self.valid.as_deref().map_or(std::ptr::null(), start),
            offsets: start(self.offsets),
            data: start(&self.data).cast(),
        }
    }
}

/// Numbers as their bytes.
fn bytes_of<T: Copy>(values: &[T]) -> &[u8] {
    // i64 and f64 have no padding, and bytes need no alignment.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), std::mem::size_of_val(values)) }
}

impl Kind<'_> {
    /// Encodes one part of each record. A row that fails keeps its place, unless the kind is `strict`: then the first one fails the call.
    pub fn encode_batch(&self, part: &str, fields: &[Value]) -> Result<EncodedBatch, Error> {
        first(self.encode_batch_parts(&[part], fields)?)
    }

    /// Encodes several parts of each record in one call, each into its own batch.
    pub fn encode_batch_parts(&self, parts: &[&str], fields: &[Value]) -> Result<Vec<EncodedBatch>, Error> {
        let mut records = Cells::default();
        let mut room = Vec::new();
        for one in fields {
            room.clear();
            cbor::write(one, &mut room);
            records.push(&room)?;
        }
        self.encode_columns(parts, &[Member::cells("", Type::Cbor, &records)])
    }

    /// The same for fields that are JSON already, a text for each row.
    pub fn encode_batch_json(&self, part: &str, fields: &Cells<'_>) -> Result<EncodedBatch, Error> {
        first(self.encode_columns(&[part], &[Member::cells("", Type::Json, fields)])?)
    }

    /// Encodes parts of each row, each into its own batch, from 1 to 256 columns of members.
    pub fn encode_columns(&self, parts: &[&str], members: &[Member<'_>]) -> Result<Vec<EncodedBatch>, Error> {
        let rows = members.first().map_or(0, |one| one.rows);
        // The library would split it into several, and write the offsets of each.
        if let Some(part) = parts.iter().find(|part| part.contains(',')) {
            return Err(Error { path: part.to_string(), ..Error::new(sys::RL_E_PART, format!("there is no part {part}")) });
        }
        for one in members {
            one.check()?;
            if one.rows != rows {
                let message = format!("the member {} has {} rows, the first member has {rows}", one.path.to_string_lossy(), one.rows);
                return Err(Error::new(sys::RL_E_OFFSETS, message));
            }
        }
        let mut starts = vec![0; parts.len().max(1) * (rows + 1)];
        let mut codes = vec![0; rows.max(1)];
        let bytes = self.encode_members(parts, members, rows, &mut starts, Some(&mut codes))?;
        codes.truncate(rows);
        let failed = codes.iter().enumerate().filter(|(_, code)| **code != 0);
        // The row again, on its own: only a call that fails names the field.
        let why = failed.filter_map(|(row, _)| {
            let one: Vec<Member<'_>> = members.iter().map(|m| m.row(row)).collect();
            let error = self.encode_members(parts, &one, 1, &mut vec![0; 2 * parts.len()], None).err()?;
            Some((row, Error { row: row.try_into().ok(), ..error }))
        });
        let (why, codes) = (Arc::new(why.collect()), Arc::new(codes));
        let batch = |starts: &[i32]| {
            let broken = || Error::internal("the answer of the library is not the parts that it should be");
            let (from, to) = (starts[0], starts[rows]);
            let part = bytes.get(from as usize..to as usize).ok_or_else(broken)?;
            let offsets: Vec<i32> = starts.iter().map(|at| at - from).collect();
            Ok(EncodedBatch { codes: Arc::clone(&codes), why: Arc::clone(&why), cells: Cells::new(offsets, part.to_vec())? })
        };
        starts.chunks(rows + 1).map(batch).collect()
    }

    fn encode_members(&self, parts: &[&str], members: &[Member<'_>], rows: usize, starts: &mut [i32], codes: Option<&mut [i32]>) -> Result<Vec<u8>, Error> {
        let (head, parts) = (self.head(), name(&parts.join(",")));
        let list: Vec<_> = members.iter().map(Member::raw).collect();
        let (to, why) = (starts.as_mut_ptr(), codes.map_or(std::ptr::null_mut(), |codes| codes.as_mut_ptr()));
        sized(128 * rows + 256, |out, cap, err| unsafe {
            let (format, record, flags) = (head.format.as_ptr(), head.record.as_ptr(), head.flags & (WRITING | sys::RL_STRICT));
            sys::rl_encode_columns(head.schema, format, record, parts.as_ptr(), start(&list), list.len(), rows, flags, to, why, out, cap, err)
        })
    }
}

/// The batch of the only part.
fn first(mut batches: Vec<EncodedBatch>) -> Result<EncodedBatch, Error> {
    batches.pop().ok_or_else(|| Error::internal("the library encoded no part"))
}
