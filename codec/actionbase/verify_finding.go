package actionbase

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// The codes of findings. The first six are damage to what readers rely on.
const (
	MissingIndexRow    = "missing-index-row"    // an active edge has no row in an index and direction
	OrphanIndexRow     = "orphan-index-row"     // an index row that belongs to no active edge
	IndexValueMismatch = "index-value-mismatch" // an index row with another version or other properties than the state
	MissingStateRow    = "missing-state-row"    // index rows that agree with each other, for an edge without a state
	WrongCount         = "wrong-count"          // a count that is not the number of active edges
	WrongSalt          = "wrong-salt"           // a row that readers cannot find because of its salt

	WrongGroup         = "wrong-group"          // a group cell that is not the sum over active edges
	MissingGroupCell   = "missing-group-cell"   // no group cell; a time to live may have removed it
	MissingCacheCell   = "missing-cache-cell"   // no cache cell; newer writers prune caches
	OrphanCacheCell    = "orphan-cache-cell"    // a cache cell that belongs to no active edge
	CacheValueMismatch = "cache-value-mismatch" // a cache cell with another version or other properties than the state

	PropertyType    = "property-type"             // values that do not have the type in the schema
	NullProperty    = "null-property"             // active edges without a value that may not be null
	MissingProperty = "missing-property"          // the same, where the property is not there at all
	NewerThanState  = "property-newer-than-state" // a state with a part of a later version than its own

	UndecodableRow  = "undecodable-row"       // bytes that are not a row of Actionbase
	UnderivableEdge = "underivable-edge"      // an active state from which upstream could not have derived rows
	UnknownTable    = "unknown-table"         // rows of tables that the schema lacks; not verified
	UnknownIndex    = "unknown-index"         // the same for an index
	UnknownGroup    = "unknown-group"         // the same for a group
	UnknownCache    = "unknown-cache"         // the same for a cache
	OtherGeneration = "second-generation-row" // rows whose source and target are the directed ends
)

// Finding is one thing that is wrong with a table, or worth knowing about it.
type Finding = format.Finding

// The severities of findings.
const (
	Info    = format.Info
	Warning = format.Warning
	Error   = format.Error
)

func part(f *Finding, name string) []byte {
	e := store.Entry{Parts: f.Parts}
	b, _ := e.Part(name)
	return b
}

func hexText(b []byte) string { return string(value.AppendHex(nil, b)) }

// brief returns a value in a few words: numbers as they are, text in quotes.
func (v *Value) brief() string {
	var w value.Writer
	switch v.Kind {
	case Byte, Short, Int, Long:
		return strconv.FormatInt(int64(v.Num), 10)
	case String, JSON:
		w.Text(v.Text)
	default:
		v.write(&w)
	}
	return string(w.Buf)
}

// brief names the edge by table, source and target.
func (e *Edge) brief(s *Schema) string {
	return s.brief(e.Key.Table) + " " + e.Key.Source.brief() + " -> " + e.Key.Target.brief()
}

// brief returns the name for a code, or the code itself if the name is not known.
func (s *Schema) brief(code int32) string {
	if n := s.Name(code); n != "" {
		return n
	}
	return strconv.Itoa(int(code))
}

// whyUnreadable says of a state row why nothing is known about its edge.
const whyUnreadable = "the state row of the edge does not decode"

// unreadableState returns a state row that does not decode, as the reason of a finding. The stored
// cell may have another column: then it is left out.
func unreadableState(row []byte) format.Reason {
	r := reason(row, whyUnreadable)
	r.Sought = true
	return r
}

// because returns the state row of an edge, with what it says, as the reason of a finding; nothing
// if there is no such row.
func (c *check) because(row string) []format.Reason {
	s := c.cells[-EdgeState][row]
	if s == nil && c.held.unreadable[row] {
		return []format.Reason{unreadableState([]byte(row))}
	}
	if s == nil {
		return nil
	}
	why := whyUnreadable
	var state EdgeStateValue
	if DecodeEdgeStateValue(s.value, &state) == nil {
		why = whyEdge(state.Active, state.Version)
	}
	return []format.Reason{{Why: why, Parts: s.parts()}}
}

// whyEdge returns what a state row says of its edge.
func whyEdge(active bool, version int64) string {
	if active {
		return "the edge is active at version " + versionText(version)
	}
	return "the edge is inactive at version " + versionText(version)
}

// versionText returns a version with the time that it is where versions are times.
func versionText(version int64) string {
	text := strconv.FormatInt(version, 10)
	n := span.Node{Value: span.Value{Kind: span.Int, Num: uint64(version)}}
	if ms, ok := n.Time(); ok {
		text += ", " + string(span.AppendTime(nil, ms))
	}
	return text
}

// stateTime returns the timestamp of the state row of the edge being checked.
func (c *check) stateTime() int64 {
	if s := c.cells[-EdgeState][c.edge]; s != nil {
		return s.timestamp
	}
	return 0
}
