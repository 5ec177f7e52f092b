package dump

import (
	"slices"
	"testing"
)

func TestCLiterals(t *testing.T) {
	checkForms(t, []formCase{
		{"octal", `"\0\17\1234"`, "c-string", "1 bytes=000f5334"},
		{"joined over lines", "\"\\x00\"\n\"1\"", "c-string", "1 bytes=0031"},
		{"all letters", `"\a\b\f\n\r\t\v\\\'\"\?\101"`, "c-string", "1 bytes=07080c0a0d090b5c27223f41"},
		{"hex takes all digits", `"\xff0"`, "=c-string", "line 1, column 2: expected a hex escape of one byte, found \"\\\\xff0\\\"\""},
		{"hex of one digit", `"\x1g\200"`, "c-string", "1 bytes=016780"},
		{"octal too large", `"\777"`, "=c-string", "line 1, column 2: expected an octal escape of one byte, found \"\\\\777\\\"\""},
		{"folded line", "\"a\\\nb\\7\"", "c-string", "1 bytes=616207"},
		{"universal names", `"\u00e9\U0001F600\0"`, "c-string", "1 bytes=c3a9f09f988000"},
		{"array", "static const uint8_t x[3] = {1, 0x2, 'a'};", "c-array", "1 bytes=010261"},
		{"array with comments", "{ 1, /* two */ 2, // three\n 3, }", "c-array", "1 bytes=010203"},
		{"xxd -i over lines with a wrong length", "unsigned char v[] = {\n 0x00\n};\nunsigned int v_len = 2;\n", "=c-array",
			"line 4: expected a length of 1, found \"unsigned int v_len = 2;\""},
		{"escaped without quotes", `\200\n1`, "c-escaped", "1 bytes=800a31"},
		{"a list of escaped", "a\\n\nb\\t", "c-escaped", "1 bytes=610a\n2 bytes=6209"},
	})
}

func TestGoLiterals(t *testing.T) {
	checkForms(t, []formCase{
		{"quoted", `"\x00a\u00e9\U0001F600\101"`, "=go-string", "1 bytes=0061c3a9f09f988041"},
		{"octal needs three", `"\0"`, "=go-string", "line 1, column 2: expected an octal escape of one byte, found \"\\\\0\\\"\""},
		{"raw", "`a\\x00`", "=go-string", "1 bytes=615c783030"},
		{"code in a chat", "`a\\x00`\n", "tostringbinary", "1 bytes=6100"},
		{"bytes of a string", `[]byte("\x00a")`, "go-bytes", "1 bytes=0061"},
		{"numbers and characters", `[]uint8{0x0, 0o17, 0b11, '\n', 'a', 1_0}`, "go-bytes", "1 bytes=000f030a610a"},
		{"array", `[2]byte{1, 255}`, "go-bytes", "1 bytes=01ff"},
		{"nil", `[]byte(nil)`, "go-bytes", "1 bytes="},
		{"empty", `[]byte{}`, "go-bytes", "1 bytes="},
		{"something behind", `[]byte{1} x`, "=go-bytes", "line 1, column 11: expected the end, found \"x\""},
		{"too large", `[]byte{256}`, "=go-bytes", "line 1, column 8: expected a number from -128 to 255, found \"256}\""},
		{"not one byte", `[]byte{'é'}`, "=go-bytes", "line 1, column 8: expected a character of one byte, found \"'é'}\""},
	})
}

