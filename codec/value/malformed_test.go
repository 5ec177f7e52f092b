package value_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/value"
)

// Bytes, and what new String(bytes, UTF_8).getBytes(UTF_8) of JDK 17 makes of them. 300,000 random
// sequences had no difference either.
func TestMalformedTextIsReplacedAsTheJDKDoes(t *testing.T) {
	for _, c := range [][2]string{
		{"e0a0", "efbfbd"},
		{"eda080", "efbfbd"},
		{"edb080ff", "efbfbdefbfbd"},
		{"eda0", "efbfbd"},
		{"edbf", "efbfbd"},
		{"e0a041", "efbfbd41"},
		{"e04180", "efbfbd41efbfbd"},
		{"f09f98", "efbfbd"},
		{"f09f9841", "efbfbd41"},
		{"f09f41", "efbfbd41"},
		{"f08fbfbf", "efbfbdefbfbdefbfbdefbfbd"},
		{"f4908080", "efbfbdefbfbdefbfbdefbfbd"},
		{"f5808080", "efbfbdefbfbdefbfbdefbfbd"},
		{"c080", "efbfbdefbfbd"},
		{"c1bf", "efbfbdefbfbd"},
		{"c2", "efbfbd"},
		{"c241", "efbfbd41"},
		{"e2", "efbfbd"},
		{"e282", "efbfbd"},
		{"e28241", "efbfbd41"},
		{"ed", "efbfbd"},
		{"f0", "efbfbd"},
		{"f1bf", "efbfbd"},
		{"80bf", "efbfbdefbfbd"},
		{"ffff", "efbfbdefbfbd"},
		{"eda080edb080", "efbfbdefbfbd"},
		{"41eda08042", "41efbfbd42"},
		{"f8888080", "efbfbdefbfbdefbfbdefbfbd"},
	} {
		b, err := hex.DecodeString(c[0])
		if err != nil {
			t.Fatal(err)
		}
		text := value.Replaced(string(b))
		if got := hex.EncodeToString([]byte(text)); got != c[1] {
			t.Errorf("%s is %s, want %s", c[0], got, c[1])
		}
		// The same in every form of an answer, and in JSON that is read with such bytes.
		want := strings.Count(text, "\uFFFD")
		if quoted := string(value.AppendQuoted(nil, string(b))); strings.Count(quoted, `\ufffd`) != want {
			t.Errorf("%s as JSON is %s", c[0], quoted)
		}
		w := value.Writer{CBOR: true}
		w.String(string(b))
		if strings.Count(string(w.Buf), "\uFFFD") != want {
			t.Errorf("%s as CBOR is %x", c[0], w.Buf)
		}
	}
}
