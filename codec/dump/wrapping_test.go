package dump

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// wrappers do to a text what other programs do to it.
func wrappers() map[string]func(text string) string {
	lines := func(f func(n int, line string) string) func(string) string {
		return func(text string) string {
			var b strings.Builder
			for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
				b.WriteString(f(i+1, line) + "\n")
			}
			return b.String()
		}
	}
	around := func(before, behind string) func(string) string {
		return lines(func(_ int, line string) string { return line[:len(line)/2] + before + line[len(line)/2:] + behind })
	}
	front := func(format string) func(string) string {
		return lines(func(n int, line string) string { return fmt.Sprintf(format, n) + line })
	}
	return map[string]func(string) string{
		"grep --color":      around("\x1b[01;31m\x1b[K", "\x1b[m\x1b[K"),
		"a link":            around("\x1b]8;;http://a\x1b\\", "\x1b]8;;\x1b\\"),
		"a colour":          lines(func(_ int, line string) string { return "\x1b[1;32m" + line + "\x1b[0m" }),
		"no-break spaces":   func(text string) string { return strings.ReplaceAll(text, " ", "\u00a0") },
		"zero-width spaces": around("\u200b", ""),
		"a mail's quotes":   lines(func(_ int, line string) string { return "> " + line }),
		"quotes of quotes":  lines(func(_ int, line string) string { return "> > " + line }),
		"a fence":           func(text string) string { return "Look:\n\n```text\n" + text + "```\nThanks.\n" },
		"cat -n":            front("%6d\t"),
		"less -N":           front("%7d "),
		"grep -n":           front("%d:"),
		"grep -n -C":        func(text string) string { return strings.Replace(front("%d:")(text), "\n", "\n--\n", 1) },
		"ts":                lines(func(n int, line string) string { return fmt.Sprintf("Nov 28 05:24:%02d ", n) + line }),
		"a log's times":     lines(func(n int, line string) string { return fmt.Sprintf("2026-11-28T05:24:%02d.5Z ", n) + line }),
		"an indented block": lines(func(_ int, line string) string { return "    " + line }),
		"a list":            lines(func(_ int, line string) string { return "- " + line }),
		"grep of a file":    lines(func(_ int, line string) string { return "a/b.txt:" + line }),
		"a container's log": lines(func(_ int, line string) string { return "app-1  | " + line }),
		"a process' log":    lines(func(n int, line string) string { return fmt.Sprintf("Nov 28 05:24:%02d host app[12]: ", n) + line }),
		"grep -n of a file": front("a.txt:%d:"),
		"a logger": lines(func(n int, line string) string {
			return fmt.Sprintf("2026-11-28 05:24:%02d,012 INFO  [main] shell - ", n) + line
		}),
		"a pod's log": lines(func(n int, line string) string { return fmt.Sprintf("2026-11-28T05:24:%02d.5Z stdout F ", n) + line }),
		"Docker's log": lines(func(_ int, line string) string {
			return `{"log":` + inJSON(line+"\n") + `,"stream":"stdout","time":"2026-11-28T05:24:00Z"}`
		}),
		"a log in JSON":   lines(func(_ int, line string) string { return `{"level": "info", "msg": ` + inJSON(line) + `}` }),
		"spaces behind":   lines(func(_ int, line string) string { return fmt.Sprintf("%-100s", line) }),
		"returns":         func(text string) string { return strings.ReplaceAll(text, "\n", "\r") },
		"numbers, quoted": lines(func(n int, line string) string { return fmt.Sprintf("> %7d %s", n, line) }),
	}
}

