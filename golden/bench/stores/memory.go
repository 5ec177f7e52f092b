package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Rows of a large store have values of largeBytes; mdb_load puts three of them on a page, ldb four into a block.
const largeBytes = 1000

// memory measures the resident memory of scans of large stores, and then deletes them.
func (b *bench) memory() error {
	n := b.large << 30 / (largeBytes + 26)
	fmt.Printf("| %-20s | %12s | %8s | %6s |\n|%s|%s:|%s:|%s:|\n", "dump --as hex", "bytes", "peak MiB", "s",
		"----------------------", "-------------", "---------", "-------")
	for _, store := range []struct {
		name string
		make func(path string) error
	}{
		{"lmdb", func(path string) error { return b.loadLMDB(path, n, largeBytes) }},
		{"rocksdb", func(path string) error {
			return b.feed(n, largeBytes, "", ldbForm, ldb(path, "load", "--hex", "--create_if_missing", "--bulk_load", "--disable_wal", "--compression_type=no")...)
		}},
		{"hfile", func(path string) error { return b.loadJVM(path, n, largeBytes, "hfile", "none", "NONE") }},
		{"rfile", func(path string) error { return b.loadJVM(path, n, largeBytes, "rfile", "none") }},
		{"sst", func(path string) error {
			return b.feed(n, largeBytes, "", ldbForm, ldb(path+".db", "write_extern_sst", path, "--hex", "--create_if_missing", "--compression_type=no")...)
		}},
	} {
		if !b.wants(store.name) {
			continue
		}
		if strings.HasSuffix(store.name, "file") {
			if err := b.buildScans(); err != nil {
				return err
			}
		}
		if err := b.peak(store.name, store.make); err != nil {
			return fmt.Errorf("%s: %w", store.name, err)
		}
	}
	return nil
}

func (b *bench) peak(name string, make func(path string) error) error {
	path := filepath.Join(b.data, "large-"+name)
	defer os.RemoveAll(path)
	defer os.RemoveAll(path + ".db")
	if err := make(path); err != nil {
		return err
	}
	size := int64(0)
	err := filepath.WalkDir(path, func(_ string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && !d.IsDir() {
			size += info.Size()
		}
		return err
	})
	if err != nil {
		return err
	}
	u, err := once(b.dump(path, "--as", "hex"))
	if err != nil {
		return err
	}
	fmt.Printf("| %-20s | %12d | %8.1f | %6.1f |\n", name, size, float64(u.peak)/(1<<20), u.seconds)
	return nil
}
