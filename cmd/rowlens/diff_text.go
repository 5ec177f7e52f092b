package main

import (
	"strconv"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec/diff"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// How much of a difference is shown to people; the JSON has all of it.
const (
	fieldsShown = 8
	valueShown  = 60 // in columns
)

// marks are the signs for changes, with their styles.
var marks = map[diff.Change]struct {
	sign  string
	style screen.Style
}{
	diff.Added: {"+", screen.Good}, diff.Removed: {"-", screen.Warn}, diff.Changed: {"~", screen.Title},
}

// differenceText shows a difference in one line: what happened to the row, its kind, its key, what it is of,
// and its fields.
func (x *diffCall) differenceText(s *screen.Screen, d *diff.Difference) {
	mark, e := marks[d.Change], d.Row()
	s.Put(mark.style, mark.sign)
	s.Put(screen.Plain, " ")
	s.Put(screen.Bold, screen.Pad(kindText(d.Record), 14))
	if table := e.Source.Table; table != "" {
		s.Put(screen.Dim, screen.Visible(table)+" ")
	}
	_, key, _ := e.First(store.Row, store.Key)
	switch what := d.Summary(); what {
	case "":
		s.Put(screen.Dim, differingKey(d))
	case string(key): // is text that contains the key
		s.Put(screen.Plain, screen.Visible(what))
	default:
		s.Put(screen.Dim, differingKey(d))
		s.Put(screen.Plain, "  "+screen.Visible(what))
	}
	if e.Deleted != "" {
		s.Put(screen.Plain, "  "+e.Deleted)
	}
	if d.Err != nil {
		s.Put(screen.Plain, "  undecodable")
	}
	x.fieldsText(s, d)
	s.Line()
}

// differingKey returns the key of a row.
func differingKey(d *diff.Difference) string {
	if text := rowText(d.Row().Parts); text != "" {
		return text
	}
	return "bytes"
}

// kindText returns the record kind of a row.
func kindText(record string) string {
	if record == "" {
		return "unknown"
	}
	return record
}

// fieldsText shows the fields of a changed row, and the timestamps of any row.
func (x *diffCall) fieldsText(s *screen.Screen, d *diff.Difference) {
	if d.Change != diff.Changed && d.Summary() != "" {
		return // its fields are summarised
	}
	for i := range d.Fields {
		f := &d.Fields[i]
		if i == fieldsShown {
			s.Put(screen.Dim, "  and "+count(len(d.Fields)-i, "more field")+", which --json lists")
			break
		}
		s.Put(screen.Plain, "  "+screen.Visible(f.Path)+" ")
		switch d.Change {
		case diff.Added:
			s.Put(screen.Good, fieldText(f.New))
		case diff.Removed:
			s.Put(screen.Warn, fieldText(f.Old))
		default:
			was, is := bothTexts(f.Old, f.New)
			s.Put(screen.Warn, was)
			s.Put(screen.Plain, " → ")
			s.Put(screen.Good, is)
		}
	}
	if d.Change == diff.Changed && d.Old.Timestamp != d.New.Timestamp && d.Old.Timestamp != "" && d.New.Timestamp != "" && !x.visible {
		s.Put(screen.Dim, "  timestamp "+d.Old.Timestamp+" → "+d.New.Timestamp)
	}
}

// fieldText returns a value for people, shortened if it is long.
func fieldText(v value.Value) string { return screen.Cut(wholeText(v), valueShown) }

// wholeText returns a value for people; an empty value has its own word.
func wholeText(v value.Value) string {
	if v.IsNull() {
		return "nothing"
	}
	if text, ok := v.Text(); ok && text == "" {
		return `""`
	}
	return screen.Visible(valueText(v))
}

// bothTexts returns as much of two values as is needed to see how they differ: long values that begin alike
// are shown from shortly before the first difference.
func bothTexts(old, new value.Value) (was, is string) {
	const before = valueShown / 3
	a, b := []rune(wholeText(old)), []rune(wholeText(new))
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	show := func(text []rune) string {
		if same < valueShown-before || same <= before {
			return screen.Cut(string(text), valueShown)
		}
		return "…" + screen.Cut(string(text[same-before:]), valueShown-1)
	}
	return show(a), show(b)
}

// totalsText shows the totals: a table of the record kinds, and a sentence.
func (x *diffCall) totalsText(s *screen.Screen, t *diff.Totals, unread int) {
	n := func(n int64) string { return strconv.FormatInt(n, 10) }
	table := screen.Table{Head: []string{"record", "added", "removed", "changed", "same"}}
	table.Right = map[int]bool{1: true, 2: true, 3: true, 4: true}
	for _, k := range t.Kinds() {
		name := k.Format + "/" + k.Record
		if k.Format == "" {
			name = "undecodable"
		}
		row := []string{name}
		for _, c := range [...]diff.Change{diff.Added, diff.Removed, diff.Changed, diff.Same} {
			row = append(row, n(k.Rows[c]))
		}
		table.Rows = append(table.Rows, row)
	}
	differences := t.Of(diff.Added) + t.Of(diff.Removed) + t.Of(diff.Changed)
	if !x.summary && differences > x.shown {
		s.Put(screen.Dim, "and "+n(differences-x.shown)+" more")
		s.Line()
	}
	if len(table.Rows) > 0 {
		if x.shown > 0 {
			s.Line()
		}
		s.Table(&table, "")
	}
	switch {
	case differences == 0 && unread > 0:
		s.Put(screen.Plain, "no difference in what could be read")
	case differences == 0:
		s.Put(screen.Good, "no difference")
	default:
		s.Put(screen.Plain, n(t.Of(diff.Added))+" added, "+n(t.Of(diff.Removed))+" removed, "+n(t.Of(diff.Changed))+" changed")
	}
	s.Put(screen.Plain, ", "+n(t.Of(diff.Same))+" the same\n")
}
