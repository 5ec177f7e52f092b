package lexicoder_test

import (
	"bytes"
	"cmp"
	"math"
	"math/big"
	"math/rand"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/internal/formattest"
)

// cases is how many pairs each property is tried with.
const cases = 20_000

func random() *rand.Rand { return rand.New(rand.NewSource(formattest.Seed())) }

// generator makes two values of one kind, often neighbours, and compares them.
type generator func(r *rand.Rand) (a, b lexicoder.Value, c int)

// number returns bits near a boundary at which the encoding changes.
func number(r *rand.Rand, bits int) uint64 {
	n := uint64(1)<<r.Intn(bits) + uint64(r.Intn(5)) - 2
	if r.Intn(2) == 0 {
		n = -n
	}
	if r.Intn(4) == 0 {
		n = r.Uint64()
	}
	return n << (64 - bits) >> (64 - bits)
}

func unsigned(bits int) generator {
	return func(r *rand.Rand) (a, b lexicoder.Value, c int) {
		x := number(r, bits)
		y := (x + uint64(r.Intn(3)) - 1) << (64 - bits) >> (64 - bits)
		if r.Intn(2) == 0 {
			y = number(r, bits)
		}
		return lexicoder.Value{Num: x}, lexicoder.Value{Num: y}, cmp.Compare(x, y)
	}
}

func signed(bits int) generator {
	next := unsigned(bits)
	return func(r *rand.Rand) (a, b lexicoder.Value, c int) {
		a, b, _ = next(r)
		x, y := int64(a.Num)<<(64-bits)>>(64-bits), int64(b.Num)<<(64-bits)>>(64-bits)
		return lexicoder.Value{Num: uint64(x)}, lexicoder.Value{Num: uint64(y)}, cmp.Compare(x, y)
	}
}

// floats are compared by their bits: sign, then size; so NaNs have a place too.
func floats(bits int) generator {
	next := unsigned(bits)
	key := func(n uint64) *big.Int {
		sign := uint64(1) << (bits - 1)
		k := new(big.Int).SetUint64(n &^ sign)
		if n&sign != 0 {
			k.Neg(k.Add(k, big.NewInt(1)))
		}
		return k
	}
	return func(r *rand.Rand) (a, b lexicoder.Value, c int) {
		a, b, _ = next(r)
		if bits == 64 && r.Intn(2) == 0 { // numbers other than NaN, by value
			x, y := r.NormFloat64(), r.NormFloat64()
			return lexicoder.Value{Num: math.Float64bits(x)}, lexicoder.Value{Num: math.Float64bits(y)}, cmp.Compare(x, y)
		}
		return a, b, key(a.Num).Cmp(key(b.Num))
	}
}

func raw(r *rand.Rand) []byte {
	b := make([]byte, r.Intn(6))
	for i := range b {
		b[i] = "\x00\x01\x02a\xfd\xfe\xff"[r.Intn(7)]
	}
	return b
}

func blobs(r *rand.Rand) (a, b lexicoder.Value, c int) {
	x := raw(r)
	y := append(slices.Clone(x[:r.Intn(len(x)+1)]), raw(r)...)
	return lexicoder.Value{Bytes: x}, lexicoder.Value{Bytes: y}, bytes.Compare(x, y)
}

func texts(r *rand.Rand) (a, b lexicoder.Value, c int) {
	letters := []rune("\x00\x01\x02a\u007f\u0080\u07ff\u0800\uffff\U00010000\U0010ffff")
	some := func() []rune {
		s := make([]rune, r.Intn(5))
		for i := range s {
			s[i] = letters[r.Intn(len(letters))]
		}
		return s
	}
	x := some()
	y := append(slices.Clone(x[:r.Intn(len(x)+1)]), some()...)
	return lexicoder.Value{Bytes: []byte(string(x))}, lexicoder.Value{Bytes: []byte(string(y))}, slices.Compare(x, y)
}

