package hfile

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Sizes of trailers, including the version word, by major version.
const (
	trailerV2  = 212
	trailerV3  = 4096
	trailerMax = trailerV3
	wordSize   = 4
)

var trailerMagic = []byte("TRABLK\"$")

// trailer is the end of a file. It says where everything else is.
type trailer struct {
	major uint8
	minor uint32
	at    int64 // its offset in the file

	infoOffset, loadOffset  int64
	dataEntries, metaCount  uint32
	cells                   int64 // -1 if unknown
	levels                  uint32
	firstBlock, lastBlock   int64
	indexBytes, plainBytes  uint64
	comparator              string
	codec                   uint32
	key                     []byte // wrapped encryption key
	hasInfo, hasLoad, later bool
}

// headerSize returns the size of a block header: 24 bytes before there were checksums.
func (t *trailer) headerSize() int {
	if t.major == 2 && t.minor == 0 {
		return headerOld
	}
	return headerNew
}

// pb reports whether the trailer is a message, as it is from 2.2 on.
func (t *trailer) pb() bool { return t.major >= 3 || t.minor >= 2 }

// version splits the version word. All versions are below 256: 0 stands for what is none.
func version(word uint32) (major uint8, minor uint32) {
	if word&0xffff00 != 0 {
		return 0, word >> 24
	}
	return uint8(word & 0xff), word >> 24
}

// trailerSize returns the size of the trailer of a major version; 0 if unknown.
func trailerSize(major uint8) int {
	switch major {
	case 2:
		return trailerV2
	case 3, 4:
		return trailerV3
	}
	return 0
}

// read reads a trailer, all of r.
//
//	+--------------+------------------+-------+----------------+
//	| magic 8      | length | message | zeros | version word 4 |
//	+--------------+------------------+-------+----------------+
//
// 4096 bytes in major version 3. 212 bytes in major version 2, where 2.0 and 2.1 have fixed fields
// after the magic.
func (t *trailer) read(r *wire.Reader, word uint32) error {
	t.major, t.minor = version(word)
	t.cells, t.codec = -1, codecNone
	r.Begin(&fTrailer)
	if m := readMagic(r, magicSize); string(m) != string(trailerMagic) {
		r.FailAt(wire.BadHeader, &fMagic, 0, "the magic of a trailer, "+quote(trailerMagic), quote(m))
	}
	if t.pb() {
		trailerMessage.readDelimited(r, &fTrailerFields, t.set)
	} else {
		t.readFixed(r)
	}
	if r.OK() && r.Left() >= wordSize {
		r.Bytes(&fPadding, r.Left()-wordSize)
	}
	r.Uint32(&fVersion)
	if r.Rec() != nil {
		r.Last().Note("version " + t.version())
	}
	if t.pb() && r.OK() && (!t.hasInfo || !t.hasLoad) {
		r.FailAt(wire.Missing, &fTrailer, 0, "the offsets of file info and root index", "none")
	}
	return r.Finish()
}

func (t *trailer) version() string {
	return strconv.Itoa(int(t.major)) + "." + strconv.Itoa(int(t.minor))
}

func (t *trailer) set(v pbValue) {
	switch v.number {
	case 1:
		t.infoOffset, t.hasInfo = int64(v.num), true
	case 2:
		t.loadOffset, t.hasLoad = int64(v.num), true
	case 3:
		t.indexBytes = v.num
	case 4:
		t.plainBytes = v.num
	case 5:
		t.dataEntries = uint32(v.num)
	case 6:
		t.metaCount = uint32(v.num)
	case 7:
		t.cells = int64(v.num)
	case 8:
		t.levels = uint32(v.num)
	case 9:
		t.firstBlock = int64(v.num)
	case 10:
		t.lastBlock = int64(v.num)
	case 11:
		t.comparator = string(v.bytes)
	case 12:
		t.codec = uint32(v.num)
	case 13:
		t.key = v.bytes
	default:
		t.later = true
	}
}

