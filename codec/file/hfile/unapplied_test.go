package hfile_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/internal/storetest"
)

// What the schema says and rowlens does not apply makes a scan of HBase differ from what is shown, so it is remarked on.
func TestWhatIsNotAppliedOfASchemaIsARemark(t *testing.T) {
	const info = "root-flushed/data/ns1/shop/.tabledesc/.tableinfo.0000000001.657"
	all := corpus(t)
	whole, damage, remarks := readFolders(t, all, "root-flushed")
	if len(damage)+len(remarks) > 0 {
		t.Fatalf("%+v, %+v", damage, remarks)
	}
	schema := bytes.ReplaceAll(all[info], []byte("2147483647"), []byte("0000604800"))
	got, damage, remarks := readFolders(t, changed(all, map[string][]byte{info: schema}), "root-flushed")
	if len(got) != len(whole) || len(damage) > 0 || len(remarks) != 2 {
		t.Fatalf("%d cells, %+v, %+v", len(got), damage, remarks)
	}
	for i, family := range []string{"d", "idx"} {
		if r := remarks[i]; r.Code != "not-applied" || r.File != info ||
			!strings.Contains(r.Text, "ns1:shop/"+family+": TTL: cells older than 0000604800 s are shown") {
			t.Errorf("%+v", r)
		}
	}
	schema = bytes.Replace(all[info], []byte("KEEP_DELETED_CELLS\x12\x05FALSE"), []byte("KEEP_DELETED_CELLS\x12\x05TRUE "), 1)
	if bytes.Equal(schema, all[info]) {
		t.Fatal("the schema has no KEEP_DELETED_CELLS")
	}
	if _, damage, remarks = readFolders(t, changed(all, map[string][]byte{info: schema}), "root-flushed"); len(damage)+len(remarks) > 0 {
		t.Errorf("a plain scan shows no deleted cell, even if they are kept: %+v, %+v", damage, remarks)
	}
}

// A delete marker with a visibility label hides only cells with the same one in HBase, which a plain scan here does not know.
func TestMarkersWithLabelsAreRemarkedOn(t *testing.T) {
	s := storetest.Open(t, hfile.Kind, only(corpus(t), "tags-diff.hfile"))
	defer s.Close()
	for stored, want := range map[bool]int{false: 1, true: 0} {
		_, damage := storetest.Read(t, s, file.Query{Stored: stored})
		if len(damage) != want || want > 0 && (damage[0].Code != "not-applied" || !damage[0].Remark || damage[0].File != "tags-diff.hfile") {
			t.Errorf("stored %v: %+v", stored, damage)
		}
	}
}
