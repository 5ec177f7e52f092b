package hfile

import (
	"slices"

	"github.com/rowlens/rowlens/codec/file"
)

// missed makes damage of the remarks that no region has some rows, if hbase:meta is here, too, and has a region with them.
func (s *folder) missed() error {
	meta := s.named(metaTable)
	if meta == nil || !slices.ContainsFunc(s.areas, func(a *area) bool { return a != meta && len(a.gaps) > 0 }) {
		return nil
	}
	listed, err := s.listed(meta)
	if err != nil {
		return err
	}
	for _, a := range s.areas {
		for _, at := range a.gaps {
			d := &s.damage[at]
			gap := regionInfo{start: d.After, end: d.Before}
			for _, i := range listed[a.name] {
				if !i.overlaps(&gap) || a.has(i.folder()) {
					continue
				}
				d.Remark, d.Code, d.Found = false, missingFile, "no such folder"
				d.Expected = "the folder of the region " + i.folder() + ", which hbase:meta has, with the rows " + i.rows()
				d.Text = "the folder of a region that hbase:meta has is not there: " + i.folder() + ". Its rows, " + i.rows() + ", are missing of the table " + a.name + "."
				break
			}
		}
	}
	return nil
}

// has reports whether the folder of a region is there.
func (a *area) has(id string) bool {
	return slices.ContainsFunc(a.regions, func(r openRegion) bool { return r.id == id })
}

// listed returns the regions with rows that hbase:meta has, by their table. What cannot be read of it is reported where it is shown.
func (s *folder) listed(meta *area) (map[string][]*regionInfo, error) {
	at, found := slices.BinarySearch(meta.families, "info")
	if !found {
		return nil, nil
	}
	all := map[string][]*regionInfo{}
	walk := &regionWalk{store: s, query: file.Query{}, only: meta.first + at}
	defer walk.finish()
	for walk.next() {
		c := walk.current()
		if c == nil || string(c.qualifier) != "regioninfo" {
			continue
		}
		i := &regionInfo{}
		if body, ok := afterMark(c.value); !ok || i.parse(slices.Clone(body)) != nil || i.offline || i.split || i.replica > 0 {
			continue
		}
		table := fullName(i.namespace, i.table)
		all[table] = append(all[table], i)
	}
	return all, walk.err()
}
