package rocksdb

import (
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/wire"
)

// replay collects, for each family, what the logs of a database hold. Records stay where they
// were read; an entry is a reference into them.
type replay struct {
	limit  file.Options
	accept func(family uint32, log, sequence uint64) bool // whether to include an entry

	logs     []logName
	records  []heldRecord
	families map[uint32]*memtable
	waiting  map[string]*transaction // prepared but neither committed nor rolled back
	damage   []file.Damage
	next     uint64 // the sequence number that should follow the last batch
	ends     []int  // indexes in damage: logs that end inside a record, with no batch after them so far

	all bool // also show what is not committed; for logs read alone

	holes    bool            // numbers are missing between two batches of a log
	perBatch bool            // all entries of a batch have its sequence number, as with transactions of the other policies
	numbered map[string]bool // families and keys with the current number, if perBatch
	hidden   []sequences     // of what was prepared and never committed
}

// sequences are numbers from one up to another, which is excluded.
type sequences struct{ from, to uint64 }

// logName is a log that has been read.
type logName struct {
	name   string
	number uint64
	size   uint64
	first  uint64 // sequence number in the header of its first batch; 0 if none
	last   uint64 // the same for its last batch
	next   uint64 // the sequence number that follows
	before predecessor
}

// predecessor is what a log says about the previous log.
type predecessor struct {
	at                 int // offset of the record
	number, size, last uint64
}

// heldRecord is a log record into which entries point.
type heldRecord struct {
	payload []byte
	log     int // index in logs
	at      int // offset of its header in the log
}

// memEntry locates a log entry in its record.
type memEntry struct {
	sequence       uint64
	record         uint32
	at             uint32 // offset of its tag
	key, keyLen    uint32
	value, valueLn uint32
	family         uint32
	kind           uint8
}

// memtable is what the logs hold for one family, in the order of writing until it is sorted.
type memtable struct {
	entries []memEntry
	ranges  []memEntry
}

// transaction is a prepared transaction.
type transaction struct {
	id      string
	entries []memEntry
	name    string // log
	at      int    // offset of the record with the end of the preparation

	written []sequences // of entries that were written before the commit, as the policies other than write committed do
	count   int         // of all entries
}

func newReplay(limit file.Options, accept func(family uint32, log, sequence uint64) bool) *replay {
	return &replay{limit: limit, accept: accept, families: map[uint32]*memtable{}, waiting: map[string]*transaction{},
		numbered: map[string]bool{}}
}

// logFile is a log that was read.
type logFile struct {
	named
	buf []byte
}

// replayLogs replays logs in the order of their numbers, and once more if something in them says that numbers belong to batches:
// all logs are then of such a database. all is as in replay.
func (s *database) replayLogs(logs []logFile, all bool, accept func(family uint32, log, sequence uint64) bool) {
	for perBatch := false; ; perBatch = true {
		s.replay = newReplay(s.opt, accept)
		s.replay.perBatch, s.replay.all = perBatch, all
		for _, log := range logs {
			s.replay.log(log.name, log.number, log.buf)
		}
		if perBatch || !s.replay.perBatch {
			return
		}
	}
}

// log replays one log. Logs must be passed in the order of their numbers.
func (p *replay) log(name string, number uint64, buf []byte) {
	p.logs = append(p.logs, logName{name: name, number: number, size: uint64(len(buf))})
	log := newLogReader(name, buf, p.limit)
	var rec logRecord
	if len(buf) > 0 && allZero(buf) {
		p.report(0, "log-tail", 0, true, "records", "zeros to the end of the file", "The log has no record: nothing was written to it yet, "+
			"or it was copied without what was. In that case, rows are missing or out of date.")
	}
	other := false // whether a transaction of another policy was met
	for log.next(&rec) {
		switch {
		case rec.damage != nil:
			if rec.damage.Code == "log-tail" {
				p.ends = append(p.ends, len(p.damage))
			}
			p.damage = append(p.damage, *rec.damage)
		case rec.kind == pieceFull:
			p.records = append(p.records, heldRecord{rec.payload, len(p.logs) - 1, rec.at})
			if p.batch(&rec) && !other {
				other = true
				p.report(rec.at, "transactions", 0, true, "transactions of the policy write committed", "another policy",
					"What is shown is what was committed, with the sequence numbers of the preparation: older states (--at) may differ from the database's.")
			}
		case (rec.kind == piecePredecessor || rec.kind == piecePredecess2) && len(rec.payload) == predecessorSize:
			u64 := binary.LittleEndian.Uint64
			p.logs[len(p.logs)-1].before = predecessor{rec.at, u64(rec.payload), u64(rec.payload[8:]), u64(rec.payload[16:])}
		}
	}
}

