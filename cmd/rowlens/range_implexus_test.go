package main

import (
	"encoding/hex"
	"strings"
	"testing"
)

// keysOf asks for a range of Implexus keys, as JSON.
func keysOf(t *testing.T, args ...string) map[string]any {
	t.Helper()
	all := append([]string{"range", "--format", "implexus", "--record", "key", "--json"}, args...)
	return object(t, rowlens(t, "", all...).want(t, 0).out)
}

// The patterns with which the system's own document enumerates keys.
func TestARangeOfImplexusIsAPatternOfItsDocument(t *testing.T) {
	for _, c := range []struct{ args, start, stop, where string }{
		{"kind=entity", "entity:", "entity;", ""},
		{"kind=entity path^=/users/", "entity:/users/", "entity:/users0", ""},
		{"kind=entity path=/users/john", "entity:/users/john", "entity:/users/john\x00\x00", ""},
		{"kind=typeidx label=User", "typeidx:User", "typeidx:User\x00\x00", ""},
		{"kind=cat-members path=/categories/active-users", "cat:/categories/active-users:members", "cat:/categories/active-users:members\x00\x00", ""},
		{"kind=catl-keys path=/catalogues/users-by-role", "catl:/catalogues/users-by-role:keys", "catl:/catalogues/users-by-role:keys\x00\x00",
			`kind = catl-keys and path = "/catalogues/users-by-role"`},
		{"kind=catl-group path=/catalogues/users-by-role", "catl:/catalogues/users-by-role:group:", "catl:/catalogues/users-by-role:group;",
			`kind = catl-group and path = "/catalogues/users-by-role"`},
		{`--fields {"kind":"idx-tri","path":"/indices/document-search"}`, "idx:/indices/document-search:tri:", "idx:/indices/document-search:tri;",
			`kind = idx-tri and path = "/indices/document-search"`},
		{"kind=idx-tri path=/i gram>=th gram<ti", "idx:/i:tri:th", "idx:/i:tri:ti", `kind = idx-tri and path = "/i"`},
		{"kind=idx-doc path=/i doc=/d", "idx:/i:doc:/d", "idx:/i:doc:/d\x00\x00", `kind = idx-doc and path = "/i"`},
	} {
		got := keysOf(t, strings.Fields(c.args)...)
		if got["start"] != hex.EncodeToString([]byte(c.start)) || got["stop"] != hex.EncodeToString([]byte(c.stop)) {
			t.Errorf("%s: %v", c.args, got)
		}
		if where, _ := got["where"].(string); where != c.where || (where == "") != (got["meets"] == nil) {
			t.Errorf("%s: %v", c.args, got)
		}
	}
}

func TestARangeOfImplexusTellsWhatItMeets(t *testing.T) {
	r := rowlens(t, "", "range", "--format", "implexus", "--record", "key", "kind=idx-tri", "path=/indices/document-search").want(t, 0)
	for _, want := range []string{`rows of paths that begin with "/indices/document-search:tri:"`,
		`rowlens decode --where 'kind = idx-tri and path = "/indices/document-search"'`, "b'idx:/indices/document-search:tri:'"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("%s\nlacks %s", r.out, want)
		}
	}
	found := rowlens(t, "", "decode", "--where", `kind = catl-keys and path ^= "/catalogues/"`, implexus("good.dump.hex.txt")).want(t, 0)
	if n := strings.Count(found.out, "\n"); n == 0 || n != strings.Count(found.out, `:keys","items":`) {
		t.Errorf("%s", found.out)
	}
	if notes := keysOf(t, "kind=entity", "path=/"+strings.Repeat("x", 600))["notes"]; notes == nil ||
		!strings.Contains(notes.([]any)[0].(string), "at most 511") {
		t.Errorf("a long key: %v", notes)
	}
	for args, why := range map[string]string{
		"kind=entity label=x":           "keys of the kind entity do not have it; they have path",
		"kind=catl-group value=x":       "the path comes before it in the key",
		"kind=idx-tri path>/a":          "not in the order of their paths",
		"kind=trigram":                  `there is no kind of key "trigram"`,
		"kind=entity path>b path<a":     "no value is within these bounds",
		"kind=entity --at 5":            "kept in one version",
		"kind=catl-keys path=/c value=": "keys of the kind catl-keys do not have it",
	} {
		all := append([]string{"range", "--format", "implexus", "--record", "key"}, strings.Fields(args)...)
		if r := rowlens(t, "", all...); r.code == 0 || !strings.Contains(r.err, why) {
			t.Errorf("%s: %d %s", args, r.code, r.err)
		}
	}
}
