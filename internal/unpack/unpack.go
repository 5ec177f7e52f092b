// Package unpack reads data compressed with gzip or Zstandard, and text in UTF-16, recognised by their first bytes.
package unpack

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
)

// Layer removes one layer of compression, recognised by the first bytes.
func Layer(head []byte, all io.Reader) (io.Reader, error) {
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

// All returns r's content without gzip and Zstandard, even if one is inside the other.
func All(r io.Reader) (io.Reader, error) {
	for range LayersMax {
		head, rest, err := Peek(r)
		if err != nil && len(head) == 0 && err != io.EOF {
			return nil, err
		}
		if !Is(head) {
			return rest, nil
		}
		if r, err = Layer(head, rest); err != nil {
			return nil, err
		}
	}
	return nil, ErrLayers
}

// ErrLayers is the error for data with more than LayersMax layers of compression.
var ErrLayers = errors.New("packed more often than makes sense")

// LayersMax is how many compressions may be nested.
const LayersMax = 4

const windowMax = 128 << 20 // what zstd -d accepts by default

var (
	gzipMagic = []byte("\x1F\x8B\x08")
	zstdMagic = []byte("\x28\xB5\x2F\xFD")
)

// Is reports whether an input with these first bytes is compressed.
func Is(head []byte) bool {
	return bytes.HasPrefix(head, gzipMagic) || bytes.HasPrefix(head, zstdMagic)
}

// unpacked adds the name of the compression to errors about damaged input.
type unpacked struct {
	r   io.Reader
	how string
}

// Read reads decompressed bytes.
func (u unpacked) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	if err != nil && err != io.EOF {
		err = errors.New("compressed with " + u.how + ", but damaged or cut: " + err.Error())
	}
	return n, err
}

// peekBytes is enough to tell UTF-16 from other bytes.
const peekBytes = 512

// Peek reads some bytes and returns them, with a reader of the whole input. If the input
// pauses, it settles for the bytes available, unless they may be the start of a byte order mark.
func Peek(r io.Reader) (head []byte, all io.Reader, err error) {
	head = make([]byte, 0, peekBytes)
	for len(head) < peekBytes && err == nil {
		var n int
		n, err = r.Read(head[len(head):peekBytes])
		head = head[:len(head)+n]
		if settled(head) {
			break
		}
		if (len(head) > 3 || len(head) > 0 && head[0] < 0x7F && head[0] != gzipMagic[0] && head[0] != zstdMagic[0]) && Paused(r) {
			break
		}
	}
	p := &Prefixed{Head: head, Rest: r, err: err}
	return head, p, err
}

// settled reports whether the first bytes are enough to see that nothing has to be
// decompressed or converted. That is so for most inputs, so there is no need to
// wait for one that pauses.
func settled(head []byte) bool {
	const least = 4
	return len(head) >= least && !Is(head) && head[0] < 0xFE && bytes.IndexByte(head[:least], 0) < 0
}

// Prefixed is a reader whose start has already been read.
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

// Paused reports, once the start has been read, whether the reader is paused.
func (p *Prefixed) Paused() bool { return len(p.Head) == 0 && p.err == nil && Paused(p.Rest) }

// Paused reports whether a reader that can tell has no data available now: see dump.Pauser.
func Paused(r io.Reader) bool {
	p, ok := r.(interface{ Paused() bool })
	return ok && p.Paused()
}
