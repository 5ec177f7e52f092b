package accumulograph_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

const many = 1 << 16

const (
	streamHead = "x\xac\xed\x00\x05"
	arrayList  = "sr\x00\x13java.util.ArrayListx\x81\xd2\x1d\x99\xc7a\x9d\x03\x00\x01I\x00\x04sizexp"
	objects    = "ur\x00\x13[Ljava.lang.Object;\x90\xceX\x9f\x10s)l\x02\x00\x00xp"
	bigInteger = "sr\x00\x14java.math.BigInteger\x8c\xfc\x9f\x1f\xa9;\xfb\x1d\x02\x00\x02I\x00\x06signum[\x00\x09magnitudet\x00\x02[Bxp"
)

// hostile are values on which a careless reader spends much time or memory.
func hostile() map[string]string {
	again := strings.Repeat
	// A list of two elements, the second a reference to the first, many levels deep.
	laughs := streamHead + objects + "\x00\x00\x00\x02"
	for i := range 28 {
		laughs += "uq\x00\x7e\x00\x00\x00\x00\x00\x02"
		if i == 27 {
			laughs += "t\x00\x04hahaq\x00\x7e\x00\x1e"
		}
	}
	for i := 28; i > 0; i-- {
		laughs += "q\x00\x7e\x00" + string([]byte{byte(i + 1)})
	}
	classes := "" // each a subclass of the previous one
	for i := range many / 64 {
		classes += "sr\x00\x01a\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00x"
		if i == 0 {
			classes += "p"
		} else {
			h := 2 * i
			classes += "q\x00\x7e" + string([]byte{byte(h >> 8), byte(h)})
		}
	}
	return map[string]string{
		"an array of 2 GiB":          streamHead + "ur\x00\x02[B\xac\xf3\x17\xf8\x06\x08T\xe0\x02\x00\x00xp\x7f\xff\xff\xff",
		"an array of 2 Gi objects":   streamHead + objects + "\x7f\xff\xff\xff",
		"a list of 2 Gi objects":     streamHead + arrayList + "\x7f\xff\xff\xffw\x04\x7f\xff\xff\xffx",
		"a string of 8 EiB":          streamHead + "|\x7f\xff\xff\xff\xff\xff\xff\xffa",
		"a string of all bits":       streamHead + "|\xff\xff\xff\xff\xff\xff\xff\xffa",
		"a block of 4 GiB":           streamHead + arrayList + "\x00\x00\x00\x00z\xff\xff\xff\xff",
		"65535 fields":               streamHead + "sr\x00\x01a\x00\x00\x00\x00\x00\x00\x00\x00\x02\xff\xff",
		"2 Gi interfaces":            streamHead + "s}\x7f\xff\xff\xff",
		"lists in lists":             streamHead + again(arrayList+"\x00\x00\x00\x01w\x04\x00\x00\x00\x01", many/64),
		"arrays in arrays":           streamHead + objects + "\x00\x00\x00\x01" + again("uq\x00\x7e\x00\x00\x00\x00\x00\x01", many/10),
		"classes above classes":      streamHead + "s" + again("r\x00\x01a\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00x", many/16),
		"a class above itself":       streamHead + "sr\x00\x01a\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00xq\x00\x7e\x00\x00",
		"annotations in annotations": streamHead + "s" + again("r\x00\x01a\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00s", many/16),
		"resets":                     streamHead + again("y", many),
		"very many nulls":            streamHead + objects + "\x00\x00\xff\xff" + again("p", 65535),
		"very many empty strings":    streamHead + objects + "\x00\x00\x40\x00" + again("t\x00\x00", 1<<14),
		"very many empty blocks":     streamHead + arrayList + "\x00\x00\x00\x00" + again("w\x00", many/2) + "x",
		"references that multiply":   laughs,
		"a long string, many references": streamHead + objects + "\x00\x00\x20\x01t\x40\x00" + again("a",
			1<<14) + again("q\x00\x7e\x00\x02", 1<<13),
		"a big number, many references":   streamHead + objects + "\x00\x00\x20\x01" + bigInteger + "\x00\x00\x00\x01ur\x00\x02[B\xac\xf3\x17\xf8\x06\x08T\xe0\x02\x00\x00xp\x00\x00\x04\x00" + again("\xff", 1024) + again("q\x00\x7e\x00\x04", 1<<13),
		"a very big number":               streamHead + bigInteger + "\x00\x00\x00\x01ur\x00\x02[B\xac\xf3\x17\xf8\x06\x08T\xe0\x02\x00\x00xp\x00\x01\x00\x00" + again("\xff", 1<<16),
		"a chain of classes":              streamHead + objects + "\x00\x00\x04\x00" + classes,
		"opaque data of a class":          streamHead + "sr\x00\x01a\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x01I\x00\x01bxpw\x04" + again("\x01", many),
		"nested opaque data":              streamHead + again("sr\x00\x01a\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x01L\x00\x01bt\x00\x01axp", many/32),
		"a class called serializable":     streamHead + "sr\x00\x0cserializable\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x01I\x00\x05valuexp\x00\x00\x00\x01",
		"a class called string":           streamHead + "sr\x00\x06string\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x01I\x00\x05valuexp\x00\x00\x00\x01",
		"digits":                          "l" + again("9", many),
		"zeros":                           "l" + again("0", many),
		"a long fraction":                 "d0." + again("1", many),
		"a large exponent":                "d1e" + again("9", many),
		"a small hexadecimal exponent":    "d0x1p-" + again("9", many),
		"colons":                          "e" + again("a:", many/2),
		"text that is not UTF-8":          "a" + again("\xff", many),
		"a scale of 2 billion":            streamHead + "sr\x00\x14java.math.BigDecimal\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x02I\x00\x05scaleL\x00\x06intValt\x00\x01axp\x7f\xff\xff\xff" + bigInteger + "\x00\x00\x00\x01ur\x00\x02[B\xac\xf3\x17\xf8\x06\x08T\xe0\x02\x00\x00xp\x00\x00\x00\x01\x07",
		"a big decimal of nothing":        streamHead + "sr\x00\x14java.math.BigDecimal\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x02I\x00\x05scaleL\x00\x06intValt\x00\x01axp\x80\x00\x00\x00p",
		"an enum that is a list":          streamHead + "~r\x00\x01a\x00\x00\x00\x00\x00\x00\x00\x00\x12\x00\x00xpq\x00\x7e\x00\x01",
		"an array of a class without [":   streamHead + "ur\x00\x01a\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00xp\x00\x00\x00\x01p",
		"a map with half an entry":        streamHead + "sr\x00\x11java.util.HashMap\x05\x07\xda\xc1\xc3\x16`\xd1\x03\x00\x00xpw\x08\x00\x00\x00\x01\x00\x00\x00\x01px",
		"externalisable data, no blocks":  streamHead + "sr\x00\x01a\x00\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00xpw\x01\x00x",
		"a class descriptor as an object": streamHead + "r\x00\x01a\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00xp",
	}
}

