package rocksdb

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/block"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// A log is divided into blocks. A record that does not fit into the rest of a block is stored in pieces:
//
//	crc     4 bytes   masked CRC-32C from the type to the end
//	length  2 bytes   of the payload
//	type    1 byte
//	number  4 bytes   only in types 5 to 8, 11 and 131
//	payload
const (
	logBlock       = 32 << 10
	pieceHeader    = 7
	recyclableMore = 4

	predecessorSize = 3 * 8 // number, size, last sequence number
)

// Types of pieces. 5 to 8 are 1 to 4 with a log number.
const (
	pieceZero        = 0
	pieceFull        = 1
	pieceFirst       = 2
	pieceMiddle      = 3
	pieceLast        = 4
	pieceRecyclable  = 4 // added to a type for the form with a log number
	pieceCompression = 9
	pieceTimestamps  = 10
	pieceTimestamps2 = 11 // with a log number
	piecePredecessor = 130
	piecePredecess2  = 131 // with a log number
	pieceIgnorable   = 0x80
)

// unpackedLog is how many times their stored size all records of a compressed log together may
// unpack to, since they are held in memory. One large record is exempt.
const unpackedLog = 64

// logZstd is the only compression used in logs.
const logZstd = 7

// numbered reports whether pieces of a type have a log number.
func numbered(kind uint8) bool {
	return kind > pieceLast && kind <= pieceLast+pieceRecyclable || kind == pieceTimestamps2 || kind == piecePredecess2
}

// piece is one physical record.
type piece struct {
	at      int // offset of its header
	kind    uint8
	number  uint32
	payload []byte
	sound   bool // its crc matches
}

// readPiece reads a whole piece, whose length the caller has checked. If inside is not nil, it
// decodes the payload of a whole record.
func readPiece(r *wire.Reader, p *piece, inside func(r *wire.Reader)) {
	r.Begin(fPiece)
	crc := r.Uint32LE(fPieceCRC)
	check := r.Last()
	length := int(r.Uint16LE(fPieceLength))
	from := r.Offset()
	p.kind = r.Uint8(fPieceType)
	if m := r.Last(); m.Recorded() {
		m.Enum(int64(p.kind), pieceName(p.kind))
	}
	if p.number = 0; numbered(p.kind) {
		p.number = r.Uint32LE(fPieceNumber)
	}
	if r.OK() && length > r.Left() {
		r.Fail(wire.Truncated, fPayload, "a payload of "+strconv.Itoa(length)+" bytes")
	}
	if !r.OK() {
		return
	}
	sum := block.Mask(block.AppendCRC32C(block.CRC32C(r.Since(from)), r.Ahead()[:length]))
	p.sound = sum == crc
	check.Check(p.sound, "masked CRC-32C of what follows the length")
	if !p.sound {
		check.Expect(byte(sum), byte(sum>>8), byte(sum>>16), byte(sum>>24))
	}
	whole := p.kind == pieceFull || p.kind == pieceFull+pieceRecyclable
	switch {
	case inside != nil && whole:
		inside(r)
	case r.Rec() != nil:
		p.payload = readPayload(r, p.kind, length)
	default:
		p.payload = r.Take(fPayload, length, "the payload")
	}
	r.End()
}

// readPayload explains payloads in which the log describes itself. Other payloads become one
// leaf, since each may be only a part of a record.
func readPayload(r *wire.Reader, kind uint8, length int) []byte {
	switch {
	case kind == pieceCompression && length == 4:
		from := r.Offset()
		r.Uint32LE(fLogCompression)
		return r.Since(from)
	case (kind == pieceTimestamps || kind == pieceTimestamps2) && length%6 == 0 && length <= r.Left():
		from := r.Offset()
		for range length / 6 {
			r.Uint32LE(fTimestampFamily)
			r.Uint16LE(fTimestampSize)
		}
		return r.Since(from)
	case (kind == piecePredecessor || kind == piecePredecess2) && length == predecessorSize:
		from := r.Offset()
		r.Uint64LE(fPredecessor)
		r.Uint64LE(fPredecessorSize)
		r.Uint64LE(fPredecessorLast)
		return r.Since(from)
	}
	return r.Bytes(fPayload, length)
}

var pieceNames = [...]string{"none", "whole", "first", "middle", "last", "whole, recyclable", "first, recyclable", "middle, recyclable",
	"last, recyclable", "compression", "timestamp sizes", "timestamp sizes, recyclable"}

func pieceName(kind uint8) string {
	switch {
	case int(kind) < len(pieceNames):
		return pieceNames[kind]
	case kind == piecePredecessor:
		return "predecessor"
	case kind == piecePredecess2:
		return "predecessor, recyclable"
	}
	return "unknown"
}

// logRecord is one logical record of a log, with its pieces joined and unpacked. If damage is
// set, it is what was found instead of records.
type logRecord struct {
	at, end int // header of the first piece; end of the last piece
	kind    uint8
	payload []byte // aliases the log if the record is a single uncompressed piece
	pieces  int
	packed  bool
	damage  *file.Damage
}

