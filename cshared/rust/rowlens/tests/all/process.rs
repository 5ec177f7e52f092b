//! What the crate and its library do in a process: threads, forks, a wrong library.

use crate::batch::{borrowed, cells};
use crate::golden::{of_kind, path, scratch};
use crate::vectors::example;
use rowlens::{Batch, Cells, Column, Columns, DecodedRecord, EncodedBatch, Error, Field, Kind, Order, Schema, Type, Value};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

/// Compiles only when every type may be used from any thread.
#[test]
fn every_type_may_go_to_other_threads() {
    fn any_thread<T: Send + Sync>() {}
    any_thread::<(Schema, Kind<'static>, Order<'static>, DecodedRecord, Value, Error)>();
    fn another_thread<T: Send>() {}
    another_thread::<(rowlens::ArrowSchema, rowlens::ArrowArray)>();
    another_thread::<(rowlens::Source<'static>, rowlens::Stats<'static>, rowlens::Diff<'static>)>();
    any_thread::<(rowlens::Difference, rowlens::Totals)>();
    any_thread::<(Batch, EncodedBatch, Cells, Column<'static>, Columns, Field)>();
}

#[test]
fn threads_share_the_library_and_a_schema() {
    let rows = of_kind("edge-state");
    let cells = cells(&rows);
    let cells = borrowed(&cells);
    let schema = Schema::open("actionbase", &crate::golden::tables()).unwrap();
    let kind = Kind::new("actionbase", "edge-state").schema(&schema);
    let expected: Vec<DecodedRecord> = rows.iter().map(|row| kind.decode(&row.parts()).unwrap()).collect();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..10 {
                    let found: Result<Vec<DecodedRecord>, Error> = kind.decode_batch(&cells).unwrap().iter().filter_map(Result::transpose).collect();
                    assert_eq!(found.as_ref(), Ok(&expected));
                    let made = kind.decode_columns(&cells, &[Field::new("version", Type::Int64)]).unwrap();
                    assert_eq!(made.get(0).unwrap().null_count(), 0);
                    let other = Schema::open("actionbase", "{\"given\":{\"names\":[\"demo.follow\"]}}").unwrap();
                    assert!(kind.clone().schema(&other).decode(&rows[0].parts()).is_ok());
                }
            });
        }
    });
}

extern "C" {
    fn fork() -> i32;
    fn waitpid(pid: i32, status: *mut i32, options: i32) -> i32;
    fn alarm(seconds: u32) -> u32;
    fn _exit(status: i32) -> !;
}

#[test]
fn a_forked_child_gets_an_error_and_never_hangs() {
    let kind = Kind::new("actionbase", "edge-state");
    let row = &of_kind("edge-state")[0];
    let schema = Schema::open("actionbase", &crate::golden::tables()).unwrap();
    assert!(kind.decode(&row.parts()).is_ok());
    for _ in 0..10 {
        let child = unsafe { fork() };
        if child == 0 {
            // A signal ends the child if a call hangs.
            unsafe { alarm(5) };
            let forked = |e: Option<Error>| e.map_or(false, |e| e.code == "forked" && e.message.contains("fork"));
            let good = forked(kind.decode(&row.parts()).err())
                && forked(kind.decode_batch(&[("row", &Cells::default())]).err())
                && forked(kind.encode(&row.fields).err())
                && forked(rowlens::hash32("actionbase", "a").err())
                && forked(rowlens::identify(&row.parts(), "").err());
            drop(schema);
            unsafe { _exit(i32::from(!good)) };
        }
        let mut status = -1;
        assert_eq!(unsafe { waitpid(child, &mut status, 0) }, child);
        assert_eq!(status, 0);
        assert!(kind.decode(&row.parts()).is_ok());
    }
}

/// A library with all functions of the header that reports another version of the interface;
/// calling any other function ends the process.
fn wrong_library() -> PathBuf {
    let folder = scratch("wrong");
    let description = Value::from_json(&crate::golden::text("internal/exports/abi.json")).unwrap();
    let functions = description.get("functions").unwrap().as_list().unwrap().iter();
    let names = functions.map(|one| one.get("name").unwrap().as_str().unwrap()).filter(|name| *name != "rl_abi_version");
    let others: String = names.map(|name| format!("void {name}(void) {{ abort(); }}\n")).collect();
    let source = format!("#include <stdlib.h>\nint rl_abi_version(void) {{ return 2; }}\n{others}");
    let file = folder.join("wrong.c");
    fs::write(&file, source).unwrap();
    let script = format!("-Wl,-soname,librowlens.so.1,--version-script={}", path("cshared/librowlens.map").display());
    let built = Command::new("cc").args(["-shared", "-fPIC", &script, "-o"]).arg(folder.join("librowlens.so.1")).arg(&file).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    folder
}

fn testee_with(library: &Path) -> (bool, String, String) {
    let piped = [Stdio::piped(), Stdio::piped(), Stdio::piped()];
    let [stdin, stdout, stderr] = piped;
    let mut child = example("testee").env("LD_LIBRARY_PATH", library).stdin(stdin).stdout(stdout).stderr(stderr).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"{}\n").unwrap();
    let run = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (run.status.success(), text(run.stdout), text(run.stderr))
}

#[test]
fn a_library_of_another_version_is_refused_before_it_is_used() {
    let folder = wrong_library();
    let (good, said, why) = testee_with(&folder);
    fs::remove_dir_all(folder).unwrap();
    assert!(!good && said.is_empty(), "{said}");
    assert!(why.contains("librowlens speaks version 2 of the interface, this crate version 1"), "{why}");
    assert!(why.contains("wrong-library"), "{why}");
}
