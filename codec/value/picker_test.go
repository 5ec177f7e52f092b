package value

import "testing"

// picked returns what a Picker finds in a value, as JSON; nothing for an absent member.
func picked(t *testing.T, w *Writer, value int) string {
	at := w.Picker.At(value)
	if at < 0 {
		return ""
	}
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
		w.Picker.Want(names...)
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
	w.Picker.Want()
	w.Reset()
	if w.Value(v); string(w.Buf) != string(whole.Buf) {
		t.Errorf("all of it is %x, want %x", w.Buf, whole.Buf)
	}
}

// A value that is taken back was never found.
func TestPickerGoesBack(t *testing.T) {
	w := Writer{CBOR: true, Picker: NewPicker()}
	w.Picker.Want("a", "b")
	w.Picker.Want("c")
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
	if w.Picker.At(ab) >= 0 || w.Picker.At(c) >= 0 || len(w.Buf) > 0 {
		t.Errorf("%d and %d of %x are left", w.Picker.At(ab), w.Picker.At(c), w.Buf)
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
	w.Picker.Want("a")
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
	w.Picker.Want("version")
	w.Picker.Want("source", "value")
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

// A lead would hide the names that a Picker looks at, except in a value that is wanted whole.
func TestALeadIsOnlyWrittenWithWhatFollows(t *testing.T) {
	const lead = "\xa2atabav" // {"t":"b","v":…}
	w := Writer{CBOR: true, Picker: NewPicker()}
	w.Picker.Want("list")
	w.Object()
	w.Key("x")
	if w.Lead(lead) {
		t.Error("a lead into what may be unwanted is written")
	}
	w.Null()
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
	value, _ := w.Picker.Find("list")
	if got, want := picked(t, &w, value), `[{"t":"b","v":0},{"t":"b","v":1}]`; got != want {
		t.Errorf("the list is %s, want %s", got, want)
	}
	if json := (Writer{}); json.Lead(lead) || len(json.Buf) > 0 {
		t.Errorf("a writer of JSON wrote %q", json.Buf)
	}
}
