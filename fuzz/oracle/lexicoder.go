package main

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/value"
)

// lexicoders compares with Accumulo's lexicoders.
type lexicoders struct{ session session }

func (*lexicoders) name() string                { return "lexicoders" }
func (*lexicoders) prefix() string              { return "lexicoder." }
func (*lexicoders) prepare(uint64, *jvms) error { return nil }

func (*lexicoders) next(r *rand.Rand) string {
	l := randomLexicoder(r, 0, false)
	text := strings.ReplaceAll(l.String(), " ", "")
	v := randomValue(r, l, false)
	switch n := r.IntN(20); {
	case n < 7:
		return "lexicoder.encode\t" + text + "\t" + valueText(l, &v)
	case n < 9:
		v, w := randomValue(r, l, true), randomValue(r, l, true)
		return "lexicoder.order\t" + text + "\t" + valueText(l, &v) + "\t" + valueText(l, &w)
	}
	b, _ := l.Append(nil, &v)
	switch {
	case chance(r, 10):
		b = randomBytes(r)
	case !chance(r, 8):
		b = mutate(r, b)
	}
	return "lexicoder.decode\t" + text + "\t" + hexOf(b)
}

// randomLexicoder returns an expression of a few levels. Java accepts in a pair
// only what can be compared.
func randomLexicoder(r *rand.Rand, depth int, comparable bool) *lexicoder.Lexicoder {
	const deepest = 3
	if depth < deepest && chance(r, 1+depth) {
		switch l := (&lexicoder.Lexicoder{Kind: pick(r, lexicoder.Reverse, lexicoder.Pair, lexicoder.List, lexicoder.Sequence)}); {
		case l.Kind == lexicoder.Pair:
			l.A, l.B = randomLexicoder(r, depth+1, true), randomLexicoder(r, depth+1, true)
			return l
		case l.Kind == lexicoder.Reverse:
			l.A = randomLexicoder(r, depth+1, comparable)
			return l
		case !comparable:
			l.A = randomLexicoder(r, depth+1, false)
			return l
		}
	}
	k := lexicoder.Kind(r.IntN(int(lexicoder.Reverse)))
	if comparable && k == lexicoder.Bytes {
		k = lexicoder.Text
	}
	return &lexicoder.Lexicoder{Kind: k}
}

// randomValue returns a value for a lexicoder; without NaN if it is to be sorted,
// because Java has only one NaN.
func randomValue(r *rand.Rand, l *lexicoder.Lexicoder, sorted bool) (v lexicoder.Value) {
	switch l.Kind {
	case lexicoder.Long, lexicoder.Date:
		v.Num = uint64(randomInt(r, 64))
	case lexicoder.ULong:
		v.Num = uint64(randomInt(r, 64))
	case lexicoder.Integer:
		v.Num = uint64(randomInt(r, 32))
	case lexicoder.UInteger:
		v.Num = uint64(uint32(randomInt(r, 32)))
	case lexicoder.Double:
		if v.Num = randomDouble(r); sorted && v.Num&^(1<<63) > 0x7ff0000000000000 {
			v.Num = 0
		}
	case lexicoder.Float:
		if v.Num = uint64(randomFloat(r)); sorted && v.Num&0x7fffffff > 0x7f800000 {
			v.Num = 0
		}
	case lexicoder.String:
		v.Bytes = randomText(r, anyRune)
	case lexicoder.Text:
		v.Bytes = randomText(r, anyRune)
	case lexicoder.Bytes:
		v.Bytes = randomBytes(r)
	case lexicoder.UUID:
		v.Num, v.Least = uint64(randomInt(r, 64)), uint64(randomInt(r, 64))
	case lexicoder.BigInteger:
		v.Bytes = minimal(append([]byte{byte(r.Uint32())}, randomBytes(r)...))
	case lexicoder.Reverse:
		return randomValue(r, l.A, sorted)
	case lexicoder.Pair:
		v.Items = []lexicoder.Value{randomValue(r, l.A, sorted), randomValue(r, l.B, sorted)}
	default:
		n := r.IntN(4)
		if l.Kind == lexicoder.List {
			n++
		}
		for range n {
			v.Items = append(v.Items, randomValue(r, l.A, sorted))
		}
	}
	return v
}

// minimal drops bytes that only repeat the sign of a two's complement number.
func minimal(b []byte) []byte {
	for len(b) > 1 && (b[0] == 0 && b[1] < 0x80 || b[0] == 0xff && b[1] >= 0x80) {
		b = b[1:]
	}
	return b
}

// valueText formats a value as the JVM does.
func valueText(l *lexicoder.Lexicoder, v *lexicoder.Value) string {
	switch l.Kind {
	case lexicoder.Long, lexicoder.Date, lexicoder.Integer:
		return "=" + strconv.FormatInt(int64(v.Num), 10)
	case lexicoder.ULong, lexicoder.UInteger:
		return "=" + strconv.FormatUint(v.Num, 10)
	case lexicoder.Double:
		return "=" + bits64(v.Num)
	case lexicoder.Float:
		return "=" + bits32(uint32(v.Num))
	case lexicoder.UUID:
		u := bits64(v.Num) + bits64(v.Least)
		return "=" + strings.Join([]string{u[:8], u[8:12], u[12:16], u[16:20], u[20:]}, "-")
	case lexicoder.BigInteger:
		n := new(big.Int).SetBytes(v.Bytes)
		if v.Bytes[0] >= 0x80 {
			n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(v.Bytes))))
		}
		return "=" + n.String()
	case lexicoder.Reverse:
		return valueText(l.A, v)
	case lexicoder.String, lexicoder.Text, lexicoder.Bytes:
		return "=" + hexOf(v.Bytes)
	}
	items := make([]string, len(v.Items))
	for i := range items {
		items[i] = valueText(element(l, i), &v.Items[i])
	}
	return "(" + strings.Join(items, ",") + ")"
}

