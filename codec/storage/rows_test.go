package storage_test

import (
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/storage"
)

// Operands that nobody can merge are rows of what is stored. Of what readers see they are none, nor is anything else
// of their key.
func TestOperandsAreNoValues(t *testing.T) {
	for values, want := range map[bool][]string{
		false: {"1", "2", "2", "3", "3", "3"},
		true:  {"1", "unmerged", "3", "unmerged"},
	} {
		m := &memory{tables: []file.Table{{Name: "a"}, {Name: "b"}}, rows: [][]string{{"1", "~2", "~2", "3"}, {"~3", "3"}}}
		r := storage.Rows{Scan: storage.Scan{Stores: []file.Store{m}}, Values: values}
		var got []string
		for {
			e, err := r.Next()
			if err == io.EOF {
				break
			}
			if errors.Is(err, storage.ErrUnmerged) {
				got = append(got, "unmerged")
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(e.Parts[0].Bytes))
		}
		if !slices.Equal(got, want) {
			t.Errorf("values %v: %v, want %v", values, got, want)
		}
	}
}
