//! A record kind of a format: what to decode and encode, and how.

use crate::call::{answer, name, sized, utf8, Part, PartList, FIRST};
use crate::schema::{handle, Schema};
use crate::sys;
use crate::{cbor, json, Error, Value};
use std::ffi::{CStr, CString};

/// A record kind of a format, with its schema and options: decodes and encodes records.
///
/// ```
/// let counts = rowlens::Kind::new("actionbase", "edge-count").lenient();
/// # let _ = counts;
/// ```
#[derive(Clone, Debug)]
pub struct Kind<'s> {
    format: CString,
    record: CString,
    schema: Option<&'s Schema>,
    flags: u32,
}

/// A decoded record.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DecodedRecord {
    /// the id of its format: "actionbase"
    pub format: String,
    /// the name of its kind: "edge-count"
    pub record: String,
    /// its fields, a map
    pub fields: Value,
    /// what is doubtful about it, an empty map for most records: whichever of "lenient", "extra",
    /// "check" and "canonical" apply, as the command prints them
    pub doubts: Value,
}

/// The parts of an encoded record. A part that has several values occurs once for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts(pub(crate) Vec<(String, Vec<u8>)>);

impl Parts {
    /// The bytes of a part; of the first one if several have this name.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.iter().find(|(n, _)| *n == name).map(|(_, bytes)| bytes)
    }

    /// Names and bytes of all parts, as `decode` takes them.
    pub fn iter(&self) -> impl Iterator<Item = Part<'_>> {
        self.0.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }
}

/// The keys from `start` up to, but not including, `stop`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRange {
    /// the part that the bounds belong to: "row"
    pub part: String,
    /// the first key
    pub start: Vec<u8>,
    /// the first key after the range; `None` when the range is open
    pub stop: Option<Vec<u8>>,
}

