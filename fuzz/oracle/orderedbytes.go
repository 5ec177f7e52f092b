package main

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/orderedbytes"
	"github.com/rowlens/rowlens/codec/value"
)

// ordered compares with HBase's OrderedBytes.
type ordered struct{ session session }

func (*ordered) name() string                { return "orderedbytes" }
func (*ordered) prefix() string              { return "ordered." }
func (*ordered) prepare(uint64, *jvms) error { return nil }

// orderedTypes are the types that have their own writer.
var orderedTypes = []string{
	"null", "int8", "int16", "int32", "int64", "float32", "float64", "numeric", "numeric", "numeric", "numeric-long", "numeric-double",
	"string", "blob-var", "blob-copy",
}

// headers are the first bytes of the types, ascending and descending.
var headers = []byte{
	0x05, 0x07, 0x08, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x22, 0x23, 0x26, 0x29, 0x2a, 0x2b, 0x2c, 0x30, 0x31, 0x34, 0x37, 0x38,
	0xfa, 0xf8, 0xf7, 0xed, 0xec, 0xeb, 0xea, 0xe9, 0xe8, 0xe7, 0xdd, 0xdc, 0xd9, 0xd6, 0xd5, 0xd4, 0xd3, 0xcf, 0xce, 0xcb, 0xc8, 0xc7,
}

// next asks for the bytes of a value, the value of bytes, or the order of two values.
func (*ordered) next(r *rand.Rand) string {
	t := pick(r, orderedTypes...)
	o := pick(r, "asc", "desc")
	switch n := r.IntN(20); {
	case n < 7:
		return strings.Join([]string{"ordered.encode", t, o, randomOrdered(r, t, o)}, "\t")
	case n < 9 && t != "null" && t != "numeric-double" && t != "blob-copy":
		a := randomOrdered(r, t, "order")
		b := randomOrdered(r, t, "order")
		if t == "blob-var" { // sorts only among values of the same length
			a, b = a[:min(len(a), len(b))], b[:min(len(a), len(b))]
		}
		return strings.Join([]string{"ordered.order", t, a, b}, "\t")
	}
	b, err := encodeOrdered(t, o, randomOrdered(r, t, o))
	switch {
	case err != nil || chance(r, 8):
		b = append([]byte{pick(r, pick(r, headers...), byte(r.Uint32()))}, randomBytes(r)...)
	case !chance(r, 8):
		b = mutate(r, b)
	}
	question := "ordered.decode"
	if strings.HasPrefix(t, "numeric-") {
		question = "ordered." + t[len("numeric-"):]
	}
	return question + "\t" + hexOf(b)
}

// randomOrdered returns a value in the form that the JVM reads. For sorting, numbers are finite.
func randomOrdered(r *rand.Rand, t, o string) string {
	switch t {
	case "int8", "int16", "int32", "int64":
		n, _ := strconv.Atoi(t[3:])
		return strconv.FormatInt(randomInt(r, n), 10)
	case "numeric-long":
		return strconv.FormatInt(randomInt(r, 64), 10)
	case "float32":
		u := randomFloat(r)
		if o == "order" && u&0x7fffffff > 0x7f800000 {
			u = 0
		}
		return bits32(u)
	case "float64", "numeric-double":
		u := randomDouble(r)
		if o == "order" && u&^(1<<63) > 0x7ff0000000000000 {
			u = 0
		}
		return bits64(u)
	case "numeric":
		if o != "order" && chance(r, 30) {
			return pick(r, "NaN", "Infinity", "-Infinity")
		}
		return randomDecimal(r)
	case "string":
		return hexOf(randomText(r, notZero))
	case "blob-var":
		return hexOf(randomBytes(r))
	case "blob-copy":
		b := randomBytes(r)
		if !chance(r, 10) {
			b = bytes.ReplaceAll(b, []byte{0}, []byte{1})
		}
		return hexOf(b)
	}
	return ""
}