// inJSON returns a text as JSON.
func inJSON(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// What is no message of the log stays as it is: other lines, pieces of a message, and rows that have a message besides.
func TestLogsInJSONKeepWhatIsNoMessage(t *testing.T) {
	docker := func(message string) string { return `{"log":` + inJSON(message) + `,"stream":"stdout"}` + "\n" }
	const cell, pair = " r column=f:a, timestamp=1, value=v", `{"key":"6161","value":"","msg":" r column=f:a, timestamp=1, value=v"}`
	for _, c := range []struct {
		what, text, last string
		rows             int
		notes            []string
	}{
		{"another line", strings.Repeat(docker(cell+"\n"), 3) + `{"level":"info"}` + "\n" + docker(cell+"\n"),
			"5 row=72 family=66 qualifier=61 value=76 @1", 4, []string{noteMessages, noteSkipped}},
		{"a message in two pieces", strings.Repeat(docker(cell+"\n"), 3) + docker(cell) + docker("w\n"),
			"4 row=7b226c6f67223a222072 family=66 qualifier=61 value=76222c2273747265616d223a227374646f7574227d @1", 4, []string{noteMessages, noteSkipped}},
		{"rows", pair + "\n" + pair + "\n", "2 key=6161 value=", 2, nil},
	} {
		res, _ := ParseText([]byte(c.text), Options{Dump: true})
		got := show(&Result{Rows: res.Rows[len(res.Rows)-1:]})
		if got != c.last || len(res.Rows) != c.rows || !slices.Equal(res.Notes, c.notes) {
			t.Errorf("%s: %d rows, %s, %q", c.what, len(res.Rows), got, res.Notes)
		}
	}
}

// wrappedDumps are texts as their tools print them.
var wrappedDumps = map[string]string{
	"hbase1-scan": "ROW  COLUMN+CELL\n r\\x00 column=f:a, timestamp=1, value=v\n r\\x01 column=f:b, timestamp=2, value=w w\n2 row(s)\n",
	"hbase2-get": "COLUMN  CELL\n f:a timestamp=2020-01-01T00:00, value=v\n f:b timestamp=2020-01-01T00:01, value=w w\n1 row(s)\n" +
		"Took 0.1 seconds\n",
	"accumulo-scan": "a f:q []\tv\nb f:q []\tv\\x00\nc f:q [A]\tw\n",
	"hfile-print":   "K: r/f:q/5/Put/vlen=1/seqid=0 V: v\nK: s/f:q/5/Put/vlen=1/seqid=0 V: w\nScanned kv count -> 2\n",
	"mdb_dump":      "VERSION=3\nformat=bytevalue\ntype=btree\nHEADER=END\n 6161\n 6262\nDATA=END\n",
	"ldb-scan":      "0x6161 : 0x6262\n0x6162 : 0x\n0x6163 : 0x65\n",
	"sst_dump-scan": "from [] to []\nProcess a.sst\n'6161' seq:1, type:1 => 6262\n'6162' seq:2, type:1 => 63\n",
	"jsonl-hex":     "{\"key\": \"6161\", \"value\": \"6262\"}\n{\"key\": \"6162\", \"value\": \"\"}\n",
	"csv-hex":       "key,value\n6161,6262\n6162,ff\n",
	"xxd":           "00000000: 6161 6262 0a61 6162 620a 6161 6262 0a0a  aabb.aabb.aabb..\n00000010: 00ff                                     ..\n",
}

// What other programs put around the lines of a dump costs no row and no byte, and is said.
func TestWrappedDumps(t *testing.T) {
	for form, text := range wrappedDumps {
		plain, _ := ParseText([]byte(text), Options{})
		if plain.Form.ID != form {
			t.Fatalf("%s is read as %s", form, plain.Form.ID)
		}
		for name, wrap := range wrappers() {
			for _, dump := range []bool{false, true} {
				wrapped := wrap(text)
				if wrapped == text || name == "spaces behind" && form == "xxd" { // there, they may be bytes
					continue
				}
				got, err := ParseText([]byte(wrapped), Options{Dump: dump})
				if err != nil {
					t.Fatal(err)
				}
				if withoutLines(got) != withoutLines(plain) || got.Form.ID != form {
					t.Errorf("%s in %s: %s\n%s\nwant\n%s", form, name, got.Form.ID, show(got), show(plain))
				}
				free := (name == "an indented block" || name == "spaces behind") && (form == "jsonl-hex" || form == "csv-hex") // there, spaces mean nothing
				if len(got.Notes) <= len(plain.Notes) && !free {
					t.Errorf("%s in %s: not said: %q", form, name, got.Notes)
				}
			}
		}
	}
}

// withoutLines shows the rows without their places.
func withoutLines(res *Result) string {
	var b strings.Builder
	for i := range res.Rows {
		one := res.Rows[i]
		one.Entry.Source.Line = 0
		b.WriteString(show(&Result{Rows: []Row{one}}) + "\n")
	}
	return b.String()
}

// Typographic quotes and dashes are read where no program writes them.
func TestTypographicQuotes(t *testing.T) {
	for text, want := range map[string]string{
		"get ‘t’, “r\\x00”":                        "1 row=7200 $t",
		"b’\\x00\\xff’":                            "1 bytes=00ff",
		"‘6161’ seq:1, type:1 => 62":               "1 key=6161 value=62 #1 #1",
		"{“key”: “6161”}\n":                        "1 key=6161",
		"ldb —hex put 0x6161 0x62":                 "1 key=6161 value=62",
		" f:q timestamp=2020–01–01T00:00, value=v": "1 family=66 qualifier=71 value=76 @1577836800000",
	} {
		res, _ := ParseText([]byte(text), Options{})
		if got := show(res); got != want || !slices.Contains(res.Notes, noteQuotes) {
			t.Errorf("%q: %s %q, want %s", text, got, res.Notes, want)
		}
	}
}

// A number that grep or cat puts before hex with separators reads as a byte, and is none.
func TestANumberBeforeHexIsNoByte(t *testing.T) {
	const taken = "the line numbers at the start of the lines were left out"
	for _, c := range []struct {
		text, rows string
		said       bool
	}{
		{"7:2c:80:00:01\n", "1 bytes=2c800001", true},
		{"9:2c:80:00:01\n12:2c:80:00:02\n", "1 bytes=2c800001\n2 bytes=2c800002", true},
		{"     7\t2c 80 00 01\n", "1 bytes=2c800001", true},
		{"    12\t2c 80 00 01\n    13\t2c 80 00 02\n", "1 bytes=2c800001\n2 bytes=2c800002", true},
		{"8:0:20:1:2:3\n", "1 bytes=080020010203", false}, // bytes below 16 have one digit everywhere
		{"12:2c:80:00:01\n", "1 bytes=122c800001", false},
		{"7:2c:80:11:ff\n", "1 bytes=072c8011ff", false},
	} {
		res, _ := ParseText([]byte(c.text), Options{})
		if got := show(res); got != c.rows || slices.Contains(res.Notes, taken) != c.said {
			t.Errorf("%q: %s %q, want %s", c.text, got, res.Notes, c.rows)
		}
	}
}

// Bytes of the data stay, however much they look like a wrapping.
func TestDataThatLooksWrapped(t *testing.T) {
	for _, text := range []string{"\x1b[1m\x00\xff\x1b[0m", "\x1b[1;2m", "\xff\xfe\r\x1b]8;;a\x07", "> two\n> lines", "a\rb", "“text” – and more"} {
		res, _ := ParseText([]byte(text), Options{})
		if len(res.Rows) != 1 || !bytes.Equal(res.Rows[0].Entry.Parts[0].Bytes, []byte(text)) {
			t.Errorf("%q: %s", text, show(res))
		}
	}
	for _, c := range []struct{ text, rows, note string }{
		{"a\x1b[1m : b\x1b[0m\nc : d\n", "1 key=611b5b316d value=621b5b306d ~\n2 key=63 value=64 ~", noteKept},
		{"1:a f:q []\tv\n3:a f:q []\tv\n", "1 row=313a61 family=66 qualifier=71 visibility= value=76 ~\n" +
			"2 row=333a61 family=66 qualifier=71 visibility= value=76 ~", ""},
		{">a f:q []\tv\nb f:q []\tv\n", "1 row=3e61 family=66 qualifier=71 visibility= value=76\n" +
			"2 row=62 family=66 qualifier=71 visibility= value=76", ""},
	} {
		res, _ := ParseText([]byte(c.text), Options{})
		if got := show(res); got != c.rows || c.note != "" && !slices.Contains(res.Notes, c.note) {
			t.Errorf("%q: %s %q", c.text, got, res.Notes)
		}
	}
}

// A row outside the fences is never dropped, and a form that was asked for reads a text as it stands.
func TestRowsBesideAFence(t *testing.T) {
	res, _ := ParseText([]byte("Look:\n```\n0x61 : 0x62\n```\n0x63 : 0x64\n```\n0x65 : 0x66\n```\n"), Options{})
	if got := show(res); got != "3 key=61 value=62\n5 key=63 value=64\n7 key=65 value=66" {
		t.Error(got)
	}
	res, _ = ParseText([]byte("> 61\n> 62\n"), Options{Form: "text"})
	if got := show(res); got != "1 bytes=3e2036310a3e203632" {
		t.Error(got)
	}
}

// An editor that trims lines leaves no space after the arrow of an empty value.
func TestTrimmedEmptyValue(t *testing.T) {
	res, _ := ParseText([]byte("Process a.sst\n'61' seq:1, type:1 => 62\n'63' seq:0, type:1 =>\n"), Options{})
	if got := show(res); got != "2 key=61 value=62 #1 #1\n3 key=63 value= #0 #1" {
		t.Error(got)
	}
}
