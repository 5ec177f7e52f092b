package value

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/rand"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/fxamacker/cbor/v2"
)

func TestNumbersAreWrittenInTheirShortestForm(t *testing.T) {
	for _, c := range []struct {
		f    float64
		bits int
		want string
	}{
		{0, 64, `0`}, {1, 64, `1`}, {-1.5, 64, `-1.5`}, {0.1, 64, `0.1`}, {float64(float32(0.1)), 32, `0.1`},
		{1e20, 64, `100000000000000000000`},
		{1e21, 64, `1e+21`}, {1e-6, 64, `0.000001`}, {1e-7, 64, `1e-07`}, {math.MaxFloat64, 64, `1.7976931348623157e+308`},
		{math.NaN(), 64, `"NaN"`}, {math.Inf(1), 32, `"Infinity"`}, {math.Inf(-1), 64, `"-Infinity"`}, {math.Copysign(0, -1), 64, `"-0.0"`},
	} {
		var w Writer
		if w.Float(c.f, c.bits); string(w.Buf) != c.want {
			t.Errorf("%v: got %s, want %s", c.f, w.Buf, c.want)
		}
		if got := string(AppendFloat(nil, c.f, c.bits, false)); got != strings.Trim(c.want, `"`) {
			t.Errorf("%v: got %s", c.f, got)
		}
	}
	r := rand.New(rand.NewSource(1))
	for range 100_000 {
		f := math.Float64frombits(r.Uint64())
		back, err := strconv.ParseFloat(string(AppendFloat(nil, f, 64, false)), 64)
		if f == f && (err != nil || math.Float64bits(back) != math.Float64bits(f)) {
			t.Fatalf("%v came back as %v, %v", f, back, err)
		}
	}
}

func TestTextIsQuotedSoThatNothingActs(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		s := "a" + string(r) + "b"
		q := AppendQuoted(nil, s)
		if r < 0x3000 || r%251 == 0 || r > 0xd700 && r < 0x10100 || r >= 0xe0000 && r < 0xe0100 {
			var back string
			if err := json.Unmarshal(q, &back); err != nil || back != s {
				t.Fatalf("U+%04X: %s, %v", r, q, err)
			}
		}
		acts := unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' || r == '\ufeff' ||
			r >= '\u200b' && r <= '\u200f' || r == '\u2060'
		if acts && bytes.ContainsRune(q, r) {
			t.Errorf("U+%04X stands raw in %q", r, q)
		}
	}
	for s, want := range map[string]string{
		"\xff": `"\ufffd"`, "a\xc3": `"a\ufffd"`, "\ufffd": "\"\ufffd\"", "\U000e0041": `"\udb40\udc41"`, "\"\\/": `"\"\\/"`,
		"\b\f\n\r\t": `"\b\f\n\r\t"`, "": `""`,
	} {
		if got := string(AppendQuoted(nil, s)); got != want {
			t.Errorf("%q: got %s, want %s", s, got, want)
		}
	}
}

