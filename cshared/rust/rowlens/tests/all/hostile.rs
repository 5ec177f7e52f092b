//! Calls that are wrong, from the table that the packages share (`golden/hostile`).

use crate::golden::text;
use rowlens::{from_hex, hash32, hlc_join, Cells, Error, Field, Kind, Member, PartCells, Schema, Type, Value};

fn member<'v>(of: &'v Value, name: &str) -> &'v str {
    of.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn items(of: Option<&Value>) -> &[Value] {
    match of {
        Some(Value::List(items)) => items,
        _ => &[],
    }
}

fn kind(of: &Value) -> Kind<'static> {
    Kind::new(member(of, "format"), member(of, "record"))
}

fn lying(of: &Value) -> Result<(), Error> {
    let offsets: Vec<i32> = items(of.get("offsets")).iter().map(|n| n.as_i64().unwrap() as i32).collect();
    let cells = Cells::new(offsets, from_hex(member(of, "data")).unwrap())?;
    kind(of).decode_batch(&[(member(of, "part"), &cells)]).map(drop)
}

fn rows(of: &Value) -> Result<(), Error> {
    let counts = match of.get("rows") {
        Some(Value::Map(counts)) => counts.as_slice(),
        _ => &[],
    };
    let cells: Vec<Cells> = counts.iter().map(|(_, n)| Cells::of(vec![[]; n.as_i64().unwrap() as usize]).unwrap()).collect();
    let parts: Vec<PartCells> = counts.iter().zip(&cells).map(|((part, _), cells)| (part.as_str(), cells)).collect();
    kind(of).decode_batch(&parts).map(drop)
}

fn columns(of: &Value) -> Result<(), Error> {
    let of_type = match member(of, "type") {
        "" => None,
        "error" => Some(Type::Error),
        _ => Some(Type::Utf8),
    };
    let fields: Vec<Field> = of_type.into_iter().map(|t| Field::new(member(of, "path"), t)).collect();
    let cells = Cells::of([[]])?;
    kind(of).decode_columns(&[(member(of, "part"), &cells)], &fields).map(drop)
}

fn members(of: &Value) -> Result<(), Error> {
    let absent = Cells::of_options([None::<&str>])?;
    kind(of).encode_columns(&[member(of, "part")], &[Member::cells(member(of, "path"), Type::Utf8, &absent)]).map(drop)
}

fn decode(of: &Value) -> Result<(), Error> {
    let bytes = from_hex(member(of, "given")).unwrap();
    let part = of.get("part").and_then(Value::as_str);
    let parts: Vec<(&str, &[u8])> = part.into_iter().map(|name| (name, bytes.as_slice())).collect();
    kind(of).decode(&parts).map(drop)
}

fn call(of: &Value) -> Result<(), Error> {
    match member(of, "call") {
        "decode" => decode(of),
        "offsets" => lying(of),
        "rows" => rows(of),
        "columns" => columns(of),
        "members" => members(of),
        "encode" => kind(of).encode_part(member(of, "part"), &Value::from_json(member(of, "fields"))?).map(drop),
        "schema" => Schema::open(member(of, "format"), member(of, "json")).map(drop),
        "hash" => hash32(member(of, "format"), member(of, "text")).map(drop),
        "clock" => hlc_join(member(of, "layout"), 1, 1).map(drop),
        other => panic!("there is no call {other}"),
    }
}

#[test]
fn every_wrong_call_is_refused_as_the_table_says() {
    let (mut refused, mut unwritable) = (0, 0);
    for line in text("golden/hostile/calls.jsonl").lines() {
        let of = Value::from_json(line).unwrap();
        let expected = of.get("expect").map(|by| member(by, "rust")).unwrap_or_default();
        if expected.starts_with("cannot be written: ") {
            unwritable += 1;
            continue;
        }
        let error = call(&of).expect_err(member(&of, "name"));
        assert_eq!(error.code, expected, "{}: {error}", member(&of, "name"));
        assert!(error.message.len() > 5, "{}", member(&of, "name"));
        refused += 1;
    }
    assert!(refused > 20, "{refused}");
    assert_eq!(unwritable, 10);
}
