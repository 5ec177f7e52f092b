package exports

import "github.com/rowlens/rowlens/codec"

// Hash32 returns the 32-bit hash under which the format stores a name. For
// Actionbase it is the XXH32 with seed 0, which is also the salt of a row key whose
// hashed bytes are given as the name.
func Hash32(formatID string, name []byte) (result int64) {
	var e Error
	defer caught(&e, &result)
	provoke(name)
	f := codec.Find(formatID)
	if f == nil {
		return int64(UnknownFormat)
	}
	if f.Code == nil {
		return int64(Unsupported)
	}
	return int64(uint32(f.Code(string(name))))
}
