package main

import (
	"strings"
	"testing"
)

// Scans for rows of Maryk by the values of the model, as passed to the shells.
func TestRangesOfMaryk(t *testing.T) {
	for _, c := range []struct {
		store string
		args  []string
		want  string
	}{
		{"rocksdb", []string{"--record", "index", "indexName=stock", "stock=5"}, `"prefix":"020a318000000504"`},
		{"rocksdb", []string{"--record", "index", "indexName=stock", "stock>=-5", "stock<9"}, `"start":"020a317ffffffb","stop":"020a3180000009"`},
		{"rocksdb", []string{"--record", "index", "indexName=Reversed(price)", "price>1"}, `"start":"020b39`},
		{"rocksdb", []string{"--record", "unique", "property=name", "value=john"}, `"start":"21016a6f686e","stop":"21016a6f686e00"`},
		{"rocksdb", []string{"--record", "keys", "code>5"}, `"start":"00000006"`},
		{"rocksdb", []string{"--record", "table-value", "record=0000000000017fffffff", "reference=21"}, `"prefix":"0000000000017fffffff21"`},
		{"rocksdb", []string{"--record", "historic-value", "record=0000000000017fffffff", "property=name", "--at", "1882441382351601664"},
			`"start":"0000000000017fffffff21e5e039894e6fffff"`},
		{"rocksdb", []string{"--record", "update-history", "--since", "1882441382351601664"}, `"stop":"e5e039894e70"`},
		{"hbase", []string{"--record", "index", "index=stock"}, `"family":"69436a45"`},
		{"hbase", []string{"--record", "unique", "property=name", "value=john"}, `"columns":{"start":"016a6f686e","stop":"016a6f686e00"}`},
		{"hbase", []string{"--record", "data-value", "code=5", "--at", "9"}, `"to":"10"`},
	} {
		args := append([]string{"range", "--json", "--format", "maryk-" + c.store, "--model", maryk(c.store, "keepall.models.json"), "model=1"}, c.args...)
		if got := rowlens(t, "", args...).want(t, 0).out; !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", strings.Join(args, " "), got, c.want)
		}
	}
	for _, args := range [][]string{
		{"--record", "index", "indexName=nosuch"}, {"--record", "keys", "rekord=00"}, {"--record", "keys", "kind>Big"},
		{"--record", "index", "indexName=stock", "stock=5", "valueAndLengths=80"}, {"--record", "index", "indexName=stock", "stock>5", "stock<5"},
		{"--record", "keys", "active>1"}, {"--record", "table-value", "--at", "9"},
	} {
		full := append([]string{"range", "--format", "maryk-rocksdb", "--model", maryk("rocksdb", "keepall.models.json"), "model=1"}, args...)
		rowlens(t, "", full...).want(t, 2)
	}
}

// With several models, nothing says to which one a name belongs: the refusal lists them.
func TestRangesOfMarykAskForTheModel(t *testing.T) {
	for _, args := range [][]string{
		{"--record", "index", "indexName=stock"}, {"--record", "index", "index=stock"}, {"--record", "unique", "property=name"},
	} {
		full := append([]string{"range", "--format", "maryk-hbase", "--model", maryk("hbase", "keepall.models.json")}, args...)
		got := rowlens(t, "", full...).want(t, 1).err
		if !strings.Contains(got, "expected model, ") || !strings.Contains(got, "(1 Ware, 200 Memo)") {
			t.Errorf("%s: %s", strings.Join(args, " "), got)
		}
	}
}
