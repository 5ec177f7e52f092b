package lmdb

import "github.com/rowlens/rowlens/codec/file"

// The codes for damage.
const (
	codeMagic        = "magic"
	codeVersion      = "version"
	codeEncrypted    = "encrypted"
	codeMeta         = "meta"
	codeFileShort    = "file-short"
	codePageRange    = "page-range"
	codePageTwice    = "page-twice"
	codeDepth        = "depth"
	codePageNumber   = "page-number"
	codePageFlags    = "page-flags"
	codePageBounds   = "page-bounds"
	codeNodeOffset   = "node-offset"
	codeNodeSize     = "node-size"
	codeOverflowSize = "overflow-size"
	codeFreeList     = "free-list"
	codeEntries      = "entries"
	codeLaterPages   = "later-pages"
	codeKeyOrder     = "key-order"
)

var codes = []file.Code{
	{Word: codeMagic, Doc: "Neither meta page begins as those of LMDB do: this is no LMDB file, or its start is overwritten."},
	{Word: codeVersion, Doc: "A version of the data that is not known here; versions 1, 2 and 3 are."},
	{Word: codeEncrypted, Doc: "The pages are encrypted. Copy the database with a program that has the key."},
	{Word: codeMeta, Doc: "One of the two meta pages is damaged, so the state that one of them has is shown: a whole one, at most one transaction older."},
	{Word: codeFileShort, Doc: "The file ends before its last page. Rows on the missing pages are reported where they belong."},
	{Word: codePageRange, Doc: "A page number that no page of the file has. Rows below it are missing; salvage looks for them on all pages."},
	{Word: codePageTwice, Doc: "A page that another place of the trees names too. It was shown there; what belongs here is missing."},
	{Word: codeDepth, Doc: "More levels than a tree can have: pages that name each other. Rows below are missing."},
	{Word: codePageNumber, Doc: "The page says that it belongs elsewhere, so it was written over or never written. Its rows are missing; salvage looks for them on all pages."},
	{Word: codePageFlags, Doc: "The page is of another kind than the one that names it needs. What is on it is missing."},
	{Word: codePageBounds, Doc: "The page's list of nodes does not fit into it: its rows are missing. " +
		"Or nodes listed are not those that fill the page: they are shown, and others are missing or changed."},
	{Word: codeNodeOffset, Doc: "A node would lie outside of the page's part for nodes. This node is missing."},
	{Word: codeNodeSize, Doc: "A node would reach over the end of its page, or has data of a wrong size. This node is missing."},
	{Word: codeOverflowSize, Doc: "The pages of a long value are fewer than it needs, go over the file's end, or are more than may be read. This row is missing."},
	{Word: codeFreeList, Doc: "The list of free pages does not agree with the trees. The next writer may write over rows: copy them to a new database."},
	{Word: codeEntries, Doc: "The database has another number of rows than it says: some are missing, or are not its own."},
	{Word: codeLaterPages, Doc: "Pages after the last one of the state that is shown: a later transaction had begun to write. " +
		"If the file was copied while a program wrote to it, rows may be of both, and nothing else shows it: copy it with mdb_copy."},
	{Word: codeKeyOrder, Doc: "Rows are not in the order that the database's flags say: it is damaged, or the program that wrote it has an order of its own."},
	file.Unreadable,
}

// Sentences that are added where they apply.
const (
	textListOnly    = " Reading is not concerned."
	textNotOnlyList = "The list of free pages does not agree with the trees, and pages of rows are among those in question: rows may be " +
		"missing, or old. Salvage shows those that no tree has."
	textFreeEnd = " Here there are none: all of them are free, and LMDB does not write pages that a transaction took and gave up again."
	textOneMore = " This may be no loss: LMDB itself counts one too many after an empty value got a second one beside it."
)

func docOf(code string) string {
	for i := range codes {
		if codes[i].Word == code {
			return codes[i].Doc
		}
	}
	return ""
}

// report turns a problem into damage.
func report(name string, p *problem) *file.Damage {
	return &file.Damage{File: name, Code: p.code, Offset: p.offset, Expected: p.expected, Found: p.found, Lost: p.lost, Text: docOf(p.code)}
}

// remark returns damage that loses nothing and has no place.
func remark(name, code, expected, found string) file.Damage {
	return file.Damage{File: name, Code: code, Offset: file.NoOffset, Expected: expected, Found: found, Remark: true, Text: docOf(code)}
}
