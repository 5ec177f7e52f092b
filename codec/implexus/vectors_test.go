package implexus_test

import (
	"testing"

	"github.com/rowlens/rowlens/internal/formattest"
)

const vectorFile = "vectors/implexus.jsonl.gz"

var vectors = formattest.VectorFile{
	Name: vectorFile, CountMin: 1000,
	Places: func(_ *formattest.Case, n int) (list []int) {
		for i := range n {
			if i < 48 || i >= n-16 || i%97 == 0 {
				list = append(list, i)
			}
		}
		return list
	},
	After: (*formattest.Probe).Canonical,
}

func TestEveryVectorIsAnswered(t *testing.T) { vectors.Answered(t) }

func TestEveryVectorPrefixAndFlipIsExplained(t *testing.T) { vectors.Damaged(t) }

func TestWhatStrictTakesIsWrittenBack(t *testing.T) { vectors.Strict(t) }
