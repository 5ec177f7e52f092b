package actionbase

import (
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

var tallySentences = map[string]string{
	UnknownTable:    " of a table that the schema does not have: not verified",
	UnknownIndex:    " of an index that the schema does not have: not verified",
	UnknownGroup:    " of a group that the schema does not have: not verified",
	UnknownCache:    " of a cache that the schema does not have: not verified",
	PropertyType:    ": upstream casts values to the type in the schema, which may belong to another table or another time",
	NullProperty:    " of active edges in which it is null, which the schema forbids: upstream refuses such an edge",
	MissingProperty: " of active edges do not have it, though the schema forbids null: written by another writer, or older than the property",
	OtherGeneration: " as upstream's second generation writes them: the source and target fields are the directed ends",
}

// note counts a row towards a finding that is reported once for many rows. Such rows have code, table and item in common, and the
// first of them is the example. More that they have in common may follow the code after a zero byte.
func (c *check) note(code string, table, item int32, s *cell) {
	if !c.sampled {
		return
	}
	p := &c.place
	p.Round = roundNote
	p.Group = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(p.Group[:0], uint32(table)), uint32(item))
	p.Group = append(p.Group, code...)
	p.Order = append(p.Order[:0], c.phase...)
	c.group.Send(p, s.appendTo(nil))
}

// checkNotes reports how many rows were noted for one finding.
func (v *Verifier) checkNotes(g *shuffle.Group) {
	var example *cell
	n := 0
	for r := g.Next(); r != nil; r = g.Next() {
		if n++; n == 1 {
			example = readCell(r.Message)
		}
	}
	if len(g.Key) < 8 || example == nil {
		return
	}
	table, item := int32(binary.BigEndian.Uint32(g.Key)), int32(binary.BigEndian.Uint32(g.Key[4:]))
	code, common, _ := strings.Cut(string(g.Key[8:]), "\x00")
	f := Finding{Severity: Warning, Code: code, Item: v.schema.brief(table)}
	switch code {
	case OtherGeneration, UnknownTable:
		f.Severity = Info
	case NullProperty:
		f.Severity = Error
	}
	if item != 0 {
		f.Item += "/" + v.schema.briefField(item)
	}
	rows := " cells"
	if n == 1 {
		rows = " cell"
	}
	if common != "" {
		rows += " with a " + common
	}
	f.Why = strconv.Itoa(n) + rows + tallySentences[code] + "; one has the row key " + hexText(example.row)
	f.NoMend = "the schema does not say what the rows should be"
	if code == OtherGeneration {
		f.NoMend = "the rows are sound"
	}
	if len(example.qualifier) == 0 && typeOfRow(example.row) > EdgeGroup {
		example.qualifier = nil
	}
	f.Because = []format.Reason{{Why: "one of these rows", Parts: example.parts()}}
	g.Report(&f)
}

// typeOfRow returns the type of a row.
func typeOfRow(row []byte) RowType {
	var p Prefix
	if _, err := readPrefix(row, &p); err != nil {
		return 0
	}
	return p.Type
}

// reason returns a state row, without its value, as the reason of a finding.
func reason(row []byte, why string) format.Reason {
	return format.Reason{Why: why, Parts: []store.Part{{Name: store.Row, Bytes: row}, {Name: store.Family, Bytes: []byte("f")},
		{Name: store.Qualifier, Bytes: narrowQualifier}}}
}
