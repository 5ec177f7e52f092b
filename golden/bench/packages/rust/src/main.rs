//! Measures calls of the crate when its standard input says so, as calls.py does those of Python's package. The answers are the
//! thread's processor time.

use rowlens::{Cells, Field, Kind, Type, Value};
use std::error::Error;
use std::io::{stdin, stdout, BufRead, Write};

const NAME: usize = 16;

/// The rows of a part: 16 bytes of its name, count + 1 offsets, the bytes.
fn cells_of(mut data: &[u8], count: usize) -> Result<Vec<(String, Cells<'static>)>, Box<dyn Error>> {
    let mut parts = Vec::new();
    while !data.is_empty() {
        let (name, rest) = data.split_at(NAME);
        let (head, rest) = rest.split_at(4 * (count + 1));
        let offsets: Vec<i32> = head.chunks(4).map(|four| i32::from_ne_bytes([four[0], four[1], four[2], four[3]])).collect();
        let (bytes, rest) = rest.split_at(offsets[count] as usize);
        parts.push((String::from_utf8(name.to_vec())?.trim_end_matches('\0').to_string(), Cells::new(offsets, bytes.to_vec())?));
        data = rest;
    }
    Ok(parts)
}

#[repr(C)]
struct Time {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, time: *mut Time) -> i32;
}

const THREAD_TIME: i32 = 3; // CLOCK_THREAD_CPUTIME_ID of Linux

/// The processor time of this thread so far, in ns.
fn now() -> Result<f64, Box<dyn Error>> {
    let mut time = Time { seconds: 0, nanoseconds: 0 };
    match unsafe { clock_gettime(THREAD_TIME, &mut time) } {
        0 => Ok(time.seconds as f64 * 1e9 + time.nanoseconds as f64),
        _ => Err("no clock of the thread's time".into()),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (kind, count) = (Kind::new(&arguments[0], &arguments[1]), arguments[3].parse()?);
    let owned = cells_of(&std::fs::read(&arguments[2])?, count)?;
    let cells: Vec<(&str, &Cells)> = owned.iter().map(|(name, cells)| (name.as_str(), cells)).collect();
    let names: Vec<&str> = cells.iter().map(|(name, _)| *name).collect();
    let rows: Vec<Vec<(&str, &[u8])>> = (0..count).map(|row| cells.iter().map(|(name, cells)| (*name, cells.get(row).unwrap_or_default())).collect()).collect();
    let records = || kind.decode_batch(&cells)?.iter().filter_map(Result::transpose).map(|one| Ok(one?.fields)).collect::<Result<Vec<Value>, rowlens::Error>>();
    let fields = records()?;
    let wanted = [
        Field::new("tableCode", Type::Int64),
        Field::new("direction", Type::Utf8),
        Field::new("directedSource.value", Type::Utf8),
        Field::new("directedTarget.value", Type::Utf8),
        Field::new("version", Type::Int64),
    ];
    for line in stdin().lock().lines() {
        let line = line?;
        let start = now()?;
        match line.as_str() {
            "single" => rows.iter().try_for_each(|row| kind.decode(row).map(drop))?,
            "batch" => drop(kind.decode_batch(&cells)?),
            "records" => drop(records()?),
            "columns" => drop(kind.decode_columns(&cells, &wanted)?),
            "encode" => drop(kind.encode_batch_parts(&names, &fields)?),
            "part" => fields.iter().try_for_each(|one| kind.encode_part(names[0], one).map(drop))?,
            "empty" => (),
            _ => return Err(format!("no operation {line}").into()),
        }
        println!("{}", (now()? - start) / count as f64);
        stdout().flush()?;
    }
    Ok(())
}
