//! Many records to bytes, from values and from columns.

use crate::batch::{borrowed, cells};
use crate::golden::of_kind;
use rowlens::{Cells, Field, Kind, Member, Type, Value};

#[test]
fn parts_together_are_the_parts() {
    let (rows, kind) = (of_kind("edge-index"), Kind::new("actionbase", "edge-index"));
    let fields: Vec<Value> = kind.decode_batch(&borrowed(&cells(&rows))).unwrap().iter().map(|one| one.unwrap().unwrap().fields).collect();
    let together = kind.encode_batch_parts(&["value", "row"], &fields).unwrap();
    for (part, batch) in ["value", "row"].iter().zip(&together) {
        assert!(batch.iter().zip(&rows).all(|(bytes, row)| bytes.unwrap() == row.part(part)));
        assert_eq!(batch.cells(), kind.encode_batch(part, &fields).unwrap().cells());
    }
    let texts = Cells::of(fields.iter().map(Value::to_json)).unwrap();
    assert_eq!(kind.encode_batch_json("row", &texts).unwrap().cells(), together[1].cells());
}

#[test]
fn values_of_every_type_are_written_as_one_by_one() {
    let numbers = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.0, 1.5, f64::MIN_POSITIVE];
    for (record, values) in [
        ("double", numbers.map(Value::F64).to_vec()),
        ("float", numbers.map(|x| Value::F32(x as f32)).to_vec()),
        ("long", [0, 23, 24, 255, 256, 65535, 65536, 1 << 32, -1, -24, -25, -257, i64::MIN, i64::MAX].map(Value::I64).to_vec()),
        ("ulong", vec![Value::U64(u64::MAX), Value::U32(u32::MAX), Value::I32(7)]),
        ("string", vec![Value::from("é😀\u{2028}"), Value::Text("x".repeat(70_000))]),
        ("bytes", vec![Value::Bytes(vec![0, 255]), Value::Bytes(vec![7; 300])]),
    ] {
        let kind = Kind::new("lexicoders", record).unlimited();
        let fields: Vec<Value> = values.into_iter().map(|value| [("value", value)].into_iter().collect()).collect();
        let written = kind.encode_batch("value", &fields).unwrap();
        for (one, bytes) in fields.iter().zip(written.iter()) {
            assert_eq!(bytes, kind.encode_part("value", one).as_deref().map_err(Clone::clone), "{record} {one:?}");
            assert!(bytes.is_ok());
        }
    }
}

