//! Reads and writes the fields of a record as CBOR (RFC 8949): definite lengths, no tags.

use crate::sys;
use crate::value::Value;
use crate::Error;

/// More nesting than any record has: Java streams may nest 1,000 objects, each of which is a map with a list.
const DEPTH: usize = 2100;

/// The single value in data.
pub(crate) fn read(data: &[u8]) -> Result<Value, Error> {
    let mut reader = Reader { rest: data };
    match reader.value() {
        Some(value) if reader.rest.is_empty() => Ok(value),
        _ => Err(Error::internal("the answer of the library is not the CBOR that it should be")),
    }
}

/// Appends a value.
pub(crate) fn write(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Null => out.push(0xf6),
        Value::Bool(is) => out.push(0xf4 | u8::from(*is)),
        Value::I32(n) => int(out, (*n).into()),
        Value::U32(n) => head(out, 0, (*n).into()),
        Value::I64(n) => int(out, *n),
        Value::U64(n) => head(out, 0, *n),
        Value::F32(x) => {
            out.push(0xfa);
            out.extend_from_slice(&x.to_be_bytes());
        }
        Value::F64(x) => {
            out.push(0xfb);
            out.extend_from_slice(&x.to_be_bytes());
        }
        Value::Text(text) => string(out, 3, text.as_bytes()),
        Value::Bytes(bytes) => string(out, 2, bytes),
        Value::List(items) => {
            head(out, 4, items.len() as u64);
            items.iter().for_each(|item| write(item, out));
        }
        Value::Map(members) => map(members.iter().map(|(name, value)| (name.as_str(), value)), out),
    }
}

/// Appends a map of these members.
pub(crate) fn map<'a>(members: impl ExactSizeIterator<Item = (&'a str, &'a Value)>, out: &mut Vec<u8>) {
    head(out, 5, members.len() as u64);
    for (name, value) in members {
        string(out, 3, name.as_bytes());
        write(value, out);
    }
}

/// The fields of a record, which the library tells from JSON by the map that they are.
pub(crate) fn fields(of: &Value) -> Result<Vec<u8>, Error> {
    if of.as_map().is_none() {
        return Err(Error::new(sys::RL_E_REFUSED, "expected fields as a map"));
    }
    let mut out = Vec::new();
    write(of, &mut out);
    Ok(out)
}

fn int(out: &mut Vec<u8>, n: i64) {
    // -1 - n, without overflow.
    head(out, u8::from(n < 0), (n ^ (n >> 63)) as u64);
}

fn string(out: &mut Vec<u8>, major: u8, bytes: &[u8]) {
    head(out, major, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Appends the first byte of a value and its argument, in the shortest form.
fn head(out: &mut Vec<u8>, major: u8, n: u64) {
    let bytes = n.to_be_bytes();
    let (info, size) = match n {
        0..=23 => (bytes[7], 0),
        24..=0xff => (24, 1),
        0x100..=0xffff => (25, 2),
        0x1_0000..=0xffff_ffff => (26, 4),
        _ => (27, 8),
    };
    out.push(major << 5 | info);
    out.extend_from_slice(&bytes[8 - size..]);
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, n: u64) -> Option<&'a [u8]> {
        let n = usize::try_from(n).ok()?;
        if n > self.rest.len() {
            return None;
        }
        let (taken, rest) = self.rest.split_at(n);
        self.rest = rest;
        Some(taken)
    }

    /// A value with its contents: without recursion, since a record may nest deeper than the stack allows.
    fn value(&mut self) -> Option<Value> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let mut whole = match self.item()? {
                Item::Value(value) => Some(value),
                _ if open.len() == DEPTH => return None,
                Item::List(n) => {
                    open.push(Open { items: Vec::with_capacity(self.room(n)?), members: Vec::new(), names: false, left: n });
                    None
                }
                Item::Map(n) => {
                    open.push(Open { items: Vec::new(), members: Vec::with_capacity(self.room(n)?), names: true, left: n });
                    None
                }
            };
            while let Some(within) = open.last_mut() {
                if let Some(value) = whole.take() {
                    within.add(value);
                }
                if within.left > 0 {
                    break;
                }
                whole = open.pop().map(Open::closed);
            }
            if open.is_empty() {
                return whole;
            }
            if let Some(Open { names: true, members, .. }) = open.last_mut() {
                match self.item()? {
                    Item::Value(Value::Text(name)) => members.push((name, Value::Null)),
                    _ => return None,
                }
            }
        }
    }

    fn item(&mut self) -> Option<Item> {
        let head = self.take(1)?[0];
        let info = head & 31;
        let number = match info {
            0..=23 => u64::from(info),
            24..=27 => self.take(1 << (info - 24))?.iter().fold(0, |n, b| n << 8 | u64::from(*b)),
            _ => return None,
        };
        Some(Item::Value(match head >> 5 {
            0 if info == 27 => i64::try_from(number).map_or(Value::U64(number), Value::I64),
            0 => i32::try_from(number).map_or(Value::U32(number as u32), Value::I32),
            1 => negative(number, info == 27),
            2 => Value::Bytes(self.take(number)?.to_vec()),
            3 => Value::Text(String::from_utf8(self.take(number)?.to_vec()).ok()?),
            4 => return Some(Item::List(number)),
            5 => return Some(Item::Map(number)),
            7 => simple(info, number)?,
            _ => return None,
        }))
    }

    /// A count of items, each of which takes at least one byte.
    fn room(&self, n: u64) -> Option<usize> {
        usize::try_from(n).ok().filter(|n| *n <= self.rest.len())
    }
}

