package dump

import (
	"strings"
	"testing"
)

func TestXXD(t *testing.T) {
	checkForms(t, []formCase{
		{"one line", "00000000: 4142 00                                  AB.", "xxd", "1 bytes=414200"},
		{"text of hex digits and spaces", "00000000: 2020 6162  6162  ab", "xxd", "1 bytes=20206162"},
		{"its text lost", "00000000: 4142 00", "xxd", "1 bytes=414200"},
		{"prompt in front", "$ xxd file\n00000000: 4142  AB", "xxd", "2 bytes=4142"},
		{"repeated lines", "00000000: 4141 4141  AAAA\n*\n0000000c: 42  B", "xxd", "1 bytes=41414141414141414141414142"},
		{"decimal offsets", "00000000: 4141 4141 4141 4141 4141  AAAAAAAAAA\n00000010: 42  B\n", "xxd", "1 bytes=4141414141414141414142"},
		{"starts elsewhere", "00000010: 4142  AB", "xxd", "1 bytes=4142 +16"},
		{"two dumps", "00000000: 41  A\n00000000: 42  B\n", "xxd", "1 bytes=41\n2 bytes=42"},
		{"gap", "00000000: 41  A\n00000002: 42  B\n", "xxd", "line 2: expected offset 1, found \"00000002: 42  B\""},
		{"text does not match", "00000000: 4142  AC", "xxd", "1 bytes=4142 ~"},
		{"words", "00000000: 44434241       45                    ABCDE\n", "xxd-little", "1 bytes=4142434445"},
		{"bits", "00000000: 01000001 01000010  AB", "xxd-bits", "1 bytes=4142"},
		{"star at the end", "00000000: 41  A\n*\n", "=xxd", "line 2: expected an offset after `*`, found the end"},
		{"endless repeats", "00000000: 41  A\n*\nffffffff: 41  A\n", "=xxd", "line 3: expected offset 1, found \"ffffffff: 41  A\""},
	})
}

func TestHexdump(t *testing.T) {
	checkForms(t, []formCase{
		{"canonical without its end", "00000000  41 42                                             |AB|", "hexdump-canonical", "1 bytes=4142"},
		{"bars in the text", "00000000  7c 7c                                             ||||\n00000002\n", "hexdump-canonical",
			"1 bytes=7c7c"},
		{"words", "0000000 4241 0043\n0000003\n", "hexdump-words", "1 bytes=414243"},
		{"words without the end", "0000000 4241 0043\n", "hexdump-words", "1 bytes=41424300 ~"},
		{"od -x has octal offsets", "0000000 4241 4443 4645 4847 4a49 4c4b 4e4d 504f\n0000020 0051\n0000021\n", "hexdump-words",
			"1 bytes=4142434445464748494a4b4c4d4e4f5051"},
		{"od octal words", "0000000 041101\n0000002\n", "od-octal-words", "1 bytes=4142"},
		{"od -tx1", "0000000 41 42\n0000002\n", "od-x1", "1 bytes=4142"},
		{"od -Ax", "000000 41 42  >AB<\n000002\n", "od-x1", "1 bytes=4142"},
		{"od -c", "0000000   A      \\n 303   \\\n0000005\n", "od-c", "1 bytes=41200ac35c"},
		{"od -c without cells", "0000000   A  B\n", "=od-c", ""},
		{"od -An with a star", " 41 42\n*\n 43\n", "od-x1", "1 bytes=414243 ~"},
		{"star then the end", "0000000 41 41\n*\n0000006\n", "od-x1", "1 bytes=414141414141"},
		{"nothing", "0000000\n", "=od-x1", "1 bytes="},
	})
}

func TestRepeatsAreBounded(t *testing.T) {
	res, _ := ParseText([]byte("00000000: "+strings.Repeat("41", 16)+"\n*\n00ffffff: 41\n"), Options{Form: "xxd"})
	if len(res.Rows) != 1 || res.Rows[0].Entry.Len() != 0x1000000 {
		t.Errorf("%v", res.Rows[0].Err)
	}
}

func TestAValueWithoutItsLengthMayBeCut(t *testing.T) {
	const whole = "00000000  00 01 02 03 04 05 06 07  08 09 0a 0b 0c 0d 0e 0f  |................|\n00000010\n"
	for text, want := range map[string]string{
		whole: "", strings.TrimSuffix(whole, "00000010\n"): noteNoLength, "00000000: 0001 0203  ....\n": "",
	} {
		s, err := Open(strings.NewReader(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for range s.All() {
		}
		if s.Cut() != want {
			t.Errorf("%s: %q, want %q", s.Form().ID, s.Cut(), want)
		}
	}
}
