package main

import (
	"strings"
	"testing"
)

// The models of an Implexus database are its configurations: as text, for --model, and in a dump given as one.
func TestTheModelsOfImplexusAreItsConfigurations(t *testing.T) {
	dump := implexus("good.dump.hex.txt")
	text := rowlens(t, "", "model", dump).want(t, 0).out
	for _, want := range []string{`config:/indices/product-search  index of "Product" by "title"`, `config:/categories/active-users  category of "User" by "status == 'active'"`,
		`catcfg:/catalogues/users-by-role  catalogue of "User" by "role"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nlacks %s", text, want)
		}
	}
	file := writeFile(t, rowlens(t, "", "model", "--json", dump).want(t, 0).out)
	if again := rowlens(t, "", "model", file).want(t, 0).out; again != text {
		t.Errorf("%s\nbecame %s", text, again)
	}
	for _, model := range []string{dump, file} {
		r := rowlens(t, "", "range", "--format", "implexus", "--all-rows", "--object", "document", "--as", "java", "--model", model,
			"path=/products/tool").want(t, 0)
		if len(lines(r.out)) != 8 || strings.Contains(r.err, "the texts that indexes have") {
			t.Errorf("%s: %s%s", model, r.out, r.err)
		}
	}
	rowlens(t, "", "model", "--hex", dump).want(t, 2)
	rowlens(t, "", "model", writeFile(t, `{"ngrams":{"fold":"none"}}`)).want(t, 3)
	// Rows are decoded without them: a dump is read once, and options in --model apply when verifying.
	rowlens(t, "", "verify", "--model", file, dump).want(t, 0)
}

// A document is changed with the configurations in a dump. What has to be known is reported, and with that the rows
// are printed.
func TestADocumentOfImplexusChanges(t *testing.T) {
	dump := implexus("good.dump.hex.txt")
	change := `{"format":"implexus","object":"document","from":null,"fields":{"path":"/orders/003","entity":{"type_code":"1","type_label":` +
		`{"type":"string","value":"Order"}},"properties":{"type":"dictionary","value":[["paid",{"type":"bool","value":true}]]}}}` + "\n"
	r := rowlens(t, change, "disassemble", "--changes", "--model", dump).want(t, 1)
	if !strings.Contains(r.err, "typeidx:Order, children:/orders") {
		t.Errorf("%s", r.err)
	}
	given := `{"sets":{"typeidx:Order":["/orders/001","/orders/002"],"children:/orders":["001","002"]}}`
	r = rowlens(t, change, "disassemble", "--changes", "--model", dump, "--given", given).want(t, 0)
	if n := len(lines(r.out)); n != 4 {
		t.Errorf("%d rows: %s", n, r.out)
	}
}
