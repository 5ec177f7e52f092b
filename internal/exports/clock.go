package exports

import (
	"errors"

	"github.com/rowlens/rowlens/codec/hlc"
)

// HLCJoin makes a version of a hybrid logical clock from milliseconds since
// 1970-01-01 UTC and a counter.
func HLCJoin(layout string, physical, logical uint64, version *uint64, e *Error) (result int64) {
	defer caught(e, &result)
	l, ok := hlc.Find(layout)
	if !ok {
		return int64(e.refuse(BadOption, layout))
	}
	v, err := l.Join(physical, logical)
	if err != nil {
		n := e.from(err)
		var wide *hlc.RangeError
		if errors.As(err, &wide) {
			e.Field = wide.Field
		}
		return n
	}
	*version = uint64(v)
	return int64(OK)
}

// HLCSplit is the inverse of HLCJoin.
func HLCSplit(layout string, version uint64, physical, logical *uint64, e *Error) (result int64) {
	defer caught(e, &result)
	l, ok := hlc.Find(layout)
	if !ok {
		return int64(e.refuse(BadOption, layout))
	}
	*physical, *logical = l.Physical(hlc.Version(version)), l.Logical(hlc.Version(version))
	return int64(OK)
}
