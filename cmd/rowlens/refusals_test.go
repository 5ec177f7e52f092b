package main

import (
	"compress/gzip"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
)

// A refusal says what was expected and what to write instead.
func TestAFlagThatMeansNothingIsRefusedWithWhatToWrite(t *testing.T) {
	store := t.TempDir() + "/samples"
	rowlens(t, "", "formats", "rocksdb", "--samples", store).want(t, 0)
	for _, c := range []struct {
		want string
		code int
		args []string
	}{
		{"--limit counts from 1; --count prints no records", 2, []string{"decode", "--limit", "0", store}},
		{"--sample counts from 1; --count prints no records", 2, []string{"decode", "--sample", "0", store}},
		{"--sample counts from 1; without it all entities are verified", 2, []string{"verify", "--sample", "0", store}},
		{"--select has an empty value; leave the flag out", 2, []string{"decode", "--select", "", store}},
		{"--layout has an empty value", 2, []string{"decode", "--layout", "", store}},
		{"--model has an empty value", 2, []string{"stats", "--model=", store}},
		{"--file has an empty value", 2, []string{"inspect", "-f", ""}},
		{"", 0, []string{"dump", "--start", "", store}},
		{"--limit counts from 1; --summary prints the totals only", 2, []string{"diff", "--limit", "0", store, store}},
		{`--stop a: this is hex with half a byte missing (0a has it); in both quotes, '"a"', it is text`, 2, []string{"dump", "--stop", "a", store}},
		{"expected a number of 64 bits, at most 18446744073709551615, found one of 20 digits; those after 0x are hex", 1,
			[]string{"hlc", "99999999999999999999"}},
		{"found one of 21 digits", 1, []string{"hlc", "999999999999999999999"}},
		{"--limit counts from 1; without it the scan has no limit", 2, []string{"range", "--layout", "a:u8 b:str", "a=1", "--limit", "0"}},
		{"version: does not bound a scan for rows of the kind last update; what does: model, record", 2,
			[]string{"range", "--format", "maryk-rocksdb", "--record", "table-last-update", "record=00", "version=7"}},
		{"", 0, []string{"range", "--format", "maryk-rocksdb", "--record", "table-last-update", "record=00", "version>=7"}},
		{"--as and --json exclude each other", 2, []string{"range", "--layout", "a:u8 b:str", "a=1", "--as", "hbase", "--json"}},
		{"--object is for --all-rows", 2, []string{"range", "--layout", "a:u8 b:str", "a=1", "--object", "x"}},
		{"--learn finds layouts", 2, []string{"inspect", "--learn", "--row", "2", "aa", "bb"}},
		{"there is no flag --record", 2, []string{"verify", "--record", "edge-index", store}},
		{"there is no flag --record", 2, []string{"assemble", "--record", "edge-index", store}},
		{"there is no flag --record", 2, []string{"migrate", "sequence", "--record", "edge-index", store}},
		{"--since 2024-13-01: expected a version as a whole number, or a time such as 2024-05-01T14:00Z", 2,
			[]string{"range", "--format", "maryk-rocksdb", "--record", "update-history", "--since", "2024-13-01"}},
		{"--at 9999-01-01: physical: expected at most 17592186044415", 2, []string{"assemble", "--at", "9999-01-01", store}},
		{"--block counts from 1", 2, []string{"inspect", "--structure", golden(scanFile), "--block", "-1"}},
		{"--offset counts from 0", 2, []string{"inspect", "--structure", golden(scanFile), "--offset", "-2"}},
		{"--limit 99999999999999999999: the number is too large", 2, []string{"decode", "--limit", "99999999999999999999", store}},
		{"--sample 4294967296: the number is too large", 2, []string{"verify", "--sample", "4294967296", store}},
		{"--repair needs the name of a file; for one that is called -, write ./-", 2, []string{"verify", "--repair", "-", store}},
		{"--html needs the name of a file", 2, []string{"stats", "--html", "-", store}},
		{`a: expected a whole number of 8 bits, not negative, found "256"`, 1, []string{"range", "--layout", "a:u8 b:str", "a=256"}},
		{"--structure takes --block or --offset", 2, []string{"inspect", "--structure", store, "--row", "2"}},
		{"--write does not serve", 2, []string{"serve", "--write", "page.html", "--addr", "127.0.0.1:0"}},
		{"--json and --licences exclude each other", 2, []string{"version", "--json", "--licences"}},
		{"no check was run: there is no vector in the files", 2, []string{"conform", written(t, "")}},
		{"no row was migrated: the rows do not look like implexus", 1, []string{"migrate", "sequence", golden(scanFile)}},
		{"116 rows read, of which the migration concerns 116; 0 rows to put", 0, []string{"migrate", "sequence", "../../golden/implexus/good.dump.hex.txt"}},
		{"--file is given twice, and only one FILE is read", 2, []string{"inspect", "-f", store, "-f", store}},
		{"--model is given twice, and only one FILE is read", 2, []string{"decode", "--model=a", "--model", "b", store}},
		{"--model is given twice, and only one FILE is read", 2, []string{"decode", "--model=a", "model", "--model", "b"}},
		{"standard input can be read only once: - is given twice", 2, []string{"decode", "-", store, "-"}},
		{"--family-numbering: Actionbase has no column families that are numbered in different ways", 2,
			[]string{"decode", "--format", "actionbase", "--family-numbering", "old", store}},
		{`argument 1 has no bytes in it; '""' is the empty key`, 1, []string{"order", "", "aa"}},
		{": expected a version as a number or hex", 1, []string{"hlc", ""}},
		{"the text has no bytes in it", 1, []string{"inspect", "--oneline", ""}},
		{"--stop is not after --start, so nothing is between them", 0, []string{"dump", "--start", "ff", "--stop", "00", store}},
	} {
		if r := rowlens(t, "", c.args...).want(t, c.code); !strings.Contains(r.err, c.want) || r.code != 0 && r.out != "" {
			t.Errorf("%v: %q %q", c.args, r.out, r.err)
		}
	}
}

