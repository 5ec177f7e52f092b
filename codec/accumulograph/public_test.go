package accumulograph_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// The published description has one underscore on each side of its markers. Entries made according to it
// are refused with the text that the program writes, and are not read as something else.
func TestMarkersOfThePublishedDescriptionAreRefused(t *testing.T) {
	for _, c := range []struct {
		table, row, family, qualifier, value string
		marker                               string // empty if the entry is read
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

// The tables of the public document, row by row. With its names filled in and its markers as the program
// writes them: what is read. As the document has them: what is reported. A property value is typed.
func TestTablesOfThePublicDocument(t *testing.T) {
	const class = "com.tinkerpop.blueprints.Vertex"
	for _, c := range []struct {
		table, row, family, qualifier, value string
		read                                 string
		literal                              string // what the row gives as the document spells it
	}{
		{"graphname_vertex", "vertex_id", "_LABEL_", "_EXISTS_", "", `{"kind":"vertex","id":"vertex_id"}`, "the text __LABEL__"},
		{"graphname_edge", "edge_id", "_LABEL_", "in_vertex_id_DELIM_out_vertex_id", "edge_label",
			`{"kind":"edge","id":"edge_id","in":"in_vertex_id","out":"out_vertex_id","label":"edge_label"}`, "the text __LABEL__"},
		{"graphname_vertex", "in_vertex_id", "_IN_EDGE_", "out_vertex_id_DELIM_edge_id", "edge_label",
			`{"kind":"in-edge","id":"in_vertex_id","edge":"edge_id","other":"out_vertex_id","label":"edge_label"}`, "the text __IN_EDGE__"},
		{"graphname_vertex", "out_vertex_id", "_OUT_EDGE_", "in_vertex_id_DELIM_edge_id", "edge_label",
			`{"kind":"out-edge","id":"out_vertex_id","edge":"edge_id","other":"in_vertex_id","label":"edge_label"}`, "the text __OUT_EDGE__"},
		{"graphname_vertex", "element_id", "property_key", "", "property_value",
			`{"kind":"property","id":"element_id","key":"property_key","value":{"type":"string","value":"property_value"}}`, "a type tag"},
		{"graphname_vertex_key_index", "property_value", "property_key", "element_id", "",
			`{"kind":"index-value","id":"element_id","key":"property_key","value":{"type":"string","value":"property_value"}}`, "a type tag"},
		{"graphname_edge_key_index", "property_value", "property_key", "element_id", "",
			`{"kind":"index-value","id":"element_id","key":"property_key","value":{"type":"string","value":"property_value"}}`, "a type tag"},
		{"graphname_index_indexname", "property_value", "property_key", "element_id", "",
			`{"kind":"index-value","id":"element_id","key":"property_key","value":{"type":"string","value":"property_value"}}`, "a type tag"},
		{"graphname_index_metadata", "property_key", "_INDEX_KEY_", class, "",
			`{"kind":"index-key","key":"property_key","element":"vertex"}`, "the text __INDEX_KEY__"},
		{"graphname_index_metadata", "index_name", "_INDEX_NAME_", class, "",
			`{"kind":"index-name","name":"index_name","element":"vertex"}`, "the text __INDEX_NAME__"},
	} {
		decode := func(parts map[string]string) (string, error) {
			var in format.Input
			var w value.Writer
			in.Entry.Source.Table = c.table
			for name, text := range parts {
				in.Entry.Add(name, []byte(text))
			}
			err := accumulograph.Format.Record("entry").Decode(&in, nil, &w)
			return string(w.Buf), err
		}
		literal := map[string]string{store.Row: c.row, store.Family: c.family, store.Qualifier: c.qualifier, store.Value: c.value}
		if got, err := decode(literal); err == nil || !strings.Contains(err.Error(), c.literal) {
			t.Errorf("%s %s as the document has it: %v %s, want %s", c.table, c.family, err, got, c.literal)
		}
		double := strings.NewReplacer("_LABEL_", "__LABEL__", "_EXISTS_", "__EXISTS__", "_IN_EDGE_", "__IN_EDGE__", "_OUT_EDGE_", "__OUT_EDGE__",
			"_DELIM_", "__DELIM__", "_INDEX_KEY_", "__INDEX_KEY__", "_INDEX_NAME_", "__INDEX_NAME__")
		written := map[string]string{}
		for name, text := range literal {
			written[name] = double.Replace(text)
		}
		for name, text := range written {
			switch {
			case text == "property_value":
				written[name] = "a" + text
			case text == "edge_label" && c.table == "graphname_edge":
				written[name] = "a" + text
			case text == "edge_label":
				written[name] = "__DELIM__" + text
			}
		}
		if got, err := decode(written); err != nil || got != c.read {
			t.Errorf("%s %s: %v %s, want %s", c.table, c.family, err, got, c.read)
		}
	}
}