func TestPythonLiterals(t *testing.T) {
	checkForms(t, []formCase{
		{"unknown escape keeps its backslash", `b'\d\x00'`, "python-bytes", "1 bytes=5c6400"},
		{"raw", `rb'\x00'`, "python-bytes", "1 bytes=5c783030"},
		{"without b", `'it"\x00\\'`, "python-bytes", "1 bytes=697422005c"},
		{"without b, no escapes", `'6162'`, "hex", "1 bytes=6162"},
		{"quotes", `b"it's"`, "python-bytes", "1 bytes=69742773"},
		{"octal", `b'\0\12\777'`, "=python-bytes", "line 1, column 8: expected an octal escape of one byte, found \"\\\\777'\""},
		{"bytes of a list", `bytes([0, 255])`, "python-bytes", "1 bytes=00ff"},
		{"empty", `bytearray()`, "python-bytes", "1 bytes="},
		{"joined", "b'a' b'b'", "python-bytes", "1 bytes=6162"},
		{"two lines", "b'a'\nb'b'", "python-bytes", "1 bytes=61\n2 bytes=62"},
		{"open", `b'a`, "=python-bytes", "line 1, column 4: expected a closing ', found the end"},
	})
}

func TestOtherLiterals(t *testing.T) {
	checkForms(t, []formCase{
		{"rust", `b"\0\xff\n\\\'\""`, "rust-bytes", "1 bytes=00ff0a5c2722"},
		{"rust raw", `br#"a"b"#`, "rust-bytes", "1 bytes=612262"},
		{"rust slice", `&[0u8, 0xff_u8]`, "int-list", "1 bytes=00ff"},
		{"rust vector", `vec![1, 2]`, "int-list", "1 bytes=0102"},
		{"java", `new byte[] { -1, (byte) 0xFF, 2 };`, "java-array", "1 bytes=ffff02"},
		{"NumPy", `array([1, 2, 255], dtype=uint8)`, "int-list", "1 bytes=0102ff"},
		{"NumPy, over lines", "array([1, 2,\n       255], dtype=uint8)", "int-list", "1 bytes=0102ff"},
		{"Erlang", `<<1,2,255>>`, "int-list", "1 bytes=0102ff"},
		{"Elixir", `<<0x01, 0xFF>>`, "int-list", "1 bytes=01ff"},
		{"Erlang, cut", `<<1,2>`, "=int-list", "line 1, column 7: expected `>>`, found the end"},
		{"JShell", `byte[3] { 1, 2, -1 }`, "java-array", "1 bytes=0102ff"},
		{"Scala", `Array(1, 2, -1)`, "java-array", "1 bytes=0102ff"},
		{"Scala with its type", `Array[Byte](1, 2, -1)`, "java-array", "1 bytes=0102ff"},
		{"kotlin", `byteArrayOf(0x80.toByte(), -1)`, "java-array", "1 bytes=80ff"},
		{"signs disagree", `[-1, 200]`, "=int-list",
			"line 1, column 6: expected numbers of -128 to 127, as another one is negative, found \"200]\""},
		{"go %v", `[0 255]`, "int-list", "1 bytes=00ff"},
		{"spark", `[51 07 21]`, "int-list", "1 bytes=510721"},
		{"rust in hex", `[51, 07, c1]`, "int-list", "1 bytes=5107c1"},
		{"decimal numbers of two digits", `[51 21]`, "int-list", "1 bytes=3315"},
		{"empty list", `[]`, "int-list", "1 bytes="},
		{"octal of C in a list", `{010, 0}`, "c-array", "1 bytes=0800"},
		{"open list", `[1, 2`, "=int-list", "line 1, column 6: expected `]`, found the end"},
		{"buffer", "<Buffer>", "node-buffer", "1 bytes="},
		{"cut buffer", "<Buffer 00 ... 9 more bytes>", "node-buffer", "1 bytes=00 ~"},
		{"typed array", "Uint8Array(2) [ 1, 255 ]", "js-typed-array", "1 bytes=01ff"},
		{"typed array of another length", "Uint8Array(3) [ 1, 255 ]", "=js-typed-array", "line 1, column 15: expected 3 numbers, found 2"},
		{"cut typed array", "Uint8Array(200) [\n 1, 2,\n ... 198 more items\n]", "js-typed-array", "1 bytes=0102 ~"},
		{"constructor", "new Uint8Array([1, 2]);", "js-typed-array", "1 bytes=0102"},
		{"buffer as JSON", `{"type":"Buffer","data":[1,255]}`, "node-buffer-json", "1 bytes=01ff"},
		{"JSON text", `"a\u00e9\ud83d\ude00\n"`, "json-string", "1 bytes=61c3a9f09f98800a"},
		{"lone surrogate", `"\ud83d"`, "=json-string", "line 1, column 2: expected an escape of one character, found \"\\\\ud83d\\\"\""},
	})
}

