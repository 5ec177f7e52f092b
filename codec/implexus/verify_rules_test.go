package implexus

import (
	"slices"
	"strings"
	"testing"
)

// base returns the rows of a small sound database: two users, a category, a catalogue and an index.
func base() map[string][]byte {
	rows := map[string][]byte{}
	entity := func(path string, code int64, label string) {
		b, _ := AppendEntity(nil, &Entity{TypeCode: code, Label: Text{Bytes: []byte(label), Null: label == ""}})
		rows["entity:"+path] = b
	}
	config := func(key, expression string) {
		b, _ := AppendConfig(nil, &Config{Label: Text{Bytes: []byte("User")}, Expression: Text{Bytes: []byte(expression)}})
		rows[key] = b
	}
	entity("/", EntityContainer, "")
	entity("/u", EntityContainer, "")
	entity("/u/a", EntityDocument, "User")
	entity("/u/b", EntityDocument, "User")
	entity("/cat", EntityCategory, "")
	entity("/catl", EntityCatalogue, "")
	entity("/i", EntityIndex, "")
	rows["props:/u/a"] = properties("name", "Abc", "role", "x")
	rows["props:/u/b"] = properties("name", "ab", "role", "y")
	config("config:/cat", "role == 'x'")
	config("catcfg:/catl", "role")
	config("config:/i", "name")
	for _, r := range verifierOf(rows).Rebuild() {
		rows[string(r.Key)] = r.Value
	}
	return rows
}

// properties returns a dictionary of strings.
func properties(pairs ...string) []byte {
	b := appendInt([]byte{byte(Dictionary)}, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		b = appendString(appendText(b, []byte(pairs[i])), []byte(pairs[i+1]))
	}
	return b
}

func TestARebuiltDatabaseIsSound(t *testing.T) {
	rows := base()
	if got := linesOf(verifierOf(rows).Findings()); len(got) > 0 {
		t.Errorf("%q", got)
	}
	for _, key := range []string{"typeidx:User", "cat:/cat:members", "catl:/catl:keys", "catl:/catl:group:x", "idx:/i:doc:/u/b",
		"idx:/i:tri:abc", "idx:/i:bi:bc", "idx:/i:uni:a", "children:/u"} {
		if rows[key] == nil {
			t.Errorf("%s is not there", key)
		}
	}
}

func TestEachFindingIsFound(t *testing.T) {
	set := func(members ...string) []byte { return setOf(members) }
	double := append(append([]byte("\x08\x00\x00\x00\x00\x00\x00\x00\x01"), appendText(nil, []byte("role"))...),
		"\x04\x7f\xf8\x00\x00\x00\x00\x00\x00"...)
	for _, c := range []struct {
		name, key string
		value     []byte // nil deletes the row
		want      []string
	}{
		{"a foreign key", "session:1", []byte("x"), []string{"warning undecodable-key session:1 unknown-prefix"}},
		{"a key without its form", "cat:/x", set(), []string{"error undecodable-key cat:/x bad-key-shape"}},
		{"an ambiguous key", "catl:/c:group:x:keys", set("a"),
			[]string{"info ambiguous-key catl:/c:group:x:keys null", "warning orphan-index-row catl:/c:group:x:keys null"}},
		{"properties alone", "props:/n", properties(), []string{"error props-without-entity props:/n null"}},
		{"an entity alone", "props:/u/b", nil, []string{
			"error stale-index-row catl:/catl:group:y null", "error stale-member catl:/catl:keys y",
			"warning document-without-props entity:/u/b null",
			"error stale-index-row idx:/i:doc:/u/b null", "error stale-member typeidx:User /u/b",
		}},
		{"another type code", "entity:/u/a", entityOf(2, "User"), []string{"warning type-code-mismatch entity:/u/a 2"}},
		{"a missing child", "children:/u", set("a"), []string{"error missing-child children:/u b"}},
		{"a dangling child", "children:/u", set("a", "b", "c"), []string{"error dangling-child children:/u c"}},
		{"no children row", "children:/u", nil, []string{"error missing-index-row children:/u null"}},
		{"a child twice", "children:/u", set("a", "b", "a"), []string{"warning duplicate-member children:/u a"}},
		{"no type row", "typeidx:User", nil, []string{"error missing-index-row typeidx:User null"}},
		{"a type row of nobody", "typeidx:X", set("/u/a", "/u/b"), []string{"error stale-index-row typeidx:X null"}},
		{"an empty type row of nobody", "typeidx:X", set(), []string{"info empty-row typeidx:X null"}},
		{"an emptied row", "typeidx:User", set(), []string{"error missing-member typeidx:User /u/a", "error missing-member typeidx:User /u/b"}},
		{"a stale member", "cat:/cat:members", set("/u/b", "/u/a"), []string{"error stale-member cat:/cat:members /u/b"}},
		{"an orphan category", "cat:/nope:members", set(), []string{"warning orphan-index-row cat:/nope:members null"}},
		{"members of an index", "cat:/i:members", set("/u/a"), []string{"error stale-index-row cat:/i:members null"}},
		{"a stale group", "catl:/catl:group:z", set("/u/a"), []string{"error stale-index-row catl:/catl:group:z null"}},
		{"a stale key", "catl:/catl:keys", set("x", "y", "z"), []string{"error stale-member catl:/catl:keys z"}},
		{"a missing text", "idx:/i:doc:/u/a", nil, []string{"error missing-content idx:/i:doc:/u/a /u/a"}},
		{"another text", "idx:/i:doc:/u/a", []byte("plain"), []string{"error stale-content idx:/i:doc:/u/a /u/a"}},
		{"a text of nobody", "idx:/i:doc:/u/z", appendString(nil, []byte("abc")), []string{"error stale-index-row idx:/i:doc:/u/z null"}},
		{"an undecodable text", "idx:/i:doc:/u/a", []byte{0xff}, []string{"error undecodable-value idx:/i:doc:/u/a invalid-utf8"}},
		{"a missing trigram", "idx:/i:tri:abc", nil, []string{"error missing-index-row idx:/i:tri:abc null"}},
		{"a stale trigram", "idx:/i:tri:xyz", set("/u/a"), []string{"error stale-index-row idx:/i:tri:xyz null"}},
		{"a stale bigram", "idx:/i:uni:a", set("ab", "ax"), []string{"error stale-member idx:/i:uni:a ax"}},
		{"an index without configuration", "idx:/j:doc:/u/a", appendString(nil, []byte("no")), []string{"warning orphan-index config:/j null"}},
		{"an expression outside of the subset", "config:/cat", configOf("User", "f(role)"),
			[]string{"info expression-not-evaluated config:/cat null"}},
		{"a catalogue of no path", "catcfg:/catl", configOf("User", "role == 1"), []string{"info expression-not-evaluated catcfg:/catl null"}},
		{"an index of no path", "config:/i", configOf("User", "!name"), []string{"info expression-not-evaluated config:/i null"}},
		{"an undecodable configuration", "config:/cat", []byte{9}, []string{"error undecodable-value config:/cat unknown-layout"}},
		{"a property that cannot be judged", "props:/u/b", double, []string{
			"info document-not-evaluated cat:/cat:members /u/b", "info document-not-evaluated catl:/catl:keys /u/b",
			"error stale-index-row idx:/i:doc:/u/b null",
		}},
		{"undecodable properties", "props:/u/a", []byte{0},
			[]string{"info document-not-evaluated props:/u/a undecodable-value", "error undecodable-value props:/u/a bad-record-shape"}},
		{"an undecodable entity", "entity:/u/a", []byte{9},
			[]string{"error undecodable-value entity:/u/a unknown-layout", "info document-not-evaluated props:/u/a undecodable-entity"}},
	} {
		rows := base()
		if rows[c.key] = c.value; c.value == nil {
			delete(rows, c.key)
		}
		got := linesOf(verifierOf(rows).Findings())
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %s\nwant %s", c.name, strings.Join(got, "\n     "), strings.Join(c.want, "\n     "))
		}
	}
}

