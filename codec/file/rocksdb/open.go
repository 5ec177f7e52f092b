package rocksdb

import (
	"bytes"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// open returns the stores that a set's files form: one database per folder that has a CURRENT
// or a MANIFEST, and the files in other folders.
func open(set *file.Set, opt file.Options) ([]file.Store, error) {
	var all []file.Store
	var databases []*folder
	list := folders(set, opt.Limits())
	sorting.Stable(list, func(a, b *folder) int { return btoi(b.database()) - btoi(a.database()) })
	for _, d := range list {
		var s *database
		var err error
		switch {
		case d.part(databases):
			continue
		case len(d.ours) == 1 && !d.current && (d.ours[0].What == sortTable || len(d.tables) == 0):
			s, err = d.alone(openLone)
		case d.database():
			databases = append(databases, d)
			s, err = openDatabase(d)
		default:
			s, err = d.alone(openLoose)
		}
		if s != nil {
			s.kind = d.ours[0].Kind
			all = append(all, s)
		}
		if err != nil {
			return all, err
		}
	}
	sorting.Stable(all, func(a, b file.Store) int { return strings.Compare(a.Path(), b.Path()) })
	several(all)
	return all, nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// database is a store: the content of its MANIFEST and logs, and its files. Files stay open so
// that they can still be read after the database removes them.
type database struct {
	kind *file.Kind
	path string
	opt  file.Options

	families []*column
	tables   []file.Table
	replay   *replay
	blobs    map[uint64]*blobFile
	lone     bool // everything stored is shown, as there is nothing to merge

	damage []file.Damage
	open   []file.File

	assumed atomic.Bool // operands were joined by a delimiter that no file has
}

// column is a column family with its sources.
type column struct {
	family
	order    order
	files    []*tableFile
	missing  []string // missing tables
	mem      *memtable
	tombs    []tombstone
	operator operator
	cf       string // its name in hex

	blob *blobFile // a blob file that is read alone
}

// tableFile is one table of a family.
type tableFile struct {
	*table
	meta  *fileMeta // nil if there is no MANIFEST
	level int
	clip  *clip
}

// attempts is how often the files of a database that keeps changing are read from scratch.
const attempts = 8

// openDatabase reads a database that another process may have open. It shows the state at one
// moment, or returns file.ErrMoved.
func openDatabase(d *folder) (*database, error) {
	for range attempts {
		l := &loading{folder: d, s: &database{path: d.dir, opt: d.opt, blobs: map[uint64]*blobFile{}}}
		moved, err := l.load()
		switch {
		case err == nil && !moved:
			err := l.finish()
			if l.version.edits > 0 || !gone(err) && !l.moved() {
				return l.s, err
			}
			// The MANIFEST was new and still empty, so what was read without it is not a state of the database.
		case err != nil:
			l.s.Close()
			return nil, err
		}
		l.s.Close()
		d.used = nil
	}
	return nil, file.ErrMoved
}

// loading is one attempt to read a database.
type loading struct {
	*folder
	s        *database
	manifest string
	size     int64 // size of the MANIFEST
	version  *version
	rest     *folder         // files in other folders
	text     []byte          // of the OPTIONS file
	listed   map[string]bool // what a backup lists; nil for other databases
	opened   map[fileID]file.File
	missing  []file.Damage
	vanished bool // a log disappeared that was there before the MANIFEST was read
	adopted  bool // logs have entries of families that no edit added
}

// load reads CURRENT and the MANIFEST, lists the logs that exist then, opens all files and reads
// the logs. It reports whether the database has moved on, so that something may be missing.
func (l *loading) load() (moved bool, err error) {
	if err := l.relist(); err != nil {
		return false, err
	}
	buf, err := l.findManifest()
	if gone(err) {
		return true, nil // it was listed a moment ago
	}
	if err != nil || l.manifest == "" {
		l.version = newVersion()
		return false, err
	}
	l.version, l.size = readManifest(l.manifest, buf, l.opt), int64(len(buf))
	l.listLogs()
	before := l.logs
	if err := l.relist(); err != nil {
		return false, err
	}
	if err := l.openFiles(); err != nil {
		return false, err
	}
	if l.options != "" {
		if l.text, err = l.side(file.Base(l.options)); err != nil {
			return false, err
		}
	}
	if err := l.readLogs(before); err != nil {
		return false, err
	}
	return l.moved(), nil
}

// findManifest reads the MANIFEST named by CURRENT or, failing that, the one with the highest number.
func (l *loading) findManifest() ([]byte, error) {
	current, err := l.read(inFolder(l.dir, "CURRENT"), sideMax)
	if err != nil && !gone(err) {
		return nil, err
	}
	found := "no such file"
	if err == nil {
		name, ok := manifestOf(current)
		if ok {
			l.manifest = inFolder(l.dir, name)
			if buf, err := l.read(l.manifest, 0); !gone(err) {
				return buf, err
			}
			found = name + ", which is not there"
		} else if found = showBytes(current[:min(len(current), 40)]); found == "" {
			found = "an empty file"
		}
	}
	l.manifest = ""
	highest := uint64(0)
	for n, name := range l.manifests {
		if l.manifest == "" || n > highest {
			l.manifest, highest = name, n
		}
	}
	text := "The MANIFEST with the highest number is read instead: " + file.Base(l.manifest) + "."
	if l.manifest == "" {
		text = "There is no MANIFEST either."
	}
	l.s.damage = append(l.s.damage, file.Damage{File: inFolder(l.dir, "CURRENT"), Code: "current", Offset: 0,
		Expected: "MANIFEST-, a number and a line feed", Found: found, Text: text})
	if l.manifest == "" {
		return nil, nil
	}
	return l.read(l.manifest, 0)
}

// manifestOf reads CURRENT.
func manifestOf(b []byte) (name string, ok bool) {
	name, ok = strings.CutSuffix(string(b), "\n")
	if !ok {
		return "", false
	}
	what, _ := parseName(name)
	return name, what == namedManifest && file.Base(name) == name
}

// openFiles opens all tables and blob files before it reads any of them.
func (l *loading) openFiles() error {
	l.opened = map[fileID]file.File{}
	for _, f := range l.version.living() {
		for _, m := range f.sorted() {
			name := l.nameOf(m)
			opened, err := l.rest.open(name)
			if gone(err) {
				text := "What the table has is lost; older versions of its keys may come to light."
				if m.elsewhere || len(l.tables)+len(l.rest.tables) == 0 {
					text += " Give a backup as a whole, with private and shared_checksum or shared, and a database with all its db_paths."
				}
				l.missing = append(l.missing, file.Damage{File: name, Code: "file-missing", Offset: file.NoOffset, Lost: int64(m.size),
					Expected: "a table of " + strconv.FormatUint(m.size, 10) + " bytes, which the MANIFEST lists", Found: "no such file",
					After: bound(m.smallest), Before: bound(m.largest), Text: text})
				continue
			}
			if err != nil {
				return err
			}
			l.use(name)
			l.opened[m.fileID] = opened
			l.s.open = append(l.s.open, opened)
		}
	}
	for _, from := range []*folder{l.rest, l.folder} {
		if err := l.s.openBlobs(from, l.version.blobs); err != nil {
			return err
		}
	}
	return nil
}

// bound returns the user key of an internal key.
func bound(key []byte) []byte {
	if len(key) < tagSize {
		return nil
	}
	return key[:len(key)-tagSize]
}

func (s *database) openBlobs(d *folder, listed map[uint64]bool) error {
	for n, name := range d.blobs {
		f, err := d.open(name)
		if gone(err) {
			continue
		}
		if err != nil {
			return err
		}
		s.open = append(s.open, f)
		s.blobs[n] = openBlobFile(f, name, listed[n])
	}
	return nil
}

// readLogs replays the live logs, including those in other folders. before is the earlier list of logs.
func (l *loading) readLogs(before []named) error {
	v := l.version
	logs := l.logs
	if len(logs) == 0 {
		logs = l.rest.logs
	}
	oldest, have := v.oldestLog(), map[uint64]bool{}
	var read []logFile
	for _, log := range logs {
		if log.number < oldest && log.number != v.previousLog {
			have[log.number] = true
			continue
		}
		buf, err := l.read(log.name, 0)
		if gone(err) {
			continue // moved will find out
		}
		if err != nil {
			return err
		}
		l.use(log.name)
		read = append(read, logFile{log, buf})
		have[log.number] = true
	}
	l.s.replayLogs(read, false, func(id uint32, log, _ uint64) bool {
		f := v.families[id]
		if f == nil {
			return id > v.maxFamily // else it was dropped, and all that was written to it
		}
		return !f.dropped && log >= f.log
	})
	for _, log := range before {
		l.vanished = l.vanished || log.number >= oldest && !have[log.number]
	}
	l.checkLogs(have)
	l.adopt()
	return nil
}

// moved reports whether the database went on to another state in a way that matters. A log that
// was needed may disappear only once the MANIFEST no longer needs it, because its entries are
// then in tables that are not known here. A table that disappears while the MANIFEST stays the
// same is just missing.
func (l *loading) moved() bool {
	current, err := l.read(inFolder(l.dir, "CURRENT"), sideMax)
	if name, ok := manifestOf(current); err == nil && ok && inFolder(l.dir, name) != l.manifest {
		if l.relist() != nil {
			return true
		}
		_, err := l.read(inFolder(l.dir, name), 1)
		return err == nil // otherwise CURRENT is wrong, and stays so
	}
	if l.manifest == "" {
		return false
	}
	buf, err := l.read(l.manifest, 0)
	if err != nil || int64(len(buf)) == l.size {
		return gone(err)
	}
	v := l.version
	return v.edits == 0 || l.vanished || l.adopted || len(l.missing) > 0 || len(v.damage) > 0 && len(l.unlisted()) > 0 ||
		readManifest(l.manifest, buf, l.opt).oldestLog() != v.oldestLog()
}

// finish opens the tables and forms the families.
func (l *loading) finish() error {
	s := l.s
	if l.version.edits == 0 {
		found := "no such file"
		if l.manifest != "" {
			found = "one of which nothing can be read"
		}
		s.damage = append(append(s.damage, l.version.damage...), file.Damage{File: inFolder(l.dir, "MANIFEST"), Code: "manifest",
			Offset: file.NoOffset, Expected: "a MANIFEST", Found: found,
			Text: "The tables are shown as they are, by their families: deleted tables and dropped families may be among them."})
		s.replay = nil
		return s.loose(l.folder)
	}
	l.nameUnlisted()
	if err := l.seekNewer(); err != nil {
		return err
	}
	s.damage = append(append(s.damage, l.version.damage...), l.missing...)
	s.damage = append(append(s.damage, s.replay.damage...), s.replay.unfinished()...)
	operators := map[string]operator{}
	if l.options != "" {
		operators = optionsOf(l.text)
		if bytes.Contains(l.text, []byte("=TtlCompactionFilter")) {
			s.damage = append(s.damage, file.Damage{File: l.options, Code: "value-type", Offset: file.NoOffset, Remark: true,
				Expected: "values as the application has them", Found: "compaction by DBWithTTL",
				Text: "The database was last opened with a time to live: values end in 4 bytes, the time of their writing."})
		}
	}
	for _, f := range l.version.living() {
		c := &column{family: *f, mem: s.replay.families[f.id], operator: operators[string(f.name)]}
		for _, m := range f.sorted() {
			if opened := l.opened[m.fileID]; opened != nil {
				s.addTable(c, opened, l.nameOf(m), m)
			} else {
				c.missing = append(c.missing, l.nameOf(m))
			}
		}
		if err := s.complete(c, l.folder, l.manifest); err != nil {
			return err
		}
	}
	s.twins()
	return nil
}

// nameOf returns the name of a table, or what it should be.
func (l *loading) nameOf(m *fileMeta) string {
	if name := l.tables[m.number]; name != "" {
		return name
	}
	if name := l.rest.tables[m.number]; name != "" {
		return name
	}
	return inFolder(l.dir, fileName(m.number, ".sst"))
}

// use records that a folder has files of the database.
func (l *loading) use(name string) {
	if dir := file.Dir(name); dir != l.dir {
		if l.used == nil {
			l.used = map[string]bool{}
		}
		l.used[dir] = true
	}
}
