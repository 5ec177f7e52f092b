package stream

import (
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Row is one row of a dump on its way to a record.
type Row struct {
	Entry *store.Entry
	Note  string // what the text or the files leave unclear
	Bad   error  // why the text could not be read; the entry then has only a source
}

// Damage is the Bad of rows that are missing because a store's file is damaged there. It writes the value of the
// record's member error.
type Damage interface {
	error
	WriteError(w *value.Writer)
}

// LearnRows is the maximum number of rows from which the format of a dump is learnt.
const LearnRows = 64

// BadText is the code of a row whose text could not be read.
const BadText = "bad-text"
