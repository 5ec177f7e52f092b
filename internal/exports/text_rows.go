//go:build !wasip1 || hosted

package exports

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/dump"
	models "github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/unpack"
)

// lineMax bounds a line of a dump, and a single value, and thereby memory.
const lineMax = 16 << 20

// textRows says how to read the rows of a text.
type textRows struct {
	dump.Options
	cf string
}

// readText reads the members file, spelling and cf.
func readText(req value.Value, format string) (t textRows) {
	t.cf, _ = req.Member("cf").Text()
	t.RocksDB = t.cf != ""
	t.File, _ = req.Member("file").Text()
	t.Form, _ = req.Member("spelling").Text()
	t.Limit, t.Dump = lineMax, true
	t.SplitKey, t.RowKey = models.KeySplitter(format, nil), stream.RowKey(format)
	return t
}

// raw is the spelling of bytes that are to be taken as they are.
const raw = "raw"

// each reads rows until the text ends or take returns an error, from what the command reads as text, too: in gzip, Zstandard or
// UTF-16. A row is valid during the call.
func (t *textRows) each(text io.Reader, take func(*stream.Row) error) error {
	if t.Form != raw {
		plain, err := unpack.Text(text, func(string) {}) // nothing here shows what was guessed
		if err != nil {
			return fmt.Errorf("text: %w", err)
		}
		text = plain
	}
	scanner, err := dump.Open(text, t.Options)
	if err != nil {
		return err
	}
	var row stream.Row
	for {
		e, err := scanner.Next()
		var bad *dump.Error
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &bad):
			row = stream.Row{Bad: bad}
		case err != nil:
			return err
		default:
			if e.Source.CF == "" {
				e.Source.CF = t.cf
			}
			if n, err := strconv.ParseUint(scanner.Detail().Seq, 10, 64); err == nil {
				e.Source.Sequence = n
			}
			row = stream.Row{Entry: e}
		}
		if err := take(&row); err != nil {
			return err
		}
	}
}

// readDecoder reads the members format, record and schema.
func readDecoder(req value.Value, e *Error) (d stream.Decoder, code Code, err error) {
	d.Zones = hostZones
	if d.Format, err = textMember(req, "format"); err != nil {
		return d, OK, err
	}
	if d.Only, err = textMember(req, "record"); err != nil {
		return d, OK, err
	}
	if d.Format != "" && codec.Find(d.Format) == nil {
		return d, e.refuse(UnknownFormat, "format"), nil
	}
	d.Schemas, code, err = schemasOf(req, d.Format, e)
	return d, code, err
}

// textMember is an optional member that is a text.
func textMember(req value.Value, name string) (string, error) {
	v := req.Member(name)
	text, ok := v.Text()
	if !ok && !v.IsNull() {
		return "", errors.New(name + ": expected a text")
	}
	return text, nil
}