// uuids sort as pairs of signed numbers.
func uuids(r *rand.Rand) (a, b lexicoder.Value, c int) {
	a = lexicoder.Value{Num: number(r, 64), Least: number(r, 64)}
	b = lexicoder.Value{Num: a.Num, Least: number(r, 64)}
	if r.Intn(2) == 0 {
		b.Num = number(r, 64)
	}
	return a, b, cmp.Or(cmp.Compare(int64(a.Num), int64(b.Num)), cmp.Compare(int64(a.Least), int64(b.Least)))
}

// twos returns a number as Java's BigInteger.toByteArray does.
func twos(n *big.Int) []byte {
	if n.Sign() >= 0 {
		return n.FillBytes(make([]byte, n.BitLen()/8+1))
	}
	size := new(big.Int).Sub(new(big.Int).Neg(n), big.NewInt(1)).BitLen()/8 + 1
	return new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), uint(8*size))).FillBytes(make([]byte, size))
}

func bigs(r *rand.Rand) (a, b lexicoder.Value, c int) {
	x := new(big.Int).Lsh(big.NewInt(1), uint(r.Intn(200)))
	x.Add(x, big.NewInt(int64(r.Intn(5)-2)))
	if r.Intn(2) == 0 {
		x.Neg(x)
	}
	y := new(big.Int).Add(x, big.NewInt(int64(r.Intn(5)-2)))
	if r.Intn(2) == 0 {
		y.Rand(r, new(big.Int).Lsh(big.NewInt(1), 150))
	}
	return lexicoder.Value{Bytes: twos(x)}, lexicoder.Value{Bytes: twos(y)}, x.Cmp(y)
}

func reversed(g generator) generator {
	return func(r *rand.Rand) (a, b lexicoder.Value, c int) {
		a, b, c = g(r)
		return a, b, -c
	}
}

func pairs(g, h generator) generator {
	return func(r *rand.Rand) (a, b lexicoder.Value, c int) {
		a1, b1, c1 := g(r)
		a2, b2, c2 := h(r)
		if r.Intn(2) == 0 {
			b1, c1 = a1, 0
		}
		return lexicoder.Value{Items: []lexicoder.Value{a1, a2}}, lexicoder.Value{Items: []lexicoder.Value{b1, b2}}, cmp.Or(c1, c2)
	}
}

// lists share some elements, then differ in one or in length.
func lists(g generator, least int) generator {
	return func(r *rand.Rand) (a, b lexicoder.Value, c int) {
		for range r.Intn(3) {
			x, _, _ := g(r)
			a.Items, b.Items = append(a.Items, x), append(b.Items, x)
		}
		x, y, c := g(r)
		if r.Intn(3) > 0 {
			a.Items, b.Items = append(a.Items, x), append(b.Items, y)
			return a, b, c
		}
		b.Items = append(b.Items, y)
		if len(a.Items) < least {
			a.Items = append(a.Items, y)
			b.Items = append(b.Items, x)
		}
		return a, b, -1
	}
}

var generators = map[string]generator{
	"ulong": unsigned(64), "uinteger": unsigned(32), "long": signed(64), "integer": signed(32), "date": signed(64),
	"double": floats(64), "float": floats(32), "bytes": blobs, "text": blobs, "string": texts, "uuid": uuids, "biginteger": bigs,
	"reverse(long)": reversed(signed(64)), "reverse(bytes)": reversed(blobs), "reverse(reverse(string))": texts,
	"pair(bytes, long)": pairs(blobs, signed(64)), "pair(string, reverse(double))": pairs(texts, reversed(floats(64))),
	"reverse(pair(bytes, bytes))": reversed(pairs(blobs, blobs)), "pair(pair(bytes, string), biginteger)": pairs(pairs(blobs, texts), bigs),
	"sequence(bytes)": lists(blobs, 0), "sequence(long)": lists(signed(64), 0), "list(uuid)": lists(uuids, 1),
	"list(reverse(integer))":    lists(reversed(signed(32)), 1),
	"sequence(sequence(bytes))": lists(lists(blobs, 0), 0), "reverse(sequence(string))": reversed(lists(texts, 0)),
}

