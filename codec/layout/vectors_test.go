package layout_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

const vectorFile = "vectors/layout.jsonl.gz"

var vectors = formattest.VectorFile{Name: vectorFile, CountMin: 500, After: rewritten}

func TestEveryVectorIsAnswered(t *testing.T) { vectors.Answered(t) }

func TestEveryVectorPrefixAndFlipIsExplained(t *testing.T) { vectors.Damaged(t) }

func TestWhatStrictTakesIsWrittenBack(t *testing.T) { vectors.Sound(t) }

// rewritten checks that fields whose hashes match give the same bytes.
func rewritten(p *formattest.Probe, in *format.Input) error {
	if p.Given != nil {
		return p.Given
	}
	wrong := slices.ContainsFunc(p.Tree.Nodes, func(n span.Node) bool { return n.Flags&span.Mismatch != 0 })
	if p.Fields == nil || wrong || in.Lenient {
		return nil
	}
	fields, err := value.Parse(p.Fields)
	if err != nil {
		return err
	}
	var s session.Session
	var w value.Writer
	w.Object()
	w.Member("op").String("encode")
	w.Member("format").String("layout")
	w.Member("record").String("key")
	w.Member("given").Value(in.Given)
	w.Member("fields").Value(fields)
	w.EndObject()
	answer, err := value.Parse(s.Answer(nil, w.Buf))
	if err != nil {
		return err
	}
	if b, _ := answer.Member("bytes").Member("row").Hex(); string(b) != string(in.Entry.Parts[0].Bytes) {
		return fmt.Errorf("%x is read strictly and written as %x: %s", in.Entry.Parts[0].Bytes, b, answer)
	}
	return nil
}
