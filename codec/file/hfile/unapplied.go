package hfile

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
)

// note is what a schema specifies for a family and is not applied.
type note struct {
	text  string
	hides bool // a plain scan of HBase may therefore show other cells; the others add to what a scan of a time range, or a TTL, would leave
}

func (s *schema) notes(family []byte) []note {
	var all []note
	for _, a := range s.family(family) {
		n, err := strconv.ParseInt(a.value, 10, 64)
		switch {
		case a.name == "TTL" && err == nil && n > 0 && n < 1<<31-1:
			all = append(all, note{"TTL: cells older than " + a.value + " s are shown", true})
		case a.name == "MIN_VERSIONS" && err == nil && n > 0, a.name == "KEEP_DELETED_CELLS" && !strings.EqualFold(a.value, "FALSE"):
			all = append(all, note{a.name + " is " + a.value, false})
		case a.name == "NEW_VERSION_BEHAVIOR" && strings.EqualFold(a.value, "TRUE"):
			all = append(all, note{"NEW_VERSION_BEHAVIOR: the order of writing does not count", true})
		}
	}
	return all
}

// unapplied remarks on what is not applied, of families that have cells and where a plain scan of HBase may show others.
func (a *area) unapplied(tables []file.Table) (damage []file.Damage) {
	for i, family := range a.families {
		for _, x := range a.schema.notes([]byte(family)) {
			if tables[i].Entries == 0 || !x.hides {
				continue
			}
			d := damageAt(a.source, notApplied, file.NoOffset, 0,
				"a family whose schema is applied as a whole", "that of "+tables[i].Name+": "+x.text)
			d.Text = "not applied of the schema of " + tables[i].Name + ": " + x.text + ". A scan of HBase may show less, or others."
			d.Remark = true
			damage = append(damage, d)
		}
	}
	return damage
}

// labelled reports whether a cell is a delete marker with a visibility label.
func (c *cell) labelled() bool {
	if c.code == put || !storedType(c.code) {
		return false
	}
	for code := range tagsIn(c.tags) {
		if code == tagVisibility {
			return true
		}
	}
	return false
}

// unapplied returns the remark that the labels of a delete marker are not applied.
func (c *cell) unapplied() file.Damage {
	d := damageAt(c.file, notApplied, c.block, 0, "delete markers without visibility labels", "one with them")
	d.Text = "delete markers have visibility labels, which are not applied: in HBase they hide only cells with the same labels, here all."
	d.Remark = true
	return d
}
