package accumulograph_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
)

// found returns what is found in a scan of the shell.
func found(t *testing.T, text string) []format.Finding {
	t.Helper()
	res, err := dump.ParseText([]byte(text), dump.Options{SplitKey: accumulograph.Format.NewKeySplitter(nil)})
	if err != nil || res.Form.ID != "accumulo-scan" {
		t.Fatalf("%v %v", res.Form, err)
	}
	v := accumulograph.NewVerifier()
	for i := range res.Rows {
		v.Add(&res.Rows[i].Entry)
	}
	return v.Findings()
}

// told returns the codes and items of findings.
func told(list []format.Finding) (lines []string) {
	for i := range list {
		lines = append(lines, list[i].Code+" "+list[i].Item)
	}
	return lines
}

// oneEdge is a graph of two vertices and an edge, to which the tables of a test are added.
const oneEdge = `root@fake> table g_vertex
root@fake g_vertex> scan -np
v1 __LABEL__:__EXISTS__ []
v1 __OUT_EDGE__:v2__DELIM__e1 []	__DELIM__knows
v2 __IN_EDGE__:v1__DELIM__e1 []	__DELIM__knows
v2 __LABEL__:__EXISTS__ []
root@fake g_vertex> table g_edge
root@fake g_edge> scan -np
`

// createKeyIndex("__LABEL__", Edge.class) indexes the labels, and getEdges("label", x) then asks this index.
func TestLabelsAreIndexed(t *testing.T) {
	const edge = "e1 __LABEL__:v2__DELIM__v1 []	aknows\n"
	const index = "root@fake g_edge> table g_edge_key_index\nroot@fake g_edge_key_index> scan -np\n"
	const listed = "root@fake g> table g_index_metadata\nroot@fake g_index_metadata> scan -np\n" +
		"__LABEL__ __INDEX_KEY__:com.tinkerpop.blueprints.Edge []\n"
	compare(t, "indexed", told(found(t, oneEdge+edge+index+"aknows __LABEL__:e1 []\n"+listed)))
	compare(t, "another label", told(found(t, oneEdge+edge+index+"alikes __LABEL__:e1 []\naknows __LABEL__:e1 []\n"+listed)),
		`stale-index table g_edge_key_index, id "e1", key "__LABEL__"`)
	compare(t, "not indexed", told(found(t, oneEdge+edge+listed)), `missing-index table g_edge_key_index, id "e1", key "__LABEL__"`)
	compare(t, "of another edge", told(found(t, oneEdge+edge+index+"aknows __LABEL__:e1 []\naknows __LABEL__:e2 []\n"+listed)),
		`stale-index table g_edge_key_index, id "e2", key "__LABEL__"`)
	compare(t, "a label with spaces", told(found(t, oneEdge+strings.Replace(edge, "knows", "works for", 1)+
		index+"aworks for __LABEL__:e1 []\n"+listed)),
		`label-mismatch table g_edge, id "e1", vertex "v2"`, `label-mismatch table g_edge, id "e1", vertex "v1"`)
	property := oneEdge + "e1 __LABEL__: []	i7\n" + edge + index
	compare(t, "a property of that name", told(found(t, property+"i7 __LABEL__:e1 []\n"+listed)))
	compare(t, "a property of that name, not indexed", told(found(t, property+"aknows __LABEL__:e1 []\n"+listed)),
		`stale-index table g_edge_key_index, id "e1", key "__LABEL__"`, `missing-index table g_edge_key_index, id "e1", key "__LABEL__"`)
}

