package inspector

// copyForm is one button of the copy bar. The browser code makes the text.
type copyForm struct{ ID, Text, Label string }

var copyForms = []copyForm{
	{"hex", "Hex", "Copy hex"},
	{"escaped", `\x form`, `Copy as \x form`},
	{"base64", "Base64", "Copy as Base64"},
	{"json", "JSON", "Copy as JSON"},
	{"go", "Go", "Copy as Go"},
	{"java", "Java", "Copy as Java"},
	{"python", "Python", "Copy as Python"},
	{"hbase", "hbase get", "Copy as hbase get"},
	{"annotated", "Annotated text", "Copy as Annotated text"},
}

// firstStop makes the first button of the bar its one Tab stop.
func firstStop(i int) string {
	if i == 0 {
		return "0"
	}
	return "-1"
}

// shortcut is one line of the dialog.
type shortcut struct{ Keys, Where, Does string }

var shortcutList = []shortcut{
	{"/", "page", "go to the input; in Bulk to the filter"},
	{"F6 / Shift+F6", "page", "next or previous region"},
	{"?", "page", "this list"},
	{"← → / Home / End", "tabs, copy bars", "next, first or last one"},
	{"↑ ↓ / Home / End", "candidates", "choose a reading; Enter or Space pins its format"},
	{"← → ↑ ↓", "bytes", "move by a byte or a row; with Shift, select"},
	{"Home / End", "bytes", "start or end of the row; with Ctrl, first or last byte"},
	{"PgUp / PgDn", "bytes", "one screen"},
	{"[ / ]", "bytes, fields", "previous or next field"},
	{"Enter / Esc", "bytes, fields of Decode", "from a byte to its field, and back"},
	{"Esc", "bytes", "unmark"},
	{"g", "bytes of Decode", "go to an offset: 31 or 0x1f"},
	{"Ctrl+C", "bytes", "copy the selection as hex"},
	{"Ctrl+Shift+C", "bytes", `copy the selection in the spelling of the input`},
	{"↑ ↓ ← → / Home / End", "fields", "move, close or open"},
	{"Space", "fields", "mark the bytes of the field"},
	{"Enter or F2", "fields", "edit the value; Enter keeps, Shift+Enter is a line break, Esc drops"},
	{"Ctrl+Z", "draft", "undo"},
	{"Ctrl+Shift+Z or Ctrl+Y", "draft", "redo"},
	{"r", "draft", "revert: drop the draft"},
	{"↑ ↓ / Home / End", "keys of Order", "move; Enter opens the key in Decode"},
	{"↑ ↓ / Home / End", "rows and findings of Bulk", "move; PgUp and PgDn by one screen of rows; Enter opens the row in Decode"},
	{"Esc", "Decode, of a row of Bulk", "back to the rows, outside of bytes, fields and text boxes"},
	{"Esc", "menus, schema", "close"},
}
