package rocksdb_test

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/rocksdb"
	"github.com/rowlens/rowlens/internal/storetest"
)

// disk is a folder in the file system.
type disk string

func (d disk) List() ([]file.Info, error) {
	entries, err := os.ReadDir(string(d))
	var all []file.Info
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			all = append(all, file.Info{Name: e.Name(), Size: info.Size()})
		}
	}
	return all, err
}

func (d disk) Open(name string) (file.File, error) {
	f, err := os.Open(filepath.Join(string(d), name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, file.ErrNotThere
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return diskFile{f, info.Size()}, nil
}

type diskFile struct {
	*os.File
	size int64
}

func (f diskFile) Size() int64 { return f.size }

// ldb is RocksDB's own tool.
func ldb(t *testing.T, dir, input string, args ...string) string {
	t.Helper()
	cmd := exec.Command("ldb", append([]string{"--db=" + dir}, args...)...)
	cmd.Stdin = strings.NewReader(input)
	var out, said strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			t.Fatal("this test compares with RocksDB's own tool, and there is no ldb: instead, run .ci/install ldb")
		}
		t.Fatalf("ldb %s: %v\n%s%s", args, err, out.String(), said.String())
	}
	return out.String()
}

func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

// peerOptions returns random options for a database.
func peerOptions(r *rand.Rand) []string {
	options := []string{
		"--compression_type=" + pick(r, "no", "snappy", "zlib", "bzip2", "lz4", "lz4hc", "zstd"),
		"--block_size=" + pick(r, "64", "500", "4096"),
		"--file_size=" + pick(r, "20000", "2097152"),
	}
	if r.IntN(3) == 0 {
		options = append(options, "--compression_max_dict_bytes=4096")
	}
	if r.IntN(3) == 0 {
		options = append(options, "--enable_blob_files", "--min_blob_size=20", "--blob_compression_type="+pick(r, "no", "snappy", "zstd", "lz4"))
	}
	return options
}

func hexOf(r *rand.Rand, n int, low byte) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = low + byte(r.IntN(4))
	}
	return fmt.Sprintf("0x%X", b)
}

func peerKey(r *rand.Rand) string { return hexOf(r, 1+r.IntN(5), byte(pick(r, 0, 0x61, 0xFC))) }

// work changes a database in one of the ways that ldb offers.
func work(t *testing.T, r *rand.Rand, dir string, options []string) {
	t.Helper()
	var lines strings.Builder
	family := "--column_family=" + pick(r, "default", "other")
	switch r.IntN(5) {
	case 0, 1:
		for range 10 + r.IntN(1500) {
			fmt.Fprintf(&lines, "%s ==> %s\n", peerKey(r), hexOf(r, r.IntN(120), 0x70))
		}
		ldb(t, dir, lines.String(), append(options, family, "--hex", "load")...)
	case 2:
		for range 200 {
			if r.IntN(3) == 0 {
				fmt.Fprintf(&lines, "delete %s\n", peerKey(r))
			} else {
				fmt.Fprintf(&lines, "put %s %s\n", peerKey(r), hexOf(r, 1+r.IntN(40), 0x70))
			}
		}
		ldb(t, dir, lines.String(), family, "--hex", "query")
	case 3:
		from, to := peerKey(r), peerKey(r)
		ldb(t, dir, "", family, "--hex", "deleterange", min(from, to), max(from, to))
	default:
		ldb(t, dir, "", family, "compact")
	}
}

