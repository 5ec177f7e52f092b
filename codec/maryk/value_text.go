package maryk

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/prefix"
	"github.com/rowlens/rowlens/codec/value"
)

// AppendText appends a simple value as in the text of a property reference: strings unchanged,
// numbers in decimal, dates as java.time prints them, enums by name, bytes as base64url without
// padding.
func (v *Value) AppendText(dst []byte) []byte { return v.appendText(dst) }

func (v *Value) appendText(dst []byte) []byte {
	switch v.Type {
	case Boolean:
		return strconv.AppendBool(dst, v.Num != 0)
	case Number:
		return v.appendNumber(dst)
	case Enum:
		return append(dst, v.Def.Cases.CaseName(uint32(v.Num))...)
	case Date:
		return appendDate(dst, int64(v.Num))
	case Time:
		return appendTime(dst, int64(v.Num))
	case DateTime:
		return appendDateTime(dst, int64(v.Num), int64(v.Num2))
	case GeoPoint:
		lat, lon := v.Degrees()
		dst = value.AppendFloat(append(dst, '['), lat, 64, false)
		dst = value.AppendFloat(append(dst, ','), lon, 64, false)
		return append(dst, ']')
	case Decimal:
		return v.appendDecimal(dst)
	case String:
		return append(dst, v.Bytes...)
	case FixedBytes, FlexBytes, Reference, ValueObject:
		return base64.RawURLEncoding.AppendEncode(dst, v.Bytes)
	}
	return dst
}

func (v *Value) appendNumber(dst []byte) []byte {
	switch {
	case v.Number == Float32:
		return value.AppendFloat(dst, v.Float(), 32, false)
	case v.Number == Float64:
		return value.AppendFloat(dst, v.Float(), 64, false)
	case v.Number.Signed():
		return strconv.AppendInt(dst, int64(v.Num), 10)
	}
	return strconv.AppendUint(dst, v.Num, 10)
}

// ParseValue reads, by a simple definition, the text that AppendText appends.
func ParseValue(text string, d *Definition) (Value, error) {
	var v Value
	err := v.ParseText(text, d)
	return v, err
}

// ParseText reads, by a definition, the text that AppendText appends for a simple value.
func (v *Value) ParseText(s string, d *Definition) error {
	v.reset(d)
	ok := true
	switch d.Type {
	case Boolean:
		ok = s == "true" || s == "false"
		v.Num = uint64(len("false") - len(s))
	case Number:
		if ok = v.parseNumber(s); v.Number.Float() {
			if err := v.spelled(s); err != nil {
				return err
			}
		}
	case Enum:
		return v.setCase(s)
	case Date:
		var days int64
		days, ok = parseDate(s)
		ok = ok && days == int64(int32(days))
		v.Num = uint64(days)
	case Time:
		var nano int64
		nano, ok = parseTime(s)
		v.Num = uint64(nano)
	case DateTime:
		var seconds, nanos int64
		seconds, nanos, ok = parseDateTime(s)
		v.Num, v.Num2 = uint64(seconds), uint64(nanos)
	case GeoPoint:
		ok = v.parseGeoPoint(s)
	case Decimal:
		if why := v.parseDecimal(s, int(d.Scale)); why != "" {
			return refuse("value", why)
		}
	case String:
		ok = utf8.ValidString(s)
		v.Bytes = []byte(s)
	case FixedBytes, FlexBytes, Reference, ValueObject:
		b, err := base64.RawURLEncoding.Strict().DecodeString(s)
		ok = err == nil && !strings.ContainsAny(s, "\r\n") // base64 would skip these
		if v.Bytes = b; d.Type == ValueObject {
			ok = ok && DecodeValue(b, d, v) == nil
		}
	default:
		ok = false
	}
	if !ok {
		return refuse("value", "expected "+d.oneOf()+", found "+strconv.Quote(format.Cut(s)))
	}
	return nil
}

func (v *Value) setCase(name string) error {
	c := v.Def.Cases.CaseNamed(name)
	if c == nil {
		return refuse("value", "the enum has no case "+strconv.Quote(format.Cut(name)))
	}
	v.Num = uint64(c.Index)
	return nil
}

func (v *Value) parseNumber(s string) (ok bool) {
	if !v.Number.Float() {
		v.Num, ok = parseInteger(v.Number, s)
		return ok
	}
	f, ok := value.Of(s).Float(64)
	if !ok {
		var err error
		f, err = strconv.ParseFloat(s, v.Number.Size()*8)
		ok = err == nil
	}
	v.setFloat(f)
	return ok
}

