package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/klauspost/compress/zstd"
)

// rowsOf returns the row keys of the golden scan as lines of hex.
func rowsOf(t *testing.T) []string {
	t.Helper()
	var keys []string
	for _, line := range lines(rowlens(t, "", "decode", golden(scanFile)).want(t, 0).out) {
		keys = append(keys, object(t, line)["parts"].(map[string]any)["row"].(string))
	}
	return keys
}

// placed creates a file with some content.
func placed(t *testing.T, name string, content []byte) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestOneBadLineOfADumpCostsOneRecord(t *testing.T) {
	keys := rowsOf(t)
	sound := lines(rowlens(t, strings.Join(keys, "\n")+"\n", "decode").want(t, 0).out)
	for _, damage := range []func(string) string{
		func(s string) string { return s[:len(s)-1] },
		func(string) string { return "# comment" },
		func(string) string { return "Garbage" },
		func(s string) string { return strings.Repeat("ab", 9<<20) }, // longer than a line may be
	} {
		for _, at := range []int{0, 2, len(keys) - 1} {
			damaged := append([]string(nil), keys...)
			damaged[at] = damage(keys[at])
			got := lines(rowlens(t, strings.Join(damaged, "\n")+"\n", "decode").want(t, 1).out)
			if len(got) != len(sound) {
				t.Fatalf("%.20q in line %d: %d records, want %d", damaged[at], at+1, len(got), len(sound))
			}
			for i := range got {
				if i == at {
					bad := object(t, got[i])
					if bad["error"].(map[string]any)["code"] != "bad-text" || fmt.Sprint(bad["source"].(map[string]any)["line"]) != strconv.Itoa(at+1) {
						t.Errorf("%.20q: %s", damaged[at], got[i])
					}
				} else if got[i] != sound[i] {
					t.Errorf("%.20q in line %d: record %d is %s, want %s", damaged[at], at+1, i+1, got[i], sound[i])
				}
			}
		}
	}
}

func TestADumpOfOneFamilyStaysOneWhenALineIsDamaged(t *testing.T) {
	rows := strings.Repeat("0x0000008000017fffe1ac : 0x01\n", 20)
	for _, text := range []string{"garbage\n" + rows, rows + "0x00 : \n", "one\ntwo\nthree\n0x0000008000017fffe1ac : 0x01\n"} {
		r := rowlens(t, text, "decode", "--cf", "0301")
		for i, line := range lines(r.out) {
			if rec := object(t, line); rec["error"] == nil && rec["parts"].(map[string]any)["key"] == nil {
				t.Errorf("%.20q: record %d is %s", text, i+1, line)
			}
		}
		if n := len(lines(r.out)); n != len(lines(text)) {
			t.Errorf("%.20q: %d records", text, n)
		}
	}
}

func TestAToolsErrorIsARecordANoteAndAnExitCode(t *testing.T) {
	const said = "Failed: Corruption: block checksum mismatch: stored = 1, computed = 2"
	text := strings.Repeat("0x0000008000017fffe1ac : 0x01\n", 20)
	whole := rowlens(t, text, "decode", "--cf", "0301")
	r := rowlens(t, text+said+"\n", "decode", "--cf", "0301").want(t, 1)
	last := object(t, lines(strings.TrimPrefix(r.out, whole.out))[0])
	bad := last["error"].(map[string]any)
	if bad["code"] != "bad-text" || !strings.Contains(bad["message"].(string), said) ||
		!strings.Contains(r.err, "note: line 21: ") || !strings.Contains(r.err, said) {
		t.Errorf("%v\n%s", last, r.err)
	}
	// A filter hides the record, but not the failure.
	if r := rowlens(t, text+said+"\n", "decode", "--cf", "0301", "--where", "failed=false"); r.code != 1 || !strings.Contains(r.err, said) {
		t.Errorf("exit code %d: %s", r.code, r.err)
	}
}

func TestPackedAndWideTextsAreRead(t *testing.T) {
	text := readFile(t, golden(scanFile))
	var gz bytes.Buffer
	z := gzip.NewWriter(&gz)
	if _, err := z.Write([]byte(text)); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	zs, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	want := rowlens(t, text, "decode").want(t, 0).out
	for name, packed := range map[string][]byte{
		"gzip": gz.Bytes(), "gzip twice over": append(bytes.Clone(gz.Bytes()), gz.Bytes()...), "zstd": zs.EncodeAll([]byte(text), nil),
		"zstd in gzip": zs.EncodeAll(gz.Bytes(), nil),
		"UTF-16LE":     wide(text, binary.LittleEndian), "UTF-16BE": wide(text, binary.BigEndian),
		"UTF-16LE with mark": wide("\uFEFF"+text, binary.LittleEndian), "UTF-16BE with mark": wide("\uFEFF"+text, binary.BigEndian),
		"UTF-8 with mark": []byte("\uFEFF" + text),
	} {
		file := placed(t, "scan", packed)
		piped := rowlens(t, string(packed), "decode").want(t, 0)
		if name == "gzip twice over" {
			if n := len(lines(piped.out)); n != 2*len(lines(want)) {
				t.Errorf("%s: %d records", name, n)
			}
			continue
		}
		if piped.out != want {
			t.Errorf("%s: other records", name)
		}
		cmd := unstarted("", "decode", "-")
		stdin, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stdin = stdin
		if finish(t, cmd).want(t, 0).out != want {
			t.Errorf("%s: other records of a file as standard input", name)
		}
		stdin.Close()
		if got := rowlens(t, "", "decode", file).want(t, 0).out; strings.ReplaceAll(got, `"file":"`+file+`",`, "") != want {
			t.Errorf("%s: other records of a file", name)
		}
		if got := rowlens(t, "", "inspect", "-f", file).want(t, 0).out; !strings.Contains(got, "read as HBase shell scan") {
			t.Errorf("%s: %s", name, short(got))
		}
	}
	cut := placed(t, "cut.gz", gz.Bytes()[:gz.Len()/2])
	if r := rowlens(t, "", "decode", cut).want(t, exitUnreadable); !strings.Contains(r.err, "damaged or cut") || len(lines(r.out)) == 0 {
		t.Errorf("%s", r.err)
	}
}

