package actionbase_test

import (
	"testing"

	"github.com/rowlens/rowlens/internal/formattest"
	"github.com/rowlens/rowlens/internal/zones"
)

const vectorFile = "vectors/actionbase.jsonl.gz"

var vectors = formattest.VectorFile{Name: vectorFile, CountMin: 1000, Zones: new(zones.System)}

func TestEveryVectorIsAnswered(t *testing.T) { vectors.Answered(t) }

func TestEveryVectorPrefixAndFlipIsExplained(t *testing.T) { vectors.Damaged(t) }

func TestEveryVectorIsWrittenAsItWasRead(t *testing.T) {
	vectors.Each(t, func(t *testing.T, p *formattest.Probe, c *formattest.Case) {
		for _, lenient := range []bool{c.Input.Lenient, true} {
			in := c.Input
			in.Lenient = lenient
			if err := p.Decode(&in); err != nil {
				t.Errorf("%s: %v", c.ID, err)
			}
			if err := p.Canonical(&in); err != nil {
				t.Errorf("%s: %v", c.ID, err)
			}
		}
	})
}

func TestWhatStrictTakesIsWrittenBack(t *testing.T) { vectors.Strict(t) }
