package form

// Nearest returns the name that was probably meant by one that there is not: the one that the
// fewest letters are to be changed, added or left out for. Empty if none is near.
func Nearest(text string, names []string) (near string) {
	typed := []rune(text)
	least := len(typed)/3 + 1
	for _, name := range names {
		letters := []rune(name)
		if d := len(letters) - len(typed); d >= least || -d >= least {
			continue
		}
		if d := distance(typed, letters); d < least {
			near, least = name, d
		}
	}
	return near
}

// longest bounds the texts that are compared.
const longest = 256

// distance counts the letters to be changed, added, left out, or swapped with their neighbour.
func distance(a, b []rune) int {
	if len(a) > longest || len(b) > longest {
		return longest
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
