package exports

import (
	"testing"

	"github.com/rowlens/rowlens/codec/value"
)

const pathText = `{"a":{"b":[10,{"name":"x","c":true},{"name":"y","c":"deep"}]},"a.b":"dotted","":[],"list":[[1],[2,3]]}`

func TestPathsLead(t *testing.T) {
	v, err := value.Parse([]byte(pathText))
	if err != nil {
		t.Fatal(err)
	}
	w := value.Writer{CBOR: true}
	w.Value(v)
	for text, want := range map[string]string{
		"a.b[0]": "10", "a.b[name=y].c": "deep", "a.b[1].name": "x", `a\.b`: "dotted", "list[1][1]": "3",
		"a.x": "", "a.b[9]": "", "a.b[name=z]": "", "a[0]": "", "list.a": "", "a.b[0].c": "", "a.b[c=true]": "",
	} {
		p, ok := parsePath(text)
		if !ok {
			t.Errorf("%s is refused", text)
			continue
		}
		got := ""
		if cbor := p.in(w.Buf); cbor != nil {
			a := newArray(p, TypeUTF8)
			a.begin(new(arrayMemory), 1)
			a.add(0, cbor)
			got = string(a.data)
		}
		member, _ := p.inJSON(v)
		inJSON := member.Raw()
		if got != want || inJSON != want {
			t.Errorf("%s leads to %q in CBOR and %q in JSON, want %q", text, got, inJSON, want)
		}
	}
}

func TestPathsThatAreRefused(t *testing.T) {
	for _, text := range []string{".", "a.", ".a", "a..b", "a[", "a[]", "a[x", "a[x]", "a[-1]", "a[0", "a[0]b", `a\`, "a[x=y",
		"a[99999999999]", "a.[0]"} {
		if p, ok := parsePath(text); ok {
			t.Errorf("%q is read as %+v", text, p)
		}
	}
	if p, ok := parsePath(""); !ok || len(p) != 0 {
		t.Error("the empty path is the whole record")
	}
}
