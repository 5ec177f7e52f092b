package unpack

import (
	"errors"
	"io"

	"github.com/rowlens/rowlens/codec/dump"
)

// Text returns the content of r as UTF-8 text: gzip and Zstandard are decompressed,
// even one inside the other, and UTF-16 becomes UTF-8. Anything else is passed
// through unchanged, except for files that hold no text, such as archives and images, which are an error.
// guessed is called with a sentence about what is only likely.
func Text(r io.Reader, guessed func(sentence string)) (io.Reader, error) {
	for range LayersMax {
		head, rest, err := Peek(r)
		if err != nil && len(head) == 0 && err != io.EOF {
			return nil, err
		}
		switch {
		case Is(head):
			if r, err = Layer(head, rest); err != nil {
				return nil, err
			}
		case IsUTF16(head):
			if head[0] < 0xFE || len(head) < plainLeast {
				guessed("it looks like UTF-16 and was read as that; --input-form raw reads it as bytes")
			}
			return newUTF16(rest, head), nil
		default:
			if file := dump.FindStoreFile(head, nil); file != nil {
				return nil, errors.New("is " + file.Sentence("FILE", "FOLDER"))
			}
			return rest, nil
		}
	}
	return nil, ErrLayers
}
