package rocksdb

import (
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/block"
)

// uniqueSize is how long the unique id of a table is, which the MANIFEST has of it since RocksDB 7.
const uniqueSize = 16

// Sessions are numbers with the base 36, at most 24 digits, of which the last 12 are the lower half.
const (
	sessionBase  = 36
	sessionLower = 12
	sessionMost  = 24
)

// uniqueID computes a table's unique id from what it says of its making: two u64, the lower 64 bits of the session,
// and a hash of the rest of it and of the database, by which the number of the file is XORed.
func (p *properties) uniqueID() (id [uniqueSize]byte, ok bool) {
	n := len(p.session) - sessionLower
	if len(p.creator) == 0 || p.number == 0 || n < 1 || len(p.session) > sessionMost {
		return id, false
	}
	upper, err := strconv.ParseUint(p.session[:n], sessionBase, 64)
	lower, err2 := strconv.ParseUint(p.session[n:], sessionBase, 64)
	if err != nil || err2 != nil {
		return id, false
	}
	high := block.XXH3High([]byte(p.creator), upper>>2)
	binary.LittleEndian.PutUint64(id[:], lower&(1<<62-1)|upper<<62)
	binary.LittleEndian.PutUint64(id[8:], high^p.number)
	return id, true
}

// identify reports a table that is not the one that the MANIFEST lists: RocksDB refuses to open such a database. A
// table that is listed is never written to again, so that another size alone says so too.
func (t *table) identify(m *fileMeta) *file.Damage {
	id, ok := t.props.uniqueID()
	found := hexText(id[:]) + ", made as " + fileName(t.props.number, ".sst") + " in the session " + t.props.session
	if !ok {
		found = "no unique id in its properties"
	}
	switch {
	case len(m.unique) == uniqueSize && string(m.unique) != string(id[:]) && (ok || t.ok && len(t.damage) == 0):
		return &file.Damage{File: t.name, Code: "file-other", Offset: file.NoOffset,
			Expected: "the table with the unique id " + hexText(m.unique) + ", which the MANIFEST lists", Found: found,
			Text: "A file of another time, number or database has this name. What it has is shown, " +
				"and the rows of the one that belongs here are missing."}
	case t.ok && uint64(t.f.Size()) != m.size:
		return &file.Damage{File: t.name, Code: "file-size", Offset: file.NoOffset,
			Expected: decimal(m.size) + " bytes, as the MANIFEST lists", Found: strconv.FormatInt(t.f.Size(), 10) + " bytes",
			Text: "A table that is listed does not change any more: a file of another time, number or database may have this name. " +
				"What it has is shown."}
	}
	return nil
}

// twins reports tables that are one and the same, unless the MANIFEST said which of them is the copy: RocksDB numbers its
// tables. Tables that were made outside of the database do not count, because one may be added again.
func (s *database) twins() {
	of := map[[uniqueSize]byte]string{}
	told := map[string]bool{}
	for i := range s.damage {
		told[s.damage[i].File] = told[s.damage[i].File] || s.damage[i].Code == "file-other"
	}
	for _, c := range s.families {
		for _, f := range c.files {
			id, ok := f.props.uniqueID()
			if !ok || f.props.externalVersion > 0 || told[f.name] {
				continue
			}
			if first := of[id]; first != "" {
				s.damage = append(s.damage, file.Damage{File: f.name, Code: "file-other", Offset: file.NoOffset,
					Expected: "a table of its own", Found: "the same table as " + first + ", with the unique id " + hexText(id[:]),
					Text: "One of the two was copied over another table, whose rows are missing, or to another name, and then none are."})
				continue
			}
			of[id] = f.name
		}
	}
}

// renamed remarks on tables that say that they were made under another number, if no MANIFEST has the last word: one may
// have been copied over another, or it was taken over from another database.
func (s *database) renamed() {
	for _, c := range s.families {
		for _, f := range c.files {
			what, n := parseName(f.name)
			if what != namedTable || f.props.number == 0 || f.props.number == n || f.props.externalVersion > 0 {
				continue
			}
			s.damage = append(s.damage, file.Damage{File: f.name, Code: "file-other", Offset: file.NoOffset, Remark: true,
				Expected: "a table that was made as " + file.Base(f.name), Found: "one that was made as " + fileName(f.props.number, ".sst"),
				Text: "The table was renamed, taken over from another database, or copied over another one, whose rows are then missing. " +
					"Only a MANIFEST would tell."})
		}
	}
}
