//! Bytes, numbers and texts that a caller gives: each is what it is, in every call.

use crate::golden::text;
use rowlens::{Error, Kind, Schema, Value};

fn map<const N: usize>(members: [(&str, Value); N]) -> Value {
    members.into_iter().collect()
}

/// The key of an edge count.
fn edge_key(source: Value) -> Value {
    map([("tableCode", Value::I32(5)), ("direction", "OUT".into()), ("directedSource", source)])
}

fn edge_count(source: Value, count: Value) -> Value {
    let mut fields = edge_key(source);
    fields.set("count", count);
    fields
}

/// A source of an edge.
fn source(kind: &str, value: Value) -> Value {
    map([("type", kind.into()), ("value", value)])
}

/// What each call that takes these fields says: the part alone, the whole record, a batch, and the range of keys if the part is a key.
fn every_call(kind: &Kind<'_>, part: &str, fields: &Value) -> Vec<Result<Vec<u8>, Error>> {
    let batch = kind.encode_batch(part, std::slice::from_ref(fields)).unwrap();
    let mut said =
        vec![kind.encode_part(part, fields), kind.encode(fields).map(|parts| parts.get(part).unwrap().to_vec()), batch.get(0).unwrap().map(<[u8]>::to_vec)];
    if part == "row" {
        let key = fields.as_map().map(|members| members.iter().filter(|(name, _)| name != "count").cloned().collect());
        said.push(kind.key_range(key.as_ref().unwrap_or(fields)).map(|range| range.start));
    }
    said
}

#[test]
fn bytes_are_neither_text_nor_number() {
    let counts = Kind::new("actionbase", "edge-count");
    let bytes = || Value::Bytes(vec![0x12]);
    let long = || source("long", Value::I64(3));
    for of in ["string", "json", "long", "double", "boolean"] {
        assert_refused(&every_call(&counts, "row", &edge_count(source(of, bytes()), Value::I64(2))), "directedSource.value");
    }
    assert_refused(&every_call(&counts, "value", &edge_count(long(), bytes())), "count");
    let mut fields = edge_count(long(), Value::I64(2));
    fields.set("tableCode", bytes());
    assert_refused(&every_call(&counts, "row", &fields), "tableCode");
    for record in ["string", "long", "double", "biginteger"] {
        assert_refused(&every_call(&Kind::new("lexicoders", record), "value", &map([("value", bytes())])), "value");
    }
}

fn assert_refused(said: &[Result<Vec<u8>, Error>], path: &str) {
    for (call, one) in said.iter().enumerate() {
        let e = one.as_ref().unwrap_err();
        assert_eq!((e.code.as_str(), e.path.as_str()), ("refused", path), "{call}: {e}");
        assert!(e.message.ends_with("found bytes"), "{call}: {e}");
    }
}

fn assert_all(said: &[Result<Vec<u8>, Error>], want: &[u8]) {
    for (call, one) in said.iter().enumerate() {
        assert_eq!(one.as_deref(), Ok(want), "{call}");
    }
}

#[test]
fn bytes_are_given_where_bytes_belong() {
    assert_all(&every_call(&Kind::new("lexicoders", "bytes").unlimited(), "value", &map([("value", Value::Bytes(vec![0, 255]))])), &[0, 255]);
    let schema = Schema::open("maryk-rocksdb", &format!("{{\"models\":{}}}", text("golden/maryk-rocksdb/latest.models.json"))).unwrap();
    let kind = Kind::new("maryk-rocksdb", "table-value").schema(&schema);
    let fields = |hex: fn(&[u8]) -> Value, value: Value| {
        let text = r#"{"model":1,"cfType":"table","what":"value","version":"1882441387094310912","property":"fixed","indicator":1,"kind":"value"}"#;
        let mut fields = Value::from_json(text).unwrap();
        fields.set("record", hex(&[0, 0, 0, 0, 0, 1, 0x7f, 255, 255, 255]));
        fields.set("reference", hex(&[0x91, 1]));
        fields.set("value", value);
        fields
    };
    let stored = rowlens::from_hex("1a1fc677cc400000010001ff00").unwrap();
    let texts = fields(|bytes| rowlens::to_hex(bytes).into(), "AAH_AA".into());
    let bytes = fields(|bytes| bytes.into(), Value::Bytes(vec![0, 1, 255, 0]));
    for fields in [texts, bytes] {
        assert_all(&every_call(&kind, "value", &fields), &stored);
        assert_eq!(kind.encode_part("key", &fields).as_deref(), Ok(&b"\0\0\0\0\0\x01\x7f\xff\xff\xff\x91\x01"[..]));
    }
}

#[test]
fn a_whole_number_may_be_a_float() {
    let counts = Kind::new("actionbase", "edge-count");
    let fields = |n: fn(i64) -> Value| edge_count(source("long", n(-3)), n(2));
    let (whole, float) = (fields(Value::I64), fields(|n| Value::F64(n as f64)));
    for part in ["row", "value"] {
        let want = counts.encode_part(part, &whole).unwrap();
        assert_all(&every_call(&counts, part, &float)[..3], &want);
    }
    assert_eq!(counts.key_range(&edge_key(source("long", Value::F64(-3.0)))), counts.key_range(&edge_key(source("long", Value::I64(-3)))));
}

#[test]
fn what_is_no_map_or_nests_too_deep_is_refused() {
    let counts = Kind::new("actionbase", "edge-count");
    for of in [Value::Null, Value::I32(0x7b), Value::Bool(true), "{}".into(), Value::List(Vec::new()), Value::Bytes(vec![0xa0])] {
        for (call, said) in every_call(&counts, "row", &of).into_iter().enumerate() {
            assert_eq!(said.unwrap_err().code, "refused", "{call} {of:?}");
        }
    }
    let mut deep = Value::Null;
    for _ in 0..400 {
        deep = map([("a", deep)]);
    }
    for said in every_call(&counts, "row", &deep) {
        let e = said.unwrap_err();
        assert!(e.message.contains("at most 256 nested values"), "{e}");
    }
}
