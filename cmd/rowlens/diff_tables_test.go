package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rfiles makes a folder of RFiles: the name of each fixture, by the path that it gets.
func rfiles(t *testing.T, files map[string]string) string {
	t.Helper()
	from, to := storeOf(t, "rfile/social"), t.TempDir()
	for path, name := range files {
		path = filepath.Join(to, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(readFile(t, filepath.Join(from, name))), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

const (
	vertexFile = "social_vertex.rf" // 34 entries
	edgeFile   = "social_edge.rf"   // 10 entries
)

// A folder with a file or a folder for each table has the tables that a dump names, and tablets are of one table.
func TestTablesOfSeveralStoresCorrespondByName(t *testing.T) {
	all := map[string]string{}
	for _, name := range []string{"edge", "edge_key_index", "index_metadata", "index_people", "index_rels", "vertex", "vertex_key_index"} {
		all["social_"+name+".rf"] = "social_" + name + ".rf"
	}
	dump := accumulo("accumulograph-shell-st.txt")
	tablets := rfiles(t, map[string]string{"default_tablet/A0000001.rf": vertexFile, "t-0000002/F0000003.rf": edgeFile})
	rows := writeFile(t, rowlens(t, "", "dump", tablets).out)
	tables := map[string]string{"tables/2/default_tablet/A0000001.rf": vertexFile, "tables/3/t-0000002/A0000002.rf": edgeFile}
	twice := rfiles(t, map[string]string{vertexFile: vertexFile, edgeFile: edgeFile, "again/" + vertexFile: vertexFile})
	const why = "since their tables have other names"
	for _, c := range []struct {
		what   string
		args   []string
		code   int
		totals string
		says   string
	}{
		{"a file for each table", []string{dump, rfiles(t, all)}, exitOK, `"added":0,"removed":0,"changed":0,"same":63`, ""},
		{"tablets of one table", []string{tablets, rows}, exitOK, `"added":0,"removed":0,"changed":0,"same":44`, ""},
		{"tablets that were split", []string{tablets, rfiles(t, map[string]string{"t-9/A0000001.rf": vertexFile, "t-9/A0000002.rf": edgeFile})},
			exitOK, `"added":0,"removed":0,"changed":0,"same":44`, ""},
		{"a copy of tables", []string{rfiles(t, tables), rfiles(t, tables)}, exitOK, `"added":0,"removed":0,"changed":0,"same":44`, ""},
		{"tables without names", []string{dump, rfiles(t, tables)}, exitDifferences, `"added":44,"removed":63,"changed":0,"same":0`,
			why + ": " + dump + " has social_vertex, social_edge, "},
		{"one named by each side",
			[]string{"--table", "social_edge", "--table", "default", dump, filepath.Join(rfiles(t, tables), "tables", "3")}, exitOK, `"added":0,"removed":0,"changed":0,"same":10`, ""},
		{"a table twice", []string{dump, twice}, exitDifferences, `"added":68,"removed":53,"changed":0,"same":10`,
			"has several tables called social_vertex"},
		{"only that", []string{"--table", "social_vertex", twice, dump}, exitDifferences, `"added":34,"removed":68,"changed":0,"same":0`,
			"has social_vertex in again/social_vertex.rf, social_vertex in social_vertex.rf; "},
		{"rows of no table", []string{rows, rfiles(t, tables)}, exitUsage, "", "has several: default in tables/2, default in tables/3; --table"},
		{"a misspelt table", []string{"--table", "social_egde", dump, twice}, exitUsage, "", `no table "social_egde"; did you mean`},
	} {
		r := rowlens(t, "", append([]string{"diff", "--json"}, c.args...)...).want(t, c.code)
		if !strings.Contains(r.out, c.totals) || !strings.Contains(r.err, c.says) || c.says == "" && r.err != "" {
			t.Errorf("%s: %s%s", c.what, r.out[strings.LastIndex(strings.TrimSpace(r.out), "\n")+1:], r.err)
		}
	}
}
