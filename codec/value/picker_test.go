package value

import (
	"math"
	"testing"
)

// picked returns what a Picker finds in a value, as JSON; nothing for an absent member.
func picked(t *testing.T, w *Writer, value *Pick) string {
	found := w.Picker.Found(value)
	if found == nil {
		return ""
	}
	at := found.At
	end := len(w.Buf)
	for ; end > at; end-- { // the value ends where it can be read
		var m Memory
		if v, err := m.ParseCBOR(w.Buf[at:end]); err == nil {
			return v.String()
		}
	}
	t.Fatalf("no CBOR at %d of %x", at, w.Buf)
	return ""
}

func TestPickerLeavesOutTheRest(t *testing.T) {
	v, err := Parse([]byte(`{"a":{"b":1,"c":[{"b":2}],"d":{"b":"x"}},"b":3,"list":[{"a":4},[5]],"n":null,"a":{"b":6},"deep":{"a":{"b":[7]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	w := Writer{CBOR: true, Picker: NewPicker()}
	paths := [][]string{
		{"a", "b"}, {"a", "d"}, {"a", "d", "b"}, {"list"}, {"n"}, {"deep", "a", "b"}, {"deep", "a", "c"}, {"b", "x"}, {"a", "c", "b"},
	}
	for _, names := range paths {
		w.Picker.Want(true, names...)
	}
	for range 2 { // rows
		w.Reset()
		w.Value(v)
		for i, want := range []string{"1", `{"b":"x"}`, `{"b":"x"}`, `[{"a":4},[5]]`, "null", "[7]", "", "", ""} {
			value, used := w.Picker.Find(paths[i]...)
			if got := picked(t, &w, value); got != want || used != len(paths[i]) && i != 2 || i == 2 && used != 2 {
				t.Errorf("%v is %q by %d names, want %q", paths[i], got, used, want)
			}
		}
	}
	whole := Writer{CBOR: true}
	if whole.Value(v); len(w.Buf) >= len(whole.Buf)/2 {
		t.Errorf("%d of %d bytes are written", len(w.Buf), len(whole.Buf))
	}
	w.Picker = NewPicker()
	w.Picker.Want(true)
	w.Reset()
	if w.Value(v); string(w.Buf) != string(whole.Buf) {
		t.Errorf("all of it is %x, want %x", w.Buf, whole.Buf)
	}
}

// A value that is taken back was never found.
func TestPickerGoesBack(t *testing.T) {
	w := Writer{CBOR: true, Picker: NewPicker()}
	w.Picker.Want(true, "a", "b")
	w.Picker.Want(true, "c")
	ab, _ := w.Picker.Find("a", "b")
	c, _ := w.Picker.Find("c")
	w.Reset()
	w.Object()
	mark := w.Mark()
	w.Member("a").Object()
	w.Member("b").Int(1)
	w.EndObject()
	w.Member("c").Int(2)
	w.Back(mark)
	if picked(t, &w, ab) != "" || picked(t, &w, c) != "" || len(w.Buf) > 0 {
		t.Errorf("%q and %q of %x are left", picked(t, &w, ab), picked(t, &w, c), w.Buf)
	}
	w.Member("a").Object()
	w.Member("b").Int(3)
	w.EndObject()
	if got := picked(t, &w, ab); got != "3" {
		t.Errorf("written again it is %q", got)
	}
}

// Unwanted values need not be written; a Picker that wants the whole record wants every value.
func TestDrops(t *testing.T) {
	w := Writer{CBOR: true, Picker: NewPicker()}
	w.Picker.Want(true, "a")
	w.Reset()
	w.Object()
	for name, dropped := range map[string]bool{"a": false, "b": true} {
		if w.Key(name); w.Drops() != dropped {
			t.Errorf("%s: %v", name, w.Drops())
		}
		w.Null()
	}
	if new(Writer).Drops() || (&Writer{CBOR: true}).Drops() {
		t.Error("a writer without a Picker drops values")
	}
}

func BenchmarkPicker(b *testing.B) {
	w := Writer{CBOR: true, Picker: NewPicker()}
	w.Picker.Want(true, "version")
	w.Picker.Want(true, "source", "value")
	b.ReportAllocs()
	for b.Loop() {
		w.Reset()
		w.Object()
		for _, name := range [...]string{"table", "source", "target"} {
			w.Member(name).Object()
			w.Member("type").String("long")
			w.Member("value").Int(1)
			w.EndObject()
		}
		w.Member("version").Int64(2)
		w.EndObject()
	}
}

// A lead counts as the members that it consists of: what a Picker wants of them is found, and nothing else is written.
func TestPickerLooksIntoLeads(t *testing.T) {
	const lead = "\xa3au\x60atabav" // {"u":"","t":"b","v":…}
	w := Writer{CBOR: true, Picker: NewPicker()}
	for _, names := range [][]string{{"list"}, {"whole"}, {"a", "t"}, {"b", "v"}, {"c", "v", "t"}, {"d", "t", "x"}} {
		w.Picker.Want(true, names...)
	}
	write := func(last func()) {
		if w.Lead(lead) {
			last()
			return
		}
		w.Object()
		w.Member("u").String("")
		w.Member("t").String("b")
		w.Key("v")
		last()
		w.EndObject()
	}
	for range 2 { // rows
		w.Reset()
		w.Object()
		for i, name := range []string{"x", "whole", "a", "b", "c", "d", "a"} {
			w.Key(name)
			write(func() {
				if name == "c" {
					write(func() { w.Int(int64(i)) })
				} else {
					w.Int(int64(i))
				}
			})
		}
		w.Key("list")
		w.Array()
		for i := range 2 {
			if !w.Lead(lead) {
				t.Error("a lead into what is wanted is refused")
			}
			w.Int(int64(i))
		}
		w.EndArray()
		w.EndObject()
		for _, c := range []struct {
			want  string
			names []string
		}{
			{`[{"u":"","t":"b","v":0},{"u":"","t":"b","v":1}]`, []string{"list"}},
			{`{"u":"","t":"b","v":1}`, []string{"whole"}},
			{`"b"`, []string{"a", "t"}}, {"3", []string{"b", "v"}}, {`"b"`, []string{"c", "v", "t"}}, {"", []string{"d", "t", "x"}},
		} {
			value, _ := w.Picker.Find(c.names...)
			if got := picked(t, &w, value); got != c.want {
				t.Errorf("%v is %s, want %s", c.names, got, c.want)
			}
		}
		if left := len(w.Buf) - 2*len(lead) - len("\x82\x00\x01") - len(lead) - 1; left != len("abab\x03") {
			t.Errorf("%x is written", w.Buf)
		}
	}
	if json := (Writer{}); json.Lead(lead) || len(json.Buf) > 0 {
		t.Errorf("a writer of JSON wrote %q", json.Buf)
	}
}

// A number that is not wanted as CBOR is kept, not written.
func TestPickerKeepsNumbers(t *testing.T) {
	w := Writer{CBOR: true, Picker: NewPicker()}
	writes := []struct {
		write func()
		want  Picked
	}{
		{func() { w.Int(-1) }, Picked{-1, 0x20, 0}},
		{func() { w.Int64(math.MinInt64) }, Picked{-1, 0x20, math.MaxInt64}},
		{func() { w.Uint64(math.MaxUint64) }, Picked{-1, 0, math.MaxUint64}},
		{func() { w.Bool(true) }, Picked{-1, 0xf5, 0}},
		{func() { w.Null() }, Picked{-1, 0xf6, 0}},
		{func() { w.Float(0.5, 32) }, Picked{-1, 0xfa, 0x3f000000}},
		{func() { w.Float(0.5, 64) }, Picked{-1, 0xfb, 0x3fe0000000000000}},
		{func() { w.String("é") }, Picked{At: 0}},
	}
	w.Picker.Want(false, "a")
	a, _ := w.Picker.Find("a")
	for i, c := range writes {
		w.Reset()
		w.Object()
		w.Key("a")
		c.write()
		w.EndObject()
		found := w.Picker.Found(a)
		if found == nil || found.At != c.want.At || found.At < 0 && (*found != c.want || len(w.Buf) > 0) {
			t.Errorf("case %d: %+v, want %+v; %x is written", i, found, c.want, w.Buf)
		}
	}
	w.Reset()
	if w.Picker.Found(a) != nil {
		t.Error("a row without members has the one of the row before")
	}
}
