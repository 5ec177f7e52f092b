package dump

import "testing"

func TestHexSpellings(t *testing.T) {
	checkForms(t, []formCase{
		{"plain", "00ff", "hex", "1 bytes=00ff"},
		{"upper and lower", "00fF", "hex", "1 bytes=00ff"},
		{"0x", "0x00ff", "hex", "1 bytes=00ff"},
		{"0x list", "0x00 0xff", "hex", "1 bytes=00ff"},
		{"single digits", "0x0, 0x1, 0xff", "hex", "1 bytes=0001ff"},
		{"single digits without 0x", "0 1 a ff", "hex", "1 bytes=00010aff"},
		{"underscores", "00_ff_01", "hex", "1 bytes=00ff01"},
		{"mixed separators", "00:ff-01, 02", "hex", "1 bytes=00ff0102"},
		{"empty", "0x", "hex", "1 bytes="},
		{"backquotes", "`00ff`", "", "1 bytes=00ff"},
		{"suffix h", "0fh 10h", "hex", "1 bytes=0f10"},
		{"trailing semicolon", "00ff;", "hex", "1 bytes=00ff"},
		{"xxd -p", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d\n1e1f\n", "hex",
			"1 bytes=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"},
		{"odd run pinned", "00 123 45", "=hex", "line 1, column 4: expected an even count of hex digits, found 3"},
		{"no digit pinned", "00 zz", "=hex", "line 1, column 4: expected a hex digit, found \"zz\""},
		{"odd on a later line", "0011\n223\n44", "=hex", "line 2: expected an even count of hex digits, found 3"},
		{"lone 0x among bytes", "00 0x 11", "=hex", "line 1, column 6: expected hex digits, found \" 11\""},
	})
}

func TestHexLists(t *testing.T) {
	checkForms(t, []formCase{
		{"ragged lines", "00\n1122\n3344\n", "hex-lines", "1 bytes=00\n2 bytes=1122\n3 bytes=3344"},
		{"equal keys", "00112233\n44556677\n8899aabb\n", "hex-lines", "1 bytes=00112233\n2 bytes=44556677\n3 bytes=8899aabb"},
		{"a blank line between", "00112233\n\n44556677\n", "hex-lines", "1 bytes=00112233\n3 bytes=44556677"},
		{"a bad line goes on", "00\n0\n11", "=hex-lines", "1 bytes=00\nline 2: expected an even count of hex digits, found 1\n3 bytes=11"},
		{"a shorter last line is folded", "001122\n33", "hex", "1 bytes=00112233"},
		{"folded inside bytes", "a0112\r\n23344\r\n5566\r\n", "hex", "1 bytes=a0112233445566"},
		{"numbers on lines", "12345\n67890\n1234", "text", "1 bytes=31323334350a36373839300a31323334"},
		{"a list with odd ones", "a0112\n23344\n55667\n", "text", "1 bytes=61303131320a32333334340a3535363637"},
	})
}

func TestWaitingForADigit(t *testing.T) {
	for text, want := range map[string]bool{
		"0": true, "00f": true, "00 01 f": true, `\x00\xf`: true, "0x1": true, "\"00f": false, "zz1": false, "00ff": false, "": false,
		" r column=f:q, timestamp=1, value=1": false, "0x0, 0x1": false,
	} {
		res, err := ParseText([]byte(text), Options{})
		if err != nil || (res.Waiting != "") != want {
			t.Errorf("%q: %q %s %v", text, res.Waiting, res.Form.ID, err)
		}
		if want && len(res.Rows) > 0 {
			t.Errorf("%q: rows", text)
		}
	}
}

func TestBase64(t *testing.T) {
	const bits = "the last base64 character has bits that no byte uses and that are not zero"
	checkForms(t, []formCase{
		{"padded", "AAE=", "base64", "1 bytes=0001"},
		{"quoted", `"AAE="`, "base64", "1 bytes=0001"},
		{"bare", "AAECAwQFBg", "base64", "1 bytes=00010203040506"},
		{"url", "-_8", "=base64url", "1 bytes=fbff"},
		{"folded", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4v\nMDEyMw==\n", "base64",
			"1 bytes=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f30313233"},
		{"a list", "AAE=\n//4=\n", "base64-lines", "1 bytes=0001\n2 bytes=fffe"},
		{"mixed alphabets", "+_8=", "=base64", "line 1, column 2: expected one base64 alphabet, found both"},
		{"wrong padding", "AAE==", "=base64", "line 1, column 6: expected padding to a multiple of 4 characters, found 5"},
		{"4n+1", "AAAAA", "=base64", "line 1, column 6: expected a count of characters that is not 4n+1, found 5"},
		{"behind padding", "AA==AA==", "=base64", "line 1, column 5: expected the end after the padding, found \"AA==\""},
		{"words", "Hello World", "text", "1 bytes=48656c6c6f20576f726c64"},
		{"a small word", "item-1", "text", "1 bytes=6974656d2d31"},
	})
	for text, want := range map[string]string{"AB": bits, "AA": "", "AAB": bits, "AAA": ""} {
		res, _ := ParseText([]byte(text), Options{Form: "base64"})
		if got := res.Rows[0].Detail.Note; got != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}

func TestPercent(t *testing.T) {
	checkForms(t, []formCase{
		{"any case", "%c3%A9+", "percent", "1 bytes=c3a92b"},
		{"a list", "%00a\n%01b", "percent", "1 bytes=0061\n2 bytes=0162"},
		{"stray", "50% %41", "=percent", "line 1, column 3: expected two hex digits after %, found \"% %41\""},
		{"form", "key=%00&value=a+b", "form", "1 key=00 value=612062"},
		{"form without a value", "key=&n=%41", "form", "1 key= n=41"},
		{"not a form", "=a", "=form", "line 1: expected name=value, found \"=a\""},
		{"a stray % in a form", "a=%4", "=form", "line 1, column 3: expected two hex digits after %, found \"%4\""},
	})
	res, _ := ParseText([]byte("a+b%20"), Options{Form: "percent", FormText: true})
	if got := show(res); got != "1 bytes=61206220" {
		t.Error(got)
	}
}
