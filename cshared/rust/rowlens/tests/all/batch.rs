//! Very many records at a time.

use crate::golden::{columns, of_kind, rows, Row};
use rowlens::{Batch, Cells, DecodedRecord, Error, Kind, PartCells, Value};
use std::collections::BTreeSet;

pub fn cells(rows: &[Row]) -> Vec<(&'static str, Cells<'static>)> {
    columns(rows).into_iter().map(|(name, list)| (name, Cells::of(list).unwrap())).collect()
}

pub fn borrowed<'a>(cells: &'a [(&'static str, Cells<'static>)]) -> Vec<PartCells<'a>> {
    cells.iter().map(|(name, cells)| (*name, cells)).collect()
}

fn decode(kind: &Kind, cells: &[(&'static str, Cells<'static>)]) -> Result<Batch, Error> {
    kind.decode_batch(&borrowed(cells))
}

#[test]
fn a_batch_has_the_record_of_each_row() {
    for record in rows().into_iter().map(|row| row.record).collect::<BTreeSet<_>>() {
        let (rows, kind) = (of_kind(&record), Kind::new("actionbase", &record));
        let batch = decode(&kind, &cells(&rows)).unwrap();
        let found: Vec<DecodedRecord> = batch.iter().map(|one| one.unwrap().unwrap()).collect();
        let alone: Vec<DecodedRecord> = rows.iter().map(|row| kind.decode(&row.parts()).unwrap()).collect();
        assert_eq!(found, alone);
        let fields: Vec<Value> = found.into_iter().map(|one| one.fields).collect();
        let written = kind.encode_batch("row", &fields).unwrap();
        assert_eq!(written.cells(), &cells(&rows)[0].1);
        assert!(written.iter().zip(&rows).all(|(bytes, row)| bytes.unwrap() == row.part("row")));
    }
}

#[test]
fn a_row_that_lacks_a_model_fails_as_it_does_alone() {
    let kind = Kind::new("layout", "key");
    let mut alone = kind.decode(&[("row", b"\xff")]).unwrap_err();
    assert_eq!((alone.code.as_str(), alone.path.as_str(), alone.offset), ("refused", "layout", None));
    let cells = Cells::of([b"\xff"]).unwrap();
    let together = kind.decode_batch(&[("row", &cells)]).unwrap().get(0).unwrap().unwrap_err();
    alone.row = Some(0);
    assert_eq!(together, alone);
}

#[test]
fn a_row_that_fails_keeps_its_place() {
    let (rows, kind) = (of_kind("edge-state"), Kind::new("actionbase", "edge-state"));
    let mut list = columns(&rows);
    list[0].1[1].truncate(7);
    let cells: Vec<_> = list.into_iter().map(|(name, list)| (name, Cells::of(list).unwrap())).collect();
    let batch = decode(&kind, &cells).unwrap();
    assert_eq!((batch.len(), batch.codes().iter().filter(|code| **code != 0).count()), (rows.len(), 1));
    let e = batch.get(1).unwrap().unwrap_err();
    let alone = kind.decode(&[("row", cells[0].1.get(1).unwrap())]).unwrap_err();
    assert_eq!((e.row, e.part.as_str(), e.number), (Some(1), "row", batch.codes()[1].into()));
    assert_eq!((e.code, e.offset, e.path), (alone.code, alone.offset, alone.path));
    for (at, row) in rows.iter().enumerate().filter(|(at, _)| *at != 1) {
        assert_eq!(batch.get(at).unwrap(), kind.decode(&row.parts()).map(Some));
    }
    assert!(batch.get(rows.len()).is_none());
    assert_eq!(decode(&kind.strict(), &cells).unwrap_err().row, Some(1));
}

#[test]
fn a_record_that_cannot_be_written_keeps_its_place() {
    let row = &of_kind("edge-state")[0];
    let fields = row.kind().decode(&row.parts()).unwrap().fields;
    let written = row.kind().encode_batch("row", &[fields, Value::Map(Vec::new())]).unwrap();
    assert_eq!(written.get(0), Some(Ok(row.part("row"))));
    let e = written.get(1).unwrap().unwrap_err();
    assert_eq!((e.row, e.number), (Some(1), written.codes()[1].into()));
    assert!(written.codes()[1] < 0 && written.get(2).is_none() && written.cells().get(1) == Some(&[]));
}

#[test]
fn rows_of_any_kind() {
    let rows = rows();
    let batch = decode(&Kind::any("actionbase"), &cells(&rows)).unwrap();
    for (found, row) in batch.iter().zip(&rows) {
        assert_eq!(found.unwrap(), Some(row.kind().decode(&row.parts()).unwrap()));
    }
}

#[test]
fn a_wrong_salt_fails_its_row_only() {
    let rows = of_kind("edge-count");
    let mut list = columns(&rows);
    list[0].1[0][0] ^= 1;
    let cells: Vec<_> = list.into_iter().map(|(name, list)| (name, Cells::of(list).unwrap())).collect();
    let kind = Kind::new("actionbase", "edge-count");
    let told = decode(&kind, &cells).unwrap();
    assert!(told.codes().iter().all(|code| *code == 0));
    let doubts = told.get(0).unwrap().unwrap().unwrap().doubts;
    assert_eq!(doubts.get("canonical"), Some(&Value::Bool(false)));
    let check = &doubts.get("check").and_then(Value::as_list).unwrap()[0];
    assert_eq!(check.get("field").and_then(Value::as_str), Some("salt"));
    assert_eq!(told.get(1).unwrap().unwrap().unwrap().doubts, Value::Map(Vec::new()));
    let checked = decode(&kind.check(), &cells).unwrap();
    assert_eq!(checked.get(0).unwrap().unwrap_err().code, "bad-check");
    assert!(checked.iter().skip(1).all(|row| row.is_ok()));
}

#[test]
fn no_rows_are_no_error() {
    let kind = Kind::new("actionbase", "edge-state");
    assert!(decode(&kind, &[("row", Cells::default())]).unwrap().is_empty());
    assert!(kind.encode_batch("row", &[]).unwrap().is_empty());
}

#[test]
fn offsets_that_do_not_fit_never_reach_the_library() {
    let (kind, data) = (Kind::new("actionbase", "edge-state"), [0; 8]);
    for offsets in [&[][..], &[-1, 2], &[0, 4, 2], &[0, 9], &[0, i32::MAX], &[9]] {
        assert_eq!(Cells::new(offsets, &data[..]).unwrap_err().code, "bad-offsets", "{offsets:?}");
        assert_eq!(Cells::new(offsets.to_vec(), data.to_vec()).unwrap_err().code, "bad-offsets", "{offsets:?}");
    }
    let (one, two) = (Cells::new(&[0, 1][..], &data[..]).unwrap(), Cells::new(&[0, 1, 2][..], &data[..]).unwrap());
    assert_eq!(kind.decode_batch(&[("row", &one), ("value", &two)]).unwrap_err().part, "value");
    assert_eq!(kind.decode_batch(&[]).unwrap_err().code, "bad-part");
    // A slice of a larger column starts after 0.
    let (rows, mut bytes) = (of_kind("edge-count"), vec![7; 3]);
    bytes.extend_from_slice(rows[0].part("row"));
    let offsets = [3, bytes.len() as i32];
    let slice = Cells::new(&offsets[..], &bytes[..]).unwrap();
    let found = Kind::new("actionbase", "edge-count").decode_batch(&[("row", &slice)]).unwrap();
    assert_eq!(found.get(0).unwrap(), rows[0].kind().decode(&[("row", rows[0].part("row"))]).map(Some));
}
