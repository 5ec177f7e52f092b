package main

import (
	"strings"
	"testing"
)

// The column family determines the possible record kinds, and so the fields that differ: readings for
// other families or stores are not mentioned.
func TestOrderNamesTheFieldsOfTheFamily(t *testing.T) {
	models := maryk("rocksdb", "keepall.models.json")
	simple := writeFile(t, rowlens(t, simpleRows, "model", "--json", "-").want(t, 0).out) // keys of four bytes, which HBase's cells also have
	for _, c := range []struct {
		models, family string
		keys           []string
		want           []string
	}{
		{simple, "table/1", []string{"0000000111", "00000001", "0000000109"}, []string{
			"1    00000001  input 2, Maryk on RocksDB creation key", "nothing before id", "id before name", "value key",
		}},
		{simple, "historic-table/1", []string{"0000000123e982e3f00b1fffff", "00000001230161e982e3f00b1fffff"}, []string{"historic value key"}},
		{models, "historic-table/1", []string{"0000000000017fffffff7404fffffffee5e03989916fffff", "0000000000017fffffff74e5e03989916fffff"}, []string{
			"in property reference: log before log.@1", "historic value key",
		}},
		{models, "table/1", []string{"0000000000017fffffff21", "0000000000017fffffff"}, []string{
			"in property reference: nothing before name", "creation key", "value key",
		}},
		{models, "keys/1", []string{"0000000000017fffffff", "0000000000017ffffffe"}, []string{"record key key"}},
	} {
		r := rowlens(t, "", append([]string{"order", "--cf", c.family, "--model", c.models}, c.keys...)...).want(t, 0)
		for _, want := range c.want {
			if !strings.Contains(r.out, want) {
				t.Errorf("%s: %q is not in\n%s", c.family, want, r.out)
			}
		}
		if strings.Contains(r.out, "undecoded") || strings.Contains(r.out, "HBase") || r.err != "" {
			t.Errorf("%s:\n%s%s", c.family, r.out, r.err)
		}
	}
}
