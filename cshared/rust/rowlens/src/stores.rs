//! The files of databases, opened and read as decoded rows.

use crate::call::{checked, sized, FIRST};
use crate::files::{self, caused, Failure, ReadAt};
use crate::rows::Rows;
use crate::schema::Schema;
use crate::source::path_text;
use crate::{from_hex, sys, to_hex, ArrowStream, Error, Value};
use std::path::Path;
use std::sync::Arc;

/// The stores in some files, opened for reading: RocksDB, LMDB, HBase, Accumulo. Nothing is written, and no lock is taken.
///
/// Rows and streams that you have begun to read go on after it is dropped; the files are closed after the last of them.
#[derive(Debug)]
pub struct Store {
    pub(crate) handle: i64,
    pub(crate) failure: Failure,
}

/// A table of a store: a column family, a named database, a table with its family, a locality group.
/// What the files do not say is `None`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Table {
    /// "rocksdb", "lmdb", "hbase", "accumulo"
    pub kind: String,
    /// the folder or file of its store
    pub path: String,
    /// the name by which `Scan::table` finds it
    pub name: String,
    /// number of entries, including versions and tombstones
    pub entries: Option<u64>,
    /// size of its files in bytes
    pub bytes: Option<u64>,
    /// the first key
    pub first: Option<Vec<u8>>,
    /// the last key
    pub last: Option<Vec<u8>>,
    /// number of damaged places found when the store was opened
    pub damage: u64,
    /// everything that `rowlens tables --json` says about it
    pub all: Value,
}

impl Store {
    /// Opens the stores in a file or folder.
    pub fn open(path: impl AsRef<Path>) -> Result<Store, Error> {
        Store::open_all(&[path])
    }

    /// Opens the stores in several files and folders.
    pub fn open_all<P: AsRef<Path>>(paths: &[P]) -> Result<Store, Error> {
        let mut list = Vec::new();
        for path in paths {
            list.push(Value::Text(path_text(path.as_ref())?));
        }
        let options = Value::Map(vec![("store".to_string(), Value::List(list))]).to_json();
        let none = std::ptr::null();
        let handle = checked(|err| unsafe { sys::rl_store_open(options.as_ptr(), options.len(), std::ptr::null(), 0, none, err) })?;
        Ok(Store { handle, failure: Failure::default() })
    }

    /// Opens the stores in files that the caller reads, by name, with slashes between folders. The files are dropped when
    /// the store and all its rows are.
    pub fn open_files<F: ReadAt + 'static>(files: Vec<(String, F)>) -> Result<Store, Error> {
        let files = files.into_iter().map(|(name, file)| (name, Box::new(file) as Box<dyn ReadAt>)).collect();
        let (handle, failure) = files::open("{}", files)?;
        Ok(Store { handle, failure })
    }

    /// The tables, as the command `rowlens tables` lists them.
    pub fn tables(&self) -> Result<Vec<Table>, Error> {
        let lines = sized(FIRST, |out, cap, err| unsafe { sys::rl_store_tables(self.handle, out, cap, err) })?;
        String::from_utf8_lossy(&lines).lines().map(|line| Ok(table(Value::from_json(line)?))).collect()
    }

    /// The rows of all tables, as readers of the store see them, unless the methods of `Scan` say otherwise.
    pub fn scan(&self) -> Scan<'_> {
        Scan { store: self, options: Value::Map(Vec::new()) }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // It is open, so this fails only in a forked child, where there is nothing to close.
        unsafe { sys::rl_store_close(self.handle) };
    }
}

fn table(all: Value) -> Table {
    let text = |name| all.get(name).and_then(Value::as_str).unwrap_or_default().to_string();
    let number = |name| all.get(name).and_then(Value::as_u64);
    let key = |name| all.get(name).and_then(Value::as_str).and_then(from_hex);
    Table {
        kind: text("kind"),
        path: text("path"),
        name: text("table"),
        entries: number("entries"),
        bytes: number("bytes"),
        first: key("first"),
        last: key("last"),
        damage: number("damage").unwrap_or_default(),
        all,
    }
}

