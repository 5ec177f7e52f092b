package hfile

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

var (
	logMagic   = []byte("PWAL")
	logTrailer = []byte("LAWP")
	oldLog     = []byte("SEQ")
)

// logFamily is the family of HBase's own entries in a log: flushes, compactions, opened regions.
const logFamily = "METAFAMILY"

func isLog(head []byte) bool {
	return bytes.HasPrefix(head, logMagic) || bytes.HasPrefix(head, oldLog) && bytes.Contains(head, []byte("hbase.regionserver.wal."))
}

// The log's fields.
var (
	fLog       = span.Field{Name: "log", Type: "write-ahead log", Role: span.RoleGroup, Doc: "PWAL and what the log is written with"}
	fLogHeader = span.Field{Name: "header", Type: "protobuf message", Role: span.RoleGroup, Doc: "how the log is written"}
	fLogEntry  = span.Field{Name: "entry", Title: "log entry", Type: "log entry", Role: span.RoleGroup,
		Doc: "cells of one region that were written together"}
	fLogKey     = span.Field{Name: "entryKey", Title: "entry key", Type: "protobuf message", Role: span.RoleGroup, Doc: "region, table, number, time"}
	fCellLength = length("cellLength", "cell length")

	logHeaderMessage = message{
		{1, count("compressed", "1: keys are compressed with a dictionary"), wireVarint, nil},
		{2, octets("encryptionKey", "present: the log is encrypted"), wireBytes, nil},
		{3, count("tagsCompressed", "1: tags are compressed"), wireVarint, nil},
		{4, text("writer", "Java class that wrote the log"), wireBytes, nil},
		{5, text("cellCodec", "Java class that wrote the cells"), wireBytes, nil},
		{6, count("valuesCompressed", "1: values are compressed"), wireVarint, nil},
		{7, count("valueCodec", "compression of values"), wireVarint, nil},
	}
	logKeyMessage = message{
		{1, octets("region", "32 hex digits"), wireBytes, nil}, {2, text("table", "the table, with its namespace"), wireBytes, nil},
		{3, count("sequence", "number of the entry in its region"), wireVarint, nil},
		{4, count("writeTime", "ms since 1970"), wireVarint, nil},
		{7, count("cells", "how many cells follow"), wireVarint, nil},
	}
)

// walLog is a write-ahead log.
type walLog struct {
	file    file.File
	name    string
	size    int64
	limits  file.Options
	begin   int64 // of the first entry
	end     int64 // of the entries: at the trailer, if there is one
	refused bool
	damage  []file.Damage
}

// openLog reads the header of a log.
//
//	PWAL | length varint | header message | entries | ( length of an empty message 4 | LAWP )?
func openLog(src file.File, name string, opt file.Options) (*walLog, error) {
	l := &walLog{file: src, name: name, size: src.Size(), limits: opt, end: src.Size()}
	head, err := file.ReadAll(src, nil, 0, file.ProbeBytes)
	if err != nil {
		return nil, err
	}
	if l.size == 0 { // as a server leaves it that has not written yet
		d := damageAt(name, logEmpty, file.NoOffset, 0, "a log", "an empty file")
		d.Remark = true
		return l.refuse(d), nil
	}
	r := wire.NewReader(head, nil)
	code, expected, found := readLogHeader(&r)
	if r.OK() && code == badEntry {
		d := damageAt(name, badEntry, 0, 0, expected, found)
		d.Text = "the header of a log names a class that HBase does not have: HBase refuses the log. No entry is lost here."
		l.damage, code = append(l.damage, d), ""
	}
	if !r.OK() {
		d := damageAt(name, badEntry, 0, l.size, "", "")
		because(&d, r.Finish())
		d.Text = "the header of a log is damaged: none of its entries is read."
		return l.refuse(d), nil
	}
	if code != "" {
		d := damageAt(name, code, 0, l.size, expected, found)
		if code == refCodec {
			d.Text = "logs that are compressed with a dictionary are not read: flush the table, and its HFiles have the cells."
		}
		return l.refuse(d), nil
	}
	l.begin = int64(r.Offset())
	tail, err := file.ReadAll(src, nil, max(l.size-logTail, l.begin), logTail)
	if err != nil || len(tail) < logTail || !bytes.Equal(tail[4:], logTrailer) {
		return l, err // without a trailer its server died, or still writes
	}
	l.end = l.size - logTail
	if n := be32(tail); n != 0 {
		d := damageAt(name, badEntry, l.end, 0, "a trailer of 0 bytes", strconv.FormatUint(uint64(n), 10))
		d.Text = "the length of a log's trailer is wrong. No entry is lost."
		l.damage = append(l.damage, d)
	}
	return l, nil
}

