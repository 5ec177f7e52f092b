package diff

import (
	"bytes"
	"errors"
	"strings"
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

// emptyColumn is how the family and the qualifier of a row key alone stand in a key.
var emptyColumn = bytes.Repeat(pieceEnd, 2)

// shapeOf returns the shape of a key with its table.
func shapeOf(key []byte) shapes {
	key = CutTable(key)
	switch key[0] {
	case ofCell:
		if _, column, _ := bytes.Cut(key, pieceEnd); bytes.HasPrefix(column, emptyColumn) {
			return rowShape
		}
		return columnShape
	case ofPair:
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
