package rocksdb

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// The codes of findings, in addition to those in package cell for both stores.
const (
	RowsWithoutKey     = "table-rows-without-keys-row"  // rows of a record that does not exist
	PartialDatabase    = "families-missing"             // a model has too few families to judge anything
	MissingTableRow    = "missing-table-row"            // no creation or last update
	MissingIndexRow    = "missing-index-row"            // a record's values have no index row
	ExtraIndexRow      = "extra-index-row"              // an index row that no record's values imply
	MissingUniqueRow   = "missing-unique-row"           // a unique value that others could take
	ExtraUniqueRow     = "extra-unique-row"             // a value that nobody has and nobody can take
	HistoryDiffers     = "historic-row-differs"         // the newest historic row differs from the latest row, or records a change wrongly
	MissingHistory     = "missing-historic-row"         // a latest row, or a change, without its historic row
	ExtraHistory       = "extra-historic-row"           // a historic index or unique row that the record's history contradicts
	StaleHistoricIndex = "historic-index-row-left"      // of a record that was hard-deleted
	MissingUpdate      = "missing-update-history-row"   // a version of a record is not in the update history
	ExtraUpdate        = "extra-update-history-row"     // a change that the record does not have
	TombstoneOfLiving  = "tombstone-of-existing-record" // a record that exists was hard-deleted
	MissingTombstone   = "missing-tombstone"            // a hard delete that only the update history has
	AssumedFormat      = "index-format-assumed"         // nothing says the format of the index keys
	PartialModel       = "partial-model"                // only one or two of a model's name, version and definition
	ModelNameDiffers   = "model-name-differs"           // the stored name is not the given one, or not that in the meta file or definition
	VersionDiffers     = "model-version-differs"        // the stored version is not that in the stored definition
	MissingDependents  = "missing-dependents"           // models that a model contains are not stored with it, or not known
	UnknownProperty    = "unknown-property"             // rows of a property or type that the model does not have
	EncryptedUnique    = "encrypted-not-recomputed"     // tokens of unique values need a key that is not in the dump
)

// Known defects of upstream that explain a finding.
const (
	// of a record whose key is only ff bytes: everything but the Keys row stays
	DefectHardDeleteFF  = "hard-delete-of-ff-key"
	DefectHistoricIndex = "hard-delete-leaves-historic-index"     // of a record that had left an index or was soft-deleted before
	DefectReplacedItems = "replaced-collection-leaves-index-rows" // of the removed items when a whole set or map is replaced
	DefectEmbedUnique   = "removed-embed-leaves-unique-value"     // of an embed that was removed, or set while its record was soft-deleted
	DefectUnmarked      = "nested-collection-without-marker"      // of a collection in a map that was changed by its reference
	// an add of a soft-deleted record through replication has no historic soft delete
	DefectReplicatedState = "replicated-add-without-history"
)

// verifier checks the rows of a database by record.
type verifier struct {
	cell.Verifier
	models  map[uint32]*known
	checks  checks        // of the group being checked
	place   shuffle.Place // of a message
	payload []byte        // of a message
}

// NewVerifier returns a verifier of the database that the schema describes.
func NewVerifier(s *cell.Schema) format.Verifier {
	v := &verifier{Verifier: cell.Verifier{Schema: s}, models: map[uint32]*known{}}
	v.checks.v, v.checks.replaced = v, map[string]bool{}
	v.checks.in = format.Input{Schema: s}
	return v
}

func newVerifier(sc format.Schema, _ format.Zones) (format.Verifier, error) {
	s, err := cell.SchemaOf(sc, "database")
	if err != nil {
		return nil, err
	}
	return NewVerifier(s), nil
}

// Add implements format.Verifier. Of several rows with one key, the first in the last file counts.
func (v *verifier) Add(e *store.Entry) format.Taking { return v.Added(v).Add(e, 0) }

// about is the subject of a finding, without its code and reason.
type about struct {
	family   FamilyType
	key      []byte // nil if about all rows of the family
	record   []byte // key of the record, or nil
	index    string // for an index row
	property string // for rows of many records
	expected []byte
	stored   []byte
	defect   string

	mend   mending
	right  []byte // the whole value that the row should have, if mend is put
	noMend string // why it cannot be mended
	since  *kept  // the Table row that decides it
}

// mending says what to do with the row that a finding is about.
type mending uint8

const (
	leave mending = iota
	put
	drop
)

func (c *checks) find(severity format.Severity, code string, a about, why string) {
	if c.found++; !c.mine {
		return
	}
	name := c.names[a.family]
	parts := []store.Part{{Name: partFamily, Bytes: name}}
	if a.key != nil {
		parts = append(parts, store.Part{Name: store.Key, Bytes: a.key})
	}
	about := cell.About{Model: c.model.Name, Record: a.record, Index: a.index, Property: a.property,
		Expected: a.expected, Stored: a.stored, Defect: a.defect}
	about.Source.CF, about.NoMend = string(value.AppendHex(nil, name)), a.noMend
	change := store.Entry{Parts: parts[1:], Source: about.Source}
	switch a.mend {
	case put:
		about.Right, about.Has = a.right, true
		change.Parts = format.WithValue(parts[1:], a.right)
		about.Mend = []store.Entry{change}
	case drop:
		change.Deleted = "delete"
		about.Mend = []store.Entry{change}
	}
	about.Because = c.because(&a)
	f := about.Finding(severity, code, why, parts...)
	c.group.Report(&f)
}

// because returns the rows that decide a finding: the one that shows it, and the Keys row of the
// record.
func (c *checks) because(a *about) (list []format.Reason) {
	add := func(f FamilyType, r *kept, why string) {
		list = append(list, format.Reason{Why: why, Source: store.Source{CF: string(value.AppendHex(nil, c.names[f]))},
			Parts: []store.Part{{Name: store.Key, Bytes: r.key}, {Name: store.Value, Bytes: r.val}}})
	}
	if a.since != nil {
		add(Table, a.since, "the record has this value")
	}
	if len(a.record) == 0 {
		return list
	}
	if r := c.rows[Keys].find(a.record, nil); r != nil {
		add(Keys, r, "the record exists")
	}
	if state := c.deletion(a.record); state != nil {
		add(Table, state, "the record is soft-deleted")
	}
	return list
}

// deletion returns the row that says that a record is soft-deleted, or nil.
func (c *checks) deletion(id []byte) *kept {
	state := c.rows[Table].find(append(bytes.Clone(id), tagSoftDelete), nil)
	if state == nil || state.bad || state.val[versionLen] != 1 {
		return nil
	}
	return state
}
