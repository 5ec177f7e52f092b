package storage

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/value"
)

// Named returns the tables of the stores that a name means. It may be the name as it is shown, the
// bytes of the stored name in hex or, if family is not nil, the name of a column family as a format
// writes it, which family converts to hex.
func Named(stores []file.Store, name string, family func(name string) string) (list []Pick) {
	digits := strings.TrimPrefix(strings.ToLower(name), "0x")
	raw, isHex := value.DecodeHex(digits)
	var cf []byte
	if family != nil {
		cf, _ = value.DecodeHex(family(name))
	}
	for i, s := range stores {
		for j, t := range s.Tables() {
			stored := t.Stored
			if t.CF != nil {
				stored = t.CF
			}
			switch {
			case t.Name == name, t.Group != "" && t.Group == name, stored != nil && string(stored) == name:
			case isHex && len(raw) > 0 && bytes.Equal(raw, stored), len(cf) > 0 && bytes.Equal(cf, t.CF):
			default:
				continue
			}
			list = append(list, Pick{i, j})
		}
	}
	return list
}

// Names returns the names of all tables, each once, in order.
func Names(stores []file.Store) (list []string) {
	for _, s := range stores {
		for _, t := range s.Tables() {
			if !slices.Contains(list, t.Name) {
				list = append(list, t.Name)
			}
		}
	}
	return list
}
