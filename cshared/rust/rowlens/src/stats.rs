//! Statistics of a dump or of stores.

use crate::call::{checked, sized, utf8};
use crate::schema::Schema;
use crate::source::{add_schema, Handle, Source};
use crate::{sys, Error, Value};

/// Bytes for the first try at a report.
const ROOM: usize = 1 << 16;

/// Statistics of rows, in one pass with bounded memory: what `rowlens stats` counts. It says what to count;
/// `report` counts.
#[derive(Debug)]
pub struct Stats<'r> {
    rows: Source<'r>,
    schema: Option<&'r Schema>,
    options: Value,
}

impl<'r> Stats<'r> {
    /// Statistics of some rows.
    pub fn of(rows: Source<'r>) -> Stats<'r> {
        let options = rows.request.clone();
        Stats { rows, schema: None, options }
    }

    /// Only this format.
    #[must_use]
    pub fn format(self, id: &str) -> Stats<'r> {
        self.with("format", id)
    }

    /// Only this record kind.
    #[must_use]
    pub fn record(self, name: &str) -> Stats<'r> {
        self.with("record", name)
    }

    /// Tables or models that give stored codes their names and types.
    #[must_use]
    pub fn schema(self, schema: &'r Schema) -> Stats<'r> {
        Stats { schema: Some(schema), ..self }
    }

    /// Only rows that match a filter: the expression of `rowlens stats --where`. A member that no row has is an error, as there.
    #[must_use]
    pub fn filter(self, expression: &str) -> Stats<'r> {
        self.with("where", expression)
    }

    /// How many of the biggest entities to list; 10 by default.
    #[must_use]
    pub fn top(self, entities: u32) -> Stats<'r> {
        self.with("top", entities)
    }

    /// How many regions of equal key ranges to count rows in; 16 by default.
    #[must_use]
    pub fn regions(self, count: u32) -> Stats<'r> {
        self.with("regions", count)
    }

    /// The keys at which the regions to count rows in begin.
    #[must_use]
    pub fn splits(self, keys: &[&[u8]]) -> Stats<'r> {
        self.with("splits", keys.iter().map(|key| Value::from(*key)).collect::<Vec<_>>())
    }

    /// The present in milliseconds since 1970, if it is not this machine's. Later times count as in the future.
    #[must_use]
    pub fn now(self, millis: i64) -> Stats<'r> {
        self.with("now", millis)
    }

    fn with(mut self, name: &str, value: impl Into<Value>) -> Stats<'r> {
        self.options.set(name, value);
        self
    }

    /// Reads all rows, and says what is in them: the members that docs/stats.md lists.
    pub fn report(self) -> Result<Value, Error> {
        self.report_each(|_| ())
    }

    /// The same, and reports the count so far, after each mebibyte of a dump or ten thousand rows of stores.
    pub fn report_each(mut self, mut so_far: impl FnMut(&Value)) -> Result<Value, Error> {
        self.rows.check()?;
        add_schema(&mut self.options, self.schema);
        let stats = Handle::open(&self.options, sys::rl_stats_open, sys::rl_stats_close)?;
        let mut piece = Vec::new();
        loop {
            let more = if self.rows.is_dump() {
                self.rows.feed(&mut piece, |text, size| checked(|err| unsafe { sys::rl_stats_feed(stats.number(), text, size, err) }))?
            } else {
                checked(|err| unsafe { sys::rl_stats_step(stats.number(), err) })? == 1
            };
            let said = sized(ROOM, |out, cap, err| unsafe { sys::rl_stats_report(stats.number(), out, cap, err) })?;
            let report = Value::from_json(&utf8(said)?)?;
            if !more {
                return Ok(report);
            }
            so_far(&report);
        }
    }
}
