package lmdb_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/lmdb"
	"github.com/rowlens/rowlens/internal/storetest"
)

// A scan of a file that is not in memory ends with an error if the transaction grew by two. If it
// grew by one, the pages still belong to the state, and there is no error.
func TestAFileThatMovesEndsTheScan(t *testing.T) {
	defer lmdb.WithoutCopies()()
	for grown, want := range map[byte]error{1: nil, 2: file.ErrMoved, 9: file.ErrMoved} {
		data := slices.Clone(storetest.Folder(t, "lmdb/v1-mini")["data.mdb"])
		s := storetest.Open(t, lmdb.Kind, disk{file.Files{"data.mdb": data}})
		c, err := s.Scan(file.All, file.Query{})
		if err != nil {
			t.Fatal(err)
		}
		var e file.Entry
		rows := 0
		for c.Next(&e) {
			if rows++; rows == 3 {
				data[0x90] = 4 + grown
			}
		}
		if !errors.Is(c.Err(), want) || c.Err() != nil && want == nil {
			t.Errorf("the transaction grew by %d: %v, want %v", grown, c.Err(), want)
		}
		if _, err := s.Scan(file.All, file.Query{}); !errors.Is(err, want) || err != nil && want == nil {
			t.Errorf("the transaction grew by %d: another scan says %v, want %v", grown, err, want)
		}
		if got := s.Check(); want != nil && len(got) > 0 {
			t.Errorf("the transaction grew by %d: %+v", grown, got)
		}
		c.Close()
	}
}

// Damage that an active writer may have caused is not reported.
func TestDamageOfAFileThatMovedIsNotTold(t *testing.T) {
	defer lmdb.WithoutCopies()()
	data := slices.Clone(storetest.Folder(t, "lmdb/v1-mini")["data.mdb"])
	s := storetest.Open(t, lmdb.Kind, disk{file.Files{"data.mdb": data}})
	c, err := s.Scan(file.All, file.Query{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	data[0x90] = 6
	for at := 3 * 1024; at < len(data); at += 1024 {
		data[at] ^= 1
	}
	var e file.Entry
	for c.Next(&e) {
		if e.Damage != nil {
			t.Errorf("%s at %d", e.Damage.Code, e.Damage.Offset)
		}
	}
	if !errors.Is(c.Err(), file.ErrMoved) {
		t.Errorf("the scan ends with %v", c.Err())
	}
}
