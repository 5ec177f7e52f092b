package input

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
)

// Text returns what r has as UTF-8 text: gzip and Zstandard are unpacked, also one
// in the other, and UTF-16 becomes UTF-8. Anything else is left as it is. What is
// only likely is passed to guessed.
func Text(r io.Reader, guessed func(sentence string)) (io.Reader, error) {
	for range layersMax {
		head, rest, err := peek(r)
		if err != nil && len(head) == 0 && err != io.EOF {
			return nil, err
		}
		switch {
		case Unpacks(head):
			if r, err = unpackLayer(head, rest); err != nil {
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
	return nil, errLayers
}

// unpackLayer unpacks one compression, which the first bytes name.
func unpackLayer(head []byte, all io.Reader) (io.Reader, error) {
	if bytes.HasPrefix(head, gzipMagic) {
		z, err := gzip.NewReader(all)
		if err != nil {
			return nil, errors.New("compressed with gzip, but damaged: " + err.Error())
		}
		return unpacked{z, "gzip"}, nil
	}
	z, err := zstd.NewReader(all, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(windowMax))
	if err != nil {
		return nil, errors.New("compressed with Zstandard, but damaged: " + err.Error())
	}
	return unpacked{z, "Zstandard"}, nil
}

// Unpack returns what r has as it is without gzip and Zstandard, also one in the other.
func Unpack(r io.Reader) (io.Reader, error) {
	for range layersMax {
		head, rest, err := peek(r)
		if err != nil && len(head) == 0 && err != io.EOF {
			return nil, err
		}
		if !Unpacks(head) {
			return rest, nil
		}
		if r, err = unpackLayer(head, rest); err != nil {
			return nil, err
		}
	}
	return nil, errLayers
}

var errLayers = errors.New("packed more often than makes sense")

const (
	layersMax = 4
	windowMax = 128 << 20 // what zstd -d accepts by default
)

var (
	gzipMagic = []byte("\x1F\x8B\x08")
	zstdMagic = []byte("\x28\xB5\x2F\xFD")
)

// Unpacks reports whether Text and Unpack unpack an input that begins like this.
func Unpacks(head []byte) bool {
	return bytes.HasPrefix(head, gzipMagic) || bytes.HasPrefix(head, zstdMagic)
}

// unpacked names the compression in errors about damaged input.
type unpacked struct {
	r   io.Reader
	how string
}

// Read reads the unpacked bytes.
func (u unpacked) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	if err != nil && err != io.EOF {
		err = errors.New("compressed with " + u.how + ", but damaged or cut: " + err.Error())
	}
	return n, err
}

// peekBytes are enough to distinguish UTF-16 from other bytes.
const peekBytes = 512

// peek reads some bytes and returns them and a reader of everything. If the input pauses, it
// settles for the bytes available, unless they may be the start of a byte order mark.
func peek(r io.Reader) (head []byte, all io.Reader, err error) {
	head = make([]byte, 0, peekBytes)
	for len(head) < peekBytes && err == nil {
		var n int
		n, err = r.Read(head[len(head):peekBytes])
		head = head[:len(head)+n]
		if settled(head) {
			break
		}
		if (len(head) > 3 || len(head) > 0 && head[0] < 0x7F && head[0] != gzipMagic[0] && head[0] != zstdMagic[0]) && paused(r) {
			break
		}
	}
	p := &Prefixed{Head: head, Rest: r, err: err}
	return head, p, err
}

// settled reports whether the first bytes are enough to see that nothing is to be
// unpacked or turned: most inputs, so those that pause are not waited for.
func settled(head []byte) bool {
	const least = 4
	return len(head) >= least && !Unpacks(head) && head[0] < 0xFE && bytes.IndexByte(head[:least], 0) < 0
}

// Prefixed is a reader of which the start was read already.
type Prefixed struct {
	Head []byte
	Rest io.Reader
	err  error // the error that came with the start
}

// Read returns the start, then the rest.
func (p *Prefixed) Read(b []byte) (int, error) {
	if len(p.Head) > 0 {
		n := copy(b, p.Head)
		p.Head = p.Head[n:]
		return n, nil
	}
	if p.err != nil {
		return 0, p.err
	}
	return p.Rest.Read(b)
}

// Paused asks the reader once the start was read.
func (p *Prefixed) Paused() bool { return len(p.Head) == 0 && p.err == nil && paused(p.Rest) }
