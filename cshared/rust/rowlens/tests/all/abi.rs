//! Compares the bindings with the C header, as a C compiler reads it.

use crate::golden;
use rowlens::{sys, Value};
use std::fmt::Write;
use std::fs;
use std::mem::{size_of, size_of_val, MaybeUninit};
use std::process::Command;
use std::ptr::addr_of;

/// "struct.member offset size" of every member, and "struct size".
macro_rules! layout {
    ($($of:ident { $($member:ident),* })*) => {{
        let mut lines = Vec::new();
        $(
            let one = MaybeUninit::<sys::$of>::zeroed();
            // All members are numbers and pointers, for which zeros are valid.
            let one = unsafe { one.assume_init() };
            let start = addr_of!(one) as usize;
            $(lines.push(format!("{}.{} {} {}", stringify!($of), stringify!($member).trim_start_matches("r#"), addr_of!(one.$member) as usize - start, size_of_val(&one.$member)));)*
            lines.push(format!("{} {}", stringify!($of), size_of::<sys::$of>()));
        )*
        lines
    }};
}

#[rustfmt::skip]
fn ours() -> Vec<String> {
    layout! {
        rl_error { code, row, offset, part, field, message }
        rl_part { name, data, len }
        rl_column { name, offsets, data }
        rl_field { path, r#type, zero }
        rl_values { path, r#type, zero, validity, offsets, data }
        rl_file { name, size }
        rl_reader { context, read, release }
        rl_array { length, null_count, validity, offsets, data, data_size }
        rl_spans { size, count, sources, sources_count }
        rl_span { start, end, parent, source, depth, number, name, name_len, r#type, type_len, text, text_len, bytes, bytes_len, note, note_len, flags, role, kind, zero }
        rl_source { name, name_len, data, data_len, node, zero }
    }
}

fn description() -> Value {
    Value::from_json(&golden::text("internal/exports/abi.json")).unwrap()
}

fn list<'a>(of: &'a Value, name: &str) -> &'a [Value] {
    of.get(name).unwrap().as_list().unwrap()
}

fn text<'a>(of: &'a Value, name: &str) -> &'a str {
    of.get(name).unwrap().as_str().unwrap()
}

/// Builds and runs a C program that includes the header; returns the lines it prints.
fn c(name: &str, body: &str) -> Vec<String> {
    let folder = golden::scratch(name);
    let (source, program) = (folder.join(format!("{name}.c")), folder.join(name));
    let text = format!("#include <stdio.h>\n#include <stddef.h>\n#include \"rowlens.h\"\nint main(void) {{\n{body}\treturn 0;\n}}\n");
    fs::write(&source, text).unwrap();
    let mut compile = Command::new("cc");
    compile.args(["-std=c99", "-Wall", "-Werror", "-I"]).arg(golden::path("cshared/include"));
    let built = compile.arg("-o").arg(&program).arg(&source).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let run = Command::new(&program).output().unwrap();
    assert!(run.status.success());
    fs::remove_dir_all(folder).unwrap();
    String::from_utf8(run.stdout).unwrap().lines().map(str::to_string).collect()
}

#[test]
fn structs_lie_as_in_c() {
    let mut body = String::new();
    for one in list(&description(), "structs") {
        let name = text(one, "name");
        for member in list(one, "members") {
            let member = text(member, "name");
            writeln!(body, "\tprintf(\"{name}.{member} %zu %zu\\n\", offsetof({name}, {member}), sizeof((({name} *)0)->{member}));").unwrap();
        }
        writeln!(body, "\tprintf(\"{name} %zu\\n\", sizeof({name}));").unwrap();
    }
    let theirs = c("layout", &body);
    assert!(theirs.len() > 50);
    assert_eq!(ours(), theirs);
}

/// The names and numbers that the bindings declare, as "NAME number".
fn declared() -> Vec<String> {
    let source = golden::text("cshared/rust/rowlens-sys/src/abi.rs");
    let numbers = source.lines().filter_map(|line| line.strip_prefix("pub const ")?.strip_suffix(';')?.split_once(": "));
    numbers.filter_map(|(name, rest)| Some(format!("{name} {}", rest.split_once(" = ")?.1.parse::<i64>().ok()?))).collect()
}

#[test]
fn constants_and_codes_are_those_of_the_header() {
    let (all, mut body, mut names) = (description(), String::new(), vec!["RL_ABI_VERSION".to_string()]);
    names.extend(list(&all, "constants").iter().map(|one| text(one, "c").to_string()));
    names.push("RL_OK".to_string());
    names.extend(list(&all, "codes").iter().map(|one| text(one, "c").to_string()));
    for name in &names {
        writeln!(body, "\tprintf(\"{name} %lld\\n\", (long long){name});").unwrap();
    }
    assert!(names.len() > 60);
    assert_eq!(declared(), c("constants", &body));
    let codes = list(&all, "codes").iter().map(|one| (one.get("code").unwrap().as_i64().unwrap(), text(one, "name"), text(one, "meaning")));
    assert_eq!(codes.collect::<Vec<_>>(), sys::RL_CODES);
    assert_eq!(sys::RL_VERSION, text(&all, "version"));
    assert_eq!((rowlens::VERSION, env!("CARGO_PKG_VERSION")), (sys::RL_VERSION, sys::RL_VERSION));
}

#[test]
fn the_linked_library_is_of_this_version() {
    let version = unsafe { std::ffi::CStr::from_ptr(sys::rl_version()) };
    assert_eq!((version.to_str().unwrap(), unsafe { sys::rl_abi_version() }), (sys::RL_VERSION, sys::RL_ABI_VERSION));
    let text = |code| unsafe { std::ffi::CStr::from_ptr(sys::rl_strerror(code)) }.to_str().unwrap();
    for (code, name, meaning) in sys::RL_CODES {
        assert_eq!(text(*code), format!("{name}: {meaning}"));
    }
}
