package rocksdb

import (
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
	root, inside := backupOf(l.dir)
	if l.listed = nil; inside {
		list, _ := l.read(inFolder(root, "meta/"+file.Base(l.dir)), 0)
		l.take(list)
	}
	if len(l.listed) == 0 {
		l.lookBeside()
	}
	return func(name string) bool {
		if in, ok := strings.CutPrefix(name, inFolder(root, "shared")); ok && l.listed != nil {
			return len(l.listed) == 0 || l.listed["shared"+in]
		}
		return l.sole && (ours[name] || isLog(name)) // a log may be empty, or its start damaged
	}
}

// backupOf returns the folder of the backup engine to which a folder private/n belongs.
func backupOf(dir string) (root string, ok bool) {
	private := file.Dir(dir)
	return file.Dir(private), file.Base(private) == "private"
}

// take notes what a backup lists: on each line a file and its checksum.
func (l *loading) take(list []byte) {
	l.listed = map[string]bool{}
	for _, line := range strings.Split(string(list), "\n") {
		if name, _, ok := strings.Cut(line, " "); ok {
			l.listed[name] = true
		}
	}
}

// lookBeside adds the shared files of a backup of which only the folder private/n was given, if the host can look beside it.
func (l *loading) lookBeside() {
	host, ok := l.set.Folder.(file.Beyond)
	if !ok {
		return
	}
	dir := file.Dir(host.Path(inFolder(l.dir, "CURRENT")))
	root, ok := backupOf(dir)
	if !ok {
		return
	}
	l.rest.beside = root + "/"
	list, err := l.rest.read(l.rest.beside+"meta/"+file.Base(dir), 0)
	if err != nil {
		return
	}
	l.take(list)
	for name := range l.listed {
		if strings.HasPrefix(name, "shared") && !strings.Contains(name, "..") {
			l.rest.add(l.rest.beside + name)
		}
	}
}

// open opens a file of the set, or one that lookBeside found.
func (d *folder) open(name string) (file.File, error) {
	if d.beside != "" && strings.HasPrefix(name, d.beside) {
		return d.set.Folder.(file.Beyond).OpenPath(name)
	}
	return d.set.Open(name)
}

// listLogs notes which logs a backup lists, so that they must be there.
func (l *loading) listLogs() {
	for name := range l.listed {
		if what, n := parseName(name); what == namedLog {
			l.version.logs[n] += 0 // of any size
		}
	}
}

// several remarks on backups of one folder: whoever takes the rows of all stores together has each row as often as it was backed up.
func several(all []file.Store) {
	of := map[string]*database{}
	for i := len(all) - 1; i >= 0; i-- {
		s := all[i].(*database)
		root, ok := backupOf(s.path)
		if last := of[root]; ok && last != nil {
			last.remark(last.path, "manifest", "one state of a database", "several backups, such as "+s.path,
				"Each backup is a store of its own. Where rows of all stores count together, as for verify and stats, give one of these folders.")
		} else if ok {
			of[root] = s
		}
	}
}

func (s *database) remark(name, code, expected, found, text string) {
	s.damage = append(s.damage, file.Damage{File: name, Code: code, Offset: file.NoOffset, Remark: true,
		Expected: expected, Found: found, Text: text})
}

// strangers remarks on tables without a MANIFEST that are not one database's: names as backups have them, or makers with other ids.
func (s *database) strangers() {
	var first *tableFile
	for _, c := range s.families {
		for _, f := range c.files {
			p := &f.props
			shared := strings.Contains(file.Base(f.name), "_")
			switch {
			case p.externalVersion > 0 || p.creator == "" && !shared:
			case first == nil:
				first = f
			case shared || p.creator != first.props.creator:
				s.remark(f.name, "manifest", "tables of one state of one database",
					"one made by the database "+p.creator+", beside one by "+first.props.creator+", as backups share them",
					"Nothing here says which tables belong together: all are merged by their sequence numbers, as if of one database. Rows may "+
						"be of several states or databases, and deleted ones among them. Give the database, or the folder with private and meta.")
				return
			}
		}
	}
}
