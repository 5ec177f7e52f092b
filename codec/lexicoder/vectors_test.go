package lexicoder_test

import (
	"fmt"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/internal/formattest"
)

const vectorFile = "vectors/lexicoders.jsonl.gz"

var vectors = formattest.VectorFile{Name: vectorFile, CountMin: 1000, After: rewritten}

func TestEveryVectorIsAnswered(t *testing.T) { vectors.Answered(t) }

func TestEveryVectorPrefixAndFlipIsExplained(t *testing.T) { vectors.Damaged(t) }

// rewritten checks that what was given is never refused, and that the fields of a strict Decode
// give the same bytes.
func rewritten(p *formattest.Probe, in *format.Input) error {
	if p.Given != nil {
		return p.Given
	}
	if in.Lenient || p.Fields == nil || p.Record.Encode == nil {
		return nil
	}
	var session session.Session
	request := append([]byte(`{"op":"encode","format":"lexicoders","record":"`), p.Record.Name...)
	request = append(append(request, `","given":`...), jsonOf(in.Given)...)
	request = append(append(append(request, `,"fields":`...), p.Fields...), '}')
	want := jsonOf(bytesAnswer(in.Entry.Parts[0].Bytes))
	if got := session.Answer(nil, request); string(got) != string(want) {
		return fmt.Errorf("it is read strictly and written as %s", got)
	}
	return nil
}

// Every vector read with every other lexicoder: most are refused, and all are
// explained.
func TestEveryVectorIsExplainedAsAnything(t *testing.T) {
	expressions := []string{
		"long", "integer", "double", "float", "string", "text", "uuid", "biginteger", "reverse(bytes)", "reverse(reverse(text))",
		"pair(bytes, long)", "list(reverse(string))", "sequence(pair(string, bytes))", "list(list(list(bytes)))",
		"reverse(sequence(biginteger))",
	}
	vectors.Each(t, func(t *testing.T, _ *formattest.Probe, c *formattest.Case) {
		p := formattest.NewProbe(&lexicoder.Format, "key")
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

func TestWhatStrictTakesIsWrittenBack(t *testing.T) { vectors.Strict(t) }
