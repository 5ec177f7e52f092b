package diff

import (
	"errors"
	"strings"

	"github.com/rowlens/rowlens/codec/store"
)

// shapes is a set of the parts that keys consist of.
type shapes uint8

// The shapes.
const (
	columnShape shapes = 1 << iota // a row key with family or qualifier
	rowShape                       // a row key alone
	pairShape
	otherShape
	allShapes = iota
)

var shapeWords = [allShapes]string{"a row key and a column", "a row key without a column", "a key", "neither a row key nor a key"}

// shapeOf tells keys apart as Keys.Append does.
func shapeOf(e *store.Entry) shapes {
	if _, ok := e.Part(store.Row); ok {
		family, _ := e.Part(store.Family)
		qualifier, _ := e.Part(store.Qualifier)
		if len(family)+len(qualifier) > 0 {
			return columnShape
		}
		return rowShape
	}
	if _, ok := e.Part(store.Key); ok {
		return pairShape
	}
	return otherShape
}

// String returns the words for the shapes.
func (s shapes) String() string {
	var words []string
	for i, word := range shapeWords {
		if s>>i&1 == 1 {
			words = append(words, word)
		}
	}
	return strings.Join(words, ", or ")
}

// differentShapes returns an error if no key of one document can be in the other: all rows would count as removed and
// added, though the same rows may be in both. A document without rows has no shape, and really lacks them.
func differentShapes(first, second shapes) error {
	if first == 0 || second == 0 || first&second != 0 {
		return nil
	}
	return errors.New("rows of the first have " + first.String() + ", rows of the second " + second.String() + ", so no keys can be equal; entities can")
}

// Unlike returns, after the last pair, the reason why no row was on both sides, if it is that their keys have different
// parts. Rows must be matched by their keys.
func (m *Merge) Unlike() error {
	if m.paired {
		return nil
	}
	return differentShapes(m.sides[0].shapes, m.sides[1].shapes)
}