// logReader reads the records of a log that is in memory.
type logReader struct {
	name  string
	buf   []byte
	limit file.Options

	number     uint32 // of the log, if hasNumber is set
	hasNumber  bool
	recyclable bool // a record with the log's number was met
	zstd       bool
	unpacker   block.Unpacker

	room   int64 // memory left for what is still to be unpacked
	search int64 // bytes left to be summed in searches for a next record

	at     int
	done   bool
	half   []byte // pieces collected so far
	halfAt int    // header of the first of them; -1 if there are none
	pieces int
}

// newLogReader reads the log called name. The log's number is that in its name or, if there is
// none, that of the first record with a number.
func newLogReader(name string, buf []byte, limit file.Options) *logReader {
	l := &logReader{name: name, buf: buf, limit: limit, halfAt: -1}
	l.room = int64(limit.BlockMax) + unpackedLog*int64(len(buf))
	l.search = max(resumeRoom, resumeRooms*int64(len(buf)))
	if what, n := parseName(name); what == namedLog || what == namedManifest {
		l.number, l.hasNumber = uint32(n), true
	}
	return l
}

// next reads the next record or damage.
func (l *logReader) next(rec *logRecord) bool {
	for !l.done {
		var p piece
		d := l.piece(&p)
		if d != nil {
			*rec = logRecord{at: int(d.Offset), end: l.at, damage: d}
			return true
		}
		if l.done {
			break
		}
		if p.at < 0 {
			continue // the end of a block
		}
		if l.record(&p, rec) {
			return true
		}
	}
	if l.halfAt >= 0 {
		at := l.halfAt
		l.drop()
		*rec = logRecord{at: at, end: len(l.buf), damage: l.tail(at, "the other pieces of a record", "the end of the log")}
		return true
	}
	return false
}

// piece reads the next piece. Alternatively it returns damage, sets p.at to -1 at the end of a
// block, or sets l.done.
func (l *logReader) piece(p *piece) *file.Damage {
	p.at = -1
	left, rest := logBlock-l.at%logBlock, len(l.buf)-l.at
	switch {
	case rest == 0:
		l.done = true
		return nil
	case left < pieceHeader:
		l.at += min(left, rest)
		return nil
	case rest < pieceHeader:
		return l.cut(rest)
	}
	head := l.buf[l.at:]
	kind, length := head[6], int(head[4])|int(head[5])<<8
	if kind == pieceZero && length == 0 {
		return l.zeros(min(left, rest))
	}
	size := pieceHeader + length
	if numbered(kind) {
		size += recyclableMore
	}
	switch {
	case size > rest && pieceName(kind) == "unknown" && kind&pieceIgnorable == 0:
		return l.bad(min(left, rest), "a type of record that is known", "type "+strconv.Itoa(int(kind)))
	case size > left:
		return l.bad(min(left, rest), "a payload that ends with its block, at most "+strconv.Itoa(left)+" bytes with its header",
			strconv.Itoa(size)+" bytes")
	case size > rest:
		return l.cut(rest)
	}
	r := wire.NewReader(head[:size], nil)
	readPiece(&r, p, nil)
	p.at = l.at
	if p.sound && numbered(kind) && l.other(p.number) {
		return l.foreign(p)
	}
	if !p.sound {
		p.at = -1
		return l.bad(min(left, rest), "a record with the masked CRC-32C that is stored", "another one")
	}
	l.recyclable = l.recyclable || numbered(kind)
	l.at += size
	return nil
}

// other reports whether a record does not belong to this log.
func (l *logReader) other(number uint32) bool {
	if !l.hasNumber {
		l.number, l.hasNumber = number, true
	}
	return number != l.number
}

// zeros skips space, up to the end of the block, that was reserved and never written.
func (l *logReader) zeros(n int) *file.Damage {
	for _, c := range l.buf[l.at : l.at+n] {
		if c != 0 {
			if l.recyclable {
				return l.over(l.at, "other bytes")
			}
			at := l.at
			l.at += n
			return l.damage("log-record", at, int64(n), "zeros up to the end of the block, or a record", "type 0 before other bytes",
				"The rest of this block of 32 KiB of the log is skipped.")
		}
	}
	l.at += n
	return nil
}

// cut handles a piece that is cut off by the end of the file.
func (l *logReader) cut(rest int) *file.Damage {
	if rest < pieceHeader && allZero(l.buf[l.at:]) {
		l.done = true
		return nil
	}
	if d := l.hole(l.at, "one that would go over the end of the file"); d != nil {
		return d
	}
	at := l.at
	if l.halfAt >= 0 {
		at = l.halfAt
		l.drop()
	}
	l.at = len(l.buf)
	return l.end(at, "a whole record", "the end of the file in it")
}

