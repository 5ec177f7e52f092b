//! Stores of each kind, whole and damaged: the crate reads the same rows that the command prints.

use crate::golden::{path, same, scratch};
use rowlens::{to_hex, ReadAt, Store, Value};
use std::fs::{self, File};
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

const STORES: [&str; 6] = ["maryk-rocksdb/latest", "rocksdb/damaged-data-block", "lmdb/implexus-good", "lmdb/implexus-corrupt", "hfile/maryk", "rfile/social"];

/// A store in a folder that is gone when this is dropped.
pub struct Unpacked {
    folder: PathBuf,
    pub store: PathBuf,
}

impl Unpacked {
    pub fn new(test: &str, name: &str) -> Unpacked {
        let folder = scratch(&format!("{test}-{}", name.replace('/', "-")));
        let archive = path("golden/store-files").join(format!("{name}.tar.gz"));
        assert!(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(&folder).status().unwrap().success());
        let inside = folder.join("db");
        let store = if inside.is_dir() { inside } else { folder.clone() };
        Unpacked { folder, store }
    }

    /// Its files by name.
    fn files(&self) -> Vec<(String, PathBuf)> {
        let (mut found, mut folders) = (Vec::new(), vec![self.store.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                let at = entry.path();
                if at.is_dir() {
                    folders.push(at);
                } else {
                    found.push((at.strip_prefix(&self.store).unwrap().to_str().unwrap().to_string(), at));
                }
            }
        }
        found
    }
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).unwrap();
    }
}