#[test]
fn a_strict_kind_fails_at_the_first_row_that_is_refused() {
    let kind = Kind::new("actionbase", "edge-count");
    let strict = Kind::new("actionbase", "edge-count").strict();
    let fields = [r#"{"count":1}"#, r#"{"count":"x"}"#, r#"{"count":"y"}"#].map(|text| Value::from_json(text).unwrap());
    let texts = Cells::of(["1", "x", "y"]).unwrap();
    let columns = [Member::cells("count", Type::Utf8, &texts)];
    let jsons = Cells::of(fields.iter().map(Value::to_json)).unwrap();
    for error in [
        strict.encode_batch("value", &fields).unwrap_err(),
        strict.encode_batch_parts(&["value"], &fields).unwrap_err(),
        strict.encode_batch_json("value", &jsons).unwrap_err(),
        strict.encode_columns(&["value"], &columns).unwrap_err(),
    ] {
        assert_eq!((error.code.as_str(), error.number, error.row, error.path.as_str()), ("refused", -109, Some(1), "count"), "{error}");
    }
    assert_eq!(kind.encode_batch("value", &fields).unwrap().iter().filter(Result::is_err).count(), 2);
    assert_eq!(strict.encode_batch("value", &fields[..1]).unwrap().cells(), kind.encode_batch("value", &fields[..1]).unwrap().cells());
}

#[test]
fn what_does_not_exist_has_one_code_in_all_calls() {
    let fields = Value::Map(Vec::new());
    for (format, record, code, number) in [
        ("actionbase", "nope", "unknown-record", -104),
        ("nope", "nope", "unknown-format", -103),
        ("actionbase", "", "unknown-record", -104),
        ("actionbase", "string-hash", "unsupported", -108),
    ] {
        let kind = Kind::new(format, record);
        let batch = kind.encode_batch("row", std::slice::from_ref(&fields)).err();
        for error in [kind.encode(&fields).err(), kind.encode_part("row", &fields).err(), batch] {
            let error = error.unwrap();
            assert_eq!((error.code.as_str(), error.number), (code, number), "{format} {record}");
            assert!(error.message.starts_with(&format!("{code}: ")), "{error}");
        }
    }
}

#[test]
fn columns_are_taken_back() {
    let (rows, kind) = (of_kind("edge-count"), Kind::new("actionbase", "edge-count"));
    let paths = [("tableCode", Type::Int64), ("direction", Type::Utf8), ("directedSource", Type::Cbor), ("count", Type::Int64)];
    let fields: Vec<Field> = paths.iter().map(|(path, data_type)| Field::new(path, *data_type)).collect();
    let columns = kind.decode_columns(&borrowed(&cells(&rows)), &fields).unwrap();
    let members: Vec<Member<'_>> = paths.iter().zip(columns.iter()).map(|((path, _), column)| Member::column(path, &column)).collect();
    let written = kind.encode_columns(&["row", "value"], &members).unwrap();
    for (part, batch) in ["row", "value"].iter().zip(&written) {
        assert!(batch.iter().zip(&rows).all(|(bytes, row)| bytes.unwrap() == row.part(part)));
    }
}

#[test]
fn members_of_every_type_and_rows_without_them() {
    let kind = Kind::new("actionbase", "edge-state");
    let json = |text: &str| Cells::of([text; 3]).unwrap();
    let (code, source, target, none) = ([5; 3], json(r#"{"type":"long","value":1}"#), json(r#"{"type":"double","value":2.5}"#), json("[]"));
    let versions = [1, 2, 3];
    let members = |active: &[bool], there: &[bool]| {
        let members = [
            Member::int64s("tableCode", &code),
            Member::cells("source", Type::Json, &source),
            Member::cells("target", Type::Json, &target),
            Member::bools("active", active).valid(there),
            Member::int64s("version", &versions),
            Member::cells("properties", Type::Json, &none),
        ];
        kind.encode_columns(&["value"], &members).unwrap().remove(0)
    };
    let whole = |active, version: i64| {
        let text = r#"{"tableCode":5,"source":{"type":"long","value":1},"target":{"type":"double","value":2.5},"properties":[]}"#;
        let mut fields = Value::from_json(text).unwrap();
        fields.set("active", Value::Bool(active));
        fields.set("version", Value::I64(version));
        kind.encode_part("value", &fields).unwrap()
    };
    let found = members(&[true, false, true], &[true; 3]);
    assert_eq!(found.iter().map(|one| one.unwrap().to_vec()).collect::<Vec<_>>(), [whole(true, 1), whole(false, 2), whole(true, 3)]);
    let found = members(&[true, false, true], &[true, false]);
    assert_eq!(found.get(0), Some(Ok(&whole(true, 1)[..])));
    for row in [1, 2] {
        let e = found.get(row).unwrap().unwrap_err();
        assert_eq!((e.code.as_str(), e.row, e.path.as_str()), ("refused", Some(row as u32), "active"));
    }
}

#[test]
fn members_that_make_no_fields_are_refused() {
    let kind = Kind::new("actionbase", "edge-count");
    let (one, two, texts) = ([1], [1, 2], Cells::of(["x"]).unwrap());
    let code = |parts: &[&str], members: &[Member<'_>]| kind.encode_columns(parts, members).unwrap_err().code;
    let count = Member::int64s("count", &one);
    assert_eq!(code(&["value"], &[]), "bad-length");
    assert_eq!(code(&["value"], &[count.clone(), count.clone()]), "bad-option");
    assert_eq!(code(&["value"], &[count.clone(), Member::int64s("count.a", &one)]), "bad-option");
    assert_eq!(code(&["value"], &[count.clone(), Member::int64s("version", &two)]), "bad-offsets");
    assert_eq!(code(&["value"], &[Member::cells("count", Type::Int64, &texts)]), "bad-option");
    assert_eq!(code(&["value"], &[Member::cells("", Type::Error, &texts)]), "bad-option");
    for parts in [&[][..], &["rows"], &["row", "row"], &["row,value", "row"]] {
        assert_eq!(code(parts, std::slice::from_ref(&count)), "bad-part");
    }
}
