package filter

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// filterRows is one decoded row with nested values, one that fails, and one whose
// text cannot be read.
func filterRows(t *testing.T) (rows [3]*stream.Row, b *stream.Decoder) {
	t.Helper()
	v, err := value.Parse([]byte(`{"names":["social.user_likes","createdAt"]}`))
	if err != nil {
		t.Fatal(err)
	}
	schemas, err := schema.Parse(v, "")
	if err != nil {
		t.Fatal(err)
	}
	const index = "64d95d7f346974656d2032002ba95c6311297c29832b8d6cda4705d37ffffe70bd6207ff2c800000000000004d"
	parsed, err := dump.ParseText([]byte(`{"row":"`+index+`","family":"66","qualifier":"65","value":"2c8000018f429df8012b333f93262c8000018f429df8002b2a94378e052bbbce6294313ffdffffffffffff","timestamp":"1714809600500"}`+"\n"+
		`{"row":"`+index[:60]+`","family":"66","qualifier":"65","value":"00"}`), dump.Options{})
	if err != nil || len(parsed.Rows) != 2 {
		t.Fatal(parsed, err)
	}
	rows[0], rows[1] = &stream.Row{Entry: &parsed.Rows[0].Entry}, &stream.Row{Entry: &parsed.Rows[1].Entry}
	rows[2] = &stream.Row{Entry: &parsed.Rows[1].Entry, Bad: errors.New("line 9: expected a row")}
	return rows, &stream.Decoder{Schemas: schemas}
}

// taken says which rows an expression accepts: a plus or a minus for each.
type taken struct{ text, want string }

func (c taken) check(t *testing.T) {
	t.Helper()
	rows, b := filterRows(t)
	f, err := Parse(c.text)
	if err != nil {
		t.Errorf("%s: %v", c.text, err)
		return
	}
	var w value.Writer
	got := ""
	for _, r := range rows {
		got += map[bool]string{true: "+", false: "-"}[f.Take(r, b, &w)]
	}
	if got != c.want {
		t.Errorf("%s takes %s, want %s of %s", c.text, got, c.want, w.Buf)
	}
}

func TestFilterFindsFailedChecksAndDeletions(t *testing.T) {
	rows, b := filterRows(t)
	e := rows[0].Entry
	row, _ := e.Part(store.Row)
	row[3] ^= 1 // of the salt
	e.Deleted = "DeleteColumn"
	var w value.Writer
	for text, want := range map[string]bool{
		"check = salt": true, "check != salt": false, "check ^= s": true, "check = crc": false,
		"deleted = true": true, "deleted != true": false, "deleted = false": false, "deleted = DeleteColumn": true,
	} {
		f, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Take(rows[0], b, &w); got != want {
			t.Errorf("%s takes the row: %v, want %v", text, got, want)
		}
	}
}

func TestFilterTakesWhatTheExpressionSays(t *testing.T) {
	for _, c := range []taken{
		{"format=actionbase", "++-"},
		{"record=edge-index", "++-"},
		{"record = edge index and directedTarget > 76", "+--"},
		{"record=edgeIndex directedTarget>76", "+--"},
		{"target>76", "+--"},
		{"target>77", "---"},
		{"target=77", "+--"},
		{"target!=77", "-++"},
		{"target<=77.5", "+--"},
		{`source="item 2"`, "+--"},
		{"source=item 2 target=77", "+--"},
		{"source<item 3", "+--"},
		{"source~ITEM", "+--"},
		{"item", "+--"},
		{"text~user_LIKES", "+--"},
		{"table=social.user_likes", "+--"},
		{"tableCode=693920529 or record=nothing", "+--"},
		{"not failed=false", "-++"},
		{"failed=true record~index", "-+-"},
		{"error~truncated", "---"},
		{`error~"expected a row"`, "--+"},
		{"error>''", "-++"},
		{"row~64d95d7f", "+++"},
		{"timestamp>=1714809600500", "+--"},
		{"check=salt", "---"},
		{"check!=salt", "+++"},
		{"deleted=true", "---"},
		{"deleted=false", "+++"},
		{"(record=nothing or target=77) not (source~x)", "+--"},
		{"target=77 or target=78 source~x", "+--"},
		{"order=DESC", "+--"},
		{"score=1125899906842623", "---"},
		{"type=string", "+--"},
		{"nothing=1", "---"},
		{"nothing!=1", "+++"},
		{"name=77", "---"},
		{"permission=null", "---"},
		{"createdAt=1714809600000", "+--"},
		{"created=1714809600000", "---"},
		{"row ^= 64D9", "+++"},
		{"source ^= item", "+--"},
		{"source ^= tem", "---"},
		{"record ^= edge-i", "++-"},
		{"createdAt = 2024-05-04T08:00Z", "+--"},
		{"createdAt > 2024-05-04T07:59:59.999Z", "+--"},
		{"createdAt < 2024-05-04T10:00:00.001+02:00", "+--"},
		{"createdAt >= 2024-05-05", "---"},
		{"timestamp > 2024-05-04 timestamp < 2024-05-05", "+--"},
		{"source ~ ^item.[0-9]$", "+--"},
		{"source ~ ^(x|ITEM)\\s\\d+$ target=77", "+--"},
		{"(source ~ ^item.(1|3)$) or target=77", "+--"},
		{"source !~ \"^item [0-9]$\"", "-++"},
		{"record ~ ^edge-(index|state)$", "++-"},
		{"record ~ edge.*", "++-"},
		{"fields.target=77 source.line=1", "+--"},
	} {
		c.check(t)
	}
}

