package implexus

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// The rounds in which rows are checked. A row is checked in the round by which messages have
// brought everything that must be in it. Configurations are known after roundPath, and are kept in
// memory.
const (
	roundReading  = iota // keys with several readings, or a doubtful end, which ask which paths are entities; keys that do not decode
	roundPath            // entities and configurations, by path
	roundDocument        // properties, by path; the keys with several readings again, now with their answers
	roundContent         // texts of indexes
	roundSet             // sets of children, documents
	roundDoubt           // documents that cannot be judged, and sets that ask about them
	roundAnswered        // sets that asked
	roundFollow          // keys of catalogues, bigrams
	roundUnigram
	roundNote // what is reported once
	roundsAll
)

// roundOf has the rounds of keys with one reading.
var roundOf = [...]int{
	EntityKey: roundPath, ConfigKey: roundPath, CatalogueConfig: roundPath, PropertiesKey: roundDocument, ContentKey: roundContent,
	ChildrenKey: roundSet, TypeIndex: roundSet, CategoryMembers: roundSet, CatalogueGroup: roundSet, Trigram: roundSet,
	CatalogueKeys: roundFollow, Bigram: roundFollow, Unigram: roundUnigram,
}

// The first byte of a group's key. In groups of rows with the same kind and key text, it is the
// kind instead.
const (
	groupPath    = 0x80 + iota // followed by the path
	groupStored                // followed by the key as stored
	groupText                  // followed by the text of a key with several readings
	groupDoubt                 // followed by kind, path and member
	groupFit                   // findings about n-grams
	groupOrphans               // followed by the path of an index
)

// Rounds implements shuffle.Check.
func (v *Verifier) Rounds() int { return roundsAll }

// Start implements shuffle.Starter.
func (v *Verifier) Start() {
	v.known, v.fit, v.doubt = newKnownConfigs(), gramFit{}, doubts{spared: map[string]bool{}}
}

// Place implements shuffle.Check.
func (v *Verifier) Place(e *store.Entry, p *shuffle.Place) format.Taking {
	key, hasKey := e.Part(store.Key)
	_, hasValue := e.Part(store.Value)
	p.Order = append(append(p.Order, orderRow), key...)
	taking := format.Checked
	err := DecodeKey(key, &v.reading)
	switch {
	case !hasKey || e.Deleted == "" && !hasValue:
		taking = format.Undecodable
		p.Group = append(p.Group, groupStored)
	case err != nil:
		p.Group = append(append(p.Group, groupStored), key...)
		p.Skip = !v.sample.has(key)
		if taking = format.Undecodable; ownName(err) == unknownPrefix {
			taking, p.Keep = format.Foreign, true
		}
		if e.Deleted != "" {
			taking = format.Checked
		}
	default:
		v.placeRow(p)
	}
	v.own = v.own || taking != format.Foreign
	return taking
}

// placeRow places a row by the readings of its key.
func (v *Verifier) placeRow(p *shuffle.Place) {
	k := &v.reading.Candidates[0]
	if len(v.reading.Candidates) > 1 || v.reading.endsInDoubt() {
		p.Round, p.Group = roundReading, append(append(p.Group, groupText), v.reading.Text...)
		return
	}
	switch p.Round = roundOf[k.Kind]; p.Round {
	case roundPath, roundDocument:
		v.terminates = v.terminates || v.reading.NulTerminated
		p.Group = append(append(p.Group, groupPath), k.Path...)
	default:
		p.Group = append(append(p.Group, byte(k.Kind)), v.reading.Text...)
		p.Skip = !v.sample.needs(k.Kind, v.reading.Text)
	}
}

// Check implements shuffle.Check.
func (v *Verifier) Check(g *shuffle.Group) {
	v.group = g
	c := check{Verifier: v}
	switch {
	case !v.own:
	case g.Key[0] == groupStored:
		c.checkBroken()
	case g.Key[0] == groupText:
		c.checkReading()
	case g.Key[0] == groupPath && g.Round == roundPath:
		c.checkPath()
	case g.Key[0] == groupPath:
		c.checkDocument()
	case g.Key[0] == groupDoubt:
		c.checkDoubt()
	case g.Key[0] == groupFit:
		c.checkFit()
	case g.Key[0] == groupOrphans:
		c.checkOrphanIndex()
	case Kind(g.Key[0]) == ContentKey:
		c.checkContent()
	default:
		c.checkSet()
	}
	c.done()
}

// AppendOrder implements shuffle.Check. The order is by key, code and item.
func (v *Verifier) AppendOrder(dst []byte, f *Finding) []byte {
	dst = shuffle.AppendEscaped(dst, f.Parts[0].Bytes)
	dst = shuffle.AppendEscaped(dst, []byte(f.Code))
	return append(dst, f.Item...)
}
