// Package text transforms text as Maryk's indexes do: Normalize is for Normalize parts, Split for
// Split parts. Both follow Unicode 14.0, as upstream does.
//
//	Normalize("Jürgen van der-Berg")           jurgenvanderberg
//	Split("red-hot chili", WordBoundary)       red, hot, chili
//
// Both take text as it is stored in the record:
//
//	for _, word := range text.Split("red-hot chili", text.WordBoundary) {
//		entry = append(entry, text.Normalize(word)...)
//	}
//
// Normalize of two words:
//
//	Jürgen    4a c3bc 7267656e → 6a 75 7267656e    jurgen
//	Red       52 6564          → 72 6564           red
//
// Stable.
package text
