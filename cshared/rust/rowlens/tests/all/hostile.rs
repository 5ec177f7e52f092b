//! Wrong calls, from the table that the packages share (`golden/hostile`).

use crate::golden::text;
use crate::hostile_stores;
use rowlens::{from_hex, hash32, hlc_join, Cells, Error, Field, Kind, Member, Order, PartCells, Schema, Type, Value};

pub fn member<'v>(of: &'v Value, name: &str) -> &'v str {
    of.get(name).and_then(Value::as_str).unwrap_or_default()
}

pub fn items(of: Option<&Value>) -> &[Value] {
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

fn write(of: &Value) -> Result<(), Error> {
    let parts: Vec<&str> = items(of.get("parts")).iter().map(|part| part.as_str().unwrap()).collect();
    kind(of).encode_batch_parts(&parts, &[Value::from_json(member(of, "fields"))?]).map(drop)
}

fn borrowed(parts: &[(String, Vec<u8>)]) -> Vec<(&str, &[u8])> {
    parts.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect()
}

fn compare(of: &Value) -> Result<(), Error> {
    let side = |name| match of.get(name) {
        Some(Value::Map(parts)) => parts.iter().map(|(part, hex)| (part.clone(), from_hex(hex.as_str().unwrap()).unwrap())).collect::<Vec<_>>(),
        _ => Vec::new(),
    };
    let (left, right) = (side("left"), side("right"));
    Order::of(member(of, "format")).compare(&borrowed(&left), &borrowed(&right)).map(drop)
}

/// The bytes AB in the middle of other memory, alone and in a batch.
fn memory(of: &Value) -> Result<(), Error> {
    let around = b"?AB?";
    let want = Value::from_json(r#"{"value":"AB"}"#)?;
    assert_eq!(kind(of).decode(&[(member(of, "part"), &around[1..3])])?.fields, want);
    let cells = Cells::of([&around[1..3]])?;
    assert_eq!(kind(of).decode_batch(&[(member(of, "part"), &cells)])?.get(0).unwrap()?.unwrap().fields, want);
    Ok(())
}

/// The result of a call: a code, or that nothing is wrong after all.
fn call(of: &Value) -> Result<&'static str, Error> {
    if member(of, "call") == "read" {
        return hostile_stores::read(of);
    }
    called(of).map(|()| "reads")
}

fn called(of: &Value) -> Result<(), Error> {
    match member(of, "call") {
        "write" => write(of),
        "compare" => compare(of),
        "memory" => memory(of),
        "open" => hostile_stores::open(of),
        "named" => hostile_stores::named(of),
        "scan" => hostile_stores::scan(of),
        "cut" => hostile_stores::cut(of),
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
    let (mut refused, mut unwritable, mut wrong) = (0, 0, Vec::new());
    for line in text("golden/hostile/calls.jsonl").lines() {
        let of = Value::from_json(line).unwrap();
        let expected = of.get("expect").map(|by| member(by, "rust")).unwrap_or_default();
        if expected.starts_with("cannot be written: ") {
            unwritable += 1;
            continue;
        }
        let said = match call(&of) {
            Ok(said) => said.to_string(),
            Err(error) if error.message.len() > 5 => error.code.to_string(),
            Err(error) => format!("{error:?}"),
        };
        if said != expected {
            wrong.push(format!("{}: {said}, want {expected}", member(&of, "name")));
        }
        refused += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(refused > 80, "{refused}");
    assert_eq!(unwritable, 65);
}
