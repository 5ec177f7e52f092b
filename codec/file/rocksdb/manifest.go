package rocksdb

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/wire"
)

// family is a column family as described by a MANIFEST or, without one, by tables and logs.
type family struct {
	id            uint32
	name          []byte
	named         bool
	comparator    string
	hasComparator bool
	log           uint64 // logs with smaller numbers have nothing new for it
	flushed       uint64 // newest sequence number that was flushed before that log; 0 if not known
	reserved      bool   // no table came with that log number: if it is one above that of the last log, it is no log's
	unpersisted   bool   // user timestamps are not stored in its tables
	dropped       bool
	files         map[fileID]*fileMeta
}

// version is the state of a database after all edits of a MANIFEST.
type version struct {
	families    map[uint32]*family
	maxFamily   uint32 // largest id that a family has had
	minLog      uint64 // oldest log that two-phase commits need; 0 if none
	keepsAll    bool   // no log has been deleted so far
	previousLog uint64
	listed      map[uint64]bool   // numbers of all tables that any edit added or removed
	single      map[uint64]bool   // sequence numbers that all entries of such a table have, as those of ingested files do
	blobs       map[uint64]bool   // numbers of all blob files that any edit names
	logs        map[uint64]uint64 // sizes of the logs that must be there; 0 if not recorded
	logsFrom    uint64            // older logs are deleted
	began       map[uint64]uint64 // last sequence number that edits name together with a log number
	edits       int
	sequence    uint64 // the last one that edits name
	group       []edit // of an incomplete atomic group
	damage      []file.Damage
}

// newVersion returns the state before the first edit, in which only the family default exists.
func newVersion() *version {
	return &version{families: map[uint32]*family{}, listed: map[uint64]bool{}, single: map[uint64]bool{}, blobs: map[uint64]bool{},
		logs: map[uint64]uint64{}, began: map[uint64]uint64{}}
}

// readManifest applies all edits of a MANIFEST. The result aliases buf.
func readManifest(name string, buf []byte, limit file.Options) *version {
	v := newVersion()
	log := newLogReader(name, buf, limit)
	var rec logRecord
	for log.next(&rec) {
		if rec.damage != nil {
			v.report(rec.damage)
			continue
		}
		if rec.kind != pieceFull {
			continue
		}
		e := edit{at: int64(rec.at)}
		r := wire.NewReader(rec.payload, nil)
		readEdit(&r, &e)
		if err := r.Finish(); err != nil {
			v.refuse(name, int64(rec.at), int64(rec.end-rec.at), err)
			continue
		}
		v.take(name, e)
	}
	if len(v.group) > 0 {
		v.dropGroup(name, "the end of the MANIFEST")
	}
	maps.DeleteFunc(v.logs, func(n, _ uint64) bool { return n < v.logsFrom })
	return v
}

func (v *version) report(d *file.Damage) { v.damage = append(v.damage, *d) }

// refuse reports an edit that cannot be read.
func (v *version) refuse(name string, at, lost int64, err error) {
	d := &file.Damage{File: name, Code: "edit", Offset: at, Lost: lost, Expected: "a version edit", Found: err.Error(),
		Text: "The edit is left out: the state is a mixture, or older. RocksDB would not open this database."}
	if e, ok := err.(*wire.Error); ok {
		d.Expected, d.Found = e.Expected, e.Found
	}
	v.report(d)
}

func (v *version) dropGroup(name, found string) {
	n, left := len(v.group), v.group[len(v.group)-1].remaining
	v.report(&file.Damage{File: name, Code: "edit", Offset: v.group[0].at,
		Expected: strconv.FormatUint(left, 10) + " more edits of an atomic group", Found: found,
		Text: "The " + strconv.Itoa(n) + " edits of the group that are there do not count, since it is not complete: the state before them is shown."})
	v.group = v.group[:0]
}

// take applies an edit, or keeps it until its group is complete.
func (v *version) take(name string, e edit) {
	if n := len(v.group); n > 0 && (!e.inGroup || e.remaining+1 != v.group[n-1].remaining) {
		v.dropGroup(name, "an edit that is not the next of it")
	}
	if !e.inGroup {
		v.apply(name, &e)
		return
	}
	if v.group = append(v.group, e); e.remaining > 0 {
		return
	}
	for i := range v.group {
		v.apply(name, &v.group[i])
	}
	v.group = v.group[:0]
}

