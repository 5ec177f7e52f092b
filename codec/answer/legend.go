package answer

import (
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// Operations lists the operations that a record kind supports, separated by commas.
func Operations(r *format.Record) string {
	var list []string
	for _, op := range [...]struct {
		there bool
		name  string
	}{{r.Decode != nil, "decode"}, {r.Encode != nil, "encode"}, {r.Scan != nil, "range"}, {r.Derive != nil, "derive"}} {
		if op.there {
			list = append(list, op.name)
		}
	}
	return strings.Join(list, ", ")
}

// TypeOf returns the type of a field in words.
func TypeOf(f *span.Field) string {
	if f.Type == "" {
		return "typed value"
	}
	return f.Type
}

// WriteFormat writes the legend of a format: its record kinds and operations with their parts,
// fields and supported operations.
func WriteFormat(w *value.Writer, f *format.Format) {
	w.Object()
	texts(w, "format", f.ID, "title", f.Title, "store", f.Store, "doc", f.Doc)
	writeRecords(w, "records", f, f.Records)
	writeRecords(w, "operations", f, f.Operations)
	w.EndObject()
}

func writeRecords(w *value.Writer, key string, f *format.Format, list []format.Record) {
	w.Key(key)
	w.Array()
	for i := range list {
		writeRecord(w, &list[i], f.Example(list[i].Name))
	}
	w.EndArray()
}

func writeRecord(w *value.Writer, r *format.Record, example *format.Example) {
	w.Object()
	texts(w, "record", r.Name, "title", r.Title, "doc", r.Doc, "can", Operations(r))
	w.Key("parts")
	w.Strings(r.Parts)
	w.Key("fields")
	w.Array()
	for _, f := range r.Fields {
		w.Object()
		texts(w, "name", f.Name, "title", f.Heading(), "type", TypeOf(f), "role", f.Role.String(), "unit", f.Unit, "doc", f.Doc)
		if f.About != span.AboutNothing {
			texts(w, "about", f.About.String())
		}
		w.EndObject()
	}
	w.EndArray()
	if example != nil {
		writeExample(w, example)
	}
	if r.Scan != nil {
		w.Key("scan")
		w.Array()
		for i := range r.Scan.Fields {
			writeScanField(w, &r.Scan.Fields[i])
		}
		w.EndArray()
	}
	w.EndObject()
}

// writeExample writes the members of an encode request.
func writeExample(w *value.Writer, e *format.Example) {
	w.Key("example")
	w.Object()
	if e.Given != "" {
		w.Member("given").JSON([]byte(e.Given))
	}
	w.Member("fields").JSON([]byte(e.Fields))
	w.EndObject()
}

func writeScanField(w *value.Writer, f *format.ScanField) {
	w.Object()
	texts(w, "name", f.Name)
	if f.Or != "" {
		texts(w, "or", f.Or)
	}
	texts(w, "doc", f.Doc)
	for _, m := range [...]struct {
		key  string
		list []string
	}{{"types", f.Types}, {"orders", f.Orders}, {"choices", f.Choices}} {
		if m.list != nil {
			w.Key(m.key)
			w.Strings(m.list)
		}
	}
	w.Member("list").Bool(f.List)
	w.Member("need").Bool(f.Need)
	if f.Bounds {
		w.Member("bounds").Bool(true)
	}
	w.EndObject()
}

// texts writes pairs of a key and a text as members.
func texts(w *value.Writer, pairs ...string) {
	for i := 0; i+1 < len(pairs); i += 2 {
		w.Key(pairs[i])
		w.String(pairs[i+1])
	}
}
