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
	{"/", "page", "go to the input"},
	{"F6 / Shift+F6", "page", "next or previous region"},
	{"?", "page", "this list"},
	{"↑ ↓", "candidates", "choose a reading; Enter pins its format"},
	{"← → ↑ ↓", "bytes", "move by a byte or a row; with Shift, select"},
	{"Home / End", "bytes", "start or end of the row; with Ctrl, first or last byte"},
	{"PgUp / PgDn", "bytes", "one screen"},
	{"[ / ]", "bytes, fields", "previous or next field"},
	{"Enter / Esc", "bytes, fields", "from a byte to its field, and back"},
	{"g", "bytes", "go to an offset: 31 or 0x1f"},
	{"Ctrl+C", "bytes", "copy the selection as hex"},
	{"Ctrl+Shift+C", "bytes", `copy the selection in the spelling of the input`},
	{"↑ ↓ ← →", "fields", "move, close or open"},
	{"Enter or F2", "fields", "edit the value; Enter keeps, Esc drops"},
	{"Ctrl+Z / Ctrl+Shift+Z", "draft", "undo, redo"},
	{"r", "draft", "revert: drop the draft"},
}
