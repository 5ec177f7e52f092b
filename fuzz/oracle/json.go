package main

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/order"
)

// jsonTexts compares JSON values of Actionbase with Jackson, which reads and writes them upstream.
type jsonTexts struct{ session session }

func (*jsonTexts) name() string                { return "json" }
func (*jsonTexts) prefix() string              { return "json." }
func (*jsonTexts) prepare(uint64, *jvms) error { return nil }

// hostile are texts at the limits of what Jackson reads.
var hostile = []string{
	"", " ", "\t\r\n", "nul", "null", "nullnull", "null null", "true0", "0-1", "0 -1", `0"`, "1'2", "2\x01",
	"null\x97\xa5", "[1]2", "[1]x", `"a"b`, "{}{}", "{},", "1,2",
	"1]", "1}", "1:", "[1],", "-", "-0", "-0.0", "00", "01", "-01", "1.", ".5", "+1", "1e", "1e+", "1E5", "1e999999",
	"1e-999999", "1e99999999999", "0x10", "NaN", "Infinity",
	"-Infinity", "// c\n1", "/* c */1", "# c\n1", "'a'", "{a:1}", "[1,]", "[,1]", "[1,,2]", `{"a":1,}`, `{"a" 1}`,
	`{"a":1 "b":2}`, `{"a":1,"a":2}`, "\xef\xbb\xbf1",
	"\xfe\xff\x01\x31", "\xff\xfe1\x01", `"\x"`, `"\u12"`, `"\ud800"`, `"\ud800\ud800"`, `"\udc00"`, `"\ud83d\ude00"`,
	"\"\xed\xa0\x80\"", "\"\xc0\x80\"",
	"\"\xf4\x90\x80\x80\"", "\"\xf8\x88\x80\x80\x80\"", "\"\xc3\"", "\"\x7f\"", "\"\x1f\"", "\"\u2028\"", "\"\ufffe\"",
	"1\u00a0", "1 \u00a0", "1\x0b", "1\x0c", "1\x1c",
	`{"":0}`, "[", "{", `{"`, `{"a`, `{"a"`, `{"a":`, "]", "}", ",", ":", "[}", "{]", "\"\t\"", `"\/"`, "tru", "truE",
	"True", "falsey", "false ", "null,", "null]",
}

// longText returns a long text: numbers of about 1,000 digits, or nesting about 1,000 deep.
func longText(r *rand.Rand) string {
	n := 997 + r.IntN(6)
	digits := strings.Repeat("7", n)
	switch r.IntN(8) {
	case 0:
		return digits
	case 1:
		return "-" + digits
	case 2:
		return "0." + digits
	case 3:
		return digits[:500] + "." + digits[500:]
	case 4:
		return digits[:990] + "e" + digits[990:]
	case 5:
		return strings.Repeat("[", n) + strings.Repeat("]", n)
	case 6:
		return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n)
	}
	return strings.Repeat("[", n) + "1" + strings.Repeat("]", n-r.IntN(3))
}

func (*jsonTexts) next(r *rand.Rand) string {
	var b []byte
	switch n := r.IntN(1000); {
	case n == 0:
		b = []byte(longText(r))
	case n < 200:
		b = []byte(pick(r, hostile...))
		if chance(r, 2) {
			b = append(b, pick(r, hostile...)...)
		}
	default:
		b = randomJSON(r, nil, 0)
		if chance(r, 4) {
			b = append(b, randomJSON(r, nil, 2)...)
		}
	}
	if !chance(r, 3) {
		b = mutate(r, b)
	}
	return "json.read\t" + hexOf(bytes.ReplaceAll(b, []byte{0}, []byte{' '})) // which ends the value
}

// randomJSON appends JSON, occasionally with white space.
func randomJSON(r *rand.Rand, b []byte, depth int) []byte {
	space := func() {
		if chance(r, 12) {
			b = append(b, pick[byte](r, ' ', '\t', '\n', '\r'))
		}
	}
	const deepest = 4
	kind := r.IntN(9)
	if depth >= deepest {
		kind = r.IntN(6)
	}
	space()
	switch kind {
	case 0:
		b = append(b, pick(r, "null", "true", "false")...)
	case 1:
		b = strconv.AppendInt(b, randomInt(r, 64), 10)
	case 2:
		b = strconv.AppendFloat(b, double(bits64(r.Uint64()>>2)), pick[byte](r, 'e', 'g', 'G'), r.IntN(20)-1, 64)
	case 3:
		b = append(b, strings.TrimLeft(randomDecimal(r), "0")...)
	case 4, 5:
		b = appendJSONText(r, b)
	case 6, 7:
		b = append(b, '[')
		for i := range r.IntN(4) {
			if i > 0 {
				b = append(b, ',')
			}
			b = randomJSON(r, b, depth+1)
		}
		b = append(b, ']')
	default:
		b = append(b, '{')
		for i := range r.IntN(4) {
			if i > 0 {
				b = append(b, ',')
			}
			space()
			b = appendJSONText(r, b)
			space()
			b = randomJSON(r, append(b, ':'), depth+1)
		}
		b = append(b, '}')
	}
	space()
	return b
}

func appendJSONText(r *rand.Rand, b []byte) []byte {
	b = append(b, '"')
	for _, c := range string(randomText(r, notZero)) {
		switch {
		case c == '"' || c == '\\' || chance(r, 12):
			b = append(b, '\\', pick[byte](r, '"', '\\', '/', 'b', 'f', 'n', 'r', 't'))
		case c < 0x20 || chance(r, 12):
			b = append(b, `\u`+pick(r, "00", "d8", "dc", "Ab")+pick(r, "00", "7f", "3D")...)
		default:
			b = append(b, string(c)...)
		}
	}
	return append(b, '"')
}

func (d *jsonTexts) judge(q []string, a answers) (list []difference) {
	peer := a.any()
	text := unhex(q[1])
	stored := append(append([]byte{0x32}, text...), 0)
	strict, lenient := d.read(stored, ""), d.read(stored, `"lenient":true`)
	add := func(kind string, r reading) { list = append(list, difference{kind, r.String()}) }
	why := strings.SplitN(peer.text(), ":", 2)[0] // name of an exception
	switch {
	case strict.ok && !peer.ok():
		add("strict takes what Jackson refuses: "+why, strict)
	case lenient.ok && !peer.ok():
		add("lenient takes what Jackson refuses: "+why, lenient)
	case !lenient.ok && peer.ok() && !utf8.Valid(text):
		add("not UTF-8: lenient refuses what Jackson reads", lenient)
	case !lenient.ok && peer.ok():
		add("lenient refuses what Jackson reads", lenient)
	}
	if again := peer.text(); peer.ok() && again != "" {
		if r := d.read(append(append([]byte{0x32}, unhex(again)...), 0), ""); !r.ok {
			add("strict refuses what Jackson writes", r)
		}
	}
	if strict.ok {
		b, err := actionbase.AppendValue(nil, &actionbase.Value{Kind: actionbase.JSON, Text: text}, order.Asc)
		if err != nil {
			add("strict takes what our writer refuses", reading{text: err.Error()})
		} else if !bytes.Equal(b, stored) {
			add("strict takes what our writer writes otherwise", reading{text: hexOf(b)})
		}
	}
	return list
}

func (d *jsonTexts) read(stored []byte, given string) reading {
	fields, why := d.session.decode("actionbase", "value", given, hexOf(stored))
	if why != "" {
		return reading{text: why}
	}
	return reading{true, fields.Member("value").Member("value").Raw()}
}
