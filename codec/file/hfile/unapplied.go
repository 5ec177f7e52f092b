package hfile

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
)

const minVersions, keepDeleted = "MIN_VERSIONS", "KEEP_DELETED_CELLS"

// notes returns what a schema specifies for a family and is not applied.
func (s *schema) notes(family []byte) []file.Property {
	var all []file.Property
	note := func(text string) { all = append(all, file.Property{Name: "not applied", Value: text}) }
	for _, a := range s.family(family) {
		n, err := strconv.Atoi(a.value)
		switch {
		case a.name == "TTL" && err == nil && n > 0 && n < 1<<31-1:
			note("TTL: cells older than " + a.value + " s are shown")
		case a.name == minVersions && err == nil && n > 0:
			note(minVersions + " is " + a.value)
		case a.name == keepDeleted && !strings.EqualFold(a.value, "FALSE"):
			note(keepDeleted + " is " + a.value)
		case a.name == "NEW_VERSION_BEHAVIOR" && strings.EqualFold(a.value, "TRUE"):
			note("NEW_VERSION_BEHAVIOR: the order of writing does not count")
		}
	}
	return all
}

// unapplied remarks on what the schema specifies and is not applied, if a plain scan of HBase may therefore show other cells.
func (a *area) unapplied(tables []file.Table) (damage []file.Damage) {
	for i, family := range a.families {
		for _, x := range a.schema.notes([]byte(family)) {
			if tables[i].Entries == 0 || strings.HasPrefix(x.Value, keepDeleted) || strings.HasPrefix(x.Value, minVersions) {
				continue // these add to what a scan of a time range, or a TTL, would leave
			}
			d := damageAt(a.source, notApplied, file.NoOffset, 0,
				"a family whose schema is applied as a whole", "that of "+tables[i].Name+": "+x.Value)
			d.Text = "not applied of the schema of " + tables[i].Name + ": " + x.Value + ". A scan of HBase may show less, or others."
			d.Remark = true
			damage = append(damage, d)
		}
	}
	return damage
}

// labelled reports whether a cell is a delete marker with a visibility label.
func (c *cell) labelled() bool {
	const visibility = 2 // type of tags
	if c.code == put || !storedType(c.code) {
		return false
	}
	for tags := c.tags; len(tags) > tagSize; tags = tags[tagSize+int(be16(tags)):] {
		if tags[tagSize] == visibility {
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
