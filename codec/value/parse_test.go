package value

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"math/rand"
	"strings"
	"testing"
)

func TestParseTakesJSONAndNothingElse(t *testing.T) {
	for _, text := range []string{
		`null`, ` true `, "\tfalse\r\n", `0`, `-0`, `12`, `-1.5`, `1e5`, `1E+5`, `1.0e-10`, `""`, `"a"`, `"\"\\\/\b\f\n\r\t\u00e9"`,
		`"\ud83d\ude00"`, `"é"`, `[]`, `[1]`, `[ 1 , [ ] , { } ]`, `{}`, `{"a":1}`, `{ "a" : [ 1 ] , "b" : null }`,
		`123456789012345678901234567890`,
		``, ` `, `nul`, `nulls`, `True`, `00`, `01`, `-`, `+1`, `.5`, `1.`, `1e`, `1e+`, `0x1`, `NaN`, `Infinity`, `'a'`, `"a`, `"\`,
		`"\x"`, `"\u12"`, `"\u12g4"`,
		"\"\n\"", "\"a\\n\x01\"", `[`, `[1`, `[1,`, `[1,]`, `[,1]`, `[1 2]`, `{`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`,
		`{a:1}`, `{"a" 1}`, `{1:2}`, `{"a":1 "b":2}`,
		`1 2`, `[]]`, "\xef\xbb\xbf1", `"\ud83d`, `"\\`, "{\"a\n\":1}", `[1}`, `{"a":1]`,
	} {
		_, err := Parse([]byte(text))
		if ok := json.Valid([]byte(text)); (err == nil) != ok {
			t.Errorf("%q: got %v, encoding/json says %v", text, err, ok)
		}
		var syntax *SyntaxError
		if err != nil && (!errors.As(err, &syntax) || syntax.Offset < 0 || syntax.Offset > len(text)) {
			t.Errorf("%q: %v", text, err)
		}
		end, bad := Skim([]byte(text), DepthMax)
		if err == nil && (bad != nil || len(bytes.TrimSpace([]byte(text)[end:])) > 0) {
			t.Errorf("%q: skimmed to %d, %v", text, end, bad)
		}
	}
}

func TestParseSaysWhatItExpectedAndWhere(t *testing.T) {
	for text, want := range map[string]string{
		``:            "not JSON: expected a value at offset 0",
		`[1 2]`:       "not JSON: expected a comma or ] at offset 3",
		`{"a" 1}`:     "not JSON: expected a colon at offset 5",
		`{"a":1,}`:    "not JSON: expected a member name at offset 7",
		`"a`:          "not JSON: expected a closing quote at offset 2",
		`"\n`:         "not JSON: expected a closing quote at offset 3",
		`"\q"`:        "not JSON: expected an escape at offset 2",
		`"\`:          "not JSON: expected an escape at offset 2",
		`"\u00zz"`:    "not JSON: expected 4 hex digits at offset 5",
		`01`:          "not JSON: expected a number without leading zeros at offset 2",
		`1.x`:         "not JSON: expected a digit at offset 2",
		`1ex`:         "not JSON: expected a digit at offset 2",
		`tru`:         "not JSON: expected true at offset 0",
		`1 x`:         "not JSON: expected end of input at offset 2",
		"\"\x01\"":    "not JSON: expected no control character inside a text at offset 1",
		"\"\\n\x01\"": "not JSON: expected no control character inside a text at offset 3",
	} {
		if _, err := Parse([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestDepthIsLimited(t *testing.T) {
	for _, c := range []struct {
		depth int
		ok    bool
	}{{DepthMax - 1, true}, {DepthMax, true}, {DepthMax + 1, false}} {
		for _, pair := range []string{"[]", `{"a":0}`} {
			open, shut := pair[:1], pair[len(pair)-1:]
			if pair != "[]" {
				open, shut = `{"a":`, `}`
			}
			text := strings.Repeat(open, c.depth) + "0" + strings.Repeat(shut, c.depth)
			if _, err := Parse([]byte(text)); (err == nil) != c.ok {
				t.Errorf("%d deep: %v", c.depth, err)
			}
			if _, err := Skim([]byte(text), DepthMax); (err == nil) != c.ok {
				t.Errorf("%d deep, skimmed: %v", c.depth, err)
			}
		}
	}
	_, err := Parse([]byte(strings.Repeat("[", 1<<20)))
	if err == nil || err.Error() != "not JSON: expected at most 256 nested values at offset 256" {
		t.Errorf("a million deep: %v", err)
	}
}

func TestSkimStopsBehindTheFirstValue(t *testing.T) {
	for _, c := range []struct {
		text string
		end  int
		ok   bool
	}{
		{`1 2`, 1, true}, {` "a"x`, 4, true}, {`{"a":[1]}]`, 9, true}, {``, 0, false}, {"\"\xff\"", 0, false}, {"1 \xff", 1, true},
	} {
		end, err := Skim([]byte(c.text), 10)
		if (err == nil) != c.ok || c.ok && end != c.end {
			t.Errorf("%q: %d, %v", c.text, end, err)
		}
	}
}

func TestWhiteSpaceIsSeenOutsideOfTexts(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a b":"c\" d"}`: false, `[1,2]`: false, ``: false, `[1, 2]`: true, "1\n": true, `"\\" `: true, `"a\\\" "`: false,
	} {
		if Spaced([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

func TestTextIsReadAsUnicode(t *testing.T) {
	for text, want := range map[string]string{
		`"\u00e9\ud83d\ude00"`: "é😀",
		`"\ud83dx"`:            "\xed\xa0\xbdx",
		`"\ud83d\u0041"`:       "\xed\xa0\xbdA",
		`"\ude00"`:             "\xed\xb8\x80",
		`"\ud83d\ud83d\ude00"`: "\xed\xa0\xbd😀",
		"\"a\xffb\"":           "a\ufffdb",
		"\"\\n\xff\"":          "\n\ufffd",
		`"\/\b\f\r\t\u0000"`:   "/\b\f\r\t\x00",
		`"\uFFfd"`:             "\ufffd",
	} {
		v, err := Parse([]byte(text))
		got, ok := v.Text()
		if err != nil || !ok || got != want {
			t.Errorf("%q: got %q, want %q, %v", text, got, want, err)
		}
	}
}

func TestNumbersAreExact(t *testing.T) {
	for _, c := range []struct {
		text     string
		i        int64
		isInt    bool
		u        uint64
		isUint   bool
		f        float64
		isNumber bool
	}{
		{`0`, 0, true, 0, true, 0, true},
		{`-0`, 0, true, 0, false, math.Copysign(0, -1), true},
		{`9223372036854775807`, math.MaxInt64, true, math.MaxInt64, true, 1 << 63, true},
		{`"-9223372036854775808"`, math.MinInt64, true, 0, false, 0, false},
		{`9223372036854775808`, 0, false, 1 << 63, true, 1 << 63, true},
		{`"18446744073709551615"`, 0, false, math.MaxUint64, true, 0, false},
		{`18446744073709551616`, 0, false, 0, false, 1 << 64, true},
		{`1.0`, 0, false, 0, false, 1, true},
		{`1e3`, 0, false, 0, false, 1000, true},
		{`1e999`, 0, false, 0, false, 0, false},
		{`"+1"`, 0, false, 0, false, 0, false},
		{`""`, 0, false, 0, false, 0, false},
		{`"-0.0"`, 0, false, 0, false, math.Copysign(0, -1), true},
		{`"Infinity"`, 0, false, 0, false, math.Inf(1), true},
		{`"-Infinity"`, 0, false, 0, false, math.Inf(-1), true},
		{`"inf"`, 0, false, 0, false, 0, false},
		{`true`, 0, false, 0, false, 0, false},
		{`null`, 0, false, 0, false, 0, false},
	} {
		v, err := Parse([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if i, ok := v.Int(); ok != c.isInt || ok && i != c.i {
			t.Errorf("%s as Int: %d, %v", c.text, i, ok)
		}
		if u, ok := v.Uint(); ok != c.isUint || ok && u != c.u {
			t.Errorf("%s as Uint: %d, %v", c.text, u, ok)
		}
		if f, ok := v.Float(64); ok != c.isNumber || ok && math.Float64bits(f) != math.Float64bits(c.f) {
			t.Errorf("%s as Float: %v, %v", c.text, f, ok)
		}
	}
	nan, _ := Parse([]byte(`"NaN"`))
	if f, ok := nan.Float(32); !ok || f == f {
		t.Errorf("NaN is %v, %v", f, ok)
	}
	single, _ := Parse([]byte(`0.1`))
	if f, _ := single.Float(32); f != float64(float32(0.1)) {
		t.Errorf("0.1 as a 32-bit number is %v", f)
	}
}

// A pair is an object of two members in order, and nothing else.
func TestPair(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":1,"b":[2]}`: true, `{"b":[2],"a":1}`: false, `{"a":1}`: false, `{"a":1,"b":[2],"c":3}`: false, `{"a":1,"a":[2]}`: false,
		`{}`: false, `["a","b"]`: false, `"ab"`: false, `null`: false,
	} {
		v, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		a, b, ok := v.Pair("a", "b")
		if ok != want || ok && (a.String() != "1" || b.String() != "[2]") || !ok && !(a.IsNull() && b.IsNull()) {
			t.Errorf("%s is %v, %v, %v", text, a, b, ok)
		}
	}
}

func TestMembersAreFound(t *testing.T) {
	v, err := Parse([]byte(`{"a":1,"b":null,"a":2,"c":[true,"0aFf","0"]}`))
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := v.Member("a").Int(); n != 1 || v.Len() != 4 || v.Name(2) != "a" || v.At(2).Raw() != "2" || v.Kind.String() != "an object" {
		t.Errorf("a is %d of %d members", n, v.Len())
	}
	if _, ok := v.Get("b"); !ok || !v.Member("b").IsNull() || !v.Member("x").IsNull() {
		t.Error("null and absent are not told apart")
	}
	if _, ok := v.Get("x"); ok {
		t.Error("an absent member is there")
	}
	list := v.Member("c")
	if b, ok := list.At(0).Bool(); !b || !ok || list.Len() != 3 || len(list.Items()) != 3 {
		t.Error("the list is wrong")
	}
	if b, ok := list.At(1).Hex(); !ok || !bytes.Equal(b, []byte{0x0a, 0xff}) {
		t.Errorf("hex is %x, %v", b, ok)
	}
	for i := range 3 {
		if _, ok := list.At(i).Hex(); ok != (i == 1) {
			t.Errorf("item %d as hex: %v", i, ok)
		}
	}
	for _, text := range []string{"0", "0g", "g0", "é"} {
		if _, ok := DecodeHex(text); ok {
			t.Errorf("%q is hex", text)
		}
	}
	made := OfMembers(Member{"n", OfInt(-3)}, Member{"t", Of("x")}, Member{"l", OfList(Of("y"))})
	var w Writer
	w.Value(made)
	if string(w.Buf) != `{"n":-3,"t":"x","l":["y"]}` {
		t.Errorf("got %s", w.Buf)
	}
}

// randomJSON makes text that is often JSON.
func randomJSON(r *rand.Rand) []byte {
	const pieces = `{}[],:"" \n0-1.5eE+"a"truefalsenull"\u00e9""\ud83d"\`
	b := make([]byte, 0, 20)
	for range r.Intn(14) {
		at := r.Intn(len(pieces))
		b = append(b, pieces[at:min(at+1+r.Intn(6), len(pieces))]...)
	}
	return b
}

func TestParseAgreesWithTheStandardLibrary(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	valid := 0
	for range 200_000 {
		text := randomJSON(r)
		v, err := Parse(text)
		if ok := json.Valid(text); (err == nil) != ok {
			t.Fatalf("%q: got %v, encoding/json says %v", text, err, ok)
		}
		if err != nil {
			continue
		}
		valid++
		var w Writer
		w.Value(v)
		if got, want := compact(t, w.Buf), compact(t, text); got != want {
			t.Fatalf("%q: got %s, want %s", text, got, want)
		}
	}
	if valid < 1000 {
		t.Errorf("only %d texts were JSON", valid)
	}
}

// compact is what the standard library reads, member by member, as text.
func compact(t *testing.T, text []byte) string {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var b strings.Builder
	for {
		token, err := d.Token()
		if err == io.EOF {
			return b.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		item, err := json.Marshal(token)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(item)
		b.WriteByte(' ')
	}
}
