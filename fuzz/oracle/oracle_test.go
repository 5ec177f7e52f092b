package main

import (
	"bytes"
	"strings"
	"testing"
)

// A peer's answer, our answer, and the difference that must be found. Nothing here needs a JVM.
func TestDifferencesAreFound(t *testing.T) {
	for _, c := range []struct {
		name, question string
		peer           answer
		want           string
	}{
		{"same bytes", "ordered.encode int8 asc 0", "=2980", ""},
		{"other bytes", "ordered.encode int8 asc 0", "=2981", "int8 asc: writes other bytes"},
		{"a writer that refuses", "ordered.encode blob-copy desc 00", "=c7ffff", "blob-copy desc: refuses to write what the peer writes"},
		{"a peer that refuses to write", "ordered.encode int8 asc 0", "!no", "int8 asc: writes what the peer refuses to"},
		{"same value", "ordered.decode 2980", "=int8 asc 0 2 2980", ""},
		{"another value", "ordered.decode 2980", "=int8 asc 1 2 2980", "int8: strict reads another value"},
		{"fewer bytes", "ordered.decode 3800", "=blob-copy asc 00 1 38", "blob-copy: strict reads another value"},
		{"a form that nobody writes", "ordered.decode 2980", "=int8 asc 0 2 2981", "int8: strict takes what the peer writes otherwise"},
		{"a peer that refuses", "ordered.decode 2980", "!no", "int8: strict takes what the peer refuses"},
		{"a reader that refuses", "ordered.decode 29", "=int8 asc 0 1 29", "int8: strict refuses what the peer writes"},
		{"another order", "ordered.order int8 1 2", "=1", "int8: sorts otherwise"},
		{"a pair", "lexicoder.decode pair(string,long) 610008800101010101010101010101010101",
			"=(=61,=0) 610008800101010101010101010101010101", ""},
		{"another pair", "lexicoder.decode pair(string,long) 610008800101010101010101010101010101",
			"=(=61,=1) 610008800101010101010101010101010101", "pair: strict reads another value"},
		{"Jackson refuses", "json.read 31", "!JsonParseException: no", "strict takes what Jackson refuses: JsonParseException"},
		{"Jackson writes otherwise than JSON", "json.read 31", "=7b", "strict refuses what Jackson writes"},
		{"a JDK's text", "number.double-text 3ff0000000000000", "=1.0", ""},
		{"no number", "number.double-text 3ff0000000000000", "=1,0", "double: strict refuses what a JDK prints"},
		{"another number", "number.double-text 3ff0000000000000", "=2.0", "double: strict reads another value"},
		{"no zone", "zone.text 555443 0", "!no", "takes what ZoneId refuses"},
		{"another time", "zone.text 555443 0", "=1970-01-01 09:00:00", "another time"},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := strings.Split(strings.ReplaceAll(c.question, " ", "\t"), "\t")
			peer := answer(strings.ReplaceAll(string(c.peer), " ", "\t"))
			if strings.HasPrefix(q[0], "zone.") || c.peer[0] == '!' {
				peer = c.peer
			}
			got := ""
			for _, d := range newDomains() {
				if strings.HasPrefix(q[0], d.prefix()) {
					for _, x := range d.judge(q, answers{elder: peer}) {
						got += x.kind
						break
					}
				}
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestModelsAreComparedAsTheOraclePrintsThem(t *testing.T) {
	for _, c := range []struct {
		ours, theirs string
		want         bool
	}{
		{`{"type":"integer","value":1}`, `{"type":"integer","value":1}`, true},
		{`{"type":"integer","value":1}`, `{"type":"integer","value":2}`, false},
		{`{"type":"x","fields":[]}`, `{"@any":true}`, true},
		{`{"type":"double","value":1.5}`, `{"type":"double","value":{"@bits":"3ff8000000000000"}}`, true},
		{`{"type":"double","value":1.5}`, `{"type":"double","value":{"@bits":"3ff8000000000001"}}`, false},
		{`{"type":"float","value":"NaN"}`, `{"type":"float","value":{"@bits":"7fc00001"}}`, true},
		{`[1,2]`, `[2,1]`, false},
		{`[1,2]`, `{"@set":[2,1]}`, true},
		{`[1,2,2]`, `{"@set":[2,1]}`, false},
		{`{"type":"a","again":true}`, `{"type":"a","value":[]}`, true},
	} {
		if got := sameModel(parseModel(c.ours), parseModel(c.theirs)); got != c.want {
			t.Errorf("%s beside %s: %v", c.ours, c.theirs, got)
		}
	}
}

func TestUnlistedDifferencesFail(t *testing.T) {
	var out bytes.Buffer
	r := &report{w: &out, seed: 5, domain: "x", known: []known{{Kind: "x: a", Case: "c", Reason: "why"}}}
	r.add("c 1", answers{elder: "=1"}, []difference{{"a", "refuses"}})
	if !r.end() {
		t.Errorf("a listed difference fails:\n%s", &out)
	}
	r.add("c 2", answers{elder: "=1"}, []difference{{"b", "refuses"}})
	if r.end() || !strings.Contains(out.String(), "seed 5, case 'c 2': x: b: rowlens refuses; oracle answers 1\n") {
		t.Errorf("a difference that is not listed passes:\n%s", &out)
	}
	r = &report{w: &out, domain: "x", gone: 1}
	if r.end() {
		t.Error("a listed difference that is gone passes")
	}
}

func TestKnownDifferencesHaveReasonsAndOracles(t *testing.T) {
	list, err := readKnown()
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range list {
		found := false
		for _, d := range newDomains() {
			found = found || strings.HasPrefix(k.Kind, d.name()+": ") && strings.HasPrefix(k.Case, d.prefix())
		}
		if !found {
			t.Errorf("no oracle answers %q of %q", k.Case, k.Kind)
		}
	}
}
