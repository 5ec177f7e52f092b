//! Statistics and differences of dumps and stores, compared with the command's output.

use crate::golden::{of_kind, path, tables, text};
use rowlens::{diff_rows, Change, Diff, Difference, Schema, Source, Stats, Value};
use std::fs::File;
use std::io::{self, Read};

const SHELL: &str = "golden/actionbase/actionbase-hbase-shell.txt";
const STORES: &str = "golden/store-files/samples";

fn cases(folder: &str) -> Vec<Value> {
    Value::from_json(&text(&format!("golden/{folder}/cases.json"))).unwrap().as_list().unwrap().to_vec()
}

fn member<'v>(of: &'v Value, name: &str) -> Option<&'v str> {
    of.get(name).and_then(Value::as_str)
}

fn below(case: &Value, name: &str) -> std::path::PathBuf {
    path("golden").join(member(case, name).unwrap())
}

fn dump(case: &Value, name: &str) -> Source<'static> {
    Source::of_dump(File::open(below(case, name)).unwrap())
}

fn schema_of(case: &Value) -> Option<Schema> {
    member(case, "schema").map(|name| Schema::open("actionbase", &text(&format!("golden/{name}"))).unwrap())
}

fn rows_of(report: &Value) -> i64 {
    report.get("rows").and_then(Value::as_i64).unwrap()
}

#[test]
fn reports_are_those_of_the_command() {
    for case in cases("stats") {
        let schema = schema_of(&case);
        let none = Value::Map(Vec::new());
        let options = case.get("options").unwrap_or(&none);
        let mut rows = if case.get("store").is_some() { Source::of_store(below(&case, "input")) } else { dump(&case, "input") };
        if options.get("stored").is_some() {
            rows = rows.stored();
        }
        let mut stats = Stats::of(rows);
        if let Some(schema) = &schema {
            stats = stats.schema(schema);
        }
        for (name, value) in options.as_map().unwrap() {
            let number = || u32::try_from(value.as_i64().unwrap()).unwrap();
            stats = match name.as_str() {
                "format" => stats.format(value.as_str().unwrap()),
                "record" => stats.record(value.as_str().unwrap()),
                "where" => stats.filter(value.as_str().unwrap()),
                "top" => stats.top(number()),
                "regions" => stats.regions(number()),
                "splits" => {
                    let keys: Vec<_> = value.as_list().unwrap().iter().map(|key| rowlens::from_hex(key.as_str().unwrap()).unwrap()).collect();
                    stats.splits(&keys.iter().map(Vec::as_slice).collect::<Vec<_>>())
                }
                "stored" => stats,
                _ => panic!("{name}"),
            };
        }
        let want = Value::from_json(&text(&format!("golden/stats/{}.json", member(&case, "name").unwrap()))).unwrap();
        assert_eq!(stats.report().unwrap(), want, "{case:?}");
    }
}

#[test]
fn what_was_counted_so_far_grows() {
    let lines: String = (0..150_000u64).map(|i| format!("2c{:016x}\n", i | 1 << 63)).collect();
    let mut rows = Vec::new();
    let report = Stats::of(Source::of_dump(lines.as_bytes())).format("actionbase").report_each(|so_far| rows.push(rows_of(so_far))).unwrap();
    assert_eq!(rows_of(&report), 150_000);
    assert!(rows[0] > 0 && rows[0] < rows[1], "{rows:?}");
}

#[test]
fn rows_of_a_store_are_chosen() {
    let store = || Source::of_store(path(STORES).join("lmdb"));
    let count = |rows| rows_of(&Stats::of(rows).report().unwrap());
    let some = count(store().start(b"catl:").stop(b"catl:~"));
    assert!(some > 0 && some < count(store()));
    assert_eq!(count(store().limit(3)), 3);
    assert_eq!(Stats::of(store().limit(0)).report().unwrap_err().message, "limit: expected at least one row");
}