// Keys are often digits only: compared as numbers, two different keys could be equal.
func TestPartsAreComparedAsBytes(t *testing.T) {
	const key, next = "10000000000000000000000000000001", "10000000000000000000000000000002"
	parsed, err := dump.ParseText([]byte(`{"key":"`+key+`"}`), dump.Options{})
	if err != nil {
		t.Fatal(err)
	}
	row := &stream.Row{Entry: &parsed.Rows[0].Entry}
	for text, want := range map[string]bool{
		"key = " + key: true, "key = " + next: false, "key != " + next: true, "key < " + next: true, "key <= " + key: true, "key >= " + next: false,
		"key = 0" + key: false, "key > 2": false, "key > 0A": true, "text ~ " + key: true, "key = 1e31": false, "key > 2024-01-01": false,
	} {
		f, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Take(row, new(stream.Decoder), new(value.Writer)); got != want {
			t.Errorf("%s takes the row: %v", text, got)
		}
	}
}

func TestNumbersAreComparedExactly(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"9223372036854775807", "9223372036854775808", -1}, {"9223372036854775808", "9223372036854775807", 1},
		{"18446744073709551615", "18446744073709551614", 1}, {"18446744073709551615", "18446744073709551615", 0},
		{"99999999999999999999", "100000000000000000000", -1}, {"-99999999999999999999", "-100000000000000000000", 1},
		{"-18446744073709551615", "18446744073709551614", -1}, {"-18446744073709551615", "-5", -1}, {"5", "-18446744073709551615", 1},
		{"1.5", "18446744073709551615", -1}, {"2", "2.0", 0}, {"0.5", "0", 1},
		{"1" + strings.Repeat("0", 400), "5", 1}, {"-1" + strings.Repeat("0", 400), "-1" + strings.Repeat("0", 399), -1},
		{"12345678901234567.88", "12345678901234567.89", -1}, {"9007199254740993", "9007199254740992.5", 1}, {"0.10", "0.1", 0},
		{"1e400", "1e399", 1}, {"-1E+400", "-1E399", -1}, {"1e-400", "0", 1}, {"1.5e3", "1500", 0}, {"0.0012", "1.2E-3", 0}, {"-0", "0.00", 0},
		{"Infinity", "1e400", 1}, {"-Infinity", "-1e400", -1}, {"Infinity", "Infinity", 0}, {"0", "-Infinity", 1},
	} {
		a, b := parseNumber([]byte(c.a)), parseNumber([]byte(c.b))
		if !a.ok() || !b.ok() || a.compare(&b) != c.want {
			t.Errorf("%s with %s: got %d, want %d", c.a, c.b, a.compare(&b), c.want)
		}
	}
	for _, text := range []string{"", "-", "05", "-05", "00", "x", "0x5", "0x1p4", "1.", ".5", "1e", "1.5x", "1e5x", "NaN", "infinity"} {
		if n := parseNumber([]byte(text)); n.ok() {
			t.Errorf("%q is a number", text)
		}
	}
}

