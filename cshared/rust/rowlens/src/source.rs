//! The rows of a dump or of stores: what statistics and differences read.

use crate::call::{checked, start};
use crate::schema::Schema;
use crate::{sys, Error, Value};
use std::fmt;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Bytes of a dump that the library gets at a time.
const PIECE: usize = 1 << 20;

/// The rows of a dump, or of the stores in a folder or file (RocksDB, LMDB, HBase, Accumulo), which are only
/// read. The methods are options for one or the other; what reads the rows refuses an option that they do not have.
pub struct Source<'r> {
    pub(crate) request: Value,
    pub(crate) text: Option<Box<dyn Read + Send + 'r>>,
    wrong: Option<Error>,
}

impl fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("request", &self.request).field("dump", &self.text.is_some()).finish()
    }
}

impl<'r> Source<'r> {
    /// The rows of a dump: a file, or `&[u8]`.
    pub fn of_dump(text: impl Read + Send + 'r) -> Source<'r> {
        Source { request: Value::Map(Vec::new()), text: Some(Box::new(text)), wrong: None }
    }

    /// The rows of the stores below a path, as `rowlens dump` reads them.
    pub fn of_store(path: impl AsRef<Path>) -> Source<'static> {
        let (path, wrong) = match path_text(path.as_ref()) {
            Ok(text) => (text, None),
            Err(wrong) => (String::new(), Some(wrong)),
        };
        Source { request: [("store", path.into())].into_iter().collect(), text: None, wrong }
    }

    /// For a dump: the name of its file, to use in reports about its rows.
    #[must_use]
    pub fn file(self, name: &str) -> Source<'r> {
        self.with("file", name)
    }

    /// For a dump: the form of its text, which is otherwise detected.
    #[must_use]
    pub fn spelling(self, form: &str) -> Source<'r> {
        self.with("spelling", form)
    }

    /// For a dump of RocksDB: the column family, as hex or TYPE/MODEL, if the dump does not name it.
    #[must_use]
    pub fn cf(self, family: &str) -> Source<'r> {
        self.with("cf", family)
    }

    /// For stores: only the table of this name.
    #[must_use]
    pub fn table(self, name: &str) -> Source<'r> {
        self.with("table", name)
    }

    /// For stores: every version and tombstone. A `Diff` refuses it here: [`stored`](crate::Diff::stored) is for both sides.
    #[must_use]
    pub fn stored(self) -> Source<'r> {
        self.with("stored", true)
    }

    /// For stores: also what is found without an index or tree.
    #[must_use]
    pub fn salvage(self) -> Source<'r> {
        self.with("salvage", true)
    }

    /// For stores: the first key.
    #[must_use]
    pub fn start(self, key: &[u8]) -> Source<'r> {
        self.with("start", key)
    }

    /// For stores: the first key after the range.
    #[must_use]
    pub fn stop(self, key: &[u8]) -> Source<'r> {
        self.with("stop", key)
    }

    /// For stores: how many rows at most, one or more. A `Diff` refuses it, as it reads both sides to
    /// their ends.
    #[must_use]
    pub fn limit(self, rows: u32) -> Source<'r> {
        self.with("limit", rows)
    }

    /// For stores: the state at a sequence number (RocksDB) or timestamp.
    #[must_use]
    pub fn at(self, state: u64) -> Source<'r> {
        self.with("at", state.to_string())
    }

    /// For stores: how many versions of a cell (HBase, Accumulo).
    #[must_use]
    pub fn versions(self, count: u32) -> Source<'r> {
        self.with("versions", count)
    }

    /// For stores: the reader's authorizations (Accumulo).
    #[must_use]
    pub fn labels(self, labels: &[&str]) -> Source<'r> {
        self.with("labels", labels.iter().map(|label| Value::from(*label)).collect::<Vec<_>>())
    }

    fn with(mut self, name: &str, value: impl Into<Value>) -> Source<'r> {
        self.request.set(name, value);
        self
    }

    /// Fails with what went wrong when this was made, if anything did.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.wrong.clone().map_or(Ok(()), Err)
    }

    /// Whether rows come from a text.
    pub(crate) fn is_dump(&self) -> bool {
        self.text.is_some()
    }

    /// Hands the next piece of a dump, empty at its end, to a call that takes text and returns 1 once it takes no more.
    /// Returns whether there may be more.
    pub(crate) fn feed(&mut self, piece: &mut Vec<u8>, mut to: impl FnMut(*const u8, usize) -> Result<i64, Error>) -> Result<bool, Error> {
        piece.resize(PIECE, 0);
        let size = match &mut self.text {
            Some(text) => loop {
                match text.read(piece) {
                    Ok(size) => break size,
                    Err(e) if e.kind() == ErrorKind::Interrupted => {}
                    Err(e) => return Err(Error::named("unreadable", 0, format!("the dump cannot be read: {e}"))),
                }
            },
            None => 0,
        };
        Ok(to(start(&piece[..size]), size)? == 0)
    }
}

/// A path in the form the library takes.
pub(crate) fn path_text(path: &Path) -> Result<String, Error> {
    let refused = || Error::new(sys::RL_E_REFUSED, format!("the path {path:?} is no UTF-8: link to it by another name, or open its files and give those"));
    path.to_str().map(str::to_string).ok_or_else(refused)
}

/// What the library reads rows for, closed when it is dropped.
#[derive(Debug)]
pub(crate) struct Handle {
    number: i64,
    close: unsafe extern "C" fn(i64) -> i64,
}

type Open = unsafe extern "C" fn(*const u8, usize, *mut sys::rl_error) -> i64;

impl Handle {
    pub fn open(request: &Value, open: Open, close: unsafe extern "C" fn(i64) -> i64) -> Result<Handle, Error> {
        let text = request.to_json();
        let number = checked(|err| unsafe { open(text.as_ptr(), text.len(), err) })?;
        Ok(Handle { number, close })
    }

    pub fn number(&self) -> i64 {
        self.number
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // It is open, so this fails only in a forked child, where there is nothing to close.
        unsafe { (self.close)(self.number) };
    }
}

/// Adds a schema to a request.
pub(crate) fn add_schema(request: &mut Value, schema: Option<&Schema>) {
    if let Some(schema) = schema {
        request.set("schema", vec![Value::from(schema.handle())]);
    }
}
