package storage

import (
	"bytes"
	"errors"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/file"
)

// Foreign describes a file of a set that is not of a known kind and that another program wrote; nil if nothing is known
// about it, or it may be text with rows.
func Foreign(set *file.Set, found *file.Found) (*dump.StoreFile, error) {
	if found.Kind != nil || found.Size == 0 {
		return nil, nil
	}
	f, err := set.Open(found.Name)
	if errors.Is(err, file.ErrNotThere) {
		return nil, nil // it no longer exists: a database that is running removes files
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head, err := file.ReadAll(f, nil, 0, file.ProbeBytes)
	tail := head
	if err == nil && f.Size() > int64(len(head)) {
		tail, err = file.ReadAll(f, nil, f.Size()-file.ProbeBytes, file.ProbeBytes)
	}
	if err != nil {
		return nil, err
	}
	if dump.MayBeText(head) && bytes.IndexByte(tail, 0) < 0 {
		return dump.Rowless(head), nil
	}
	return dump.FindStoreFile(head, tail), nil
}
