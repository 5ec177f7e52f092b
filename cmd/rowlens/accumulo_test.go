package main

import (
	"strings"
	"testing"
)

const transcript = "../accumulograph/accumulograph-shell.txt"

func TestAccumuloGraphIsScannedFor(t *testing.T) {
	for _, c := range []struct {
		args      []string
		out, note string
	}{
		{[]string{"--format", "accumulograph", "--record", "entry", "graph=social", "kind=out-edge", "id=marko", "label=knows"},
			`scan -t "social_vertex" -r "marko" -c "__OUT_EDGE__"`, "edges with other labels"},
		{[]string{"--format", "accumulograph", "--record", "entry", "--table", "social_edge_key_index", "value:double=0.5", "key=weight"},
			`scan -t "social_edge_key_index" -r "d0.5" -c "weight"`, ""},
		{[]string{"--format", "accumulograph", "--record", "entry", "graph=g", "index=people", "value:integer>=5"},
			`scan -t "g_index_people" -b "i" -e "j" -ee`, "does not sort as numbers do"},
		{[]string{"--format", "accumulograph", "--record", "entry", "kind=vertex", "id^=m"},
			`scan -b "m" -e "n" -ee -c "__LABEL__:__EXISTS__"`, "give graph=NAME, or --table"},
		{[]string{"--format", "lexicoders", "--record", "key", "lexicoder=pair(string, reverse(long))", `value=["a"]`, "next:long>=0"},
			`scan -b "a\x00" -e "a\x00\xF7\x7F\xFE\xFE\xFE\xFE\xFE\xFE\xFE\xFE\xFE\xFE\xFE\xFE\xFE\xFE\xFF\x00" -ee`, ""},
		{[]string{"--format", "hbase-orderedbytes", "--record", "sequence", "--fields",
			`{"values":[{"type":"int32","order":"DESC","value":5}]}`, "value:int64>5", "order=desc"},
			`scan -b "\xD4\x7F\xFF\xFF\xFA\xD3" -e "\xD4\x7F\xFF\xFF\xFA\xD3\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFA" -ee`, ""},
	} {
		r := rowlens(t, "", append(append([]string{"range"}, c.args...), "--as", "accumulo")...).want(t, 0)
		if r.out != c.out+"\n" || !strings.Contains(r.err, c.note) {
			t.Errorf("%q: %s%s\nwant %s\n%s", c.args, r.out, r.err, c.out, c.note)
		}
	}
	r := rowlens(t, "", "range", "--format", "accumulograph", "--all-rows", "--object", "edge", "graph=social", "id=e1", "in=a", "out=b", "--as",
		"accumulo").want(t, 0)
	if !strings.HasPrefix(r.out, "scan -t \"social_edge\" -r \"e1\"\nscan -t \"social_vertex\" -r \"a\" -c \"__IN_EDGE__:b__DELIM__e1\"\n") {
		t.Errorf("all rows: %s", r.out)
	}
}

// A transcript becomes elements, and these become its rows again, as commands for the shell.
func TestATranscriptOfAccumuloGraphIsAssembled(t *testing.T) {
	r := rowlens(t, "", "assemble", "--json", golden(transcript)).want(t, 0)
	if n := strings.Count(r.out, "\n"); n != 8 || !strings.Contains(r.out, `"object":"edge"`) {
		t.Errorf("%d objects", n)
	}
	rows := rowlens(t, r.out, "disassemble").want(t, 0)
	shell := rowlens(t, rows.out, "encode", "--as", "accumulo").want(t, 0)
	if !strings.Contains(shell.out, "table \"social_edge\"\n") || !strings.Contains(shell.out, `insert "e1" "weight" "" "d0.5"`+"\n") {
		t.Errorf("%s", shell.out)
	}
	change := `{"format":"accumulograph","object":"vertex","from":{"graph":"g","id":"v","properties":{"a":{"type":"long","value":"1"}},"indexed":["a"]},` +
		`"fields":{"graph":"g","id":"v","properties":{},"indexed":[]}}`
	r = rowlens(t, change, "disassemble", "--changes").want(t, 0)
	if strings.Count(r.out, `"deleted":"delete"`) != 2 {
		t.Errorf("%s", r.out)
	}
	r = rowlens(t, "", "assemble", "--history", golden(transcript)).want(t, 2)
	if !strings.Contains(r.err, "keeps no versions") {
		t.Errorf("%s", r.err)
	}
}

func TestTablesAreOrderedApart(t *testing.T) {
	r := rowlens(t, "", "order", "-f", golden(transcript)).want(t, 0)
	if n := strings.Count(r.out, " < table: social_"); n != 6 {
		t.Errorf("%d borders of tables", n)
	}
}

func TestMarkersWithOneUnderscoreAreRefused(t *testing.T) {
	const scan = "root@i g_index_metadata> scan\nage _INDEX_KEY_:com.tinkerpop.blueprints.Vertex []\n"
	r := rowlens(t, scan, "decode")
	if strings.Contains(r.out, `"ge"`) || !strings.Contains(r.out, "__INDEX_KEY__: two underscores on each side") {
		t.Errorf("%s%s", r.out, r.err)
	}
}
