package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// made returns the path of something in the folder for files, and makes it first if it is not there. make
// writes to a different path, so that nothing incomplete gets the name.
func (b *bench) made(name string, make func(path string) error) (string, error) {
	path := filepath.Join(b.data, fmt.Sprintf("%d-%s", b.entries, name))
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	unfinished := path + ".tmp"
	if err := os.RemoveAll(unfinished); err != nil {
		return "", err
	}
	if err := make(unfinished); err != nil {
		return "", fmt.Errorf("making %s: %w", name, err)
	}
	return path, os.Rename(unfinished, path)
}

// feed runs a program with rows on its standard input.
func (b *bench) feed(n, size int, head string, f form, command ...string) error {
	in, out := io.Pipe()
	go func() {
		_, err := io.WriteString(out, head)
		if err == nil {
			err = write(out, n, size, f)
		}
		out.CloseWithError(err)
	}()
	return start(in, command...)
}

func start(in io.Reader, command ...string) error {
	var messages bytes.Buffer
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, &messages, &messages
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w\n%s", command[0], err, &messages)
	}
	return nil
}

// mdbHead is the header for mdb_load. The map has room for three times the bytes.
func mdbHead(n, size int) string {
	return fmt.Sprintf("VERSION=3\nformat=bytevalue\ntype=btree\nmapsize=%d\nHEADER=END\n", max(n*(size+40)*3, 1<<20)/4096*4096)
}

// lmdb makes an LMDB file.
func (b *bench) lmdb() (string, error) {
	return b.made("data.mdb", func(path string) error { return b.loadLMDB(path, b.entries, valueBytes) })
}

func (b *bench) loadLMDB(path string, n, size int) error {
	err := b.feed(n, size, mdbHead(n, size), mdbForm, "mdb_load", "-n", path)
	os.Remove(path + "-lock")
	return err
}

// table makes a table file of RocksDB.
func (b *bench) table(compression string) (string, error) {
	return b.made(compression+".sst", func(path string) error {
		folder := path + ".db"
		defer os.RemoveAll(folder)
		load := ldb(folder, "load", "--hex", "--create_if_missing", "--bulk_load", "--disable_wal",
			"--compression_type="+compression, "--file_size=1073741824")
		if err := b.feed(b.entries, valueBytes, "", ldbForm, load...); err != nil {
			return err
		}
		if err := start(nil, ldb(folder, "compact", "--compression_type="+compression, "--file_size=1073741824")...); err != nil {
			return err
		}
		tables, err := filepath.Glob(filepath.Join(folder, "*.sst"))
		if err != nil || len(tables) != 1 {
			return fmt.Errorf("ldb made the tables %q, want one (%v)", tables, err)
		}
		return os.Rename(tables[0], path)
	})
}

// folder makes a RocksDB database in which every tenth row is only in the write-ahead log.
func (b *bench) folder() (string, error) {
	return b.made("rocksdb", func(path string) error {
		inLog := func(i int) bool { return i%10 == 9 }
		load := ldb(path, "load", "--hex", "--create_if_missing", "--bulk_load", "--disable_wal")
		if err := b.feed(b.entries, valueBytes, "", only(ldbForm, func(i int) bool { return !inLog(i) }), load...); err != nil {
			return err
		}
		return b.feed(b.entries, valueBytes, "", only(ldbForm, inLog), ldb(path, "load", "--hex")...)
	})
}

func ldb(folder string, args ...string) []string {
	return append([]string{"ldb", "--db=" + folder}, args...)
}

// jvmFile makes a file with HBase's or Accumulo's writer. kind is "hfile" or "rfile", args are compression
// and encoding.
func (b *bench) jvmFile(kind string, args ...string) (string, error) {
	return b.made(strings.Join(append(args, kind), "."), func(path string) error {
		return b.loadJVM(path, b.entries, valueBytes, kind, args...)
	})
}

func (b *bench) loadJVM(path string, n, size int, kind string, args ...string) error {
	name := path
	if kind == "rfile" {
		name += ".rf" // otherwise the writer refuses it
		defer os.Remove(name)
	}
	command := b.java("rowlens.scans.Make", append([]string{kind, name}, args...)...)
	if err := b.feed(n, size, "", tabForm, command...); err != nil || name == path {
		return err
	}
	return os.Rename(name, path)
}

func (b *bench) java(class string, args ...string) []string {
	return append([]string{"java", "-XX:+UseSerialGC", "-cp", b.classpath, class}, args...)
}
