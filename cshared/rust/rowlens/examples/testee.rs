//! A testee of the conformance protocol (docs/testee.md) over this crate: request lines in,
//! answer lines out.
//!
//! The op define opens a schema, one per format, to which later lines refer by its handle.

use rowlens::{Schema, Value};
use std::collections::HashMap;
use std::error::Error;
use std::io::{stdin, stdout, BufRead, Write};

fn main() -> Result<(), Box<dyn Error>> {
    let mut schemas = HashMap::new();
    let (mut input, mut output, mut line) = (stdin().lock(), stdout().lock(), Vec::new());
    while input.read_until(b'\n', &mut line)? > 0 {
        let text = trim(&line);
        if !text.is_empty() {
            output.write_all(&answer(&mut schemas, text)?)?;
            output.write_all(b"\n")?;
            output.flush()?;
        }
        line.clear();
    }
    Ok(())
}

fn answer(schemas: &mut HashMap<String, Schema>, line: &[u8]) -> Result<Vec<u8>, rowlens::Error> {
    let request = std::str::from_utf8(line).ok().and_then(|text| Some((text, Value::from_json(text).ok()?)));
    let (text, request) = match request {
        Some((text, request)) if request.as_map().is_some() => (text, request),
        _ => return rowlens::answer(line), // the library reports what is wrong with it
    };
    let format = request.get("format").and_then(Value::as_str).unwrap_or_default();
    if request.get("op").and_then(Value::as_str) == Some("define") {
        let id = request.get("id").cloned().unwrap_or(Value::Null);
        return Ok(define(schemas, format, id, text).to_json().into_bytes());
    }
    match schemas.get(format) {
        Some(schema) if request.get("schema").is_none() => {
            let known = format!("{},\"schema\":{}}}", &text[..text.len() - 1], schema.handle());
            rowlens::answer(known.as_bytes())
        }
        _ => rowlens::answer(line),
    }
}

/// Keeps a schema; it may refer to the previous one.
fn define(schemas: &mut HashMap<String, Schema>, format: &str, id: Value, text: &str) -> Value {
    let uses: Vec<&Schema> = schemas.get(format).into_iter().collect();
    let mut said: Value = [("id", id)].into_iter().collect();
    match Schema::open_with(format, text, &uses) {
        Ok(schema) => {
            schemas.insert(format.to_string(), schema);
            said.set("ok", true);
        }
        Err(e) => {
            said.set("error", e.message);
            said.set("code", e.code);
        }
    }
    said
}

/// The bytes without surrounding white space. (Rust has had this only since 1.80.)
fn trim(line: &[u8]) -> &[u8] {
    let kept = |b: &u8| !b.is_ascii_whitespace();
    let end = line.iter().rposition(kept).map_or(0, |at| at + 1);
    let start = line.iter().position(kept).unwrap_or(end);
    &line[start..end]
}