func wide(text string, order binary.AppendByteOrder) (b []byte) {
	for _, c := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, c)
	}
	return b
}

// sst is the start and the end of a table file.
var sst = append(append(bytes.Repeat([]byte("\x00\x0c\x01row\x80\xff"), 100), make([]byte, 40)...), "\xF7\xCF\xF4\x85\xB7\x41\xE2\x88"...)

func TestFilesThatAreNotReadAreNamedWithTheirTool(t *testing.T) {
	log := append([]byte("\xda\xda\xeb\x75\x04\x00\x01"), "\x01\x02\x03\x04"...)
	for name, c := range map[string]struct {
		file string
		text []byte
		says []string
	}{
		"no log":  {"000012.log", log, []string{"write-ahead log of RocksDB by its name"}},
		"Parquet": {"x", []byte("PAR1\x15\x04"), []string{"a Parquet file"}},
		"SQLite":  {"x.db", []byte("SQLite format 3\x00\x10\x00"), []string{"an SQLite database", "sqlite3 -csv -header "}},
		"Avro":    {"x", []byte("Obj\x01\x04\x14"), []string{"an Avro file"}},
		"ZIP":     {"x", []byte("PK\x03\x04\x14\x00"), []string{"a ZIP archive", "unzip -p "}},
		"xz":      {"x", []byte("\xFD7zXZ\x00\x00"), []string{"xz -dc "}},
		"PNG":     {"x.png", []byte("\x89PNG\r\n\x1A\n\x00\x00\x00\x0DIHDR"), []string{"is a PNG image, not a store or rows that rowlens reads"}},
		"JPEG":    {"x", []byte("\xFF\xD8\xFF\xE0\x00\x10JFIF\x00"), []string{"a JPEG image"}},
		"PDF":     {"x", []byte("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n"), []string{"a PDF document"}},
		"ELF":     {"x", []byte("\x7FELF\x02\x01\x01\x00"), []string{"(ELF), not a store or rows"}},
		"class":   {"x", []byte("\xCA\xFE\xBA\xBE\x00\x00\x00\x41"), []string{"a Java class"}},
		"wasm":    {"x", []byte("\x00asm\x01\x00\x00\x00"), []string{"a WebAssembly module"}},
	} {
		file := placed(t, c.file, c.text)
		for _, args := range [][]string{
			{"decode", file}, {"inspect", "-f", file}, {"verify", "--model", golden(modelFile), file},
			{"dump", file}, {"tables", file}, {"inspect", "--structure", file},
		} {
			r := rowlens(t, "", args...).want(t, exitUnreadable)
			for _, want := range c.says {
				if !strings.Contains(r.err, want) {
					t.Errorf("%s, %s: lacks %q: %s", name, args[0], want, r.err)
				}
			}
			if r.out != "" && args[0] != "verify" {
				t.Errorf("%s: %s", name, short(r.out))
			}
		}
		if !strings.Contains(c.says[0], "by its name") {
			r := rowlens(t, string(c.text), "decode").want(t, exitUnreadable)
			if r.out != "" || !strings.Contains(r.err, ": standard input: is ") {
				t.Errorf("%s in a pipe: %s %s", name, short(r.out), r.err)
			}
		}
	}
	rowlens(t, "", "inspect", "--input-form", "raw", "-f", placed(t, "x", sst)).want(t, 1)
}

func TestAnEmptyFileIsNoStore(t *testing.T) {
	file := placed(t, "data.mdb", nil)
	for _, args := range [][]string{{"dump", file}, {"tables", file}, {"inspect", "--structure", file}} {
		if r := rowlens(t, "", args...).want(t, exitUnreadable); !strings.HasSuffix(r.err, ": is empty\n") {
			t.Errorf("%v: %s", args, r.err)
		}
	}
}

// What was in an emptied file is lost: its folder is a damaged store, not one without rows.
func TestAFolderWithAnEmptiedStoreIsDamaged(t *testing.T) {
	dir := filepath.Dir(placed(t, "data.mdb", nil))
	for _, command := range []string{"decode", "dump", "tables", "verify"} {
		if r := rowlens(t, "", command, dir).want(t, 1); !strings.Contains(r.out+r.err, "damaged") {
			t.Errorf("%s: %s%s", command, r.out, r.err)
		}
	}
}

func TestAFolderWithoutAStoreIsRefused(t *testing.T) {
	for _, files := range [][]string{{"lock.mdb"}, {"notes.txt"}, nil} {
		dir := t.TempDir()
		for _, name := range files {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, command := range []string{"decode", "dump", "tables", "verify"} {
			if r := rowlens(t, "", command, dir).want(t, exitUnreadable); !strings.Contains(r.err, "is a folder without store files") {
				t.Errorf("%s of %v: %s", command, files, r.err)
			}
		}
	}
	if r := rowlens(t, "", "encode", t.TempDir()).want(t, exitUnreadable); !strings.Contains(r.err, "is a folder") {
		t.Errorf("encode: %s", r.err)
	}
}
