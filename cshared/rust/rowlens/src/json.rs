//! Values as JSON and back.

use crate::sys;
use crate::value::Value;
use crate::Error;
use std::fmt::{Display, Write};

/// More nesting than any text of this library has.
const DEPTH: u32 = 512;

impl Value {
    /// This value as JSON, which `encode_batch_json` takes: bytes as hex, and as text the numbers that
    /// JSON lacks ("NaN", "Infinity", "-Infinity", "-0.0").
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    /// Appends this value as JSON.
    fn write(&self, out: &mut String) {
        match self {
            Value::Null => out.push_str("null"),
            Value::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
            Value::I32(n) => show(out, n),
            Value::U32(n) => show(out, n),
            Value::I64(n) => show(out, n),
            Value::U64(n) => show(out, n),
            Value::F32(x) if special(f64::from(*x)).is_none() => float(out, f64::from(*x), x, format_args!("{x:e}")),
            Value::F32(x) => quote(out, special(f64::from(*x)).unwrap_or_default()),
            Value::F64(x) if special(*x).is_none() => float(out, *x, x, format_args!("{x:e}")),
            Value::F64(x) => quote(out, special(*x).unwrap_or_default()),
            Value::Text(text) => quote(out, text),
            Value::Bytes(bytes) => quote(out, &to_hex(bytes)),
            Value::List(items) => list(out, '[', items, ']', |out, item| item.write(out)),
            Value::Map(members) => list(out, '{', members, '}', |out, (name, value)| {
                quote(out, name);
                out.push(':');
                value.write(out);
            }),
        }
    }

    /// Reads JSON: whole numbers as the smallest of `I32`, `U32`, `I64` and `U64` that holds
    /// them, others as `F64`. Bytes are text in JSON, and stay so.
    pub fn from_json(text: &str) -> Result<Value, Error> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(DEPTH);
        reader.space();
        match value {
            Some(value) if reader.at == text.len() => Ok(value),
            _ => {
                let at = reader.at.min(text.len());
                let message = format!("expected JSON, found something else at byte {at}");
                Err(Error { offset: at.try_into().ok(), ..Error::new(sys::RL_E_JSON, message) })
            }
        }
    }
}

/// The text for a number that JSON lacks.
fn special(x: f64) -> Option<&'static str> {
    match x {
        _ if x.is_nan() => Some("NaN"),
        _ if x == f64::INFINITY => Some("Infinity"),
        _ if x == f64::NEG_INFINITY => Some("-Infinity"),
        _ if x == 0.0 && x.is_sign_negative() => Some("-0.0"),
        _ => None,
    }
}

/// The shortest digits that read back as the same number, with an exponent where there would be
/// many zeros.
fn float(out: &mut String, size: f64, plain: impl Display, exponent: impl Display) {
    if size == 0.0 || (1e-7..1e21).contains(&size.abs()) {
        show(out, plain);
    } else {
        show(out, exponent);
    }
}

fn show(out: &mut String, what: impl Display) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{what}");
}

fn list<T>(out: &mut String, open: char, items: &[T], close: char, each: impl Fn(&mut String, &T)) {
    out.push(open);
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        each(out, item);
    }
    out.push(close);
}

fn quote(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\0'..='\x1f' => show(out, format_args!("\\u{:04x}", c as u32)),
            _ => out.push(c),
        }
    }
    out.push('"');
}

/// Bytes as lower-case hex.
pub fn to_hex(bytes: &[u8]) -> String {
    let digit = |n: u8| char::from(b"0123456789abcdef"[usize::from(n)]);
    bytes.iter().flat_map(|b| [digit(b >> 4), digit(b & 15)]).collect()
}

