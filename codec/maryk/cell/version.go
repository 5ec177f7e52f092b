package cell

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/maryk"
)

// AppendModelVersion appends the version of a model as rows show it, always with three numbers.
func AppendModelVersion(dst []byte, v maryk.Version) []byte {
	dst = strconv.AppendUint(dst, uint64(v.Major), 10)
	dst = strconv.AppendUint(append(dst, '.'), uint64(v.Minor), 10)
	return strconv.AppendUint(append(dst, '.'), uint64(v.Patch), 10)
}

// ParseModelVersion reads "major.minor" or "major.minor.patch".
func ParseModelVersion(text string) (v maryk.Version, ok bool) {
	parts := strings.Split(text, ".")
	if len(parts) < 2 || len(parts) > 3 {
		return v, false
	}
	to := [...]*uint16{&v.Major, &v.Minor, &v.Patch}
	for i := range parts {
		n, err := strconv.ParseUint(parts[i], 10, 16)
		if err != nil {
			return v, false
		}
		*to[i] = uint16(n)
	}
	return v, true
}
