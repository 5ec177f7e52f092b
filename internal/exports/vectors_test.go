package exports

import (
	"encoding/json"
	"testing"

	"github.com/rowlens/rowlens/golden"
)

// eachVector calls do for every vector that has parts, which are hex by name; i is the vector's index in its file.
func eachVector(t *testing.T, do func(i int, v *golden.Vector, parts map[string]string)) {
	t.Helper()
	names, err := golden.Files.ReadDir("vectors")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		all, err := golden.Vectors("vectors/" + name.Name())
		if err != nil {
			t.Fatal(err)
		}
		for i := range all {
			var parts map[string]string
			if json.Unmarshal(all[i].Bytes, &parts) == nil {
				do(i, &all[i], parts)
			}
		}
	}
}

// equal returns a column in which all rows have the same bytes.
func equal(name string, row []byte, rows int) Column {
	c := Column{name, make([]int32, rows+1), nil}
	for i := range rows {
		c.Data = append(c.Data, row...)
		c.Offsets[i+1] = int32(len(c.Data))
	}
	return c
}
