package identify

import "github.com/rowlens/rowlens/codec/store"

// Lone returns the query for bytes about which nothing is known. Set what you do know: the format,
// the record kind, schemas.
func Lone(b []byte) Query {
	e := new(store.Entry)
	e.Add(store.Bytes, b)
	return Query{Entry: e}
}

// Best returns the best reading of an entry. If none parses, it returns the nearest one, whose Err
// says why it does not and whose Tree explains the bytes before the failure. It returns nil if no
// format has such parts.
func Best(q Query) *Candidate {
	parsed, refused := Candidates(q)
	switch {
	case len(parsed) > 0:
		return parsed[0]
	case len(refused) > 0:
		return refused[0]
	}
	return nil
}

// String returns the sentence.
func (e Evidence) String() string { return e.Text }

// String returns "untried", "same" or "different".
func (c Canonical) String() string {
	switch c {
	case Same:
		return "same"
	case Different:
		return "different"
	}
	return "untried"
}