// follow is called with the first sequence number of each batch. A log that ends inside a record is
// normal after a crash if it is the last log, or if the next batch continues with the next number,
// because the database was reopened after the crash. RocksDB, too, continues only then. Otherwise
// there is a gap between the two.
func (p *replay) follow(sequence uint64) {
	for _, i := range p.ends {
		if sequence == p.next || p.perBatch && sequence < p.next {
			continue
		}
		d := &p.damage[i]
		d.Remark = false
		d.Text = "The log ends here, in a record, and " + file.Base(p.logs[len(p.logs)-1].name) + " goes on with sequence number " +
			decimal(sequence) + " in place of " + decimal(p.next) + ": what was written in between is lost. Only the last log ends so after a crash. " +
			"RocksDB would stop here by default and ignore all later logs."
	}
	p.ends = p.ends[:0]
}

func (p *replay) report(at int, code string, lost int64, remark bool, expected, found, text string) {
	p.damage = append(p.damage, file.Damage{File: p.logs[len(p.logs)-1].name, Code: code, Offset: int64(at), Lost: lost, Remark: remark,
		Expected: expected, Found: found, Text: text})
}

// batch takes the entries of a batch. It reports whether the batch has a transaction of a
// policy other than write committed.
func (p *replay) batch(rec *logRecord) (other bool) {
	r := wire.NewReader(rec.payload, nil)
	sequence, count := readBatchHeader(&r)
	if !r.OK() {
		p.report(rec.at, "batch", int64(len(rec.payload)), false, "a write batch of at least 12 bytes", strconv.Itoa(len(rec.payload))+" bytes",
			"The record is skipped.")
		return false
	}
	p.follow(sequence)
	log := &p.logs[len(p.logs)-1]
	p.perBatch = p.perBatch || log.first > 0 && sequence < p.next
	p.holes = p.holes || log.first > 0 && sequence > p.next
	if log.last = sequence; log.first == 0 {
		log.first = sequence
	}
	clear(p.numbered)
	var b batchRecord
	var preparing *transaction
	data, commits, empty := uint32(0), false, true
	for r.More() {
		readBatchRecord(&r, &b)
		if !r.OK() {
			break
		}
		ends := endsBatch(b.tag, empty)
		empty = ends || empty && b.tag == batchNoop
		other = other || b.tag == batchBeginPersisted || b.tag == batchBeginUnprepared
		commits = commits || b.tag == batchCommit || b.tag == batchCommitTimestamp
		sequence = p.mark(&b, rec.at, &preparing, sequence)
		if ends && p.perBatch {
			sequence++
			clear(p.numbered)
		}
		if b.kind == typeNoEntry {
			continue
		}
		data++
		e := p.entry(&b)
		if p.again(&b) {
			sequence++
		}
		if preparing != nil {
			preparing.count++
			if preparing.written == nil {
				preparing.entries = append(preparing.entries, e)
				if !p.all {
					continue
				}
			}
		}
		e.sequence = sequence
		if p.add(e); !p.perBatch {
			sequence++
		}
	}
	if p.perBatch && !empty {
		sequence++
	}
	p.next, log.next = sequence, sequence
	p.ended(rec, &r, &b, data, count, commits)
	return other
}

// mark takes what a record says about a transaction, and returns the next sequence number.
func (p *replay) mark(b *batchRecord, at int, preparing **transaction, sequence uint64) uint64 {
	switch b.tag {
	case batchBeginPersisted, batchBeginUnprepared, batchBeginPrepare:
		*preparing = &transaction{}
		if b.tag != batchBeginPrepare {
			p.perBatch = true
			(*preparing).written = []sequences{{sequence, sequence + 1}}
		}
	case batchEndPrepare:
		if t := *preparing; t != nil {
			t.id, t.name, t.at = string(b.key), p.logs[len(p.logs)-1].name, at
			p.wait(t, sequence+1)
			*preparing = nil
		}
	case batchCommit:
		return p.commit(string(b.key), nil, sequence)
	case batchCommitTimestamp:
		return p.commit(string(b.value), b.key, sequence)
	case batchRollback:
		delete(p.waiting, string(b.key))
	}
	return sequence
}

// endsBatch reports whether a record ends a batch: a record of a log may have several, each with a number of its own where numbers
// belong to batches. empty says that nothing of the batch was there before.
func endsBatch(tag uint8, empty bool) bool {
	switch tag {
	case batchNoop:
		return !empty
	case batchEndPrepare, batchCommit, batchCommitTimestamp, batchRollback:
		return true
	}
	return false
}

// again reports whether a key was in the batch before, which gives what follows the next number.
func (p *replay) again(b *batchRecord) bool {
	if !p.perBatch {
		return false
	}
	key := decimal(uint64(b.family)) + "/" + string(b.key)
	if b.kind == typeRangeDelete {
		key = "-" + key // these are kept apart
	}
	again := p.numbered[key]
	if again {
		clear(p.numbered)
	}
	p.numbered[key] = true
	return again
}