// element returns the lexicoder of an element.
func element(l *lexicoder.Lexicoder, i int) *lexicoder.Lexicoder {
	if l.Kind == lexicoder.Pair && i == 1 {
		return l.B
	}
	return l.A
}

// answerText formats the value in an answer as the JVM does.
func answerText(l *lexicoder.Lexicoder, v value.Value) string {
	if nan, ok := v.Get("nan"); ok {
		return "=" + nan.Raw()
	}
	switch l.Kind {
	case lexicoder.Double:
		return "=" + floatBits(v, 64)
	case lexicoder.Float:
		return "=" + floatBits(v, 32)
	case lexicoder.String, lexicoder.Text:
		if h, ok := v.Get("hex"); ok {
			return "=" + h.Raw()
		}
		return "=" + hexOf([]byte(v.Raw()))
	case lexicoder.Reverse:
		return answerText(l.A, v)
	case lexicoder.Pair, lexicoder.List, lexicoder.Sequence:
		items := make([]string, v.Len())
		for i := range items {
			items[i] = answerText(element(l, i), v.At(i))
		}
		return "(" + strings.Join(items, ",") + ")"
	}
	return "=" + v.Raw()
}

func (d *lexicoders) judge(q []string, a answers) []difference {
	peer := a.any()
	l, err := lexicoder.Parse(value.Of(q[1]))
	if peer.none() || err != nil {
		return nil
	}
	of := l.Kind.String() // the group of a difference
	switch q[0] {
	case "lexicoder.encode":
		b, err := d.encode(l, q[2])
		return written(of, hexOf(b), err, peer)
	case "lexicoder.order":
		x, _ := d.encode(l, q[2])
		y, _ := d.encode(l, q[3])
		if got := strconv.Itoa(bytes.Compare(x, y)); got != peer.text() {
			return []difference{{of + ": sorts otherwise", got}}
		}
		return nil
	}
	strict, lenient := d.read(l, q[1], q[2], ""), d.read(l, q[1], q[2], `,"lenient":true`)
	f := peer.fields(2)
	switch {
	case strings.Contains(lenient.text, "bytes after the length, found"):
		of = "a number of more bytes than its width"
	case lenient.ok && replaced(lenient.text, f[0]):
		of = "text that is not UTF-8"
	}
	return relate(of, strict, lenient, peer, q[2], f[0], f[1])
}

func (d *lexicoders) read(l *lexicoder.Lexicoder, expression, bytes, given string) reading {
	fields, why := d.session.decode("lexicoders", "decode", `"lexicoder":"`+expression+`"`+given, bytes)
	if why != "" {
		return reading{text: why}
	}
	return reading{true, answerText(l, fields.Member("value"))}
}

// encode encodes a value that is formatted as in the JVM.
func (d *lexicoders) encode(l *lexicoder.Lexicoder, text string) ([]byte, error) {
	v, _ := parseValue(l, text)
	return l.Append(nil, &v)
}

// parseValue parses what valueText wrote, and returns what follows it.
func parseValue(l *lexicoder.Lexicoder, s string) (v lexicoder.Value, rest string) {
	switch l.Kind {
	case lexicoder.Reverse:
		return parseValue(l.A, s)
	case lexicoder.Pair, lexicoder.List, lexicoder.Sequence:
		for s[0] != ')' {
			if s = s[1:]; s[0] == ')' { // an empty list
				break
			}
			var item lexicoder.Value
			item, s = parseValue(element(l, len(v.Items)), s)
			v.Items = append(v.Items, item)
		}
		return v, s[1:]
	}
	end := strings.IndexAny(s, ",)")
	if end < 0 {
		end = len(s)
	}
	token, rest := s[1:end], s[end:]
	switch l.Kind {
	case lexicoder.Long, lexicoder.Date, lexicoder.Integer:
		v.Num = uint64(parseInt(token))
	case lexicoder.ULong, lexicoder.UInteger:
		v.Num, _ = strconv.ParseUint(token, 10, 64)
	case lexicoder.Double, lexicoder.Float:
		v.Num = parseBits(token)
	case lexicoder.UUID:
		u := strings.ReplaceAll(token, "-", "")
		v.Num, v.Least = parseBits(u[:16]), parseBits(u[16:])
	case lexicoder.BigInteger:
		n, _ := new(big.Int).SetString(token, 10)
		v.Bytes = twosComplement(n)
	default:
		v.Bytes = unhex(token)
	}
	return v, rest
}

func twosComplement(n *big.Int) []byte {
	if n.Sign() >= 0 {
		return minimal(append([]byte{0}, n.Bytes()...))
	}
	width := uint(n.BitLen()/8+1) * 8
	return minimal(new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), width)).Bytes())
}
