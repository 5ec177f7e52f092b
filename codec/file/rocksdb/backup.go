package rocksdb

import (
	"bytes"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
)

// elsewhere returns a function that reports whether a file of another folder is one of the database. Those that backups share are
// beside private; meta/n lists which are those of private/n, as others may have the same numbers.
func (l *loading) elsewhere() func(name string) bool {
	ours := map[string]bool{} // names alone say too little, except of logs
	for _, f := range l.set.Files {
		ours[f.Name] = isOurs(&f)
	}
	private := file.Dir(l.dir)
	root := file.Dir(private)
	if l.listed = nil; file.Base(private) == "private" {
		l.listed = map[string]bool{}
		list, _ := l.read(inFolder(root, "meta/"+file.Base(l.dir)), 0)
		for line := range bytes.Lines(list) {
			name, _, _ := strings.Cut(string(line), " ")
			l.listed[name] = true
		}
	}
	return func(name string) bool {
		if in, ok := strings.CutPrefix(name, inFolder(root, "shared")); ok && l.listed != nil {
			return len(l.listed) == 0 || l.listed["shared"+in]
		}
		return l.sole && (ours[name] || isLog(name)) // a log may be empty, or its start damaged
	}
}

// listLogs notes which logs a backup lists, so that they must be there.
func (l *loading) listLogs() {
	for name := range l.listed {
		if what, n := parseName(name); what == namedLog {
			l.version.logs[n] += 0 // of any size
		}
	}
}
