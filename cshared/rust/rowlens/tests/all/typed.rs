//! Fields as the program's own types.

use crate::golden::of_kind;
use rowlens::{DecodedRecord, ErrorKind, Kind, Value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct EdgeCount {
    table_code: i64,
    direction: Direction,
    directed_source: Typed,
    count: i64,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Direction {
    In,
    Out,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", content = "value", rename_all = "camelCase")]
enum Typed {
    String(String),
    Long(i64),
    Int(i32),
}

#[test]
fn a_record_is_read_as_a_struct_and_written_from_it() {
    let kind = Kind::new("actionbase", "edge-count");
    let rows = of_kind("edge-count");
    assert!(!rows.is_empty());
    for row in &rows {
        let typed: EdgeCount = kind.decode_as(&row.parts()).unwrap();
        let fields = kind.decode(&row.parts()).unwrap().fields;
        assert_eq!(typed.count, fields["count"].as_i64().unwrap());
        let written = kind.encode_from(&typed).unwrap();
        assert_eq!((written.get("row"), written.get("value")), (Some(row.part("row")), Some(row.part("value"))));
    }
    let wrong = kind.decode_as::<BTreeMap<String, u8>>(&rows[0].parts()).unwrap_err();
    assert_eq!(wrong.kind(), ErrorKind::Refused);
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct All {
    none: Option<u8>,
    some: Option<u64>,
    small: (i8, i16, u8, u16, u32),
    float: (f32, f64),
    list: Vec<bool>,
    bytes: Vec<u8>,
    letter: char,
    unit: (),
    map: BTreeMap<String, Newtype>,
    variants: Vec<Variant>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Newtype(i64);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Variant {
    Unit,
    New(u8),
    Tuple(u8, String),
    Struct { a: i32 },
}

#[test]
fn types_of_every_shape_go_there_and_back() {
    let all = All {
        none: None,
        some: Some(u64::MAX),
        small: (-1, -2, 3, 4, u32::MAX),
        float: (0.5, -0.25),
        list: vec![true, false],
        bytes: vec![1, 2],
        letter: 'é',
        unit: (),
        map: [("a.b".to_string(), Newtype(i64::MIN))].into_iter().collect(),
        variants: vec![Variant::Unit, Variant::New(1), Variant::Tuple(2, "x".into()), Variant::Struct { a: 3 }],
    };
    let value = Value::from_type(&all).unwrap();
    assert_eq!(value["some"], Value::U64(u64::MAX));
    assert_eq!(value["small"][4], Value::U32(u32::MAX));
    assert_eq!(value["variants"][3]["Struct"]["a"], Value::I32(3));
    assert_eq!(value.to_type::<All>().unwrap(), all);
    assert!(Value::from_type(&[(1, 2)].into_iter().collect::<BTreeMap<i32, i32>>()).is_err());
    // Bytes are bytes, and a list of them for types that know nothing else.
    assert_eq!(Value::Bytes(vec![7, 8]).to_type::<Vec<u8>>().unwrap(), [7, 8]);
    assert_eq!(Value::Bytes(vec![7, 8]).to_type::<&[u8]>().unwrap(), [7, 8]);
    assert_eq!(Value::Bytes(vec![7, 8]).to_type::<(u8, u8)>().unwrap(), (7, 8));
    assert!(Value::I32(1).to_type::<Variant>().is_err());
    assert!(Value::Null.to_type::<i32>().is_err());
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Big<T> {
    value: T,
}

#[test]
fn integers_of_128_bits_go_there_and_back() {
    let kind = Kind::new("lexicoders", "biginteger");
    for n in [0, -1, i128::from(i64::MIN), i128::from(u64::MAX), i128::from(u64::MAX) + 1, i128::MIN, i128::MAX] {
        let written = kind.encode_from(&Big { value: n }).unwrap();
        assert_eq!(kind.decode_as::<Big<i128>>(&written.iter().collect::<Vec<_>>()).unwrap().value, n);
    }
    let written = kind.encode_from(&Big { value: u128::MAX }).unwrap();
    let parts: Vec<_> = written.iter().collect();
    assert_eq!(kind.decode_as::<Big<u128>>(&parts).unwrap().value, u128::MAX);
    assert!(kind.decode_as::<Big<i128>>(&parts).is_err());
    assert_eq!(Value::from_type(&(7_i128, u128::from(u64::MAX))).unwrap(), Value::List(vec![Value::I64(7), Value::U64(u64::MAX)]));
    assert_eq!(Value::from("+7").to_type::<i128>().unwrap_err().kind(), ErrorKind::Refused);
}

#[test]
fn a_value_is_itself_in_any_format() {
    let kind = Kind::new("actionbase", "edge-state");
    for row in of_kind("edge-state") {
        let fields = kind.decode(&row.parts()).unwrap().fields;
        assert_eq!(Value::from_type(&fields).unwrap(), fields);
        assert_eq!(fields.to_type::<Value>().unwrap(), fields);
        // As the command prints it, except for the spelling of floats.
        let text = serde_json::to_string(&fields).unwrap();
        assert_eq!(Value::from_json(&text).unwrap(), Value::from_json(&fields.to_json()).unwrap());
    }
    let row = &of_kind("edge-count")[0];
    let record = Kind::any("actionbase").decode(&row.parts()).unwrap();
    assert_eq!(Value::from_type(&record).unwrap().to_type::<DecodedRecord>().unwrap(), record);
    assert_eq!(serde_json::to_value(&record).unwrap()["record"], "edge-count");
    let odd = Value::List(vec![Value::F64(f64::NAN), Value::F32(f32::INFINITY), Value::Bytes(vec![255]), Value::U64(u64::MAX), Value::F64(0.5)]);
    assert_eq!(serde_json::to_string(&odd).unwrap(), odd.to_json());
    let read: Value = serde_json::from_str(r#"{"a":[1,-1,18446744073709551615,0.5,null,"x",true]}"#).unwrap();
    assert_eq!(read["a"][2], Value::U64(u64::MAX));
    assert_eq!((&read["a"][1], read["a"][4].is_null()), (&Value::I64(-1), true));
}
