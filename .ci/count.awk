# Counts tests in the output of go test -v (including subtests), node --test, Python's unittest,
# Maven's surefire, cargo test and our C tests ("c: N checks passed, N failed"), and prints the sum
# as its last line, after what failed once more, since that is far up in the output. Exits with 1
# if a test failed or was skipped, or nothing ran.

/^ *--- (PASS|FAIL|SKIP): / { go[substr($2, 1, 4)]++ }
/^ *--- FAIL: / { again = again $0 "\n" }

# What node --test says of a test stands between "---" and "...", both indented alike.
/^ *not ok [0-9]+ - / { left = 30; closing = "" }
left > 0 {
	again = again $0 "\n"
	left = $0 == closing ? 0 : left - 1
	if ($1 == "---") { closing = $0; sub("---", "...", closing) }
}

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

# cargo test prints a line for each crate and its documents.
/^test result: (ok|FAILED)\. [0-9]+ passed; [0-9]+ failed; [0-9]+ ignored;/ {
	rust["pass"] += $4
	rust["fail"] += $6
	rust["skipped"] += $8
}

# The last line of a run; lines for its classes continue with the time.
/Tests run: [0-9]+, Failures: [0-9]+, Errors: [0-9]+, Skipped: [0-9]+$/ {
	bad = tail("Failures: ") + tail("Errors: ")
	java["fail"] += bad
	java["skipped"] += tail("Skipped: ")
	java["pass"] += tail("Tests run: ") - bad - tail("Skipped: ")
}

/^c: [0-9]+ checks passed, [0-9]+ failed$/ { c["pass"] += $2; c["fail"] += $5 }

# A suite that did not build, or that ended early, has no failed test to count.
/^FAIL[ \t]/ || /^FAILED: / { broken = 1 }

# tail returns the number after a word in the line, or 0 without the word.
function tail(word,   at) {
	at = index($0, word)
	return at ? substr($0, at + length(word)) + 0 : 0
}

END {
	passed = go["PASS"] + node["pass"] + python["pass"] + java["pass"] + c["pass"] + rust["pass"]
	failed = go["FAIL"] + node["fail"] + python["fail"] + java["fail"] + c["fail"] + rust["fail"]
	skipped = go["SKIP"] + rust["skipped"] + node["skipped"] + python["skipped"] + java["skipped"]
	if (broken && !failed) failed = 1
	printf "%s", again
	printf "Go %d, Node and Chromium %d, Python %d, Java %d, C %d, Rust %d\n", go["PASS"], node["pass"], python["pass"], java["pass"], c["pass"], rust["pass"]
	if (skipped) printf "%d skipped: instead, make them run\n", skipped
	printf "%d passed, %d failed\n", passed, failed
	exit failed || skipped || !passed
}
