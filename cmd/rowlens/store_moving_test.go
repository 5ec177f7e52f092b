package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// mdb_load keeps writing the same keys with new values, committing after every 100 entries. Meanwhile each dump is one
// of the committed states, or reports that the files changed.
func TestAStoreIsReadWhileItIsWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data.mdb")
	state := func(n int64) string {
		text := "VERSION=3\nformat=bytevalue\ntype=btree\nmapsize=16777216\nHEADER=END\n"
		for i := range 2000 {
			text += fmt.Sprintf(" %08x\n %064x\n", i, n)
		}
		return text + "DATA=END\n"
	}
	load := func(n int64) error {
		cmd := exec.Command("mdb_load", "-n", dir)
		cmd.Stdin = strings.NewReader(state(n))
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("mdb_load: %w; .ci/install installs it", err)
		}
		return nil
	}
	scanWhile(t, dir, load, func(t *testing.T, out string) string {
		list := lines(out)
		_, newest, _ := strings.Cut(list[0], "\t")
		_, oldest, _ := strings.Cut(list[len(list)-1], "\t")
		n, o := strings.Count(out, "\t"+newest+"\n"), strings.Count(out, "\t"+oldest+"\n")
		if mixed := newest != oldest && (n+o != 2000 || n%100 != 0 || number(t, newest) != number(t, oldest)+1); len(list) != 2000 || mixed {
			t.Fatalf("%d entries, %d of the value %s, %d of %s: a mix of states", len(list), n, newest, o, oldest)
		}
		return newest
	})
}

// ldb keeps writing batches that give all keys the same value. Each time it opens the database, it replays the log, writes a
// table, a new log and a new MANIFEST, and deletes the old ones; every fifth time it merges all tables into one. Each dump has a
// single value, or reports that the files changed.
func TestARocksDBIsReadWhileItIsWritten(t *testing.T) {
	const keys = 500
	dir := filepath.Join(t.TempDir(), "store")
	load := func(n int64) error {
		args := []string{"--db=" + dir, "--hex", "--create_if_missing", "batchput"}
		for i := range keys {
			args = append(args, fmt.Sprintf("0x%08X", i), fmt.Sprintf("0x%064X", n))
		}
		if out, err := exec.Command("ldb", args...).CombinedOutput(); err != nil {
			return fmt.Errorf("ldb batchput: %w; .ci/install installs it: %s", err, short(string(out)))
		}
		if n%5 != 0 {
			return nil
		}
		return exec.Command("ldb", "--db="+dir, "compact").Run()
	}
	scanWhile(t, dir, load, func(t *testing.T, out string) string {
		list := lines(out)
		_, val, _ := strings.Cut(list[0], "\t")
		if len(list) != keys || strings.Count(out, "\t"+val+"\n") != keys {
			t.Fatalf("%d entries, %d of the value %s: a mix of states", len(list), strings.Count(out, "\t"+val+"\n"), val)
		}
		return val
	})
}

// scanWhile dumps a store while load writes one state after another, and passes each dump to a check, which names its
// state.
func scanWhile(t *testing.T, dir string, load func(n int64) error, check func(t *testing.T, out string) string) {
	t.Helper()
	const scans = 200
	if err := load(0); err != nil {
		t.Fatal(err)
	}
	var done atomic.Bool
	ended := make(chan error, 1)
	go func() {
		var err error
		for n := int64(1); !done.Load() && err == nil; n++ {
			err = load(n)
		}
		ended <- err
	}()
	states, whole := map[string]bool{}, 0
	for range scans {
		r := rowlens(t, "", "dump", "--as", "hex", dir)
		switch {
		case r.code == exitUnreadable && strings.Contains(r.err, "changed while they were read") && r.out == "":
		case r.code != exitOK:
			t.Errorf("exit code %d: %s", r.code, r.err)
		default:
			whole++
			states[check(t, r.out)] = true
		}
	}
	done.Store(true)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if whole < scans/2 || len(states) < 2 {
		t.Errorf("%d of %d scans have a whole state; there were %d states", whole, scans, len(states))
	}
}

func number(t *testing.T, hex string) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(hex, 16, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
