package main

import (
	"bytes"
	"io"
	"strconv"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec/value"
)

// tableWriter turns the JSON Lines that it is given, whole lines with each call,
// into a table for people. It cuts what is too wide for the terminal.
type tableWriter struct {
	out     io.Writer
	screen  *screen.Screen
	members []string // one column each; if empty, those that all records have
	widths  []int
	begun   bool
}

// Write prints the records of some lines.
func (t *tableWriter) Write(lines []byte) (int, error) {
	head := t.members
	if head == nil {
		head = []string{"line", "record", "fields"}
	}
	table := screen.Table{Head: head, Headless: t.begun, Widths: t.widths}
	for line := range bytes.Lines(lines) {
		record, err := value.Parse(bytes.TrimSpace(line))
		if err != nil {
			return 0, err
		}
		table.Rows = append(table.Rows, t.cells(record))
	}
	t.screen.Buf = t.screen.Buf[:0]
	t.screen.Table(&table, "")
	t.begun, t.widths = true, table.Widths
	if _, err := t.out.Write(t.screen.Buf); err != nil {
		return 0, err
	}
	return len(lines), nil
}

func (t *tableWriter) cells(record value.Value) []string {
	if t.members != nil {
		cells := make([]string, len(t.members))
		for i, name := range t.members {
			cells[i] = valueText(record.Member(name))
		}
		return cells
	}
	line, source := "", record.Member("source")
	if n, ok := source.Member("line").Int(); ok {
		line = strconv.FormatInt(n, 10)
	}
	if n, ok := source.Member("offset").Int(); ok {
		line = "@" + strconv.FormatInt(n, 10)
	}
	kind, _ := record.Member("record").Text()
	what := pairs(record.Member("fields"))
	if failure := record.Member("error"); !failure.IsNull() {
		message, _ := failure.Member("message").Text()
		what = "undecodable: " + message
	}
	for _, doubt := range []string{"lenient", "extra", "check"} {
		if !record.Member(doubt).IsNull() {
			what = doubt + "! " + what
		}
	}
	return []string{line, kind, what}
}

// pairs returns the members of an object as "name=value name=value".
func pairs(fields value.Value) string {
	text := ""
	for i := range fields.Len() {
		if i > 0 {
			text += " "
		}
		text += fields.Name(i) + "=" + valueText(fields.At(i))
	}
	return text
}

// valueText returns a value without quotes. For a value with a type, it returns only the value.
func valueText(v value.Value) string {
	if v.Kind == value.Object {
		if inner, typed := v.Get("value"); typed && !v.Member("type").IsNull() {
			return valueText(inner)
		}
	}
	if text, ok := v.Text(); ok {
		return text
	}
	if v.IsNull() {
		return ""
	}
	var w value.Writer
	w.Value(v)
	return string(w.Buf)
}
