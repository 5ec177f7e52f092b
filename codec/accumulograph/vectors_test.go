package accumulograph_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/internal/formattest"
)

const vectorFile = "vectors/accumulograph.jsonl.gz"

var vectors = formattest.VectorFile{
	Name: vectorFile, CountMin: 1000,
	Places: func(c *formattest.Case, n int) (list []int) {
		for i := range n {
			if i <= 9 || i%61 == len(c.ID)%61 { // long ones are Java streams, which are very similar
				list = append(list, i)
			}
		}
		return list
	},
}

func TestEveryVectorIsAnswered(t *testing.T) { vectors.Answered(t) }

func TestEveryVectorPrefixAndFlipIsExplained(t *testing.T) { vectors.Damaged(t) }

// What is read strictly is written back the same or reported as different.
func TestEveryVectorIsWrittenBack(t *testing.T) {
	vectors.Each(t, func(t *testing.T, p *formattest.Probe, c *formattest.Case) {
		in := c.Input
		if err := p.Decode(&in); err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		if err := p.Canonical(&in); err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
	})
}

// The parts of an entry are also found under the names that other formats use.
func TestPartsHaveBothNames(t *testing.T) {
	vectors.Each(t, func(t *testing.T, p *formattest.Probe, c *formattest.Case) {
		if c.Record != "entry" {
			return
		}
		in := c.Input
		in.Entry = c.Input.Entry.Clone()
		for i := range in.Entry.Parts {
			switch part := &in.Entry.Parts[i]; part.Name {
			case "cf":
				part.Name = store.Family
			case "cq":
				part.Name = store.Qualifier
			case "vis":
				part.Name = store.Visibility
			}
		}
		if err := p.Decode(&in); err != nil || p.Fields == nil {
			t.Fatalf("%s: %v %v", c.ID, err, p.Err)
		}
		if err := p.Canonical(&in); err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
	})
}

func TestWhatStrictTakesIsWrittenBack(t *testing.T) { vectors.Strict(t) }
