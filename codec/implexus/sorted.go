package implexus

import (
	"maps"
	"slices"
)

// sortedKeys returns the keys of a map in the order of their bytes.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