// Databases that RocksDB makes with random options and changes at random read as RocksDB reads
// them. ROWLENS_PEER_TIME sets for how long, and ROWLENS_SEED the first database.
func TestDatabasesOfLdbReadAsLdbReadsThem(t *testing.T) {
	limit := 6 * time.Second
	if text := os.Getenv("ROWLENS_PEER_TIME"); text != "" {
		var err error
		if limit, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	seed, err := strconv.ParseUint(os.Getenv("ROWLENS_SEED"), 10, 64)
	if err != nil {
		seed = 1
	}
	start, rows := time.Now(), 0
	for ; rows == 0 || time.Since(start) < limit; seed++ {
		r := rand.New(rand.NewPCG(seed, 0))
		dir, options := t.TempDir(), peerOptions(r)
		ldb(t, dir, "0x61 ==> 0x62\n", append(options, "--hex", "load", "--create_if_missing")...)
		ldb(t, dir, "", "create_column_family", "other")
		for range 2 + r.IntN(6) {
			work(t, r, dir, options)
			s := storetest.Open(t, rocksdb.Kind, disk(dir))
			got := [2][]string{}
			for i := range got {
				got[i], err = scanned(s, i)
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
			s.Close()
			for i, name := range []string{"default", "other"} {
				want := strings.Split(strings.TrimSuffix(ldb(t, dir, "", "--hex", "--column_family="+name, "scan"), "\n"), "\n")
				if want[0] == "" {
					want = nil
				}
				rows += len(want)
				if strings.Join(got[i], "\n") != strings.Join(want, "\n") {
					t.Fatalf("seed %d, %s: %d rows, want %d", seed, name, len(got[i]), len(want))
				}
			}
		}
	}
	t.Logf("%d rows compared, up to seed %d", rows, seed-1)
}

// scanned returns the rows of a table as ldb prints them.
func scanned(s file.Store, table int) (rows []string, err error) {
	for i := range s.Damage() {
		return nil, fmt.Errorf("damage: %+v", s.Damage()[i])
	}
	c, err := s.Scan(table, file.Query{})
	if err != nil {
		return nil, err
	}
	defer c.Close()
	var e file.Entry
	for c.Next(&e) {
		if e.Damage != nil {
			return nil, fmt.Errorf("damage: %+v", *e.Damage)
		}
		if !e.Empty {
			rows = append(rows, fmt.Sprintf("0x%X : 0x%X", e.Parts[0].Bytes, e.Parts[1].Bytes))
		}
	}
	return rows, c.Err()
}

// While RocksDB writes, flushes and compacts, each scan shows a state that the database was in:
// everything written up to some moment, and nothing later.
func TestAScanWhileRocksDBWritesIsOneState(t *testing.T) {
	const keys = 50
	dir := t.TempDir()
	ldb(t, dir, "", "load", "--create_if_missing", "--write_buffer_size=65536")
	cmd := exec.Command("ldb", "--db="+dir, "--hex", "--write_buffer_size=65536", "--file_size=30000", "query")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stop, stopped := make(chan bool), make(chan int)
	go func() {
		w, n := bufio.NewWriter(in), 0
		for ; ; n++ {
			select {
			case <-stop:
				w.Flush()
				in.Close()
				stopped <- n
				return
			default:
				fmt.Fprintf(w, "put 0x%02X 0x%08X%s\n", n%keys, n, strings.Repeat("5A", 300))
			}
		}
	}()
	newest := -1
	start := time.Now()
	for round := 0; round < 200 || time.Since(start) < 3*time.Second; round++ {
		at := state(t, dir, keys)
		if at < newest {
			t.Errorf("scan %d shows the state %d after the state %d", round, at, newest)
		}
		newest = at
	}
	close(stop)
	written := <-stopped
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if at := state(t, dir, keys); at != written-1 {
		t.Errorf("at the end the state is %d, want %d", at, written-1)
	}
	if written < 500 {
		t.Errorf("only %d were written meanwhile", written)
	}
}

// state reads a database in which put n wrote n under the key n modulo keys, and returns the last
// n that counts. All rows must belong to that state.
func state(t *testing.T, dir string, keys int) int {
	t.Helper()
	s := storetest.Open(t, rocksdb.Kind, disk(dir))
	defer s.Close()
	for _, d := range s.Damage() {
		if d.Code != "log-tail" { // a half-written record
			t.Fatalf("%+v", d)
		}
	}
	c, err := s.Scan(0, file.Query{})
	if err != nil {
		t.Fatal(err)
	}
	have, last := map[int]int{}, -1
	var e file.Entry
	for c.Next(&e) {
		if e.Damage != nil {
			t.Fatalf("%+v", *e.Damage)
		}
		if e.Empty {
			continue
		}
		v := e.Parts[1].Bytes
		n := int(v[0])<<24 | int(v[1])<<16 | int(v[2])<<8 | int(v[3])
		have[int(e.Parts[0].Bytes[0])] = n
		last = max(last, n)
	}
	if c.Err() != nil {
		t.Fatal(c.Err())
	}
	for n := max(0, last-keys+1); n <= last; n++ {
		if have[n%keys] != n {
			t.Fatalf("the last put is %d, but key %d has %d instead of %d", last, n%keys, have[n%keys], n)
		}
	}
	return last
}