/// The bytes of hex of either case; `None` when it is not hex.
pub fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect();
    let digits = digits.filter(|d| d.len() % 2 == 0)?;
    Some(digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Takes a word that must come next.
    fn word(&mut self, word: &str, value: Value) -> Option<Value> {
        self.text[self.at..].starts_with(word).then(|| {
            self.at += word.len();
            value
        })
    }

    /// Takes a byte, and white space before it, if it comes next.
    fn byte(&mut self, b: u8) -> Option<()> {
        self.space();
        (self.peek() == Some(b)).then(|| self.at += 1)
    }

    fn value(&mut self, depth: u32) -> Option<Value> {
        self.space();
        match self.peek()? {
            b'n' => self.word("null", Value::Null),
            b't' => self.word("true", Value::Bool(true)),
            b'f' => self.word("false", Value::Bool(false)),
            b'"' => self.string().map(Value::Text),
            b'[' => self.items(b']', depth.checked_sub(1)?, |r, depth| r.value(depth)).map(Value::List),
            b'{' => self.items(b'}', depth.checked_sub(1)?, Reader::member).map(Value::Map),
            _ => self.number(),
        }
    }

    fn items<T>(&mut self, close: u8, depth: u32, each: impl Fn(&mut Self, u32) -> Option<T>) -> Option<Vec<T>> {
        self.at += 1;
        let mut items = Vec::new();
        if self.byte(close).is_some() {
            return Some(items);
        }
        loop {
            items.push(each(self, depth)?);
            if self.byte(close).is_some() {
                return Some(items);
            }
            self.byte(b',')?;
        }
    }

    fn member(&mut self, depth: u32) -> Option<(String, Value)> {
        self.space();
        let name = self.string()?;
        self.byte(b':')?;
        Some((name, self.value(depth)?))
    }

    fn number(&mut self) -> Option<Value> {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E')).unwrap_or(rest.len());
        let text = &rest[..end];
        let digits = text.strip_prefix('-').unwrap_or(text);
        let begins = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        // Accepted by Rust as a number, but not by JSON.
        let other = digits.starts_with('0') && begins(&digits[1..]) || digits.split_once('.').map_or(false, |(_, after)| !begins(after));
        if !begins(digits) || other {
            return None;
        }
        let value = if let Ok(n) = text.parse::<i64>() {
            i32::try_from(n).map(Value::I32).or_else(|_| u32::try_from(n).map(Value::U32)).unwrap_or(Value::I64(n))
        } else if let Ok(n) = text.parse::<u64>() {
            Value::U64(n)
        } else {
            Value::F64(text.parse().ok()?)
        };
        self.at += end;
        Some(value)
    }

    fn string(&mut self) -> Option<String> {
        if self.peek() != Some(b'"') {
            return None;
        }
        self.at += 1;
        let mut out = String::new();
        loop {
            let rest = &self.text[self.at..];
            let end = rest.find(|c: char| c == '"' || c == '\\' || c < ' ')?;
            out.push_str(&rest[..end]);
            self.at += end;
            match self.peek()? {
                b'"' => {
                    self.at += 1;
                    return Some(out);
                }
                b'\\' => out.push(self.escape()?),
                _ => return None,
            }
        }
    }

    /// What follows a backslash. Half a surrogate pair is U+FFFD.
    fn escape(&mut self) -> Option<char> {
        self.at += 2;
        Some(match self.text.as_bytes().get(self.at - 1)? {
            b'b' => '\x08',
            b'f' => '\x0c',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            c @ (b'"' | b'\\' | b'/') => char::from(*c),
            _ => return None,
        })
    }

    fn unicode(&mut self) -> Option<char> {
        let first = self.unit()?;
        if !(0xd800..0xdc00).contains(&first) || !self.text[self.at..].starts_with("\\u") {
            return Some(char::from_u32(first).unwrap_or('\u{fffd}'));
        }
        let back = self.at;
        self.at += 2;
        let second = self.unit()?;
        if !(0xdc00..0xe000).contains(&second) {
            self.at = back;
            return Some('\u{fffd}');
        }
        char::from_u32(0x10000 + ((first - 0xd800) << 10 | (second - 0xdc00)))
    }

    /// Four digits of hex.
    fn unit(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))?;
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_read_and_written_again() {
        for text in [
            r#"{"a":[1,-2147483648,4294967295,9223372036854775807,18446744073709551615],"b":{},"c":[]}"#,
            r#"[null,true,false,"\"\\\u0001é😀",1.5,1e-9,1e300,"NaN"]"#,
        ] {
            assert_eq!(Value::from_json(text).unwrap().to_json(), text);
        }
        let spaced = Value::from_json(" { \"\\u0041\\ud83d\\ude00\\n\" :\t[ 1 , 2 ]\r\n} ").unwrap();
        assert_eq!(spaced.to_json(), "{\"A😀\\u000a\":[1,2]}");
        assert_eq!(Value::from_json(r#""\ud800\u0041""#), Ok(Value::from("\u{fffd}A")));
    }

    #[test]
    fn what_json_lacks_is_text() {
        let list = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.0, 0.1];
        let both: Vec<Value> = list.iter().flat_map(|x| [Value::F64(*x), Value::F32(*x as f32)]).collect();
        let want = r#"["NaN","NaN","Infinity","Infinity","-Infinity","-Infinity","-0.0","-0.0",0,0,0.1,0.1]"#;
        assert_eq!(Value::List(both).to_json(), want);
        assert_eq!(Value::from(&[0, 0xff][..]).to_json(), "\"00ff\"");
        assert_eq!(from_hex("00fF"), Some(vec![0, 0xff]));
        assert_eq!((from_hex("0"), from_hex("zz"), from_hex("é")), (None, None, None));
    }

    #[test]
    fn what_is_not_json_is_an_error_with_its_place() {
        let deep = "[".repeat(100_000);
        for (text, at) in [
            ("", 0),
            ("{", 1),
            ("[1,]", 3),
            ("[1 2]", 3),
            ("\"a", 1),
            ("01", 0),
            ("-", 0),
            ("1.x", 0),
            ("1.e5", 0),
            ("[1,.5]", 3),
            ("{1:2}", 1),
            (&deep, 512),
            ("\"\\ud8", 3),
            ("\"\u{1}\"", 1),
            ("nul", 0),
        ] {
            let e = Value::from_json(text).unwrap_err();
            assert_eq!((e.code.as_str(), e.offset), ("not-json", Some(at)), "{text:.9}");
        }
        assert_eq!(Value::from_json("\"\\u+123\"").unwrap_err().code, "not-json");
    }
}
