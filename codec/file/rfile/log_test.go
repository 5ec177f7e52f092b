package rfile

import (
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// A write-ahead log may have entries that no RFile has: it is never left out without a word.
func TestWriteAheadLogsAreSaidNotToBeRead(t *testing.T) {
	_, files := readFixtures(t)
	for _, head := range []string{"--- Log File Header (v2) ---\x00", "--- Log File Header (v3) ---\x00", "--- Log File Header (v4) ---\x00\x00\x00\x07U+1F47B"} {
		const log = "wal/host+9997/0c9c9a7f-7b0e-4a4b-8f33-0f6f2a7f4f11"
		set, err := file.Look(file.Files{"tables/1/default_tablet/A0000001.rf": files["one.rf"], log: []byte(head)}, []*file.Kind{Kind})
		if err != nil {
			t.Fatal(err)
		}
		stores, err := set.Stores(file.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		var damage []file.Damage
		for _, s := range stores {
			l, d := storetest.Read(t, s, file.Query{})
			lines, damage = append(lines, l...), append(damage, d...)
		}
		if len(lines) != 1 || len(damage) != 1 || damage[0].Code != codeLog || damage[0].File != log || damage[0].Remark {
			t.Errorf("%q: %d entries, %+v", head, len(lines), damage)
		}
		x, err := openStructure(set, log, file.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if p := x.Pieces(); len(p) != 1 || p[0].Damage == nil || p[0].Damage.Code != codeLog {
			t.Errorf("%q: pieces %+v", head, p)
		}
		x.Close()
	}
}
