//! Members by `value["name"]` and items by `value[0]`.

use crate::Value;
use std::ops::Index;

/// The result of indexing where there is nothing.
static NULL: Value = Value::Null;

/// The member of a map: null if there is no such member, or if this is not a map. `get` tells whether there is one.
impl Index<&str> for Value {
    type Output = Value;

    fn index(&self, name: &str) -> &Value {
        self.get(name).unwrap_or(&NULL)
    }
}

/// The item of a list: null past its end, or if this is not a list.
impl Index<usize> for Value {
    type Output = Value;

    fn index(&self, at: usize) -> &Value {
        self.as_list().and_then(|items| items.get(at)).unwrap_or(&NULL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_null() {
        let value = Value::from_json(r#"{"a":{"b":[1,2]}}"#).unwrap();
        assert_eq!(value["a"]["b"][1].as_i64(), Some(2));
        for none in [&value["b"], &value["a"]["b"][2], &value["a"]["c"]["d"][7], &value[0]] {
            assert!(none.is_null());
        }
    }
}
