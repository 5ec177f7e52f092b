// Package fdb replaces FoundationDB's Go client, which needs a C library that no
// registry has. The tuple layer, which is measured as a peer, uses only these few names from it.
package fdb

import "strconv"

// Key is a key of the database.
type Key []byte

// FDBKey returns the key itself.
func (k Key) FDBKey() Key { return k }

// KeyConvertible is anything that can be used as a key.
type KeyConvertible interface{ FDBKey() Key }

// KeySelector selects a key by its position.
type KeySelector struct{ Key KeyConvertible }

// FDBKeySelector returns the selector itself.
func (s KeySelector) FDBKeySelector() KeySelector { return s }

// Selectable is anything that can be used as a selector.
type Selectable interface{ FDBKeySelector() KeySelector }

// FirstGreaterOrEqual selects the first key that is not below k.
func FirstGreaterOrEqual(k KeyConvertible) KeySelector { return KeySelector{k} }

// Printable returns d as text for people.
func Printable(d []byte) string { return strconv.Quote(string(d)) }

// GetAPIVersion returns the version that the tuple layer asks for when it packs
// version stamps, which are not measured.
func GetAPIVersion() (int, error) { return 730, nil }

// MustGetAPIVersion returns the same without an error.
func MustGetAPIVersion() int { return 730 }