// readFixed reads the fields of versions 2.0 and 2.1.
func (t *trailer) readFixed(r *wire.Reader) {
	t.infoOffset, t.loadOffset = int64(r.Uint64(&fInfoOffset)), int64(r.Uint64(&fLoadOffset))
	t.dataEntries, t.indexBytes = r.Uint32(&fDataEntries), r.Uint64(&fIndexBytes)
	t.metaCount, t.plainBytes = r.Uint32(&fMetaEntries), r.Uint64(&fPlainBytes)
	t.cells, t.codec, t.levels = int64(r.Uint64(&fCellCount)), r.Uint32(&fCodec), r.Uint32(&fLevels)
	t.firstBlock, t.lastBlock = int64(r.Uint64(&fFirstBlock)), int64(r.Uint64(&fLastBlock))
	t.comparator = strings.TrimRight(string(r.Bytes(&fComparator, 128)), "\x00")
	t.hasInfo, t.hasLoad = true, true
}

// The trailer's fields. Types are those of the message; before 2.2, offsets, counts and codec
// have fixed sizes.
var (
	fTrailer       = span.Field{Name: "trailer", Type: "trailer", Role: span.RoleGroup, Doc: "where everything else of the file is"}
	fTrailerFields = span.Field{Name: "fields", Type: "protobuf message", Role: span.RoleGroup, Doc: "the trailer's fields"}
	fPadding       = span.Field{Name: "padding", Type: "zeros", Role: span.RoleStructure, Doc: "up to the trailer's fixed size"}
	fVersion       = span.Field{Name: "version", Type: "uint32", Role: span.RoleCode,
		Doc: "high byte minor version, low 3 bytes major version; selects the size of the trailer"}
	fInfoOffset  = trailerNumber("fileInfoOffset", "where the file info block begins")
	fLoadOffset  = trailerNumber("loadOnOpenOffset", "where the root index, and with it all that is read on opening, begins")
	fIndexBytes  = trailerNumber("indexBytes", "plain size of all blocks of the data index")
	fPlainBytes  = trailerNumber("plainBytes", "plain size of all blocks")
	fDataEntries = trailerNumber("dataIndexEntries", "entries of the root data index")
	fMetaEntries = trailerNumber("metaIndexEntries", "entries of the meta index")
	fCellCount   = trailerNumber("cells", "cells in the file")
	fLevels      = trailerNumber("indexLevels", "levels of the data index: 1 root only, 2 with leaves, 3 and more with intermediate blocks")
	fFirstBlock  = trailerNumber("firstDataBlock", "offset of the first data block; -1 in an empty file")
	fLastBlock   = trailerNumber("lastDataBlock", "offset of the last data block; -1 in an empty file")
	fComparator  = span.Field{Name: "comparator", Type: "text", Role: span.RoleCode, Doc: "Java class that orders the cells"}
	fCodec       = span.Field{Name: "compression", Type: "number", Role: span.RoleCode,
		Doc: "0 LZO, 1 GZ, 2 NONE, 3 SNAPPY, 4 LZ4, 5 BZIP2, 6 ZSTD, 7 LZMA, 8 BROTLI"}
	fWrapped = span.Field{Name: "encryptionKey", Title: "encryption key", Type: "bytes", Role: span.RoleValue,
		Doc: "wrapped key: the file is encrypted"}

	trailerMessage = message{
		{1, &fInfoOffset, wireVarint, nil}, {2, &fLoadOffset, wireVarint, nil}, {3, &fIndexBytes, wireVarint, nil},
		{4, &fPlainBytes, wireVarint, nil}, {5, &fDataEntries, wireVarint, nil}, {6, &fMetaEntries, wireVarint, nil},
		{7, &fCellCount, wireVarint, nil}, {8, &fLevels, wireVarint, nil}, {9, &fFirstBlock, wireVarint, nil},
		{10, &fLastBlock, wireVarint, nil}, {11, &fComparator, wireBytes, nil}, {12, &fCodec, wireVarint, nil},
		{13, &fWrapped, wireBytes, nil},
	}
)

func trailerNumber(name, doc string) span.Field {
	return span.Field{Name: name, Type: "int64", Role: span.RoleValue, Doc: doc}
}
