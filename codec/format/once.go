package format

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/value"
)

// Once refuses a value in which a member is there twice: whoever wrote it meant both, and only one would be read.
func Once(v value.Value) error {
	r, found := v.Repeated()
	if !found {
		return nil
	}
	return Refuse(r.Path, "the name is there twice: members "+strconv.Itoa(r.First)+" and "+strconv.Itoa(r.Again)+" of their object")
}