/// The lines of the command, also for a damaged store.
fn printed(what: &str, store: &Path) -> Vec<Value> {
    let ran = Command::new(path("bin/rowlens")).args([what, "--json"]).arg(store).output().expect("make build makes the command");
    assert!(matches!(ran.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap().lines().map(|line| Value::from_json(line).unwrap()).collect()
}

pub fn rows(store: &Store) -> Vec<Value> {
    store.scan().rows().unwrap().map(Result::unwrap).collect()
}

/// The store in each manner in which it can be opened.
pub fn opened(of: &Unpacked) -> Vec<Store> {
    let files = of.files();
    let boxed = files.iter().map(|(name, at)| {
        let file: Box<dyn ReadAt> = Box::new(Mutex::new(Cursor::new(fs::read(at).unwrap())));
        (name.clone(), file)
    });
    vec![
        Store::open(&of.store).unwrap(),
        Store::open_all(&[of.store.as_path()]).unwrap(),
        Store::open_files(files.iter().map(|(name, at)| (name.clone(), Mutex::new(File::open(at).unwrap()))).collect()).unwrap(),
        Store::open_files(boxed.collect()).unwrap(),
    ]
}

fn compare(row: &Value, line: &Value) {
    let text = |of: &Value, name: &str| of.get(name).and_then(Value::as_str).map(str::to_string);
    for name in ["format", "record", "deleted", "note"] {
        assert_eq!(text(row, name), text(line, name), "{name}");
    }
    if let Some(fields) = line.get("fields") {
        assert!(same(row.get("fields").unwrap(), fields), "{row:?} {line:?}");
    }
    let empty = Vec::new();
    for (name, hex) in line.get("parts").and_then(Value::as_map).unwrap_or(&empty) {
        assert_eq!(row.get(name).and_then(Value::as_bytes).map(to_hex).as_deref(), hex.as_str(), "{name}");
    }
    let (ours, theirs) = (row.get("source").unwrap(), line.get("source").unwrap());
    assert_eq!(text(ours, "file"), text(theirs, "file"));
    for name in ["offset", "at", "level"] {
        assert_eq!(ours.get(name).and_then(Value::as_i64), theirs.get(name).and_then(Value::as_i64), "{name}");
    }
    let code = |of: &Value| of.get("error").and_then(|e| text(e, "code"));
    assert_eq!(code(row), code(line));
}

#[test]
fn every_store_of_golden_is_read_as_the_command_reads_it() {
    let mut read = 0;
    for kind in ["rocksdb", "maryk-rocksdb", "lmdb", "hfile", "rfile"] {
        for entry in fs::read_dir(path("golden/store-files").join(kind)).unwrap() {
            let file = entry.unwrap().file_name().into_string().unwrap();
            let Some(name) = file.strip_suffix(".tar.gz") else { continue };
            let of = Unpacked::new("golden", &format!("{kind}/{name}"));
            match Store::open(&of.store) {
                Ok(store) => {
                    let (found, lines) = (rows(&store), printed("decode", &of.store));
                    assert_eq!(found.len(), lines.len(), "{kind}/{name}");
                    found.iter().zip(&lines).for_each(|(row, line)| compare(row, line));
                    read += 1;
                }
                Err(_) => {
                    let ran = Command::new(path("bin/rowlens")).arg("decode").arg(&of.store).output().unwrap();
                    assert_eq!(ran.status.code(), Some(2), "{kind}/{name}");
                }
            }
        }
    }
    assert!(read > 60, "{read}");
}

#[test]
fn rows_and_tables_are_those_of_the_command() {
    for name in STORES {
        let of = Unpacked::new("rows", name);
        let (lines, tables) = (printed("decode", &of.store), printed("tables", &of.store));
        for store in opened(&of) {
            let found = rows(&store);
            assert_eq!(found.len(), lines.len(), "{name}");
            found.iter().zip(&lines).for_each(|(row, line)| compare(row, line));
            let listed = store.tables().unwrap();
            assert_eq!(listed.len(), tables.len(), "{name}");
            for (table, line) in listed.iter().zip(&tables) {
                assert_eq!(Some(table.name.as_str()), line.get("table").unwrap().as_str());
                assert_eq!(table.entries, line.get("entries").unwrap().as_u64());
                assert_eq!(table.first.as_deref().map(to_hex).as_deref(), line.get("first").unwrap().as_str());
            }
        }
    }
}

#[test]
fn options_leave_rows_and_columns() {
    let of = Unpacked::new("options", "hfile/maryk");
    let store = Store::open(&of.store).unwrap();
    let all = rows(&store);
    let record = all[0].get("record").unwrap().as_str().unwrap();
    let kept: Vec<_> = all.iter().filter(|row| row.get("record").and_then(Value::as_str) == Some(record)).cloned().collect();
    let filtered = store.scan().filter(&format!("record = {record}")).rows().unwrap();
    assert_eq!(filtered.map(Result::unwrap).collect::<Vec<_>>(), kept);
    let typed = store.scan().format("maryk-hbase").record(record).limit(2).rows().unwrap();
    let column = format!("maryk_hbase_{}", record.replace('-', "_"));
    assert!(typed.map(Result::unwrap).all(|row| row.get(&column).is_some()));
    let table = store.tables().unwrap().into_iter().find(|t| t.entries > Some(0)).unwrap();
    let first = table.first.unwrap();
    let mut after = first.clone();
    after.push(0);
    let scan = store.scan().table(&table.name).columns(&["row"]).start(&first).stop(&after).stored();
    let some: Vec<_> = scan.rows().unwrap().map(Result::unwrap).collect();
    assert!(!some.is_empty());
    assert!(some.iter().all(|row| *row == Value::Map(vec![("row".to_string(), Value::Bytes(first.clone()))])));
}

#[test]
fn labels_hide_what_a_reader_may_not_see() {
    let of = Unpacked::new("labels", "rfile/all");
    let store = Store::open(&of.store).unwrap();
    let mut last = 0;
    for labels in [&[][..], &["a"], &["a", "b", "secret"]] {
        let found = store.scan().columns(&["row"]).labels(labels).rows().unwrap().filter(|row| row.as_ref().unwrap().get("row").is_some()).count();
        let ran = Command::new(path("bin/rowlens")).args(["dump", "--auths", &labels.join(",")]).arg(&of.store).output().unwrap();
        assert_eq!(found, String::from_utf8(ran.stdout).unwrap().lines().filter(|line| line.starts_with(r#"{"row":"#)).count(), "{labels:?}");
        assert!(found > last, "{labels:?}: {found}");
        last = found;
    }
}

#[test]
fn what_is_wrong_is_refused() {
    assert_eq!(Store::open("/no/such/folder").unwrap_err().code, "refused");
    assert_eq!(Store::open_files::<Mutex<Cursor<Vec<u8>>>>(Vec::new()).unwrap_err().code, "refused");
    let text = Mutex::new(Cursor::new(b"no store".to_vec()));
    assert_eq!(Store::open_files(vec![("a".to_string(), text)]).unwrap_err().code, "refused");
    let of = Unpacked::new("wrong", "lmdb/implexus-good");
    let store = Store::open(&of.store).unwrap();
    let none = store.scan().limit(0);
    for scan in [store.scan().table("none"), store.scan().filter("("), store.scan().columns(&["none"]), store.scan().columns(&[]), none.clone()] {
        assert_eq!(scan.rows().unwrap_err().code, "refused");
    }
    assert_eq!(none.rows().unwrap_err().message, "limit: expected at least one row");
    assert_eq!(store.scan().format("none").rows().unwrap_err().code, "unknown-format");
    assert_eq!(store.scan().record("none").rows().unwrap_err().code, "unknown-record");
}

/// A file that fails or panics when told to.
struct Broken {
    file: Mutex<File>,
    fails: Arc<AtomicBool>,
    panics: bool,
}

impl ReadAt for Broken {
    fn size(&self) -> io::Result<u64> {
        self.file.size()
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> io::Result<usize> {
        if self.fails.load(Ordering::Relaxed) {
            assert!(!self.panics, "provoked");
            return Err(io::Error::new(io::ErrorKind::Other, "the disk is gone"));
        }
        let some = out.len().min(100);
        self.file.read_at(offset, &mut out[..some])
    }
}

#[test]
fn what_a_file_says_is_in_the_error() {
    let of = Unpacked::new("broken", "hfile/maryk");
    for panics in [false, true] {
        let fails = Arc::new(AtomicBool::new(true));
        let files = || {
            let broken = |at| Broken { file: Mutex::new(File::open(at).unwrap()), fails: Arc::clone(&fails), panics };
            of.files().into_iter().map(|(name, at)| (name, broken(at))).collect()
        };
        let said = if panics { "what reads the file panicked" } else { "the disk is gone" };
        assert!(Store::open_files(files()).unwrap_err().message.ends_with(said));
        assert_eq!(Arc::strong_count(&fails), 1); // the files have been dropped
        fails.store(false, Ordering::Relaxed);
        let store = Store::open_files(files()).unwrap();
        let mut found = store.scan().columns(&["row"]).rows().unwrap();
        fails.store(true, Ordering::Relaxed);
        let last = found.by_ref().last().unwrap();
        assert!(last.unwrap_err().message.ends_with(said));
        assert!(found.next().is_none());
    }
}

/// A file of which every other read is interrupted by a signal.
struct Interrupted(Mutex<File>, AtomicBool);

impl ReadAt for Interrupted {
    fn size(&self) -> io::Result<u64> {
        self.0.size()
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> io::Result<usize> {
        if self.1.fetch_xor(true, Ordering::Relaxed) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        self.0.read_at(offset, out)
    }
}

#[test]
fn an_interrupted_read_is_repeated() {
    let of = Unpacked::new("interrupted", "hfile/maryk");
    let interrupted = |at| Interrupted(Mutex::new(File::open(at).unwrap()), AtomicBool::new(true));
    let files = of.files().into_iter().map(|(name, at)| (name, interrupted(at))).collect();
    let whole = of.files().into_iter().map(|(name, at)| (name, Mutex::new(File::open(at).unwrap()))).collect();
    assert_eq!(rows(&Store::open_files(files).unwrap()), rows(&Store::open_files(whole).unwrap()));
}

#[test]
fn rows_outlive_the_store_and_go_to_other_threads() {
    fn any_thread<T: Send + Sync>() {}
    fn another_thread<T: Send>() {}
    any_thread::<(Store, rowlens::Table, rowlens::Scan<'static>)>();
    another_thread::<(rowlens::Rows, rowlens::ArrowStream)>();
    let of = Unpacked::new("threads", "rfile/social");
    for store in opened(&of) {
        let want = rows(&store);
        let begun: Vec<_> = (0..4).map(|_| store.scan().rows().unwrap()).collect();
        let mut stream = store.scan().stream().unwrap();
        drop(store);
        let threads: Vec<_> = begun.into_iter().map(|rows| thread::spawn(move || rows.map(Result::unwrap).collect::<Vec<_>>())).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), want);
        }
        let mut counted = 0;
        while let Some(batch) = stream.next_batch().unwrap() {
            counted += batch.rows();
        }
        assert_eq!(counted, want.len());
    }
}

#[cfg(unix)]
#[test]
fn a_path_that_is_no_utf8_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let path = Path::new(std::ffi::OsStr::from_bytes(b"none/a\xff"));
    let refused = [
        Store::open(path).map(drop).unwrap_err(),
        rowlens::Stats::of(rowlens::Source::of_store(path)).report().map(drop).unwrap_err(),
        rowlens::Diff::of(rowlens::Source::of_store("none"), rowlens::Source::of_store(path)).for_each(|_| ()).map(drop).unwrap_err(),
    ];
    for why in refused {
        assert!(why.message.contains(r#""none/a\xFF" is no UTF-8: link to it"#), "{}", why.message);
    }
}
