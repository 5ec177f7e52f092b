package lmdb

import "github.com/rowlens/rowlens/codec/span"

// The legend of the page header, and of what follows it in pages with nodes.
var (
	fPage   = span.Field{Name: "page", Type: "page", Role: span.RoleGroup, Doc: "one page, or a run of overflow pages"}
	fHeader = span.Field{Name: "header", Title: "page header", Type: "page header", Role: span.RoleGroup,
		Doc: "12 to 24 bytes at the start of every page but the later ones of an overflow run"}
	fPageNumber = span.Field{Name: "pageNumber", Title: "page number", Type: "word", Role: span.RoleIdentity,
		Doc: "the page's place in the file, counted in pages"}
	fPageTxn = span.Field{Name: "transaction", Type: "word", Role: span.RoleVersion,
		Doc: "transaction that wrote the page; data versions 2 and 3 only"}
	fPagePad = span.Field{Name: "keySize", Title: "key size", Type: "uint16", Role: span.RoleStructure,
		Doc: "size of each key in a page of keys alone; of no meaning in others"}
	fPageFlags = span.Field{Name: "pageFlags", Title: "kind", Type: "flags", Role: span.RoleCode,
		Doc: "01 branch, 02 leaf, 04 overflow, 08 meta, 20 keys alone (LEAF2), 40 sub-page; others are of the running program"}
	fLower = span.Field{Name: "lower", Type: "uint16", Unit: "bytes", Role: span.RoleStructure,
		Doc: "end of the list of node offsets; data versions 2 and 3 count from the end of the page header"}
	fUpper = span.Field{Name: "upper", Type: "uint16", Unit: "bytes", Role: span.RoleStructure,
		Doc: "start of the lowest node, counted as lower"}
	fRunPages = span.Field{Name: "pages", Type: "uint32", Role: span.RoleValue, Doc: "number of pages of this overflow run"}

	fOffsets = span.Field{Name: "offsets", Title: "node offsets", Type: "list", Role: span.RoleGroup,
		Doc: "where the nodes are, in the order of their keys"}
	fOffset = span.Field{Name: "offset", Short: "off", Type: "uint16", Unit: "bytes", Role: span.RoleTarget,
		Doc: "start of a node, counted as lower"}
	fFree  = span.Field{Name: "unused", Type: "bytes", Role: span.RoleStructure, Doc: "room for more nodes; may hold what was there before"}
	fKeys  = span.Field{Name: "keys", Type: "list", Role: span.RoleGroup, Doc: "keys of one size, without nodes around them"}
	fAlone = span.Field{Name: "key", Type: "bytes", Role: span.RoleIdentity, Doc: "one of several values of a row's key"}
)

// The legend of nodes.
var (
	fNode  = span.Field{Name: "node", Type: "node", Role: span.RoleGroup, Doc: "a key with its value, or with a child page"}
	fChild = span.Field{Name: "child", Title: "child page", Type: "page number", Role: span.RoleTarget,
		Doc: "number of the page with the keys from this one on; the high 16 bits stand in the place of a leaf's flags"}
	fChildHigh = span.Field{Name: "childHigh", Title: "child page, high", Type: "uint16", Role: span.RoleTarget,
		Doc: "bits 32 to 47 of the child page's number"}
	fDataSize = span.Field{Name: "size", Title: "data size", Type: "uint32", Unit: "bytes", Role: span.RoleStructure,
		Doc: "size of the data, also where they lie in overflow pages"}
	fNodeFlags = span.Field{Name: "nodeFlags", Title: "flags", Type: "flags", Role: span.RoleCode,
		Doc: "01 the value is in overflow pages, 02 a database record, 04 several values in a sub-page, 06 in a sub-tree"}
	fKeySize = span.Field{Name: "keySize", Title: "key size", Type: "uint16", Unit: "bytes", Role: span.RoleStructure,
		Doc: "size of the key"}
	fKey = span.Field{Name: "key", Type: "bytes", Role: span.RoleIdentity,
		Doc: "the key; in a branch page's first node it has no meaning, as all smaller keys go there too"}
	fAlign = span.Field{Name: "alignment", Type: "bytes", Role: span.RoleStructure,
		Doc: "a byte that brings what follows to an even place"}
	fValue     = span.Field{Name: "value", Type: "bytes", Role: span.RoleValue, Doc: "the value"}
	fOverflow  = span.Field{Name: "overflow", Type: "place", Role: span.RoleGroup, Doc: "where the value lies"}
	fFirstPage = span.Field{Name: "firstPage", Title: "first page", Type: "word", Role: span.RoleTarget,
		Doc: "number of the overflow run's first page"}
	fOverTxn = span.Field{Name: "overflowTransaction", Title: "transaction", Type: "word", Role: span.RoleVersion,
		Doc: "transaction that wrote the overflow run; data versions 2 and 3 only"}
	fOverPages = span.Field{Name: "overflowPages", Title: "pages", Type: "word", Role: span.RoleValue,
		Doc: "number of the run's pages; data versions 2 and 3 only"}
	fSubPage = span.Field{Name: "subPage", Title: "sub-page", Type: "page", Role: span.RoleGroup,
		Doc: "the values of one key, as the keys of a page in small"}
	fRun = span.Field{Name: "run", Title: "value", Type: "bytes", Role: span.RoleValue,
		Doc: "a value in one piece, over all pages of the run"}
)

