package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// Every printed form reads back as the same version.
func TestVersionsAreReadInEveryFormThatIsPrinted(t *testing.T) {
	for _, c := range []struct{ layout, first, utc, logical string }{
		{"maryk", "1620482295781654531", "2018-12-21T17:12:25.678Z", "3"},
		{"ms-20", "1620482295781654531", "2018-12-21T17:12:25.678Z", "3"},
		{"ms-16", "101280143486353414", "2018-12-21T17:12:25.678Z", "6"},
		{"ms-12", "1545412345678ms/4095", "2018-12-21T17:12:25.678Z", "4095"},
		{"cockroach", "1545412345678000001.0000000007", "2018-12-21T17:12:25.678000001Z", "7"},
		{"maryk", "0", "1970-01-01T00:00:00.000Z", "0"},
	} {
		t.Run(c.layout+" "+c.first, func(t *testing.T) {
			args := []string{"hlc", "--json", "--zone", "Asia/Seoul", "--layout", c.layout}
			want := rowlens(t, "", append(args, c.first)...).want(t, 0).out
			o := object(t, want)
			if o["utc"] != c.utc || o["logical"] != json.Number(c.logical) && o["logical"] != c.logical {
				t.Fatalf("got %s, want %s and %s", want, c.utc, c.logical)
			}
			if local, _ := o["local"].(string); !strings.HasSuffix(local, "+09:00") {
				t.Errorf("the local time is %q", local)
			}
			for _, form := range []string{"version", "plain", "inverted", "varint"} {
				text, ok := o[form].(string)
				if !ok {
					continue
				}
				given := append(args, text)
				if form != "version" {
					given = append(given, "--form", form)
				}
				got := rowlens(t, "", given...).want(t, 0).out
				if cutInput(got) != cutInput(want) {
					t.Errorf("%s %s gives\n%s, want\n%s", form, text, got, want)
				}
			}
			for _, at := range []string{"utc", "local"} {
				text := o[at].(string) + "/" + c.logical
				if got := rowlens(t, "", append(args, text)...).want(t, 0).out; cutInput(got) != cutInput(want) {
					t.Errorf("%s gives\n%s, want\n%s", text, got, want)
				}
			}
		})
	}
}

// A version of Actionbase is in milliseconds: read as a version of Maryk, it would be in 1970.
func TestNumbersThatAreLikelierTimesAreTold(t *testing.T) {
	for arg, want := range map[string]string{
		"1714577155540": "as milliseconds since 1970 it would be 2024-05-01T15:25:55.540Z: 1714577155540ms",
		"1714577155":    "as seconds since 1970 it would be 2024-05-01T15:25:55.000Z: 1714577155s",
	} {
		if got := rowlens(t, "", "hlc", arg).want(t, 0).err; !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", arg, got, want)
		}
	}
	for _, arg := range []string{"1620482295781654531", "0", "e982e3f00b1fffff", "2018-12-21T17:12:25.678Z/3"} {
		if got := rowlens(t, "", "hlc", arg).want(t, 0).err; got != "" {
			t.Errorf("%s: %s", arg, got)
		}
	}
}

func cutInput(record string) string {
	_, rest, _ := strings.Cut(record, `"layout"`)
	return rest
}

func TestVersionsOfHexAreInvertedWhenTheirFirstBitIsSet(t *testing.T) {
	for _, hex := range []string{"167d1c0ff4e00000", "0x167D1C0FF4E00000", "e982e3f00b1fffff", "808080a7ff81c7be1600", "8080 80"} {
		r := rowlens(t, "", "hlc", hex)
		switch hex {
		case "808080a7ff81c7be1600", "8080 80":
			if r.want(t, 1); !strings.Contains(r.err, "expected") {
				t.Errorf("%s: %s", hex, r.err)
			}
		default:
			if r.want(t, 0); !strings.Contains(r.out, "1620482295781654528") {
				t.Errorf("%s:\n%s", hex, r.out)
			}
		}
	}
}

func TestVersionsThatAreNone(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--layout", "x", "1"}, 2, "ms-16"},
		{[]string{"--form", "x", "1"}, 2, "inverted"},
		{[]string{"--zone", "x", "1"}, 2, "time zone"},
		{[]string{"soon"}, 1, "2018-12-21T17:12:25.678Z"},
		{[]string{"1969-12-31T23:59:59Z"}, 1, "from 1970 on"},
		{[]string{"18446744073709551616"}, 1, "expected"},
		{[]string{"17592186044416ms"}, 1, "at most 17592186044415"},
		{[]string{"1ms/1048576"}, 1, "at most 1048575"},
		{[]string{"1ms/x"}, 1, "logical counter"},
		{[]string{"1/2"}, 1, "before the slash"},
		{[]string{"xms"}, 1, "milliseconds"},
		{[]string{"--layout", "cockroach", "--form", "inverted", "00"}, 1, "plain form"},
		{[]string{"--layout", "cockroach", "ffffffffffffffff"}, 1, "not negative"},
		{[]string{"--layout", "cockroach", "9999999999999ms"}, 1, "at most"},
	} {
		r := rowlens(t, "", append([]string{"hlc"}, c.args...)...).want(t, c.code)
		if !strings.Contains(r.err, c.says) {
			t.Errorf("%q: %s", c.args, r.err)
		}
	}
	r := rowlens(t, "", "hlc", "soon", "0").want(t, 1)
	if !strings.Contains(r.out, "1970-01-01") {
		t.Errorf("what can be read is not printed:\n%s", r.out)
	}
}

func TestWithoutArgumentsTheVersionIsThatOfNow(t *testing.T) {
	a := object(t, rowlens(t, "", "hlc", "--json").want(t, 0).out)
	b := object(t, rowlens(t, "", "hlc", "--json").want(t, 0).out)
	if x, y := a["version"].(string), b["version"].(string); len(x) != len(y) || x > y {
		t.Errorf("%s, then %s", x, y)
	}
}
