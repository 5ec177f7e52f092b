package hfile

import "testing"

// Names in a file info may be anything, and become part of a path that is opened.
func TestNamesOfMOBFilesStayInTheirFolder(t *testing.T) {
	for name, want := range map[string]bool{
		"d41d8cd98f00b204e9800998ecf8427e1970010149b699d8b9f54193814d6ac36a142a25_7790887714e644737a55b07008adfdd9": true,
		"": false, ".": false, "..": false, "../x": false, "a/b": false, `a\b`: false,
	} {
		if oneName(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}
