//! Differences between rows, dumps and stores.

use crate::call::{checked, sized, utf8, Part, FIRST};
use crate::json::{from_hex, to_hex};
use crate::kind::Parts;
use crate::schema::Schema;
use crate::source::{add_schema, Handle, Source};
use crate::{sys, Error, Value};

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// only the new side has it
    Added,
    /// only the old side has it
    Removed,
    /// both sides have it, and it differs
    Changed,
}

/// A row that was added, removed or changed. For a changed row, the members are those of the new row.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Difference {
    /// what became of the row
    pub change: Change,
    /// the id of the format; `None` if the row could not be decoded
    pub format: Option<String>,
    /// the record kind; `None` if the row could not be decoded
    pub record: Option<String>,
    /// the parts of the row
    pub parts: Parts,
    /// what differs, by path: old and new values, as in JSON, null on a side that does not have it. For a row that could not be
    /// decoded, the parts as hex
    pub fields: Vec<(String, Value, Value)>,
    /// the store's own timestamp, as decimal text
    pub timestamp: Option<String>,
    /// the parts that the old row had instead
    pub was: Parts,
    /// the timestamp of the old row
    pub was_timestamp: Option<String>,
    /// the whole line, as `rowlens diff --json` prints it: also "deleted", "source" and "error"
    pub line: Value,
}

/// How many rows differ.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Totals {
    /// rows that only the new side has
    pub added: u64,
    /// rows that only the old side has
    pub removed: u64,
    /// rows that differ
    pub changed: u64,
    /// rows that do not differ
    pub same: u64,
    /// rows and places of stores that could not be read
    pub unread: u64,
    /// the same by record kind
    pub records: Vec<Value>,
}

impl Totals {
    /// Whether anything differs, or could not be compared.
    pub fn differ(&self) -> bool {
        self.added + self.removed + self.changed + self.unread > 0
    }
}

/// The differences between two documents, each a dump or stores. It says what to compare; `for_each` compares. The rows
/// of both are held in memory meanwhile, each at about 400 bytes plus twice its own size; `rowlens diff` compares
/// documents of any size.
#[derive(Debug)]
pub struct Diff<'r> {
    sides: [Source<'r>; 2],
    schema: Option<&'r Schema>,
    options: Value,
}

impl<'r> Diff<'r> {
    /// The differences between an old and a new document.
    pub fn of(before: Source<'r>, after: Source<'r>) -> Diff<'r> {
        let options = [("old", before.request.clone()), ("new", after.request.clone())].into_iter().collect();
        Diff { sides: [before, after], schema: None, options }
    }

    /// Only this format.
    #[must_use]
    pub fn format(self, id: &str) -> Diff<'r> {
        self.with("format", id)
    }

    /// Only this record kind.
    #[must_use]
    pub fn record(self, name: &str) -> Diff<'r> {
        self.with("record", name)
    }

    /// Tables or models that give stored codes their names and types.
    #[must_use]
    pub fn schema(self, schema: &'r Schema) -> Diff<'r> {
        Diff { schema: Some(schema), ..self }
    }

    /// Compares each version and tombstone of stores.
    #[must_use]
    pub fn stored(self) -> Diff<'r> {
        self.with("stored", true)
    }

    /// Ignores timestamps.
    #[must_use]
    pub fn visible(self) -> Diff<'r> {
        self.with("visible", true)
    }

    /// What makes two rows the same one: `"key"`, `"key without salt"` (ignores check values in keys) or `"entity"`.
    #[must_use]
    pub fn matched(self, by: &str) -> Diff<'r> {
        self.with("match", by)
    }

    /// How many differences to report; all are counted.
    #[must_use]
    pub fn limit(self, differences: u32) -> Diff<'r> {
        self.with("limit", differences)
    }

    /// Roughly how many bytes the rows may take; further rows are refused.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Diff<'r> {
        self.with("memory", bytes)
    }

    fn with(mut self, name: &str, value: impl Into<Value>) -> Diff<'r> {
        self.options.set(name, value);
        self
    }

    /// Compares all rows, and returns how many differ.
    pub fn totals(self) -> Result<Totals, Error> {
        self.for_each(|_| ())
    }

    /// Compares all rows, and returns the differences.
    pub fn list(self) -> Result<Vec<Difference>, Error> {
        let mut all = Vec::new();
        self.for_each(|one| all.push(one))?;
        Ok(all)
    }

    /// Compares all rows, passes on the differences in the order of their keys, and returns how many rows differ.
    pub fn for_each(mut self, mut to: impl FnMut(Difference)) -> Result<Totals, Error> {
        self.sides.iter().try_for_each(Source::check)?;
        add_schema(&mut self.options, self.schema);
        let diff = Handle::open(&self.options, sys::rl_diff_open, sys::rl_diff_close)?;
        let mut piece = Vec::new();
        for (side, rows) in [sys::RL_OLD, sys::RL_NEW].into_iter().zip(&mut self.sides) {
            let feed = |text, size| checked(|err| unsafe { sys::rl_diff_feed(diff.number(), side, text, size, err) });
            while rows.is_dump() && rows.feed(&mut piece, feed)? {}
        }
        loop {
            let more = checked(|err| unsafe { sys::rl_diff_step(diff.number(), err) })? == 1;
            let lines = utf8(sized(FIRST, |out, cap, err| unsafe { sys::rl_diff_report(diff.number(), out, cap, err) })?)?;
            for line in lines.lines() {
                let said = Value::from_json(line)?;
                match said.get("totals") {
                    Some(totals) => return Ok(totals_of(totals)),
                    None => to(difference(said)?),
                }
            }
            if !more {
                return Err(Error::internal("the differences have no totals"));
            }
        }
    }
}

