package hfile

import (
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/block"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// The codes for damage.
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
	logEmpty      = "wal-empty"
	mobValue      = "mob-value"
	notApplied    = "not-applied"
	missingFile   = "missing-file"
	badOther      = "file-other"
	badSmall      = "small-file"
	badOverlap    = "region-overlap"
	missingRows   = "region-gap"
	archiveOnly   = "archive-only"
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
	{Word: badCell, Doc: "a cell does not fit into its block. It and what follows in the block are lost. " +
		"A cell of a type that HBase does not have is shown as a reader of HBase shows it, like a Put."},
	{Word: badIndex, Doc: "a block of the index is wrong, or points where no block of that kind is. " +
		"Nothing is lost: the blocks are read one after the other instead."},
	{Word: badIndexSum, Doc: "the checksum of an index block is wrong. " +
		"Nothing is lost: the blocks are read one after the other instead."},
	{Word: badIndexCodec, Doc: "an index block does not unpack. " +
		"Nothing is lost: the blocks are read one after the other instead."},
	{Word: badTrailer, Doc: "the trailer is missing or wrong. The blocks are read one after the other from the start of the file; " +
		"of a file that was cut, what follows is lost."},
	{Word: badOrder, Doc: "a block begins with a cell before the last one, or was written after another block: sound blocks, or copies of them, " +
		"are not where they were written. " +
		"They are shown where they are; the cells that belong there are lost."},
	{Word: badCount, Doc: "the file has other than as many cells as its trailer says, though no damage was found."},
	{Word: badEntry, Doc: "a log ends inside of an entry, as when its server died. That entry is lost."},
	{Word: logEmpty, Doc: "a log is empty: its server had not written to it when it was copied, or its entries are lost."},
	{Word: mobValue, Doc: "values are in MOB files: instead of one, its size (4 bytes) and the name of its file under mobdir are shown. " +
		"That file is an HFile with the same cells."},
	{Word: notApplied, Doc: "a schema or the labels of delete markers ask for what rowlens does not apply: a scan of HBase may show other cells."},
	{Word: missingFile, Doc: "a file that a table needs is not there. Its cells are lost, and what its delete markers hide is shown."},
	{Word: badOther, Doc: "a file is not what its name, its family's folder, its region or a snapshot says: another file was copied over it, " +
		"or the two were mixed up. Cells of an HFile are shown; those that belong here are missing."},
	{Word: badSmall, Doc: "a small file beside the cells (region info, schema, reference, snapshot) cannot be read, " +
		"or contradicts its name or the others. The cells are read as far as can be without it."},
	{Word: badOverlap, Doc: "two regions say that they have the same rows: one of them is damaged, or was split or merged, and not all that " +
		"came of it is here. Both are shown, so that cells may come twice."},
	{Word: missingRows, Doc: "no region here has some rows of the table. That is no damage if only some of its regions were copied."},
	{Word: archiveOnly, Doc: "files of a table are from the archive, and neither the table nor a snapshot that needs them is here: some may be missing, " +
		"and others be replaced by one another. All are read."},
	{Word: refEncrypted, Doc: "the file is encrypted: only HBase with its key can read it."},
	{Word: refEncoding, Doc: "the encoding of the cells is not known, or is PREFIX_TREE of HBase 1: " +
		"let HBase rewrite the file with another DATA_BLOCK_ENCODING (a major compaction)."},
	{Word: refCodec, Doc: "the compression is not known: let HBase rewrite the file with another (a major compaction)."},
	{Word: refVersion, Doc: "the version of the file format is not known."},
	file.Unreadable,
}

// docOf returns the sentence that explains a code.
func docOf(code string) string {
	for i := range codes {
		if codes[i].Word == code {
			return codes[i].Doc
		}
	}
	return ""
}

// damageAt returns damage at a place in a file.
func damageAt(name, code string, at, lost int64, expected, found string) file.Damage {
	return file.Damage{File: name, Code: code, Offset: at, Expected: expected, Found: found, Lost: lost, Text: docOf(code)}
}

// missing returns damage for a file that another one names and that is not there.
func missing(name, path string) file.Damage {
	d := damageAt(name, missingFile, file.NoOffset, 0, path, "no such file")
	d.Text = "a file that a table needs is not there: " + path + ". Its cells are lost, and what its delete markers hide is shown."
	return d
}

// oddType returns damage for a cell that no version of HBase writes, in a block or in an entry of a log.
func oddType(name string, c *cell) file.Damage {
	d := damageAt(name, badCell, c.block, 0, "a cell of type Put or a delete marker", "type "+typeName(c.code)+" at offset "+strconv.Itoa(c.at))
	d.Text = "a cell has a type that HBase does not have. It is shown as a scan of HBase shows it, like a Put."
	return d
}

// unread returns damage for a small file that cannot be read: the place where its message breaks, or how its bytes begin.
// Marked files begin with PBUF.
func (a *around) unread(path string, b []byte, err error, expected string, m message, marked bool) file.Damage {
	d := damageAt(a.name(path), badSmall, 0, int64(len(b)), expected,
		strconv.Itoa(len(b))+" bytes that begin with "+string(value.AppendHex(nil, b[:min(len(b), len(pbuf))])))
	body, found := afterMark(b)
	at := len(b) - len(body)
	if n, used := peekVarint(body); found && &m[0] == &regionInfoMessage[0] {
		at, body = at+used, body[used:][:min(n, uint64(len(body)-used))] // text may follow
	}
	var why *wire.Error
	switch {
	case err != nil:
		d.Found = err.Error()
	case len(b) == 0:
		d.Found = "an empty file"
	case marked && !found:
		d.Expected += ", which begins with " + string(value.AppendHex(nil, pbuf))
	case errors.As(m.each(body, func(pbValue) {}), &why):
		d.Offset = int64(at + why.Offset)
		d.Expected, d.Found = expected+", "+why.Field+": "+why.Expected, why.Found
	}
	return d
}

// because says what a reader expected and found; at is where its bytes stand in the file.
func because(d *file.Damage, err error) {
	var why *wire.Error
	if errors.As(err, &why) {
		d.Expected, d.Found = why.Field+": "+why.Expected, why.Found+" at offset "+strconv.Itoa(why.Offset)
	}
}

// unpackWords returns what a block should have unpacked to, and why it did not.
func unpackWords(plain int, codec uint32, err error) (expected, found string) {
	expected = strconv.Itoa(plain) + " bytes, unpacked with " + codecName(codec)
	if err == block.ErrMax {
		return "a block within the limits of size and ratio", expected
	}
	return expected, err.Error()
}

// indexCode returns the code for damage of an index block.
func indexCode(code string) string {
	switch code {
	case badChecksum:
		return badIndexSum
	case badCodec:
		return badIndexCodec
	}
	return badIndex
}
