package input

import (
	"io"

	"github.com/rowlens/rowlens/internal/unpack"
)

// Text returns the content of r as UTF-8 text: gzip and Zstandard are decompressed,
// even one inside the other, and UTF-16 becomes UTF-8. Anything else is passed
// through unchanged. guessed is called with a sentence about what is only likely.
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
