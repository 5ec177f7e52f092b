//! Cuts what a scan reads into parts for workers.

use crate::call::{sized, FIRST};
use crate::files::caused;
use crate::{sys, to_hex, Error, KeyRange, Scan, Store, Value};
use std::fmt;
use std::str::FromStr;

/// A part of what a scan reads, made by `Scan::parts` for `Scan::part`, also in another process or on another machine that
/// opens the same files. Send it there as text: `to_string` and `parse`.
#[derive(Clone, Debug, PartialEq)]
pub struct StorePart(Value);

impl fmt::Display for StorePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_json())
    }
}

impl FromStr for StorePart {
    type Err = Error;

    fn from_str(text: &str) -> Result<StorePart, Error> {
        match Value::from_json(text)? {
            part @ Value::Map(_) => Ok(StorePart(part)),
            _ => Err(Error::new(sys::RL_E_REFUSED, "part: expected a JSON object")),
        }
    }
}

impl Store {
    /// Cuts what `scan()` reads into parts of about this many stored bytes, for workers, as `Scan::parts` does.
    pub fn parts(&self, size: u64) -> Result<Vec<StorePart>, Error> {
        self.scan().parts(size)
    }
}

impl<'s> Scan<'s> {
    /// Only a part that `parts` made from a scan of the same rows.
    #[must_use]
    pub fn part(self, part: &StorePart) -> Scan<'s> {
        self.with("part", part.0.clone())
    }

    /// One of several shares, numbered from 0, for workers that read the stores together. Each store is in one share.
    #[must_use]
    pub fn share(self, number: u32, of: u32) -> Scan<'s> {
        self.with("part", Value::List(vec![Value::I64(number.into()), Value::I64(of.into())]))
    }

    /// Cuts what this reads into parts for workers, at keys of the stores' indexes. Each row and each damaged place is in exactly
    /// one part. A part has about `size` stored bytes; with a size of 0, and where there is no index, it is a whole store or
    /// table. The files must not change until all parts are read.
    pub fn parts(&self, size: u64) -> Result<Vec<StorePart>, Error> {
        self.cut(size, None)
    }

    /// The same without rows that have other keys, where tables are sorted by the bytes of the key. Elsewhere those rows are read.
    /// The keys are of the part "key", or "row" in HBase and Accumulo; `Kind::key_range` makes them.
    pub fn parts_of(&self, size: u64, keys: &KeyRange) -> Result<Vec<StorePart>, Error> {
        self.cut(size, Some(keys))
    }

    fn cut(&self, size: u64, keys: Option<&KeyRange>) -> Result<Vec<StorePart>, Error> {
        let mut request = self.clone().with("size", size).options;
        if let Some(keys) = keys {
            let stop = keys.stop.as_ref().map_or(Value::Null, |stop| to_hex(stop).into());
            let wanted = [("part", keys.part.as_str().into()), ("from", to_hex(&keys.start).into()), ("before", stop)];
            request.set("keys", wanted.into_iter().collect::<Value>());
        }
        let options = request.to_json();
        let (handle, start, len) = (self.store.handle, options.as_ptr(), options.len());
        let lines = sized(FIRST, |out, cap, err| unsafe { sys::rl_store_parts(handle, start, len, out, cap, err) });
        let lines = lines.map_err(|error| caused(error, &self.store.failure))?;
        String::from_utf8_lossy(&lines).lines().map(str::parse).collect()
    }
}
