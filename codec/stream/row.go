package stream

import "github.com/rowlens/rowlens/codec/store"

// Row is one row of a dump on its way to a record.
type Row struct {
	Entry *store.Entry
	Note  string // what the text does not settle
	Bad   error  // why the text could not be read; the entry then has only a source
}

// LearnRows is how many of the first rows at most are looked at to learn which
// format the rows of a dump have.
const LearnRows = 64

// BadText is the code of a row whose text could not be read.
const BadText = "bad-text"
