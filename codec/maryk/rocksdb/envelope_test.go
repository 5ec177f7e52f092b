package rocksdb_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/envelope"
	"github.com/rowlens/rowlens/internal/formattest"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// fixtureKey is the key that the fixtures were written with.
const fixtureKey = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

func parsedKeys(t testing.TB, text string) *envelope.Keys {
	t.Helper()
	k, err := envelope.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// opened returns the schema of a database with a key.
func opened(s *cell.Schema, o format.Opener) *cell.Schema {
	return cell.WithOpener(s, o).(*cell.Schema)
}

// openedRow decodes a row with and without a tree, which must give the same fields.
func openedRow(t testing.TB, s *cell.Schema, record, cf, key, val string) (fields map[string]any, tree *span.Tree) {
	t.Helper()
	in := format.Input{Schema: s}
	in.Entry.Add("cf", marykfixture.Unhex(t, cf))
	in.Entry.Add(store.Key, marykfixture.Unhex(t, key))
	in.Entry.Add(store.Value, marykfixture.Unhex(t, val))
	var fast, annotated value.Writer
	tree = new(span.Tree)
	r := rocksdb.Format.Record(record)
	if err := r.Decode(&in, nil, &fast); err != nil {
		t.Fatal(err)
	}
	if err := identify.Explain(r, &in, tree, &annotated); err != nil || string(fast.Buf) != string(annotated.Buf) {
		t.Fatalf("%v\n fast %s\n tree %s", err, fast.Buf, annotated.Buf)
	}
	if err := tree.Check(); err != nil {
		t.Fatal(err)
	}
	var out store.Entry
	v, err := value.Parse(fast.Buf)
	if err == nil {
		err = r.Encode(&in, v, &out)
	}
	if err != nil || !reflect.DeepEqual(out.Parts, in.Entry.Parts) {
		t.Fatalf("written again it is %v, %v", out.Parts, err)
	}
	if err := json.Unmarshal(fast.Buf, &fields); err != nil {
		t.Fatal(err)
	}
	return fields, tree
}

// Upstream's own envelopes are opened, as stored in both databases: with and without a keyring.
func TestRealEnvelopesAreOpened(t *testing.T) {
	for db, key := range map[string]string{"latest": fixtureKey, "keepall": `{"keys":{"key-1":"` + fixtureKey + `"}}`} {
		s := opened(models(t, db), parsedKeys(t, key))
		plain := map[string]bool{}
		for _, l := range marykfixture.Parsed[marykfixture.Logical](t, marykfixture.RocksDB, db+".logical.jsonl") {
			for _, name := range sensitive {
				if text, ok := l.Values[name].(string); ok {
					plain[l.Key+name+text] = true
				}
			}
		}
		found, latest := 0, 0
		list := rows(t, db)
		for i := range list {
			r := &list[i]
			if r.Fields["kind"] != "encrypted" {
				continue
			}
			fields, tree := openedRow(t, s, recordOf(r), r.CF, r.Key, r.Value)
			open, _ := fields["decrypted"].(map[string]any)
			text, ok := open["value"].(string)
			if !ok || open["kind"] != "value" || fields["kind"] != "encrypted" || fields["notDecrypted"] != nil {
				t.Fatalf("%s %s: %v", db, r.Key, fields)
			}
			last := tree.Sources[len(tree.Sources)-1]
			if last.Name != "decrypted value" || !strings.HasSuffix(string(last.Bytes), text) || tree.Nodes[last.Node].Flags&span.Checked == 0 {
				t.Errorf("the tree ends in %+v", last)
			}
			found++
			if r.CFType == "table" && plain[r.Fields["record"].(string)+r.Fields["property"].(string)+text] {
				latest++
			}
		}
		if found < 4 || latest != len(plain) {
			t.Errorf("%s: %d values, of the latest %d of %d", db, found, latest, len(plain))
		}
	}
}

func TestRecordsWithAKeyHaveTheirSecrets(t *testing.T) {
	for db := range databases {
		s, list := models(t, db), rows(t, db)
		for _, want := range marykfixture.Parsed[marykfixture.Logical](t, marykfixture.RocksDB, db+".logical.jsonl") {
			x := record(t, s, list, &want)
			x.Opener = parsedKeys(t, fixtureKey)
			got := marykfixture.Written(t, x, cell.Newest)
			if want.Exists && !reflect.DeepEqual(got.Values, want.Values) || x.NotOpened != "" {
				t.Errorf("%s %s:\n got %+v\nwant %+v\n%s", db, want.Key, got.Values, want.Values, x.NotOpened)
			}
			formattest.HistoryIsItsMoments(t, x.Key, x)
		}
	}
}

// A value that cannot be opened is shown as stored, with the reason.
func TestWhatIsNotOpenedSaysWhy(t *testing.T) {
	s := models(t, "keepall")
	const cf, key, version = "0303", "000000000000000119", "1a1fc676e5a00000"
	const head = "4d4b45324d4b454b02056b65792d3101"
	const sealed = "5b8a71643a3c7ba6fef5ef62d9a6e32763c13ade83aae5a5be7c44e907fdb709"
	for _, c := range []struct {
		what, keys, key, data, says string
		mismatch                    bool
	}{
		{"right", fixtureKey, key, head + sealed + "41e1", "", false},
		{"another key", strings.Repeat("00", 16), key, head + sealed + "41e1", "another one", true},
		{"another record", fixtureKey, "000000000000000219", head + sealed + "41e1", "another place", true},
		{"another property", fixtureKey, "000000000000000121", head + sealed + "41e1", "another place", true},
		{"damaged tag", fixtureKey, key, head + sealed + "41e0", "was changed", true},
		{"another release", fixtureKey, key, "4d4b4531" + head[8:] + sealed + "41e1", "was changed", true},
		{"no such key", `{"keys":{"key-2":"` + fixtureKey + `"}}`, key, head + sealed + "41e1", `no key called "key-1"`, false},
		{"bound to more", `{"key":"` + fixtureKey + `","additionalData":"00"}`, key, head + sealed + "41e1", "was changed", true},
		{"another provider", fixtureKey, key, "4d4b453207" + sealed, "not of the form", false},
	} {
		fields, tree := openedRow(t, opened(s, parsedKeys(t, c.keys)), "table-value", cf, c.key, version+c.data)
		why, _ := fields["notDecrypted"].(string)
		if (why == "") != (c.says == "") || !strings.Contains(why, c.says) || fields["kind"] != "encrypted" || fields["storedValue"] != c.data {
			t.Errorf("%s: %v", c.what, fields)
		}
		if bad := slicesAny(tree.Nodes, span.Mismatch); bad != c.mismatch {
			t.Errorf("%s: a mismatch is shown: %v", c.what, bad)
		}
	}
	if fields, _ := openedRow(t, s, "table-value", cf, key, version+head+sealed+"41e1"); fields["notDecrypted"] != nil ||
		fields["decrypted"] != nil {
		t.Errorf("without a key: %v", fields)
	}
}

func slicesAny(nodes []span.Node, flag span.Flag) bool {
	for i := range nodes {
		if nodes[i].Flags&flag != 0 {
			return true
		}
	}
	return false
}

// seal makes the envelope of release 0.12 (or 0.8 to 0.11) with the standard library only.
func seal(t testing.TB, bound bool, extra, plain []byte, key, reference string) string {
	t.Helper()
	block, err := aes.NewCipher(marykfixture.Unhex(t, fixtureKey))
	if err != nil {
		t.Fatal(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	var additional []byte
	magic := "MKE1"
	if bound {
		magic = "MKE2"
		for _, part := range [][]byte{[]byte("maryk.field-aad.v1"), {0, 0, 0, 3}, marykfixture.Unhex(t, key),
			marykfixture.Unhex(t, reference), extra} {
			additional = append(binary.BigEndian.AppendUint32(additional, uint32(len(part))), part...)
		}
	}
	nonce := bytes.Repeat([]byte{7}, 12)
	return hex.EncodeToString(append(append([]byte(magic+"\x01"), nonce...), gcm.Seal(nil, nonce, plain, additional)...))
}

func TestSealedValuesAreOpened(t *testing.T) {
	s := models(t, "latest")
	const key, version = "0000000000000001", "1a1fc676e5a00000"
	for _, c := range []struct {
		what      string
		bound     bool
		plain     string
		reference string
		want      string // what is decrypted, or why not
	}{
		{"0.12", true, "\x01text", "19", "text"},
		{"0.8", false, "\x01text", "19", "text"},
		{"empty", true, "\x01", "19", ""},
		{"no data", true, "", "19", "not understood"},
		{"no text", true, "\x01\xff", "19", "not understood"},
		{"an envelope again", true, "MKE2\x07", "19", "MKE2\x07"},
	} {
		for _, extra := range []string{"", "0a0b"} {
			val := version + seal(t, c.bound, marykfixture.Unhex(t, extra), []byte(c.plain), key, c.reference)
			k := parsedKeys(t, `{"key":"`+fixtureKey+`","additionalData":"`+extra+`"}`)
			fields, _ := openedRow(t, opened(s, k), "table-value", "0303", key+c.reference, val)
			open, _ := fields["decrypted"].(map[string]any)
			got, _ := open["value"].(string)
			if stored, ok := open["storedValue"].(string); ok {
				got = string(marykfixture.Unhex(t, stored))
			}
			if why, ok := fields["notDecrypted"].(string); ok {
				if !strings.Contains(why, c.want) || c.want == "" {
					t.Errorf("%s: %s", c.what, why)
				}
			} else if open == nil || got != c.want {
				t.Errorf("%s: %v", c.what, fields)
			}
		}
	}
}
