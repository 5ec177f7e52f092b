package rocksdb

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
)

// checkLogs checks that the logs listed by the MANIFEST or by a later log are there and whole. have is the set
// of logs in the folder.
func (l *loading) checkLogs(have map[uint64]bool) {
	v, p := l.version, l.s.replay
	wanted, of := maps.Clone(v.logs), map[uint64]*logName{}
	needed := v.oldestLog()
	if v.minLog > 0 {
		needed = v.minLog // families without entries keep an old log number, yet RocksDB deletes logs below this
	}
	for i := range p.logs {
		log := &p.logs[i]
		of[log.number] = log
		if n := log.before.number; n > 0 && n >= needed {
			wanted[n] = max(wanted[n], log.before.size)
		}
	}
	for _, n := range slices.Sorted(maps.Keys(wanted)) {
		size := wanted[n]
		expected := "a write-ahead log of " + decimal(size) + " bytes, as the MANIFEST or a later log lists"
		if size == 0 {
			expected = "a write-ahead log that the MANIFEST or the backup lists"
		}
		lost := "What was written to it and to no table is lost: rows are missing or out of date."
		switch log := of[n]; {
		case !have[n]:
			have[n] = true // it has been reported
			l.miss(n, size, false, expected, lost)
		case log != nil && log.size < size: // a longer one was written to later, or used to be another log
			p.damage = append(p.damage, file.Damage{File: log.name, Code: "file-size", Offset: file.NoOffset,
				Lost: int64(min(size-log.size, 1<<56)), Expected: expected, Found: decimal(log.size) + " bytes",
				Text: "The end of the log is not there. " + lost})
		}
	}
	for i := range p.logs {
		switch log := &p.logs[i]; {
		case log.before.number >= log.number:
			p.damage = append(p.damage, file.Damage{File: log.name, Code: "log-record", Offset: int64(log.before.at),
				Expected: "a log before " + file.Base(log.name), Found: fileName(log.before.number, ".log"), Text: "The log has another one's name."})
		case log.before.number > 0:
			p.compare(of[log.before.number], log)
		}
	}
	p.checkOrder()
	l.checkHoles()
	l.checkBegun(have)
	l.checkNewest(have)
}

// compare checks a log against what the next one says about it. RocksDB also insists on the very last batch.
func (p *replay) compare(log, next *logName) {
	if log == nil || log.last == next.before.last || p.told(log.name, false) {
		return
	}
	p.damage = append(p.damage, file.Damage{File: next.name, Code: "log-record", Offset: int64(next.before.at),
		Expected: file.Base(log.name) + " ends with the batch of sequence number " + decimal(next.before.last), Found: decimal(log.last),
		Text: file.Base(log.name) + " is not the log that this one followed: batches at its end are lost, or others came."})
}

// checkOrder compares the sequence numbers of logs, which ascend with their own. RocksDB begins no log before the last
// one has a record: an empty one stays where a database was opened and closed again, and then none is missing.
func (p *replay) checkOrder() {
	var before, empty *logName
	for i := range p.logs {
		log := &p.logs[i]
		switch {
		case log.first == 0 && before != nil && !p.told(log.name, true) && !p.told(before.name, false):
			empty = log
			continue
		case log.first == 0:
			continue
		case before != nil && (log.first < before.first || log.first == before.first && before.next > before.first):
			p.damage = append(p.damage, file.Damage{File: log.name, Code: "log-record", Offset: file.NoOffset,
				Expected: "sequence numbers from " + decimal(before.next) + " on, as " + file.Base(before.name) + " comes before", Found: decimal(log.first),
				Text: "One of the two logs has another one's name, or is of another time: rows may be missing or out of date."})
		}
		if empty != nil && before.next < log.first {
			p.damage = append(p.damage, file.Damage{File: empty.name, Code: "log-tail", Offset: 0,
				Expected: "records from sequence number " + decimal(before.next) + " to " + decimal(log.first-1), Found: "none",
				Text: "The log is empty between two that are not, and sequence numbers are missing: what was written to it is lost."})
		}
		before, empty = log, nil
	}
}

