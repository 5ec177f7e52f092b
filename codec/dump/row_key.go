package dump

import (
	"slices"

	"github.com/rowlens/rowlens/codec/store"
)

// askedMax is of how many entries Options.RowKey is asked.
const askedMax = 256

const noteRowKey = "the column key holds row keys of HBase or Accumulo, so it was read as row"

// nameKey makes the part key of the current entry the part row if that is what it is in this text.
func (s *Scanner) nameKey() {
	if !s.asks || s.entry.Source.CF != "" {
		return
	}
	at := slices.IndexFunc(s.entry.Parts, func(p store.Part) bool { return p.Name == store.Key })
	if _, row := s.entry.Part(store.Row); at < 0 || row {
		return
	}
	if !s.rowKeys {
		s.asked++
		if s.rowKeys = s.opt.RowKey(&s.entry); !s.rowKeys {
			s.asks = s.asked < askedMax
			return
		}
		s.note(noteRowKey)
	}
	s.entry.Parts[at].Name = store.Row
}

// generic reports whether programs of all kinds write the form, for rows of any store.
func (f *Form) generic() bool {
	switch f.ID {
	case "jsonl-hex", "jsonl-base64", "jsonl-escaped", "pg-psql-expanded", "pg-psql", "pg-psql-unaligned", "pg-copy", "boxed-table",
		"spark-vertical", "mysql-vertical", "named-parts", "json-object", "hex-parts", "csv-hex", "tsv-hex", "csv-base64", "tsv-base64":
		return true
	}
	return false
}
