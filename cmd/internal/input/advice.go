package input

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/rowlens/rowlens/codec/dump"
)

// fileAdvice describes the file of a store and the command that prints it as text; "" for
// possible text.
func fileAdvice(name string, f *os.File) string {
	const most = 40 << 10 // up to the second meta page of an LMDB with large pages
	head, tail := make([]byte, most), make([]byte, most)
	n, _ := f.ReadAt(head, 0)
	head = head[:n]
	info, err := f.Stat()
	if err != nil || n == 0 {
		return ""
	}
	n, err = f.ReadAt(tail, max(0, info.Size()-most))
	if err != nil && err != io.EOF {
		return ""
	}
	if unpacks(head) {
		return ""
	}
	if file := dump.FindStoreFile(head, tail[:n]); file != nil {
		return "is " + file.Sentence(quoted(name), quoted(filepath.Dir(name)))
	}
	if title := titleByName(filepath.Base(name)); title != "" && isBinary(head) {
		return "is " + title + " by its name, but does not begin or end like one; it may be damaged or cut"
	}
	return ""
}

var storeNames = []struct {
	name  *regexp.Regexp
	title string
}{
	{regexp.MustCompile(`\.(sst|ldb)$`), "a table file (SST) of RocksDB"},
	{regexp.MustCompile(`^\d{6,}\.log$`), "a write-ahead log of RocksDB"},
	{regexp.MustCompile(`^MANIFEST-\d+$`), "a MANIFEST of RocksDB"},
	{regexp.MustCompile(`\.mdb$`), "the data file of an LMDB environment"},
	{regexp.MustCompile(`\.hfile$`), "an HFile of HBase"},
	{regexp.MustCompile(`\.rf$`), "an RFile of Accumulo"},
}

func titleByName(base string) string {
	for _, s := range storeNames {
		if s.name.MatchString(base) {
			return s.title
		}
	}
	return ""
}

// isBinary reports whether a file has a byte that text never has.
func isBinary(head []byte) bool { return strings.IndexByte(string(head), 0) >= 0 && !isUTF16(head) }

// folderAdvice describes what to do with the folder of a store.
func folderAdvice(name string) string {
	has := func(pattern string) bool {
		found, err := filepath.Glob(filepath.Join(globbed(name), pattern))
		return err == nil && len(found) > 0
	}
	folder := quoted(name)
	switch {
	case has("data.mdb"):
		return "is a folder, an LMDB environment: give what `mdb_dump -a " + folder + "` prints"
	case has("CURRENT") && has("MANIFEST-*"):
		return "is a folder, a RocksDB database: give what `ldb --db=" + folder + " --hex --column_family=NAME scan` prints, " +
			"one column family after the other (`ldb --db=" + folder + " list_column_families` names them)"
	case has("*.sst"):
		return "is a folder with table files of RocksDB: give what `sst_dump --file=" + folder + " --command=scan --output_hex` prints"
	case has("*.rf"):
		return "is a folder with RFiles of Accumulo: give what `accumulo shell -e 'scan -t TABLE -st -np'` prints of their table"
	case has("*.hfile"):
		return "is a folder with HFiles of HBase: give what `hbase hfile -p -f FILE` prints of each"
	}
	return "is a folder; name the files in it"
}

// globbed escapes the special characters of a pattern.
func globbed(name string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}

// quoted is a name quoted for a shell.
func quoted(name string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+=:@%,"
	if name != "" && strings.Trim(name, plain) == "" {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}
