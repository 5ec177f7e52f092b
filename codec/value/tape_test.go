package value_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/rowlens/rowlens/codec/value"
)

// told returns a tape as text.
func told(w *value.Writer) (list []string) {
	for i, s := range w.Tape.Steps {
		list = append(list, fmt.Sprint(i, " ", s.Name, "=", s.Kind, " ", s.Num, " ", s.Contents, " ", string(w.Buf[s.At:s.End]), " →", s.Next))
	}
	return list
}

func TestATapeHasWhatIsWritten(t *testing.T) {
	w := value.Writer{Tape: new(value.Tape)}
	scratch := []byte("text")
	w.Object()
	w.Member("a").Int64(-7)
	w.Member("b").Array()
	w.Text(scratch)
	copy(scratch, "gone")
	w.Hex([]byte{0, 255})
	w.Null()
	w.EndArray()
	w.AnyKey("c\xff\"")
	mark := w.Mark()
	w.Array()
	w.Bool(false)
	w.Back(mark)
	w.Bool(true)
	w.Member("d").Object()
	w.Member("e").Uint64(math.MaxUint64)
	w.EndObject()
	w.Member("f").Float(0.1, 32)
	w.Member("g").Float(math.Inf(-1), 64)
	w.Member("h").JSON([]byte(`{"i":[1.0,"\ud800"]}`))
	w.Member("j").Int(3)
	w.EndObject()
	want := []string{
		`0 =9 0  ` + string(w.Buf) + ` →16`,
		`1 a=2 18446744073709551609  "-7" →2`,
		`2 b=8 0  ["text","00ff",null] →6`,
		`3 =6 0 text "text" →4`,
		"4 =7 0 \x00\xff \"00ff\" →5",
		`5 =0 0  null →6`,
		`6 c` + "\ufffd" + `"=1 1  true →7`,
		`7 d=9 0  {"e":"18446744073709551615"} →9`,
		`8 e=3 18446744073709551615  "18446744073709551615" →9`,
		`9 f=4 4591870180066957722  0.1 →10`,
		`10 g=4 18442240474082181120  "-Infinity" →11`,
		`11 h=9 0  {"i":[1.0,"\ud800"]} →15`,
		`12 i=8 0  [1.0,"\ud800"] →15`,
		`13 =5 0  1.0 →14`,
		"14 =6 0 \xed\xa0\x80 \"\\ud800\" →15",
		`15 j=2 3  3 →16`,
	}
	got := told(&w)
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("step %d of\n%q\nwant\n%q", i, got, want)
		}
	}
	if w.Reset(); len(w.Tape.Steps) != 0 {
		t.Error("a tape is not reset with its writer")
	}
	deep := make([]byte, 0, 2*value.DepthMax+2)
	for range value.DepthMax + 1 {
		deep = append(deep, '[')
	}
	for range value.DepthMax + 1 {
		deep = append(deep, ']')
	}
	w.JSON(deep)
	if got := w.Tape.Steps; len(got) != 1 || got[0].Kind != value.StepRaw || got[0].End != len(deep) {
		t.Errorf("%v", got)
	}
}
