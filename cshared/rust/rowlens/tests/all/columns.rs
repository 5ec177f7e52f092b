//! Rows as typed columns.

use crate::batch::{borrowed, cells};
use crate::golden::of_kind;
use rowlens::{Cells, Field, Kind, Type, Value};

fn fields() -> Vec<Field> {
    vec![
        Field::new("source.value", Type::Utf8),
        Field::new("version", Type::Int64),
        Field::new("active", Type::Bool),
        Field::new("", Type::Json),
        Field::error(),
        Field::new("version", Type::Float64),
        Field::new("source.value", Type::Binary),
        Field::new("table", Type::Utf8),
    ]
}

#[test]
fn typed_columns_have_what_the_records_have() {
    let (rows, kind) = (of_kind("edge-state"), Kind::new("actionbase", "edge-state"));
    let cells = cells(&rows);
    let made = kind.decode_columns(&borrowed(&cells), &fields()).unwrap();
    let columns: Vec<_> = made.iter().collect();
    assert_eq!((made.rows(), made.len(), columns.len()), (rows.len(), 8, 8));
    assert_eq!(columns[1].int64s().unwrap().len(), rows.len());
    for (at, row) in rows.iter().enumerate() {
        let fields = kind.decode(&row.parts()).unwrap().fields;
        let source = fields.get("source").and_then(|s| s.get("value")).unwrap();
        let text = source.as_str().map_or_else(|| source.to_json(), str::to_string);
        assert_eq!(columns[0].text(at), Some(text.as_str()));
        assert_eq!(columns[1].int64(at), fields.get("version").unwrap().as_i64());
        assert_eq!(columns[2].bool(at), fields.get("active").unwrap().as_bool());
        assert_eq!(columns[3].text(at), Some(kind.decode_json(&row.parts()).unwrap().as_str()));
        assert_eq!(columns[4].text(at), None);
        assert_eq!(columns[5].float64(at), fields.get("version").unwrap().as_i64().filter(|n| *n < 1 << 53).map(|n| n as f64));
        assert_eq!(columns[7].text(at), None);
    }
    assert_eq!((columns[0].null_count(), columns[4].null_count(), columns[7].null_count()), (0, rows.len(), rows.len()));
    assert!(columns[1].text(0).is_none() && columns[0].int64(0).is_none() && columns[0].bool(0).is_none() && columns[2].float64(0).is_none());
    assert!(columns.iter().all(|column| !column.is_valid(rows.len()) && column.bytes(rows.len()).is_none()));
    // Arrow recommends addresses at multiples of 64.
    assert!(columns.iter().all(|column| column.data().is_empty() || column.data().as_ptr() as usize % 64 == 0));
}

#[test]
fn a_row_that_fails_is_null_and_says_why() {
    let rows = of_kind("edge-state");
    let cut = Cells::of([rows[0].part("row"), &rows[1].part("row")[..7], rows[2].part("row")]).unwrap();
    let kind = Kind::new("actionbase", "edge-state");
    let made = kind.decode_columns(&[("row", &cut)], &[Field::new("source.value", Type::Utf8), Field::error()]).unwrap();
    let (source, why) = (made.get(0).unwrap(), made.get(1).unwrap());
    assert_eq!((source.null_count(), why.null_count(), source.data_type(), why.data_type()), (1, 2, Type::Utf8, Type::Error));
    assert_eq!(source.offsets().len(), 4);
    let said = Value::from_json(why.text(1).unwrap()).unwrap();
    assert_eq!(said.get("error").unwrap().get("code").unwrap().as_str(), Some(kind.decode(&[("row", &rows[1].part("row")[..7])]).unwrap_err().code.as_str()));
    assert!(made.codes()[1] < 0 && made.codes()[0] == 0 && source.text(1).is_none() && source.text(2).is_some() && made.get(2).is_none());
    let failed = kind.clone().strict().decode_columns(&[("row", &cut)], &[Field::error()]).unwrap_err();
    assert_eq!(failed.row, Some(1));
    assert!(kind.decode_columns(&[("row", &cut)], &[]).is_err());
    assert_eq!(kind.decode_columns(&[("row", &Cells::default())], &[Field::error()]).unwrap().rows(), 0);
}
