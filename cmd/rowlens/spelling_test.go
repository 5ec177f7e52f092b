package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/scanshell"
)

// parts returns the parts that inspect reads in a text, in hex by name.
func parts(t *testing.T, text string, args ...string) map[string]any {
	t.Helper()
	r := rowlens(t, text, append([]string{"inspect", "--json", "-"}, args...)...)
	p, ok := object(t, r.out)["parts"].(map[string]any)
	if !ok {
		t.Fatalf("inspect %v reads no parts in %s\n%s", args, short(text), short(r.out))
	}
	return p
}

// Whatever bytes a command prints, inspect reads to the same bytes.
func TestInspectReadsWhatOtherCommandsPrint(t *testing.T) {
	records := lines(rowlens(t, "", "decode", golden(scanFile)).want(t, 0).out)
	for _, record := range slices.Concat(records[:8], records[40:44]) {
		want := object(t, record)["parts"].(map[string]any)
		check := func(what string, got map[string]any, names ...string) {
			t.Helper()
			for _, name := range names {
				if got[name] != want[name] {
					t.Errorf("%s: %s is %v, want %v", what, name, got[name], want[name])
				}
			}
		}
		all := []string{"row", "family", "qualifier", "value"}
		check("decode", parts(t, record), all...)
		check("encode --as record", parts(t, rowlens(t, record, "encode", "--as", "record").want(t, 0).out), all...)
		check("encode --as hbase-shell", parts(t, rowlens(t, record, "encode", "--as", "hbase-shell").want(t, 0).out), all...)
		check("decode --csv", parts(t, rowlens(t, record, "decode", "--csv").want(t, 0).out), all...)
		for _, p := range dump.Printers() {
			text := rowlens(t, record, "encode", "--as", p.Name, "--part", "row").want(t, 0).out
			if got := parts(t, text, "--input-form", p.ID)["bytes"]; got != want["row"] {
				t.Errorf("encode --as %s: %v, want %v", p.Name, got, want["row"])
			}
		}
	}
}

// JSON cannot carry them as text.
func TestInspectReadsRawBytes(t *testing.T) {
	for raw, want := range map[string]string{
		"\x2c\x80\x00\x01\x8f\x3c\x9b\xe2\x00": "2c8000018f3c9be200",
		"\xff\xfe\n\x00":                       "fffe0a00",
	} {
		r := rowlens(t, raw, "inspect", "--json", "--input-form", "raw", "-")
		a := object(t, r.out)
		if a["spelling"] != "raw" || a["parts"].(map[string]any)["bytes"] != want {
			t.Errorf("%q: %s", raw, short(r.out))
		}
	}
}

func TestInspectReadsTheKeysOfARange(t *testing.T) {
	args := []string{"range", "--format", "actionbase", "--record", "edge-index", "table=social.user_likes",
		"directedSource:string=it#\"em\x01", "direction=IN"}
	k := object(t, rowlens(t, "", append(args, "--json")...).want(t, 0).out)
	keys := [2]string{k["start"].(string), k["stop"].(string)}
	for _, p := range dump.Printers() {
		if scanshell.Find(p.Name).Shell {
			continue // --as then applies to the whole command; see below
		}
		text := rowlens(t, "", append(args, "--as", p.Name)...).want(t, 0).out // only a prefix, so that it does not decode
		var read []string
		for _, record := range lines(rowlens(t, text, "decode", "--format", "actionbase").want(t, 1).out) {
			for _, key := range object(t, record)["parts"].(map[string]any) {
				read = append(read, key.(string))
			}
		}
		if !slices.Equal(read, keys[:]) {
			t.Errorf("--as %s is read as %v, want %v", p.Name, read, keys)
		}
		if p.Name == "c" {
			continue // declarations, which have their own form
		}
		for i, line := range lines(text) {
			if got := parts(t, line, "--input-form", p.ID)["bytes"]; got != keys[i] {
				t.Errorf("--as %s: %v, want %v", p.Name, got, keys[i])
			}
		}
	}
	// A key cut out of a shell's command, as somebody might do.
	for shell, form := range map[string]string{"hbase": "tostringbinary", "accumulo": "accumulo-escaped"} {
		text := rowlens(t, "", append(args, "--as", shell)...).want(t, 0).out
		key := strings.Split(text, `"`)[1]
		if got := parts(t, key, "--input-form", form)["bytes"]; got != keys[0] {
			t.Errorf("%s: %v, want %v", shell, got, keys[0])
		}
	}
	ldb := strings.Fields(rowlens(t, "", append(args, "--as", "ldb")...).want(t, 0).out)
	if _, key, _ := strings.Cut(ldb[len(ldb)-1], "--to="); parts(t, key)["bytes"] != keys[1] {
		t.Errorf("ldb: %s", ldb)
	}
}

