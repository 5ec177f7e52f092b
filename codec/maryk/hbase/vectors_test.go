package hbase_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/fuzz"
	"github.com/rowlens/rowlens/golden"
)

const vectorFile = "vectors/maryk-hbase.jsonl.gz"

func TestEveryVectorIsAnswered(t *testing.T) {
	var s codec.Session
	golden.Run(t, vectorFile, func(line []byte) []byte { return s.Answer(nil, line) })
}

// schemas are the databases that the vectors define, by name.
func schemas(t testing.TB) map[string]format.Schema {
	t.Helper()
	list, err := golden.Vectors(vectorFile)
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
		name, _ := given.Member("name").Text()
		if all[name], err = cell.ParseSchema(given); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return all
}

// eachVector calls check with a probe and an input for every vector with bytes, with
// the schema that it names.
func eachVector(t *testing.T, check func(t *testing.T, p *fuzz.Probe, c *fuzz.Case)) {
	t.Helper()
	list, err := fuzz.Vectors(vectorFile)
	if err != nil || len(list) < 1200 {
		t.Fatalf("%d vectors, %v", len(list), err)
	}
	known := schemas(t)
	byRecord := map[string][]*fuzz.Case{}
	for i := range list {
		in := &list[i].Input
		name, _ := in.Given.Member("schema").Text()
		in.Schema = known[name]
		byRecord[list[i].Record] = append(byRecord[list[i].Record], &list[i])
	}
	for record, cases := range byRecord {
		t.Run(record, func(t *testing.T) {
			t.Parallel()
			p := fuzz.NewProbe(&hbase.Format, record)
			for _, c := range cases {
				check(t, p, c)
			}
		})
	}
}

func TestEveryVectorIsExplainedByteByByte(t *testing.T) {
	eachVector(t, func(t *testing.T, p *fuzz.Probe, c *fuzz.Case) {
		if err := p.Decode(&c.Input); err != nil {
			t.Errorf("%s: %v", c.ID, err)
		}
		if p.Err != nil {
			t.Errorf("%s: %v", c.ID, p.Err)
		}
		again(t, p, c)
	})
}

// again writes the fields that were just read.
func again(t *testing.T, p *fuzz.Probe, c *fuzz.Case) {
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

// Without a model a row is told apart as far as its own bytes go, and written again.
func TestEveryVectorIsExplainedWithoutAModel(t *testing.T) {
	eachVector(t, func(t *testing.T, p *fuzz.Probe, c *fuzz.Case) {
		bare := *c
		bare.Input.Schema, bare.Input.Given = nil, value.Value{}
		if err := p.Decode(&bare.Input); err != nil {
			t.Errorf("%s: %v", c.ID, err)
		}
		if p.Err != nil {
			t.Errorf("%s: %v", c.ID, p.Err)
		}
		again(t, p, &bare)
		if err := p.Canonical(&bare.Input); err != nil {
			t.Errorf("%s: %v", c.ID, err)
		}
	})
}

// probe decodes with one part changed, strictly and leniently, with and without the
// model.
func probe(t *testing.T, p *fuzz.Probe, c *fuzz.Case, part int, b []byte) {
	t.Helper()
	for _, lenient := range []bool{false, true} {
		in := c.Input
		in.Entry.Parts = append([]store.Part(nil), c.Input.Entry.Parts...)
		in.Entry.Parts[part].Bytes = b
		in.Lenient = lenient
		if err := p.Decode(&in); err != nil {
			t.Fatalf("%s, %s %x, lenient %v: %v", c.ID, in.Entry.Parts[part].Name, b, lenient, err)
		}
	}
}

// step leaves out most places of a long part.
func step(n int) int { return 1 + n/64 }

func TestEveryPrefixAndFlipIsExplained(t *testing.T) {
	eachVector(t, func(t *testing.T, p *fuzz.Probe, c *fuzz.Case) {
		for part := range c.Input.Entry.Parts {
			b := append([]byte(nil), c.Input.Entry.Parts[part].Bytes...)
			for i := 0; i < len(b); i += step(len(b)) {
				probe(t, p, c, part, b[:i:i])
				x := []byte{0x01, 0x80, 0xff, 0x04}[i%4]
				b[i] ^= x
				probe(t, p, c, part, b)
				b[i] ^= x
			}
			probe(t, p, c, part, append(b, 0))
		}
	})
}
