package rfile

import (
	"cmp"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// Kind reads Accumulo's RFiles.
var Kind = &file.Kind{
	ID:         kindID,
	Title:      "Accumulo",
	Doc:        "RFiles of versions 3 to 8 (Accumulo 1.3 to 3.0), alone or those of a tablet together. See docs/formats/accumulo-files.md.",
	Detect:     detect,
	Open:       open,
	Structure:  openStructure,
	Fields:     fields,
	Codes:      codes,
	Samples:    samples,
	WriteEntry: writeEntry,
	Versions:   true,
	Labels:     true,
	Named:      file.Ending(".rf", sortFile),
	Unlike:     "magic",
}

const (
	kindID   = "accumulo"
	sortFile = "rfile"
	sortLog  = "log"
)

var codes = []file.Code{
	{Word: "magic", Doc: "the file does not begin as an RFile does"},
	{Word: "version", Doc: "a version of the container that is not read"},
	{Word: "encrypted", Doc: "the file is encrypted"},
	{Word: "trailer", Doc: "the end of the file is missing or damaged: it was cut, or its last bytes were overwritten"},
	{Word: "meta-index", Doc: "the names and places of the meta blocks do not decode"},
	{Word: "rfile-index", Doc: "the locality groups and roots of their indexes do not decode"},
	{Word: codeCodec, Doc: "a block does not unpack"},
	{Word: codeIndex, Doc: "a block of an index does not decode, names a block that was named before, or has a key that is smaller than an entry of " +
		"its block; or a group does not begin with the key that the file names"},
	{Word: codeShort, Doc: "a data block ends before its last entry"},
	{Word: codeRelative, Doc: "a relative key that no writer makes"},
	{Word: codeOrder, Doc: "an entry that is smaller than the one before"},
	{Word: codeRest, Doc: "bytes are left after the last entry of a data block"},
	{Word: codeCount, Doc: "the index names more or fewer entries than the file counts in its column families"},
	{Word: codeOther, Doc: "two files of a tablet have the same content: one was copied over the other, whose entries are missing, or under another " +
		"name, and then none are"},
	{Word: codeLog, Doc: "a write-ahead log, which is not read: entries that are only in it are missing"},
	{Word: codeSample, Doc: "without an index, a block was taken for a sample, or can no longer be told from one"},
	file.Unreadable,
}

func detect(p *file.Probe) file.Sort {
	if strings.HasPrefix(string(p.Head), magic) || strings.HasSuffix(string(p.Tail), magic) {
		return file.Sort{What: sortFile, Title: "an RFile of Accumulo"}
	}
	if strings.HasPrefix(string(p.Head), logHead) {
		return file.Sort{What: sortLog, Title: "a write-ahead log of Accumulo"}
	}
	return file.Sort{}
}

// open makes one store of all files in a folder with names as Accumulo gives them, because
// they belong to one tablet, and a store of each other file.
func open(s *file.Set, opt file.Options) ([]file.Store, error) {
	var stores []file.Store
	var read []*reads
	tablets := map[string]*rfileStore{}
	for _, found := range s.Files {
		if found.Kind == nil || found.Kind.ID != kindID {
			continue
		}
		f, err := s.Open(found.Name)
		if err != nil {
			return stores, err
		}
		dir := file.Dir(found.Name)
		base := file.Base(found.Name)
		r := &reads{File: f}
		read = append(read, r)
		o := openFile(r, found.Name, opt.Limits())
		if _, own := ownName(base); !own {
			o.table = strings.TrimSuffix(base, ".rf")
			stores = append(stores, &rfileStore{kind: found.Kind, path: found.Name, files: []*rfile{o}})
			continue
		}
		if tablets[dir] == nil {
			tablets[dir] = &rfileStore{kind: found.Kind, path: dir}
			stores = append(stores, tablets[dir])
		}
		tablets[dir].files = append(tablets[dir].files, o)
	}
	for _, of := range stores {
		of := of.(*rfileStore)
		sorting.Stable(of.files, newestFirst)
		of.copies()
		of.describe()
		for _, f := range of.files {
			f.f = f.f.(*reads).File // each scan has its own
		}
	}
	return stores, failed(read)
}

// newestFirst orders the files of a tablet by the number in their names.
func newestFirst(a, b *rfile) int {
	x, _ := ownName(file.Base(a.name))
	y, _ := ownName(file.Base(b.name))
	return cmp.Or(cmp.Compare(len(y), len(x)), strings.Compare(y, x))
}
