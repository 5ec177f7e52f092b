package keys

import "github.com/rowlens/rowlens/codec/value"

// Write writes members of an object: part, prefix, start and stop; and, where they exist, table,
// family, columns, times, limit, where, meets and notes.
func (k *Range) Write(w *value.Writer) {
	w.Member("part").String(k.Part)
	w.Member("prefix").Hex(k.Prefix)
	if k.Table != "" {
		w.Member("table").String(k.Table)
	}
	if k.Family != nil {
		w.Member("family").Hex(k.Family)
	}
	writeBounds(w, k.Start, k.Stop)
	if k.Columns != nil {
		w.Member("columns").Object()
		writeBounds(w, k.Columns.Start, k.Columns.Stop)
		w.EndObject()
	}
	if t := k.Times; t.From != 0 || t.To != 0 || t.Versions != 0 {
		w.Member("times").Object()
		writeNumber(w, "from", t.From)
		writeNumber(w, "to", t.To)
		writeNumber(w, "versions", t.Versions)
		w.EndObject()
	}
	writeNumber(w, "limit", int64(k.Seek.Limit))
	if k.Where != "" {
		w.Member("where").String(k.Where)
	}
	if len(k.Meets) > 0 {
		w.Member("meets").Strings(k.Meets)
	}
	if len(k.Notes) > 0 {
		w.Member("notes").Strings(k.Notes)
	}
}

// writeBounds writes start and stop; stop is null if no key comes after the range.
func writeBounds(w *value.Writer, start, stop []byte) {
	w.Member("start").Hex(start)
	w.Key("stop")
	if stop == nil {
		w.Null()
	} else {
		w.Hex(stop)
	}
}

// writeNumber writes a number as text, because versions may be larger than the numbers that JSON
// represents exactly.
func writeNumber(w *value.Writer, name string, n int64) {
	switch {
	case n == 0:
	case name == "limit" || name == "versions":
		w.Member(name).Int(n)
	default:
		w.Member(name).Int64(n)
	}
}
