package rocksdb

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
)

// newest yields of each row of a historic family the newest version, which is the
// first in the order of the inverted versions.
func (t *table) newest(f FamilyType, shortest int, yield func(row []byte, at hlc.Version, val []byte)) {
	newest := map[string]hlc.Version{}
	t.each(f, func(key, _ []byte) {
		if len(key) < shortest+versionLen {
			return
		}
		row, at := string(key[:len(key)-versionLen]), ^version(key[len(key)-versionLen:])
		newest[row] = max(newest[row], at)
	})
	t.each(f, func(key, val []byte) {
		if len(key) < shortest+versionLen {
			return
		}
		row, at := key[:len(key)-versionLen], ^version(key[len(key)-versionLen:])
		if newest[string(row)] == at {
			yield(row, at, val)
		}
	})
}

// history compares each Table row with its newest historic row, and each unique row
// with the historic row of its version.
func (c *checks) history() {
	size := c.model.KeySize
	seen := map[string]bool{}
	c.newest(HistoricTable, size+1, func(row []byte, at hlc.Version, val []byte) {
		seen[string(row)] = true
		latest, ok := c.get(Table, row)
		gone := len(val) == 1 && val[0] == 0 && row[size] != tagSoftDelete
		switch {
		case gone && (!ok || len(latest) == versionLen+1 && latest[versionLen] == 0):
		case !ok || len(latest) < versionLen || version(latest) != at || !bytes.Equal(latest[versionLen:], val):
			c.find(format.Error, HistoryDiffers, Table, row, row[:size], append(hlc.Append(nil, at), val...), latest, "the newest historic row says otherwise")
		}
	})
	c.each(Table, func(key, val []byte) {
		rest := key[min(size, len(key)):]
		if len(rest) == 0 || len(rest) == 1 && rest[0] == tagLastUpdate || seen[string(key)] {
			return
		}
		severity := format.Error
		if len(rest) == 1 && rest[0] == tagSoftDelete {
			severity = format.Info // an add through replication does not write it
		}
		c.find(severity, MissingHistory, HistoricTable, key, key[:size], nil, val, "the row has no historic row")
	})
	c.each(Unique, func(key, val []byte) {
		if len(val) < versionLen || len(key) > 0 && key[0] == 0 {
			return
		}
		row := hlc.AppendInverted(bytes.Clone(key), version(val))
		if owner, ok := c.get(HistoricUnique, row); !ok || !bytes.Equal(owner, val[versionLen:]) {
			c.find(format.Error, MissingHistory, HistoricUnique, row, val[versionLen:], val[versionLen:], owner, "the unique row has no historic row of its version and owner")
		}
	})
}

// historicIndex compares the newest row of each historic index entry with Index.
func (c *checks) historicIndex() {
	size := c.model.KeySize
	seen := map[string]bool{}
	c.newest(HistoricIndex, size, func(row []byte, at hlc.Version, val []byte) {
		seen[string(row)] = true
		record := row[len(row)-size:]
		latest, ok := c.get(Index, row)
		switch {
		case len(val) == 0 && (!ok || !bytes.Equal(latest, hlc.Append(nil, at))):
			c.find(format.Error, HistoryDiffers, Index, row, record, hlc.Append(nil, at), latest, "the newest historic row says that the entry is set")
		case len(val) > 0 && ok:
			c.find(format.Error, HistoryDiffers, Index, row, record, nil, latest, "the newest historic row says that the entry is not set any more")
		case len(val) > 0:
			if _, exists := c.get(Keys, record); !exists {
				c.find(format.Info, StaleHistoricIndex, HistoricIndex, row, record, nil, val, "upstream's hard delete can leave this row of a record that had left the index before")
			}
		}
	})
	c.each(Index, func(key, val []byte) {
		if !seen[string(key)] {
			c.find(format.Error, MissingHistory, HistoricIndex, key, nil, nil, val, "the index row has no historic row")
		}
	})
}
