package store

import "testing"

func TestLoneBytesAreReadAsAPart(t *testing.T) {
	var lone, whole Entry
	lone.Add(Bytes, []byte{5})
	lone.Timestamp = "7"
	whole.Add(Row, []byte{5})
	as := lone.As(Value, nil)
	if b, ok := as.Part(Value); !ok || len(b) != 1 || len(as.Parts) != 1 || as.Timestamp != "" {
		t.Errorf("%+v", as)
	}
	if as := lone.As("", nil); as.Timestamp != "7" || as.Parts[0].Name != Bytes {
		t.Errorf("without a name: %+v", as)
	}
	if as := whole.As(Value, nil); len(as.Parts) != 1 || as.Parts[0].Name != Row {
		t.Errorf("a row: %+v", as)
	}
	memory := make([]Part, 0, 1)
	if n := testing.AllocsPerRun(10, func() { as = lone.As(Row, memory) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
