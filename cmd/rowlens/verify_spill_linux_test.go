package main

import (
	"encoding/json"
	"io"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/cmd/internal/generate"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
)

func TestPlantedFaultsAreFoundInLittleMemory(t *testing.T) {
	table := spilled()
	store := tableStore(t, table)
	verifyInLittleMemory(t, table.Planted, "--model", writeFile(t, generate.Model), store)
	t.Logf("%d cells", table.Cells)
}

func TestPlantedFaultsOfDocumentsAreFoundInLittleMemory(t *testing.T) {
	const rowsOfContainer = 302
	containers := *soakCells / 5 / rowsOfContainer
	documents := &generate.Documents{Containers: containers, Faults: min(containers/generate.DocumentFaults, 1000)}
	verifyWritten(t, documents, &documents.Planted)
	t.Logf("%d rows", documents.Rows)
}

// marykRecords returns a Maryk database with its models and about the given number of rows.
func marykRecords(t *testing.T, f *format.Format, rows int) (*generate.Records, string) {
	t.Helper()
	models := readGolden(t, f.ID+"/keepall.models.json")
	x := &generate.Records{Store: f, Schema: schemasOf(t, models).For(f), Records: rows / generate.RowsOfRecord(f)}
	x.Faults = min(x.Records/generate.RecordFaults(f), 1000)
	return x, writeFile(t, string(models))
}

func TestPlantedFaultsOfRecordsAreFoundInLittleMemory(t *testing.T) {
	for _, f := range []*format.Format{&rocksdb.Format, &hbase.Format} {
		t.Run(f.ID, func(t *testing.T) {
			x, models := marykRecords(t, f, *soakCells/5)
			verifyWritten(t, x, &x.Planted, "--model", models)
			t.Logf("%d rows", x.Rows)
		})
	}
}

func TestPlantedFaultsOfGraphsAreFoundInLittleMemory(t *testing.T) {
	x := &generate.Graph{Vertices: *soakCells / 5 / generate.EntriesOfVertex}
	x.Faults = min(x.Vertices/generate.GraphFaults, 1000)
	verifyWritten(t, x, &x.Planted)
	t.Logf("%d entries", x.Rows)
}

// verifyWritten verifies, in little memory, what x writes to a file.
func verifyWritten(t *testing.T, x interface{ Write(io.Writer) error }, planted *[]string, args ...string) {
	t.Helper()
	file := generated(t, x.Write)
	verifyInLittleMemory(t, *planted, append(args, file)...)
}

// verifyInLittleMemory compares the findings, as "code row", with the planted ones, which are sorted.
func verifyInLittleMemory(t *testing.T, planted []string, args ...string) {
	t.Helper()
	var got []string
	inLittleMemory(t).sorting(t, exitDifferences, func(line []byte) {
		var f struct {
			Code  string
			Parts struct{ Row, Key string }
		}
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatal(err)
		}
		if f.Code != "" {
			got = append(got, f.Code+" "+f.Parts.Row+f.Parts.Key)
		}
	}, append([]string{"verify", "--json"}, args...)...)
	slices.Sort(got)
	if !slices.Equal(got, planted) {
		t.Errorf("%d findings, want %d: %.2000q, want %.2000q", len(got), len(planted), got, planted)
	}
}
