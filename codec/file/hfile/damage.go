package hfile

import (
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/block"
	"github.com/rowlens/rowlens/codec/wire"
)

// The words for damage.
const (
	badBlock      = "block"
	badChecksum   = "checksum"
	badCodec      = "codec"
	badCell       = "cell"
	badIndex      = "index-block"
	badIndexSum   = "index-checksum"
	badIndexCodec = "index-codec"
	badTrailer    = "trailer"
	badOrder      = "order"
	badCount      = "count"
	badEntry      = "wal-entry"
	missingFile   = "missing-file"
	badSmall      = "small-file"
	refEncrypted  = "encrypted"
	refEncoding   = "encoding"
	refCodec      = "compression"
	refVersion    = "version"
)

// codes explains them.
var codes = []file.Code{
	{Word: badBlock, Doc: "the header of a block is wrong: its magic, or sizes that contradict each other. " +
		"Its cells are lost; reading goes on with the next block."},
	{Word: badChecksum, Doc: "the checksum of a block is wrong: bytes of it changed. Its cells are lost; " +
		"reading goes on with the next block."},
	{Word: badCodec, Doc: "a block does not unpack to its plain size. Its cells are lost; reading goes on with the next block."},
	{Word: badCell, Doc: "a cell does not fit into its block. It and what follows in the block are lost."},
	{Word: badIndex, Doc: "a block of the index is wrong, or points where no block of that kind is. " +
		"Nothing is lost: the blocks are read one after the other instead."},
	{Word: badIndexSum, Doc: "the checksum of an index block is wrong. " +
		"Nothing is lost: the blocks are read one after the other instead."},
	{Word: badIndexCodec, Doc: "an index block does not unpack. " +
		"Nothing is lost: the blocks are read one after the other instead."},
	{Word: badTrailer, Doc: "the trailer is missing or wrong. The blocks are read one after the other from the start of the file; " +
		"of a file that was cut, what follows is lost."},
	{Word: badOrder, Doc: "a block begins with a row before the last one: sound blocks, or copies of them, are not where they were written. " +
		"They are shown where they are; the cells that belong there are lost."},
	{Word: badCount, Doc: "the file has other than as many cells as its trailer says, though no damage was found."},
	{Word: badEntry, Doc: "a log ends inside of an entry, as when its server died. That entry is lost."},
	{Word: missingFile, Doc: "a file that a table needs is not there. Its cells are lost, and what its delete markers hide is shown."},
	{Word: badSmall, Doc: "a small file beside the cells (region info, schema, reference, snapshot) cannot be read."},
	{Word: refEncrypted, Doc: "the file is encrypted: only HBase with its key can read it."},
	{Word: refEncoding, Doc: "the encoding of the cells is not known, or is PREFIX_TREE of HBase 1: " +
		"let HBase rewrite the file with another DATA_BLOCK_ENCODING (a major compaction)."},
	{Word: refCodec, Doc: "the compression is not known: let HBase rewrite the file with another (a major compaction)."},
	{Word: refVersion, Doc: "the version of the file format is not known."},
}

// docOf is the sentence of a word.
func docOf(code string) string {
	for i := range codes {
		if codes[i].Word == code {
			return codes[i].Doc
		}
	}
	return ""
}

// damageAt is damage at a place of a file.
func damageAt(name, code string, at, lost int64, expected, found string) file.Damage {
	return file.Damage{File: name, Code: code, Offset: at, Expected: expected, Found: found, Lost: lost, Text: docOf(code)}
}

// because says what a reader expected and found; at is where its bytes stand in the file.
func because(d *file.Damage, err error) {
	var why *wire.Error
	if errors.As(err, &why) {
		d.Expected, d.Found = why.Field+": "+why.Expected, why.Found+" at offset "+strconv.Itoa(why.Offset)
	}
}

// unpackWords say what a block should have unpacked to, and why it did not.
func unpackWords(plain int, codec uint32, err error) (expected, found string) {
	expected = strconv.Itoa(plain) + " bytes, unpacked with " + codecName(codec)
	if err == block.ErrMax {
		return "a block within the limits of size and ratio", expected
	}
	return expected, err.Error()
}

// indexCode is the word for damage of an index block.
func indexCode(code string) string {
	switch code {
	case badChecksum:
		return badIndexSum
	case badCodec:
		return badIndexCodec
	}
	return badIndex
}
