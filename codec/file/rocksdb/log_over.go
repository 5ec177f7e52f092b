package rocksdb

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/block"
)

// resumeRoom is how many bytes are summed at least, and resumeRooms how many for each byte of a log at most, in all
// searches for a next record of it: places that look like one are few, unless somebody made them.
const (
	resumeRoom  = 16 << 20
	resumeRooms = 4
)

// over is the end of a log that was written over an older one, where something stands that is no record of it.
func (l *logReader) over(at int, found string) *file.Damage {
	if d := l.hole(at, found); d != nil {
		return d
	}
	return l.end(at, "a record of this log", found+", of a log that was here before")
}

// foreign ends the log at a sound record of another one. Those of the log that was here before have smaller numbers.
func (l *logReader) foreign(p *piece) *file.Damage {
	at, found := p.at, "one of log "+decimal(uint64(p.number))
	p.at = -1
	if p.number < l.number {
		d := l.hole(at, found)
		l.done = d == nil
		return d
	}
	l.done = true
	return l.damage("log-record", at, int64(len(l.buf)-at), "records of log "+decimal(uint64(l.number))+", or of an older one", found,
		"The file has another log than its name says, which is not replayed: rows are missing or out of date.")
}

// hole is what stands at a place that is no record of the log, if records of it follow: then it is no end, and what
// stood there was one of them. A record that was begun before is lost too.
func (l *logReader) hole(at int, found string) *file.Damage {
	next := l.resume(at + 1)
	if next < 0 {
		return nil
	}
	l.drop()
	l.at = next
	return l.damage("log-checksum", at, int64(next-at), "a record of this log", found,
		"Records of this log follow from byte "+decimal(uint64(next))+" on: what was written in between is lost. "+
			"RocksDB would take the log for ended here.")
}

// resume looks from a place on for a sound record of the log: with its number, where records have one. -1 is none.
func (l *logReader) resume(from int) int {
	for at := from; at+pieceHeader < len(l.buf); at++ {
		b := l.buf[at:]
		size := pieceHeader + int(binary.LittleEndian.Uint16(b[4:]))
		switch kind := b[6]; {
		case numbered(kind):
			if size += recyclableMore; len(b) < size || binary.LittleEndian.Uint32(b[pieceHeader:]) != l.number {
				continue
			}
		case l.recyclable || kind == pieceZero || kind > pieceLast:
			continue
		}
		if size > min(len(b), logBlock-at%logBlock) {
			continue
		}
		if l.search -= int64(size); l.search < 0 {
			return -1
		}
		if block.Mask(block.CRC32C(b[6:size])) == binary.LittleEndian.Uint32(b) {
			return at
		}
	}
	return -1
}
