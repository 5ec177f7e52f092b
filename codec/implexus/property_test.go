package implexus

import (
	"bytes"
	"math"
	"math/big"
	"math/rand"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
)

// randomValue appends an element of at most the given depth.
func randomValue(r *rand.Rand, v *Value, key []byte, depth int) {
	i := len(v.Elements)
	t := Type(r.Intn(9))
	if depth == 0 {
		t = Type(r.Intn(7))
	}
	v.Elements = append(v.Elements, Element{Type: t, Key: key})
	e := Element{Type: t, Key: key}
	switch t {
	case Bool:
		e.Num = uint64(r.Intn(2))
	case Int64, Uint64, Double:
		e.Num = r.Uint64() >> r.Intn(64)
	case String, Binary:
		e.Bytes = []byte(strings.Repeat("é", r.Intn(4)))
	case Array, Dictionary:
		e.Count = r.Intn(12)
		for n := range e.Count {
			var name []byte
			if t == Dictionary {
				name = strconv.AppendInt([]byte("k"), int64(n), 10)
			}
			randomValue(r, v, name, depth-1)
		}
		e.Size = len(v.Elements) - i - 1
	}
	v.Elements[i] = e
}

func TestWhatIsAppendedIsReadAgain(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 3000 {
		v := Value{Keys: KeyEncoding(1 + r.Intn(2))}
		randomValue(r, &v, nil, 4)
		opt := Options{LittleDoubles: r.Intn(2) == 0}
		b, err := AppendValue(nil, &v, opt)
		if err != nil {
			t.Fatal(err)
		}
		var again Value
		if err := DecodeValue(b, &again, opt); err != nil {
			t.Fatalf("%x: %v", b, err)
		}
		if len(again.Elements) != len(v.Elements) {
			t.Fatalf("%x: %d elements, want %d", b, len(again.Elements), len(v.Elements))
		}
		for i := range v.Elements {
			x, y := v.Elements[i], again.Elements[i]
			if x.Type != y.Type || x.Num != y.Num || x.Count != y.Count || x.Size != y.Size || !bytes.Equal(x.Bytes, y.Bytes) ||
				!bytes.Equal(x.Key, y.Key) {
				t.Fatalf("%x: element %d is %+v, want %+v", b, i, y, x)
			}
		}
		if c, err := AppendValue(nil, &again, opt); err != nil || !bytes.Equal(b, c) {
			t.Fatalf("%x is written again as %x, %v", b, c, err)
		}
	}
}

func TestDecodingWithoutATreeDoesNotAllocate(t *testing.T) {
	var in format.Input
	row := Format.Record(rowRecord)
	for key, b := range database(t, "good") {
		in.Entry = *entry([]byte(key), b)
		n := testing.AllocsPerRun(10, func() {
			if err := row.Decode(&in, nil, nil); err != nil {
				t.Fatal(err)
			}
		})
		if n != 0 {
			t.Errorf("%s: %v allocations", key, n)
		}
	}
}

func TestKeysAreFormedAndReadAgain(t *testing.T) {
	for kind := range shapes {
		k := Key{Kind: Kind(kind), Path: []byte("/a/b")}
		s := shapes[kind]
		if s.rest != "" {
			k.Rest = []byte("/xy"[:max(s.gram, 2)])
		}
		if s.gram == 1 {
			k.Rest = k.Rest[:1]
		}
		if k.Kind == TypeIndex {
			k.Path = nil
		}
		if !k.Distinct() {
			t.Errorf("%s is read as something else", AppendKey(nil, &k))
		}
	}
	for _, k := range []Key{
		{Kind: CatalogueKeys, Path: []byte("/c:group:x")},
		{Kind: Trigram, Path: []byte("/i"), Rest: []byte("x:uni:y")},
		{Kind: EntityKey, Path: []byte("/a\x00")},
	} {
		if k.Distinct() {
			t.Errorf("%q has no other reading", AppendKey(nil, &k))
		}
	}
}

// Keys sort as their texts do, so rows of a path are together in each prefix.
func TestKeysSortByTheirText(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	pieces := []string{"/", "a", "é", ":", ":tri:", "日", "\U0001f600", "~"}
	for range 2000 {
		var text [2][]byte
		var path [2]string
		for i := range text {
			for range r.Intn(5) {
				path[i] += pieces[r.Intn(len(pieces))]
			}
			k := keyOf(EntityKey, path[i], "")
			text[i] = AppendKey(nil, &k)
		}
		if bytes.Compare(text[0], text[1]) != strings.Compare(path[0], path[1]) {
			t.Errorf("%q and %q", path[0], path[1])
		}
	}
}