// typesByName maps the names of records to types.
var typesByName = map[string]orderedbytes.Type{
	"null": orderedbytes.Null, "int8": orderedbytes.Int8, "int16": orderedbytes.Int16, "int32": orderedbytes.Int32,
	"int64": orderedbytes.Int64, "float32": orderedbytes.Float32, "float64": orderedbytes.Float64, "numeric": orderedbytes.Numeric,
	"string": orderedbytes.Text, "blob-var": orderedbytes.BlobVar, "blob-copy": orderedbytes.BlobCopy,
}

// encodeOrdered encodes a value with our codec.
func encodeOrdered(t, direction, text string) ([]byte, error) {
	o := order.Asc
	if direction == "desc" {
		o = order.Desc
	}
	switch t {
	case "numeric-long":
		return orderedbytes.AppendLong(nil, parseInt(text), o), nil
	case "numeric-double":
		return orderedbytes.AppendDouble(nil, double(text), o), nil
	}
	v := orderedbytes.Value{Type: typesByName[t]}
	switch t {
	case "int8", "int16", "int32", "int64":
		v.Num = uint64(parseInt(text))
	case "float32", "float64":
		v.Num = parseBits(text)
	case "numeric":
		switch text {
		case "NaN":
			v.Special = orderedbytes.NaN
		case "Infinity":
			v.Special = orderedbytes.PosInf
		case "-Infinity":
			v.Special = orderedbytes.NegInf
		default:
			v.Dec, _ = orderedbytes.ParseDecimal(text)
		}
	default:
		v.Bytes = unhex(text)
	}
	return orderedbytes.AppendValue(nil, &v, o)
}

func (d *ordered) judge(q []string, a answers) []difference {
	peer := a.any()
	if peer.none() {
		return nil
	}
	switch q[0] {
	case "ordered.encode":
		b, err := encodeOrdered(q[1], q[2], q[3])
		if q[1] == "numeric-double" && hexOf(b) != peer.text() {
			b = elderDouble(b, q, peer)
		}
		return written(q[1]+" "+q[2], hexOf(b), err, peer)
	case "ordered.order":
		x, _ := encodeOrdered(q[1], "asc", q[2])
		y, _ := encodeOrdered(q[1], "asc", q[3])
		if got := strconv.Itoa(bytes.Compare(x, y)); got != peer.text() {
			return []difference{{q[1] + ": sorts otherwise", got}}
		}
		return nil
	case "ordered.long", "ordered.double":
		return d.judgeView("numeric-"+q[0][len("ordered."):], q[1], peer)
	}
	f := peer.fields(5)
	strict, lenient := d.readAny(q[1], ""), d.readAny(q[1], leniently)
	n := min(2*int(parseInt(f[3])), len(q[1]))
	of, value := cause(recordOf(q[1]), q[1]), strings.Join(f[:4], " ")
	if lenient.ok && replaced(lenient.text, value) {
		of += " that is not UTF-8"
	}
	return relate(of, strict, lenient, peer, q[1][:n], value, f[4])
}

const leniently = `"lenient":true,`

// cause returns the group of a difference: the type, and what is odd about it.
func cause(record, bytes string) string {
	const most = 16 // 31 digits, beginning at an odd one
	list := centimals(unhex(bytes))
	odd := false
	for i, c := range list {
		odd = odd || c > 99 || c == 0 && (i == 0 || i == len(list)-1)
	}
	switch {
	case !strings.HasPrefix(record, "numeric"):
		return record
	case len(list) > most:
		return record + " with a long mantissa"
	case odd:
		return record + " with odd centimals"
	}
	return record
}

// centimals returns the centimals of a numeric.
func centimals(b []byte) (list []byte) {
	if len(b) == 0 {
		return nil
	}
	mask := byte(0)
	if b[0] >= 0x80 {
		mask = 0xff
	}
	h := b[0] ^ mask
	b = b[1:]
	if h < 0x15 {
		mask = ^mask
	}
	if (h == 0x08 || h == 0x14 || h == 0x16 || h == 0x22) && len(b) > 0 {
		b = b[min(exponentLen(b[0]^mask^byte(b2i(h == 0x16 || h == 0x14)*0xff)), len(b)):]
	}
	for _, c := range b {
		list = append(list, (c^mask)>>1)
		if (c^mask)&1 == 0 {
			break
		}
	}
	return list
}

