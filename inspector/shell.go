package inspector

import "slices"

// copyForm is one button of the copy bar. The browser code writes the text.
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

// blockForms returns the buttons for a block of a file, which is not a row of a format.
func blockForms() []copyForm {
	return slices.DeleteFunc(slices.Clone(copyForms), func(c copyForm) bool { return c.ID == "json" || c.ID == "hbase" })
}

// firstStop makes the first button of the bar the bar's only Tab stop.
func firstStop(i int) string {
	if i == 0 {
		return "0"
	}
	return "-1"
}

// shortcut is one line of the dialog of shortcuts.
type shortcut struct{ Keys, Where, Does string }

var shortcutList = []shortcut{
	{"/", "page", "go to the input or the filter; from a row of a store to the filter of Rows"},
	{"1 to 7", "page", "the views that are there: Row, Rows, Findings, Overview, Tables, Structure, Diff"},
	{"b o r t", "page", "Build, Order, Range, Time"},
	{"j k or Alt+↓ Alt+↑", "page", "next or previous row; in Findings and Diff, finding or difference"},
	{"Backspace or Alt+←", "page", "back to where you were, as the browser's Back does"},
	{"F6 / Shift+F6", "page", "next or previous region"},
	{"Ctrl+K", "page", "everything by name: views, tools, tables, documents and actions"},
	{"?", "page", "show this list"},
	{"← → / Home / End", "tabs, copy bars", "next, first or last one"},
	{"↑ ↓ / Home / End", "candidates", "choose a reading; Enter or Space pins its format"},
	{"← → ↑ ↓", "bytes", "move by a byte or a row; with Shift, select"},
	{"Home / End", "bytes", "start or end of the row; with Ctrl, first or last byte"},
	{"PgUp / PgDn", "bytes", "move by one screen"},
	{"[ / ]", "bytes, fields", "previous or next field"},
	{"Enter / Esc", "bytes, fields of Row", "from a byte to its field, and back"},
	{"Esc", "bytes", "clear the selection"},
	{"g", "bytes of Row", "go to an offset: 31 or 0x1f"},
	{"Ctrl+C", "bytes", "copy the selection as hex"},
	{"Ctrl+Shift+C", "bytes", `copy the selection, spelled as the input is`},
	{"↑ ↓ ← → / Home / End", "fields", "move, close or open"},
	{"Space", "fields", "select the bytes of the field"},
	{"Enter or F2", "fields", "edit the value; Enter saves, Shift+Enter inserts a line break, Esc cancels"},
	{"Ctrl+Z", "draft", "undo"},
	{"Ctrl+Shift+Z or Ctrl+Y", "draft", "redo"},
	{"r", "draft", "revert: drop the draft"},
	{"↑ ↓ / Home / End", "keys of Order", "move; Enter opens the key in Row"},
	{"↑ ↓ / Home / End", "rows, findings, differences", "move; PgUp and PgDn by one screen; Enter opens a row, or goes to the bytes of a finding or difference"},
	{"← →", "rows", "move by a cell"},
	{"f s c", "rows", "facets, sort by the focused column, columns"},
	{"Alt+← Alt+→", "headings of rows", "move the column; with Shift make it narrower or wider"},
	{"Alt+↓", "headings of rows", "the menu of the column, as a right click opens it: sort, filter, pin, hide"},
	{"+ -", "rows", "add the focused cell to the filter, exclude it"},
	{"← → / Home / End", "blocks of Structure", "previous or next block; PgUp and PgDn by 200"},
	{"Esc", "menus, schema", "close"},
}
