//! Makes a `Value` from anything serde can serialise (feature `serde`).

use crate::{Error, Value};
use serde::ser::{self, Error as _, Serialize, Serializer};

/// The serializer.
pub(crate) struct ToValue;

/// Items or members of the value being made, with the name of the variant they belong to.
pub(crate) struct Made<T> {
    of: Vec<T>,
    name: String, // of the member whose value comes next
    variant: Option<&'static str>,
}

impl<T> Made<T> {
    fn new(variant: Option<&'static str>) -> Self {
        Made { of: Vec::new(), name: String::new(), variant }
    }

    fn end(self, whole: impl FnOnce(Vec<T>) -> Value) -> Value {
        let value = whole(self.of);
        match self.variant {
            Some(name) => Value::Map(vec![(name.to_string(), value)]),
            None => value,
        }
    }
}

macro_rules! plain {
    ($($method:ident($of:ty) => $make:expr,)*) => {
        $(fn $method(self, value: $of) -> Result<Value, Error> {
            let make: fn($of) -> Value = $make;
            Ok(make(value))
        })*
    };
}

impl Serializer for ToValue {
    type Ok = Value;
    type Error = Error;
    type SerializeSeq = Made<Value>;
    type SerializeTuple = Made<Value>;
    type SerializeTupleStruct = Made<Value>;
    type SerializeTupleVariant = Made<Value>;
    type SerializeMap = Made<(String, Value)>;
    type SerializeStruct = Made<(String, Value)>;
    type SerializeStructVariant = Made<(String, Value)>;

    plain! {
        serialize_bool(bool) => Value::Bool,
        serialize_i8(i8) => |n| Value::I32(n.into()),
        serialize_i16(i16) => |n| Value::I32(n.into()),
        serialize_i32(i32) => Value::I32,
        serialize_i64(i64) => Value::I64,
        serialize_u8(u8) => |n| Value::I32(n.into()),
        serialize_u16(u16) => |n| Value::I32(n.into()),
        serialize_u32(u32) => |n| i32::try_from(n).map_or(Value::U32(n), Value::I32),
        serialize_u64(u64) => |n| i64::try_from(n).map_or(Value::U64(n), Value::I64),
        serialize_i128(i128) => |n| i64::try_from(n).map(Value::I64).or_else(|_| u64::try_from(n).map(Value::U64)).unwrap_or_else(|_| n.to_string().into()),
        serialize_u128(u128) => |n| i64::try_from(n).map(Value::I64).or_else(|_| u64::try_from(n).map(Value::U64)).unwrap_or_else(|_| n.to_string().into()),
        serialize_f32(f32) => Value::F32,
        serialize_f64(f64) => Value::F64,
        serialize_char(char) => |c| Value::Text(c.to_string()),
        serialize_str(&str) => |text| Value::Text(text.to_string()),
        serialize_bytes(&[u8]) => |bytes| Value::Bytes(bytes.to_vec()),
    }

    fn serialize_none(self) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, of: &T) -> Result<Value, Error> {
        of.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Value, Error> {
        Ok(variant.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, of: &T) -> Result<Value, Error> {
        of.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: &'static str, _: u32, variant: &'static str, of: &T) -> Result<Value, Error> {
        Ok(Value::Map(vec![(variant.to_string(), of.serialize(self)?)]))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Made<Value>, Error> {
        Ok(Made::new(None))
    }

    fn serialize_tuple(self, _: usize) -> Result<Made<Value>, Error> {
        Ok(Made::new(None))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Made<Value>, Error> {
        Ok(Made::new(None))
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Made<Value>, Error> {
        Ok(Made::new(Some(variant)))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Made<(String, Value)>, Error> {
        Ok(Made::new(None))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Made<(String, Value)>, Error> {
        Ok(Made::new(None))
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Made<(String, Value)>, Error> {
        Ok(Made::new(Some(variant)))
    }

    /// Bytes stay bytes here.
    fn is_human_readable(&self) -> bool {
        false
    }
}

macro_rules! items {
    ($($of:ident $add:ident,)*) => {
        $(impl ser::$of for Made<Value> {
            type Ok = Value;
            type Error = Error;

            fn $add<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), Error> {
                self.of.push(item.serialize(ToValue)?);
                Ok(())
            }

            fn end(self) -> Result<Value, Error> {
                Ok(self.end(Value::List))
            }
        })*
    };
}

items! {
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field,
}

macro_rules! members {
    ($($of:ident,)*) => {
        $(impl ser::$of for Made<(String, Value)> {
            type Ok = Value;
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
                self.of.push((name.to_string(), value.serialize(ToValue)?));
                Ok(())
            }

            fn end(self) -> Result<Value, Error> {
                Ok(self.end(Value::Map))
            }
        })*
    };
}

members! {
    SerializeStruct,
    SerializeStructVariant,
}

impl ser::SerializeMap for Made<(String, Value)> {
    type Ok = Value;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        match key.serialize(ToValue)? {
            Value::Text(name) => self.name = name,
            _ => return Err(Error::custom("the names of members are text")),
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let name = std::mem::take(&mut self.name);
        self.of.push((name, value.serialize(ToValue)?));
        Ok(())
    }

    fn end(self) -> Result<Value, Error> {
        Ok(self.end(Value::Map))
    }
}
