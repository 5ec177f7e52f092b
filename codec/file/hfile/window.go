package hfile

import "github.com/rowlens/rowlens/codec/file"

// windowSize is how much of a file is read at a time, unless a block is larger.
const windowSize = 64 << 10

// window holds the most recently read part of a file.
type window struct {
	file file.File
	buf  []byte
	at   int64
	step int   // how much to read at least; 0 means windowSize
	err  error // of reading; io.EOF is not an error here
}

// bytes returns n bytes at an offset, fewer if the file ends before that. They are valid until
// the next call. Bytes already in the window are not read again.
func (w *window) bytes(at int64, n int) []byte {
	end := w.at + int64(len(w.buf))
	if at >= w.at && at+int64(n) <= end {
		return w.buf[at-w.at:][:n]
	}
	size := max(n, windowSize)
	if w.step > 0 {
		size = max(n, w.step)
	}
	size = int(min(int64(size), max(w.file.Size()-at, 0)))
	have := 0
	if cap(w.buf) < size {
		grown := make([]byte, 0, size+size/8)
		if at >= w.at && at < end {
			grown = append(grown, w.buf[at-w.at:]...)
			have = len(grown)
		}
		w.buf = grown
	} else if at >= w.at && at < end {
		have = copy(w.buf, w.buf[at-w.at:])
	}
	more, err := file.ReadAll(w.file, w.buf[have:have:size], at+int64(have), size-have)
	if err != nil && w.err == nil {
		w.err = err
	}
	w.buf, w.at = w.buf[:have+len(more)], at
	return w.buf[:min(n, len(w.buf))]
}

// ahead returns how many bytes from an offset on are available without reading.
func (w *window) ahead(at int64) int {
	if end := w.at + int64(len(w.buf)); at >= w.at && at < end {
		return int(end - at)
	}
	return 0
}
