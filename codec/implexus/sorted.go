package implexus

import "slices"

// sortedKeys returns the keys of a map in byte order. It uses a loop because an iterator would be compiled again for
// each type of values.
func sortedKeys[V any](m map[string]V) []string {
	list := make([]string, 0, len(m))
	for key := range m {
		list = append(list, key)
	}
	slices.Sort(list)
	return list
}