func TestBytesOrderAsValuesDoAndDecodeToThem(t *testing.T) {
	for e, generate := range generators {
		t.Run(e, func(t *testing.T) {
			l, r := parse(t, e), random()
			for range cases {
				a, b, want := generate(r)
				x, y := appended(t, l, &a), appended(t, l, &b)
				if got := bytes.Compare(x, y); got != want {
					t.Fatalf("ROWLENS_SEED=%d: %x and %x compare as %d, want %d", formattest.Seed(), x, y, got, want)
				}
			}
		})
	}
}

// appended returns v encoded, and checks that it decodes to v.
func appended(t *testing.T, l *lexicoder.Lexicoder, v *lexicoder.Value) []byte {
	t.Helper()
	b, err := l.Append(nil, v)
	if err != nil {
		t.Fatal(err)
	}
	var back lexicoder.Value
	if err := l.Decode(b, &back); err != nil || !same(&back, v) {
		t.Fatalf("%+v is written as %x and read as %+v, %v", *v, b, back, err)
	}
	return b
}

func same(a, b *lexicoder.Value) bool {
	return a.Num == b.Num && a.Least == b.Least && bytes.Equal(a.Bytes, b.Bytes) &&
		slices.EqualFunc(a.Items, b.Items, func(x, y lexicoder.Value) bool { return same(&x, &y) })
}

// What lexicoders do not distinguish: a list of one empty text is encoded as no bytes, so in a pair
// it looks like an empty text.
func TestAListOfOneEmptyTextIsNoBytes(t *testing.T) {
	list := lexicoder.Value{Items: []lexicoder.Value{{}}}
	if b := appended(t, parse(t, "list(string)"), &list); len(b) != 0 {
		t.Errorf("got %x", b)
	}
	if b, err := parse(t, "list(string)").Append(nil, new(lexicoder.Value)); err == nil {
		t.Errorf("an empty list is written as %x", b)
	}
}

// Where the order of the bytes differs from other orders of the same values.
func TestOrdersThatLexicodersDoNotKeep(t *testing.T) {
	text := func(s string) lexicoder.Value { return lexicoder.Value{Bytes: []byte(s)} }
	number := func(f float64) lexicoder.Value { return lexicoder.Value{Num: math.Float64bits(f)} }
	for _, c := range []struct {
		lexicoder, why string
		first, second  lexicoder.Value
	}{
		{"string", "Java's compareTo has U+10000 first, by its surrogates", text("\uffff"), text("\U00010000")},
		{"uuid", "its text has 7… first: the halves are signed", lexicoder.Value{Num: 1 << 63}, lexicoder.Value{Num: 1<<63 - 1}},
		{"double", "as numbers they are equal", number(math.Copysign(0, -1)), number(0)},
		{"double", "Java's compare has every NaN last", lexicoder.Value{Num: 0xfff8 << 48}, number(math.Inf(-1))},
		{"double", "a NaN is no number above infinity", number(math.Inf(1)), lexicoder.Value{Num: 0x7ff8 << 48}},
	} {
		l := parse(t, c.lexicoder)
		if x, y := appended(t, l, &c.first), appended(t, l, &c.second); bytes.Compare(x, y) >= 0 {
			t.Errorf("%s: %x is not before %x (%s)", c.lexicoder, x, y, c.why)
		}
	}
	// Two texts in a row are not a key: where the first ends is lost.
	l := parse(t, "string")
	a, ab, b, none := text("a"), text("ab"), text("b"), text("")
	x, y := append(appended(t, l, &a), appended(t, l, &b)...), append(appended(t, l, &ab), appended(t, l, &none)...)
	if !bytes.Equal(x, y) {
		t.Errorf("%x and %x can be told apart", x, y)
	}
}
