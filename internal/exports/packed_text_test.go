package exports

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/klauspost/compress/zstd"

	"github.com/rowlens/rowlens/internal/storetest"
)

const shellDump = "actionbase/actionbase-hbase-shell.txt"

// packings are a text in each form in which the command reads it.
func packings(t *testing.T, text []byte) map[string][]byte {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	wide := []byte("\xFF\xFE")
	for _, c := range utf16.Encode([]rune(string(text))) {
		wide = binary.LittleEndian.AppendUint16(wide, c)
	}
	packed := storetest.Gzipped(t, text)
	return map[string][]byte{
		"gzip": packed, "Zstandard": z.EncodeAll(text, nil), "gzip in Zstandard": z.EncodeAll(packed, nil), "UTF-16": wide,
		"UTF-16 in gzip": storetest.Gzipped(t, wide),
		"two members":    append(storetest.Gzipped(t, text[:3000]), storetest.Gzipped(t, text[3000:])...),
	}
}

func TestPackedTextsAreCounted(t *testing.T) {
	leavesNoGoroutine(t)
	text := goldenFile(t, shellDump)
	options := map[string]any{"format": "actionbase", "now": 0}
	handle := openStats(t, options)
	feedAll(t, handle, text, len(text))
	want := report(t, handle)
	StatsClose(handle)
	if !strings.HasPrefix(want, `{"rows":106,`) {
		t.Fatal(want)
	}
	for how, packed := range packings(t, text) {
		for _, size := range []int{1, 61, 1 << 20} {
			handle := openStats(t, options)
			feedAll(t, handle, packed, size)
			if got := report(t, handle); got != want {
				t.Errorf("%s, pieces of %d: %s", how, size, got)
			}
			StatsClose(handle)
		}
		handle := openStats(t, options) // closed early
		var e Error
		if n := StatsFeed(handle, packed[:len(packed)/2], &e); n != 0 {
			t.Errorf("half of %s: %d %+v", how, n, e)
		}
		StatsClose(handle)
	}
}

func TestPackedTextsAreCompared(t *testing.T) {
	text := goldenFile(t, shellDump)
	for how, packed := range packings(t, text) {
		handle := openDiff(t, nil)
		feedSide(t, handle, OldSide, text, 1<<20)
		feedSide(t, handle, NewSide, packed, 61)
		if got := totalsOf(t, allLines(t, handle)); got != (totals{Same: 106}) {
			t.Errorf("%s: %+v", how, got)
		}
		DiffClose(handle)
	}
}

// A text of which only a part can be unpacked must not count as whole.
func TestATextThatCannotBeUnpackedIsAnError(t *testing.T) {
	packed := storetest.Gzipped(t, goldenFile(t, shellDump))
	wrong := bytes.Clone(packed)
	wrong[len(wrong)-6] ^= 1
	nested := packed
	for range 5 {
		nested = storetest.Gzipped(t, nested)
	}
	for why, text := range map[string][]byte{
		"compressed with gzip, but damaged or cut: unexpected EOF":         packed[:len(packed)-20],
		"compressed with gzip, but damaged or cut: gzip: invalid checksum": wrong,
		"text: compressed with gzip, but damaged: unexpected EOF":          packed[:5],
		"text: packed more often than makes sense":                         nested,
		"text: is a ZIP archive, not text":                                 append([]byte("PK\x03\x04\x14\x00"), make([]byte, 600)...),
	} {
		counting, comparing := openStats(t, nil), openDiff(t, nil)
		for name, feed := range map[string]func([]byte, *Error) int64{
			"stats": func(piece []byte, e *Error) int64 { return StatsFeed(counting, piece, e) },
			"diff":  func(piece []byte, e *Error) int64 { return DiffFeed(comparing, NewSide, piece, e) },
		} {
			var e Error
			n := feed(bytes.Clone(text), &e)
			if n == 0 {
				n = feed(nil, &e)
			}
			if n != int64(Refused) || !strings.HasPrefix(e.Message, why) {
				t.Errorf("%s: %d %+v, want %q", name, n, e, why)
			}
		}
		var e Error
		if n := DiffFeed(comparing, OldSide, nil, &e); n != 1 {
			t.Fatalf("%d %+v", n, e)
		}
		if n := DiffStep(comparing, &e); n != int64(Refused) || !strings.HasPrefix(e.Message, why) {
			t.Errorf("half a document is compared: %d %+v", n, e)
		}
		StatsClose(counting)
		DiffClose(comparing)
	}
}

// A small text that unpacks to a huge value takes no more memory than that value in a plain text.
func TestAPackedValueThatIsTooLongEndsItsText(t *testing.T) {
	handle := openStats(t, nil)
	var e Error
	if n := StatsFeed(handle, storetest.Gzipped(t, make([]byte, 4*lineMax)), &e); n != 1 {
		t.Errorf("%d %+v", n, e)
	}
	if got := report(t, handle); !strings.Contains(got, `"bad-text":1`) {
		t.Error(got)
	}
	StatsClose(handle)
}

// The spelling raw takes bytes as they are, as the command does.
func TestRawTextsStayAsTheyAre(t *testing.T) {
	handle := openStats(t, map[string]any{"spelling": "raw"})
	feedAll(t, handle, storetest.Gzipped(t, goldenFile(t, shellDump)), 1<<20)
	if got := report(t, handle); !strings.HasPrefix(got, `{"rows":1,`) {
		t.Error(got)
	}
	StatsClose(handle)
}