// An input without lines has offsets, and only these.
func TestFilterComparesOffsets(t *testing.T) {
	rows, b := filterRows(t)
	for _, text := range []string{"offset >= 0", "source.offset > 0"} {
		if f, err := Parse(text); err != nil || f.Take(rows[0], b, new(value.Writer)) {
			t.Errorf("%s takes a row that has a line: %v", text, err)
		}
	}
	rows[0].Entry.Source = store.Source{Lineless: true, Offset: 5_000_000_000}
	for text, want := range map[string]bool{
		"offset = 5000000000": true, "source.offset > 4e9 target=77": true, "offset < 10": false, "line >= 0": false, "line != 1": true,
	} {
		f, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Take(rows[0], b, new(value.Writer)); got != want {
			t.Errorf("%s takes the row: %v", text, got)
		}
	}
}

func TestFilterIsSureOfWhatTheRecordKindSettles(t *testing.T) {
	rows, b := filterRows(t)
	var w value.Writer
	fm, rec, err := b.Decode(rows[0].Entry, &w)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][2]bool{
		"record=edge-index":                     {true, true},
		"record=edge-state source>100":          {false, true},
		"record=edge-index source>100":          {false, false},
		"record=edge-index or source>100":       {true, true},
		"not record=edge-index source>100":      {false, true},
		"failed=false":                          {true, true},
		"line=1 timestamp=1714809600500":        {true, true},
		"error~x or (failed=true format=maryk)": {false, false},
	} {
		f, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		take, sure := f.Glance(rows[0], fm, rec)
		if got := [2]bool{take, sure}; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
		if sure && take != f.Take(rows[0], b, &w) {
			t.Errorf("%s: a glance says %v, the row another thing", text, take)
		}
	}
}

