//! Rows with a null cell.

use rowlens::{from_hex, Cells, Field, Kind, Member, PartCells, Type, Value};

const ROW: &str = "8a21aff9346974656d002bdafe659d297e2983";

/// Four rows: the first and the third are null, and the last one is cut.
fn cells() -> [Cells<'static>; 2] {
    let (row, value) = (from_hex(ROW).unwrap(), 1_i64.to_be_bytes());
    let rows = Cells::of_options([Some(&row), Some(&row), None, Some(&row)]).unwrap();
    [rows, Cells::of_options([None, Some(&value[..]), Some(&value), Some(&value[1..])]).unwrap()]
}

fn parts<'a>([rows, values]: &'a [Cells<'static>; 2]) -> [PartCells<'a>; 2] {
    [("row", rows), ("value", values)]
}

#[test]
fn null_in_is_null_out() {
    let listed = Cells::of_options([Some("a"), None, Some("b")]).unwrap();
    let data = b"axb";
    let laid = Cells::new(&[0, 1, 2, 3][..], &data[..]).unwrap().with_validity(&[0b1111_1101][..]).unwrap();
    for cells in [&listed, &laid] {
        assert_eq!((cells.get(0), cells.get(1), cells.get(2), cells.get(3)), (Some(&b"a"[..]), None, Some(&b"b"[..]), None));
        assert_eq!([0, 1, 2, 3].map(|row| cells.is_null(row)), [false, true, false, false]);
        let kind = Kind::new("lexicoders", "string");
        let batch = kind.decode_batch(&[("value", cells)]).unwrap();
        let texts: Vec<_> = batch.iter().map(|row| row.unwrap().map(|one| one.fields["value"].as_str().unwrap().to_string())).collect();
        assert_eq!(texts, [Some("a".to_string()), None, Some("b".to_string())]);
        assert_eq!([0, 1, 2, 3].map(|row| batch.is_null(row)), [false, true, false, false]);
        assert_eq!(batch.codes(), [0, 0, 0]);
        // A null of that kind would be the empty text, not a failure: it is null in columns, too.
        let columns = kind.decode_columns(&[("value", cells)], &[Field::new("value", Type::Utf8), Field::error()]).unwrap();
        let (text, why) = (columns.get(0).unwrap(), columns.get(1).unwrap());
        assert_eq!((text.text(0), text.text(1), text.text(2), text.null_count()), (Some("a"), None, Some("b"), 1));
        assert_eq!((why.null_count(), columns.codes()), (3, &[0, 0, 0][..]));
    }
}

#[test]
fn a_null_of_any_part_makes_the_row_null_and_is_no_failure() {
    let (cells, kind) = (cells(), Kind::new("actionbase", "edge-count"));
    let batch = kind.decode_batch(&parts(&cells)).unwrap();
    assert_eq!(batch.get(0), Some(Ok(None)));
    assert_eq!(batch.get(1).unwrap().unwrap().unwrap().fields["count"].as_i64(), Some(1));
    assert_eq!(batch.get(2), Some(Ok(None)));
    let error = batch.get(3).unwrap().unwrap_err();
    assert_eq!((error.row, error.part.as_str()), (Some(3), "value"));
    assert_eq!(batch.codes().iter().map(|code| *code != 0).collect::<Vec<_>>(), [false, false, false, true]);
    let fields = [Field::new("count", Type::Int64), Field::error(), Field::doubts()];
    let columns = kind.decode_columns(&parts(&cells), &fields).unwrap();
    let valid = |column: usize| [0, 1, 2, 3].map(|row| columns.get(column).unwrap().is_valid(row));
    assert_eq!((valid(0), valid(1), valid(2)), ([false, true, false, false], [false, false, false, true], [false; 4]));
    assert_eq!(columns.iter().map(|one| one.null_count()).collect::<Vec<_>>(), [3, 3, 4]);
    assert_eq!(columns.codes(), batch.codes());
}

#[test]
fn a_strict_kind_fails_at_the_first_row_that_is_not_null() {
    let (cells, strict) = (cells(), Kind::new("actionbase", "edge-count").strict());
    let count = [Field::new("count", Type::Int64)];
    for error in [strict.decode_batch(&parts(&cells)).unwrap_err(), strict.decode_columns(&parts(&cells), &count).map(drop).unwrap_err()] {
        assert_eq!((error.row, error.part.as_str()), (Some(3), "value"));
    }
    let [rows, values] = &cells;
    let first = |cells: &Cells<'static>| Cells::of_options((0..3).map(|row| cells.get(row).map(<[u8]>::to_vec))).unwrap();
    let sound = [first(rows), first(values)];
    assert_eq!(strict.decode_batch(&parts(&sound)).unwrap().len(), 3);
    let error = strict.decode_columns(&parts(&sound), &[Field::new("direction", Type::Int64)]).map(drop).unwrap_err();
    assert_eq!((error.row, error.code.as_str()), (Some(1), "bad-column"));
}

#[test]
fn a_validity_that_is_too_short_is_refused() {
    let nine = || Cells::new(vec![0; 10], Vec::new()).unwrap();
    assert_eq!(nine().with_validity(vec![1]).unwrap_err().code, "bad-offsets");
    let mut cells = nine().with_validity(vec![1, 0xff]).unwrap();
    cells.push(b"more").unwrap();
    assert_eq!([0, 1, 7, 8, 9].map(|row| cells.is_null(row)), [false, true, true, false, false]);
    assert_eq!(cells.get(9), Some(&b"more"[..]));
}

#[test]
fn a_member_of_cells_that_are_null_is_not_there() {
    let kind = Kind::new("actionbase", "edge-count");
    let fields = kind.decode(&[("row", &from_hex(ROW).unwrap()), ("value", &1_i64.to_be_bytes())]).unwrap().fields;
    let json = fields.to_json();
    let cells = Cells::of_options([Some(&json), None]).unwrap();
    let written = kind.encode_columns(&["row"], &[Member::cells("", Type::Json, &cells)]).unwrap();
    assert_eq!(written[0].get(0), Some(Ok(&from_hex(ROW).unwrap()[..])));
    let alone = kind.encode_part("row", &Value::Map(Vec::new())).unwrap_err();
    let error = written[0].get(1).unwrap().unwrap_err();
    assert_eq!((error.code, error.row), (alone.code, Some(1)));
}
