//! Tables, models or names that give stored codes their names and types.

use crate::call::{checked, name};
use crate::sys;
use crate::Error;

/// A schema that the library keeps until this is dropped. It is immutable, and any thread may use it.
#[derive(Debug)]
pub struct Schema {
    handle: i64,
}

impl Schema {
    /// Opens a schema. `of` is JSON, in any of the forms that `rl_schema_open` in `rowlens.h`
    /// lists.
    pub fn open(format: &str, of: &str) -> Result<Schema, Error> {
        let format = name(format);
        let handle = checked(|err| unsafe { sys::rl_schema_open(format.as_ptr(), of.as_ptr(), of.len(), err) })?;
        Ok(Schema { handle })
    }

    /// Opens a schema that refers to others by name. Those may be dropped before it.
    pub fn open_with(format: &str, of: &str, uses: &[&Schema]) -> Result<Schema, Error> {
        let handles = uses.iter().map(|s| s.handle.to_string()).collect::<Vec<_>>().join(",");
        let text = of.trim();
        match text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            Some(members) if members.trim().is_empty() => Schema::open(format, &format!("{{\"uses\":[{handles}]}}")),
            Some(members) => Schema::open(format, &format!("{{{members},\"uses\":[{handles}]}}")),
            None => Schema::open(format, of), // not an object: the library reports it
        }
    }

    /// The number by which requests to `answer` refer to it, in their member "schema".
    pub fn handle(&self) -> i64 {
        self.handle
    }
}

impl Drop for Schema {
    /// Calls in progress on other threads finish with it.
    fn drop(&mut self) {
        // It is open, so this fails only in a forked child, where there is nothing to close.
        unsafe { sys::rl_schema_close(self.handle) };
    }
}

/// The handle to pass in a call: 0 for no schema.
pub(crate) fn handle(schema: Option<&Schema>) -> i64 {
    schema.map_or(0, |s| s.handle)
}
