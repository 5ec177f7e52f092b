package lexicoder_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/golden"
)

func jsonOf(v value.Value) []byte {
	var w value.Writer
	w.Value(v)
	return w.Buf
}

// bytesAnswer returns the answer to a request without an id that encodes b.
func bytesAnswer(b []byte) value.Value {
	part := value.OfMembers(value.Member{Name: "value", Value: value.Of(hex.EncodeToString(b))})
	return value.OfMembers(value.Member{Name: "id"}, value.Member{Name: "bytes", Value: part})
}

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func schema(t *testing.T, e string) format.Schema {
	t.Helper()
	s, err := lexicoder.ParseSchema(value.OfMembers(value.Member{Name: "lexicoder", Value: value.Of(e)}))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func parse(t *testing.T, e string) *lexicoder.Lexicoder {
	t.Helper()
	l, err := lexicoder.Parse(value.Of(e))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestExpressionsHaveTwoForms(t *testing.T) {
	for json, text := range map[string]string{
		`"long"`:                                 "long",
		`{"reverse":"long"}`:                     "reverse(long)",
		`{"pair":["string",{"reverse":"date"}]}`: "pair(string, reverse(date))",
		`{"list":{"sequence":"uuid"}}`:           "list(sequence(uuid))",
		`" pair ( string ,\n\treverse(date) ) "`: "pair(string, reverse(date))",
		`{"list":"pair(text,biginteger)"}`:       "list(pair(text, biginteger))",
		`{"reverse":"` + nested(15) + `"}`:       nested(16),
		strings.Repeat(`{"list":`, 16) + `"float"` + strings.Repeat("}", 16): strings.Repeat("list(", 16) + "float" + strings.Repeat(")", 16),
	} {
		v, err := value.Parse([]byte(json))
		if err != nil {
			t.Fatal(err)
		}
		l, err := lexicoder.Parse(v)
		if err != nil || l.String() != text {
			t.Errorf("%s is %v, %v; want %s", json, l, err, text)
			continue
		}
		if again, err := lexicoder.Parse(value.Of(l.String())); err != nil || again.String() != text {
			t.Errorf("%s is read as %v, %v", text, again, err)
		}
	}
}

// nested returns a reverse of a reverse … of a long.
func nested(n int) string { return strings.Repeat("reverse(", n) + "long" + strings.Repeat(")", n) }

func TestBrokenExpressionsAreRefused(t *testing.T) {
	for _, json := range []string{
		`""`, `"longer"`, `"long x"`, `"long()"`, `"pair"`, `"pair(long)"`, `"pair(long,long,long)"`, `"pair(long,long"`,
		`"list(long))"`, `"reverse()"`, `"(long)"`,
		`null`, `1`, `[]`, `{}`, `{"pair":"long"}`, `{"pair":["long"]}`, `{"pair":{"a":"long","b":"long"}}`, `{"list":["long"]}`,
		`{"long":"long"}`, `{"reverse":"long","list":"long"}`,
		`"` + nested(17) + `"`, `"` + strings.Repeat("reverse(", 100000) + `"`, `"` + strings.Repeat("pair(long,", 100000) + `"`,
		strings.Repeat(`{"list":`, 17) + `"float"` + strings.Repeat("}", 17),
		`{"reverse":"` + nested(16) + `"}`, `"\u0001"`,
	} {
		v, err := value.Parse([]byte(json))
		if err != nil {
			t.Fatal(err)
		}
		if l, err := lexicoder.Parse(v); err == nil {
			t.Errorf("%.60s is taken as %.60s", json, l)
		} else if len(err.Error()) > 300 {
			t.Errorf("%.60s is refused in %d bytes", json, len(err.Error()))
		}
	}
}

// partsOf returns the bytes of all vectors of a file.
func partsOf(t *testing.T, file string) [][]byte {
	t.Helper()
	vectors, err := golden.Vectors(file)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]byte
	for i := range vectors {
		for _, text := range vectors[i].Parts() {
			if b, err := hex.DecodeString(text); err == nil {
				all = append(all, b)
			}
		}
	}
	return all
}
