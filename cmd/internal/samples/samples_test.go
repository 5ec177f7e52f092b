package samples

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestSamplesAreLinesOfTheRealDump(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "golden", "actionbase")
	dump, err := os.ReadFile(filepath.Join(folder, "actionbase-hbase-shell.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range bytes.Split(bytes.TrimRight(Scan, "\n"), []byte("\n")) {
		if !bytes.Contains(line, []byte(" row(s)")) && !bytes.Contains(dump, append(line, '\n')) {
			t.Errorf("line %d of scan.txt is not in the dump that it is cut from", i+1)
		}
	}
	model, err := os.ReadFile(filepath.Join(folder, "actionbase-hbase-shell.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(model, Model) {
		t.Error("tables.json is not the schema of the dump")
	}
}
