//go:build !wasip1 || hosted

package exports

import (
	"errors"
	"io"

	models "github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// storeCount is the stores whose rows are counted.
type storeCount struct {
	openedStores
	rows   storage.Rows // of the first pass, then of the second
	second bool         // second pass: measures entries that were not among the rows
	done   bool
	n      int64
}

// openStores opens the stores below a path.
func (c *counted) openStores(req value.Value) error {
	opened, known, err := openStores(req, c.rows.Decoder.Format)
	if err != nil {
		return err
	}
	s := &storeCount{openedStores: opened, rows: opened.scan(opened.asked.Query)}
	usage := storage.UsageOf(s.stores, s.tables)
	c.count.Usage, c.count.Stored = &usage, s.asked.Query.Stored
	c.rows.Decoder.Schemas = withSchemas(c.rows.Decoder.Schemas, known)
	c.stores = s
	return nil
}

// stepRows is how many entries a step reads.
const stepRows = 10_000

// step reads some entries and reports whether there are more.
func (c *counted) step() (more bool, err error) {
	s := c.stores
	for range stepRows {
		if s.done {
			return false, nil
		}
		e, err := s.rows.Next()
		if s.asked.Limit > 0 && !s.second && s.n == s.asked.Limit {
			err = io.EOF
		}
		var lost *storage.Damage
		switch {
		case err == io.EOF && !s.second:
			c.rows.End()
			s.next()
		case err == io.EOF:
			s.end()
			if s.asked.Limit == 0 {
				return false, c.check.misspelt(c.rows.Where, func() []models.Usable {
					found, _ := storage.FindModels(s.given.Set, s.stores, c.rows.Decoder.Format)
					return found
				})
			}
		case errors.As(err, &lost):
			if !s.second { // otherwise it was reported in the first pass
				s.n++
				c.rows.Take(&stream.Row{Bad: lost})
			}
		case err != nil:
			s.end()
			return false, err
		case s.second:
			c.count.Unseen().Add(e)
		default:
			s.n++
			c.rows.Take(&stream.Row{Entry: e, Note: s.rows.Note()})
		}
	}
	return !s.done, nil
}

// next begins the second pass.
func (s *storeCount) next() {
	s.rows.Scan.Close()
	q := s.asked.Query
	q.Stored = !q.Stored
	s.rows, s.second = s.scan(q), true
}

func (s *storeCount) end() {
	s.done = true
	s.rows.Scan.Close()
}

func (s *storeCount) close() {
	s.rows.Scan.Close()
	s.openedStores.close()
}
