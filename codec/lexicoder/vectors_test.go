package lexicoder_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/fuzz"
	"github.com/rowlens/rowlens/golden"
)

const vectorFile = "vectors/lexicoders.jsonl.gz"

func TestEveryVectorIsAnswered(t *testing.T) {
	var s codec.Session
	golden.Run(t, vectorFile, func(line []byte) []byte { return s.Answer(nil, line) })
}

// eachVector calls check for every vector with bytes.
func eachVector(t *testing.T, check func(p *fuzz.Probe, c *fuzz.Case)) {
	t.Helper()
	list, err := fuzz.Vectors(vectorFile)
	if err != nil || len(list) < 1000 {
		t.Fatalf("%d vectors, %v", len(list), err)
	}
	probes := map[string]*fuzz.Probe{}
	for i := range list {
		c := &list[i]
		if probes[c.Record] == nil {
			probes[c.Record] = fuzz.NewProbe(c.Format, c.Record)
		}
		check(probes[c.Record], c)
	}
}

// probe decodes fast and annotated, and checks that every byte has its place.
func probe(t *testing.T, p *fuzz.Probe, c *fuzz.Case, b []byte) {
	t.Helper()
	for _, lenient := range []bool{false, true} {
		in := c.Input
		in.Entry = store.Entry{Parts: []store.Part{{Name: store.Value, Bytes: b}}}
		in.Lenient = lenient
		if err := p.Decode(&in); err != nil {
			t.Fatalf("%s, bytes %x, lenient %v: %v", c.ID, b, lenient, err)
		}
		if p.Given != nil {
			t.Fatalf("%s: %v", c.ID, p.Given)
		}
		if !lenient && p.Fields != nil && !rewritten(t, p, &in) {
			t.Fatalf("%s: %x is read strictly and written otherwise", c.ID, b)
		}
	}
}

var session codec.Session

// rewritten reports whether the fields of the last Decode give the same bytes.
func rewritten(t *testing.T, p *fuzz.Probe, in *format.Input) bool {
	t.Helper()
	if p.Record.Encode == nil {
		return true
	}
	request := append([]byte(`{"op":"encode","format":"lexicoders","record":"`), p.Record.Name...)
	request = append(append(request, `","given":`...), jsonOf(in.Given)...)
	request = append(append(append(request, `,"fields":`...), p.Fields...), '}')
	want := jsonOf(bytesAnswer(in.Entry.Parts[0].Bytes))
	return string(session.Answer(nil, request)) == string(want)
}

func TestEveryVectorPrefixAndFlipIsExplained(t *testing.T) {
	eachVector(t, func(p *fuzz.Probe, c *fuzz.Case) {
		b := append([]byte(nil), c.Input.Entry.Parts[0].Bytes...)
		probe(t, p, c, b)
		for i := range b {
			if i > 64 && i < len(b)-64 && (len(b) > 512 || i%7 != 0) && i%4999 != 0 {
				continue
			}
			probe(t, p, c, b[:i:i])
			for _, x := range []byte{0x01, 0x80, 0xff} {
				b[i] ^= x
				probe(t, p, c, b)
				b[i] ^= x
			}
		}
	})
}

// Every vector read with every other lexicoder: most are refused, and all are
// explained.
func TestEveryVectorIsExplainedAsAnything(t *testing.T) {
	expressions := []string{
		"long", "integer", "double", "float", "string", "text", "uuid", "biginteger", "reverse(bytes)", "reverse(reverse(text))",
		"pair(bytes, long)", "list(reverse(string))", "sequence(pair(string, bytes))", "list(list(list(bytes)))", "reverse(sequence(biginteger))",
	}
	p := fuzz.NewProbe(&lexicoder.Format, "key")
	eachVector(t, func(_ *fuzz.Probe, c *fuzz.Case) {
		for _, e := range expressions {
			in := format.Input{Entry: c.Input.Entry, Schema: schema(t, e)}
			for _, in.Lenient = range []bool{false, true} {
				if err := p.Decode(&in); err != nil {
					t.Fatalf("%s as %s: %v", c.ID, e, err)
				}
			}
		}
	})
}
