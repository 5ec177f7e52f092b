package rocksdb

import (
	"cmp"
	"errors"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// folder is the content of one of a set's folders, by number.
type folder struct {
	set  *file.Set
	dir  string
	opt  file.Options
	logs []named // by number

	tables, blobs, manifests map[uint64]string
	current, identity        bool
	options                  string // the newest OPTIONS file
	optionsNumber            uint64
	ours                     []file.Found // files of this kind, in order

	beside string // folder of a backup's shared files that are not in the set, with a slash

	sole bool            // it is the only database in the set
	used map[string]bool // other folders in which it has files
}

// named is a file with a number.
type named struct {
	name   string
	number uint64
}

func newFolder(set *file.Set, dir string, opt file.Options) *folder {
	return &folder{set: set, dir: dir, opt: opt, tables: map[uint64]string{}, blobs: map[uint64]string{}, manifests: map[uint64]string{}}
}

// add registers a file by its name.
func (d *folder) add(name string) {
	d.identity = d.identity || file.Base(name) == "IDENTITY"
	switch what, n := parseName(name); what {
	case namedCurrent:
		d.current = true
	case namedManifest:
		d.manifests[n] = name
	case namedLog:
		d.logs = append(d.logs, named{name, n})
	case namedTable:
		d.tables[n] = name
	case namedBlob:
		d.blobs[n] = name
	case namedOptions:
		if n >= d.optionsNumber {
			d.options, d.optionsNumber = name, n
		}
	}
}

func (d *folder) sort() {
	sorting.Stable(d.logs, func(a, b named) int { return cmp.Compare(a.number, b.number) })
}

// relist lists the files again: those of an active database come and go.
func (l *loading) relist() error {
	infos, err := l.set.List()
	if err != nil {
		return err
	}
	d := newFolder(l.set, l.dir, l.opt)
	d.ours, d.sole = l.ours, l.sole
	l.rest = newFolder(l.set, "", l.opt)
	elsewhere := l.elsewhere()
	for _, info := range infos {
		if file.Dir(info.Name) == l.dir {
			d.add(info.Name)
		} else if elsewhere(info.Name) {
			l.rest.add(info.Name)
		}
	}
	d.sort()
	l.rest.sort()
	l.current, l.identity, l.logs, l.tables, l.blobs, l.manifests = d.current, d.identity, d.logs, d.tables, d.blobs, d.manifests
	return nil
}

// database reports whether the folder has the files with which a database begins.
func (d *folder) database() bool { return d.current || len(d.manifests) > 0 }

// sideMax is the size limit for small files beside a database's own.
const sideMax = 1 << 20

// side reads a small file beside those of the database; nil if it is not there.
func (d *folder) side(name string) ([]byte, error) {
	b, err := d.read(inFolder(d.dir, name), sideMax)
	if gone(err) {
		return nil, nil
	}
	return b, err
}

// read reads a file, up to a limit or completely.
func (d *folder) read(name string, most int64) ([]byte, error) {
	f, err := d.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	n := f.Size()
	if most > 0 {
		n = min(n, most)
	}
	b, err := file.ReadLong(f, nil, 0, n)
	if err == nil && int64(len(b)) < n {
		err = file.ErrMoved // it was longer when it was opened
	}
	return b, err
}

// folders groups the files of a set into the folders that have files of this kind.
func folders(set *file.Set, opt file.Options) []*folder {
	var all []*folder
	of := map[string]*folder{}
	for _, f := range set.Files {
		if isOurs(&f) && of[file.Dir(f.Name)] == nil {
			d := newFolder(set, file.Dir(f.Name), opt)
			all = append(all, d)
			of[d.dir] = d
		}
	}
	for _, f := range set.Files {
		d := of[file.Dir(f.Name)]
		if d == nil {
			continue
		}
		d.add(f.Name) // by its name, whatever its bytes are now
		if isOurs(&f) {
			d.ours = append(d.ours, f)
		}
	}
	databases := 0
	for _, d := range all {
		if d.sort(); d.database() {
			databases++
		}
	}
	for _, d := range all {
		d.sole = databases == 1 && d.database()
	}
	return all
}

func isLog(name string) bool {
	what, _ := parseName(name)
	return what == namedLog
}

// onlyLogs reports whether all files of this kind have the names of logs.
func (d *folder) onlyLogs() bool {
	for i := range d.ours {
		if !isLog(d.ours[i].Name) {
			return false
		}
	}
	return true
}

// part reports whether a folder only belongs to databases that were already read: it has their
// old logs, or only logs, or files that the only database uses.
func (d *folder) part(databases []*folder) bool {
	for _, of := range databases {
		if file.Base(d.dir) == "archive" && file.Dir(d.dir) == of.dir || of.used[d.dir] ||
			of.sole && d.onlyLogs() {
			return true
		}
	}
	return false
}

// gone reports whether an error says that a file is not there.
func gone(err error) bool { return errors.Is(err, file.ErrNotThere) }
