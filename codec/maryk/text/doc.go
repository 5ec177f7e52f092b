// Package text has what Maryk's indexes make of text: Normalize for a Normalize part,
// Split for a Split part. Both follow Unicode 14.0, as upstream does.
//
//	Normalize("Jürgen van der-Berg")           jurgenvanderberg
//	Split("red-hot chili", WordBoundary)       red, hot, chili
package text
