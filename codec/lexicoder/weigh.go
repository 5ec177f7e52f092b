package lexicoder

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
)

// weighKey weighs a key. If a schema names the lexicoder, the key is worth all dots; if it was
// guessed, at most two, and only if it reads strictly.
func weighKey(in *format.Input, _ *span.Tree) format.Weight {
	if l, err := given(in); err == nil && l != nil {
		return format.Weight{Title: cut(l.String()), Reasons: []string{"read as the schema says"}, Dots: 3}
	}
	_, b, _ := keyPart(&in.Entry)
	g := guess(b, guessDepth)
	if in.Lenient || g.l == nil {
		return format.Weight{}
	}
	w := format.Weight{
		Title:   cut(g.l.String()),
		Reasons: []string{"only a guess: " + string(g.l.appendReason(nil)), "others may fit: name the lexicoder to be sure"},
		Dots:    1,
		KeyOnly: len(in.Entry.Parts) > 1,
	}
	if g.bits >= guessGood {
		w.Dots = 2
	}
	return w
}

// reasons explain why each scalar was guessed.
var reasons = [kinds]string{
	String: "visible text", BigInteger: "a length that says exactly what follows", Date: "a time between 2001 and 2100",
	Long: "8 bytes of a whole number", Integer: "4 bytes of a whole number", Double: "8 bytes of a number of usual size",
	Float: "4 bytes of a number of usual size", UUID: "the marks of a UUID",
}

func (l *Lexicoder) appendReason(dst []byte) []byte {
	switch l.Kind {
	case Reverse:
		return append(l.A.appendReason(append(dst, "complemented "...)), " and 0xff"...)
	case Pair:
		return l.B.appendReason(append(l.A.appendReason(dst), ", 0x00, "...))
	case List, Sequence:
		return append(append(l.A.appendReason(append(dst, "several times "...)), ", 0x00 "...),
			map[Kind]string{List: "between", Sequence: "after each"}[l.Kind]...)
	}
	return append(dst, reasons[l.Kind]...)
}
