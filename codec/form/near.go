package form

import "github.com/agnivade/levenshtein"

// longest is the maximum length of names to compare, in bytes: the work grows with its square.
const longest = 256

// Nearest returns the existing name that was probably meant: the one that takes the fewest letters
// to change, add or leave out. It returns nothing if no name is near.
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
