package formattest

import (
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/golden"
)

// VectorFile is how the tests of each format use its vectors: golden.Run checks the
// answers, and a Probe checks the bytes, whole and damaged.
type VectorFile struct {
	Name     string
	CountMin int // smallest number of vectors with bytes

	Zones format.Zones // time zones that the cases refer to; may be nil

	// Prepare, if not nil, adds to the inputs what the vectors refer to, such as schemas.
	Prepare func(t testing.TB, v *VectorFile, list []Case)

	// Places returns the offsets at which to damage a part of n bytes; nil means Ends.
	Places func(c *Case, n int) []int

	// Once, if not nil, reports which parts Strict leaves out because other parts of the record say the same.
	Once func(record, part string) bool

	// After, if not nil, checks the results of a Decode of damaged bytes.
	After func(p *Probe, in *format.Input) error
}

// Ends returns all offsets in n bytes or, if n is large, those at the ends and some in between.
func Ends(_ *Case, n int) (list []int) {
	for i := range n {
		if i < 64 || i >= n-64 || n < 512 && i%7 == 0 || i%4999 == 0 {
			list = append(list, i)
		}
	}
	return list
}

// Some returns about 64 offsets in n bytes.
func Some(_ *Case, n int) (list []int) {
	for i := 0; i < n; i += 1 + n/64 {
		list = append(list, i)
	}
	return list
}

// Schemas returns a Prepare for vectors that name the schema of their rows, which a
// record "schema" defines.
func Schemas(parse func(given value.Value) (format.Schema, error)) func(testing.TB, *VectorFile, []Case) {
	return func(t testing.TB, v *VectorFile, list []Case) {
		t.Helper()
		known := v.Defined(t, func(given, _ value.Value) (format.Schema, error) { return parse(given) })
		for i := range list {
			name, _ := list[i].Input.Given.Member("schema").Text()
			list[i].Input.Schema = known[name]
		}
	}
}

// Defined returns, by name, the schemas that records "schema" define: parse makes
// them from the given member and the bytes.
func (v *VectorFile) Defined(t testing.TB, parse func(given, stored value.Value) (format.Schema, error)) map[string]format.Schema {
	t.Helper()
	list, err := golden.Vectors(v.Name)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]format.Schema{}
	for i := range list {
		if list[i].Record != "schema" {
			continue
		}
		given, err := value.Parse(list[i].Given)
		if err != nil {
			t.Fatal(err)
		}
		var stored value.Value
		if len(list[i].Bytes) > 0 {
			if stored, err = value.Parse(list[i].Bytes); err != nil {
				t.Fatal(err)
			}
		}
		name, _ := given.Member("name").Text()
		if all[name], err = parse(given, stored); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return all
}

// Answered runs the vectors as requests.
func (v *VectorFile) Answered(t *testing.T) {
	t.Helper()
	s := session.Session{Zones: v.Zones}
	golden.Run(t, v.Name, func(line []byte) []byte { return s.Answer(nil, line) })
}

// cases returns the vectors that have bytes, with what they refer to.
func (v *VectorFile) cases(t testing.TB) []Case {
	t.Helper()
	list, err := Vectors(v.Name)
	if err != nil || len(list) < v.CountMin {
		t.Fatalf("%d vectors, %v", len(list), err)
	}
	if v.Prepare != nil {
		v.Prepare(t, v, list)
	}
	return list
}

// Each calls check with a probe for every vector that has bytes: record kinds in
// parallel, the vectors of one kind in order.
func (v *VectorFile) Each(t *testing.T, check func(t *testing.T, p *Probe, c *Case)) {
	t.Helper()
	list, byRecord := v.cases(t), map[string][]*Case{}
	for i := range list {
		byRecord[list[i].Record] = append(byRecord[list[i].Record], &list[i])
	}
	for record, cases := range byRecord {
		t.Run(record, func(t *testing.T) {
			t.Parallel()
			p := NewProbe(cases[0].Format, record)
			for _, c := range cases {
				check(t, p, c)
			}
		})
	}
}

// Damaged decodes every vector whole, truncated and with flipped bits, strictly and
// leniently. The tree must cover each byte, and an error must have a place.
func (v *VectorFile) Damaged(t *testing.T) {
	t.Helper()
	places := v.Places
	if places == nil {
		places = Ends
	}
	v.Each(t, func(t *testing.T, p *Probe, c *Case) {
		for part := range c.Input.Entry.Parts {
			whole := c.Input.Entry.Parts[part].Bytes
			v.damaged(t, p, c, part, whole)
			v.damaged(t, p, c, part, append(slices.Clone(whole), 0))
			b := slices.Clone(whole)
			for _, i := range places(c, len(b)) {
				v.damaged(t, p, c, part, b[:i:i])
				for _, x := range []byte{0x01, 0x05, 0x80, 0xff} {
					b[i] ^= x
					v.damaged(t, p, c, part, b)
					b[i] ^= x
				}
			}
		}
	})
}

// damaged decodes a case with different bytes in one part.
func (v *VectorFile) damaged(t *testing.T, p *Probe, c *Case, part int, b []byte) {
	t.Helper()
	for _, lenient := range []bool{false, true} {
		in := c.Input
		in.Entry.Parts = slices.Clone(c.Input.Entry.Parts)
		in.Entry.Parts[part].Bytes = b
		in.Lenient = lenient
		err := p.Decode(&in)
		if err == nil && v.After != nil {
			err = v.After(p, &in)
		}
		if err != nil {
			t.Fatalf("%s, %s %x, lenient %v: %v", c.ID, in.Entry.Parts[part].Name, b, lenient, err)
		}
	}
}

// Sound decodes every vector and encodes its fields, which must give the same bytes
// in the parts that are written.
func (v *VectorFile) Sound(t *testing.T) {
	t.Helper()
	v.Each(t, func(t *testing.T, p *Probe, c *Case) {
		if err := p.Decode(&c.Input); err != nil {
			t.Errorf("%s: %v", c.ID, err)
		}
		if p.Err != nil {
			t.Errorf("%s: %v", c.ID, p.Err)
		}
		p.WrittenBack(t, c)
	})
}

// WrittenBack encodes the fields just decoded, and compares every part.
func (p *Probe) WrittenBack(t testing.TB, c *Case) {
	t.Helper()
	if p.Record.Encode == nil || p.Fields == nil {
		return
	}
	fields, err := value.Parse(p.Fields)
	if err != nil {
		t.Fatal(err)
	}
	var out store.Entry
	in := format.Input{Schema: c.Input.Schema, Given: c.Input.Given}
	if err := p.Record.Encode(&in, fields, &out); err != nil {
		t.Errorf("%s: %v", c.ID, err)
		return
	}
	for _, part := range c.Input.Entry.Parts {
		if b, _ := out.Part(part.Name); string(b) != string(part.Bytes) {
			t.Errorf("%s: %s is written as %x, read from %x", c.ID, part.Name, b, part.Bytes)
		}
	}
}

// WithoutModel is Sound for inputs without their schema or other context: rows are
// distinguished as far as their own bytes allow.
func (v *VectorFile) WithoutModel(t *testing.T) {
	t.Helper()
	bare := *v
	bare.Prepare = func(_ testing.TB, _ *VectorFile, list []Case) {
		for i := range list {
			list[i].Input.Schema, list[i].Input.Given = nil, value.Value{}
		}
	}
	bare.Sound(t)
	bare.Each(t, func(t *testing.T, p *Probe, c *Case) {
		err := p.Decode(&c.Input)
		if err == nil {
			err = p.Canonical(&c.Input)
		}
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
		}
	})
}
