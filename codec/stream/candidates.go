package stream

import (
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
)

// Candidates returns all readings of an entry, as identify.Candidates does, but of the format to which Decode says that it
// belongs. A damaged row of a dump whose format was learnt may fit another format by chance.
func (d *Decoder) Candidates(q identify.Query) (parsed, refused []*identify.Candidate) {
	parsed, refused = identify.Candidates(q)
	if _, lone := q.Entry.Part(store.Bytes); lone || d.learnt == nil || q.Format != "" || q.Record != "" {
		return parsed, refused
	}
	f, _, err := d.Decode(q.Entry, nil)
	switch {
	case err == nil && len(parsed) > 0 && parsed[0].Format == f,
		err != nil && len(parsed) == 0 && len(refused) > 0 && refused[0].Format.ID == err.Format:
		return parsed, refused
	case err == nil:
		q.Format = f.ID
	default:
		q.Format = err.Format
	}
	if own, not := identify.Candidates(q); q.Format != "" && len(own)+len(not) > 0 {
		return own, not
	}
	return parsed, refused
}
