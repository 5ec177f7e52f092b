package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/input"
	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/zones"
)

func batchCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "batch [FLAGS]",
		Short: "answer requests on standard input: the conformance testee",
		Long: "Reads one request per line from standard input (decode, encode, derive, define) and answers each with one line, in " +
			"order, as it reads. A line that is not a request gets {\"id\":null,\"error\":…}. It ends with its input.",
		Example: `  # decode a value
  echo '{"id":"1","op":"decode","format":"actionbase","record":"value","bytes":{"value":"2c8000018f3c9be200"}}' | rowlens batch`,
	}
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.RunE = c.runs(func(args []string) error {
		if len(args) > 0 {
			return usage("batch takes no arguments; it reads standard input")
		}
		return c.batch()
	})
	return cmd
}

// batch answers requests until the input ends. It holds one request at a time.
func (c *call) batch() error {
	s := session.Session{Zones: &zones.System{}}
	in := io.Reader(c.in)
	if input.Regular(c.in) {
		defer c.progress([]string{"-"}, true, nil)()
		in = metered{c.in, &c.meter}
	}
	lines := newLineReader(in, lineMax)
	var out []byte
	for {
		line, err := lines.next()
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, errLongLine):
			out = appendRefusal(out[:0], err)
		case err != nil:
			return unreadable(err)
		default:
			out = answerLine(&s, out[:0], line)
		}
		if _, err := c.out.Write(append(out, '\n')); err != nil {
			return err
		}
		if cap(out) > lineMax {
			out = nil
		}
		if !lines.buffered() {
			if err := c.out.Flush(); err != nil {
				return err
			}
		}
	}
}

// answerLine answers one request. A defect in a decoder must not end the pipe and thereby all
// later requests, so it becomes that request's answer.
func answerLine(s *session.Session, dst, line []byte) (out []byte) {
	defer func() {
		if defect := recover(); defect != nil {
			var w value.Writer
			w.Object()
			w.Key("id")
			req, _ := value.Parse(line) // the zero Value has the id null
			w.Value(req.Member("id"))
			w.Key("error")
			w.String(fmt.Sprintf("a defect of rowlens, please report it with the request: %v", defect))
			w.EndObject()
			out = w.Buf
		}
	}()
	return s.Answer(dst, line)
}

// appendRefusal answers a request that cannot be parsed.
func appendRefusal(dst []byte, err error) []byte {
	w := value.Writer{Buf: dst}
	w.Object()
	w.Key("id")
	w.Null()
	w.Key("error")
	w.String(err.Error())
	w.EndObject()
	return w.Buf
}