// The legend of database records and meta pages.
var (
	fRecord      = span.Field{Name: "record", Title: "database record", Type: "database record", Role: span.RoleGroup, Doc: "where a tree is, and what is in it"}
	fFreeRecord  = span.Field{Name: "freeDatabase", Title: "free database", Type: "database record", Role: span.RoleGroup, Doc: "the tree of the pages that may be used again"}
	fMainRecord  = span.Field{Name: "mainDatabase", Title: "main database", Type: "database record", Role: span.RoleGroup, Doc: "the tree of the unnamed database"}
	fRecordPad   = span.Field{Name: "pad", Type: "uint32", Role: span.RoleStructure, Doc: "size of keys that stand alone, in trees of duplicates"}
	fPageSize    = span.Field{Name: "pageSize", Title: "page size", Type: "uint32", Unit: "bytes", Role: span.RoleValue, Doc: "256 to 65536, a power of two"}
	fRecordFlags = span.Field{Name: "flags", Type: "flags", Role: span.RoleCode,
		Doc: "02 REVERSEKEY, 04 DUPSORT, 08 INTEGERKEY, 10 DUPFIXED, 20 INTEGERDUP, 40 REVERSEDUP"}
	fEnvFlags = span.Field{Name: "environmentFlags", Title: "environment flags", Type: "flags", Role: span.RoleCode,
		Doc: "flags of the whole file; 08 is always set, 2000 says that it is encrypted"}
	fDepth         = span.Field{Name: "depth", Type: "uint16", Role: span.RoleValue, Doc: "levels of the tree; 0 of an empty one"}
	fBranchPages   = span.Field{Name: "branchPages", Title: "branch pages", Type: "word", Role: span.RoleValue, Doc: "branch pages of the tree"}
	fLeafPages     = span.Field{Name: "leafPages", Title: "leaf pages", Type: "word", Role: span.RoleValue, Doc: "leaf pages of the tree"}
	fOverflowPages = span.Field{Name: "overflowPages", Title: "overflow pages", Type: "word", Role: span.RoleValue, Doc: "overflow pages, each counted"}
	fEntries       = span.Field{Name: "entries", Type: "word", Role: span.RoleValue, Doc: "rows, each value of a key counted; in the main database each named one is a row"}
	fRoot          = span.Field{Name: "root", Title: "root page", Type: "word", Role: span.RoleTarget, Doc: "number of the root page; all bits set in an empty database"}

	fMeta    = span.Field{Name: "meta", Title: "meta page", Type: "meta page", Role: span.RoleGroup, Doc: "pages 0 and 1: where the trees of one state of the file are"}
	fMagic   = span.Field{Name: "magic", Type: "uint32", Role: span.RoleCheck, Doc: "always beefc0de"}
	fVersion = span.Field{Name: "dataVersion", Title: "data version", Type: "uint32", Role: span.RoleVersion,
		Doc: "1 of LMDB 0.9, 3 of 1.0, 2 of its development until 2024"}
	fAddress  = span.Field{Name: "address", Type: "word", Role: span.RoleStructure, Doc: "where the file is to be mapped, or 0; of no meaning to others"}
	fMapSize  = span.Field{Name: "mapSize", Title: "map size", Type: "word", Unit: "bytes", Role: span.RoleValue, Doc: "how large the file may become"}
	fLastPage = span.Field{Name: "lastPage", Title: "last page", Type: "word", Role: span.RoleValue, Doc: "highest number of a page in use"}
	fTxn      = span.Field{Name: "transaction", Type: "word", Role: span.RoleVersion,
		Doc: "transaction that wrote this meta page; the page with the larger one is in force"}
	fRest = span.Field{Name: "rest", Title: "rest of the page", Type: "bytes", Role: span.RoleStructure, Doc: "of no meaning"}
)

var fields = []*span.Field{
	&fMeta, &fPage, &fHeader, &fPageNumber, &fPageTxn, &fPagePad, &fPageFlags, &fLower, &fUpper, &fRunPages,
	&fMagic, &fVersion, &fAddress, &fMapSize, &fFreeRecord, &fMainRecord, &fPageSize, &fEnvFlags, &fRecordPad, &fRecordFlags,
	&fDepth, &fBranchPages, &fLeafPages, &fOverflowPages, &fEntries, &fRoot, &fLastPage, &fTxn, &fRest,
	&fOffsets, &fOffset, &fFree, &fKeys, &fAlone,
	&fNode, &fChild, &fChildHigh, &fDataSize, &fNodeFlags, &fKeySize, &fKey, &fAlign, &fValue,
	&fOverflow, &fFirstPage, &fOverTxn, &fOverPages, &fRecord, &fSubPage, &fRun,
}
