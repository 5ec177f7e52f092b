package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/cmd/internal/outfile"
	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/golden/conform"
)

// conformReport is what conform has found.
type conformReport struct {
	kinds            []*conformKind
	byName           map[string]*conformKind
	troubles, failed []conformFailure // of the testee as a whole, and of checks
	suite            junitSuite
}

// conformKind counts the checks of a record kind of a format.
type conformKind struct {
	name                        string
	passed, failed, unsupported int
}

type conformFailure struct{ id, why, request, answer string }

// JUnit XML, in the form that build servers read.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitFailure `xml:"failure"`
		Skipped *struct{}     `xml:"skipped"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

func (r *conformReport) kind(name string) *conformKind {
	k := r.byName[name]
	if k == nil {
		if r.byName == nil {
			r.byName = map[string]*conformKind{}
		}
		k = &conformKind{name: name}
		r.byName[name] = k
		r.kinds = append(r.kinds, k)
	}
	return k
}

func (r *conformReport) checks() (n int) {
	for _, k := range r.kinds {
		n += k.passed + k.failed + k.unsupported
	}
	return n
}

// take records a verdict; wrong is nil for a check that passes.
func (x *conformCall) take(c *conform.Check, answer []byte, wrong error) error {
	name := c.Vector.Format + "/" + c.Vector.Record
	k, report := x.report.kind(name), junitCase{Class: name, Name: c.ID}
	verdict := "passed"
	switch {
	case wrong == nil:
		k.passed++
	case errors.Is(wrong, conform.ErrUnsupported):
		verdict = "unsupported"
		k.unsupported++
		report.Skipped = &struct{}{}
	default:
		verdict = "failed"
		k.failed++
		f := conformFailure{c.ID, wrong.Error(), string(c.Request), string(answer)}
		x.report.failed = append(x.report.failed, f)
		report.Failure = &junitFailure{f.why, f.text()}
	}
	x.inJUnit(report)
	if !x.json {
		return nil
	}
	if why, known := x.known[c.ID]; verdict == "passed" && known {
		return x.line("id", c.ID, "verdict", verdict, "known", why)
	} else if verdict == "failed" {
		return x.line("id", c.ID, "verdict", verdict, "why", wrong.Error())
	}
	return x.line("id", c.ID, "verdict", verdict)
}

// trouble records a failure of the testee as a whole.
func (x *conformCall) trouble(file, sentence string) error {
	x.report.kind("the testee").failed++
	x.report.troubles = append(x.report.troubles, conformFailure{id: file, why: sentence})
	x.inJUnit(junitCase{Class: "testee", Name: file, Failure: &junitFailure{Message: sentence}})
	if !x.json {
		return nil
	}
	return x.line("file", file, "verdict", "failed", "why", sentence)
}

// line prints an object of names and texts.
func (x *conformCall) line(members ...string) error {
	w := value.Writer{}
	w.Object()
	for i := 0; i < len(members); i += 2 {
		w.Key(members[i])
		w.String(members[i+1])
	}
	w.EndObject()
	_, err := x.out.Write(append(w.Buf, '\n'))
	return err
}

func (f *conformFailure) text() string { return "request " + f.request + "\nanswer  " + f.answer }

// tell prints the report, and returns the outcome.
func (x *conformCall) tell() error {
	var all conformKind
	t := &screen.Table{Head: []string{"format/record", "passed", "failed", "unsupported"}, Right: map[int]bool{1: true, 2: true, 3: true}}
	for _, k := range x.report.kinds {
		all.passed += k.passed
		all.failed += k.failed
		all.unsupported += k.unsupported
		t.Rows = append(t.Rows, []string{k.name, orBlank(k.passed), orBlank(k.failed), orBlank(k.unsupported)})
	}
	if err := x.writeJUnit(&all); err != nil {
		return err
	}
	if !x.json {
		s := x.screen()
		failures := slices.Concat(x.report.troubles, x.report.failed)
		for i, f := range failures {
			if i == x.shown {
				s.Put(screen.Plain, "… and "+strconv.Itoa(len(failures)-i)+" more failures\n")
				break
			}
			s.Put(screen.Warn, screen.Visible(f.id+": "+f.why)+"\n")
			if f.request != "" {
				s.Put(screen.Plain, screen.Visible("  request "+f.request)+"\n")
			}
			if f.answer != "" {
				s.Put(screen.Plain, screen.Visible("  answer  "+f.answer)+"\n")
			}
		}
		s.Table(t, "")
		s.Put(screen.Plain, fmt.Sprintf("%d passed, %d failed, %d unsupported\n", all.passed, all.failed, all.unsupported))
		if err := x.show(s); err != nil {
			return err
		}
	}
	if all.failed > 0 || all.unsupported > 0 && !x.unsupported {
		return silently(exitDifferences)
	}
	return nil
}

// inJUnit keeps a case for the JUnit report, if one is asked for.
func (x *conformCall) inJUnit(one junitCase) {
	if x.junit != "" {
		x.report.suite.Cases = append(x.report.suite.Cases, one)
	}
}

// orBlank formats a count, and 0 as nothing.
func orBlank(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func (x *conformCall) writeJUnit(all *conformKind) error {
	if x.junit == "" {
		return nil
	}
	suite := &x.report.suite
	suite.Name, suite.Tests, suite.Failures, suite.Skipped = "rowlens conform", len(suite.Cases), all.failed, all.unsupported
	text, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}
	if err := outfile.Write(x.junit, append([]byte(xml.Header), append(text, '\n')...), x.force); err != nil {
		return unreadable(fileError(err))
	}
	return nil
}