func TestHostileValuesTakeLittleTimeAndMemory(t *testing.T) {
	for name, text := range hostile() {
		t.Run(name, func(t *testing.T) {
			for _, lenient := range []bool{false, true} {
				var e store.Entry
				e.Add("value", []byte(text))
				checkCost(t, "value", e, lenient)
			}
		})
	}
}

func TestHostileEntriesTakeLittleTimeAndMemory(t *testing.T) {
	d := "__DELIM__"
	for name, cq := range map[string]string{
		"delimiters":                  strings.Repeat(d, many/9),
		"delimiters that share bytes": strings.Repeat("__DELIM", many/7) + "__",
		"underscores":                 strings.Repeat("_", many),
	} {
		t.Run(name, func(t *testing.T) {
			for _, lenient := range []bool{false, true} {
				var e store.Entry
				e.Add("row", []byte("v"))
				e.Add("cf", []byte("__OUT_EDGE__"))
				e.Add("cq", []byte(cq))
				e.Add("value", []byte(d))
				checkCost(t, "entry", e, lenient)
				in := format.Input{Given: value.OfMembers(value.Member{Name: "graph", Value: value.Of("g")})}
				e.Source.Table = "g_vertex"
				in.Entry.Rows = []store.Entry{e}
				formattest.InTime(t, func() {
					if err := accumulograph.Format.Record("graph").Derive(&in, new(value.Writer)); err != nil {
						t.Error(err)
					}
				})
			}
		})
	}
}

func checkCost(t *testing.T, record string, e store.Entry, lenient bool) {
	t.Helper()
	// An element of one byte has a node of 100 bytes in a list that grows, read twice
	// where something fails, and takes 30 bytes of JSON, copied as they grow.
	cost := formattest.Cost{PerByte: 700, Base: 4 << 20}
	fields := cost.Check(t, accumulograph.Format.Record(record), &format.Input{Lenient: lenient, Entry: e})
	if fields != nil {
		if _, bad := value.Parse(fields); bad != nil && !bytes.Contains(fields, []byte(`"again"`)) {
			t.Errorf("the fields are not JSON: %v", bad)
		}
	}
}

func TestDataThatDoNotParseAreShownAsBytes(t *testing.T) {
	var s session.Session
	// A writeObject that begins with block data instead of the field b.
	text := streamHead + "sr\x00\x06demo.A\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x01I\x00\x01bxpw\x04\x00\x00\x00\x07x"
	got := string(s.Answer(nil, []byte(`{"id":"1","op":"decode","format":"accumulograph","record":"value","bytes":{"value":"`+string(value.AppendHex(nil, []byte(text)))+`"}}`)))
	if want := `{"id":"1","fields":{"value":{"type":"serializable","value":{"type":"demo.A","fields":[],"data":["77040000000778"]}}}}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
