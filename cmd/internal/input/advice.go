package input

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/internal/unpack"
)

// Advice says why a file that does not belong to a store is not read: it is empty, another program's, or damaged. It
// returns "" for possible text, and for a file that cannot be examined.
func Advice(name string) string {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	if info.Size() == 0 {
		return "is empty"
	}
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	return fileAdvice(name, f)
}

// fileAdvice describes a store's file and the command that prints it as text. It returns
// "" for possible text.
func fileAdvice(name string, f *os.File) string {
	const most = 40 << 10 // up to the second meta page of an LMDB file with large pages
	head, tail := make([]byte, most), make([]byte, most)
	n, _ := f.ReadAt(head, 0)
	head = head[:n]
	info, err := f.Stat()
	if err != nil {
		return ""
	}
	if n == 0 {
		if base := filepath.Base(name); notEmpty.MatchString(base) {
			return "is " + titleByName(base) + " by its name, but empty; it may be damaged or cut"
		}
		return ""
	}
	n, err = f.ReadAt(tail, max(0, info.Size()-most))
	if err != nil && err != io.EOF {
		return ""
	}
	if unpack.Is(head) {
		return ""
	}
	if file := dump.FindStoreFile(head, tail[:n]); file != nil {
		return "is " + file.Sentence(Quoted(name), Quoted(filepath.Dir(name)))
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

// notEmpty matches the names of files that are never empty; logs and LMDB's file may be.
var notEmpty = regexp.MustCompile(`^MANIFEST-\d+$|\.(sst|ldb|hfile|rf)$`)

func titleByName(base string) string {
	for _, s := range storeNames {
		if s.name.MatchString(base) {
			return s.title
		}
	}
	return ""
}

// isBinary reports whether a file has a byte that text never has.
func isBinary(head []byte) bool {
	return strings.IndexByte(string(head), 0) >= 0 && !unpack.IsUTF16(head)
}

// folderAdvice says what to do with a folder.
func folderAdvice(name string) string {
	return "is a folder; name the files in it, or pass on what `rowlens dump " + Quoted(name) + "` prints of the stores in it"
}

// Quoted returns a name quoted for a shell.
func Quoted(name string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+=:@%,"
	if name != "" && strings.Trim(name, plain) == "" {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}
