package file

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/store"
)

// Words are an entry in a block, for people.
type Words struct {
	Key  string // empty for an empty key
	Does string // what the entry does, and in which write if the store numbers these; empty if the store has no word for it
	As   string // what it is read as; empty for nothing
}

// Words returns the words for what the store knows of an entry. The key of a cell is in the order of the Accumulo shell: row,
// family:qualifier, [visibility].
func (e *Entry) Words() (w Words) {
	if row, ok := e.Part(store.Row); ok {
		family, _ := e.Part(store.Family)
		qualifier, _ := e.Part(store.Qualifier)
		w.Key = KeyText(row) + " " + KeyText(family) + ":" + KeyText(qualifier)
		if visibility, _ := e.Part(store.Visibility); len(visibility) > 0 {
			w.Key += " [" + KeyText(visibility) + "]"
		}
	} else {
		key, _ := e.Part(store.Key)
		w.Key = KeyText(key)
	}
	if w.Does = e.Type; w.Does != "" && !e.Timed {
		w.Does += " " + strconv.FormatUint(e.Sequence, 10)
	}
	return w
}

// String returns the words as a note.
func (w Words) String() string {
	note := "key " + w.Key
	if w.Key == "" {
		note = "the empty key"
	}
	if w.Does != "" {
		note += ", " + w.Does
	}
	if w.As != "" {
		note += "; " + w.As
	}
	return note
}
