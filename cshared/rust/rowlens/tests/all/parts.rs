//! Stores cut into parts for workers, which together have all rows of one scan exactly once.

use crate::stores::{opened, rows, Unpacked};
use rowlens::{KeyRange, Scan, Store, StorePart, Value};
use std::collections::HashSet;

fn read(scan: &Scan<'_>) -> Vec<Value> {
    scan.rows().unwrap().map(Result::unwrap).collect()
}

/// Rows as sorted texts; a report of damage has the keys of its own part.
fn sorted(mut rows: Vec<Value>) -> Vec<String> {
    rows.iter_mut().filter(|row| row.get("error").is_some()).for_each(|row| row.set("error", true));
    let mut texts: Vec<_> = rows.iter().map(Value::to_json).collect();
    texts.sort();
    texts
}

#[test]
fn parts_have_all_rows_once() {
    let asked: [fn(Scan<'_>) -> Scan<'_>; 3] = [|scan| scan, |scan| scan.stored(), |scan| scan.start(&[3])];
    for name in ["rocksdb/indexes-v6", "rocksdb/damaged-data-block", "lmdb/implexus-good", "lmdb/implexus-corrupt", "hfile/maryk", "rfile/social"] {
        let of = Unpacked::new("parts", name);
        let stores = opened(&of);
        let table = stores[0].tables().unwrap()[0].name.clone();
        let mut most = 0;
        for (number, which) in asked.iter().enumerate() {
            let scan = |store| -> Scan<'_> {
                let all: Scan<'_> = Store::scan(store);
                which(if number == 2 { all.table(&table) } else { all })
            };
            let want = sorted(read(&scan(&stores[0])));
            for size in [0, 1, 5000] {
                // Each part as another process receives it, which reads the files itself.
                let texts: Vec<_> = scan(&stores[0]).parts(size).unwrap().iter().map(StorePart::to_string).collect();
                let found = texts.iter().flat_map(|text| read(&scan(&stores[2]).part(&text.parse().unwrap()))).collect();
                assert_eq!(sorted(found), want, "{name}, parts of {size}");
                most = most.max(texts.len());
            }
        }
        assert!(most > 1, "nothing of {name} was cut");
    }
}

#[test]
fn shares_have_all_rows_once() {
    for name in ["maryk-rocksdb/latest", "lmdb/implexus-good", "hfile/maryk", "rfile/social"] {
        let of = Unpacked::new("shares", name);
        let store = Store::open(&of.store).unwrap();
        for shares in [1, 2, 50] {
            let found = (0..shares).flat_map(|number| read(&store.scan().share(number, shares))).collect();
            assert_eq!(sorted(found), sorted(rows(&store)), "{name}, shares of {shares}");
        }
    }
}

/// A store that cannot be read at all is of no table: what is said of it comes with any table, in one part and in one share.
#[test]
fn the_damage_of_a_store_without_tables_is_shown_once() {
    let of = Unpacked::new("tableless", "rfile/all");
    let store = Store::open(&of.store).unwrap();
    let table = store.tables().unwrap()[0].name.clone();
    for picked in [false, true] {
        let scan = || if picked { store.scan().table(&table) } else { store.scan() };
        let whole = read(&scan());
        let parts = scan().parts(1000).unwrap().iter().flat_map(|part| read(&scan().part(part))).collect();
        let shares = (0..3).flat_map(|number| read(&scan().share(number, 3))).collect();
        for rows in [whole.clone(), parts, shares] {
            let told = |row: &&Value| row.get("source").and_then(|at| at.get("file")).and_then(Value::as_str) == Some("encrypted.rf");
            assert_eq!(rows.iter().filter(told).count(), 1);
            assert_eq!(sorted(rows), sorted(whole.clone()));
        }
    }
}

#[test]
fn other_keys_are_left_out() {
    let of = Unpacked::new("keys", "hfile/maryk");
    let store = Store::open(&of.store).unwrap();
    let key = rows(&store)[0]["row"].as_bytes().unwrap().to_vec();
    let each = |parts: Vec<StorePart>| -> Vec<Value> { parts.iter().flat_map(|part| read(&store.scan().part(part))).collect() };
    let keys = KeyRange { part: "row".into(), start: key.clone(), stop: Some([&key[..], &[0]].concat()) };
    let found: HashSet<_> = each(store.scan().parts_of(1, &keys).unwrap()).iter().map(|row| row["row"].as_bytes().unwrap().to_vec()).collect();
    assert_eq!(found, HashSet::from([key]));
    let open = KeyRange { part: "row".into(), start: Vec::new(), stop: None };
    assert_eq!(each(store.scan().parts_of(1, &open).unwrap()), each(store.parts(1).unwrap()));
}

#[test]
fn parts_of_other_files_and_no_parts_are_refused() {
    let (of, another) = (Unpacked::new("refused", "hfile/maryk"), Unpacked::new("refused", "rfile/social"));
    let (store, other) = (Store::open(&of.store).unwrap(), Store::open(&another.store).unwrap());
    let part = store.parts(1).unwrap().remove(0);
    let why = other.scan().part(&part).rows().unwrap_err();
    assert!(why.message.contains("have changed since"), "{}", why.message);
    for keys in [("value", &[][..]), ("", &[1][..])] {
        let keys = KeyRange { part: keys.0.into(), start: keys.1.to_vec(), stop: None };
        assert_eq!(store.scan().parts_of(1, &keys).unwrap_err().code, "refused");
    }
    assert_eq!(store.parts(u64::MAX).unwrap_err().code, "refused");
    assert_eq!(store.scan().table("none").parts(1).unwrap_err().code, "refused");
    let text = part.to_string();
    for text in ["{}", r#"{"store":-1}"#, &text.replace(r#""store":0"#, r#""store":999"#), &text.replace(r#""number":0"#, r#""number":-7"#)] {
        assert_eq!(store.scan().part(&text.parse().unwrap()).rows().unwrap_err().code, "refused", "{text}");
    }
    for text in ["", "null", "[1]", "{", &"[".repeat(100_000)] {
        assert!(text.parse::<StorePart>().is_err(), "{text}");
    }
    for (number, shares) in [(1, 1), (0, 0)] {
        assert_eq!(store.scan().share(number, shares).rows().unwrap_err().code, "refused");
    }
}