// bad handles an invalid piece: the n bytes up to the end of its block are skipped.
func (l *logReader) bad(n int, expected, found string) *file.Damage {
	if l.recyclable {
		at := l.at
		if l.halfAt >= 0 {
			l.drop()
		}
		return l.over(at, "bytes that are none")
	}
	at := l.at
	if l.halfAt >= 0 {
		n += at - l.halfAt
		l.drop()
	}
	l.at = min(at-at%logBlock+logBlock, len(l.buf))
	return l.damage("log-checksum", at, int64(n), expected, found,
		"The log goes on at the next block of 32 KiB; what was written in between is lost. RocksDB would stop here by default and ignore this and all later logs.")
}

// end ends the log with a remark on how it ends.
func (l *logReader) end(at int, expected, found string) *file.Damage {
	l.done = true
	return l.tail(at, expected, found)
}

func (l *logReader) tail(at int, expected, found string) *file.Damage {
	d := l.damage("log-tail", at, int64(len(l.buf)-at), expected, found,
		"The log ends here. This is normal after a crash, or when the log was copied while it was written: the last write was not finished.")
	d.Remark = true
	return d
}

func (l *logReader) damage(code string, at int, lost int64, expected, found, text string) *file.Damage {
	return &file.Damage{File: l.name, Code: code, Offset: int64(at), Expected: expected, Found: found, Lost: lost, Text: text}
}

func (l *logReader) drop() { l.half, l.halfAt, l.pieces = nil, -1, 0 }

// record joins pieces, and reports whether rec is a record or damage.
func (l *logReader) record(p *piece, rec *logRecord) bool {
	kind := p.kind
	if numbered(kind) && kind <= pieceLast+pieceRecyclable {
		kind -= pieceRecyclable
	}
	switch {
	case (kind == pieceMiddle || kind == pieceLast) && l.halfAt < 0:
		*rec = logRecord{at: p.at, end: l.at, damage: l.damage("log-record", p.at, int64(l.at-p.at),
			"the first piece of a record", "a later one without it", "The piece is skipped: its record cannot be read without the others.")}
		return true
	case kind == pieceMiddle:
		l.half = append(l.half, p.payload...)
		l.pieces++
		return false
	case kind == pieceLast:
		l.half = append(l.half, p.payload...)
		*rec = logRecord{at: l.halfAt, end: l.at, kind: pieceFull, payload: l.half, pieces: l.pieces + 1}
		l.drop()
		return l.unpack(rec)
	case l.halfAt >= 0:
		at := l.halfAt
		l.drop()
		l.at = p.at // the piece will be read again
		*rec = logRecord{at: at, end: p.at, damage: l.damage("log-record", at, int64(p.at-at),
			"the other pieces of this record", "the start of another record", "The record is skipped: its last piece was not written.")}
		return true
	case kind == pieceFirst:
		l.half, l.halfAt, l.pieces = append([]byte(nil), p.payload...), p.at, 1
		return false
	}
	return l.whole(p, kind, rec)
}

// whole handles a record that consists of one piece.
func (l *logReader) whole(p *piece, kind uint8, rec *logRecord) bool {
	*rec = logRecord{at: p.at, end: l.at, kind: kind, payload: p.payload, pieces: 1}
	switch {
	case kind == pieceFull:
		return l.unpack(rec)
	case kind == pieceCompression:
		if len(p.payload) == 4 && p.payload[0] == logZstd && allZero(p.payload[1:]) {
			l.zstd = true
			return true
		}
		if allZero(p.payload) && len(p.payload) == 4 {
			return true
		}
		rec.damage = l.damage("log-record", p.at, int64(l.at-p.at), "compression 7 (zstd)", "another one",
			"The records of this log cannot be unpacked.")
	case kind == pieceTimestamps, kind == pieceTimestamps2, kind == piecePredecessor, kind == piecePredecess2, kind&pieceIgnorable != 0:
	default:
		rec.damage = l.damage("log-record", p.at, int64(l.at-p.at), "a type of record that is known", "type "+strconv.Itoa(int(kind)),
			"The record is skipped: a later version of RocksDB may have written it.")
	}
	return true
}

// unpack unpacks the payload of a compressed log.
func (l *logReader) unpack(rec *logRecord) bool {
	if !l.zstd {
		return true
	}
	most := min(int64(l.limit.BlockMax), int64(len(rec.payload))*int64(l.limit.RatioMax), l.room)
	plain, err := l.unpacker.Unpack(nil, rec.payload, block.Job{Codec: block.Zstd, Plain: -1, Max: int(most)})
	if err != nil {
		rec.damage = l.damage("log-record", rec.at, int64(rec.end-rec.at), "a zstd frame", err.Error(), "The record is skipped.")
		return true
	}
	l.room -= int64(len(plain))
	rec.payload, rec.packed = plain, true
	return true
}

func allZero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

var logFields = []*span.Field{fRecord, fPiece, fPieceCRC, fPieceLength, fPieceType, fPieceNumber, fPayload, fPadding, fLogCompression,
	fTimestampFamily, fTimestampSize, fPredecessor, fPredecessorSize, fPredecessorLast, fUnread}
