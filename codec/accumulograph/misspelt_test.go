package accumulograph_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// The published description has one underscore on each side of its markers. Entries that were made after
// it are refused with the text that the program writes, and are not read as something else.
func TestMarkersOfThePublishedDescriptionAreRefused(t *testing.T) {
	for _, c := range []struct {
		table, row, family, qualifier, value string
		marker                               string // empty for what is read
	}{
		{"g_vertex", "marko", "_LABEL_", "_EXISTS_", "", "__LABEL__"},
		{"g_vertex", "marko", "_OUT_EDGE_", "vadas_DELIM_e1", "_DELIM_knows", "__OUT_EDGE__"},
		{"g_vertex", "vadas", "_IN_EDGE_", "marko_DELIM_e1", "_DELIM_knows", "__IN_EDGE__"},
		{"g_edge", "e1", "_LABEL_", "vadas_DELIM_marko", "aknows", "__LABEL__"},
		{"g_index_metadata", "age", "_INDEX_KEY_", "com.tinkerpop.blueprints.Vertex", "", "__INDEX_KEY__"},
		{"g_index_metadata", "old", "_INDEX_NAME_", "com.tinkerpop.blueprints.Edge", "", "__INDEX_NAME__"},
		{"", "age", "_INDEX_KEY_", "com.tinkerpop.blueprints.Vertex", "", "__INDEX_KEY__"},
		{"g_vertex", "marko", "_LABEL_", "", "aknows", ""},             // a property of that name
		{"g_vertex_key_index", "aknows", "_LABEL_", "marko", "", ""},   // and its entry in the index
		{"g_index_metadata", "aknows", "_INDEX_KEY_", "marko", "", ""}, // of a named index called metadata
	} {
		for _, lenient := range []bool{false, true} {
			in := format.Input{Lenient: lenient}
			in.Entry.Source.Table = c.table
			for name, text := range map[string]string{store.Row: c.row, store.Family: c.family, store.Qualifier: c.qualifier, store.Value: c.value} {
				in.Entry.Add(name, []byte(text))
			}
			var w value.Writer
			err := accumulograph.Format.Record("entry").Decode(&in, nil, &w)
			switch {
			case c.marker == "" && err != nil:
				t.Errorf("%s %s: %v", c.table, c.family, err)
			case c.marker != "" && (err == nil || !strings.Contains(err.Error(), "the text "+c.marker+": two underscores")):
				t.Errorf("%s %s, lenient %v: %v %s", c.table, c.family, lenient, err, w.Buf)
			}
		}
	}
}
