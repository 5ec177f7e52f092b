//! What a store does with keys: order, versions, hashes of names.

use crate::call::{checked, name, start, Part, PartList};
use crate::schema::{handle, Schema};
use crate::{sys, Error};
use std::cmp::Ordering;
use std::ffi::CString;

/// The order in which the store of a format sorts keys: part by part as unsigned bytes, or by
/// the comparator that the store uses for a column family. Values do not count.
#[derive(Clone, Debug)]
pub struct Order<'s> {
    format: CString,
    family: Vec<u8>,
    schema: Option<&'s Schema>,
}

impl<'s> Order<'s> {
    /// The order of a format's store; an empty id stands for plain unsigned bytes.
    pub fn of(format: &str) -> Order<'s> {
        Order { format: name(format), family: Vec::new(), schema: None }
    }

    /// The column family of both keys, in stores where the key does not contain it.
    #[must_use]
    pub fn family(self, family: &[u8]) -> Order<'s> {
        Order { family: family.to_vec(), ..self }
    }

    /// The schema that tells a comparator the sizes of keys.
    pub fn schema(self, schema: &Schema) -> Order<'_> {
        Order { format: self.format, family: self.family, schema: Some(schema) }
    }

    /// Compares two keys.
    pub fn compare(&self, left: &[Part<'_>], right: &[Part<'_>]) -> Result<Ordering, Error> {
        let (a, b) = (PartList::new(left), PartList::new(right));
        let (schema, family) = (handle(self.schema), start(&self.family));
        let found =
            checked(|err| unsafe { sys::rl_compare(schema, self.format.as_ptr(), family, self.family.len(), a.start(), a.len(), b.start(), b.len(), err) })?;
        Ok(found.cmp(&i64::from(sys::RL_EQUAL)))
    }
}

/// The parts of a version of a hybrid logical clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hlc {
    /// milliseconds since 1970-01-01 UTC
    pub physical: u64,
    /// the counter
    pub logical: u64,
}

/// The version that a hybrid logical clock has at an instant. Layouts are "maryk", "ms-16" and
/// "ms-12".
pub fn hlc_join(layout: &str, physical: u64, logical: u64) -> Result<u64, Error> {
    let (layout, mut version) = (name(layout), 0);
    checked(|err| unsafe { sys::rl_hlc_join(layout.as_ptr(), physical, logical, &mut version, err) })?;
    Ok(version)
}

/// Splits a version of a hybrid logical clock.
pub fn hlc_split(layout: &str, version: u64) -> Result<Hlc, Error> {
    let (layout, mut physical, mut logical) = (name(layout), 0, 0);
    checked(|err| unsafe { sys::rl_hlc_split(layout.as_ptr(), version, &mut physical, &mut logical, err) })?;
    Ok(Hlc { physical, logical })
}

/// The 32-bit hash under which a format stores a name.
pub fn hash32(format: &str, text: &str) -> Result<u32, Error> {
    let format = name(format);
    let hash = checked(|_| unsafe { sys::rl_hash32(format.as_ptr(), text.as_ptr(), text.len()) })?;
    Ok(hash as u32)
}
