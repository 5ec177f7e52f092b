//! One record at a time.

use crate::golden::{of_kind, rows, same, tables};
use rowlens::{Hlc, Kind, Order, Schema, Value};
use std::cmp::Ordering;

#[test]
fn every_row_is_decoded_and_written_again() {
    let schema = Schema::open("actionbase", &tables()).unwrap();
    for row in rows() {
        let kind = row.kind().schema(&schema);
        let record = kind.decode(&row.parts()).unwrap();
        assert_eq!((record.format.as_str(), &record.record), ("actionbase", &row.record));
        assert!(same(&record.fields, &row.fields), "{:?}\n{}", record.fields, row.fields.to_json());
        assert!(same(&Value::from_json(&kind.decode_json(&row.parts()).unwrap()).unwrap(), &row.fields));
        let parts = kind.encode(&record.fields).unwrap();
        assert!(parts.get("row").is_some() && parts.iter().all(|(name, bytes)| bytes == row.part(name)));
        assert_eq!(kind.encode_part("row", &record.fields).unwrap(), row.part("row"));
    }
}

#[test]
fn integers_have_the_width_that_is_stored() {
    let row = &of_kind("edge-count")[0];
    let fields = row.kind().decode(&row.parts()).unwrap().fields;
    assert!(matches!(fields.get("count"), Some(Value::I64(_))), "{fields:?}");
    assert!(matches!(fields.get("tableCode"), Some(Value::I32(_))), "{fields:?}");
}

#[test]
fn bytes_of_an_unknown_kind_are_identified() {
    for row in rows() {
        let found = rowlens::identify(&row.parts(), "").unwrap();
        assert_eq!((found.format.as_str(), &found.record, found.part), ("actionbase", &row.record, None));
        let any = Kind::any("actionbase").decode(&row.parts()).unwrap();
        assert_eq!(any, row.kind().decode(&row.parts()).unwrap());
    }
    let row = &rows()[0];
    let found = rowlens::identify(&[("bytes", row.part("row"))], "actionbase").unwrap();
    let part = found.part.clone().unwrap();
    assert_eq!(part, "row");
    assert_eq!(found.kind().decode(&[(&part, row.part("row"))]).unwrap().record, row.record);
    assert_eq!(rowlens::decode(row.part("row")).unwrap().format, "actionbase");
    assert_eq!(rowlens::identify(&[("bytes", &[0])], "actionbase").unwrap_err().number, 0);
}

#[test]
fn errors_say_code_offset_part_and_path() {
    let row = &of_kind("edge-count")[0];
    let mut parts = row.parts();
    parts[3].1 = &[0, 0, 0];
    let e = row.kind().decode(&parts).unwrap_err();
    assert_eq!((e.code.as_str(), e.number, e.part.as_str(), e.path.as_str(), e.row), ("truncated", -1, "value", "count", None));
    assert!(e.offset.unwrap() <= 3);
    assert!(!e.message.is_empty() && e.to_string() == e.message);
}

#[test]
fn wrong_calls_are_refused() {
    let state = Kind::new("actionbase", "edge-state");
    let empty: Value = Value::Map(Vec::new());
    let code = |e: rowlens::Error| e.code;
    let cases = [
        ("unknown-format", Kind::new("nothing", "x").decode(&[("row", &[])]).map_err(code).err()),
        ("unknown-format", Kind::new("actionbase\0", "edge-state").decode(&[("row", &[])]).map_err(code).err()),
        ("unknown-record", Kind::new("actionbase", "x").decode(&[("row", &[])]).map_err(code).err()),
        ("bad-part", state.decode(&[("x", &[])]).map_err(code).err()),
        ("bad-part", state.decode(&[]).map_err(code).err()),
        ("not-json", Schema::open("actionbase", "{").map_err(code).err()),
        ("refused", state.encode(&empty).map_err(code).err()),
        ("refused", state.encode_part("row", &empty).map_err(code).err()),
        ("unknown-record", Kind::new("actionbase", "no-such").encode(&empty).map_err(code).err()),
    ];
    for (i, (want, found)) in cases.into_iter().enumerate() {
        assert_eq!(found.as_deref(), Some(want), "case {i}");
    }
}

#[test]
fn a_wrong_salt_is_found_where_it_is_asked_for() {
    let row = &of_kind("edge-count")[0];
    let mut salted = row.part("row").to_vec();
    salted[0] ^= 1;
    let mut parts = row.parts();
    parts[0].1 = &salted;
    assert!(row.kind().decode(&parts).is_ok());
    assert_eq!(row.kind().check().decode(&parts).unwrap_err().code, "bad-check");
    // Options for batches do not affect single calls.
    assert!(row.kind().check().strict().decode(&row.parts()).is_ok());
    assert!(row.kind().check().strict().explain(&parts).is_ok());
}

