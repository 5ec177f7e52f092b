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

// Match says which rows of two documents are the same one.
type Match uint8

// The matches.
const (
	ByKey      Match = iota // rows of one key
	BySaltless              // rows whose keys differ in nothing but their check values, such as a salt
	ByEntity                // rows of one record kind and entity, as package stats counts entities; those without one by their keys
)

var matchNames = [...]string{ByKey: "key", BySaltless: "key without salt", ByEntity: "entity"}

// ParseMatch reads a match by its name; the empty one is ByKey.
func ParseMatch(name string) (Match, error) {
	for m, known := range matchNames {
		if name == known {
			return Match(m), nil
		}
	}
	if name == "" {
		return ByKey, nil
	}
	return ByKey, errors.New("match: expected key, key without salt or entity, found " + name)
}

// matcher makes the keys by which rows are matched.
type matcher struct {
	match   Match
	keys    Keys
	decoder *stream.Decoder
	tree    span.Tree
}

// append appends the key of a row, whose own is key.
func (m *matcher) append(dst, key []byte, e *store.Entry) []byte {
	m.tree.Reset()
	f, r, err := m.decoder.Explain(e, &m.tree)
	if err != nil {
		return append(dst, key...)
	}
	if m.match == BySaltless {
		bare := *e
		bare.Parts = m.withoutChecks(e)
		return m.keys.Append(dst, TableOf(e), &bare)
	}
	for i := range m.tree.Nodes {
		n := &m.tree.Nodes[i]
		if n.Field.About != span.AboutEntity {
			continue
		}
		if !m.keys.NoTable {
			dst = appendPiece(dst, TableOf(e))
		}
		return appendPiece(appendPiece(appendPiece(dst, f.ID), r.Name), n.AppendName(nil))
	}
	return append(dst, key...)
}

// withoutChecks are the parts of an entry without the check values in its key.
func (m *matcher) withoutChecks(e *store.Entry) []store.Part {
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

// rematch takes the rows of a sequence, whose keys are their own, as those that are matched.
func (h *document) rematch(from Sequence, m *matcher, times bool) error {
	var rows []heldRow
	var r Row
	for {
		if err := from.Next(&r); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		e := r.Entry.Clone()
		rows = append(rows, heldRow{key: m.append(nil, r.Key, &e), entry: e})
	}
	sorting.Func(rows, func(a, b heldRow) int {
		if order := bytes.Compare(a.key, b.key); order != 0 {
			return order
		}
		return compareWhole(&a.entry, &b.entry, times)
	})
	h.rows, h.at, h.cut = rows, 0, false
	return nil
}

// compareWhole compares what rows hold, and then their keys.
func compareWhole(a, b *store.Entry, times bool) int {
	if order := compareContent(a, b, times); order != 0 {
		return order
	}
	for i := range min(len(a.Parts), len(b.Parts)) {
		p, q := &a.Parts[i], &b.Parts[i]
		if order := strings.Compare(p.Name, q.Name); order != 0 {
			return order
		}
		if order := bytes.Compare(p.Bytes, q.Bytes); order != 0 {
			return order
		}
	}
	return len(a.Parts) - len(b.Parts)
}
