package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// known is a difference that is accepted.
type known struct {
	Kind   string `json:"kind"`   // oracle and kind, as printed
	Case   string `json:"case"`   // on which it occurs
	Reason string `json:"reason"` // why it is accepted
}

//go:embed known.json
var knownJSON []byte

func readKnown() (list []known, err error) {
	err = json.Unmarshal(knownJSON, &list)
	for _, k := range list {
		if k.Kind == "" || k.Case == "" || k.Reason == "" {
			return nil, fmt.Errorf("known.json: %+v lacks a member", k)
		}
	}
	return list, err
}

// shown is how many cases of a kind are printed.
const shown = 3

// report counts the differences of a domain and prints the first ones.
type report struct {
	w      io.Writer
	seed   uint64
	domain string
	known  []known

	cases, silent int
	seen          map[string]int
	gone          int
}

// add counts a case and its differences.
func (r *report) add(line string, a answers, list []difference) {
	r.cases++
	if a.any().none() {
		r.silent++
	}
	for _, d := range list {
		kind := r.domain + ": " + d.kind
		if r.seen == nil {
			r.seen = map[string]int{}
		}
		r.seen[kind]++
		if !r.listed(kind) && r.seen[kind] <= shown {
			fmt.Fprintf(r.w, "seed %d, case '%s': %s: rowlens %s; %s\n", r.seed, strings.ReplaceAll(cut(line), "\t", " "), kind,
				cut(d.ours), cut(a.String()))
		}
	}
}

// cut shortens text that would fill a screen.
func cut(s string) string {
	const most = 1000
	if len(s) > most {
		return fmt.Sprintf("%s… (%d characters)", s[:most], len(s))
	}
	return s
}

func (r *report) listed(kind string) bool {
	return slices.ContainsFunc(r.known, func(k known) bool { return k.Kind == kind })
}

// knownCases asks the cases of the listed differences: each must still differ.
func (r *report) knownCases(j *jvms, d domain) error {
	for _, k := range r.known {
		if !strings.HasPrefix(k.Kind, r.domain+": ") {
			continue
		}
		line := strings.ReplaceAll(k.Case, " ", "\t")
		a, err := j.ask([]string{line})
		if err != nil {
			return err
		}
		list := d.judge(strings.Split(line, "\t"), a[0])
		if !slices.ContainsFunc(list, func(x difference) bool { return r.domain+": "+x.kind == k.Kind }) {
			r.gone++
			fmt.Fprintf(r.w, "%s: listed, but '%s' no longer shows it\n", k.Kind, k.Case)
		}
	}
	return nil
}

// end prints the counts and reports whether all differences are listed ones.
func (r *report) end() bool {
	fmt.Fprintf(r.w, "%s: %d cases, %d without an answer\n", r.domain, r.cases, r.silent)
	ok := r.gone == 0
	for _, kind := range slices.Sorted(maps.Keys(r.seen)) {
		words := "NOT LISTED"
		if r.listed(kind) {
			words = "listed"
		} else {
			ok = false
		}
		fmt.Fprintf(r.w, "  %9d %s (%s)\n", r.seen[kind], kind, words)
	}
	return ok
}
