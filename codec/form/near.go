package form

import "github.com/agnivade/levenshtein"

// longest bounds the names that are compared, in bytes: the work grows with the square.
const longest = 256

// Nearest returns the name that was probably meant by one that there is not: the one that the
// fewest letters are to be changed, added or left out for. Empty if none is near.
func Nearest(text string, names []string) (near string) {
	if len(text) > longest {
		return ""
	}
	least := len(text)/3 + 1
	for _, name := range names {
		if len(name) > longest {
			continue
		}
		if d := levenshtein.ComputeDistance(text, name); d < least {
			near, least = name, d
		}
	}
	return near
}
