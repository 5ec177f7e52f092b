package formattest

import (
	"math"
	"os"
	"strconv"

	gofuzz "github.com/google/gofuzz"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/order"
)

// Seed returns the seed for generated records: the number in ROWLENS_SEED, or a
// fixed one, so that failures can be repeated. Tests print it when they fail.
func Seed() int64 {
	if n, err := strconv.ParseInt(os.Getenv("ROWLENS_SEED"), 10, 64); err == nil {
		return n
	}
	return 20240501
}

// Generator returns a source of records that Actionbase can store, biased towards
// the edges of every range.
func Generator(seed int64) *gofuzz.Fuzzer { return gofuzz.NewWithSeed(seed).Funcs(generators...) }

// GeneratorFrom is Generator with its choices taken from data, for fuzz targets.
func GeneratorFrom(data []byte) *gofuzz.Fuzzer {
	return gofuzz.NewFromGoFuzz(data).Funcs(generators...)
}

var generators = []any{
	generateValue, generateStateKey, generateStateValue, generateIndexKey, generateIndexValue,
	generateCountKey, generateLockKey, generateGroupKey, generateGroupQualifier, generateCacheKey, generateCacheQualifier,
}

// near are numbers around which encodings break.
var near = []int64{
	0, 1, -1, math.MaxInt8, math.MinInt8, math.MaxInt16, math.MinInt16, math.MaxInt32, math.MinInt32,
	math.MaxInt64, math.MinInt64, 255, 256, 1700000000000,
}

func integer(c *gofuzz.Continue) int64 {
	switch c.Intn(3) {
	case 0:
		return near[c.Intn(len(near))] + int64(c.Intn(3)) - 1
	case 1:
		return int64(c.Intn(2001)) - 1000
	}
	return int64(c.Uint64()) >> c.Intn(64)
}

var floats = []float64{
	0, math.Copysign(0, -1), 1, -1, 1.5, 0.1, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, -math.MaxFloat64,
	math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, math.MaxFloat32, math.SmallestNonzeroFloat32,
}

func bits(c *gofuzz.Continue, width int) uint64 {
	f := floats[c.Intn(len(floats))]
	if c.Intn(2) == 0 {
		if f = math.Float64frombits(c.Uint64()); width == 32 {
			f = float64(math.Float32frombits(c.Uint32()))
		}
	}
	switch {
	case f != f && width == 32:
		return 0x7fc00000
	case f != f:
		return 0x7ff8000000000000
	case width == 32:
		return uint64(math.Float32bits(float32(f)))
	}
	return math.Float64bits(f)
}

var runes = []rune{
	1, 2, 'a', 'b', 'z', ' ', '"', '\\', '/', 0x1f, 0x7f, 0x80, 0xff, 'é', 0x7ff, 0x800, 0x2028, 0x202e,
	'日', 0xd7ff, 0xe000, 0xfffd, 0xffff, 0x10000, 0x1f600, 0x10ffff,
}

func text(c *gofuzz.Continue) []byte {
	n := c.Intn(10)
	if c.Intn(200) == 0 {
		n = 300
	}
	out := make([]rune, n)
	for i := range out {
		out[i] = runes[c.Intn(len(runes))]
		if c.Intn(4) == 0 {
			out[i] = 1 + rune(c.Intn(0xd7ff))
		}
	}
	return []byte(string(out))
}

func jsonText(c *gofuzz.Continue, depth int) string {
	kind := c.Intn(8)
	if depth == 0 {
		kind = c.Intn(6)
	}
	switch kind {
	case 0:
		return "null"
	case 1:
		return strconv.FormatBool(c.Intn(2) == 0)
	case 2:
		return strconv.FormatInt(integer(c), 10)
	case 3:
		return [...]string{"0.5", "-1.0E10", "1e-7", "123456789012345678901234567890"}[c.Intn(4)]
	case 4, 5:
		return [...]string{`""`, `"a b"`, `"\""`, `"\\"`, `"\u0000"`, `"é日"`, `"[,]"`}[c.Intn(7)]
	case 6:
		s := "["
		for i := range c.Intn(4) {
			if i > 0 {
				s += ","
			}
			s += jsonText(c, depth-1)
		}
		return s + "]"
	}
	s := "{"
	for i := range c.Intn(4) {
		if i > 0 {
			s += ","
		}
		s += `"k` + strconv.Itoa(i) + `":` + jsonText(c, depth-1)
	}
	return s + "}"
}

func generateValue(v *actionbase.Value, c gofuzz.Continue) {
	*v = valueOf(actionbase.Kind(c.Intn(int(actionbase.Boolean)+1)), &c)
}

