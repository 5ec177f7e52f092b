package core_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/core"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

const vectorFile = "vectors/maryk-core.jsonl.gz"

var vectors = formattest.VectorFile{
	Name: vectorFile, CountMin: 2000,
	Prepare: func(t testing.TB, _ *formattest.VectorFile, list []formattest.Case) {
		known := schemas(t)
		for i := range list {
			list[i].Input.Schemas = known
		}
	},
	// The values of an index are in its entries too.
	Once:   func(record, part string) bool { return record == "index-entry" && part == "values" },
	Places: func(c *formattest.Case, n int) []int { return places(n, len(c.ID)) },
}

func TestEveryVectorIsAnswered(t *testing.T) { vectors.Answered(t) }

func TestEveryVectorPrefixAndFlipIsExplained(t *testing.T) { vectors.Damaged(t) }

// schemas are the models that the vectors define, by name.
func schemas(t testing.TB) map[string]format.Schema {
	t.Helper()
	return (&formattest.VectorFile{Name: vectorFile}).Defined(t,
		func(_, stored value.Value) (format.Schema, error) { return core.ParseSchema(stored) })
}

// places returns the offsets at which a part of n bytes is damaged; for a long part, only some.
func places(n, from int) []int {
	const long = 32
	step := max(n/long, 1)
	var list []int
	for i := from % step; i < n; i += step {
		list = append(list, i)
	}
	return list
}

func TestWhatStrictTakesIsWrittenBack(t *testing.T) { vectors.Strict(t) }
