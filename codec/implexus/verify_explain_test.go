package implexus

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// Reasons say what their rows hold, of rows that decode and of others.
func TestReasonsSayWhatTheirRowsHold(t *testing.T) {
	must := func(b []byte, err error) []byte {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	text := func(s string) []byte {
		v := Value{Elements: []Element{{Type: String, Bytes: []byte(s)}}}
		return must(AppendValue(nil, &v, Options{}))
	}
	config := func(label, expression string) []byte { return append(text(label), text(expression)...) }
	entity := func(label string) []byte {
		return must(AppendEntity(nil, &Entity{TypeCode: 1, Label: Text{Bytes: []byte(label)}}))
	}
	properties := must(AppendValue(nil, &Value{Elements: []Element{
		{Type: Dictionary, Count: 5, Size: 6},
		{Type: String, Key: []byte("status"), Bytes: []byte("locked")},
		{Type: Int64, Key: []byte("age"), Num: 1<<64 - 1},
		{Type: Bool, Key: []byte("draft"), Num: 1},
		{Type: Array, Key: []byte("tags"), Count: 1, Size: 1},
		{Type: Null},
		{Type: String, Key: []byte("note"), Bytes: []byte(strings.Repeat("é", 40))},
	}}, Options{}))
	type row struct {
		why string
		val []byte
	}
	for _, c := range []struct {
		key  string
		rows []row
		want []string
	}{
		{"cat:/c:members", []row{{whyConfig, config("User", "status == 'active' && !draft")}, {whyEntity, entity("User")}, {whyProperties, properties}},
			[]string{"the category takes User documents with status == 'active' && !draft", "its type is User", `its status is "locked", its draft is true`}},
		{"idx:/i:doc:/d", []row{{whyConfig, config("User", "note")}, {whyProperties, properties}},
			[]string{"the index holds note of User documents", `its note is "` + strings.Repeat("é", 30) + `…"`}},
		{"catl:/l:keys", []row{{whyGroups, config("User", "role")}, {whyProperties, properties}},
			[]string{"the catalogue groups User documents by role", "it has no role"}},
		{"catl:/l:keys", []row{{whyGroup, setOf(strings.Fields("/a /b /c /d /e /f"))}, {whyGroup, setOf([]string{"/a"})},
			{whyGroup, setOf(nil)}, {whyGroup, []byte{9}}},
			[]string{"the group has /a, /b, /c, /d, 2 more", "the group has /a", "the group is empty", "the group does not decode"}},
		{"cat:/c:members", []row{{whyConfig, config("User", "a == tags || age > 1 || b || c || d")}, {whyProperties, properties}},
			[]string{"the category takes User documents with a == tags || age > 1 || b || c || d", "it has no a, its tags is of type array, its age is -1, it has no b"}},
		// Of an expression outside the subset, the properties that count are not known.
		{"cat:/c:members", []row{{whyConfig, config("User", "name.length() > 8")}, {whyProperties, properties}},
			[]string{"the category takes User documents with name.length() > 8", whyProperties}},
		{"cat:/c:members", []row{{whyConfig, []byte{9}}, {whyEntity, []byte{9}}, {whyProperties, []byte{9}}},
			[]string{"the configuration does not decode", "the entity does not decode", "its properties do not decode"}},
		{"cat:/c:members", []row{{whyConfig, []byte{0, 0}}}, []string{whyConfig}}, // both null
		{"children:/p", []row{{whyParent, entity("User")}, {whyEntity, entity("User")}}, []string{whyParent, whyEntity}},
	} {
		f := format.Finding{Parts: []store.Part{{Name: store.Key, Bytes: []byte(c.key)}}}
		for _, r := range c.rows {
			f.Because = append(f.Because, format.Reason{Why: r.why, Parts: []store.Part{{Name: store.Key}, {Name: store.Value, Bytes: r.val}}})
		}
		explain(&f)
		for i, b := range f.Because {
			if b.Why != c.want[i] {
				t.Errorf("%s, reason %d: %q, want %q", c.key, i, b.Why, c.want[i])
			}
		}
	}
}