// refuse adds the reason why no entry is read.
func (l *walLog) refuse(d file.Damage) *walLog {
	l.damage, l.refused = append(l.damage, d), true
	return l
}

// The classes that a log's header names.
const (
	logWriter = "ProtobufLogWriter"
	logCodec  = "org.apache.hadoop.hbase.regionserver.wal.WALCellCodec"
)

// logTail is the size of a trailer, whose message is empty in all versions.
const logTail = 8

// readLogHeader reads a log's start. If the rest cannot be read, it returns why.
func readLogHeader(r *wire.Reader) (code, expected, found string) {
	if bytes.HasPrefix(r.Ahead(), oldLog) {
		return refVersion, "a log of HBase 0.96 or later", "a SequenceFile, as before"
	}
	r.Begin(&fLog)
	if m := readMagic(r, len(logMagic)); m != nil && !bytes.Equal(m, logMagic) {
		r.FailAt(wire.BadHeader, &fMagic, 0, "the magic of a log, "+quote(logMagic), quote(m))
	}
	logHeaderMessage.readDelimited(r, &fLogHeader, func(v pbValue) {
		switch name := string(v.bytes); {
		case v.number == 1 && v.num != 0:
			code, expected, found = refCodec, "a log without compression", "one with a dictionary"
		case v.number == 2, (v.number == 4 || v.number == 5) && strings.Contains(name, "Secure"):
			code, expected, found = refEncrypted, "a log that is not encrypted", "an encrypted one"
		case code != "" && code != badEntry:
		case v.number == 5 && !strings.HasSuffix(name, ".wal.WALCellCodec"):
			code, expected, found = refEncoding, "cells of WALCellCodec", name
		case v.number == 5 && name != logCodec:
			code, expected, found = badEntry, logCodec, quote(v.bytes)
		case v.number == 4 && name != logWriter && name != "Async"+logWriter:
			code, expected, found = badEntry, logWriter, quote(v.bytes)
		}
	})
	r.End()
	return code, expected, found
}

// logEntry is one entry of a log.
type logEntry struct {
	at       int64
	region   []byte
	table    []byte
	sequence uint64
	written  uint64
	cells    []cell // reused
	fields   uint   // of the key, by their numbers: all of 1 to 4 are required

	note noteCell // words for a cell in a tree, or nil
}

// read reads an entry.
//
//	+---------------+-------------+--------------------------------------------------------------+
//	| length varint | key message | ( length 4 | key length 4 | value length 4 | key | value | tags )* |
//
// Tags are present if bytes are left in the cell's length: u16 length, tags.
//
//	tags, where bytes are left in the cell's length: u16 length, tags
func (e *logEntry) read(r *wire.Reader) {
	*e = logEntry{at: e.at, cells: e.cells[:0], note: e.note}
	r.Begin(&fLogEntry)
	from, n := r.Offset(), uint64(0)
	logKeyMessage.readDelimited(r, &fLogKey, func(v pbValue) {
		e.fields |= 1 << min(v.number, 31)
		switch v.number {
		case 1:
			e.region = v.bytes
		case 2:
			e.table = v.bytes
		case 3:
			e.sequence = v.num
		case 4:
			e.written = v.num
		case 7:
			n = v.num
		}
	})
	if r.OK() && len(e.region) == 0 && len(e.table) == 0 {
		r.FailAt(wire.Missing, &fLogKey, from, "a key with region and table", "one without")
	}
	for ; n > 0 && r.OK(); n-- {
		e.readCell(r, from)
	}
	r.End()
}

