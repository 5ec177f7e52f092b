package diff

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/value"
)

func parsed(t *testing.T, text string) value.Value {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestFieldsThatDiffer(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`{"a":1}`, `{"a":1}`, ``},
		{`{"a":1}`, `{"a":2}`, `a:1>2`},
		{`{"a":1}`, `{"b":1}`, `a:1>null b:null>1`},
		{`{"a":"1"}`, `{"a":1}`, `a:"1">1`},
		{`{"a":null}`, `{}`, ``},
		{`{"a":{"b":{"c":1},"d":2}}`, `{"a":{"b":{"c":3},"d":2}}`, `a.b.c:1>3`},
		{`{"b":1,"a":2}`, `{"a":2,"b":3}`, `b:1>3`},
		{`{"a":{"type":"long","value":"1"}}`, `{"a":{"type":"long","value":"2"}}`, `a:"1">"2"`},
		{`{"a":{"type":"long","value":"1"}}`, `{"a":{"type":"int","value":"1"}}`, `a.type:"long">"int"`},
		{`{"a":[1,2]}`, `{"a":[1,3]}`, `a.1:2>3`},
		{`{"a":[1,2]}`, `{"a":[1]}`, `a:[1,2]>[1]`},
		{
			`{"p":[{"name":"x","code":1,"version":"5","value":{"type":"long","value":"1"}},{"name":"y","value":1}]}`,
			`{"p":[{"name":"y","value":1},{"name":"x","code":1,"version":"6","value":{"type":"long","value":"2"}}]}`,
			`p.x.version:"5">"6" p.x.value:"1">"2"`,
		},
		{`{"p":[{"name":"x"}]}`, `{"p":[{"name":"x"},{"name":"y","value":2}]}`, `p.y:null>{"name":"y","value":2}`},
		{`{"p":[{"name":"x"},{"name":"x"}]}`, `{"p":[{"name":"x"}]}`, `p:[{"name":"x"},{"name":"x"}]>[{"name":"x"}]`},
	} {
		var got []string
		for _, f := range appendMembers(nil, "", parsed(t, c.old), parsed(t, c.new)) {
			got = append(got, f.Path+":"+f.Old.String()+">"+f.New.String())
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s to %s: %s, want %s", c.old, c.new, text, c.want)
		}
	}
}

func TestLargeObjectsAreComparedInLittleTime(t *testing.T) {
	object := func(n, first int) string {
		text := `{"a":{`
		for i := range n {
			if i > 0 {
				text += ","
			}
			text += `"` + strconv.Itoa(first+i) + `":0`
		}
		return text + "}}"
	}
	const n = 5_000
	began := time.Now()
	if got := appendMembers(nil, "", parsed(t, object(n, 0)), parsed(t, object(n, 1))); len(got) != 1 || got[0].Path != "a" {
		t.Errorf("%d fields", len(got))
	}
	if got := appendMembers(nil, "", parsed(t, object(n, 0)), parsed(t, object(n, 0))); len(got) != 0 {
		t.Errorf("%d fields", len(got))
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}