/// Which rows and columns of a store to read.
#[derive(Clone, Debug)]
pub struct Scan<'s> {
    pub(crate) store: &'s Store,
    pub(crate) options: Value,
}

impl<'s> Scan<'s> {
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Scan<'s> {
        self.options.set(name, value);
        self
    }

    /// Only a table, by its name.
    #[must_use]
    pub fn table(self, name: &str) -> Scan<'s> {
        self.with("table", Value::Text(name.to_string()))
    }

    /// Only these columns. If none of them depends on what a row means, rows are not decoded.
    #[must_use]
    pub fn columns(self, names: &[&str]) -> Scan<'s> {
        self.with("columns", Value::List(names.iter().map(|name| Value::Text((*name).to_string())).collect()))
    }

    /// Only rows that match a filter, as `rowlens decode --where` takes it. It does not hide damage. A member
    /// that no row has, and no model can have, is an error after the last row, unless a limit or a part leaves rows out.
    #[must_use]
    pub fn filter(self, expression: &str) -> Scan<'s> {
        self.with("where", Value::Text(expression.to_string()))
    }

    /// The rows are of this format. Each of its record kinds has a column of typed fields.
    #[must_use]
    pub fn format(self, id: &str) -> Scan<'s> {
        self.with("format", Value::Text(id.to_string()))
    }

    /// Only rows of a record kind, which has a column of typed fields.
    #[must_use]
    pub fn record(self, name: &str) -> Scan<'s> {
        self.with("record", Value::Text(name.to_string()))
    }

    /// Tables or models that give stored codes their names and types, in addition to those in the store.
    #[must_use]
    pub fn schema(self, schema: &Schema) -> Scan<'s> {
        self.with("schema", Value::I64(schema.handle()))
    }

    /// Only keys from this one on.
    #[must_use]
    pub fn start(self, key: &[u8]) -> Scan<'s> {
        self.with("start", Value::Text(to_hex(key)))
    }

    /// Only keys before this one.
    #[must_use]
    pub fn stop(self, key: &[u8]) -> Scan<'s> {
        self.with("stop", Value::Text(to_hex(key)))
    }

    /// Every version and tombstone, not only what readers see.
    #[must_use]
    pub fn stored(self) -> Scan<'s> {
        self.with("stored", Value::Bool(true))
    }

    /// Also what is found without an index or tree.
    #[must_use]
    pub fn salvage(self) -> Scan<'s> {
        self.with("salvage", Value::Bool(true))
    }

    /// The state at a sequence number (RocksDB) or timestamp.
    #[must_use]
    pub fn at(self, state: u64) -> Scan<'s> {
        self.with("at", Value::Text(state.to_string()))
    }

    /// This many versions of each cell (HBase, Accumulo).
    #[must_use]
    pub fn versions(self, number: u32) -> Scan<'s> {
        self.with("versions", Value::I64(number.into()))
    }

    /// What a reader with these authorizations sees (Accumulo).
    #[must_use]
    pub fn labels(self, labels: &[&str]) -> Scan<'s> {
        self.with("labels", Value::List(labels.iter().map(|label| Value::Text((*label).to_string())).collect()))
    }

    /// At most this many rows, one or more; per part, if it is cut into parts.
    #[must_use]
    pub fn limit(self, rows: u32) -> Scan<'s> {
        self.with("limit", Value::I64(rows.into()))
    }

    /// Begins to read the rows.
    pub fn rows(&self) -> Result<Rows, Error> {
        Rows::of(self.stream()?, Arc::clone(&self.store.failure))
    }

    /// Begins to read the rows as an Arrow stream. With the feature `arrow`, `record_batches` reads it.
    pub fn stream(&self) -> Result<ArrowStream, Error> {
        let mut stream = ArrowStream::empty();
        let options = self.options.to_json();
        let into = (&mut stream as *mut ArrowStream).cast();
        checked(|err| unsafe { sys::rl_store_scan(self.store.handle, options.as_ptr(), options.len(), into, err) })
            .map_err(|error| caused(error, &self.store.failure))?;
        Ok(stream)
    }
}
