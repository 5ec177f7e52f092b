package hfile

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
)

// snapshotDir is the folder of all snapshots of a ROOT.
const snapshotDir = ".hbase-snapshot"

// snapshot collects the files of a snapshot's folder.
type snapshot struct {
	name      string // path of its folder, with a trailing slash
	given     string // name of that folder in the set
	root      string // HBase's root, with a trailing slash
	info      *snapshotInfo
	source    string   // name of the file that describes it
	manifests []string // paths: data.manifest, or one per region
	schema    *schema
	damage    []file.Damage
}

// snapshotOf returns the snapshot to whose folder a file belongs. dirs are the folders above the file.
func (g *gathering) snapshotOf(dirs []string) *snapshot {
	key := joined(dirs)
	for _, s := range g.snapshots {
		if s.name == key {
			return s
		}
	}
	s := &snapshot{name: key}
	if n := len(dirs) - 2; n >= 0 && dirs[n] == snapshotDir {
		s.root = joined(dirs[:n])
	}
	g.snapshots = append(g.snapshots, s)
	return s
}

// snapshotFile takes in a file of a snapshot's folder.
func (g *gathering) snapshotFile(f *file.Found, path, what string) {
	dirs := strings.Split(path, "/")
	s := g.snapshotOf(dirs[:len(dirs)-1])
	s.given = file.Dir(f.Name)
	if what == whatManifest {
		s.manifests = append(s.manifests, path)
		return
	}
	s.source = f.Name
	b, err := g.around.read(path)
	if info, ok := parseSnapshot(b); err == nil && ok {
		s.info = info
	} else {
		s.damage = append(s.damage, g.around.unread(path, b, err, "the description of a snapshot", snapshotMessage, false))
	}
}

// table returns the snapshot's content as if it were a table's folder.
func (s *snapshot) table(a *around) *table {
	t := &table{schema: s.schema, damage: s.damage}
	m := &manifest{}
	if len(s.manifests) == 0 && s.source != "" {
		t.damage = append(t.damage, missing(s.source, s.name+manifestName))
	}
	for _, path := range s.manifests {
		b, err := a.read(path)
		one, ok := parseManifest(b)
		known := manifestMessage
		if file.Base(path) != manifestName {
			one, known = &manifest{}, snapshotRegionMessage
			var r snapshotRegion
			r, ok = parseSnapshotRegion(b)
			one.regions = append(one.regions, r)
		}
		if err != nil || !ok {
			t.damage = append(t.damage, a.unread(path, b, err, "a list of regions and their files", known, false))
		}
		for i := range one.regions {
			one.regions[i].source = a.name(path)
		}
		m.regions = append(m.regions, one.regions...)
		if one.schema.table != "" {
			t.schema, t.source = &one.schema, a.name(path)
		}
	}
	p := &t.place
	if t.schema != nil {
		p.namespace, p.table = t.schema.namespace, t.schema.table
	} else if len(m.regions) > 0 {
		p.namespace, p.table = m.regions[0].info.namespace, m.regions[0].info.table
	}
	if p.table == "" && s.info != nil { // from a list that cannot be read
		p.namespace, p.table = defaultNamespace, s.info.table
		if namespace, name, both := strings.Cut(s.info.table, ":"); both {
			p.namespace, p.table = namespace, name
		}
	}
	t.name = fullName(p.namespace, p.table)
	p.root, p.rooted, p.dir = s.root, true, s.root+"data/"+p.namespace+"/"+p.table+"/"
	for i := range m.regions {
		t.regions = append(t.regions, m.regions[i].region(p))
	}
	t.leaveOut(p.namespace, p.table)
	return t
}

// region returns a region of a snapshot, with its files where they are or were.
func (s *snapshotRegion) region(p *place) *region {
	r := &region{source: s.source}
	if info := s.info; info.table != "" {
		r.id, r.info = info.folder(), &info
	}
	for _, f := range s.files {
		one := part{family: f.family, name: f.name, lister: s.source, half: f.reference, size: f.size}
		l, linked := parseLink(f.name)
		switch {
		case linked:
			one.follow(p, l)
		case one.refer(p, f.name):
			if one.half == nil {
				one.half = &reference{unread: true}
			}
		default:
			one.half = nil
			one.bulk, _ = isStoreFile(f.name)
			rest := r.id + "/" + f.family + "/" + f.name
			one.path = p.dir + rest
			for _, area := range [...]string{"archive/", "mobdir/"} {
				one.elsewhere = append(one.elsewhere, p.root+area+"data/"+p.namespace+"/"+p.table+"/"+rest)
			}
		}
		r.files = append(r.files, one)
	}
	return r
}

// openSnapshots opens the snapshots of tables that are not in the set themselves. Other
// snapshots hold nothing that the tables lack; their names become a property of the table.
func (g *gathering) openSnapshots(tables *folder, opt file.Options) ([]file.Store, error) {
	var all []file.Store
	for _, s := range g.snapshots {
		t := s.table(g.around)
		if a := tables.named(t.name); a != nil && t.name != "" {
			for i := range t.damage {
				if !t.damage[i].Remark {
					tables.damage = append(tables.damage, t.damage[i])
				}
			}
			a.notes = append(a.notes, file.Property{Name: "snapshot", Value: s.title()})
			continue
		}
		a, damage, err := openTable(t, g.around, opt)
		if err != nil {
			return all, err
		}
		a.notes = append(a.notes, file.Property{Name: "snapshot", Value: s.title()})
		store := &folder{kind: kindIn(g.around.set), path: s.given, areas: []*area{a}, damage: damage}
		store.describe()
		all = append(all, store)
	}
	return all, nil
}

func (s *snapshot) title() string {
	if s.info != nil {
		return s.info.name
	}
	return file.Base(strings.TrimSuffix(s.name, "/"))
}

// named returns the table with a name.
func (s *folder) named(name string) *area {
	for _, a := range s.areas {
		if a.name == name {
			return a
		}
	}
	return nil
}

// current leaves out what tables, snapshots and links merely refer to: the archive, large values
// and files being written. If there is nothing else, it keeps them.
func (g *gathering) current() {
	g.tables = slices.DeleteFunc(g.tables, func(t *table) bool { return t.empty() && len(t.damage) == 0 })
	old := func(t *table) bool { return t.place.area != "" }
	if len(g.snapshots) > 0 || slices.ContainsFunc(g.tables, func(t *table) bool { return !old(t) && !t.empty() }) {
		g.tables = slices.DeleteFunc(g.tables, old)
	}
	for _, t := range g.tables {
		t.archived()
	}
}

// archived remarks that a table's files are in the archive and nothing that needs them is here.
func (t *table) archived() {
	if t.place.area != "archive/" {
		return
	}
	for _, r := range t.regions {
		if len(r.files) > 0 {
			d := damageAt(r.files[0].name, archiveOnly, file.NoOffset, 0, "the table or a snapshot that needs it", "neither")
			d.Remark = true
			t.damage = append(t.damage, d)
			return
		}
	}
}

func (t *table) empty() bool { return len(t.regions) == 0 && t.schema == nil }
