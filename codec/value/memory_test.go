package value

import (
	"bytes"
	"reflect"
	"testing"
)

// same reports whether two values were read from the same text.
func same(a, b Value) bool {
	if a.Kind != b.Kind || a.Raw() != b.Raw() || a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		if a.Kind == Object && a.Name(i) != b.Name(i) || !same(a.At(i), b.At(i)) {
			return false
		}
	}
	return true
}

func TestAMemoryParsesTheSame(t *testing.T) {
	var m Memory
	long := append(append([]byte("["), bytes.Repeat([]byte(`{"a":[1,2]},`), 200)...), "{}]"...)
	for range 2 {
		for _, text := range []string{
			`null`, `{"a":{"b":[1,[],{},[2,{"c":"d"}],true]},"e":"\u00e9\n"}`, `[]`, `{}`, string(long), "\"\xff\"", `[[1],[2],[3]]`,
			`{"a":[1,{"b":2`, `[1,2] 3`, `{"a":[1}`, `[[[`, ``, `"x`, `-1.5e3`,
		} {
			want, bad := Parse([]byte(text))
			m.Reset()
			got, err := m.Parse([]byte(text))
			if !same(got, want) || !reflect.DeepEqual(err, bad) {
				t.Errorf("%.40s: got %v, %v, want %v, %v", text, got, err, want, bad)
			}
		}
	}
	if n := testing.AllocsPerRun(100, func() { m.Reset(); m.Parse(long) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
