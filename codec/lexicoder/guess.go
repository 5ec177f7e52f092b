package lexicoder

import (
	"bytes"
	"math"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/wire"
)

// guessDepth limits how deep the guessed expression is; each level reads the bytes at most twice.
const guessDepth = 3

// Guess returns a lexicoder that is likely to have written b, or nil if there is no evidence. It
// reads b strictly, as values that look like what people store. Text alone is not evidence, because
// any text lexicoder writes it.
func Guess(b []byte) *Lexicoder {
	g := guess(b, guessDepth)
	if g.l == nil || g.bits < guessLikely || g.l.Kind == String {
		return nil
	}
	return g.l
}

// guessed is a guess, with about how many bits of coincidence it would take.
type guessed struct {
	l    *Lexicoder
	bits int
}

// The bits of evidence from which a guess is offered, and from which it is offered with two dots.
const (
	guessLikely = 8
	guessGood   = 20
)

// escapeBits is what a valid escape is worth.
const escapeBits = 4

// noGuess is the guess for bytes without evidence.
var noGuess guessed

func guess(b []byte, depth int) guessed {
	for _, try := range [...]func(b []byte, depth int) guessed{guessText, guessBig, guessNumber, guessReverse, guessList, guessUUID} {
		if g := try(b, depth); g.l != nil {
			return g
		}
	}
	return noGuess
}

// guessText accepts printable text, including empty text.
func guessText(b []byte, _ int) guessed {
	for i := 0; i < len(b); {
		c, n := utf8.DecodeRune(b[i:])
		if c == utf8.RuneError && n == 1 || c < ' ' || 0x7f <= c && c < 0xa0 {
			return noGuess
		}
		i += n
	}
	return guessed{scalar(String), len(b)}
}

// guessBig accepts a length that exactly matches what follows.
func guessBig(b []byte, _ int) guessed {
	if len(b) < bigHead {
		return noGuess
	}
	if n, _ := bigLength(b); n != int64(len(b)-bigHead) {
		return noGuess // without building an error text
	}
	r := wire.NewReader(b, nil)
	if decodeBig(&r, len(b)); r.Finish() != nil {
		return noGuess
	}
	return guessed{scalar(BigInteger), 24}
}

// guessNumber accepts numbers only in long form: short ones are near the ends of the range, where
// few real values are.
func guessNumber(b []byte, _ int) guessed {
	const eight, four = 9, 5
	wide := len(b) == eight && b[0] == 8
	if !wide && (len(b) != four || b[0] != 4) {
		return noGuess
	}
	floats, whole := Float, Integer
	if wide {
		floats, whole = Double, Long
	}
	r := wire.NewReader(b, nil)
	v := Value{Num: decodeNumber(&r, floats, len(b))}
	if r.Finish() != nil {
		return noGuess
	}
	if f, _ := scalar(floats).double(&v); usualFloat(f) {
		return guessed{scalar(floats), 12}
	}
	r = wire.NewReader(b, nil)
	n := int64(decodeNumber(&r, whole, len(b)))
	const year2001, year2101 = 978307200000, 4133980800000
	switch {
	case wide && n >= year2001 && n < year2101:
		return guessed{scalar(Date), guessGood}
	case n > -1<<53 && n < 1<<53:
		return guessed{scalar(whole), 12}
	}
	return noGuess
}

// usualFloat reports whether people store such numbers: neither tiny nor huge. Zero is left to the
// integers, whose bytes are the same.
func usualFloat(f float64) bool {
	a := math.Abs(f)
	return a >= 1e-6 && a < 1e15
}

// guessUUID accepts 16 bytes with the marks of a UUID version in use.
func guessUUID(b []byte, _ int) guessed {
	if len(b) != uuidLen || b[8]&0xc0 != 0 { // the variant's bit 7 is stored flipped
		return noGuess
	}
	switch b[6] >> 4 {
	case 1, 4, 7:
		return guessed{scalar(UUID), guessLikely}
	}
	return noGuess
}

// guessReverse accepts bytes that end in ff and whose complement is a likely encoding.
func guessReverse(b []byte, depth int) guessed {
	n := len(b) - 1
	if depth == 0 || n < 1 || b[n] != 0xff {
		return noGuess
	}
	inner := unescaped(b[:n], 0xff)
	if inner == nil {
		return noGuess
	}
	g := guess(inner, depth-1)
	if g.l == nil {
		return noGuess
	}
	const terminator = 4 // a last byte of ff is common
	return guessed{&Lexicoder{Kind: Reverse, A: g.l}, g.bits + terminator + escapeBits*(n-len(inner))}
}

// unescaped returns b without its escapes, or nil if one is wrong.
func unescaped(b []byte, x byte) []byte {
	r := wire.NewReader(b, nil)
	r.Scratch(make([]byte, 0, len(b)))
	out := unescape(&r, len(b), x)
	if !r.OK() {
		return nil
	}
	return out
}

// guessList accepts pieces separated by 00. Two are a pair; more are a list if they are of one
// kind, or a sequence if the last one also ends with 00. Pieces of text alone are so common that it
// takes several.
func guessList(b []byte, depth int) guessed {
	const piecesMax = 64
	if count := bytes.Count(b, []byte{0}); depth == 0 || count == 0 || count > piecesMax {
		return noGuess
	}
	closed := b[len(b)-1] == 0
	if closed {
		b = b[:len(b)-1]
	}
	var all []guessed
	bits, texts := 0, 0
	for more := true; more; {
		var n int
		n, more = pieceLen(b)
		piece := unescaped(b[:n], 0)
		if n > 0 && piece == nil {
			return noGuess
		}
		g := guess(piece, depth-1)
		if g.l == nil {
			return noGuess
		}
		if g.l.Kind == String {
			texts++
			if n == 0 {
				bits -= guessLikely // empty text is not evidence
			}
		}
		bits += g.bits + escapeBits*(n-len(piece))
		if all = append(all, g); more {
			b = b[n+1:]
		}
	}
	if texts == len(all) && (closed || len(all) < 2) {
		return noGuess
	}
	return combined(all, closed, bits)
}

func combined(all []guessed, closed bool, bits int) guessed {
	if len(all) == 2 && !closed {
		return guessed{&Lexicoder{Kind: Pair, A: all[0].l, B: all[1].l}, bits}
	}
	for _, g := range all[1:] {
		if g.l.Kind != all[0].l.Kind || g.l.Kind >= Reverse && g.l.String() != all[0].l.String() {
			return noGuess
		}
	}
	k := List
	if closed {
		k = Sequence
	}
	return guessed{&Lexicoder{Kind: k, A: all[0].l}, bits}
}
