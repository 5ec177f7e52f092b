package diff

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
)

// Match says which rows of two documents count as the same row.
type Match uint8

// The matches.
const (
	ByKey      Match = iota // rows with equal keys
	BySaltless              // rows whose keys differ only in check values, such as a salt
	ByEntity                // rows of the same record kind and entity, as package stats counts entities; rows without an entity by key
)

var matchNames = [...]string{ByKey: "key", BySaltless: "key without salt", ByEntity: "entity"}

// ParseMatch reads the name of a match, whose words may also be joined by hyphens; an empty name is ByKey.
func ParseMatch(name string) (Match, error) {
	for m, known := range matchNames {
		if strings.ReplaceAll(name, "-", " ") == known {
			return Match(m), nil
		}
	}
	if name == "" {
		return ByKey, nil
	}
	return ByKey, errors.New("match: expected key, key without salt or entity, found " + name)
}

// Matcher makes the keys by which rows are matched.
type Matcher struct {
	Match   Match
	Keys    Keys
	Decoder *stream.Decoder // learns from the first rows

	tree   span.Tree
	taught int // rows that the decoder has learnt from
}

// Append appends the key by which a row is matched; key is its own key.
func (m *Matcher) Append(dst, key []byte, e *store.Entry) []byte {
	m.tree.Reset()
	if m.taught++; m.taught <= stream.LearnRows && m.Decoder.Learn(e) {
		m.taught = stream.LearnRows
	}
	f, r, err := m.Decoder.Explain(e, &m.tree)
	if err != nil {
		return append(dst, key...)
	}
	if m.Match == BySaltless {
		bare := *e
		bare.Parts = m.withoutChecks(e)
		return m.Keys.Append(dst, TableOf(e), &bare)
	}
	for i := range m.tree.Nodes {
		n := &m.tree.Nodes[i]
		if n.Field.About != span.AboutEntity {
			continue
		}
		if !m.Keys.NoTable {
			dst = appendPiece(dst, TableOf(e))
		}
		return appendPiece(appendPiece(appendPiece(dst, f.ID), r.Name), n.AppendName(nil))
	}
	return append(dst, key...)
}

// withoutChecks returns the parts of an entry without the check values in its key.
func (m *Matcher) withoutChecks(e *store.Entry) []store.Part {
	parts := make([]store.Part, len(e.Parts))
	for i, p := range e.Parts {
		kept, from := []byte(nil), 0
		for j := range m.tree.Nodes {
			n := &m.tree.Nodes[j]
			at := &m.tree.Sources[n.Src]
			if n.Field.Role != span.RoleCheck || at.Node >= 0 || at.Name != p.Name || isContent(p.Name) || int(n.Start) < from {
				continue
			}
			kept = append(kept, p.Bytes[from:n.Start]...)
			from = int(n.End)
		}
		parts[i] = store.Part{Name: p.Name, Bytes: append(kept, p.Bytes[from:]...)}
	}
	return parts
}

// rematch reads the rows of a sequence, which have their own keys, and gives them the keys by which
// they are matched.
func (h *document) rematch(from Sequence, m *Matcher) error {
	var rows []heldRow
	var r Row
	for {
		if err := from.Next(&r); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		e := r.Entry.Clone()
		rows = append(rows, heldRow{key: m.Append(nil, r.Key, &e), tail: AppendWhole(nil, &e), entry: e})
	}
	sorting.Func(rows, func(a, b heldRow) int {
		if order := bytes.Compare(a.key, b.key); order != 0 {
			return order
		}
		if order := bytes.Compare(a.tail, b.tail); order != 0 {
			return order
		}
		return strings.Compare(a.entry.Timestamp, b.entry.Timestamp)
	})
	h.rows, h.at, h.cut, h.whole = rows, 0, false, true
	return nil
}

// AppendWhole appends what sorts rows that a match takes for the same row: their content, then their own keys. Rows
// with equal results differ at most in their timestamps, by which they are then sorted.
func AppendWhole(dst []byte, e *store.Entry) []byte {
	for _, name := range [...]string{store.Value, Columns, Tags} {
		b, _ := e.Part(name)
		dst = appendPiece(dst, b)
	}
	dst = appendPiece(dst, e.Deleted)
	if e.Increment {
		dst = append(dst, 1)
	} else {
		dst = append(dst, 0)
	}
	for i := range e.Parts {
		if p := &e.Parts[i]; !isContent(p.Name) {
			dst = appendPiece(appendPiece(dst, p.Name), p.Bytes)
		}
	}
	return dst
}

// compareTimes compares the timestamps of two rows, if both have one.
func compareTimes(a, b *store.Entry) int {
	if a.Timestamp == "" || b.Timestamp == "" {
		return 0
	}
	return strings.Compare(a.Timestamp, b.Timestamp)
}
