//! Rows of a real scan, and where things are in the repository.

use rowlens::{from_hex, Kind, Value};
use std::fs;
use std::path::PathBuf;

const PARTS: [&str; 4] = ["row", "family", "qualifier", "value"];

/// A path below the root of the repository.
pub fn path(below: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..").join(below)
}

/// A new folder that only this process writes to: another run of the tests may be at work beside it,
/// and a library that is half written does not load. Whoever makes it removes it.
pub fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn text(below: &str) -> String {
    fs::read_to_string(path(below)).unwrap_or_else(|e| panic!("{below}: {e}"))
}

pub fn tables() -> String {
    text("golden/actionbase/actionbase-hbase-shell.schema.json")
}

/// One row of the scan.
#[derive(Clone)]
pub struct Row {
    pub record: String,
    pub fields: Value,
    cells: Vec<Vec<u8>>,
}

impl Row {
    pub fn parts(&self) -> Vec<(&'static str, &[u8])> {
        PARTS.iter().copied().zip(self.cells.iter().map(Vec::as_slice)).collect()
    }

    pub fn part(&self, name: &str) -> &[u8] {
        self.parts().into_iter().find(|(n, _)| *n == name).unwrap().1
    }

    pub fn kind(&self) -> Kind<'static> {
        Kind::new("actionbase", &self.record)
    }
}

pub fn rows() -> Vec<Row> {
    let lines = text("golden/actionbase/actionbase-hbase-shell.expected.jsonl");
    lines.lines().map(|line| row(&Value::from_json(line).unwrap())).collect()
}

fn row(line: &Value) -> Row {
    let text = |name| line.get(name).unwrap().as_str().unwrap();
    let cells = PARTS.iter().map(|name| from_hex(text(name)).unwrap()).collect();
    Row { record: text("record").to_string(), fields: line.get("fields").unwrap().clone(), cells }
}

pub fn of_kind(record: &str) -> Vec<Row> {
    rows().into_iter().filter(|row| row.record == record).collect()
}

/// The cells of each part, in the order of the parts.
pub fn columns(rows: &[Row]) -> Vec<(&'static str, Vec<Vec<u8>>)> {
    PARTS.iter().map(|name| (*name, rows.iter().map(|row| row.part(name).to_vec()).collect())).collect()
}

/// Whether decoded fields say what their JSON says: there 64-bit integers are decimal text and
/// bytes are hex.
pub fn same(ours: &Value, json: &Value) -> bool {
    match (ours, json) {
        (Value::Bytes(bytes), Value::Text(hex)) => rowlens::to_hex(bytes) == *hex,
        (Value::I64(_) | Value::U64(_), Value::Text(digits)) => ours.to_json() == *digits,
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Map(a), Value::Map(b)) => a.len() == b.len() && a.iter().all(|(name, a)| json.get(name).map_or(false, |b| same(a, b))),
        // Two texts may be equally short and near, and each writer picks its own.
        (Value::F32(a), Value::F64(b)) => *a == *b as f32,
        _ => ours.to_json() == json.to_json(),
    }
}
