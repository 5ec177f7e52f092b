package rocksdb

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/internal/sorting"
)

func decimal(v uint64) string { return strconv.FormatUint(v, 10) }

// openLone reads a single file and shows everything in it as stored.
func openLone(d *folder) (*database, error) {
	f := d.ours[0]
	s := &database{path: f.Name, opt: d.opt, blobs: map[uint64]*blobFile{}, lone: true}
	var err error
	switch f.What {
	case sortTable:
		err = s.loose(d)
	case sortLog:
		err = s.loneLog(d, f.Name)
	case sortManifest:
		err = s.loneManifest(d, f.Name)
	case sortBlob:
		err = s.loneBlob(d, f.Name)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// alone opens files that no database holds together. An active database replaces its CURRENT and
// MANIFEST, so a folder listed at that moment seems to have neither; this is detected here.
func (d *folder) alone(open func(*folder) (*database, error)) (*database, error) {
	s, err := open(d)
	if gone(err) {
		err = file.ErrMoved // the file was in the list
	}
	if err != nil {
		return nil, err
	}
	infos, err := d.set.List()
	now := newFolder(d.set, d.dir, d.opt)
	for _, info := range infos {
		if file.Dir(info.Name) == d.dir {
			now.add(info.Name)
		}
	}
	if err == nil && (now.current && !d.current || len(now.manifests) > 0 && len(d.manifests) == 0) {
		err = file.ErrMoved
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// openLoose reads tables, logs and blob files without a CURRENT and a MANIFEST.
func openLoose(d *folder) (*database, error) {
	s := &database{path: d.dir, opt: d.opt, blobs: map[uint64]*blobFile{}}
	if err := s.loose(d); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// loose groups tables by the families named in their properties. A log often still has entries
// that are also in a table: they count only if they are newer than all of the family's tables.
func (s *database) loose(d *folder) error {
	if len(s.blobs) == 0 {
		if err := s.openBlobs(d, nil); err != nil {
			return err
		}
	}
	of := map[string]*column{}
	for _, name := range d.tableNames() {
		f, err := d.set.Open(name)
		if gone(err) {
			return file.ErrMoved // the file was in the list
		}
		if err != nil {
			return err
		}
		s.open = append(s.open, f)
		one := &column{family: family{id: familyUnknown}}
		s.addTable(one, f, name, nil)
		p := &one.files[0].props
		if p.hasFamily {
			one.id = p.columnFamilyID
		}
		if p.hasFamily || p.columnFamily != nil {
			one.name, one.named = p.columnFamily, p.columnFamily != nil
		}
		key := decimal(uint64(one.id)) + " " + string(one.name)
		if c := of[key]; c != nil {
			c.files = append(c.files, one.files...)
		} else {
			of[key] = one
		}
	}
	columns := slices.SortedFunc(maps.Values(of), func(a, b *column) int {
		return cmp.Or(cmp.Compare(a.id, b.id), bytes.Compare(a.name, b.name))
	})
	if err := s.looseLogs(d, &columns); err != nil {
		return err
	}
	for _, c := range columns {
		from := d.dir
		if len(c.files) > 0 {
			from = c.files[0].name
		}
		if err := s.complete(c, d, from); err != nil {
			return err
		}
	}
	told := len(s.damage)
	s.twins()
	s.renamed()
	if len(s.damage) == told {
		s.strangers()
	}
	return nil
}

// tableNames returns the tables in a folder: files recognised as tables, and files with a table's name, which are damaged or
// were overwritten.
func (d *folder) tableNames() []string {
	var names []string
	for _, f := range d.set.Files {
		if what, _ := parseName(f.Name); file.Dir(f.Name) == d.dir && (what == namedTable || isOurs(&f) && f.What == sortTable) {
			names = append(names, f.Name)
		}
	}
	return names
}

// looseLogs replays all logs of a folder.
func (s *database) looseLogs(d *folder, columns *[]*column) error {
	logs := d.logs
	for _, f := range d.ours {
		if what, _ := parseName(f.Name); f.What == sortLog && what != namedLog {
			logs = append(logs, named{f.Name, ^uint64(0)})
		}
	}
	if len(logs) == 0 {
		return nil
	}
	newest := map[uint32]uint64{}
	for _, c := range *columns {
		n, err := c.newest()
		if err != nil {
			return err
		}
		newest[c.id] = max(newest[c.id], n)
	}
	var read []logFile
	for _, log := range logs {
		buf, err := d.read(log.name, 0)
		if err != nil {
			return err
		}
		read = append(read, logFile{log, buf})
	}
	s.replayLogs(read, false, func(id uint32, _, sequence uint64) bool {
		n, ok := newest[id]
		return !ok || sequence > n
	})
	s.damage = append(append(s.damage, s.replay.damage...), s.replay.unfinished()...)
	s.takeMemtables(columns)
	return nil
}

// takeMemtables assigns to families what the logs have for them. A family that only logs
// mention has no name.
func (s *database) takeMemtables(columns *[]*column) {
	for _, id := range slices.Sorted(maps.Keys(s.replay.families)) {
		i := slices.IndexFunc(*columns, func(c *column) bool { return c.id == id })
		if i < 0 {
			c := &column{family: family{id: id}}
			if id == 0 {
				c.name, c.named = []byte("default"), true
			}
			*columns, i = append(*columns, c), len(*columns)
		}
		(*columns)[i].mem = s.replay.families[id]
	}
	sorting.Stable(*columns, func(a, b *column) int { return cmp.Compare(a.id, b.id) })
}

// newest returns the largest sequence number in a family's tables, ignoring tables that were
// written outside the database.
func (c *column) newest() (uint64, error) {
	most := uint64(0)
	for _, f := range c.files {
		if f.props.externalVersion > 0 {
			continue
		}
		for i := range f.rangeDeletes {
			most = max(most, f.rangeDeletes[i].seq)
		}
		if f.props.hasKeyLargestSeqno {
			most = max(most, f.props.keyLargestSeqno)
			continue
		}
		var it item
		entries := f.cursor(nil, nil)
		for entries.next(&it) {
			if it.damage == nil {
				most = max(most, it.seq)
			}
		}
		if entries.err != nil {
			return 0, entries.err
		}
	}
	return most, nil
}

// loneLog shows the records of a log in order, including uncommitted ones.
func (s *database) loneLog(d *folder, name string) error {
	buf, err := d.read(name, 0)
	if err != nil {
		return err
	}
	s.replayLogs([]logFile{{named{name, 0}, buf}}, true, func(uint32, uint64, uint64) bool { return true })
	s.damage = append(s.damage, s.replay.damage...)
	var columns []*column
	s.takeMemtables(&columns)
	for _, c := range columns {
		if err := s.complete(c, d, name); err != nil {
			return err
		}
	}
	return nil
}

// loneManifest shows the families that a MANIFEST lists. There are no entries.
func (s *database) loneManifest(d *folder, name string) error {
	buf, err := d.read(name, 0)
	if err != nil {
		return err
	}
	v := readManifest(name, buf, s.opt)
	s.damage = v.damage
	for _, f := range v.living() {
		c := &column{family: *f}
		c.order = orderOf(f.comparator, nil)
		s.families = append(s.families, c)
		t := s.describe(c)
		t.Files, t.Entries = len(f.files), -1
		for _, m := range f.sorted() {
			t.Bytes += int64(min(m.size, 1<<56))
			c.widen(&t, bound(m.smallest), 0)
			c.widen(&t, bound(m.largest), 0)
		}
		s.tables = append(s.tables, t)
	}
	return nil
}
