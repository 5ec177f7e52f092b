package exports

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/value"
)

// Members of options: those that say how to decode rows, and those of DiffRows.
var (
	readingMembers = []string{"format", "record", "schema"}
	diffRowOptions = []string{"format", "record", "schema", "visible", "zones", "old", "new"}
)

// knows refuses members that are not in known, because a misspelt one would otherwise be ignored silently.
func knows(req value.Value, known []string) error {
	for i := range req.Len() {
		if name := req.Name(i); !slices.Contains(known, name) {
			return errors.New("options: there is no " + strconv.Quote(name) + "; there are " + strings.Join(known, ", "))
		}
	}
	return nil
}
