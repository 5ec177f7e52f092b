package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestValuesAreDecryptedWithAKey(t *testing.T) {
	const digits = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	key := write("right", digits+"\n")
	other := write("other", strings.Repeat("5ec4e7ff", 8))
	dump := write("rows.jsonl", readZipped(t, maryk("rocksdb", "keepall.rows.jsonl")))
	for _, c := range []struct {
		args      []string
		code      int
		out, says string
	}{
		{[]string{"assemble", "--json", "--decrypt-key", key, dump}, 0, `"secret":"quiet"`, ""},
		{[]string{"assemble", "--json", "--history", "--decrypt-key", key, dump}, 0, `"secret":"quiet"`, ""},
		{[]string{"assemble", "--json", dump}, 0, `"secret":"4d4b4532`, ""},
		{[]string{"assemble", "--json", "--decrypt-key", other, dump}, 0, `"secret":"4d4b4532`,
			"shown as it is stored: the key does not open it"},
		{[]string{"decode", "--decrypt-key", key, dump}, 0, `"decrypted":{"indicator":1,"kind":"value","value":"quiet"}`, ""},
		{[]string{"decode", "--decrypt-key", other, dump}, 0, `"notDecrypted":"the key does not open it`, ""},
		{[]string{"decode", "--decrypt-key", write("short", "5ec4e7")}, 3, "", "expected an AES key"},
		{[]string{"decode", "--decrypt-key", filepath.Join(dir, "none")}, 3, "", "there is no such file"},
		{[]string{"inspect", "--decrypt-key", key, "2c8000018f3c9be200"}, 0, "Actionbase", "needs the models"},
		{[]string{"inspect", "--model", maryk("rocksdb", "keepall.models.json"), "--json", "--decrypt-key", key, sealedRow}, 0,
			`"decrypted":{`, ""},
		{[]string{"inspect", "--model", maryk("rocksdb", "keepall.models.json"), "--decrypt-key", key, sealedRow}, 0, "quiet", ""},
	} {
		r := rowlens(t, "", c.args...).want(t, c.code)
		if !strings.Contains(r.out, c.out) || !strings.Contains(r.err, c.says) || c.says == "" && strings.Contains(r.err, "key") {
			t.Errorf("%q: %s\n%s", c.args, short(r.out), r.err)
		}
		if strings.Contains(r.out+r.err, digits) || strings.Contains(r.out+r.err, "5ec4e7") {
			t.Errorf("%q prints a key", c.args)
		}
	}
}

// sealedRow is a row of the fixture with an encrypted value.
const sealedRow = `{"cf":"0303","key":"000000000000000119","value":"1a1fc676e5a000004d4b45324d4b454b02056b65792d31015b8a71643a3c7ba6fef5ef62d9a6e32763c13ade83aae5a5be7c44e907fdb70941e1"}`

func TestAKeyThatOthersCanReadIsSaid(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key")
	for mode, want := range map[os.FileMode]bool{0o600: false, 0o400: false, 0o644: true, 0o640: true} {
		if err := os.WriteFile(file, []byte(strings.Repeat("5ec4e7ff", 8)), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		r := rowlens(t, "", "inspect", "--decrypt-key", file, "2c8000018f3c9be200").want(t, 0)
		if strings.Contains(r.err, "chmod 600") != want {
			t.Errorf("%o: %s", mode, r.err)
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
}