func TestEscapedText(t *testing.T) {
	checkForms(t, []formCase{
		{"HBase", `a\x00b`, "tostringbinary", "1 bytes=610062"},
		{"digits in front of an escape", `1\x00`, "tostringbinary", "1 bytes=3100"},
		{"lower case", `a\xffb`, "tostringbinary", "1 bytes=61ff62"},
		{"cut in an escape", `a\x00\x0`, "tostringbinary", "1 bytes=61005c7830 ~"},
		{"cut behind a backslash", `a\x00\`, "tostringbinary", "1 bytes=61005c ~"},
		{"an escape and a letter", `\x00a`, "tostringbinary", "1 bytes=0061"},
		{"stray backslash", `a\qb\x00`, "=tostringbinary", "1 bytes=615c716200 ~"},
		{"empty lines are values", "\\x00a\n\n\\x01b\n\n", "tostringbinary", "1 bytes=0061\n2 bytes=\n3 bytes=0162"},
		{"Accumulo", `a\\x00\x01`, "accumulo-escaped", "1 bytes=615c78303001"},
		{"bytea", `\x4142`, "pg-bytea", "1 bytes=4142"},
		{"bytea list", "\\x41\n\\x\n", "pg-bytea", "1 bytes=41\n2 bytes="},
		{"bytea escape", `\000a\\`, "pg-bytea-escape", "1 bytes=00615c"},
		{"bytea escape of psql", `\x7Fa`, "=pg-bytea-escape", "1 bytes=7f61"},
		{"text that mentions an escape", "see below\n\nwrite \\x00\nand so on\n", "text",
			"1 bytes=7365652062656c6f770a0a7772697465205c7830300a616e6420736f206f6e"},
		{"no text", "\x00\x01\n", "raw", "0 bytes=00010a"},
		{"not UTF-8", "a\xff", "raw", "0 bytes=61ff"},
		{"not UTF-8 pinned", "a\n\xff", "=text", "line 2: expected UTF-8 text, found \"\\xff\""},
	})
}

// A text of JSON whose characters may be bytes.
func TestCharactersThatAreBytes(t *testing.T) {
	for _, c := range []struct{ text, form, want, note string }{
		{`"Q\u0007\u00c1\u0084a"`, "json-latin1", "Q\x07\xc1\x84a", noteLatin1},
		{"\"Q\\u0007\u00c1\u0084a\"", "json-latin1", "Q\x07\xc1\x84a", noteLatin1},
		{`"Q\u0007\u00c1a"`, "json-string", "Q\x07\u00c1a", noteUTF8},
		{`"J\u00fcrgen\n"`, "json-string", "J\u00fcrgen\n", ""},
		{`"Q\u0084\u20ac"`, "json-string", "Q\u0084\u20ac", ""},
	} {
		res, err := ParseText([]byte(c.text), Options{})
		if err != nil || len(res.Rows) != 1 || res.Rows[0].Err != nil {
			t.Fatalf("%s: %+v, %v", c.text, res, err)
		}
		if got := string(res.Rows[0].Entry.Parts[0].Bytes); res.Form.ID != c.form || got != c.want {
			t.Errorf("%s as %s: %q, want %q", c.text, res.Form.ID, got, c.want)
		}
		noted := slices.Contains(res.Notes, noteLatin1) || slices.Contains(res.Notes, noteUTF8)
		if noted != (c.note != "") || noted && !slices.Contains(res.Notes, c.note) {
			t.Errorf("%s: notes %q, want %q", c.text, res.Notes, c.note)
		}
	}
}
