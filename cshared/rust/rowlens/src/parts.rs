//! What a scan reads, cut into parts for workers.

use crate::call::{sized, FIRST};
use crate::files::caused;
use crate::{sys, to_hex, Error, KeyRange, Scan, Store, Value};
use std::fmt;
use std::str::FromStr;

/// A part of what a scan reads, which `Scan::parts` made: for `Scan::part`, also in another process or on another machine that
/// opens the same files. It goes there as its text: `to_string` and `parse`.
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
    /// Cuts what `scan()` reads into parts of about so many stored bytes, for workers: as `Scan::parts` does.
    pub fn parts(&self, size: u64) -> Result<Vec<StorePart>, Error> {
        self.scan().parts(size)
    }
}

impl<'s> Scan<'s> {
    /// Only a part, which `parts` made of a scan of the same rows.
    #[must_use]
    pub fn part(self, part: &StorePart) -> Scan<'s> {
        self.with("part", part.0.clone())
    }

    /// One of so many shares, from 0 on, for workers that read the stores together: each store is in one of them.
    #[must_use]
    pub fn share(self, number: u32, of: u32) -> Scan<'s> {
        self.with("part", Value::List(vec![Value::I64(number.into()), Value::I64(of.into())]))
    }

    /// Cuts what this reads into parts for workers, at keys of the stores' indexes: each row and each damaged place is in one of
    /// them. With a size of 0, and where there is no index, a part is a whole store or table; else it has about so many stored
    /// bytes. The files must not change until all are read.
    pub fn parts(&self, size: u64) -> Result<Vec<StorePart>, Error> {
        self.cut(size, None)
    }

    /// The same without rows that have other keys, in tables that are sorted by the bytes of the key; elsewhere they are read.
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