// checkHoles looks, if nothing else is wrong, for logs that are missing or are not what they are called: each goes on with
// the sequence number after the one before it, the first with what was written after a flush. Ingested files and writes
// without a log have numbers of their own, so a hole of one number says nothing, and another is a remark if there are
// holes inside logs, too. So is one before a log with a number below that of the MANIFEST, which begins with the tables there
// were then: it does not name the numbers of ingested files that were compacted away, nor those of recovered entries that
// went into no table. And so is one before all logs, if none was deleted so far: a family may have been filled without a log.
func (l *loading) checkHoles() {
	v, p := l.version, l.s.replay
	_, manifest := parseName(file.Base(l.manifest))
	if p.perBatch || isLoss(p.damage) || isLoss(l.missing) {
		return
	}
	next, last, old := uint64(0), "", false
	if v.keepsAll {
		next = 1
	}
	families := v.living()
	for i := range p.logs {
		log := &p.logs[i]
		if log.first == 0 {
			continue
		}
		if at := v.began[v.minLog]; last == "" && at > 0 && v.minLog < log.number {
			next = max(next, at+1)
		}
		for _, f := range families {
			switch {
			case f.flushed >= log.first && f.log <= log.number:
				p.hole(log.name, "above ", f.flushed, log.first, false)
				return
			case last == "" && f.flushed > 0 && v.minLog > 0 && v.minLog <= f.log && f.log < log.number:
				next = max(next, v.began[f.log]+1)
			}
		}
		next = v.behindIngested(next, log.first)
		if old = log.number < manifest; next > 0 && log.first > next+1 && (next > 1 || log.first != firstTimed) {
			p.hole(log.name, "from ", next, log.first, p.holes || old || last == "" && v.keepsAll)
		}
		next, last = log.next, log.name
	}
	next = v.behindIngested(next, v.sequence+1)
	if last != "" && v.sequence > next && !p.told(last, true) {
		p.hole(last, "up to ", v.sequence, next-1, p.holes || old)
	}
}

// firstTimed is the first number of a new database that keeps the times of its numbers: those before stand for earlier times.
const firstTimed = 101

// behindIngested returns the first number, if there is a hole, that no ingested file has. Of those that were compacted
// away, too, the MANIFEST has the numbers.
func (v *version) behindIngested(next, first uint64) uint64 {
	for next > 0 && first > next+1 && v.single[next] {
		next++
	}
	return next
}

// told reports whether damage of a log was found, maybe only a remark.
func (p *replay) told(name string, remarks bool) bool {
	for i := range p.damage {
		if d := &p.damage[i]; d.File == name && (remarks || !d.Remark) {
			return true
		}
	}
	return false
}

func isLoss(all []file.Damage) bool {
	for i := range all {
		if !all[i].Remark {
			return true
		}
	}
	return false
}

func (p *replay) hole(name, word string, expected, found uint64, remark bool) {
	text := "A log beside this one is missing, or its end, or this one is of another time: rows may be missing or out of date."
	if remark {
		text = "If a log beside this one is missing, or its end, rows may be, too. Writes without a log, ingested files and dropped families leave the same hole."
	}
	p.report(file.NoOffset, "log-record", 0, remark, "sequence numbers "+word+decimal(expected), decimal(found), text)
	p.damage[len(p.damage)-1].File = name
}

// checkBegun checks, if nothing else is wrong, for logs with which families began while the database was open, of which none is
// deleted that the MANIFEST still keeps: one that others follow had a record. A recovery names a number that is no log's, and so
// it may be where the MANIFEST is older than that.
func (l *loading) checkBegun(have map[uint64]bool) {
	v := l.version
	_, manifest := parseName(file.Base(l.manifest))
	if v.minLog == 0 || len(v.damage) > 0 || isLoss(l.s.replay.damage) || isLoss(l.missing) {
		return
	}
	newest := slices.Max(append(slices.Collect(maps.Keys(have)), 0))
	for _, f := range v.living() {
		if f.log >= v.minLog && f.log > manifest && f.log < newest && !f.reserved && !have[f.log] {
			have[f.log] = true
			reused := bytes.Contains(l.text, []byte("reuse_manifest_on_open=true"))
			l.miss(f.log, 0, reused, "a write-ahead log that was begun, as newer ones were later",
				"What was written to it and to no table is lost: rows are missing or out of date.")
		}
	}
}

