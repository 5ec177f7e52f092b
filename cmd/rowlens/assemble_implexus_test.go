package main

import (
	"slices"
	"strings"
	"testing"
)

// disassemble turns the output of assemble back into the dump's rows; encode writes them for LMDB.
func TestObjectsOfImplexusBecomeTheirRows(t *testing.T) {
	dump := implexus("good.dump.hex.txt")
	objects := rowlens(t, "", "assemble", "--json", dump).want(t, 0).out
	rows := rowlens(t, objects, "disassemble").want(t, 0).out
	keep := func(out string) (list []string) {
		for _, line := range lines(out) {
			parts, _ := object(t, line)["parts"].(map[string]any)
			list = append(list, parts["key"].(string)+" "+parts["value"].(string))
		}
		slices.Sort(list)
		return list
	}
	want := keep(rowlens(t, "", "decode", dump).want(t, 0).out)
	if got := keep(rows); len(got) < 100 || !slices.Equal(got, want) {
		t.Errorf("%d rows, want %d", len(got), len(want))
	}
	loaded := rowlens(t, rows, "encode", "--as", "mdb").want(t, 0).out
	if got := keep(rowlens(t, loaded, "decode").want(t, 0).out); !slices.Equal(got, want) {
		t.Errorf("%d rows for LMDB, want %d", len(got), len(want))
	}
	if r := rowlens(t, "", "assemble", dump, "--at", "5").want(t, 2); !strings.Contains(r.err, "kept in one version") {
		t.Errorf("%s", r.err)
	}
}

// Rows that do not decode are reported, even beside objects.
func TestRowsOfImplexusThatNoObjectHas(t *testing.T) {
	r := rowlens(t, "", "assemble", "--json", implexus("corrupt.dump.hex.txt")).want(t, 1)
	if !strings.Contains(r.err, "could not be used; the objects lack them") || !strings.Contains(r.err, "1 row is not part of an object") {
		t.Errorf("%s", r.err)
	}
}

func TestAllRowsOfADocumentAreFound(t *testing.T) {
	r := rowlens(t, "", "range", "--format", "implexus", "--all-rows", "--object", "document", "--as", "hex", "path=/users/john").want(t, 0)
	if got := len(lines(r.out)); got != 6 || !strings.Contains(r.err, "the texts that indexes have") {
		t.Errorf("%d lines: %s", got, r.err)
	}
}
