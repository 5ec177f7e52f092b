//! Fields as the program's own types (feature `serde`).

use crate::call::Part;
use crate::unvalue::ToValue;
use crate::{sys, to_hex, Error, Kind, Parts, Value};
use serde::de::value::{BorrowedBytesDeserializer, MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{self, DeserializeOwned, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{self, Serialize, Serializer};
use serde::{forward_to_deserialize_any, Deserialize};
use std::fmt;
use std::str::FromStr;

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Error {
        Error::new(sys::RL_E_REFUSED, message.to_string())
    }
}

impl ser::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Error {
        Error::new(sys::RL_E_REFUSED, message.to_string())
    }
}

impl Value {
    /// The fields of one of the program's own types: what `encode` takes.
    pub fn from_type<T: Serialize + ?Sized>(of: &T) -> Result<Value, Error> {
        of.serialize(ToValue)
    }

    /// These fields as one of the program's own types.
    pub fn to_type<'de, T: Deserialize<'de>>(&'de self) -> Result<T, Error> {
        T::deserialize(self)
    }
}

impl Kind<'_> {
    /// Decodes one record into one of the program's own types. That has no place for doubts: `check` refuses wrong salts.
    pub fn decode_as<T: DeserializeOwned>(&self, parts: &[Part<'_>]) -> Result<T, Error> {
        self.decode(parts)?.fields.to_type()
    }

    /// Encodes a record whose fields are those of one of the program's own types.
    pub fn encode_from<T: Serialize + ?Sized>(&self, of: &T) -> Result<Parts, Error> {
        self.encode(&Value::from_type(of)?)
    }
}

/// In human-readable formats, bytes are hex and floats that JSON lacks are text, as `to_json` writes them.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let people = to.is_human_readable();
        match self {
            Value::Null => to.serialize_unit(),
            Value::Bool(b) => to.serialize_bool(*b),
            Value::I32(n) => to.serialize_i32(*n),
            Value::U32(n) => to.serialize_u32(*n),
            Value::F32(_) | Value::F64(_) if people && self.to_json().starts_with('"') => to.serialize_str(self.to_json().trim_matches('"')),
            Value::I64(n) => to.serialize_i64(*n),
            Value::U64(n) => to.serialize_u64(*n),
            Value::F32(x) => to.serialize_f32(*x),
            Value::F64(x) => to.serialize_f64(*x),
            Value::Text(text) => to.serialize_str(text),
            Value::Bytes(bytes) if people => to.serialize_str(&to_hex(bytes)),
            Value::Bytes(bytes) => to.serialize_bytes(bytes),
            Value::List(items) => to.collect_seq(items),
            Value::Map(members) => to.collect_map(members.iter().map(|(name, value)| (name, value))),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
        from.deserialize_any(AnyValue)
    }
}

/// Accepts any value.
struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("fields of a record")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        Value::deserialize(from)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        Value::deserialize(from)
    }

    fn visit_bool<E>(self, b: bool) -> Result<Value, E> {
        Ok(b.into())
    }

    fn visit_i32<E>(self, n: i32) -> Result<Value, E> {
        Ok(n.into())
    }

    fn visit_u32<E>(self, n: u32) -> Result<Value, E> {
        Ok(i32::try_from(n).map_or(Value::U32(n), Value::I32))
    }

    fn visit_i64<E>(self, n: i64) -> Result<Value, E> {
        Ok(n.into())
    }

    fn visit_u64<E>(self, n: u64) -> Result<Value, E> {
        Ok(i64::try_from(n).map_or(Value::U64(n), Value::I64))
    }

    fn visit_f32<E>(self, x: f32) -> Result<Value, E> {
        Ok(x.into())
    }

    fn visit_f64<E>(self, x: f64) -> Result<Value, E> {
        Ok(x.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Value, E> {
        Ok(bytes.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut items = Vec::new(); // a size stated in the input is not trusted
        while let Some(item) = from.next_element()? {
            items.push(item);
        }
        Ok(Value::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = from.next_entry::<String, Value>()? {
            members.push(member);
        }
        Ok(Value::Map(members))
    }
}

impl<'de> IntoDeserializer<'de, Error> for &'de Value {
    type Deserializer = &'de Value;

    fn into_deserializer(self) -> &'de Value {
        self
    }
}

fn map_of<'de>(members: &'de [(String, Value)]) -> MapDeserializer<'de, impl Iterator<Item = (&'de str, &'de Value)>, Error> {
    MapDeserializer::new(members.iter().map(|(name, value)| (name.as_str(), value)))
}

/// The number in a text: integers of more than 64 bits are decimal text.
fn digits<N: FromStr>(of: &Value) -> Option<Result<N, N::Err>> {
    of.as_str().filter(|text| !text.starts_with('+')).map(str::parse)
}

impl<'de> Deserializer<'de> for &'de Value {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, to: V) -> Result<V::Value, Error> {
        match self {
            Value::Null => to.visit_unit(),
            Value::Bool(b) => to.visit_bool(*b),
            Value::I32(n) => to.visit_i32(*n),
            Value::U32(n) => to.visit_u32(*n),
            Value::I64(n) => to.visit_i64(*n),
            Value::U64(n) => to.visit_u64(*n),
            Value::F32(x) => to.visit_f32(*x),
            Value::F64(x) => to.visit_f64(*x),
            Value::Text(text) => to.visit_borrowed_str(text),
            Value::Bytes(bytes) => to.visit_borrowed_bytes(bytes),
            Value::List(items) => SeqDeserializer::new(items.iter()).deserialize_any(to),
            Value::Map(members) => map_of(members).deserialize_any(to),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, to: V) -> Result<V::Value, Error> {
        match self {
            Value::Null => to.visit_none(),
            some => to.visit_some(some),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, to: V) -> Result<V::Value, Error> {
        to.visit_newtype_struct(self)
    }

    fn deserialize_i128<V: Visitor<'de>>(self, to: V) -> Result<V::Value, Error> {
        match digits(self) {
            Some(Ok(n)) => to.visit_i128(n),
            _ => self.deserialize_any(to),
        }
    }

    fn deserialize_u128<V: Visitor<'de>>(self, to: V) -> Result<V::Value, Error> {
        match digits(self) {
            Some(Ok(n)) => to.visit_u128(n),
            _ => self.deserialize_any(to),
        }
    }

    /// Bytes also deserialize as a sequence, since `Vec<u8>` asks for one.
    fn deserialize_seq<V: Visitor<'de>>(self, to: V) -> Result<V::Value, Error> {
        match self {
            Value::Bytes(bytes) => SeqDeserializer::new(bytes.iter().copied()).deserialize_any(to),
            other => other.deserialize_any(to),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, to: V) -> Result<V::Value, Error> {
        self.deserialize_seq(to)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _: &'static str, _: usize, to: V) -> Result<V::Value, Error> {
        self.deserialize_seq(to)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, to: V) -> Result<V::Value, Error> {
        match self {
            Value::Bytes(bytes) => BorrowedBytesDeserializer::new(bytes).deserialize_any(to),
            other => other.deserialize_any(to),
        }
    }

    /// The variant is a text, or the name of a map's only member.
    fn deserialize_enum<V: Visitor<'de>>(self, _: &'static str, _: &'static [&'static str], to: V) -> Result<V::Value, Error> {
        match self {
            Value::Text(text) => to.visit_enum(text.as_str().into_deserializer()),
            Value::Map(members) => to.visit_enum(MapAccessDeserializer::new(map_of(members))),
            _ => Err(de::Error::custom("expected a text, or a map with one member, for an enum")),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string byte_buf unit unit_struct map struct identifier ignored_any
    }
}
