package rfile

import (
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// deletedWord is the word for a deletion in Accumulo's shell.
const deletedWord = "delete"

var members = [...][2]string{
	{"row", store.Row}, {"cf", store.Family}, {"cq", store.Qualifier}, {"vis", store.Visibility},
}

// writeEntry writes row, cf, cq, vis, ts, deleted and value.
func writeEntry(w *value.Writer, _ *file.Table, e *file.Entry, _ bool) {
	for _, m := range members {
		b, _ := e.Part(m[1])
		w.Key(m[0])
		w.Hex(b)
	}
	w.Key("ts")
	w.Int64(e.Time)
	w.Key("deleted")
	w.Bool(e.Deleted != "")
	b, _ := e.Part(store.Value)
	w.Key("value")
	w.Hex(b)
}