/// What a head begins: a value without contents, or how many items a list or map has.
enum Item {
    Value(Value),
    List(u64),
    Map(u64),
}

/// A list or map that has not been read completely.
struct Open {
    items: Vec<Value>,
    members: Vec<(String, Value)>, // the last one has only its name yet
    names: bool,
    left: u64,
}

impl Open {
    fn add(&mut self, value: Value) {
        match self.members.last_mut() {
            Some(member) if self.names => member.1 = value,
            _ => self.items.push(value),
        }
        self.left -= 1;
    }

    fn closed(self) -> Value {
        if self.names {
            Value::Map(self.members)
        } else {
            Value::List(self.items)
        }
    }
}

/// The number -1 - n.
fn negative(n: u64, wide: bool) -> Value {
    match i64::try_from(n) {
        Ok(n) if wide => Value::I64(-1 - n),
        Ok(n) => i32::try_from(-1 - n).map_or(Value::I64(-1 - n), Value::I32),
        Err(_) => Value::F64(-1.0 - n as f64),
    }
}

fn simple(info: u8, number: u64) -> Option<Value> {
    match info {
        20 => Some(Value::Bool(false)),
        21 => Some(Value::Bool(true)),
        22 => Some(Value::Null),
        26 => Some(Value::F32(f32::from_bits(number as u32))),
        27 => Some(Value::F64(f64::from_bits(number))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_keep_their_width() {
        for (hex, want) in [
            (&[0x05][..], Value::I32(5)),
            (&[0x20], Value::I32(-1)),
            (&[0x1a, 0x80, 0, 0, 0], Value::U32(1 << 31)),
            (&[0x3a, 0x7f, 0xff, 0xff, 0xff], Value::I32(i32::MIN)),
            (&[0x1b, 0, 0, 0, 0, 0, 0, 0, 5], Value::I64(5)),
            (&[0x3b, 0, 0, 0, 0, 0, 0, 0, 0], Value::I64(-1)),
            (&[0x1b, 0xff, 0, 0, 0, 0, 0, 0, 0], Value::U64(0xff << 56)),
            (&[0x3b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], Value::I64(i64::MIN)),
        ] {
            assert_eq!(read(hex), Ok(want));
        }
    }

    #[test]
    fn what_is_cut_deep_or_too_long_is_an_error() {
        let whole = [0xa1, 0x61, b'a', 0x82, 0x42, 1, 2, 0xfb, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0];
        let fields = read(&whole).unwrap();
        assert_eq!(fields.get("a").unwrap().as_list().unwrap()[1], Value::F64(1.0));
        for end in 0..whole.len() {
            assert_eq!(read(&whole[..end]).unwrap_err().code, "internal");
        }
        let deep = [0x81; 10_000];
        let huge = [0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
        for bad in [&deep[..], &huge, &[0x00, 0x00], &[0xc0, 0x00], &[0x9f, 0xff], &[0x61, 0xff], &[0xa1, 0x00, 0x00]] {
            assert_eq!(read(bad).unwrap_err().code, "internal");
        }
    }
}
