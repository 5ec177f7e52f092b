package shuffle

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// partNames are the names of parts; a packed part has the index of its name.
var partNames = [...]string{store.Row, store.Family, store.Qualifier, store.Visibility, store.Key, store.Value, store.Bytes}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// appendParts appends the number of parts and, for each, the index of its name, the length and the
// bytes. If the name is not in the list, it follows the index.
func appendParts(b []byte, parts []store.Part) []byte {
	b = binary.AppendUvarint(b, uint64(len(parts)))
	for i := range parts {
		at := 0
		for at < len(partNames) && partNames[at] != parts[i].Name {
			at++
		}
		if b = append(b, byte(at)); at == len(partNames) {
			b = appendText(b, parts[i].Name)
		}
		b = append(binary.AppendUvarint(b, uint64(len(parts[i].Bytes))), parts[i].Bytes...)
	}
	return b
}

// unpacker reads what the functions above append. After its end it reads zeros.
type unpacker struct{ b []byte }

func (r *unpacker) uint() uint64 {
	n, size := binary.Uvarint(r.b)
	r.b = r.b[max(size, 0):]
	return n
}

func (r *unpacker) int() int64 {
	n, size := binary.Varint(r.b)
	r.b = r.b[max(size, 0):]
	return n
}

func (r *unpacker) byte() (b byte) {
	if len(r.b) > 0 {
		b, r.b = r.b[0], r.b[1:]
	}
	return b
}

func (r *unpacker) bytes() []byte {
	n := min(r.uint(), uint64(len(r.b)))
	b := r.b[:n:n]
	r.b = r.b[n:]
	return b
}

func (r *unpacker) text() string { return string(r.bytes()) }

// parts reads parts; their bytes alias the input.
func (r *unpacker) parts(list []store.Part) []store.Part {
	for n := min(r.uint(), uint64(len(r.b))); n > 0; n-- {
		at, name := int(r.byte()), ""
		if at < len(partNames) {
			name = partNames[at]
		} else {
			name = r.text()
		}
		list = append(list, store.Part{Name: name, Bytes: r.bytes()})
	}
	return list
}

// What is appended of the kind of a reason.
const (
	flagSought = 1 << iota
	flagFaulty
)

// appendFinding appends all members of a finding that a verifier sets.
func appendFinding(b []byte, f *format.Finding) []byte {
	b = append(b, byte(f.Severity))
	for _, text := range [...]string{f.Code, f.Defect, f.Timestamp, f.Item, f.Expected, f.Stored, f.Why, f.NoMend} {
		b = appendText(b, text)
	}
	b = appendSource(b, &f.Source)
	for _, parts := range [...][]store.Part{f.Parts, f.Right, f.Found} {
		b = appendParts(b, parts)
	}
	b = binary.AppendUvarint(b, uint64(len(f.Because)))
	for i := range f.Because {
		x := &f.Because[i]
		flags := byte(0)
		if x.Sought {
			flags |= flagSought
		}
		if x.Faulty {
			flags |= flagFaulty
		}
		b = append(appendSource(appendParts(appendText(b, x.Why), x.Parts), &x.Source), flags)
	}
	b = binary.AppendUvarint(b, uint64(len(f.Mend)))
	for i := range f.Mend {
		b = AppendEntry(b, &f.Mend[i])
	}
	return b
}

// AppendEntry appends everything of an entry except its place in a store's file.
func AppendEntry(b []byte, e *store.Entry) []byte {
	return appendSource(appendText(appendText(appendParts(b, e.Parts), e.Timestamp), e.Deleted), &e.Source)
}

func (r *unpacker) entry() store.Entry {
	return store.Entry{Parts: r.parts(nil), Timestamp: r.text(), Deleted: r.text(), Source: r.source()}
}

// ReadEntry reads what AppendEntry appends, and returns what follows it. The parts of the entry alias b.
func ReadEntry(b []byte) (e store.Entry, rest []byte) {
	r := unpacker{b}
	e = r.entry()
	return e, r.b
}

func readFinding(b []byte) (f format.Finding, ok bool) {
	if len(b) == 0 {
		return f, false
	}
	r := unpacker{append([]byte(nil), b...)}
	f.Severity = format.Severity(r.byte())
	for _, to := range [...]*string{&f.Code, &f.Defect, &f.Timestamp, &f.Item, &f.Expected, &f.Stored, &f.Why, &f.NoMend} {
		*to = r.text()
	}
	f.Source = r.source()
	for _, to := range [...]*[]store.Part{&f.Parts, &f.Right, &f.Found} {
		*to = r.parts(nil)
	}
	for n := min(r.uint(), uint64(len(r.b))); n > 0; n-- {
		x := format.Reason{Why: r.text(), Parts: r.parts(nil), Source: r.source()}
		flags := r.byte()
		x.Sought, x.Faulty = flags&flagSought > 0, flags&flagFaulty > 0
		f.Because = append(f.Because, x)
	}
	for n := min(r.uint(), uint64(len(r.b))); n > 0; n-- {
		f.Mend = append(f.Mend, r.entry())
	}
	return f, true
}

// appendSource appends what findings need of a place, which excludes the place in a store's file.
func appendSource(b []byte, s *store.Source) []byte {
	b = binary.AppendVarint(b, s.Place())
	return appendText(appendText(appendText(b, s.File), s.Table), s.CF)
}

func (r *unpacker) source() (s store.Source) {
	s.SetPlace(r.int())
	s.File, s.Table, s.CF = r.text(), r.text(), r.text()
	return s
}