// exponentLen returns how many bytes a varuint with this first byte has.
func exponentLen(first byte) int {
	switch {
	case first <= 240:
		return 1
	case first <= 248:
		return 2
	}
	return int(first) - 246
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// judgeView compares a numeric that is read as a long or double. HBase reads any other
// type as if it were a numeric.
func (d *ordered) judgeView(record, bytes string, peer answer) (list []difference) {
	if t := recordOf(bytes); t != "numeric" && t != record {
		return nil
	}
	strict, lenient := d.readView(record, bytes, ""), d.readView(record, bytes, leniently)
	of := cause(record, bytes)
	add := func(kind string, r reading) { list = append(list, difference{of + ": " + kind, r.String()}) }
	f := peer.fields(2)
	switch {
	case lenient.ok != peer.ok():
		add("lenient refuses what HBase reads, or the other way round", lenient)
	case lenient.ok && lenient.text != f[0]:
		add("lenient reads another value", lenient)
	}
	switch {
	case strict.ok && strict.text != lenient.text:
		add("strict reads another value than lenient", strict)
	case strict.ok && f[1] == "false":
		add("strict reads a number that does not fit", strict)
	}
	return list
}

// elderDouble returns what we would write for the digits that another JVM printed, if
// they stand for that double and are what the peer wrote; otherwise it returns what we wrote.
func elderDouble(ours []byte, q []string, peer answer) []byte {
	var v orderedbytes.OrderedValue
	if !peer.ok() || orderedbytes.DecodeValue(unhex(peer.text()), &v) != nil || v.Value.Special != orderedbytes.Finite {
		return ours
	}
	if v.Value.Dec.Float() != double(q[3]) {
		return ours
	}
	o := order.Asc
	if q[2] == "desc" {
		o = order.Desc
	}
	return orderedbytes.AppendNumeric(nil, v.Value.Dec, o)
}

// recordOf returns the record that reads a value, by its first byte.
func recordOf(bytes string) string {
	h := byte(parseBits(bytes[:min(2, len(bytes))]))
	if h >= 0x80 {
		h = ^h
	}
	switch {
	case h == 0x07, h == 0x23, h == 0x26:
		return "numeric-double"
	case h > 0x07 && h < 0x23:
		return "numeric"
	case h >= 0x29 && h <= 0x2c:
		return "int" + strconv.Itoa(8<<(h-0x29))
	}
	switch h {
	case 0x05:
		return "null"
	case 0x30:
		return "float32"
	case 0x31:
		return "float64"
	case 0x34:
		return "string"
	case 0x37:
		return "blob-var"
	case 0x38:
		return "blob-copy"
	}
	return "sequence"
}

// readAny reads one value of any type, which may be followed by more bytes.
func (d *ordered) readAny(bytes, given string) reading {
	record := recordOf(bytes)
	fields, why := d.session.decode("hbase-orderedbytes", record, given+`"prefix":true`, bytes)
	if why != "" {
		return reading{text: why}
	}
	direction, _ := fields.Member("order").Text()
	v := fields.Member("value")
	text := orderedText(record, v)
	if record == "numeric-double" { // infinities and NaN, which only this record has
		record, text = "numeric", v.Member("value").Raw()
	}
	if name, _ := v.Member("type").Text(); name == "null" {
		record = "null"
	}
	return reading{true, strings.Join([]string{record, direction, text, fields.Member("consumed").Raw()}, " ")}
}

// readView reads a numeric as a long or double.
func (d *ordered) readView(record, bytes, given string) reading {
	fields, why := d.session.decode("hbase-orderedbytes", record, given+`"prefix":true`, bytes)
	if why != "" {
		return reading{text: why}
	}
	return reading{true, orderedText(record, fields.Member("value"))}
}

// orderedText formats a typed value as the JVM does.
func orderedText(record string, v value.Value) string {
	content := v.Member("value")
	switch record {
	case "float32", "float64", "numeric-double":
		if bits, ok := v.Member("bits").Text(); ok { // of a NaN other than Java's
			return bits
		}
		if record == "float32" {
			return floatBits(content, 32)
		}
		return floatBits(content, 64)
	case "string":
		return hexOf([]byte(content.Raw()))
	}
	return content.Raw()
}