func entityOf(code int64, label string) []byte {
	b, _ := AppendEntity(nil, &Entity{TypeCode: code, Label: Text{Bytes: []byte(label)}})
	return b
}

func configOf(label, expression string) []byte {
	b, _ := AppendConfig(nil, &Config{Label: Text{Bytes: []byte(label)}, Expression: Text{Bytes: []byte(expression)}})
	return b
}

// Whichever row is lost, emptied or truncated, the findings can be repaired or are about that row,
// and a repair is complete.
func TestRepairMendsEveryLostRow(t *testing.T) {
	for key := range base() {
		switch (&Key{Kind: kindOf(t, key)}).Kind {
		case EntityKey, PropertiesKey, ConfigKey, CatalogueConfig:
			continue
		}
		for _, value := range [][]byte{nil, setOf(nil), setOf([]string{"/u/a", "/u/a", "/u/zzz"})} {
			rows := base()
			if rows[key] = value; value == nil {
				delete(rows, key)
			}
			for _, c := range verifierOf(rows).Repair() {
				if rows[string(c.Key)] = c.Value; c.Delete {
					delete(rows, string(c.Key))
				}
			}
			if got := linesOf(verifierOf(rows).Findings()); len(got) > 0 {
				t.Errorf("%s was %x: after the repair %q", key, value, got)
			}
		}
	}
}

func kindOf(t *testing.T, key string) Kind {
	t.Helper()
	var k KeyReading
	if err := DecodeKey([]byte(key), &k); err != nil {
		t.Fatal(err)
	}
	return k.Candidates[0].Kind
}

func TestOptionsThatFitBetterAreNamed(t *testing.T) {
	for i := range 8 {
		o := VerifyOptions{Grams: GramOptions{KeepCase: i&1 != 0, SplitWords: i&2 != 0, PrefixBigrams: i&4 != 0}}
		rows := base()
		for key := range rows {
			if strings.HasPrefix(key, "idx:") {
				delete(rows, key)
			}
		}
		rows["props:/u/a"] = properties("name", "The Quick Brown Fox Jumps", "role", "x")
		v := NewVerifier(o)
		for key, b := range rows {
			v.Add(entry([]byte(key), b))
		}
		for _, r := range v.Rebuild() {
			rows[string(r.Key)] = r.Value
		}
		list := verifierOf(rows).Findings()
		if i == 0 {
			if len(list) > 0 {
				t.Errorf("%q", linesOf(list))
			}
			continue
		}
		said := 0
		for _, f := range list {
			if strings.HasSuffix(f.Why, " 0 would be left with "+o.Grams.String()) {
				said++
			}
		}
		if said != 1 {
			t.Errorf("%s: %d of %d findings say what fits, want one", o.Grams, said, len(list))
		}
	}
}
