package generate

import (
	"bufio"
	"encoding/hex"
	"io"
	"slices"

	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// lines writes rows as JSON Lines, and records what is planted in them.
type lines struct {
	format  string // the format's id
	out     *bufio.Writer
	line    value.Writer
	Rows    int      // number written
	Planted []string // "code row" of each expected finding, sorted
	err     error
}

func (x *lines) begin(w io.Writer, format string) {
	*x = lines{format: format, out: bufio.NewWriterSize(w, 1<<16)}
}

func (x *lines) end() error {
	slices.Sort(x.Planted)
	if x.err != nil {
		return x.err
	}
	return x.out.Flush()
}

// put writes a row.
func (x *lines) put(e *store.Entry) {
	x.line.Buf = x.line.Buf[:0]
	answer.WriteRow(&x.line, x.format, "", e)
	x.Rows++
	_, err := x.out.Write(append(x.line.Buf, '\n'))
	x.fail(err)
}

func (x *lines) fail(err error) {
	if x.err == nil {
		x.err = err
	}
}

// plant records an expected finding.
func (x *lines) plant(code string, row []byte) {
	x.Planted = append(x.Planted, code+" "+hex.EncodeToString(row))
}
