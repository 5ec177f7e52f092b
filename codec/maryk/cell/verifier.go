package cell

import (
	"maps"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// What findings of both stores can be about.
const (
	UndecodableRow     = "undecodable-row"      // a row that cannot be read
	WrongVersion       = "wrong-version"        // a version that other rows contradict
	SetItemDiffers     = "set-item-differs"     // the value of a set item is not the item in its reference
	HistoryNotVerified = "history-not-verified" // a record with too many versions of too many values
	UnknownModel       = "unknown-model"        // rows of models that the schema lacks; not verified
)

// MissingMax is how many missing index rows of one record are reported one by one: few
// rows of hostile sets may imply many.
const MissingMax = 100

// Table is the rows of one model, in a Verifier.
type Table interface {
	// Verify appends what is wrong with the rows to the findings of its Verifier.
	Verify()
}

// Verifier keeps the rows of a store by model, and what is found about them. The store
// adds how a row is kept and what must hold between rows.
type Verifier[T Table] struct {
	Schema  *Schema
	Bytes   Arena // for copies of rows
	Unknown int   // rows whose model is not known
	List    []format.Finding

	tables map[uint32]T
	file   string // of the last row
	files  int    // from which rows came, one after the other
}

// File returns the number of the file of a row, of those from which rows came one
// after the other: a row of a later one takes the place of an earlier one.
func (v *Verifier[T]) File(e *store.Entry) int {
	if v.files == 0 || v.file != e.Source.File {
		v.file = e.Source.File
		v.files++
	}
	return v.files
}

// Table returns the rows of a model so far; open makes the table of none.
func (v *Verifier[T]) Table(m *Model, open func() T) T {
	t, ok := v.tables[m.Number]
	if !ok {
		if v.tables == nil {
			v.tables = map[uint32]T{}
		}
		t = open()
		v.tables[m.Number] = t
	}
	return t
}

// Verify verifies the tables by their number and returns the findings. Rows says what
// a row of the store is called, why why those that are not known were not verified.
func (v *Verifier[T]) Verify(rows, why string) []format.Finding {
	v.List = nil
	for _, number := range slices.Sorted(maps.Keys(v.tables)) {
		v.tables[number].Verify()
	}
	if v.Unknown > 0 {
		stored := strconv.Itoa(v.Unknown) + " " + rows
		v.List = append(v.List, format.Finding{Severity: format.Info, Code: UnknownModel, Stored: stored, Why: why,
			NoMend: "nothing says what the rows should be"})
	}
	return v.List
}
