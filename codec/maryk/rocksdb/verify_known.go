package rocksdb

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/shuffle"
)

// known is what is known about a model as a whole. Most of it is gathered while rows are added, so that it
// is the same when a sample is verified.
type known struct {
	model   *cell.Model
	names   [families][]byte // names of column families
	implier *cell.Implier

	fit       [cell.IndexFormat2 + 1]int // number of index rows, by format
	taken     int                        // rows of records; some may have the same key
	seen      [families]bool             // families that have rows
	historic  bool                       // there are historic rows
	released  bool                       // some rows that free a unique value do not name the owner, as written up to 0.10
	encrypted map[string]bool            // references of unique values that are encrypted

	indexFormat int
	prefixes    map[*maryk.Index][]byte // prefixes of the keys of index rows
	filled      map[Kind]bool           // what the Model family marks as complete
	tokens      int                     // encrypted unique values
	count       int                     // rows of records, where that matters
	ownerless   int                     // rows of unique values that no record in the sample accounts for
	lacks       string                  // names of the unknown models that the model contains
	incomplete  bool                    // the definition in the rows lacks models; reported
	strange     map[string]int          // number of table rows of each property that the model does not have
}

func (v *verifier) newKnown(m *cell.Model) *known {
	k := &known{model: m, implier: cell.NewImplier(m.Def, cell.RocksDB), encrypted: map[string]bool{}, lacks: m.Missing()}
	for f := Model; f < families; f++ {
		k.names[f], _ = AppendFamily(nil, Family{Type: f, Model: m.Number, Old: v.Schema.Old})
	}
	return k
}

// note notes what a row tells about the whole.
func (k *known) note(f FamilyType, x *kept) {
	k.seen[f] = true
	switch f {
	case Table, HistoricTable:
		k.taken++
		data := x.val
		if k.historic = k.historic || f == HistoricTable; f == Table {
			data = data[min(versionLen, len(data)):]
		}
		if row := x.row(); len(row) > k.model.KeySize && k.implier.Encrypts(row[k.model.KeySize:], data) {
			k.encrypted[string(row[k.model.KeySize:])] = true
		}
	case Index, HistoricIndex:
		k.fit[k.model.IndexFormatOf(x.key)]++
	case HistoricUnique:
		k.released = k.released || len(x.val) == 0
	}
}

// lost reports whether nothing says which records exist.
func (k *known) lost() bool { return k.taken > 0 && !k.seen[Keys] }

// part reports whether there are too few families for a database, as in one table of a store or the dump of one
// family. A row missing elsewhere is then not a defect. A database also has its models.
func (k *known) part() bool { return !k.seen[Model] && !(k.seen[Keys] && k.seen[Table]) }

// unjudged reports whether rows are not checked against each other.
func (k *known) unjudged() bool { return k.lost() || k.part() }

// given returns the names of the families that are there.
func (k *known) given() (names string) {
	for f, is := range k.seen {
		if is {
			if names != "" {
				names += ", "
			}
			names += familyNames[f]
		}
	}
	return names
}

// Start implements shuffle.Starter.
func (v *verifier) Start() {
	for _, k := range v.models {
		k.filled, k.tokens, k.count, k.ownerless = map[Kind]bool{}, 0, 0, 0
		k.incomplete, k.strange = false, map[string]int{}
		k.indexFormat = k.formatOfIndexes(v.Schema)
		k.prefixes = indexPrefixes(k.model.Def, k.indexFormat)
	}
}

// formatOfIndexes returns the format of the index keys: the known one, or else the one in which
// most of them begin with an index of the model.
func (k *known) formatOfIndexes(s *cell.Schema) int {
	if !s.Stated && k.fit[cell.IndexFormat1] > k.fit[cell.IndexFormat2] {
		return cell.IndexFormat1
	}
	return s.IndexFormat
}

// Finish implements shuffle.Finisher: it reports findings about whole models, which no sample has.
func (v *verifier) Finish(g *shuffle.Group) {
	c := &v.checks
	for _, k := range v.models {
		c.known, c.group, c.mine = k, g, true
		if n := k.fit[0]; !v.Schema.Stated && n > 0 && k.fit[cell.IndexFormat1] == 0 && k.fit[cell.IndexFormat2] == 0 {
			c.find(format.Info, AssumedFormat, about{family: Index, noMend: "give MARYK_META.yml with --meta"},
				"format 2 of index keys, of releases from 0.11 on, is assumed: none of "+itoa(n)+
					" index rows begins with an index of the model in either format")
		}
		c.unmodeled()
		if k.lost() {
			if v.Sampling.Of > 0 {
				k.count = k.taken
			}
			c.find(format.Error, RowsWithoutKey, about{family: Keys, noMend: "the dump does not say which records there are"},
				itoa(k.count)+" rows of records, but the dump has no row of the Keys family: it was not given, or all of it is lost; nothing else of this model was checked")
		} else if k.part() {
			c.find(format.Error, PartialDatabase, about{family: Keys, noMend: "verify all families of the database together"},
				"only rows of "+k.given()+" are given of this model, so they were not checked against each other")
		}
		if k.ownerless > 0 {
			c.find(format.Warning, cell.NotInSample, about{family: Unique, noMend: "verify all records"}, itoa(k.ownerless)+
				" rows are of records that do not have these unique values: whether others have them is not judged in a sample")
		}
		if k.tokens > 0 {
			c.find(format.Info, EncryptedUnique, about{family: Unique, noMend: needsKey}, itoa(k.tokens)+" unique values "+
				c.ofSample()+"are encrypted: their rows have tokens that only the writer's key gives, so only their owners were verified")
		}
	}
	v.TellUnknown(g, "rows", "their models are not known, so they were not verified")
}

// ofSample says that only a sample is verified.
func (c *checks) ofSample() string {
	if c.v.Sampling.Of == 0 {
		return ""
	}
	return "of the sample "
}
