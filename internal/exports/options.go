package exports

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/value"
)

// Members of options: of how rows are decoded, and of DiffRows.
var (
	readingMembers = []string{"format", "record", "schema"}
	diffRowOptions = []string{"format", "record", "schema", "visible", "zones", "old", "new"}
)

// knows refuses a member that is not among those that are known: a misspelt one would be ignored silently.
func knows(req value.Value, known []string) error {
	for i := range req.Len() {
		if name := req.Name(i); !slices.Contains(known, name) {
			return errors.New("options: there is no " + strconv.Quote(name) + "; there are " + strings.Join(known, ", "))
		}
	}
	return nil
}
