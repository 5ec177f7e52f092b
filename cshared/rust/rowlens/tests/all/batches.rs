//! Record batches of the crate arrow-array.

use crate::golden::{of_kind, path};
use rowlens::arrow_array::cast::AsArray;
use rowlens::arrow_array::types::Int64Type;
use rowlens::arrow_array::{Array, BinaryArray, RecordBatchReader};
use rowlens::{Cells, Field, Kind, Store, Type};

#[test]
fn columns_become_a_record_batch() {
    let rows = of_kind("edge-state");
    let kind = Kind::new("actionbase", "edge-state");
    let parts: Vec<BinaryArray> = ["row", "value"].iter().map(|part| rows.iter().map(|row| Some(row.part(part))).collect()).collect();
    // A slice: its offsets do not begin at 0.
    let sliced: Vec<BinaryArray> = parts.iter().map(|part| part.slice(1, rows.len() - 1)).collect();
    let cells: Vec<Cells> = sliced.iter().map(|part| Cells::try_from(part).unwrap()).collect();
    let fields = [Field::new("version", Type::Int64), Field::new("source.value", Type::Utf8), Field::error()];
    let made = kind.decode_columns(&[("row", &cells[0]), ("value", &cells[1])], &fields).unwrap();
    let batch = made.into_record_batch(&["version", "source", "error"]).unwrap();
    assert_eq!((batch.num_rows(), batch.num_columns(), batch.column(2).null_count()), (rows.len() - 1, 3, rows.len() - 1));
    for (at, row) in rows.iter().skip(1).enumerate() {
        let fields = kind.decode(&row.parts()).unwrap().fields;
        assert_eq!(batch.column(0).as_primitive::<Int64Type>().value(at), fields["version"].as_i64().unwrap());
        assert!(batch.column(1).is_valid(at));
    }
    assert_eq!(batch.schema().field(1).name(), "source");
    let again = kind.decode_columns(&[("row", &cells[0]), ("value", &cells[1])], &fields).unwrap();
    assert!(again.into_record_batch(&["one"]).is_err());
}

#[test]
fn nulls_of_an_array_are_nulls() {
    let rows = of_kind("edge-count");
    let row = |at: usize| Some(rows[0].part("row")).filter(|_| at != 3);
    let all: BinaryArray = (0..20).map(row).collect();
    for (from, null) in [(0, 3), (1, 2), (3, 0)] {
        // A slice: its bits do not begin at a byte.
        let sliced = all.slice(from, 9);
        let cells = Cells::try_from(&sliced).unwrap();
        let fields = [Field::new("directedSource.value", Type::Utf8), Field::error()];
        let made = Kind::new("actionbase", "edge-count").decode_columns(&[("row", &cells)], &fields).unwrap();
        let batch = made.into_record_batch(&["source", "error"]).unwrap();
        assert_eq!((batch.column(0).null_count(), batch.column(1).null_count()), (1, 9), "{from}");
        assert!(batch.column(0).is_null(null), "{from}");
    }
}

#[test]
fn a_scan_gives_record_batches() {
    let store = Store::open(path("golden/store-files/samples/rocksdb")).unwrap();
    let scan = store.scan();
    let reader = scan.record_batches().unwrap();
    assert!(reader.schema().field_with_name("fields").is_ok());
    let rows: usize = reader.map(|batch| batch.unwrap().num_rows()).sum();
    assert_eq!(rows, scan.rows().unwrap().count());
    assert!(rows > 100);
}
