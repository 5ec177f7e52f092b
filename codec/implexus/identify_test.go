package implexus_test

import (
	"encoding/hex"
	"testing"

	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
)

func best(t *testing.T, part, text string) string {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	e := new(store.Entry)
	e.Add(part, b)
	parsed, _ := identify.Candidates(identify.Query{Entry: e})
	if len(parsed) == 0 || parsed[0].Format.ID != "implexus" {
		return ""
	}
	return parsed[0].Title()
}

func TestValuesAreOfferedWithWhatTheyHold(t *testing.T) {
	for text, want := range map[string]string{
		"0700000000000000010500000000000000046a6f686e":               "Implexus array of 1 item",
		"080000000000000001000000000000000361676502000000000000001e": "Implexus dictionary of 1 item",
		"05000000000000000455736572":                                 "Implexus string",
		"02000000000000000105000000000000000455736572":               "Implexus entity",
		"050000000000000004557365720500000000000000" + "0161":        "Implexus configuration",
		"0101": "",
		"00":   "",
	} {
		if got := best(t, store.Bytes, text); got != want {
			t.Errorf("%s is offered as %q, want %q", text, got, want)
		}
	}
}

func TestKeysAreOffered(t *testing.T) {
	for text, want := range map[string]string{
		"entity:/users/john":   "Implexus row key",
		"idx:/i:tri:abc":       "Implexus row key",
		"session:42":           "",
		"category:/users/john": "",
	} {
		if got := best(t, store.Bytes, hex.EncodeToString([]byte(text))); got != want {
			t.Errorf("%s is offered as %q, want %q", text, got, want)
		}
	}
}
