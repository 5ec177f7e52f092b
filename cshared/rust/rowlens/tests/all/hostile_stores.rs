//! Wrong calls about stores, and files that misbehave while they are read.

use crate::golden::path;
use crate::hostile::{items, member};
use rowlens::{Error, KeyRange, ReadAt, Scan, Store, Value};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

fn folder(of: &Value) -> PathBuf {
    path("golden").join(member(of, "files"))
}

fn file(of: &Value) -> PathBuf {
    fs::read_dir(folder(of)).unwrap().next().unwrap().unwrap().path()
}

pub fn open(of: &Value) -> Result<(), Error> {
    match of.get("given") {
        Some(Value::Text(at)) => Store::open(at).map(drop),
        given => Store::open_all(&items(given).iter().map(|at| at.as_str().unwrap()).collect::<Vec<_>>()).map(drop),
    }
}

pub fn named(of: &Value) -> Result<(), Error> {
    let names = items(of.get("names")).iter().map(|name| name.as_str().unwrap().to_string());
    Store::open_files(names.map(|name| (name, Liar::new(of, ""))).collect()).map(drop)
}

fn options(of: &Value) -> Vec<(String, Value)> {
    match of.get("options") {
        Some(Value::Map(options)) => options.clone(),
        _ => Vec::new(),
    }
}

fn option<'v>(of: &'v Value, name: &str) -> Option<&'v Value> {
    of.get("options")?.get(name)
}

fn asked<'s>(store: &'s Store, options: &[(String, Value)]) -> Scan<'s> {
    let mut scan = store.scan();
    for (name, value) in options {
        let text = value.as_str().unwrap_or_default();
        scan = match name.as_str() {
            "table" => scan.table(text),
            "where" => scan.filter(text),
            "columns" => scan.columns(&items(Some(value)).iter().map(|name| name.as_str().unwrap()).collect::<Vec<_>>()),
            "format" => scan.format(text),
            "record" => scan.record(text),
            "limit" => scan.limit(value.as_u64().unwrap() as u32),
            "part" | "size" | "keys" => scan,
            other => panic!("there is no option {other}"),
        };
    }
    scan
}

pub fn scan(of: &Value) -> Result<(), Error> {
    let store = Store::open(folder(of))?;
    let options = options(of);
    let scan = asked(&store, &options);
    let scan = match option(of, "part") {
        None => scan,
        Some(Value::List(share)) => scan.share(share[0].as_u64().unwrap() as u32, share[1].as_u64().unwrap() as u32),
        Some(part) => scan.part(&part.to_json().parse()?),
    };
    scan.rows()?.try_for_each(|row| row.map(drop))
}

pub fn cut(of: &Value) -> Result<(), Error> {
    let store = Store::open(folder(of))?;
    let scan = asked(&store, &options(of));
    let size = option(of, "size").and_then(Value::as_u64).unwrap();
    let parts = match option(of, "keys").map(|keys| member(keys, "part")) {
        None => scan.parts(size),
        Some(part) => scan.parts_of(size, &KeyRange { part: part.to_string(), start: Vec::new(), stop: None }),
    };
    parts.map(drop)
}

/// The rows of a file that lies at a stage: all are there, or they say that they are damaged.
pub fn read(of: &Value) -> Result<&'static str, Error> {
    let rows = |scan: &Scan<'_>| -> Result<Vec<Value>, Error> { scan.rows()?.collect() };
    let honest = rows(&Store::open(file(of))?.scan())?;
    let liar = Liar::new(of, member(of, "how"));
    let (on, held, stage) = (Arc::clone(&liar.on), Arc::clone(&liar.store), member(of, "stage"));
    on.store(stage == "open", Ordering::Relaxed);
    let store = Arc::new(Store::open_files(vec![("a.hfile".to_string(), liar)])?);
    *held.lock().unwrap() = Some(Arc::clone(&store));
    on.fetch_or(stage == "scan", Ordering::Relaxed);
    let begun = store.scan().rows();
    on.store(true, Ordering::Relaxed);
    let found = begun.and_then(|rows| rows.collect::<Result<Vec<Value>, Error>>());
    *held.lock().unwrap() = None; // each holds the other
    let found = found?;
    if found.iter().any(|row| row.get("error").is_some()) {
        return Ok("damage");
    }
    assert_eq!(found.len(), honest.len());
    Ok("reads")
}

/// A file that misbehaves as long as it is told to.
struct Liar {
    data: Vec<u8>,
    how: String,
    on: Arc<AtomicBool>,
    store: Arc<Mutex<Option<Arc<Store>>>>,
}

impl Liar {
    fn new(of: &Value, how: &str) -> Liar {
        Liar { data: fs::read(file(of)).unwrap(), how: how.to_string(), on: Arc::default(), store: Arc::default() }
    }

    fn uses(&self) -> io::Result<()> {
        let store = self.store.lock().unwrap().clone();
        let store = match store {
            Some(store) => store,
            None => return Ok(()),
        };
        let used = match self.how.as_str() {
            "tables" => store.tables().map(drop),
            "scans" => store.scan().rows().and_then(|rows| rows.collect::<Result<Vec<Value>, Error>>()).map(drop),
            _ => store.parts(1).map(drop),
        };
        used.map_err(|error| io::Error::new(io::ErrorKind::Other, error.message))
    }
}

impl ReadAt for Liar {
    fn size(&self) -> io::Result<u64> {
        let size = self.data.len() as u64;
        Ok(match self.how.as_str() {
            "longer" => size + 1000,
            "shorter" => size - 100,
            _ => size,
        })
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> io::Result<usize> {
        let left = &self.data[self.data.len().min(offset as usize)..];
        let n = left.len().min(out.len());
        out[..n].copy_from_slice(&left[..n]);
        if n == 0 || !self.on.load(Ordering::Relaxed) {
            return Ok(n);
        }
        match self.how.as_str() {
            "one" => return Ok(1),
            "more" => return Ok(out.len() + 100),
            "nothing" => return Ok(0),
            "throws" => return Err(io::Error::new(io::ErrorKind::Other, "the disk is gone")),
            "tables" | "scans" | "parts" => {
                self.on.store(false, Ordering::Relaxed); // or it would call itself forever
                let used = self.uses();
                self.on.store(true, Ordering::Relaxed);
                used?;
            }
            _ => {}
        }
        Ok(n)
    }
}
