//! Rows as typed columns.

use crate::batch::cells;
use crate::golden::of_kind;
use rowlens::{Cells, Column, Field, Kind, Type, Value};

fn fields() -> Vec<Field> {
    vec![
        Field::new("source.value", Type::Utf8),
        Field::new("version", Type::Int64),
        Field::new("active", Type::Bool),
        Field::new("", Type::Json),
        Field::error(),
        Field::new("version", Type::Float64),
        Field::new("source.value", Type::Binary),
        Field::new("no.such", Type::Utf8),
    ]
}

#[test]
fn typed_columns_have_what_the_records_have() {
    let (rows, kind) = (of_kind("edge-state"), Kind::new("actionbase", "edge-state"));
    let cells = cells(&rows);
    let columns: Vec<Column> = cells.iter().map(|(name, cells)| cells.column(name)).collect();
    let made = kind.decode_columns(&columns, &fields()).unwrap();
    let arrays: Vec<_> = made.iter().collect();
    assert_eq!((made.rows(), made.len(), arrays.len()), (rows.len(), 8, 8));
    assert_eq!(arrays[1].int64s().unwrap().len(), rows.len());
    for (at, row) in rows.iter().enumerate() {
        let fields = kind.decode(&row.parts()).unwrap().fields;
        let source = fields.get("source").and_then(|s| s.get("value")).unwrap();
        let text = source.as_str().map_or_else(|| source.to_json(), str::to_string);
        assert_eq!(arrays[0].text(at), Some(text.as_str()));
        assert_eq!(arrays[1].int64(at), fields.get("version").unwrap().as_i64());
        assert_eq!(arrays[2].bool(at), fields.get("active").unwrap().as_bool());
        assert_eq!(arrays[3].text(at), Some(kind.decode_json(&row.parts()).unwrap().as_str()));
        assert_eq!(arrays[4].text(at), None);
        assert_eq!(arrays[5].float64(at), fields.get("version").unwrap().as_i64().filter(|n| *n < 1 << 53).map(|n| n as f64));
        assert_eq!(arrays[7].text(at), None);
    }
    assert_eq!((arrays[0].null_count(), arrays[4].null_count(), arrays[7].null_count()), (0, rows.len(), rows.len()));
    assert!(arrays[1].text(0).is_none() && arrays[0].int64(0).is_none() && arrays[0].bool(0).is_none() && arrays[2].float64(0).is_none());
    assert!(arrays.iter().all(|array| !array.is_valid(rows.len()) && array.bytes(rows.len()).is_none()));
    // Arrow recommends places at multiples of 64.
    assert!(arrays.iter().all(|array| array.data().is_empty() || array.data().as_ptr() as usize % 64 == 0));
}

#[test]
fn a_row_that_fails_is_null_and_says_why() {
    let rows = of_kind("edge-state");
    let cut = Cells::of([rows[0].part("row"), &rows[1].part("row")[..7], rows[2].part("row")]).unwrap();
    let kind = Kind::new("actionbase", "edge-state");
    let made = kind.decode_columns(&[cut.column("row")], &[Field::new("source.value", Type::Utf8), Field::error()]).unwrap();
    let (source, why) = (made.get(0).unwrap(), made.get(1).unwrap());
    assert_eq!((source.null_count(), why.null_count(), source.kind(), why.kind()), (1, 2, Type::Utf8, Type::Error));
    assert_eq!(source.offsets().len(), 4);
    let said = Value::from_json(why.text(1).unwrap()).unwrap();
    assert_eq!(said.get("error").unwrap().get("code").unwrap().as_str(), Some(kind.decode(&[("row", &rows[1].part("row")[..7])]).unwrap_err().code.as_str()));
    assert!(made.codes()[1] < 0 && made.codes()[0] == 0 && source.text(1).is_none() && source.text(2).is_some() && made.get(2).is_none());
    let failed = kind.clone().strict().decode_columns(&[cut.column("row")], &[Field::error()]).map(|_| ()).unwrap_err();
    assert_eq!(failed.row, Some(1));
    assert!(kind.decode_columns(&[cut.column("row")], &[]).is_err());
    assert_eq!(kind.decode_columns(&[Cells::default().column("row")], &[Field::error()]).unwrap().rows(), 0);
}
