//! What a store does with keys: order, versions, hashes of names.

use crate::call::{checked, name, start, Part, PartList};
use crate::schema::{handle, Schema};
use crate::{sys, Error};
use std::cmp::Ordering;
use std::ffi::CString;

/// Where two keys stand in the order of a store, seen from the second one: part after part by
/// unsigned bytes, or by the comparator that the store has for a column family.
#[derive(Clone, Debug)]
pub struct Order<'s> {
    format: CString,
    family: Vec<u8>,
    schema: Option<&'s Schema>,
}

impl<'s> Order<'s> {
    /// The order of a format's store; an empty id is that of plain unsigned bytes.
    pub fn of(format: &str) -> Order<'s> {
        Order { format: name(format), family: Vec::new(), schema: None }
    }

    /// The column family of both keys, in stores where it is no part of them.
    #[must_use]
    pub fn family(self, family: &[u8]) -> Order<'s> {
        Order { family: family.to_vec(), ..self }
    }

    /// What comparators need to know: key sizes.
    pub fn schema(self, schema: &Schema) -> Order<'_> {
        Order { format: self.format, family: self.family, schema: Some(schema) }
    }

    /// Compares two keys. Values do not count.
    pub fn compare(&self, left: &[Part<'_>], right: &[Part<'_>]) -> Result<Ordering, Error> {
        let (a, b) = (PartList::new(left), PartList::new(right));
        let (schema, family) = (handle(self.schema), start(&self.family));
        let found =
            checked(|err| unsafe { sys::rl_compare(schema, self.format.as_ptr(), family, self.family.len(), a.start(), a.len(), b.start(), b.len(), err) })?;
        Ok(found.cmp(&i64::from(sys::RL_EQUAL)))
    }
}

/// Compares two keys as the store of a format sorts them; an empty id is that of plain
/// unsigned bytes. [`Order`] takes column families and schemas too.
pub fn compare(format: &str, left: &[Part<'_>], right: &[Part<'_>]) -> Result<Ordering, Error> {
    Order::of(format).compare(left, right)
}

/// The version of a hybrid logical clock at milliseconds since 1970-01-01 UTC and a counter.
/// Layouts are "maryk", "ms-16" and "ms-12".
pub fn hlc_join(layout: &str, physical: u64, logical: u64) -> Result<u64, Error> {
    let (layout, mut version) = (name(layout), 0);
    checked(|err| unsafe { sys::rl_hlc_join(layout.as_ptr(), physical, logical, &mut version, err) })?;
    Ok(version)
}

/// Milliseconds since 1970-01-01 UTC and the counter of a version.
pub fn hlc_split(layout: &str, version: u64) -> Result<(u64, u64), Error> {
    let (layout, mut physical, mut logical) = (name(layout), 0, 0);
    checked(|err| unsafe { sys::rl_hlc_split(layout.as_ptr(), version, &mut physical, &mut logical, err) })?;
    Ok((physical, logical))
}

/// The 32-bit hash under which a format stores names.
pub fn hash32(format: &str, text: &str) -> Result<u32, Error> {
    let format = name(format);
    let hash = checked(|_| unsafe { sys::rl_hash32(format.as_ptr(), text.as_ptr(), text.len()) })?;
    Ok(hash as u32)
}