// checkNewest checks for the log that a database had begun when it wrote its MANIFEST. Backups and checkpoints leave
// out an empty log, so if no log is needed this is only a remark, unless the folder has the IDENTITY of a database that was
// opened for writing there; LOCK may come of an attempt. It is also a remark where the MANIFEST only reserves the number after
// that of the last log for families that have no entries: RocksDB can do so on closing. If older logs are there and the newest
// is not, an unnecessary warning is better than silence.
func (l *loading) checkNewest(have map[uint64]bool) {
	newest, reserved := l.version.newestLog()
	if len(l.listed) > 0 || newest == 0 && len(l.version.listed) > 0 {
		return // a backup lists its logs, and those must be there; RepairDB writes a MANIFEST without logs
	}
	for n := range have {
		if n >= newest {
			return
		}
	}
	remark := len(l.s.replay.logs) == 0 && !(l.identity && newest > 0) || reserved && have[newest-1]
	l.miss(newest, 0, remark, "a write-ahead log with the number "+decimal(newest)+" or a larger one",
		"A database that was in use has such a log, here or in its wal_dir, which should be given with it: without it, "+
			"rows that were not flushed are missing. Only a checkpoint or a backup may have none, if there was nothing to flush, "+
			"and a database that was closed with optimize_manifest_for_recovery.")
}

// miss reports a missing log.
func (l *loading) miss(number, size uint64, remark bool, expected, text string) {
	l.missing = append(l.missing, file.Damage{File: inFolder(l.dir, fileName(number, ".log")), Code: "file-missing", Offset: file.NoOffset,
		Lost: int64(min(size, 1<<56)), Expected: expected, Found: "no such file", Remark: remark, Text: text})
}

// unlisted returns the tables in the folder that no edit lists.
func (l *loading) unlisted() (numbers []uint64) {
	for _, n := range slices.Sorted(maps.Keys(l.tables)) {
		if !l.version.listed[n] {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// fileNames returns the names of tables, for people.
func (l *loading) fileNames(numbers []uint64) string {
	var names []string
	for _, n := range numbers {
		names = append(names, file.Base(l.tables[n]))
	}
	return strings.Join(names, ", ")
}

// nameUnlisted reports, if records of the MANIFEST are lost, which tables no edit lists. A MANIFEST that
// ends inside a record is normal after a crash, but not if there are such tables: edits may be lost.
func (l *loading) nameUnlisted() {
	names := l.fileNames(l.unlisted())
	for i := range l.version.damage {
		d := &l.version.damage[i]
		if names == "" {
			d.Text += " Every table in the folder is listed by some edit."
			continue
		}
		if d.Remark {
			d.Remark = false
			d.Text = "The MANIFEST ends here, in a record: edits may be lost, and the state is an older one."
		}
		d.Text += " Tables in the folder that no edit lists: " + names + "."
	}
}

// seekNewer looks for tables that the MANIFEST should list: a MANIFEST may be older than the tables beside it, or be cut
// off exactly after an edit. An unfinished flush or compaction also leaves tables, but their entries are in the logs or in
// listed tables. So a table counts if its newest entry is in no log and newer than all listed tables.
func (l *loading) seekNewer() error {
	if len(l.version.damage) > 0 {
		return nil // they have been reported
	}
	listed := uint64(0)
	for _, f := range l.version.living() {
		for _, m := range f.files {
			_, high := m.sequences()
			listed = max(listed, high)
		}
	}
	var newer []uint64
	for _, n := range l.unlisted() {
		newest, err := l.newestOf(l.tables[n])
		if err != nil {
			return err
		}
		if newest > listed && !l.s.replay.has(newest) {
			newer = append(newer, n)
		}
	}
	if len(newer) > 0 {
		l.missing = append(l.missing, file.Damage{File: l.manifest, Code: "manifest", Offset: file.NoOffset,
			Expected: "edits that list the tables with the newest entries", Found: "none for " + l.fileNames(newer),
			Text: "These tables are not shown, yet have entries that are newer than all listed tables and in no log. " +
				"The MANIFEST may be an older copy, or lack its end."})
	}
	return nil
}

// has reports whether a sequence number is one of a log's.
func (p *replay) has(sequence uint64) bool {
	for i := range p.logs {
		if p.logs[i].first <= sequence && sequence < p.logs[i].next {
			return true
		}
	}
	return false
}

// newestOf returns the largest sequence number of a sound table of a living family, else 0.
func (l *loading) newestOf(name string) (uint64, error) {
	f, err := l.set.Open(name)
	if gone(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer f.Close()
	s, c := &database{opt: l.opt}, new(column)
	s.addTable(c, f, name, nil)
	t := c.files[0]
	if t.err != nil || len(s.damage) > 0 {
		return 0, t.err // a damaged table was still being written
	}
	id := t.props.columnFamilyID
	if family := l.version.families[id]; t.props.hasFamily && id <= l.version.maxFamily && (family == nil || family.dropped) {
		return 0, nil // the family was dropped, with all that was written to it
	}
	return c.newest()
}