#[test]
fn differences_are_those_of_the_command() {
    for case in cases("differences") {
        let schema = schema_of(&case);
        let mut diff = Diff::of(dump(&case, "old"), dump(&case, "new"));
        if let Some(schema) = &schema {
            diff = diff.schema(schema);
        }
        for (name, value) in case.get("options").and_then(Value::as_map).unwrap_or_default() {
            diff = match name.as_str() {
                "visible" => diff.visible(),
                "match" => diff.matched(value.as_str().unwrap()),
                _ => diff.limit(u32::try_from(value.as_i64().unwrap()).unwrap()),
            };
        }
        let want = text(&format!("golden/differences/{}.jsonl", member(&case, "name").unwrap()));
        let mut want: Vec<_> = want.lines().map(|line| Value::from_json(line).unwrap()).collect();
        let last = want.pop().unwrap();
        let mut found = Vec::new();
        let totals = diff.for_each(|one| found.push(one)).unwrap();
        assert_eq!(found.iter().map(|one| one.line.clone()).collect::<Vec<_>>(), want, "{case:?}");
        found.iter().for_each(same_members);
        assert_eq!(Some(totals.records.as_slice()), last.get("totals").unwrap().get("records").and_then(Value::as_list));
        assert_eq!(totals.added, last.get("totals").unwrap().get("added").unwrap().as_u64().unwrap());
        assert_eq!(totals.differ(), !want.is_empty());
    }
}

/// The members agree with the line.
fn same_members(one: &Difference) {
    let hex = |parts: &rowlens::Parts| parts.iter().map(|(name, bytes)| (name, rowlens::to_hex(bytes).into())).collect::<Value>();
    assert_eq!(Some(&hex(&one.parts)), one.line.get("parts"));
    assert_eq!(one.record.as_deref(), member(&one.line, "record"));
    assert_eq!(one.timestamp.as_deref(), member(&one.line, "timestamp"));
    let was = one.line.get("was");
    assert_eq!(hex(&one.was), was.and_then(|was| was.get("parts")).cloned().unwrap_or(Value::Map(Vec::new())));
    assert_eq!(one.was_timestamp.as_deref(), was.and_then(|was| member(was, "timestamp")));
    let fields: Value = one.fields.iter().map(|(path, old, new)| (path.clone(), vec![old.clone(), new.clone()].into())).collect();
    assert_eq!(Some(&fields), one.line.get("fields"));
}

#[test]
fn states_of_a_store_are_compared() {
    let store = || Source::of_store(path(STORES).join("rocksdb"));
    let totals = Diff::of(store().at(50), store()).totals().unwrap();
    assert_eq!([totals.added, totals.removed, totals.changed, totals.same, totals.unread], [185, 27, 5, 18, 0]);
    assert_eq!(Diff::of(store().at(50), store()).list().unwrap().len(), 217);
    assert!(!Diff::of(store(), store()).stored().totals().unwrap().differ());
}

#[test]
fn two_rows_are_compared() {
    let row = &of_kind("edge-count")[0];
    let parts = row.parts();
    assert_eq!(diff_rows(Some(&parts), Some(&parts), "", None).unwrap(), None);
    let mut more = parts.clone();
    more[3].1 = &[0, 0, 0, 0, 0, 0, 1, 0];
    let found = diff_rows(Some(&parts), Some(&more), "actionbase", None).unwrap().unwrap();
    assert_eq!((found.change, found.record.as_deref(), found.was.get("value")), (Change::Changed, Some("edge-count"), Some(row.part("value"))));
    assert_eq!((found.fields[0].0.as_str(), &found.fields[0].2), ("count", &Value::from("256")));
    let schema = Schema::open("actionbase", &tables()).unwrap();
    assert_eq!(diff_rows(None, Some(&parts), "", Some(&schema)).unwrap().unwrap().change, Change::Added);
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::new(io::ErrorKind::Other, "the network is down"))
    }
}

#[test]
fn what_is_refused_says_why() {
    let shell = text(SHELL);
    let dump = || Source::of_dump(shell.as_bytes());
    for (code, found) in [
        ("unknown-format", Stats::of(dump()).format("no-such").report().unwrap_err()),
        ("refused", Stats::of(dump()).top(1 << 30).report().unwrap_err()),
        ("refused", Stats::of(Source::of_store("no/such/folder")).report().unwrap_err()),
        ("refused", Diff::of(dump(), dump()).stored().visible().totals().unwrap_err()),
        ("refused", Diff::of(dump(), dump()).memory(20_000).totals().unwrap_err()),
        ("unreadable", Stats::of(Source::of_dump(Broken)).report().unwrap_err()),
    ] {
        assert_eq!(found.code, code, "{found}");
    }
}