impl<'s> Kind<'s> {
    /// A record kind by its id and name, as `rowlens formats` lists them.
    pub fn new(format: &str, record: &str) -> Kind<'s> {
        Kind { format: name(format), record: name(record), schema: None, flags: 0 }
    }

    /// Any kind of a format: each decoded record names its kind.
    pub fn any(format: &str) -> Kind<'s> {
        Kind::new(format, "")
    }

    /// Uses a schema for names and types.
    pub fn schema(self, schema: &Schema) -> Kind<'_> {
        Kind { format: self.format, record: self.record, schema: Some(schema), flags: self.flags }
    }

    /// Accepts what upstream's own reader accepts although no writer writes it.
    #[must_use]
    pub fn lenient(self) -> Self {
        self.with(sys::RL_LENIENT)
    }

    /// Allows more bytes after the value; the fields gain "consumed".
    #[must_use]
    pub fn prefix(self) -> Self {
        self.with(sys::RL_PREFIX)
    }

    /// Lifts the size limits of upstream's writers.
    #[must_use]
    pub fn unlimited(self) -> Self {
        self.with(sys::RL_UNLIMITED)
    }

    /// Fails a record when a check value (a salt) differs, which is otherwise one of its doubts.
    #[must_use]
    pub fn check(self) -> Self {
        self.with(sys::RL_CHECK)
    }

    /// Fails a batch at its first bad row.
    #[must_use]
    pub fn strict(self) -> Self {
        self.with(sys::RL_STRICT)
    }

    fn with(mut self, flag: u32) -> Self {
        self.flags |= flag;
        self
    }

    /// The id of the format.
    pub fn format(&self) -> &str {
        text(&self.format)
    }

    /// The name of the record kind; empty for any.
    pub fn record(&self) -> &str {
        text(&self.record)
    }

    pub(crate) fn head(&self) -> Head<'_> {
        Head { schema: handle(self.schema), format: &self.format, record: &self.record, flags: self.flags }
    }

    /// Decodes one record.
    pub fn decode(&self, parts: &[Part<'_>]) -> Result<DecodedRecord, Error> {
        self.record_of(cbor::read(&self.form(parts, sys::RL_FIELDS_CBOR64, !sys::RL_STRICT, sys::RL_DOUBTS)?)?)
    }

    /// The fields of one record as the JSON that the command prints.
    pub fn decode_json(&self, parts: &[Part<'_>]) -> Result<String, Error> {
        utf8(self.form(parts, sys::RL_FIELDS_JSON, !sys::RL_STRICT, 0)?)
    }

    /// What every byte means: tree JSON v1.
    pub fn explain(&self, parts: &[Part<'_>]) -> Result<Value, Error> {
        Value::from_json(&self.explain_json(parts)?)
    }

    /// The same, as the text that the library writes.
    pub fn explain_json(&self, parts: &[Part<'_>]) -> Result<String, Error> {
        utf8(self.form(parts, sys::RL_TREE_JSON, !(sys::RL_STRICT | sys::RL_CHECK), 0)?)
    }

    fn form(&self, parts: &[Part<'_>], form: u32, mask: u32, doubts: u32) -> Result<Vec<u8>, Error> {
        let (head, list) = (self.head(), PartList::new(parts));
        sized(FIRST, |out, cap, err| unsafe {
            sys::rl_decode(head.schema, head.format.as_ptr(), head.record.as_ptr(), list.start(), list.len(), head.flags & mask | doubts, form, out, cap, err)
        })
    }

    /// The record that an answer describes.
    pub(crate) fn record_of(&self, said: Value) -> Result<DecodedRecord, Error> {
        let format = self.format().to_string();
        let (mut record, mut fields, mut doubts) = (None, None, Vec::new());
        if let Value::Map(members) = said {
            for (name, value) in members {
                match (name.as_str(), value) {
                    ("record", Value::Text(text)) => record = Some(text),
                    ("fields", value) => fields = Some(value),
                    (_, value) => doubts.push((name, value)),
                }
            }
        }
        match (record, fields) {
            (Some(record), Some(fields)) => Ok(DecodedRecord { format, record, fields, doubts: Value::Map(doubts) }),
            _ => Err(Error::internal("the answer of the library has no record")),
        }
    }

    /// Encodes a record: all of its parts.
    pub fn encode(&self, fields: &Value) -> Result<Parts, Error> {
        let given = [("lenient", sys::RL_LENIENT), ("unlimited", sys::RL_UNLIMITED)];
        let given: Value = given.into_iter().filter(|(_, flag)| self.flags & flag != 0).map(|(name, _)| (name, Value::Bool(true))).collect();
        let request = [
            ("op", &"encode".into()),
            ("format", &self.format().into()),
            ("record", &self.record().into()),
            ("given", &given),
            ("schema", &self.schema.map_or(Value::Null, |s| s.handle().into())),
            ("fields", fields),
        ];
        let mut line = Vec::new();
        cbor::map(request.into_iter(), &mut line);
        self.parts_in(&Value::from_json(&utf8(answer(&line)?)?)?)
    }

    /// The parts in an answer to a request.
    fn parts_in(&self, said: &Value) -> Result<Parts, Error> {
        if let Some(parts) = said.get("bytes").and_then(Value::as_map) {
            return parts_of(parts).ok_or_else(|| Error::internal("the answer of the library is not hex"));
        }
        if said.get("unsupported").is_some() {
            self.encode_part("", &Value::Map(Vec::new()))?; // fails with the reason
            return Err(Error::new(sys::RL_E_UNSUPPORTED, format!("{} cannot encode {}", self.format(), self.record())));
        }
        let text = |name| said.get(name).and_then(Value::as_str);
        let code = text("code").unwrap_or("refused");
        let mut e = Error::named(code, sys::RL_E_REFUSED, text("error").unwrap_or("the record was refused").to_string());
        e.offset = said.get("offset").and_then(Value::as_u64).and_then(|n| n.try_into().ok());
        e.path = text("field").unwrap_or_default().to_string();
        Err(e)
    }

    /// Encodes one part of a record. Fields that only other parts need may be absent.
    pub fn encode_part(&self, part: &str, fields: &Value) -> Result<Vec<u8>, Error> {
        let (head, part, text) = (self.head(), name(part), cbor::fields(fields)?);
        let flags = head.flags & WRITING;
        sized(FIRST, |out, cap, err| unsafe {
            sys::rl_encode(head.schema, head.format.as_ptr(), head.record.as_ptr(), part.as_ptr(), text.as_ptr(), text.len(), flags, out, cap, err)
        })
    }

    /// The range of keys that a scan must read to find the records with these fields: the
    /// leading fields of the key, without a gap.
    pub fn key_range(&self, fields: &Value) -> Result<KeyRange, Error> {
        let (head, text) = (self.head(), cbor::fields(fields)?);
        let ask = |which| {
            sized(FIRST, |out, cap, err| unsafe {
                sys::rl_range(head.schema, head.format.as_ptr(), head.record.as_ptr(), text.as_ptr(), text.len(), which, out, cap, err)
            })
        };
        let part = utf8(ask(sys::RL_RANGE_PART)?)?;
        let start = ask(sys::RL_RANGE_START)?;
        Ok(KeyRange { part, start, stop: Some(ask(sys::RL_RANGE_STOP)?).filter(|stop| !stop.is_empty()) })
    }
}

/// Flags of encode calls.
pub(crate) const WRITING: u32 = sys::RL_LENIENT | sys::RL_UNLIMITED;

/// The first arguments of every call.
pub(crate) struct Head<'a> {
    pub schema: i64,
    pub format: &'a CStr,
    pub record: &'a CStr,
    pub flags: u32,
}

fn text(name: &CStr) -> &str {
    // It was made from a str.
    name.to_str().unwrap_or_default()
}

fn parts_of(members: &[(String, Value)]) -> Option<Parts> {
    let mut parts = Vec::new();
    for (name, value) in members {
        let texts = match value {
            Value::List(items) => items.as_slice(),
            one => std::slice::from_ref(one),
        };
        for text in texts {
            parts.push((name.clone(), json::from_hex(text.as_str()?)?));
        }
    }
    Some(Parts(parts))
}
