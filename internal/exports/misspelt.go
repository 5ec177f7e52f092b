//go:build !wasip1 || hosted

package exports

import (
	"bytes"
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/filter"
	models "github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/value"
)

// whereCheck looks for mistakes in a filter after all rows.
type whereCheck struct {
	models []byte // the schema in the options
	opaque bool   // there are schemas whose names are not known, since they were opened before
}

func newWhereCheck(req value.Value) (c whereCheck) {
	given := req.Member("schema")
	if c.opaque = given.Kind != value.Object && !given.IsNull(); !c.opaque {
		var w value.Writer
		w.Value(given)
		c.models = w.Buf
	}
	return c
}

// misspelt is the error for a member that no row had, and that is in no model: neither in one that was given nor in those that
// found returns, which is called only if there is such a member.
func (c *whereCheck) misspelt(where *filter.Filter, found func() []models.Usable) error {
	if where == nil || c.opaque {
		return nil
	}
	searched := false
	name := where.Misspelt(func(name string) bool {
		if !searched {
			searched = true
			for _, one := range found() {
				w := value.Writer{Buf: c.models}
				w.Value(one.Text)
				c.models = w.Buf
			}
		}
		return bytes.Contains(c.models, strconv.AppendQuote(nil, name))
	})
	if name == "" {
		return nil
	}
	return errors.New("where: no row has a member " + strconv.Quote(name))
}