func TestFilterSaysWhatIsWrongWithAnExpression(t *testing.T) {
	for text, want := range map[string]string{
		"source>":                "expected a value after >, found the end",
		"=1":                     `expected a name, found "="`,
		"(a=1":                   "a bracket is not closed",
		"a=1)":                   `expected a name or the end, found ")"`,
		`a="x`:                   "a quote is not closed",
		"a!1":                    `expected = != < <= > >= ^= ~ or !~, found "!"`,
		"a=1 and":                "expected a name, found the end",
		"a=1 or or":              `expected a name, found "or"`,
		"not":                    "expected a name, found the end",
		"a = (b)":                `expected a value after =, found "("`,
		"a=b=c":                  `expected a name, found "="`,
		"a<>1":                   `expected a value after <, found ">"`,
		"row ^ 0bc7":             `expected = != < <= > >= ^= ~ or !~, found "^"`,
		"row ^=":                 "expected a value after ^=, found the end",
		"a ~":                    "expected a value after ~, found the end",
		"a ~ [b":                 "in the pattern a square bracket is not closed; \\[ is the bracket itself",
		"a ~ \"b(\"":             "in the pattern a bracket is not closed; \\( is the bracket itself",
		"a ~ \"b)\"":             "in the pattern a closing bracket has no opening one; \\) is the bracket itself",
		"a ~ *":                  "in the pattern there is nothing before *; \\* is the character itself",
		"a=1 && b=2":             `expected and, found "&&"`,
		"a=1 || b=2":             `expected or, found "||"`,
		"a=1 | b":                `expected or, found "|"`,
		"a=\"&&\" x&y":           "",
		"a = “b”":                "expected quotes as in \"a b\" or 'a b', found \"“b”\"",
		"timestamp > yesterday":  `expected a date such as 2024-05-03 or 2024-05-03T14:00Z, found "yesterday"`,
		"timestamp < 2024/05/03": `expected a date such as 2024-05-03 or 2024-05-03T14:00Z, found "2024/05/03"`,
		"timestamp < 1e13 fields.timestamp > b timestamp ^= 17": "",
		"  ":           "",
		"a = 'it\\'s'": "",
	} {
		got := ""
		if _, err := Parse(text); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	deep := strings.Repeat("(", 1000) + "a=1" + strings.Repeat(")", 1000)
	if _, err := Parse(deep); err == nil {
		t.Error("a thousand brackets are taken")
	}
	if f, err := Parse(""); f != nil || err != nil {
		t.Error("an empty expression is no nil filter")
	}
}

func TestAPatternMatchesWhatTheStandardLibrarySays(t *testing.T) {
	patterns := []string{
		"a", "^a", "a$", "^a$", "^$", "", "a*", "a+b", "ab?c", "(ab)*c", "(a|b)+", "a|b|c", "^(a|bc|)d", "(a*)*b", "(a|ab)(c|bcd)$",
		"[a-c]x", "[^a-c]x", "[]a]", "[a-]", `\d+`,
		`[\d_]z`, `\w\s\W`, `\.`, ".", "..", "é", "[à-ÿ]", "a.c", "((a?)b?)+$", "(^a|b$)", "x*y*z*$", `\[`, "a**", "a+*?", "(a+|b)?c", "(|a)b",
	}
	texts := []string{"", "a", "A", "b", "ab", "abc", "aab", "abab", "ababc", "cab", "bcd", "d", "ax", "dx", "]", "-", "12",
		"a1z", "_z", "a b", "a -", ".", "é", "aéc", "abcd", "xyz", "[", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaac", "\xff", "a\nc"}
	for _, text := range patterns {
		p, err := newPattern(text)
		other, problem := regexp.Compile("(?is)" + text)
		if problem != nil { // repeated signs are the library's own restriction
			other = regexp.MustCompile("(?is)" + strings.NewReplacer("a**", "a*", "a+*?", "a*").Replace(text))
		}
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		for _, in := range texts {
			if got, want := p.match([]byte(in)), other.MatchString(in); got != want {
				t.Errorf("%s in %q: %v, want %v", text, in, got, want)
			}
		}
	}
	if _, err := newPattern(strings.Repeat("(", 1000)); err == nil {
		t.Error("a thousand brackets are taken")
	}
	if _, err := newPattern(strings.Repeat("a", 2000)); err == nil {
		t.Error("two thousand characters are taken")
	}
}

// applied returns an expression that all rows were tested with.
func applied(t *testing.T, text string) *Filter {
	t.Helper()
	f, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	rows, b := filterRows(t)
	var w value.Writer
	for _, r := range rows {
		f.Take(r, b, &w)
	}
	return f
}

func TestAMemberThatNoRowHasIsTold(t *testing.T) {
	for text, want := range map[string]string{
		"foo=3":                      "foo",
		"foo=3 or bar!=1":            "foo bar",
		"source=x":                   "",
		"record=edge-state foo=3":    "", // nobody looked
		"row ^= 0bc7 createdAt=5":    "",
		"cf=0403":                    "",
		"x.line=5 or source.line=77": "x.line",
	} {
		f := applied(t, text)
		if got := strings.Join(f.Unmet(), " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"record=edge-indx": "record edge-indx", "format=x or record=edge-index": "format x",
		"record ~ index": "", "format!=actionbase": ""} {
		f, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		member, value, names := f.Unknown()
		if got := strings.TrimSpace(member + " " + value); got != want || (want != "") != (len(names) > 0) {
			t.Errorf("%s: %q of %d, want %q", text, got, len(names), want)
		}
	}
}

func TestATextThatAPartCannotHoldIsTold(t *testing.T) {
	for text, want := range map[string]string{
		"row ^= item": "row item", "family = f": "family f", "family != f": "family f", "row ~ 'item'": "row item",
		"family = 66": "", "row ^= 0bc": "", "row > 6": "", "row ~ ^6.d": "", "source ^= item": "", "record = edge-lock row = item": "",
	} {
		f := applied(t, text)
		name, value := f.NoHex()
		if got := strings.TrimSpace(name + " " + value); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestATimeIsComparedWithAVersion(t *testing.T) {
	for _, c := range []struct {
		value, op, time string
		want            bool
	}{
		{"1620482295781654531", ">", "2018-12-21T17:12:25.677Z", true},
		{"1620482295781654531", "=", "2018-12-21T17:12:25.678Z", true},
		{"1620482295781654531", ">", "2018-12-21T17:12:25.678Z", false},
		{"1545412345678", "<", "2018-12-21T17:12:25.679Z", true},
		{"-1", "<", "1970-01-01", true},
		{"2018-12-21T17:12:25.678", "<=", "2018-12-21T18:12:25.678+01:00", true},
		{"2018-12-21", ">", "2018-12-20T23:59Z", true},
		{"0.5", "=", "1970-01-01", false},
		{"99.5", ">", "1970-01-01", false}, // neither a time nor a text
		{"99999999999999999999", ">", "2024-05-01", false},
	} {
		term, err := newTerm("version", c.op, c.time, 0)
		if err != nil || term.test([]byte(c.value)) != c.want {
			t.Errorf("%s %s %s: want %v (%v)", c.value, c.op, c.time, c.want, err)
		}
	}
}
