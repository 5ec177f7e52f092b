package badtext

import "testing"

func TestTheFirstByteThatIsNotUTF8IsFound(t *testing.T) {
	for text, want := range map[string]int{
		"": -1, "row": -1, "café": -1, "\ufffd": -1, "\U0010ffff": -1,
		"\xff": 0, "row\x80": 3, "é\xc3": 2, "a\xe2\x82": 1, "\xed\xa0\x80": 0, "\xc0\x80": 0,
		"\ufffd\xf4\x90\x80\x80": 3, "12345678é9\xfe é": 11,
	} {
		if got := Index([]byte(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
