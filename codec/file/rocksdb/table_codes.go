package rocksdb

import "github.com/rowlens/rowlens/codec/file"

// tableCodes are the codes for damage of tables, each with its meaning and what to do.
var tableCodes = []file.Code{
	{Word: "footer-truncated", Doc: "The file is shorter than the footer of a table; the copy is probably cut, take it again."},
	{Word: "magic", Doc: "The file does not end with the magic number of a table: it is cut, encrypted or of another kind; take the copy again."},
	{Word: "table-kind", Doc: "A plain or cuckoo table, which is not read; let RocksDB compact it into a block-based one."},
	{Word: "format-version", Doc: "The table has a format version that is not known; a newer rowlens may read it."},
	{Word: "checksum-type", Doc: "The footer names a checksum that RocksDB does not have; the footer is damaged, and the table cannot be read."},
	{Word: "footer", Doc: "The footer cannot be read, and it alone says where the table's parts lie."},
	{Word: "footer-checksum", Doc: "The footer's own checksum is wrong; reading goes on, since each block has a checksum too."},
	{Word: "metaindex", Doc: "The metaindex does not say where the index is; the table cannot be read."},
	{Word: "block-range", Doc: "A block is said to lie where the file has ended: the file is cut, or the handle is damaged."},
	{Word: "block-checksum", Doc: "The bytes of a block are not those that were written, and its entries are lost; older versions of their keys may come to light."},
	{Word: "compression-unknown", Doc: "A block is compressed in a way that is not known, so its entries are lost; older versions of their keys may come to light."},
	{Word: "decompress", Doc: "A block does not unpack to what it should, so its entries are lost; older versions of their keys may come to light."},
	{Word: "block", Doc: "The inside of a block is malformed, and nothing of it is shown; older versions of its keys may come to light."},
	{Word: "index-lost", Doc: "The index is lost, or a part of it; data blocks are found by their checksums instead."},
	{Word: "key", Doc: "A block has an internal key that is too short, and nothing of the block is shown."},
}

// tableText returns the sentence for a code.
func tableText(code string) string {
	for _, c := range tableCodes {
		if c.Word == code {
			return c.Doc
		}
	}
	return ""
}
