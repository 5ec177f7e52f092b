package rocksdb

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
)

// sizes checks the sizes of collections, now and at every version of the record's history.
func (c *checks) sizes(x *subject, all []cell.Event) {
	if !c.historic {
		for _, s := range cell.NewSizes(c.model, cell.RocksDB, false).Differ(x.latest) {
			c.sizeDiffers(x, s, Table, nil)
		}
		return
	}
	sizes := cell.NewSizes(c.model, cell.RocksDB, true)
	for _, e := range all {
		for _, s := range sizes.Differ(e.Cells) {
			c.sizeDiffers(x, s, HistoricTable, hlc.AppendInverted(nil, e.Version))
		}
	}
}

func (c *checks) sizeDiffers(x *subject, s *cell.Sized, f FamilyType, at []byte) {
	row := append(bytes.Clone(x.id), s.Qualifier...)
	a := about{family: f, key: append(row, at...), record: x.id, noMend: "the values of lost items are not known"}
	if r := c.rows[f].find(row, at); r != nil {
		a.stored = r.val
	}
	c.find(format.Error, cell.SizeDiffers, a, s.Why())
}
