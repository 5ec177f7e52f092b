package rocksdb

import (
	"bytes"
	"maps"
	"slices"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/value"
)

// Members of an object with a history that say what its versions do not tell.
const (
	memberKept       = "keepAllVersions" // the rows have all versions
	memberLastUpdate = "lastUpdate"      // version of the last update row, if it is not that of the last change
	memberTombstone  = "tombstone"       // version of a hard delete
	memberUpdates    = "updateHistory"   // the database has an update history
	memberLatest     = "latest"          // rows of Table that differ from the history: {"reference","version","data"}
)

// all returns the cells of the record's values in all versions: the historic ones, or the latest in a database
// without history.
func (x *Record) all() (list []cell.Stored, historic bool) {
	if len(x.historic) == 0 {
		list = slices.Clone(x.latest)
		if x.restored != 0 {
			list = append(list, cell.Stored{Qualifier: []byte{tagSoftDelete}, Data: []byte{flagOf(x.deleted)}, Version: x.restored})
		}
		return list, false
	}
	list = slices.Clone(x.historic)
	for _, d := range x.deletes {
		list = append(list, cell.Stored{Qualifier: []byte{tagSoftDelete}, Data: []byte{flagOf(d.deleted)}, Version: d.version})
	}
	return list, true
}

func flagOf(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// Written implements cell.Joined.
func (x *Record) Written() map[hlc.Version][]cell.Stored {
	list, _ := x.all()
	by := map[hlc.Version][]cell.Stored{}
	for _, c := range list {
		by[c.Version] = append(by[c.Version], c)
	}
	return by
}

// Gone implements cell.Joined. What remains of a hard-deleted record has no history.
func (x *Record) Gone(hlc.Version) bool { return false }

// writeStored writes the members for rows that cannot be derived from the record's history.
func (x *Record) writeStored(w *value.Writer) {
	list, historic := x.all()
	if historic {
		w.Key(memberKept)
		w.Bool(true)
	}
	if x.updates {
		w.Key(memberUpdates)
		w.Bool(true)
	}
	if x.tombstone != 0 {
		w.Key(memberTombstone)
		w.Uint64(uint64(x.tombstone))
	}
	if !x.exists {
		return
	}
	last := x.first
	for _, c := range list {
		last = max(last, c.Version)
	}
	if x.updated != last {
		w.Key(memberLastUpdate)
		if x.updated == 0 {
			w.Null()
		} else {
			w.Uint64(uint64(x.updated))
		}
	}
	x.writeLatest(w, latestOf(list))
}

// latestOf returns the rows that Table has after all cells were written: those with data.
func latestOf(list []cell.Stored) map[string]cell.Stored {
	rows := map[string]cell.Stored{}
	for _, c := range list {
		if old, ok := rows[string(c.Qualifier)]; !ok || c.Version > old.Version {
			rows[string(c.Qualifier)] = c
		}
	}
	maps.DeleteFunc(rows, func(q string, c cell.Stored) bool {
		return bytes.Equal(c.Data, []byte{0}) && q != string([]byte{tagSoftDelete})
	})
	return rows
}

// writeLatest writes how the rows of Table differ from those that the history implies.
func (x *Record) writeLatest(w *value.Writer, expected map[string]cell.Stored) {
	real := map[string]cell.Stored{}
	for _, c := range x.latest {
		real[string(c.Qualifier)] = c
	}
	if x.restored != 0 {
		real[string([]byte{tagSoftDelete})] = cell.Stored{Qualifier: []byte{tagSoftDelete}, Data: []byte{flagOf(x.deleted)}, Version: x.restored}
	}
	some := false
	for _, q := range slices.Sorted(maps.Keys(union(real, expected))) {
		is, there := real[q]
		should, wanted := expected[q]
		if there == wanted && is.Version == should.Version && bytes.Equal(is.Data, should.Data) {
			continue
		}
		if !some {
			w.Key(memberLatest)
			w.Array()
			some = true
		}
		w.Object()
		w.Key("reference")
		w.Hex([]byte(q))
		if there {
			w.Key("version")
			w.Uint64(uint64(is.Version))
			w.Key("data")
			w.Hex(is.Data)
		} else {
			w.Key("data")
			w.Null()
		}
		w.EndObject()
	}
	if some {
		w.EndArray()
	}
}

func union(a, b map[string]cell.Stored) map[string]cell.Stored {
	all := maps.Clone(a)
	for q, c := range b {
		if _, ok := all[q]; !ok {
			all[q] = c
		}
	}
	return all
}