// spelled refuses digits if the number is a rounded one that would not be written like that.
func (v *Value) spelled(s string) error {
	written, err := value.Parse([]byte(s))
	if err != nil {
		return nil // NaN and infinities are not JSON
	}
	return format.Inexact("value", written, 8*v.Number.Size())
}

// ParseGiven reads a simple value as a person gives it: as the text that ParseText reads, as a number, as true or false,
// or, where the type holds bytes, as bytes.
func (v *Value) ParseGiven(j value.Value, d *Definition) error {
	s, ok := j.Raw(), true
	switch j.Kind {
	case value.String, value.Bool:
	case value.Number:
		if bits := 8 * d.Number.Size(); d.Type == Number && d.Number.Float() {
			if f, exact := j.Exact(bits); exact {
				s = string(value.AppendFloat(nil, f, bits, false))
			}
		} else {
			s = j.Whole()
		}
	case value.Bytes:
		b, _ := j.Hex()
		s = base64.RawURLEncoding.EncodeToString(b)
		ok = d.Type == FixedBytes || d.Type == FlexBytes || d.Type == Reference || d.Type == ValueObject
	default:
		ok = false
	}
	if !ok {
		return format.Expect(false, "value", d.oneOf(), j)
	}
	return v.ParseText(s, d)
}

func (v *Value) setFloat(f float64) {
	if v.Number == Float32 {
		v.Num = uint64(math.Float32bits(float32(f)))
	} else {
		v.Num = math.Float64bits(f)
	}
}

func (v *Value) parseGeoPoint(s string) bool {
	s = strings.TrimSuffix(strings.TrimPrefix(s, "["), "]")
	a, b, found := strings.Cut(s, ",")
	lat, err1 := strconv.ParseFloat(strings.TrimSpace(a), 64)
	lon, err2 := strconv.ParseFloat(strings.TrimSpace(b), 64)
	v.Num, v.Num2 = math.Float64bits(lat), math.Float64bits(lon)
	return found && err1 == nil && err2 == nil && checkDegrees(v) == nil
}

// compare orders two simple values of one definition as upstream does: strings by UTF-16 code
// units, floats with -0.0 before 0.0 and NaN last, bytes as unsigned.
func (v *Value) compare(w *Value) int {
	switch v.Type {
	case String:
		return compareUTF16(v.Bytes, w.Bytes)
	case FixedBytes, FlexBytes, Reference, ValueObject:
		return bytes.Compare(v.Bytes, w.Bytes)
	case Number:
		return v.compareNumber(w)
	case Date:
		return cmp.Compare(int64(v.Num), int64(w.Num))
	case DateTime:
		return cmp.Or(cmp.Compare(int64(v.Num), int64(w.Num)), cmp.Compare(v.Num2, w.Num2))
	case Decimal:
		return v.compareDecimal(w)
	case GeoPoint:
		a, b := v.Degrees()
		c, d := w.Degrees()
		return cmp.Or(cmp.Compare(a, c), cmp.Compare(b, d))
	}
	return cmp.Compare(v.Num, w.Num)
}

func (v *Value) compareNumber(w *Value) int {
	switch {
	case v.Number.Signed():
		return cmp.Compare(int64(v.Num), int64(w.Num))
	case !v.Number.Float():
		return cmp.Compare(v.Num, w.Num)
	}
	a, b := v.Float(), w.Float()
	switch {
	case a != a || b != b:
		return cmp.Compare(b2i(a != a), b2i(b != b))
	case a == b:
		return cmp.Compare(b2i(math.Signbit(b)), b2i(math.Signbit(a)))
	}
	return cmp.Compare(a, b)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (v *Value) compareDecimal(w *Value) int {
	const room = 256 // more than a number of 128 bytes ever needs
	var left, right [room]byte
	a, ok1 := v.fitDecimal(left[:0], room)
	b, ok2 := w.fitDecimal(right[:0], room)
	if !ok1 || !ok2 {
		return 0
	}
	a[0], b[0] = a[0]^0x80, b[0]^0x80
	return bytes.Compare(a, b)
}

// compareUTF16 compares UTF-8 texts as their UTF-16 forms: code points above
// U+FFFF (surrogates, d800 to dfff) sort before U+E000 to U+FFFF.
func compareUTF16(a, b []byte) int {
	i := prefix.Shared(a, b)
	if i == len(a) || i == len(b) {
		return cmp.Compare(len(a), len(b))
	}
	x, y := a[i], b[i]
	if x >= 0xf0 && y >= 0xee && y < 0xf0 {
		return -1
	}
	if y >= 0xf0 && x >= 0xee && x < 0xf0 {
		return 1
	}
	return cmp.Compare(x, y)
}

// Compare orders two simple values of one definition as upstream does.
func (v *Value) Compare(w *Value) int { return v.compare(w) }
