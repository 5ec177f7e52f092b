package implexus

import "slices"

// sortedKeys returns the keys of a map in the order of their bytes. It is a loop rather than an iterator, of which each
// type of values would have its own.
func sortedKeys[V any](m map[string]V) []string {
	list := make([]string, 0, len(m))
	for key := range m {
		list = append(list, key)
	}
	slices.Sort(list)
	return list
}
