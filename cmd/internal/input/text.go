package input

import (
	"io"

	"github.com/rowlens/rowlens/internal/unpack"
)

// Text returns what r has as UTF-8 text: gzip and Zstandard are unpacked, also one
// in the other, and UTF-16 becomes UTF-8. Anything else is left as it is. What is
// only likely is passed to guessed.
func Text(r io.Reader, guessed func(sentence string)) (io.Reader, error) {
	for range unpack.LayersMax {
		head, rest, err := unpack.Peek(r)
		if err != nil && len(head) == 0 && err != io.EOF {
			return nil, err
		}
		switch {
		case unpack.Is(head):
			if r, err = unpack.Layer(head, rest); err != nil {
				return nil, err
			}
		case IsUTF16(head):
			if head[0] < 0xFE || len(head) < plainLeast {
				guessed("it looks like UTF-16 and was read as that; --input-form raw reads it as bytes")
			}
			return newUTF16(rest, head), nil
		default:
			return rest, nil
		}
	}
	return nil, unpack.ErrLayers
}
