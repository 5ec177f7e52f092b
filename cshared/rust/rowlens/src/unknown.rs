//! Bytes of an unknown kind.

use crate::call::{sized, utf8, Part, FIRST};
use crate::kind::{DecodedRecord, Kind};
use crate::{json, sys, Error, Value};

/// Says what pasted text or bytes may be: rows, ranked readings with evidence, explained bytes.
/// docs/tree.md describes request and answer under "Inspect".
pub fn inspect(request: &Value) -> Result<Value, Error> {
    let line = request.to_json();
    let said = sized(FIRST, |out, cap, err| unsafe { sys::rl_inspect(line.as_ptr(), line.len(), out, cap, err) })?;
    Value::from_json(&utf8(said)?)
}

/// The most probable reading of some bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Identified {
    /// the id of the format
    pub format: String,
    /// the record kind
    pub record: String,
    /// which part lone bytes are: "row"; `None` for parts that were passed by their names
    pub part: Option<String>,
}

impl Identified {
    /// The kind that decodes the bytes.
    pub fn kind(&self) -> Kind<'static> {
        Kind::new(&self.format, &self.record)
    }
}

/// Decodes lone bytes of an unknown kind as the most probable one of any format.
pub fn decode(bytes: &[u8]) -> Result<DecodedRecord, Error> {
    let found = identify(&[("bytes", bytes)], "")?;
    found.kind().decode(&[(found.part.as_deref().unwrap_or("bytes"), bytes)])
}

/// The most probable reading of an entry. Lone bytes of an unknown part are named "bytes"; an
/// empty format means any.
pub fn identify(parts: &[Part<'_>], format: &str) -> Result<Identified, Error> {
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
    Err(why.map_or_else(|| Error::named("unknown", 0, "no known format parses these bytes".to_string()), |why| Error::answered(0, None, why)))
}