#[test]
fn schemas_know_the_schemas_that_they_use() {
    let row = &of_kind("edge-count")[0];
    let table = |schema: &Schema| row.kind().schema(schema).decode(&row.parts()).unwrap().fields.get("table").cloned();
    let define = |name: &str, schema: &str| format!("{{\"op\":\"define\",\"given\":{{\"name\":\"{name}\",{}", &schema.trim()[1..]) + "}";
    let tables = Schema::open("actionbase", &define("shop", &tables())).unwrap();
    assert_eq!(table(&tables), Some("social.user_likes".into()));
    let named = Schema::open_with("actionbase", "{\"given\":{\"schema\":\"shop\"}}", &[&tables]).unwrap();
    drop(tables);
    assert_eq!(table(&named), Some("social.user_likes".into()));
    assert!(named.handle() > 0);
    assert_eq!(table(&Schema::open("actionbase", "{\"given\":{}}").unwrap()), None);
    assert_eq!(Schema::open_with("actionbase", "{\"a\":", &[&named]).unwrap_err().code, "not-json");
    // An object without members may use others, too.
    let code = |of: Result<Schema, rowlens::Error>| of.err().map(|e| e.code);
    assert_eq!(code(Schema::open_with("actionbase", " {} ", &[])), code(Schema::open("actionbase", "{\"uses\":[]}")));
}

#[test]
fn a_tree_explains_every_byte() {
    let mut longest = 0;
    for row in rows() {
        let (text, tree) = (row.kind().explain_json(&row.parts()).unwrap(), row.kind().explain(&row.parts()).unwrap());
        let hex = tree.get("parts").unwrap().as_list().unwrap()[0].get("hex").unwrap();
        assert_eq!(hex.as_str(), Some(rowlens::to_hex(row.part("row")).as_str()));
        assert_eq!(Value::from_json(&text), Ok(tree));
        longest = longest.max(text.len());
    }
    assert!(longest > 4096, "all have room in the first try: {longest}");
}

#[test]
fn pasted_text_is_inspected() {
    let text = rowlens::to_hex(rows()[0].part("row"));
    let said = rowlens::inspect(&[("text", Value::from(text))].into_iter().collect()).unwrap();
    let best = &said.get("candidates").unwrap().as_list().unwrap()[0];
    assert_eq!(best.get("format").unwrap().as_str(), Some("actionbase"));
    let refused = rowlens::answer(b"no request").unwrap();
    assert!(Value::from_json(std::str::from_utf8(&refused).unwrap()).unwrap().get("error").is_some());
}

#[test]
fn order_ranges_versions_and_hashes() {
    let (low, high) = ([("key", &[1][..])], [("key", &[2][..])]);
    let all = [(&low, &high), (&high, &low), (&low, &low)].map(|(a, b)| Order::of("").compare(a, b).unwrap());
    assert_eq!(all, [Ordering::Less, Ordering::Greater, Ordering::Equal]);
    assert_eq!(Order::of("actionbase").family(b"f").compare(&[("row", &[1])], &[("row", &[1, 0])]), Ok(Ordering::Less));
    let row = &of_kind("edge-state")[0];
    let fields = row.kind().decode(&row.parts()).unwrap().fields;
    let known: Value = ["tableCode", "source"].into_iter().map(|name| (name, fields.get(name).unwrap().clone())).collect();
    let range = row.kind().key_range(&known).unwrap();
    assert_eq!(range.part, "row");
    assert!(range.start.as_slice() <= row.part("row") && row.part("row") < range.stop.unwrap().as_slice());
    let version = rowlens::hlc_join("maryk", 1_700_000_000_000, 7).unwrap();
    assert_eq!(rowlens::hlc_split("maryk", version), Ok(Hlc { physical: 1_700_000_000_000, logical: 7 }));
    assert_eq!(rowlens::hlc_join("maryk", u64::MAX, 0).unwrap_err().code, "refused");
    assert_eq!(rowlens::hash32("actionbase", "demo.follow"), Ok(1_526_621_597));
    let error = rowlens::hash32("nothing", "").unwrap_err();
    assert_eq!((error.code.as_str(), error.message.as_str()), ("unknown-format", "unknown-format: there is no format with this id"));
}

/// Nested lists of the JDK, each with one item.
fn stream(levels: usize) -> Vec<u8> {
    let class = b"\xac\xed\0\x05sr\0\x13java.util.ArrayListx\x81\xd2\x1d\x99\xc7a\x9d\x03\0\x01I\0\x04sizexp";
    let one = b"\0\0\0\x01w\x04\0\0\0\x01";
    let mut bytes = [&b"x"[..], class, one].concat();
    for _ in 1..levels {
        bytes.extend_from_slice(b"sq\0~\0\0");
        bytes.extend_from_slice(one);
    }
    bytes.extend_from_slice(b"t\0\x01x");
    bytes.resize(bytes.len() + levels, b'x');
    bytes
}

#[test]
fn what_nests_deep_is_read() {
    let bytes = stream(990);
    let fields = Kind::new("accumulograph", "value-jdk").decode(&[("value", &bytes)]).unwrap().fields;
    let mut levels = 0;
    let mut found = fields.get("value");
    while let Some(inner) = found.and_then(|value| value.get("value")) {
        found = Some(inner.as_list().map_or(inner, |items| &items[0]));
        levels += 1;
    }
    assert!(levels > 990, "{levels} levels");
}
