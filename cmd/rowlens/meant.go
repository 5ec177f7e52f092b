package main

import (
	"path"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// nearest returns at most three names that somebody who wrote a word may have
// meant: those that differ by one or two slips or, if there are none, those that
// begin with the word.
func nearest(word string, names []string) []string {
	const most = 3
	word = strings.ToLower(word)
	best := min((len(word)+1)/3, 2)
	var slips, begin []string
	for _, name := range names {
		low := strings.ToLower(name)
		if word != "" && (strings.HasPrefix(low, word) || path.Base(low) == word) {
			begin = append(begin, name)
		}
		if d := len(low) - len(word); d > best || -d > best {
			continue
		}
		switch d := slipsBetween(word, low); {
		case d < best:
			best, slips = d, []string{name}
		case d == best:
			slips = append(slips, name)
		}
	}
	if len(slips) == 0 {
		slips = begin
	}
	return slips[:min(len(slips), most)]
}

// slipsBetween counts letters that are superfluous, missing or wrong. Two swapped letters are one slip.
func slipsBetween(a, b string) int {
	letters := func(s string) string {
		list := []byte(s)
		slices.Sort(list)
		return string(list)
	}
	if a != b && letters(a) == letters(b) {
		return 1
	}
	return levenshtein.ComputeDistance(a, b)
}

// meant returns "; did you mean decode?", or nothing.
func meant(word string, names []string) string { return question(nearest(word, names)) }

func question(found []string) string {
	switch n := len(found); n {
	case 0:
		return ""
	case 1:
		return "; did you mean " + found[0] + "?"
	default:
		return "; did you mean " + strings.Join(found[:n-1], ", ") + " or " + found[n-1] + "?"
	}
}

// unknown returns the error for a word that is not in a list of names, and lists them.
func unknown(kind, word string, names []string) error {
	if hint := meant(word, names); hint != "" {
		return usage("there is no %s %q%s There are: %s", kind, word, hint, strings.Join(names, ", "))
	}
	return usage("there is no %s %q; there are: %s", kind, word, strings.Join(names, ", "))
}

// ended adds a period to a hint that ends a sentence, unless the hint is a question.
func ended(hint string) string {
	if strings.HasSuffix(hint, "?") {
		return hint
	}
	return hint + "."
}