func valueOf(kind actionbase.Kind, c *gofuzz.Continue) actionbase.Value {
	v := actionbase.Value{Kind: kind}
	switch kind {
	case actionbase.Byte:
		v.Num = uint64(int64(int8(integer(c))))
	case actionbase.Short:
		v.Num = uint64(int64(int16(integer(c))))
	case actionbase.Int:
		v.Num = uint64(int64(int32(integer(c))))
	case actionbase.Long:
		v.Num = uint64(integer(c))
	case actionbase.Float:
		v.Num = bits(c, 32)
	case actionbase.Double:
		v.Num = bits(c, 64)
	case actionbase.JSON:
		v.Text = []byte(jsonText(c, 3))
	case actionbase.String:
		v.Text = text(c)
	case actionbase.Boolean:
		v.Num = uint64(c.Intn(2))
	}
	return v
}

// vertex returns any value except null.
func vertex(c *gofuzz.Continue) actionbase.Value {
	return valueOf(1+actionbase.Kind(c.Intn(int(actionbase.Boolean))), c)
}

func direction(c *gofuzz.Continue) actionbase.Direction {
	return actionbase.Out + actionbase.Direction(c.Intn(2))
}

func prefix(c *gofuzz.Continue) actionbase.Prefix {
	return actionbase.Prefix{Source: vertex(c), Table: int32(integer(c))}
}

func instant(c *gofuzz.Continue) actionbase.Instant {
	if c.Intn(2) == 0 {
		return actionbase.Instant{}
	}
	return actionbase.Instant{Set: true, Value: integer(c)}
}

// codes returns n different property codes that are not reserved in a state.
func codes(c *gofuzz.Continue, n int) []int32 {
	seen := map[int32]bool{actionbase.Code("__InsertTs__"): true, actionbase.Code("__DeleteTs__"): true}
	var list []int32
	for len(list) < n {
		code := int32(integer(c))
		for seen[code] {
			code++
		}
		seen[code] = true
		list = append(list, code)
	}
	return list
}

func count(c *gofuzz.Continue) int {
	if c.Intn(300) == 0 {
		return 40 // more than the number up to which they are searched linearly
	}
	return c.Intn(5)
}

func generateStateKey(k *actionbase.EdgeStateKey, c gofuzz.Continue) {
	k.Prefix, k.Target = prefix(&c), vertex(&c)
}

func generateStateValue(s *actionbase.EdgeStateValue, c gofuzz.Continue) {
	*s = actionbase.EdgeStateValue{Active: c.Intn(2) == 0, Version: integer(&c), CreatedAt: instant(&c), DeletedAt: instant(&c)}
	for _, code := range codes(&c, count(&c)) {
		p := actionbase.StateProperty{Code: code, Version: integer(&c)}
		c.Fuzz(&p.Value)
		s.Properties = append(s.Properties, p)
	}
}

func generateLockKey(k *actionbase.EdgeLockKey, c gofuzz.Continue) {
	k.Prefix, k.Target = prefix(&c), vertex(&c)
}

func generateCountKey(k *actionbase.EdgeCountKey, c gofuzz.Continue) {
	k.Prefix, k.Direction = prefix(&c), direction(&c)
}

func generateGroupKey(k *actionbase.EdgeGroupKey, c gofuzz.Continue) {
	k.Prefix, k.Direction, k.Group = prefix(&c), direction(&c), int32(integer(&c))
}

func generateCacheKey(k *actionbase.EdgeCacheKey, c gofuzz.Continue) {
	k.Prefix, k.Direction, k.Cache = prefix(&c), direction(&c), int32(integer(&c))
}

func generateGroupQualifier(q *actionbase.EdgeGroupQualifier, c gofuzz.Continue) {
	q.Values = make([]actionbase.Value, count(&c))
	for i := range q.Values {
		c.Fuzz(&q.Values[i])
	}
}

func orderedValues(c *gofuzz.Continue) []actionbase.OrderedValue {
	list := make([]actionbase.OrderedValue, count(c))
	for i := range list {
		c.Fuzz(&list[i].Value)
		if c.Intn(2) == 0 {
			list[i].Order = order.Desc
		}
	}
	return list
}

func generateIndexKey(k *actionbase.EdgeIndexKey, c gofuzz.Continue) {
	k.Prefix, k.Direction, k.Index = prefix(&c), direction(&c), int32(integer(&c))
	k.Values, k.Target = orderedValues(&c), vertex(&c)
}

func generateCacheQualifier(q *actionbase.EdgeCacheQualifier, c gofuzz.Continue) {
	q.Values, q.Target = orderedValues(&c), vertex(&c)
}

func generateIndexValue(x *actionbase.EdgeIndexValue, c gofuzz.Continue) {
	*x = actionbase.EdgeIndexValue{Version: integer(&c)}
	for _, code := range codes(&c, count(&c)) {
		p := actionbase.IndexProperty{Code: code}
		c.Fuzz(&p.Value)
		x.Properties = append(x.Properties, p)
	}
}
