package hbase_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/internal/formattest"
)

const vectorFile = "vectors/maryk-hbase.jsonl.gz"

var vectors = formattest.VectorFile{Name: vectorFile, CountMin: 1200, Prepare: formattest.Schemas(cell.ParseSchema),
	Places: formattest.Some}

func TestEveryVectorIsAnswered(t *testing.T) { vectors.Answered(t) }

func TestEveryVectorIsExplainedByteByByte(t *testing.T) { vectors.Sound(t) }

// Without a model a row is split as far as its own bytes allow, and encoded again.
func TestEveryVectorIsExplainedWithoutAModel(t *testing.T) { vectors.WithoutModel(t) }

func TestEveryPrefixAndFlipIsExplained(t *testing.T) { vectors.Damaged(t) }

func TestWhatStrictTakesIsWrittenBack(t *testing.T) { vectors.Strict(t) }
