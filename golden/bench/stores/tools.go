package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
)

// job is a file, and two programs that print all of it.
type job struct {
	name   string
	make   func() (string, error)
	ours   []string // arguments of rowlens dump, to be followed by the file
	peer   string
	theirs func(path string) []string
	same   lines // converts the peer's lines to ours; nil if they are already equal
	alike  bool  // the outputs have different content, and are not compared
	goal   float64
}

// tools measures against the programs of LMDB and RocksDB.
func (b *bench) tools() ([]row, error) {
	jobs := []job{{
		name: "lmdb/as-mdb", make: b.lmdb, ours: []string{"--as", "mdb"},
		peer: "mdb_dump", theirs: func(path string) []string { return []string{"mdb_dump", "-n", path} }, goal: 1,
	}}
	for _, compression := range []string{"no", "snappy", "zstd"} {
		jobs = append(jobs, job{
			name: "rocksdb/sst-" + compression + "/as-hex",
			make: func() (string, error) { return b.table(compression) },
			ours: []string{"--as", "hex"},
			peer: "sst_dump", theirs: func(path string) []string {
				return []string{"sst_dump", "--file=" + path, "--command=scan", "--output_hex"}
			}, same: fromSST, goal: 0.7,
		})
	}
	scan := func(path string) []string { return ldb(path, "scan", "--hex") }
	jobs = append(jobs,
		job{name: "rocksdb/folder-with-wal/as-ldb", ours: []string{"--as", "ldb"}, same: fromScan,
			make: b.folder, peer: "ldb scan", theirs: scan, goal: 0.5},
		job{name: "rocksdb/folder-with-wal/as-jsonl", ours: []string{"--as", "jsonl"}, alike: true,
			make: b.folder, peer: "ldb scan", theirs: scan, goal: 0.5},
	)
	var all []row
	for _, j := range jobs {
		if !b.wants(j.name) {
			continue
		}
		if program := j.theirs("")[0]; !installed(program) {
			fmt.Fprintf(os.Stderr, "stores: %s is left out: %s is not installed\n", j.name, program)
			continue
		}
		r, err := b.beside(&j)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", j.name, err)
		}
		all = append(all, r)
	}
	return all, nil
}

func installed(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}

// dump returns a command line of rowlens.
func (b *bench) dump(path string, args ...string) []string {
	return append(append([]string{b.rowlens, "dump"}, args...), path)
}

// beside checks that both programs print the same, and measures them.
func (b *bench) beside(j *job) (row, error) {
	path, err := j.make()
	if err != nil {
		return row{}, err
	}
	ours, theirs := b.dump(path, j.ours...), j.theirs(path)
	if !j.alike {
		a, err := digest(ours, nil)
		if err != nil {
			return row{}, err
		}
		c, err := digest(theirs, j.same)
		if err != nil {
			return row{}, err
		}
		if a != c {
			return row{}, fmt.Errorf("rowlens and %s print different entries of %s", j.peer, path)
		}
	}
	a, c, err := turns(ours, theirs, b.runs)
	if err != nil {
		return row{}, err
	}
	return newRow(j.name, a, j.peer, c, j.goal), nil
}

// fromSST turns 'KEY' seq:1, type:1 => VALUE into key, tab, value. The lines before the first entry
// have no such arrow.
func fromSST(dst, line []byte) []byte {
	key, value, ok := bytes.Cut(line, []byte(" => "))
	if !ok || len(key) == 0 || key[0] != '\'' {
		return dst
	}
	key = key[1 : 1+bytes.IndexByte(key[1:], '\'')]
	return append(append(append(dst, bytes.ToLower(key)...), '\t'), bytes.ToLower(value)...)
}

// fromScan turns 0xKEY : 0xVALUE into what ldb loads, and also prints in other versions.
func fromScan(dst, line []byte) []byte {
	key, value, ok := bytes.Cut(line, []byte(" : "))
	if !ok {
		return append(dst, line...)
	}
	return append(append(append(dst, key...), " ==> "...), value...)
}

// fromPrinted turns K: row/family:qualifier/time/Put/vlen=1/seqid=0 V: value into the parts in hex. Our rows
// and values are text without slashes and backslashes.
func fromPrinted(dst, line []byte) []byte {
	key, value, ok := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(" V: "))
	if !ok || !bytes.HasPrefix(key, []byte("K: ")) {
		return dst
	}
	parts := bytes.SplitN(key[len("K: "):], []byte("/"), 3)
	family, qualifier, _ := bytes.Cut(parts[1], []byte(":"))
	for i, part := range [][]byte{parts[0], family, qualifier, value} {
		if i > 0 {
			dst = append(dst, '\t')
		}
		dst = hex.AppendEncode(dst, part)
	}
	return append(dst, '\n')
}