func (v *version) apply(name string, e *edit) {
	if v.edits++; v.families[0] == nil {
		v.families[0] = &family{name: []byte("default"), named: true, files: map[fileID]*fileMeta{}}
	}
	v.keepsAll = e.minLog == 0 && (e.hasMinLog || v.keepsAll)
	v.minLog, v.previousLog = max(v.minLog, e.minLog), max(v.previousLog, e.previousLog)
	v.maxFamily = max(v.maxFamily, e.family, uint32(e.maxFamily))
	v.track(e)
	f := v.families[e.family]
	if e.hasAdd && (f == nil || f.dropped) {
		f = &family{id: e.family, name: e.add, named: true, files: map[fileID]*fileMeta{}}
		v.families[e.family] = f
	}
	if f == nil {
		if len(e.added)+len(e.deleted) == 0 && !e.hasLog && !e.hasComparator {
			return // it changes nothing
		}
		v.report(&file.Damage{File: name, Code: "edit", Offset: e.at, Expected: "an edit of a family that was added",
			Found: "one of family " + strconv.FormatUint(uint64(e.family), 10),
			Text:  "The edit that added the family is missing; its files are read as a family without a name."})
		f = &family{id: e.family, files: map[fileID]*fileMeta{}}
		v.families[e.family] = f
	}
	if f.dropped {
		return // the family was dropped
	}
	f.apply(e)
	for _, id := range e.deleted {
		v.listed[id.number] = true
	}
	for _, n := range e.blobs {
		v.blobs[n] = true
	}
	for i := range e.added {
		v.listed[e.added[i].number] = true
		if low, high := e.added[i].sequences(); low == high {
			v.single[low] = true
		}
	}
}

// track applies what an edit says about logs, which all families share.
func (v *version) track(e *edit) {
	v.logsFrom, v.sequence = max(v.logsFrom, e.logsFrom), max(v.sequence, e.lastSequence)
	if e.hasLog {
		v.began[e.log] = max(v.began[e.log], e.lastSequence)
	}
	for _, m := range e.logs {
		v.logs[m.number] = max(v.logs[m.number], m.size)
	}
}

func (f *family) apply(e *edit) {
	if e.hasComparator {
		f.comparator, f.hasComparator = string(e.comparator), true
	}
	if e.hasLog && e.log > f.log {
		if f.log > 0 && len(e.added) == 1 && e.added[0].level == 0 { // a flush; the first edit may list any files
			if low, high := e.added[0].sequences(); low < high {
				f.flushed = high
			}
		}
		f.log, f.reserved = e.log, len(e.added) == 0 && !e.hasAdd
	}
	if e.hasPersist {
		f.unpersisted = e.unpersisted
	}
	for _, id := range e.deleted {
		delete(f.files, id)
	}
	for i := range e.added {
		f.files[e.added[i].fileID] = &e.added[i]
	}
	if e.drop {
		f.dropped, f.files = true, nil
	}
}

// living returns the existing families, by id.
func (v *version) living() []*family {
	var all []*family
	for _, id := range slices.Sorted(maps.Keys(v.families)) {
		if f := v.families[id]; !f.dropped {
			all = append(all, f)
		}
	}
	return all
}

// sorted returns a family's files by level: level 0 ordered with the newest last, other levels by number.
func (f *family) sorted() []*fileMeta {
	all := slices.Collect(maps.Values(f.files))
	sorting.Func(all, func(a, b *fileMeta) int {
		return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(a.number, b.number))
	})
	return all
}

// oldestLog returns the smallest number of a log that may still have something to contribute.
func (v *version) oldestLog() uint64 {
	oldest := ^uint64(0)
	for _, f := range v.families {
		if !f.dropped {
			oldest = min(oldest, f.log)
		}
	}
	if v.minLog > 0 {
		oldest = min(oldest, v.minLog)
	}
	if v.previousLog > 0 {
		oldest = min(oldest, v.previousLog)
	}
	return oldest
}

// newestLog returns the largest log number of any family. When it was written, that log existed, or one with a larger
// number came next; if it is only reserved, perhaps neither.
func (v *version) newestLog() (newest uint64, reserved bool) {
	for _, f := range v.families {
		if !f.dropped && f.log >= newest {
			newest, reserved = f.log, f.reserved && (reserved || f.log > newest)
		}
	}
	return newest, reserved
}
