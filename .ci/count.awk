# Counts tests in the output of go test -v (subtests too), node --test, Python's
# unittest and our C tests ("c: N checks passed, N failed"), and prints the sum as
# its last line. Exit status 1 when one failed or was skipped, or nothing ran.

/^ *--- (PASS|FAIL|SKIP): / { go[substr($2, 1, 4)]++ }

/^(#|ℹ) (pass|fail|skipped) [0-9]+$/ { node[$2] += $3 }

/^Ran [0-9]+ tests? in / { ran = $2 }
/^OK( |$)/ { python["pass"] += ran - tail("skipped="); python["skipped"] += tail("skipped="); ran = 0 }
/^FAILED \(/ {
	bad = tail("failures=") + tail("errors=")
	python["fail"] += bad
	python["pass"] += ran - bad - tail("skipped=")
	python["skipped"] += tail("skipped=")
	ran = 0
}

/^c: [0-9]+ checks passed, [0-9]+ failed$/ { c["pass"] += $2; c["fail"] += $5 }

# A suite that did not build, or that ended early, has no failed test to count.
/^FAIL[ \t]/ || /^FAILED: / { broken = 1 }

# tail is the number behind a word in the line, 0 without the word.
function tail(word,   at) {
	at = index($0, word)
	return at ? substr($0, at + length(word)) + 0 : 0
}

END {
	passed = go["PASS"] + node["pass"] + python["pass"] + c["pass"]
	failed = go["FAIL"] + node["fail"] + python["fail"] + c["fail"]
	skipped = go["SKIP"] + node["skipped"] + python["skipped"]
	if (broken && !failed) failed = 1
	printf "Go %d, Node and Chromium %d, Python %d, C %d\n", go["PASS"], node["pass"], python["pass"], c["pass"]
	if (skipped) printf "%d skipped: instead, make them run\n", skipped
	printf "%d passed, %d failed\n", passed, failed
	exit failed || skipped || !passed
}
