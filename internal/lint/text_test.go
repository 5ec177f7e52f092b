package lint

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

// Forbidden words are spelled in pieces so that this file obeys its own rules.
var (
	machinePath = regexp.MustCompile(`(^|[^\w.~\-/])/(` + `work|root|home|tmp|Users)/`)
	registry    = regexp.MustCompile(`(?i)\b(proxy\.golang\.` + `org|sum\.golang\.` + `org|registry\.npmjs\.` + `org|` +
		`registry\.yarnpkg\.` + `com|pypi\.` + `org|files\.pythonhosted\.` + `org|repo1?\.maven\.(apache\.)?` + `org|` +
		`(index\.|static\.)?crates\.` + `io|deb\.debian\.` + `org|archive\.ubuntu\.` + `com)`)
	leftover = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|X` + `XX)\b`)
	markup   = regexp.MustCompile(`\b(inner` + `HTML|insertAdjacent` + `HTML)\b|\bouter` + `HTML\s*\+?=|` + // reading a page's text makes no markup
		`\bdocument\.` + `write|\bev` + `al\(|\bnew Fun` + `ction\b`)
	// Phrases that trip up a native reader of a comment. Write "not a …", "past" or
	// "after", "reported as", "as in", "returned".
	unidiomatic = regexp.MustCompile(`(^|\s)//.*\b(none of an?|(that|which|it) (is|are) none|` +
		`behind (it|its|the|them|every|each|which)|(is|are) told as|as (it|they) stands? in|giv(es?|en) out|hitherto)\b`)
	skipped = regexp.MustCompile(`\bt(esting)?\.(Skip|SkipNow|Skipf|Sho` + `rt)\(|\b(test|it|describe)\.(skip|only)\(`)
)

// isOurs excludes files that other programs wrote.
func isOurs(p string) bool {
	return !under(p, "golden") && !strings.Contains(p, "/testdata/") && !strings.HasPrefix(p, "fuzz/corpus/") ||
		path.Base(p) == "README.md" || path.Ext(p) == ".go"
}

// forbid reports every line of ours that matches.
func forbid(t *testing.T, re *regexp.Regexp, accept func(p string) bool, instead string) {
	t.Helper()
	for _, f := range files(t, func(p string) bool { return isOurs(p) && accept(p) }) {
		f.grep(re, func(line int, text string) {
			t.Errorf("%s:%d: %s: instead, %s", f.path, line, re.FindString(text), instead)
		})
	}
}

func anywhere(string) bool { return true }

func TestNoPathOfOneMachine(t *testing.T) {
	forbid(t, machinePath, anywhere, "make it relative to the repository, or let the user give it")
}

func TestNoPackageRegistryIsNamed(t *testing.T) {
	forbid(t, registry, anywhere, "leave the registry to the user's own settings (npm: omit-lockfile-registry-resolved=true)")
}

func TestNothingIsLeftForLater(t *testing.T) {
	forbid(t, leftover, anywhere, "do it, or open an issue")
}

func TestCommentsAreIdiomatic(t *testing.T) {
	ours := func(p string) bool { return under(p, "codec", "cmd", "wasm") && path.Ext(p) == ".go" }
	forbid(t, unidiomatic, ours,
		`write "is not a …" (none), "after" or "past" (behind), "reported as" (told), "as in" (stands in), "returned" (given out)`)
}

func TestNoTestIsSkipped(t *testing.T) {
	forbid(t, skipped, anywhere, "make the test run everywhere, or install what it needs in .ci/install")
}

func TestPageNeverMakesMarkupFromText(t *testing.T) {
	shipped := func(p string) bool {
		return under(p, "web", "inspector", "wasm") && !under(p, "web/test") && !strings.HasSuffix(p, "_test.go")
	}
	forbid(t, markup, shipped,
		"build elements and set textContent")
}
