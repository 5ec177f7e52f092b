package format

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/value"
)

// Once refuses a value that has a member twice: only one of the two would be read.
func Once(v value.Value) error {
	r, found := v.Repeated()
	if !found {
		return nil
	}
	return Refuse(r.Path, "the name occurs twice: members "+strconv.Itoa(r.First)+" and "+strconv.Itoa(r.Again)+" of their object")
}