/// What differs between two rows, field by field; `None` if nothing differs. A row is its parts, or `None` if there is
/// no such row. An empty format means any.
pub fn diff_rows(before: Option<&[Part<'_>]>, after: Option<&[Part<'_>]>, format: &str, schema: Option<&Schema>) -> Result<Option<Difference>, Error> {
    let row = |parts: Option<&[Part<'_>]>| match parts {
        None => Value::Null,
        Some(parts) => {
            let parts: Value = parts.iter().map(|(name, bytes)| (*name, to_hex(bytes).into())).collect();
            [("parts", parts)].into_iter().collect()
        }
    };
    let mut request: Value = [("old", row(before)), ("new", row(after))].into_iter().collect();
    if !format.is_empty() {
        request.set("format", format);
    }
    add_schema(&mut request, schema);
    let text = request.to_json();
    let said = utf8(sized(FIRST, |out, cap, err| unsafe { sys::rl_diff_rows(text.as_ptr(), text.len(), out, cap, err) })?)?;
    if said.is_empty() {
        return Ok(None);
    }
    difference(Value::from_json(&said)?).map(Some)
}

fn difference(line: Value) -> Result<Difference, Error> {
    let text = |of: Option<&Value>, name: &str| of.and_then(|of| of.get(name)).and_then(Value::as_str).map(str::to_string);
    let change = match line.get("change").and_then(Value::as_str) {
        Some("added") => Change::Added,
        Some("removed") => Change::Removed,
        Some("changed") => Change::Changed,
        _ => return Err(Error::internal("a difference is of no known kind")),
    };
    let was = line.get("was");
    let fields = line.get("fields").and_then(Value::as_map).unwrap_or_default().iter();
    let fields = fields.map(|(path, both)| match both.as_list() {
        Some([before, after]) => (path.clone(), before.clone(), after.clone()),
        _ => (path.clone(), Value::Null, Value::Null),
    });
    Ok(Difference {
        change,
        format: text(Some(&line), "format"),
        record: text(Some(&line), "record"),
        parts: parts_of(Some(&line)),
        fields: fields.collect(),
        timestamp: text(Some(&line), "timestamp"),
        was: parts_of(was),
        was_timestamp: text(was, "timestamp"),
        line,
    })
}

fn parts_of(of: Option<&Value>) -> Parts {
    let members = of.and_then(|of| of.get("parts")).and_then(Value::as_map).unwrap_or_default().iter();
    Parts(members.map(|(name, hex)| (name.clone(), hex.as_str().and_then(from_hex).unwrap_or_default())).collect())
}

fn totals_of(said: &Value) -> Totals {
    let number = |name| said.get(name).and_then(Value::as_u64).unwrap_or_default();
    Totals {
        added: number("added"),
        removed: number("removed"),
        changed: number("changed"),
        same: number("same"),
        unread: number("unread"),
        records: said.get("records").and_then(Value::as_list).unwrap_or_default().to_vec(),
    }
}
