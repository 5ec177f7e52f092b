package hfile

import (
	"errors"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
)

// infoMOB is the name of the list of MOB files that have values of a file: TABLE/FILE,FILE//TABLE/FILE. HBase 2.5 and
// later write it.
const infoMOB = "MOB_FILE_REFS"

// lostValues reports MOB files with values of the file at a path, or of half of it, that are not there: from names it. They
// are not missed if no MOB file of their table is: then those were not copied.
func (p *openPart) lostValues(from, path string, a *around) (damage []file.Damage, err error) {
	list, _ := p.file.info.get(infoMOB)
	at := placeOf(path)
	if len(list) == 0 || !at.rooted {
		return nil, nil
	}
	for _, of := range strings.Split(string(list), "//") {
		table, names, _ := strings.Cut(of, "/")
		namespace, name, both := strings.Cut(table, ":")
		if !both {
			namespace, name = defaultNamespace, table
		}
		if !oneName(namespace) || !oneName(name) {
			continue // no table has such a name
		}
		inTable := "data/" + namespace + "/" + name + "/"
		inFamily := inTable + mobRegion(namespace, name) + "/" + p.family + "/"
		copied := a.anyBelow(at.root+"mobdir/"+inTable) || a.anyBelow(at.root+"archive/"+inFamily)
		var lost []string
		for _, name := range strings.Split(names, ",") {
			if !oneName(name) {
				continue
			}
			there, err := a.there(at.root+"mobdir/"+inFamily+name, at.root+"archive/"+inFamily+name)
			if err != nil {
				return nil, err
			}
			if copied = copied || there; !there {
				lost = append(lost, at.root+"mobdir/"+inFamily+name)
			}
		}
		for i := 0; copied && i < len(lost); i++ {
			d := damageAt(from, missingFile, file.NoOffset, 0, lost[i], "no such file")
			d.Text = "a MOB file is not there: " + lost[i] + ". Values of cells of " + p.name + " are lost."
			damage = append(damage, d)
		}
	}
	return damage, nil
}

// mobRegion returns the name of the folder, as if of a region, that has the MOB files of a table.
func mobRegion(namespace, table string) string {
	i := &regionInfo{namespace: namespace, table: table, start: []byte(".mob")}
	return i.folder()
}

// oneName reports whether a name from a file stays in the folder that it is looked for in.
func oneName(s string) bool {
	return s != "" && s != "." && s != ".." && !strings.ContainsAny(s, "/\\")
}

// there reports whether a file is at one of the paths.
func (a *around) there(paths ...string) (bool, error) {
	for _, path := range paths {
		if _, ok := a.names[path]; ok {
			return true, nil
		}
		f, err := a.open(path)
		if err == nil {
			return true, f.Close()
		}
		if !errors.Is(err, file.ErrNotThere) {
			return false, err
		}
	}
	return false, nil
}

// anyBelow reports whether a file of the set is below a folder.
func (a *around) anyBelow(folder string) bool {
	any, known := a.below[folder]
	if known {
		return any
	}
	for path := range a.names {
		if any = strings.HasPrefix(path, folder); any {
			break
		}
	}
	if a.below == nil {
		a.below = map[string]bool{}
	}
	a.below[folder] = any
	return any
}