func (e *logEntry) readCell(r *wire.Reader, from int) {
	c := cell{sequence: e.sequence, block: e.at, at: r.Offset() - from}
	r.Begin(&fCell)
	size := size32(r, &fCellLength)
	begin := r.Offset()
	k, v := size32(r, &fKeyLength), size32(r, &fValLength)
	if r.OK() && (size < 8 || k > size-8 || v > size-8-k) {
		r.FailFound(wire.BadValue, &fCellLength, "a key and a value inside of the cell", strconv.Itoa(k)+" and "+strconv.Itoa(v)+" bytes in "+strconv.Itoa(size))
		return
	}
	r.Begin(&fKey)
	c.readKey(r, k)
	r.End()
	c.value = r.Bytes(&fValue, v)
	if r.OK() && r.Offset()-begin < size {
		n := int(r.Uint16(&fTagsLength))
		if left := size - (r.Offset() - begin); r.OK() && n != left {
			r.FailFound(wire.BadValue, &fTagsLength, strconv.Itoa(left)+" bytes, up to the cell's end", strconv.Itoa(n))
		}
		c.tags = readPlainTags(r, n)
	}
	if r.OK() && r.Rec() != nil {
		c.label(r, e.note)
	}
	r.End()
	e.cells = append(e.cells, c)
}

// logReader reads the entries of a log one after another.
type logReader struct {
	log *walLog
	window
	pos    int64
	entry  logEntry
	damage *file.Damage  // why it ended, unless it ended properly
	odd    []file.Damage // the first cell of an unknown type, if there is one
}

func (l *walLog) reader() *logReader {
	return &logReader{log: l, window: window{file: l.file}, pos: l.begin}
}

// next reads the next entry. It returns false at the end of the log, and where the log stops
// inside an entry.
func (l *logReader) next() bool {
	left := l.log.end - l.pos
	if l.log.refused || left <= 0 || l.err != nil || l.damage != nil {
		return false
	}
	most := min(left, 2*int64(l.log.limits.BlockMax))
	size := int64(l.ahead(l.pos)) // usually the entry is already there
	if size == 0 {
		size = windowSize
	}
	for ; ; size = max(4*size, windowSize) {
		b := l.bytes(l.pos, int(min(size, most)))
		r := wire.NewReader(b, nil)
		l.entry.at = l.pos
		l.entry.read(&r)
		if r.OK() {
			l.pos += int64(r.Offset())
			l.findOdd()
			return true
		}
		err := r.Finish()
		if errors.Is(err, wire.ErrTruncated) && size < most && l.err == nil {
			continue
		}
		if l.err == nil && !l.zeros(left) {
			d := damageAt(l.log.name, badEntry, l.pos, left, "", "")
			because(&d, err)
			l.damage = &d
		}
		return false
	}
}

// findOdd keeps the first entry whose key HBase does not accept, or cell of an unknown type: a byte of it changed, and
// entries have no checksum.
func (l *logReader) findOdd() {
	const required = 1<<1 | 1<<2 | 1<<3 | 1<<4
	if e := &l.entry; len(l.odd) == 0 && (e.fields&required != required || !isTableName(e.table)) {
		d := damageAt(l.log.name, badEntry, e.at, 0, "an entry with region, table, number and time", "table "+shownText(e.table)+", or one of them is missing")
		d.Text = "the key of an entry is damaged: HBase stops reading there. Its cells are shown as far as they can be."
		l.odd = append(l.odd, d)
	}
	for i := range l.entry.cells {
		if c := &l.entry.cells[i]; len(l.odd) == 0 && !storedType(c.code) {
			l.odd = append(l.odd, oddType(l.log.name, c))
		}
	}
}

// isTableName reports whether HBase could have a table of that name, with or without its namespace.
func isTableName(name []byte) bool {
	for i, c := range name {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c >= 0x80:
		case i > 0 && (c == '-' || c == '.' || c == ':'):
		default:
			return false
		}
	}
	return len(name) > 0
}

// zeros reports whether only zeros are left: space that was reserved and not yet written.
func (l *logReader) zeros(left int64) bool {
	for at := l.pos; left > 0; {
		b := l.bytes(at, int(min(left, windowSize)))
		if len(b) == 0 || len(bytes.TrimLeft(b, "\x00")) > 0 {
			return false
		}
		at, left = at+int64(len(b)), left-int64(len(b))
	}
	return true
}