// A file that holds no text is refused as standard input, and inside a gzip file, as it is by its name.
func TestNoTextIsNoRow(t *testing.T) {
	const xz = "\xfd7zXZ\x00\x00\x04\xe6\xd6\xb4\x46\x02\x00"
	var packed strings.Builder
	w := gzip.NewWriter(&packed)
	_, err := w.Write([]byte(xz))
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	for _, stdin := range []string{xz, packed.String()} {
		for _, args := range [][]string{{"decode"}, {"stats"}, {"verify"}, {"assemble"}, {"order"}, {"inspect", "-"}, {"encode"}, {"model", "-"}} {
			r := rowlens(t, stdin, args...).want(t, exitUnreadable)
			if r.out != "" || !strings.HasSuffix(r.err, ": standard input: is compressed with xz, not text: give what `xz -dc FILE` prints\n") {
				t.Errorf("%v: %q %q", args, r.out, r.err)
			}
		}
	}
	r := rowlens(t, packed.String()[:len(packed.String())-9], "decode").want(t, exitUnreadable)
	if strings.Count(r.err, "standard input") != 1 {
		t.Error(r.err)
	}
	if r := rowlens(t, "\n", "diff", written(t, ""), "-").want(t, 0); !strings.Contains(r.err, "neither side has a row, so nothing was compared") {
		t.Error(r.err)
	}
	if r := rowlens(t, "x\n", "encode").want(t, exitFailed); !strings.Contains(r.err, "standard input: line 1") {
		t.Error(r.err)
	}
}

func TestTheColumnOfDoubtsHasTheNameThatParquetHas(t *testing.T) {
	r := rowlens(t, "2c8000018f3c9be200\n", "decode", "--csv").want(t, 0)
	if !strings.Contains(lines(r.out)[0], ",error,doubts,offset") {
		t.Error(lines(r.out)[0])
	}
}

func TestAFileIsNoCommand(t *testing.T) {
	for name, want := range map[string]string{golden(scanFile): "is a file, not a command: `rowlens decode FILE` prints its rows", "nosuchfile": "there is no command"} {
		if r := rowlens(t, "", name).want(t, 2); !strings.Contains(r.err, want) {
			t.Errorf("%s: %q", name, r.err)
		}
	}
}

// A layout line is accepted wherever a schema is read as text.
func TestALayoutIsAModelFile(t *testing.T) {
	model := written(t, "# keys of users\nid:long!\nrest:str # their names\n")
	if r := rowlens(t, "80000000000000056162\n", "decode", "--model", model).want(t, 0); !strings.Contains(r.out, `"fields":{"id":"5","rest":"ab"}`) {
		t.Error(r.out)
	}
	r := rowlens(t, `{"id":1,"op":"decode","format":"layout","record":"key","schema":{"text":"id:long! rest:str"},"bytes":{"row":"80000000000000056162"}}`+"\n", "batch")
	if r.want(t, 0); !strings.Contains(r.out, `"fields":{"id":"5","rest":"ab"}`) {
		t.Error(r.out)
	}
}

// What PowerShell and Windows editors write is read in every place: files beside the input, and lines of JSON and words.
func TestTextsOfWindowsAreReadInEveryPlace(t *testing.T) {
	const mark = "\uFEFF"
	scan, model := golden(scanFile), readFile(t, golden(modelFile))
	want := rowlens(t, "", "decode", "--model", golden(modelFile), scan).want(t, 0).out
	var gz strings.Builder
	w := gzip.NewWriter(&gz)
	if _, err := w.Write([]byte(model)); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"UTF-8 with mark": mark + model, "UTF-16 with mark": string(wide(mark+model, binary.LittleEndian)), "gzip": gz.String(),
	} {
		if got := rowlens(t, "", "decode", "--model", written(t, text), scan).want(t, 0).out; got != want {
			t.Errorf("--model as %s: %s", name, short(got))
		}
	}
	rowlens(t, "", "inspect", "--layout", "@"+written(t, mark+"id:long! rest:str"), "800000000000000161").want(t, 0)
	corrupt := golden("../implexus/corrupt.dump.hex.txt")
	known := rowlens(t, "", "verify", "--json", corrupt).want(t, exitDifferences).out
	if r := rowlens(t, "", "verify", "--known", written(t, mark+known), corrupt); !strings.Contains(r.out, "; 0 errors") {
		t.Error(r.out, r.err)
	}
	encoded := rowlens(t, want, "encode").want(t, 0).out
	if got := rowlens(t, mark+want, "encode").want(t, 0).out; got != encoded {
		t.Errorf("records: %s", short(got))
	}
	rowlens(t, mark+"social.user_likes\r\n", "hash", "--find", "693920529", "--words", "-").want(t, 0)
}
