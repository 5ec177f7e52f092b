//go:build !wasip1 || hosted

package exports

import (
	"errors"
	"slices"

	"github.com/rowlens/rowlens/codec/value"
)

// Members of options: those only for texts, those only for stores, and those of each call that opens rows.
var (
	textMembers  = []string{"file", "spelling", "cf"}
	storeMembers = []string{"table", "stored", "salvage", "start", "stop", "at", "versions", "labels", "limit"}

	openOptions  = []string{"store", "meta", "numbering"}
	scanOptions  = slices.Concat(storeMembers, readingMembers, []string{"where", "now", "columns", "part", "size", "keys"})
	statsOptions = slices.Concat(readingMembers, []string{"where", "now", "top", "regions", "splits"})
	diffOptions  = slices.Concat(readingMembers, []string{"stored", "visible", "match", "limit", "memory", "old", "new"})
)

// readMembers reads an object that has only the known members.
func readMembers(text []byte, known []string) (value.Value, error) {
	req, err := readObject(text)
	if err == nil {
		err = knows(req, known)
	}
	return req, err
}

// knowsRows refuses members of a request for rows that would otherwise be ignored: misspelt ones, those for stores if
// the rows come from a text, and those for texts if the rows come from stores.
func knowsRows(req value.Value, others []string) error {
	mine, theirs, why := textMembers, storeMembers, ": only stores have it, and these rows come from a text"
	if !req.Member("store").IsNull() {
		mine, theirs, why = storeMembers, textMembers, ": only a text has it, and these rows come from stores"
	}
	for _, name := range theirs {
		if !req.Member(name).IsNull() {
			return errors.New(name + why)
		}
	}
	return knows(req, slices.Concat(others, mine, []string{"store"}))
}

// knowsSide is knowsRows for one side of a comparison.
func knowsSide(req value.Value) error {
	if !req.Member("stored").IsNull() {
		return errors.New("stored: both sides are read alike, so it belongs to the comparison and not to a side")
	}
	if !req.Member("limit").IsNull() {
		return errors.New("limit: a comparison reads both sides to their ends")
	}
	return knowsRows(req, nil)
}