func TestEncodeGivesTheBytesOfTheDump(t *testing.T) {
	records := rowlens(t, "", "decode", "--model", golden(modelFile), golden(scanFile)).want(t, 0).out
	got := lines(rowlens(t, records, "encode").want(t, 0).out)
	for i, record := range lines(records) {
		p := object(t, record)["parts"].(map[string]any)
		want := p["row"].(string) + "\t" + p["family"].(string) + "\t" + p["qualifier"].(string) + "\t" + p["value"].(string)
		if got[i] != want {
			t.Fatalf("line %d: %s, want %s", i+1, got[i], want)
		}
	}
	raw := rowlens(t, lines(records)[0], "encode", "--as", "raw", "--part", "row").want(t, 0).out
	if "00"+bytesHex([]byte(raw))[2:] != strings.Split(got[0], "\t")[0] {
		t.Errorf("raw is %x", raw)
	}
}

func TestARefusedRecordKeepsItsLine(t *testing.T) {
	good := lines(rowlens(t, "", "decode", golden(scanFile)).want(t, 0).out)[0]
	bad := strings.Replace(good, `"direction":"IN"`, `"direction":"UP"`, 1)
	r := rowlens(t, good+"\n"+bad+"\n{\n"+good+"\n", "encode", "--part", "row").want(t, 1)
	got := lines(r.out)
	if len(got) != 4 || got[0] == "" || got[1] != "" || got[2] != "" || got[3] != got[0] {
		t.Errorf("lines are %q", got)
	}
	if !strings.Contains(r.err, "line 2: direction") || !strings.Contains(r.err, "line 3:") {
		t.Errorf("the diagnostics are %s", r.err)
	}
}

func TestOrderSaysWhatDecides(t *testing.T) {
	scan := lines(readFile(t, golden(scanFile)))
	reversed := slices.Clone(scan[1:9])
	slices.Reverse(reversed)
	in := scan[0] + "\n" + strings.Join(reversed, "\n") + "\n"
	got := lines(rowlens(t, in, "order", "--json", "--model", golden(modelFile)).want(t, 0).out)
	want := lines(rowlens(t, "", "decode", golden(scanFile)).out)[:8]
	for i, line := range got {
		g := object(t, line)
		if g["parts"].(map[string]any)["row"] != object(t, want[i])["parts"].(map[string]any)["row"] {
			t.Errorf("position %d is %s", i+1, line)
		}
	}
	second := object(t, got[2])
	name := second["fields"].([]any)[0].(map[string]any)["name"]
	if second["part"] != "qualifier" || name != "createdAt" {
		t.Errorf("two group cells of a row are told apart by %s", got[2])
	}
	text := rowlens(t, "", "order", "2c80000000000000ff", "0x2c7fffffffffffffff", `,\x80\x00\x00\x00\x00\x00\x00\xff`).want(t, 0).out
	if !strings.Contains(text, "-1 before 255") || !strings.Contains(text, "the same key") {
		t.Errorf("it says\n%s", text)
	}
}

func TestHashFindsTheNameOfACode(t *testing.T) {
	if got := rowlens(t, "", "hash", "--json", "social.user_likes").want(t,
		0).out; got != `{"format":"actionbase","name":"social.user_likes","code":693920529,"hex":"295c6311","stored":"2ba95c6311"}`+"\n" {
		t.Error(got)
	}
	for _, code := range []string{"693920529", "0x295c6311"} {
		got := rowlens(t, "a\nsocial.user_likes\r\nb", "hash", "--find", code, "--words", "-").want(t, 0).out
		if !strings.HasSuffix(got, "social.user_likes\n") || len(lines(got)) != 1 {
			t.Errorf("%s: %q", code, got)
		}
	}
}
