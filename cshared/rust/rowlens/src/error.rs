//! Why a call failed.

use crate::sys;
use crate::Value;
use std::fmt;

/// Why a call failed. `code` and `number` are stable; `message` is for people.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// the name: "truncated", "bad-part"
    pub code: String,
    /// the number of `rowlens.h`: `rowlens_sys::RL_E_TRUNCATED`; 0 where only a name is known
    pub number: i64,
    /// bytes from the start of the part or text
    pub offset: Option<u32>,
    /// the part: "row", "value"; empty when the failure concerns none
    pub part: String,
    /// the path of the field; empty when the failure concerns none
    pub path: String,
    /// the row of a batch
    pub row: Option<u32>,
    /// one sentence
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl Error {
    pub(crate) fn new(number: i64, message: impl Into<String>) -> Error {
        Error::named(described(number).0, number, message.into())
    }

    pub(crate) fn named(code: &str, number: i64, message: String) -> Error {
        Error { code: code.to_string(), number, offset: None, part: String::new(), path: String::new(), row: None, message }
    }

    /// Something that can only happen if the library has a defect.
    pub(crate) fn internal(message: &str) -> Error {
        Error::new(sys::RL_E_INTERNAL, message)
    }

    /// The contents of "error" in an answer.
    pub(crate) fn answered(number: i64, row: Option<u32>, why: &Value) -> Error {
        let text = |name| why.get(name).and_then(Value::as_str).unwrap_or_default().to_string();
        Error {
            offset: why.get("offset").and_then(Value::as_i64).and_then(|n| n.try_into().ok()),
            part: text("part"),
            path: text("field"),
            row,
            ..Error::named(&text("code"), number, text("message"))
        }
    }

    /// What a call reported.
    pub(crate) fn reported(number: i64, from: &sys::rl_error) -> Error {
        if from.code != number {
            let (name, meaning) = described(number);
            return Error::new(number, format!("{name}: {meaning}")); // from a function that fills in nothing
        }
        Error {
            offset: from.offset.try_into().ok(),
            part: text(&from.part),
            path: text(&from.field),
            row: from.row.try_into().ok(),
            ..Error::new(number, text(&from.message))
        }
    }
}

/// Name and meaning of a code. The library is not asked: it may be the wrong one, or refused.
pub(crate) fn described(number: i64) -> (&'static str, &'static str) {
    match sys::RL_CODES.iter().find(|(code, ..)| *code == number) {
        Some((_, name, meaning)) => (name, meaning),
        None => ("unknown", "the call failed with a code that this version does not know"),
    }
}

/// A text that ends with a zero byte or fills its array.
fn text(chars: &[sys::c_char]) -> String {
    let bytes: Vec<u8> = chars.iter().map(|c| *c as u8).take_while(|b| *b != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