// The shell escapes neither spaces nor colons.
func TestKeysWithSpacesAndColons(t *testing.T) {
	const edge = "e1 __LABEL__:v2__DELIM__v1 []	aknows\n"
	const metadata = "root@fake g_edge> table g_index_metadata\nroot@fake g_index_metadata> scan -np\n"
	const people = "people __INDEX_NAME__:com.tinkerpop.blueprints.Vertex []\n"
	const index = "root@fake g> table g_index_people\nroot@fake g_index_people> scan -np\n"
	compare(t, "an id that was seen", told(found(t, oneEdge+edge+metadata+people+index+"aAnn k:colon:v2 []\n")))
	const key = "k:colon __INDEX_KEY__:com.tinkerpop.blueprints.Edge []\n"
	compare(t, "a key that the metadata lists", told(found(t, metadata+key+people+index+"aAnn k:colon:v9 []\n")),
		`stale-index table g_index_people, id "v9", key "k:colon"`)
	compare(t, "a row with a space", told(found(t, oneEdge+"a b k: []	i7\n"+edge)), `orphan-property table g_edge, id "a", key "b k"`)
	compare(t, "a key with a colon, too", told(found(t, oneEdge+"[x] 12 k:colon: []	i7\n"+edge)),
		`orphan-property table g_edge, id "[x]", key "12 k:colon"`)
	compare(t, "keys that sort before the marker", told(found(t, "root@fake> table g_edge\nroot@fake g_edge> scan -np\n"+edge+
		strings.ReplaceAll(oneEdge, "v1 __LABEL__", "v1 First Name: []	aAnn\nv1 Name: []	aAnn\nv1 __LABEL__"))))
}

// addEdge with the id of an edge that exists leaves both in one row.
func TestEdgesWithOneIDAreTold(t *testing.T) {
	both := strings.NewReplacer("v2 __IN_EDGE__", "v1 __OUT_EDGE__:v3__DELIM__e1 []	__DELIM__likes\nv2 __IN_EDGE__",
		"v2 __LABEL__:__EXISTS__ []\n", "v2 __LABEL__:__EXISTS__ []\n"+
			"v3 __IN_EDGE__:v1__DELIM__e1 []	__DELIM__likes\nv3 __LABEL__:__EXISTS__ []\n",
	).Replace(oneEdge) + "e1 __LABEL__:v2__DELIM__v1 []	aknows\ne1 __LABEL__:v3__DELIM__v1 []	alikes\n"
	compare(t, "two edges", told(found(t, both)), `repeated-edge table g_edge, id "e1"`)
	const index = "root@fake g_edge> table g_edge_key_index\nroot@fake g_edge_key_index> scan -np\naknows __LABEL__:e1 []\n"
	compare(t, "the label of the first", told(found(t, both+index)), `repeated-edge table g_edge, id "e1"`)
}

// createKeyIndex writes the object that it reads: a HashSet then has a capacity that fits its elements. That entry is what
// upstream finds and deletes.
func TestObjectsWrittenAgainStay(t *testing.T) {
	set := func(capacity, first, last string) string {
		return `x\xAC\xED\x00\x05sr\x00\x11java.util.HashSet\xBAD\x85\x95\x96\xB8\xB74\x03\x00\x00xpw\x0C\x00\x00\x00` + capacity +
			`?@\x00\x00\x00\x00\x00\x02t\x00\x02` + first + `t\x00\x02` + last + `x`
	}
	text := func(index string) string {
		return oneEdge + "e1 __LABEL__:v2__DELIM__v1 []	aknows\ne1 k: []	" + set(`\x10`, "s1", "s2") + "\n" +
			"root@fake g_edge> table g_edge_key_index\nroot@fake g_edge_key_index> scan -np\n" + index + " k:e1 []\n" +
			"root@fake g> table g_index_metadata\nroot@fake g_index_metadata> scan -np\nk __INDEX_KEY__:com.tinkerpop.blueprints.Edge []\n"
	}
	for index, mends := range map[string]int{
		set(`\x10`, "s1", "s2"): 0, set(`\x04`, "s1", "s2"): 0, set(`\x04`, "s2", "s1"): 0, set(`\x04`, "s1", "s3"): 2,
	} {
		list := found(t, text(index))
		for i := range list {
			mends -= len(list[i].Mend)
			if f := &list[i]; len(f.Parts) == 0 || (len(f.Mend) == 0) != (f.NoMend != "") {
				t.Errorf("%s has %d parts, %q", f.Code, len(f.Parts), f.NoMend)
			}
		}
		if same := index == set(`\x10`, "s1", "s2"); mends != 0 || len(list) != 2 && !same || len(list) > 0 && same {
			t.Errorf("%s: %d more rows than expected mend %q", index, -mends, told(list))
		}
	}
}
