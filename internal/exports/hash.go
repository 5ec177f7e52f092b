package exports

import "github.com/rowlens/rowlens/codec"

// Hash32 returns the 32-bit hash under which the format stores a name. For
// Actionbase this is XXH32 with seed 0. The same hash of a row key's hashed bytes,
// passed as the name, is the row key's salt.
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
