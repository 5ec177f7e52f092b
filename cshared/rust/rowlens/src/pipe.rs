//! Requests as JSON: the conformance pipe, and what pasted bytes may be.

use crate::call::{sized, Part, FIRST};
use crate::kind::{utf8, Kind};
use crate::{json, sys, Error, Value};

/// One request line of the conformance protocol to its answer line.
///
/// A request that is refused, even one that is not JSON, has an answer that says so.
pub fn answer(line: &[u8]) -> Result<Vec<u8>, Error> {
    sized(FIRST, |out, cap, err| unsafe { sys::rl_answer(line.as_ptr(), line.len(), out, cap, err) })
}

/// Says what pasted text or bytes are: rows, ranked readings with evidence, explained bytes.
/// Request and answer are those of `inspect` in docs/tree.md.
pub fn inspect(request: &Value) -> Result<Value, Error> {
    let line = request.to_json();
    let said = sized(FIRST, |out, cap, err| unsafe { sys::rl_inspect(line.as_ptr(), line.len(), out, cap, err) })?;
    Value::from_json(&utf8(said)?)
}

/// The best reading of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identified {
    /// the id of the format
    pub format: String,
    /// the record kind
    pub record: String,
    /// what lone bytes are: "row"; `None` for parts that had names
    pub part: Option<String>,
}

impl Identified {
    /// The kind that decodes it.
    pub fn kind(&self) -> Kind<'static> {
        Kind::new(&self.format, &self.record)
    }
}

/// Format, record kind and, for lone bytes under the name "bytes", part of the best reading.
/// An empty format means any.
pub fn identify(format: &str, parts: &[Part<'_>]) -> Result<Identified, Error> {
    let parts: Value = parts.iter().map(|(name, bytes)| (*name, json::to_hex(bytes).into())).collect();
    let mut request: Value = [("parts", parts)].into_iter().collect();
    if !format.is_empty() {
        request.set("format", format);
    }
    let said = inspect(&request)?;
    let first = |name| said.get(name).and_then(Value::as_list).and_then(|list| list.first());
    if let Some(best) = first("candidates") {
        let text = |name| best.get(name).and_then(Value::as_str).map(str::to_string);
        return Ok(Identified { format: text("format").unwrap_or_default(), record: text("record").unwrap_or_default(), part: text("part") });
    }
    let why = first("refused").and_then(|one| one.get("error")).or_else(|| said.get("error"));
    Err(why.map_or_else(|| Error::named("unknown", 0, "no format that is known parses these bytes".to_string()), |why| Error::told(0, None, why)))
}
