package hbase_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/fuzz"
)

const vectorFile = "vectors/maryk-hbase.jsonl.gz"

var vectors = fuzz.VectorFile{Name: vectorFile, CountMin: 1200, Prepare: fuzz.Schemas(cell.ParseSchema), Places: fuzz.Some}

func TestEveryVectorIsAnswered(t *testing.T) { vectors.Answered(t) }

func TestEveryVectorIsExplainedByteByByte(t *testing.T) { vectors.Sound(t) }

// Without a model a row is told apart as far as its own bytes go, and written again.
func TestEveryVectorIsExplainedWithoutAModel(t *testing.T) { vectors.WithoutModel(t) }

func TestEveryPrefixAndFlipIsExplained(t *testing.T) { vectors.Damaged(t) }