func TestEveryReadingFormsTheKey(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	pieces := []string{"/", "/a", ":group:", "group:", ":keys", ":tri:", ":bi:", "uni:", ":doc:", "é", "//", ":"}
	for range 5000 {
		key := []string{"catl:", "idx:", "cat:"}[r.Intn(3)]
		for range r.Intn(9) {
			key += pieces[r.Intn(len(pieces))]
		}
		var k KeyReading
		if DecodeKey([]byte(key), &k) != nil {
			continue
		}
		for i := range k.Candidates {
			c := &k.Candidates[i]
			if got := AppendKey(nil, c); string(got) != key {
				t.Fatalf("%q has a reading that forms %q", key, got)
			}
			want := KeyNotes(0)
			if !regular(c.Path) {
				want |= IrregularPath
			}
			if c.Kind == ContentKey && !regular(c.Rest) {
				want |= IrregularDocPath
			}
			if g := shapes[c.Kind].gram; g > 0 {
				want |= gramNote(c.Rest, g)
			}
			if c.Notes != want {
				t.Fatalf("%q: notes %b, want %b", key, c.Notes, want)
			}
			if i > 0 && c.Notes.count() < k.Candidates[i-1].Notes.count() {
				t.Fatalf("%q: readings are not sorted", key)
			}
		}
	}
}

func TestNumbersCompareExactly(t *testing.T) {
	texts := []string{"0", "-0", "-0.0", "1", "1.0", "01.50", "1.5", "9007199254740993", "9007199254740992",
		"-9223372036854775808", "18446744073709551615",
		exactDouble(math.SmallestNonzeroFloat64), exactDouble(math.MaxFloat64), exactDouble(0.1), "0.1", "-0.1", exactDouble(-0.1),
		exactDouble(1 << 60), exactDouble(0.5)}
	for _, a := range texts {
		for _, b := range texts {
			x, okX := new(big.Rat).SetString(a)
			y, okY := new(big.Rat).SetString(b)
			if !okX || !okY {
				t.Fatal(a, b)
			}
			got := parseNumber(a).compare(parseNumber(b))
			if want := x.Cmp(y); (got < 0) != (want < 0) || (got > 0) != (want > 0) {
				t.Errorf("%s and %s compare as %d, want %d", a, b, got, want)
			}
		}
	}
}

func TestTrigramsAreTheWindowsOfAText(t *testing.T) {
	for _, text := range []string{"", "a", "ab", "abc", "日本語テキスト", "aaaa", "ab\U0001f600cd", "x  y z"} {
		runes := []rune(text)
		var want []string
		for i := 0; i+3 <= len(runes); i++ {
			want = append(want, string(runes[i:i+3]))
		}
		slices.Sort(want)
		want = slices.Compact(want)
		if got := AppendTrigrams(nil, text, GramOptions{KeepCase: true}); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		for _, tri := range want {
			if first, second := Bigrams(tri, GramOptions{}); utf8.RuneCountInString(first) != 2 || second != "" &&
				utf8.RuneCountInString(second) != 2 {
				t.Errorf("%q: %q, %q", tri, first, second)
			}
		}
	}
}

func TestParenthesesAreLimited(t *testing.T) {
	for n, want := range map[int]bool{parenthesesMax: true, parenthesesMax + 1: false, 1 << 16: false} {
		text := strings.Repeat("(", n) + "true" + strings.Repeat(")", n)
		if _, ok := ParseExpression(text); ok != want {
			t.Errorf("%d parentheses: %v", n, ok)
		}
	}
	e, ok := ParseExpression(strings.Repeat("!", 1<<16+1) + "false" + strings.Repeat(" && true", 1<<12))
	if !ok || e.Evaluate(&Value{}) != True {
		t.Error("a long expression is not evaluated")
	}
}

func TestWritersRefuseWhatReadersWouldReadDifferently(t *testing.T) {
	for name, err := range map[string]error{
		"a raw null":       second(AppendEntity(nil, &Entity{Label: Text{Null: true}, Layout: Raw})),
		"a negative code":  second(AppendEntity(nil, &Entity{TypeCode: -1, Layout: Mixed})),
		"a null raw label": second(AppendConfig(nil, &Config{Label: Text{Null: true}, Layout: Raw})),
		"no UTF-8":         second(AppendStringSet(nil, &StringSet{Items: [][]byte{{0xff}}})),
		"a plain element":  second(AppendContent(nil, &Content{Text: Text{Bytes: appendString(nil, []byte("a"))}, Form: Plain})),
		"a prefixed null":  second(AppendContent(nil, &Content{Text: Text{Null: true}, Form: Prefixed})),
		"no element":       second(AppendValue(nil, &Value{}, Options{})),
		"an unknown type":  second(AppendValue(nil, &Value{Elements: []Element{{Type: 9}}}, Options{})),
	} {
		if err == nil {
			t.Errorf("%s is written", name)
		}
	}
}

func second(_ []byte, err error) error { return err }
