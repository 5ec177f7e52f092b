package dump

import (
	"bytes"
	"slices"
)

// Pauser is a reader that knows whether more data is available at once.
type Pauser interface {
	// Paused reports whether no data is available now although more may come. It may wait briefly to find out.
	Paused() bool
}

// enough reports whether the start of a paused text already determines how its rows are written, so
// that the rows read so far need not wait for more.
func (s *Scanner) enough(text []byte) bool {
	if !s.opt.Dump || bytes.IndexByte(text, '\n') < 0 {
		return false
	}
	sm := newSample(text, false)
	sm.dump = true
	form := formByID(s.opt.Form)
	if s.opt.Form == "" {
		sm, _ = unwrap(sm, s.opt)
		found, _ := detect(sm)
		if form = found[0]; valueForm(form) {
			return false
		}
	}
	return form == nil || sm.settles(form)
}

// settles reports whether entries of a form end with their line and whether the sample has
// everything that the form's reader learns from it.
func (s *sample) settles(f *Form) bool {
	switch f.ID {
	case "hbase1-scan", "hbase2-scan", "hbase1-get", "hbase2-get":
		return s.some(len(s.lines), func(line []byte) bool { return bytes.Contains(line, tagTime) })
	case "csv-hex", "csv-base64", "tsv-hex", "tsv-base64":
		return len(s.lines) > 1 && namesParts(s.lines[0])
	case "jsonl-hex", "jsonl-base64":
		return newJSONLines(hexText, s.lines).columns == nil
	case "mdb_dump", "mdb_dump-print", "hfile-print", "form", "percent", "pg-bytea-escape", "tostringbinary", "accumulo-escaped", "c-escaped",
		"ldb-scan-text":
		return true
	}
	for i := range lineForms {
		if lineForms[i].id == f.ID {
			return true
		}
	}
	return false
}

// namesParts reports whether a header names a part.
func namesParts(header []byte) bool {
	return slices.ContainsFunc(columnNames(header), func(name []byte) bool { return columnPart(name) != "" })
}

// columnNames splits a header.
func columnNames(header []byte) [][]byte {
	names := bytes.FieldsFunc(header, func(r rune) bool { return r == ',' || r == ';' || r == '\t' })
	for i, name := range names {
		names[i] = bytes.Trim(name, `" `)
	}
	return names
}
