package orderedbytes_test

import (
	"errors"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/orderedbytes"
	"github.com/rowlens/rowlens/codec/wire"
	"github.com/rowlens/rowlens/internal/formattest"
)

const vectorFile = "vectors/hbase-orderedbytes.jsonl.gz"

var vectors = formattest.VectorFile{Name: vectorFile, CountMin: 1000}

func TestEveryVectorIsAnswered(t *testing.T) { vectors.Answered(t) }

func TestEveryVectorPrefixAndFlipIsExplained(t *testing.T) { vectors.Damaged(t) }

// A key of many values may also be read with the record of a whole key.
func TestEveryVectorIsAKey(t *testing.T) {
	vectors.Each(t, func(t *testing.T, _ *formattest.Probe, c *formattest.Case) {
		p := formattest.NewProbe(&orderedbytes.Format, "sequence")
		in := format.Input{Entry: c.Input.Entry}
		if err := p.Decode(&in); err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		if err := p.Canonical(&in); err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		_, _, err := orderedbytes.DecodeValues(in.Entry.Parts[0].Bytes, nil, nil)
		if (err == nil) != (p.Err == nil) {
			t.Fatalf("%s: DecodeValues says %v, the record %v", c.ID, err, p.Err)
		}
		var e *wire.Error
		if err != nil && (!errors.As(err, &e) || e.Offset != p.Err.Offset || e.Code != p.Err.Code) {
			t.Fatalf("%s: DecodeValues says %v, the record %v", c.ID, err, p.Err)
		}
	})
}

func TestWhatStrictTakesIsWrittenBack(t *testing.T) { vectors.Strict(t) }