func TestHexIsAppendedWithAndWithoutRoom(t *testing.T) {
	b := []byte{0, 0x0f, 0xf0, 0xff, 0x9a}
	want := "x" + hex.EncodeToString(b)
	for _, room := range []int{0, 100} {
		if got := string(AppendHex(append(make([]byte, 0, 1+room), 'x'), b)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// write writes v, as encoding/json or cbor would read it, with a Writer.
func write(w *Writer, v any) {
	switch v := v.(type) {
	case nil:
		w.Null()
	case bool:
		w.Bool(v)
	case int:
		w.Int(int64(v))
	case int64:
		w.Int64(v)
	case uint64:
		w.Uint64(v)
	case float64:
		w.Float(v, 64)
	case float32:
		w.Float(float64(v), 32)
	case string:
		w.String(v)
	case []byte:
		w.Hex(v)
	case []any:
		w.Array()
		for _, item := range v {
			write(w, item)
		}
		w.EndArray()
	case map[string]any:
		w.Object()
		for name, member := range v {
			w.AnyKey(name)
			write(w, member)
		}
		w.EndObject()
	}
}

// structures are things to write, with what a reader of JSON has.
func structures() []any {
	long := make([]any, 300)
	wide := map[string]any{}
	for i := range long {
		long[i] = int64(i * i * 1000)
		wide["k"+strconv.Itoa(i)] = []any{i, "é" + strconv.Itoa(i)}
	}
	nested := any("deep")
	for range 100 {
		nested = []any{nested}
	}
	return []any{
		nil, true, false, 0, 23, 24, -1, -24, -25, 255, 256, 65535, 65536, int64(math.MaxInt64), int64(math.MinInt64), uint64(math.MaxUint64),
		0.5, float32(0.5), math.Inf(1), "", "text\x00\"\n", []byte{}, []byte{0, 255}, []any{}, map[string]any{}, long, wide, nested,
		make([]any, 24),
		[]any{[]any{1}, map[string]any{"a\"b": []byte("xyz"), "é": nil}, []any{}}, strings.Repeat("s", 70000), make([]any, 70000),
	}
}

func TestCBORIsWhatAReaderOfCBORTakes(t *testing.T) {
	for i, want := range structures() {
		w := Writer{CBOR: true}
		write(&w, want)
		opts := cbor.DecOptions{MaxNestedLevels: 200, DefaultMapType: reflect.TypeFor[map[string]any](), IntDec: cbor.IntDecConvertNone}
		mode, err := opts.DecMode()
		if err != nil {
			t.Fatal(err)
		}
		var got any
		if err := mode.Unmarshal(w.Buf, &got); err != nil {
			t.Errorf("structure %d: %v", i, err)
			continue
		}
		if a, b := describe(got), describe(want); a != b {
			t.Errorf("structure %d: got %.200s, want %.200s", i, a, b)
		}
	}
}

// describe is a text that is equal for equal structures, whatever the widths of
// their numbers.
func describe(v any) string {
	switch v := v.(type) {
	case []any:
		s := make([]string, len(v))
		for i := range v {
			s[i] = describe(v[i])
		}
		return "[" + strings.Join(s, ",") + "]"
	case map[string]any:
		s := map[string]string{}
		for name, member := range v {
			s[name] = describe(member)
		}
		return fmt.Sprint(s)
	case float32:
		return fmt.Sprint("f", float64(v))
	case float64:
		return fmt.Sprint("f", v)
	case string:
		return strconv.Quote(v)
	case []byte:
		return fmt.Sprintf("h'%x'", v)
	}
	return fmt.Sprint(v)
}

func TestJSONIsWhatAReaderOfJSONTakes(t *testing.T) {
	for i, want := range structures() {
		var w Writer
		write(&w, want)
		d := json.NewDecoder(bytes.NewReader(w.Buf))
		d.UseNumber()
		var got any
		if err := d.Decode(&got); err != nil || d.More() {
			t.Errorf("structure %d: %v in %.200s", i, err, w.Buf)
			continue
		}
		if a, b := describe(got), describe(asJSON(want)); a != b {
			t.Errorf("structure %d: got %.200s, want %.200s", i, a, b)
		}
	}
}

// asJSON is what v is in JSON: decimal text for 64-bit integers, hex for bytes.
func asJSON(v any) any {
	switch v := v.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case uint64:
		return strconv.FormatUint(v, 10)
	case float64:
		if math.IsInf(v, 1) {
			return "Infinity"
		}
		return json.Number(strconv.FormatFloat(v, 'g', -1, 64))
	case float32:
		return json.Number(strconv.FormatFloat(float64(v), 'g', -1, 32))
	case []byte:
		return hex.EncodeToString(v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = asJSON(v[i])
		}
		return list
	case map[string]any:
		m := map[string]any{}
		for name, member := range v {
			m[name] = asJSON(member)
		}
		return m
	}
	return v
}

func TestInvalidTextStaysValid(t *testing.T) {
	w := Writer{CBOR: true}
	w.Array()
	w.String("a\xff")
	w.Text([]byte{0xc3})
	w.EndArray()
	var got []string
	if err := cbor.Unmarshal(w.Buf, &got); err != nil || got[0] != "a\ufffd" || got[1] != "\ufffd" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestParsedValuesAreWrittenAsTheyWere(t *testing.T) {
	const text = `{"a":[1,-2.50,1e400,true,false,null,"é\""],"b c":{"\u0001":18446744073709551616}}`
	v, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var w Writer
	if w.Value(v); string(w.Buf) != text {
		t.Errorf("got  %s\nwant %s", w.Buf, text)
	}
	w.Reset()
	w.CBOR = true
	w.Value(v)
	var got map[string]any
	if err := cbor.Unmarshal(w.Buf, &got); err != nil {
		t.Fatal(err)
	}
	if list := got["a"].([]any); list[0] != uint64(1) || list[1] != -2.5 || !math.IsInf(list[2].(float64), 1) || list[5] != nil ||
		list[6] != "é\"" {
		t.Errorf("got %v", got)
	}
}

func TestAMarkUndoesWhatCameAfterIt(t *testing.T) {
	for _, isCBOR := range []bool{false, true} {
		w := Writer{CBOR: isCBOR}
		w.Object()
		w.Key("a")
		w.Int(1)
		m := w.Mark()
		w.Key("b")
		w.Array()
		w.Object()
		w.Back(m)
		w.Key("c")
		w.JSON([]byte{0x02 | 0x30*byte(btoi(!isCBOR))})
		w.EndObject()
		want := `{"a":1,"c":2}`
		if isCBOR {
			want = "\xa2\x61a\x01\x61c\x02"
		}
		if string(w.Buf) != want {
			t.Errorf("got %q, want %q", w.Buf, want)
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestMisuseNeverPanics(t *testing.T) {
	for _, isCBOR := range []bool{false, true} {
		w := Writer{CBOR: isCBOR}
		w.EndObject()
		w.EndArray()
		w.Key("a")
		w.Key("b")
		for range 2 * writerDepth {
			w.Array()
		}
		for range 3 * writerDepth {
			w.EndArray()
		}
	}
}

func TestWideIntegersHaveEightBytes(t *testing.T) {
	for _, v := range []int64{0, 1, -1, 23, 24, -25, math.MaxInt64, math.MinInt64} {
		w := Writer{CBOR: true, Wide: true}
		w.Int64(v)
		var back int64
		if err := cbor.Unmarshal(w.Buf, &back); err != nil || back != v || len(w.Buf) != 9 {
			t.Errorf("%d: % x came back as %d, %v", v, w.Buf, back, err)
		}
	}
	w := Writer{CBOR: true, Wide: true}
	w.Uint64(math.MaxUint64)
	var back uint64
	if err := cbor.Unmarshal(w.Buf, &back); err != nil || back != math.MaxUint64 {
		t.Errorf("% x came back as %d, %v", w.Buf, back, err)
	}
}
