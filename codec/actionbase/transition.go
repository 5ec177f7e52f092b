package actionbase

// EventKind is the operation that an event requests.
type EventKind uint8

// The events.
const (
	Insert EventKind = iota
	Update
	Delete
)

var eventNames = [...]string{"INSERT", "UPDATE", "DELETE"}

// String returns upstream's name for the event, such as "INSERT".
func (k EventKind) String() string {
	if int(k) < len(eventNames) {
		return eventNames[k]
	}
	return "UNKNOWN"
}

// Event is one request to change an edge.
type Event struct {
	Kind       EventKind
	Version    int64
	Properties []NamedValue // if a name occurs more than once, the last one counts
}

// NamedValue is a property with its name.
type NamedValue struct {
	Name  string
	Value Value
}

// Transit returns the state of an edge after an event. Versions decide for each property
// independently, so events may arrive late or twice:
//
//	INSERT  every declared property: stored if newer than the event, else the
//	        event's value if it has one, else stored if of the same version, else
//	        null at the event's version
//	UPDATE  a declared property that the event names and that is not stored with a
//	        newer version: the event's value, null if it says so; others as they are
//	DELETE  every declared property: stored if newer, else null at the event's version
//
// The state's version is the greater of the two. createdAt and deletedAt follow inserts and
// deletes. An edge is active when it was created and not deleted at that version or later. Transit
// refuses an active state without a value for a property that may not be null. The properties of
// the result are in the order of the schema.
// Spec: docs/formats/actionbase.md#two-generations.
func Transit(schema []Property, state *EdgeStateValue, ev *Event) (EdgeStateValue, error) {
	if int(ev.Kind) >= len(eventNames) {
		return EdgeStateValue{}, refuse("type", "expected INSERT, UPDATE or DELETE")
	}
	next := EdgeStateValue{Version: max(state.Version, ev.Version), CreatedAt: state.CreatedAt, DeletedAt: state.DeletedAt}
	stored := make(map[int32]*StateProperty, len(state.Properties))
	for i := range state.Properties {
		stored[state.Properties[i].Code] = &state.Properties[i]
	}
	named := make(map[string]*Value, len(ev.Properties))
	for i := range ev.Properties {
		named[ev.Properties[i].Name] = &ev.Properties[i].Value
	}
	for i := range schema {
		code := Code(schema[i].Name)
		if p, ok := ev.property(stored[code], named[schema[i].Name]); ok {
			p.Code = code
			next.Properties = append(next.Properties, p)
		}
	}
	next.setTimes(ev)
	err := next.checkNulls(schema)
	return next, err
}

// property returns what a declared property is after the event; ok is false if it stays absent.
// stored or given is nil where it is missing.
func (ev *Event) property(stored *StateProperty, given *Value) (p StateProperty, ok bool) {
	if stored != nil && (stored.Version > ev.Version || ev.Kind == Update && given == nil) {
		return *stored, true
	}
	p.Version = ev.Version
	switch ev.Kind {
	case Insert:
		if given != nil && given.Kind != Null {
			p.Value = *given
		} else if stored != nil && stored.Version == ev.Version {
			p.Value = stored.Value
		}
	case Update:
		if given == nil {
			return p, false
		}
		p.Value = *given
	}
	return p, true
}

// setTimes moves createdAt or deletedAt to the event, and decides whether the edge is active.
// Between an insert and a delete of one version, the later event wins.
func (s *EdgeStateValue) setTimes(ev *Event) {
	at := Instant{true, ev.Version}
	latest := ev.Version == s.Version
	switch {
	case ev.Kind == Insert && (!s.CreatedAt.Set || ev.Version >= s.CreatedAt.Value):
		s.CreatedAt = at
		if latest && s.DeletedAt == at {
			s.DeletedAt = Instant{}
		}
	case ev.Kind == Delete && (!s.DeletedAt.Set || ev.Version >= s.DeletedAt.Value):
		s.DeletedAt = at
		if latest && s.CreatedAt == at {
			s.CreatedAt = Instant{}
		}
	}
	s.Active = s.CreatedAt.Set && (!s.DeletedAt.Set || s.CreatedAt.Value > s.DeletedAt.Value)
}

// checkNulls refuses an active state without a value for a property that may not be null.
func (s *EdgeStateValue) checkNulls(schema []Property) error {
	if !s.Active {
		return nil
	}
	has := make(map[int32]bool, len(s.Properties))
	for i := range s.Properties {
		has[s.Properties[i].Code] = s.Properties[i].Value.Kind != Null
	}
	for i := range schema {
		if !schema[i].Nullable && !has[Code(schema[i].Name)] {
			return refuse(schema[i].Name, "an active edge must have a value for this property")
		}
	}
	return nil
}
