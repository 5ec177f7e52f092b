package identify

import (
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Doubt says what makes a reading uncertain. It is zero for a record that a strict reader accepts,
// whose check values match and which re-encodes to the same bytes.
type Doubt struct {
	Lenient *wire.Error // why a strict reader refuses it; nil if it does not
	Extra   int         // bytes that belong to no field
	Tie     []string    // format/record of other readings with equal evidence
	Checks  []Check     // check values that do not match

	// NonCanonical means that the fields re-encode to other bytes.
	NonCanonical bool
}

// Check is a check value that does not match.
type Check struct {
	Field, Part      string
	Offset           int
	Stored, Expected []byte
}

// Any reports whether there is any doubt.
func (d *Doubt) Any() bool {
	return d.Fails() || len(d.Tie) > 0 || d.NonCanonical
}

// Fails reports whether a command that is not lenient counts the record as not decoded.
func (d *Doubt) Fails() bool {
	return d.Lenient != nil || d.Extra > 0 || len(d.Checks) > 0
}

// Write writes lenient, extra, tie, check and canonical, those that are set, as members of an open object.
func (d *Doubt) Write(w *value.Writer) {
	if e := d.Lenient; e != nil {
		w.Key("lenient")
		w.Object()
		w.Member("part").String(e.Part)
		w.Member("offset").Int(int64(e.Offset))
		w.Member("expected").String(e.Expected)
		w.Member("found").String(e.Found)
		w.EndObject()
	}
	if d.Extra > 0 {
		w.Member("extra").Int(int64(d.Extra))
	}
	if len(d.Tie) > 0 {
		w.Member("tie").Strings(d.Tie)
	}
	if len(d.Checks) > 0 {
		w.Key("check")
		w.Array()
		for i := range d.Checks {
			d.Checks[i].write(w)
		}
		w.EndArray()
	}
	if d.NonCanonical {
		w.Member("canonical").Bool(false)
	}
}

func (c *Check) write(w *value.Writer) {
	w.Object()
	w.Member("field").String(c.Field)
	w.Member("part").String(c.Part)
	w.Member("offset").Int(int64(c.Offset))
	w.Member("stored").Hex(c.Stored)
	w.Member("expected").Hex(c.Expected)
	w.EndObject()
}

// DoubtOf returns the doubt about the best of the readings that parse, of which there must be at least one.
func DoubtOf(parsed []*Candidate) (d Doubt) {
	best := parsed[0]
	d = best.doubt()
	for _, c := range parsed[1:] {
		if c.rank != best.rank {
			break
		}
		if c.Record == best.Record {
			continue
		}
		if name := c.Format.ID + "/" + c.Record.Name; !slices.Contains(d.Tie, name) {
			d.Tie = append(d.Tie, name)
		}
	}
	return d
}

// doubt returns the doubt about a reading by itself.
func (c *Candidate) doubt() Doubt {
	d := Doubt{Lenient: c.strict, Checks: c.checks, NonCanonical: c.Canonical == Different}
	if c.strict != nil {
		d.Extra = c.Total - c.Covered
	}
	return d
}

// Examine returns the doubt about an entry that r has just decoded with in. If there is no doubt,
// this costs at most one more decoding.
func Examine(f *format.Format, r *format.Record, in *format.Input) Doubt {
	var strict *wire.Error
	if in.Lenient {
		defer func() { in.Lenient = true }()
		doubtful := in.Doubtful
		in.Lenient, in.Doubtful = false, false
		if err := r.Decode(in, nil, nil); err != nil {
			strict = asWire(err)
		}
		// What only the lenient reader doubts concerns its own fields.
		in.Lenient, in.Doubtful = strict != nil || doubtful, in.Doubtful || doubtful
	}
	if strict == nil && !in.Doubtful {
		return Doubt{}
	}
	c := Candidate{Format: f, Record: r, Total: in.Entry.Len(), strict: strict}
	var w value.Writer
	if Explain(r, in, &c.Tree, &w) != nil {
		return Doubt{Lenient: strict}
	}
	c.Fields, c.Covered, c.checks, c.quiet = w.Buf, covered(&c.Tree), mismatches(&c.Tree), true
	if in.Prefix {
		c.Total = c.Covered // further bytes are expected
	} else {
		c.weighCanonical(in, new(rewriter))
	}
	return c.doubt()
}

// mismatches lists the check values of a tree that do not match.
func mismatches(t *span.Tree) (list []Check) {
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Flags&span.Mismatch == 0 {
			continue
		}
		s := &t.Sources[n.Src]
		list = append(list, Check{n.Name(), s.Name, int(n.Start), s.Bytes[n.Start:n.End], t.Expected(i)})
	}
	return list
}