// ended reports what is wrong with a batch that has been read.
func (p *replay) ended(rec *logRecord, r *wire.Reader, b *batchRecord, data, count uint32, commits bool) {
	if err := r.Finish(); err != nil {
		expected, found := "a record of a write batch", err.Error()
		if e, ok := err.(*wire.Error); ok {
			expected, found = e.Expected, e.Found
		}
		p.report(rec.at+b.at, "batch", int64(len(rec.payload)-b.at), false, expected, found, "The rest of this write batch is lost.")
		return
	}
	if data != count && !commits {
		p.report(rec.at+batchPlaceOfTheCount, "batch", 0, true, strconv.FormatUint(uint64(count), 10)+" entries in the batch, as it says",
			strconv.FormatUint(uint64(data), 10), "What is there is shown.")
	}
}

// entry returns a reference to an entry of the last record read.
func (p *replay) entry(b *batchRecord) memEntry {
	return memEntry{record: uint32(len(p.records) - 1), at: uint32(b.at), family: b.family, kind: b.kind,
		key: uint32(b.keyAt), keyLen: uint32(len(b.key)), value: uint32(b.valueAt), valueLn: uint32(len(b.value))}
}

func (p *replay) add(e memEntry) {
	if !p.accept(e.family, p.logs[len(p.logs)-1].number, e.sequence) {
		return
	}
	m := p.families[e.family]
	if m == nil {
		m = &memtable{}
		p.families[e.family] = m
	}
	if e.kind == typeRangeDelete && !p.all {
		m.ranges = append(m.ranges, e)
	} else {
		m.entries = append(m.entries, e)
	}
}

// wait keeps a transaction until it is decided; next is the number after its own. One of the policy write unprepared is
// prepared in several batches.
func (p *replay) wait(t *transaction, next uint64) {
	if t.written != nil {
		t.written[0].to = next
		if before := p.waiting[t.id]; before != nil {
			t.written, t.count = append(before.written, t.written...), t.count+before.count
		}
	}
	p.waiting[t.id] = t
}

// hides reports whether an entry with a sequence number belongs to a transaction that was not committed.
func (p *replay) hides(sequence uint64) bool {
	if p == nil {
		return false
	}
	for i := range p.hidden {
		if p.hidden[i].from <= sequence && sequence < p.hidden[i].to {
			return true
		}
	}
	return false
}

// commit applies a transaction from a sequence number on, and returns the next one. A timestamp
// replaces the end of each key.
func (p *replay) commit(id string, timestamp []byte, sequence uint64) uint64 {
	t := p.waiting[id]
	if t == nil {
		return sequence // it was prepared in a log that is gone, so its entries are in tables
	}
	delete(p.waiting, id)
	if p.all {
		return sequence
	}
	for _, e := range t.entries {
		if len(timestamp) == timestampSize && e.keyLen >= timestampSize {
			e = p.stamped(e, timestamp)
		}
		e.sequence = sequence
		sequence++
		p.add(e)
	}
	return sequence
}

// stamped returns an entry with another timestamp at the end of its key, in memory of its own.
func (p *replay) stamped(e memEntry, timestamp []byte) memEntry {
	key, value := p.key(&e), p.value(&e)
	own := append(append(append([]byte(nil), key[:len(key)-timestampSize]...), timestamp...), value...)
	held := p.records[e.record]
	held.payload = own
	p.records = append(p.records, held)
	e.record, e.key, e.value = uint32(len(p.records)-1), 0, uint32(len(key))
	return e
}

func (p *replay) key(e *memEntry) []byte { return p.records[e.record].payload[e.key : e.key+e.keyLen] }

func (p *replay) value(e *memEntry) []byte {
	return p.records[e.record].payload[e.value : e.value+e.valueLn]
}

// unfinished reports the transactions that are still only prepared.
func (p *replay) unfinished() []file.Damage {
	var all []file.Damage
	for _, l := range p.logs { // in the order of logs; within a log, by offset
		var of []*transaction
		for _, t := range p.waiting {
			if t.name == l.name {
				of = append(of, t)
			}
		}
		sortTransactions(of)
		for _, t := range of {
			entries := strconv.Itoa(t.count) + " entries was prepared and not decided: its entries are not shown."
			if t.count == 1 {
				entries = "1 entry was prepared and not decided: it is not shown."
			}
			p.hidden = append(p.hidden, t.written...)
			all = append(all, file.Damage{File: t.name, Code: "prepared", Offset: int64(t.at), Remark: true,
				Expected: "a commit or a rollback of the transaction", Found: "neither in any log",
				Text: "A transaction of " + entries})
		}
	}
	return all
}
