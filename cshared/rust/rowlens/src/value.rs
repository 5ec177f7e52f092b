//! Fields as Rust has them.

/// A member of a record: what `decode` returns and `encode` takes.
///
/// Stored integers of 64 bits are `I64`, or `U64` above its range; smaller ones are `I32`, or
/// `U32` above its range. The accessors (`as_i64` and so on) take any of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// null, or the format's own null
    Null,
    /// true or false
    Bool(bool),
    /// an integer of at most 32 bits
    I32(i32),
    /// an integer of at most 32 bits that `I32` cannot hold
    U32(u32),
    /// an integer of 64 bits
    I64(i64),
    /// an integer of 64 bits that `I64` cannot hold
    U64(u64),
    /// a number of single precision
    F32(f32),
    /// a number of double precision
    F64(f64),
    /// text
    Text(String),
    /// bytes; hex in JSON
    Bytes(Vec<u8>),
    /// items in order
    List(Vec<Value>),
    /// members in order; each name occurs once
    Map(Vec<(String, Value)>),
}

impl Value {
    /// The member of a map, if this is one and has it.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.as_map()?.iter().find(|(n, _)| n == name).map(|(_, value)| value)
    }

    /// Sets a member of a map, at its end if it is new. Any other value becomes a map.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        let value = value.into();
        match self {
            Value::Map(members) => match members.iter_mut().find(|(n, _)| n == name) {
                Some(member) => member.1 = value,
                None => members.push((name.to_string(), value)),
            },
            _ => *self = Value::Map(vec![(name.to_string(), value)]),
        }
    }

    /// A whole number of any width, if it fits.
    pub fn as_i64(&self) -> Option<i64> {
        match *self {
            Value::I32(n) => Some(n.into()),
            Value::U32(n) => Some(n.into()),
            Value::I64(n) => Some(n),
            Value::U64(n) => n.try_into().ok(),
            _ => None,
        }
    }

    /// A whole number of any width that is not negative.
    pub fn as_u64(&self) -> Option<u64> {
        match *self {
            Value::U64(n) => Some(n),
            _ => self.as_i64()?.try_into().ok(),
        }
    }

    /// A floating-point number of either precision, not a whole number.
    pub fn as_f64(&self) -> Option<f64> {
        match *self {
            Value::F32(x) => Some(x.into()),
            Value::F64(x) => Some(x),
            _ => None,
        }
    }

    /// A truth value.
    pub fn as_bool(&self) -> Option<bool> {
        match *self {
            Value::Bool(b) => Some(b),
            _ => None,
        }
    }

    /// Text.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Bytes.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Value::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The items of a list.
    pub fn as_list(&self) -> Option<&[Value]> {
        match self {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    /// The members of a map.
    pub fn as_map(&self) -> Option<&[(String, Value)]> {
        match self {
            Value::Map(members) => Some(members),
            _ => None,
        }
    }

    /// Whether this is null.
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }
}

macro_rules! from {
    ($($of:ty => $variant:ident),*) => {
        $(impl From<$of> for Value {
            fn from(value: $of) -> Value {
                Value::$variant(value.into())
            }
        })*
    };
}

from!(bool => Bool, i32 => I32, u32 => U32, i64 => I64, u64 => U64, f32 => F32, f64 => F64, &str => Text, String => Text, &[u8] => Bytes, Vec<u8> => Bytes);

impl From<Vec<Value>> for Value {
    fn from(items: Vec<Value>) -> Value {
        Value::List(items)
    }
}

/// Members of a map: `[("name", Value::from("a"))].into_iter().collect()`.
impl<N: Into<String>> FromIterator<(N, Value)> for Value {
    fn from_iter<I: IntoIterator<Item = (N, Value)>>(members: I) -> Value {
        Value::Map(members.into_iter().map(|(name, value)| (name.into(), value)).collect())
    }
}
