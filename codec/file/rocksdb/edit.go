package rocksdb

import (
	"encoding/binary"
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Tags of the items in a version edit.
const (
	tagComparator     = 1
	tagLogNumber      = 2
	tagNextFile       = 3
	tagLastSequence   = 4
	tagCompactCursor  = 5
	tagDeletedFile    = 6
	tagNewFile        = 7
	tagPreviousLog    = 9
	tagMinLog         = 10
	tagNewFile2       = 100
	tagNewFile3       = 102
	tagNewFile4       = 103
	tagFamily         = 200
	tagFamilyAdd      = 201
	tagFamilyDrop     = 202
	tagFamilyMax      = 203
	tagInGroup        = 300
	tagBlobFile       = 400
	tagBlobGarbage    = 401
	tagIgnorable      = 1 << 13
	tagLogAdded       = 8196
	tagLogDeleted     = 8197
	tagLogAdded2      = 8199 // wrapped in a slice
	tagLogDeleted2    = 8200 // wrapped in a slice
	tagPersisted      = 8201 // timestamps persisted
	customEnd         = 1
	customMinLog      = 3
	customUnique      = 12
	customPersisted   = 16
	customPath        = 65
	customUnignorable = 0x40
	logSynced         = 2
)

var editTags = map[uint64]string{
	tagComparator: "comparator", tagLogNumber: "log number", tagNextFile: "next file number", tagLastSequence: "last sequence",
	tagCompactCursor: "compact cursor", tagDeletedFile: "deleted file", tagNewFile: "new file", tagPreviousLog: "previous log number",
	tagMinLog: "minimal log number to keep", tagNewFile2: "new file 2", tagNewFile3: "new file 3", tagNewFile4: "new file 4",
	tagFamily: "column family", tagFamilyAdd: "column family add", tagFamilyDrop: "column family drop", tagFamilyMax: "largest column family",
	tagInGroup: "in atomic group", tagBlobFile: "blob file added", tagBlobGarbage: "blob garbage",
	8193: "database id", 8194: "blob file added (old)", 8195: "blob garbage (old)", tagLogAdded: "log added (old)",
	tagLogDeleted: "log deleted (old)", 8198: "full history timestamp low", tagLogAdded2: "log added", tagLogDeleted2: "log deleted", tagPersisted: "timestamps persisted",
	8202: "compaction progress", 8203: "last compacted manifest size",
}

var customTags = map[uint64]string{
	customEnd: "end", 2: "needs compaction", customMinLog: "minimal log number", 4: "oldest blob file", 5: "oldest ancestor time",
	6: "file creation time", 7: "checksum", 8: "checksum function", 9: "temperature", 10: "smallest timestamp", 11: "largest timestamp",
	customUnique: "unique id", 13: "epoch number", 14: "compensated range deletion size", 15: "tail size", customPersisted: "timestamps persisted",
	17: "file open metadata", customPath: "path",
}

// fileID identifies a file at a level: the same number may move from one level to another.
type fileID struct {
	level  uint32
	number uint64
}

// fileMeta is what a MANIFEST says about a table.
type fileMeta struct {
	fileID
	size              uint64
	smallest, largest []byte // internal keys
	seqMin, seqMax    uint64
	hasSeq            bool
	unique            []byte // its unique id, if that is said
	unpersisted       bool   // keys are stored without their timestamps
	elsewhere         bool   // it is on a path other than the first
}

// logMeta is what a MANIFEST says about a write-ahead log.
type logMeta struct {
	number uint64
	size   uint64 // how much of it was synced; 0 if not recorded
}

// edit is one version edit. Byte strings alias the MANIFEST.
type edit struct {
	at     int64 // offset of the log record
	family uint32

	comparator, add          []byte
	hasComparator, hasAdd    bool
	drop                     bool
	log, previousLog, minLog uint64
	hasMinLog                bool
	hasLog                   bool
	deleted                  []fileID
	added                    []fileMeta
	inGroup                  bool
	remaining                uint64
	unpersisted, hasPersist  bool
	maxFamily, lastSequence  uint64
	logs                     []logMeta
	blobs                    []uint64
	logsFrom                 uint64 // logs with smaller numbers are deleted
}

// slice reads a length and that many bytes.
func slice(r *wire.Reader, f *span.Field) []byte {
	from := r.Offset()
	n := r.Uvarint(fLength, 32)
	if r.OK() && n > uint64(r.Left()) {
		r.FailAt(wire.Truncated, f, from, strconv.FormatUint(n, 10)+" bytes", strconv.Itoa(r.Left()))
		return nil
	}
	return r.Bytes(f, int(n))
}

// name reads bytes that are a name, usually text.
func name(r *wire.Reader) []byte {
	b := slice(r, fEditName)
	if m := r.Last(); m.Recorded() && utf8.Valid(b) {
		m.Value(span.TextValue(b))
	}
	return b
}

// readEdit reads one version edit: items, each a tag and its fields, up to the end.
func readEdit(r *wire.Reader, e *edit) {
	r.Begin(fEdit)
	for r.More() {
		r.Begin(fEditItem)
		from := r.Offset()
		tag := r.Uvarint(fEditTag, 32)
		if m := r.Last(); m.Recorded() {
			m.Enum(int64(tag), editTags[tag])
		}
		if r.OK() {
			readItem(r, e, tag, from)
		}
		if r.Rec() != nil {
			r.Group().Label(editTags[tag])
		}
		r.End()
	}
	r.End()
}

func readItem(r *wire.Reader, e *edit, tag uint64, from int) {
	switch tag {
	case tagComparator:
		e.comparator, e.hasComparator = name(r), true
	case tagLogNumber:
		e.log, e.hasLog = r.Uvarint(fEditNum, 64), true
	case tagNextFile:
		r.Uvarint(fEditNum, 64)
	case tagLastSequence:
		e.lastSequence = r.Uvarint(fEditNum, 64)
	case tagPreviousLog:
		e.previousLog = r.Uvarint(fEditNum, 64)
	case tagMinLog:
		e.minLog, e.hasMinLog = r.Uvarint(fEditNum, 64), true
	case tagCompactCursor:
		r.Uvarint(fLevel, 32)
		slice(r, fSmallest)
	case tagDeletedFile:
		level := uint32(r.Uvarint(fLevel, 32))
		e.deleted = append(e.deleted, fileID{level, r.Uvarint(fFile, 64)})
	case tagNewFile, tagNewFile2, tagNewFile3, tagNewFile4:
		readNewFile(r, e, tag)
	case tagFamily:
		e.family = uint32(r.Uvarint(fFamily, 32))
	case tagFamilyAdd:
		e.add, e.hasAdd = name(r), true
	case tagFamilyDrop:
		e.drop = true
	case tagFamilyMax:
		e.maxFamily = r.Uvarint(fEditNum, 32)
	case tagInGroup:
		e.inGroup, e.remaining = true, r.Uvarint(fGroupLeft, 32)
	case tagBlobFile, tagBlobGarbage:
		readBlobItem(r, e, tag)
	case tagLogAdded, tagLogDeleted:
		readLogItem(r, e, tag)
	default:
		if tag&tagIgnorable == 0 {
			r.FailAt(wire.BadValue, fEditTag, from, "a tag of version edits that is known, or one that may be ignored (bit 0x2000)",
				"tag "+strconv.FormatUint(tag, 10))
			return
		}
		b := slice(r, fEditBytes)
		switch {
		case tag == tagPersisted && len(b) == 1:
			e.unpersisted, e.hasPersist = b[0] == 0, true
		case tag == tagLogAdded2 || tag == tagLogDeleted2:
			in := wire.NewReader(b, nil)
			readLogItem(&in, e, tag-tagLogAdded2+tagLogAdded)
			if in.Finish() != nil {
				r.FailAt(wire.BadValue, fEditBytes, from, "the number of a log and what is said of it", "other bytes")
			}
		}
	}
}

// readNewFile reads the four forms of a new file:
//
//	level, number, [3: path], size, smallest, largest, [2, 3, 4: smallest seqno, largest seqno], [4: custom fields]
func readNewFile(r *wire.Reader, e *edit, tag uint64) {
	var f fileMeta
	f.level = uint32(r.Uvarint(fLevel, 32))
	f.number = r.Uvarint(fFile, 64)
	if tag == tagNewFile3 {
		f.elsewhere = r.Uvarint(fPath, 32) > 0
	}
	f.size = r.Uvarint(fFileSize, 64)
	f.smallest, f.largest = slice(r, fSmallest), slice(r, fLargest)
	if tag != tagNewFile {
		f.seqMin, f.seqMax, f.hasSeq = r.Uvarint(fSeqMin, 64), r.Uvarint(fSeqMax, 64), true
	}
	if tag == tagNewFile4 {
		readCustom(r, e, &f)
	}
	if r.OK() {
		e.added = append(e.added, f)
	}
}

func readCustom(r *wire.Reader, e *edit, f *fileMeta) {
	for r.OK() {
		from := r.Offset()
		tag := r.Uvarint(fCustomTag, 32)
		if m := r.Last(); m.Recorded() {
			m.Enum(int64(tag), customTags[tag])
		}
		if tag == customEnd || !r.OK() {
			return
		}
		b := slice(r, fCustomValue)
		switch {
		case tag == customMinLog && len(b) == 8:
			e.minLog, e.hasMinLog = max(e.minLog, binary.LittleEndian.Uint64(b)), true
		case tag == customUnique:
			f.unique = b
		case tag == customPersisted && len(b) == 1:
			f.unpersisted = b[0] == 0
		case tag == customPath && len(b) == 1:
			f.elsewhere = b[0] > 0
		case tag&customUnignorable != 0 && customTags[tag] == "":
			r.FailAt(wire.BadValue, fCustomTag, from, "a property of a file that is known, or one that may be ignored", "tag "+strconv.FormatUint(tag, 10))
		}
	}
}

// readBlobItem reads an item about a blob file.
func readBlobItem(r *wire.Reader, e *edit, tag uint64) {
	e.blobs = append(e.blobs, r.Uvarint(fFile, 64))
	r.Uvarint(fEditNum, 64)
	r.Uvarint(fEditNum, 64)
	if tag == tagBlobFile {
		slice(r, fEditBytes)
		slice(r, fEditBytes)
	}
	for r.OK() && r.Uvarint(fCustomTag, 32) != 0 {
		slice(r, fCustomValue)
	}
}

// readLogItem reads an item about a log: how much of it was synced, or that logs with smaller numbers are deleted.
func readLogItem(r *wire.Reader, e *edit, tag uint64) {
	m := logMeta{number: r.Uvarint(fFile, 64)}
	if tag == tagLogDeleted {
		e.logsFrom = max(e.logsFrom, m.number)
		return
	}
	for r.OK() && r.Uvarint(fCustomTag, 32) == logSynced {
		m.size = r.Uvarint(fFileSize, 64)
	}
	e.logs = append(e.logs, m)
}
