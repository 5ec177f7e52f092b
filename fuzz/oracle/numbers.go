package main

import (
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/orderedbytes"
	"github.com/rowlens/rowlens/codec/value"
)

// parseInt parses a number that this program or the JVM wrote.
func parseInt(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 64)
	return n
}

func double(bits string) float64 { return math.Float64frombits(parseBits(bits)) }

// numberTexts compares numbers in text with the JDK: those of AccumuloGraph, whose
// floats are formatted by the JDK that wrote them, and decimals of OrderedBytes.
type numberTexts struct{ session session }

func (*numberTexts) name() string                { return "numbers" }
func (*numberTexts) prefix() string              { return "number." }
func (*numberTexts) prepare(uint64, *jvms) error { return nil }

func (*numberTexts) next(r *rand.Rand) string {
	switch n := r.IntN(20); {
	case n < 5:
		return "number.double-text\t" + bits64(randomDouble(r))
	case n < 9:
		return "number.float-text\t" + bits32(randomFloat(r))
	case n < 13:
		return "number.double\t" + hexOf(floatText(r, double(bits64(randomDouble(r))), 64))
	case n < 17:
		return "number.float\t" + hexOf(floatText(r, float64(math.Float32frombits(randomFloat(r))), 32))
	case n < 18:
		return "number.decimal\t" + randomDecimal(r)
	}
	b := strconv.AppendInt(nil, randomInt(r, pick(r, 8, 9, 16, 17, 32, 33, 64)), 10)
	if chance(r, 10) {
		b = append([]byte(pick(r, "+", "-", "0", "٣", "９", "߁", "𝟗", "²")), b...)
	}
	if chance(r, 3) {
		b = mutate(r, b)
	}
	return "number." + pick(r, "byte", "short", "integer", "long") + "\t" + hexOf(b)
}

// floatText returns something close to what a JDK prints.
func floatText(r *rand.Rand, f float64, bits int) []byte {
	v := accumulograph.Value{Kind: accumulograph.Double, Num: math.Float64bits(f)}
	if bits == 32 {
		v.Kind, v.Num = accumulograph.Float, uint64(math.Float32bits(float32(f)))
	}
	typed, _ := accumulograph.AppendValue(nil, &v)
	b := typed[1:]
	switch r.IntN(10) {
	case 0, 1, 2: // one more digit, or a different last one
		b = insertDigit(r, b)
	case 3, 4, 5:
		b = strconv.AppendFloat(nil, f, pick[byte](r, 'E', 'f', 'g'), 6+r.IntN(13), bits)
	case 6:
		b = append(b, pick(r, "f", "D", " ", "0", "E0", "e1", ".")...)
	case 7:
		b = strconv.AppendFloat(nil, f, 'x', r.IntN(16)-1, 64)
	case 8:
		b = mutate(r, b)
	}
	return b
}

// insertDigit inserts a digit before the exponent, or changes the one there.
func insertDigit(r *rand.Rand, b []byte) []byte {
	at := 0
	for at < len(b) && b[at] != 'E' {
		at++
	}
	c := byte('0' + r.IntN(10))
	if at > 0 && chance(r, 2) {
		b[at-1] = c
		return b
	}
	return append(b[:at:at], append([]byte{c}, b[at:]...)...)
}

func (d *numberTexts) judge(q []string, a answers) []difference {
	if a.any().none() {
		return nil
	}
	switch kind := q[0][len("number."):]; kind {
	case "double-text":
		return printed("double", accumulograph.Value{Kind: accumulograph.Double, Num: parseBits(q[1])}, a)
	case "float-text":
		return printed("float", accumulograph.Value{Kind: accumulograph.Float, Num: parseBits(q[1])}, a)
	case "double", "float":
		return d.float(kind, q[1], a)
	case "decimal":
		peer := a.any()
		n, ok := orderedbytes.ParseDecimal(q[1])
		if !ok && peer.ok() || ok && (!peer.ok() || n.String() != peer.text()) {
			return []difference{{"decimal: another text", n.String()}}
		}
		return nil
	default:
		strict, lenient := d.read(kind, q[1], ""), d.read(kind, q[1], `"lenient":true`)
		f := a.any().fields(2)
		return relate(kind, strict, lenient, a.any(), q[1], f[0], f[1])
	}
}

// printed checks that we read what a JDK prints, and print what a new JDK prints.
func printed(of string, v accumulograph.Value, a answers) (list []difference) {
	ours, _ := accumulograph.AppendValue(nil, &v)
	for _, peer := range []answer{a.elder, a.newer} {
		var back accumulograph.Value
		if peer == "" {
			continue
		}
		err := accumulograph.DecodeValue([]byte(string(v.Kind.Tag())+peer.text()), &back)
		if err != nil {
			list = append(list, difference{of + ": strict refuses what a JDK prints", err.Error()})
		} else if isNaN := peer.text() == "NaN"; back.Num != v.Num && !isNaN {
			list = append(list, difference{of + ": strict reads another value", bits64(back.Num)})
		}
	}
	if a.newer != "" && string(ours[1:]) != a.newer.text() {
		list = append(list, difference{of + ": prints another text", string(ours[1:])})
	}
	return list
}

// float checks that a lenient reader accepts what Java parses, and a strict one only
// what some JDK prints for that number.
func (d *numberTexts) float(of, text string, a answers) (list []difference) {
	strict, lenient := d.read(of, text, ""), d.read(of, text, `"lenient":true`)
	peer := a.any().fields(2)
	for _, x := range relate(of, strict, lenient, a.any(), text, peer[0], peer[1]) {
		switch x.kind {
		case of + ": strict takes what the peer writes otherwise":
			if !d.spelled(of, text, a) {
				list = append(list, difference{of + ": strict takes what no JDK prints", x.ours})
			}
		default:
			list = append(list, x)
		}
	}
	return list
}

// spelled reports whether one of the two JDKs prints a number like this. If the
// newer one is missing, our own text replaces its; if the older one is missing, it
// is assumed to print anything.
func (d *numberTexts) spelled(of, text string, a answers) bool {
	if a.newer != "" {
		return a.newer.fields(2)[1] == text || a.elder == ""
	}
	v := accumulograph.Value{Kind: accumulograph.Double, Num: parseBits(a.elder.fields(2)[0])}
	if of == "float" {
		v.Kind = accumulograph.Float
	}
	ours, _ := accumulograph.AppendValue(nil, &v)
	return hexOf(ours[1:]) == text
}

// tags are the first bytes of the types.
var tags = map[string]string{"byte": "62", "short": "73", "integer": "69", "long": "6c", "double": "64", "float": "66"}

// read decodes a typed value from text.
func (d *numberTexts) read(of, text, given string) reading {
	fields, why := d.session.decode("accumulograph", "value", given, tags[of]+text)
	if why != "" {
		return reading{text: why}
	}
	v := fields.Member("value").Member("value")
	switch of {
	case "double":
		return reading{true, floatBits(v, 64)}
	case "float":
		return reading{true, floatBits(v, 32)}
	}
	return reading{v.Kind == value.String || v.Kind == value.Number, v.Raw()}
}
