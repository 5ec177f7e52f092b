package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// deriveTransition writes {"states","value"} for {"schema","events"}: the state
// after each event, and the cell of the last one.
func deriveTransition(in *format.Input, w *value.Writer) error {
	schema, err := parseList(in.Given, "schema", parseProperty)
	if err != nil {
		return err
	}
	if err := checkNames(schema); err != nil {
		return err
	}
	events, err := parseList(in.Given, "events", parseEvent)
	if err != nil {
		return err
	}
	from := len(w.Buf)
	w.Object()
	w.Key("states")
	w.Array()
	state := NoState()
	for i := range events {
		if state, err = Transit(schema, &state, &events[i]); err != nil {
			return within(itemName("events", int(i)), err)
		}
		state.writeNamed(w, schema)
		if err := tooLong(w, from); err != nil {
			return err
		}
	}
	w.EndArray()
	cell, err := AppendEdgeStateValue(nil, &state)
	if err != nil {
		return err
	}
	if err := (Options{Unlimited: in.Unlimited}).fits(store.Value, cell); err != nil {
		return err
	}
	w.Key(store.Value)
	w.Hex(cell)
	w.EndObject()
	return nil
}

// checkNames refuses properties that a state cannot distinguish.
func checkNames(schema []Property) error {
	names := make(map[int32]string, len(schema))
	for i := range schema {
		code := Code(schema[i].Name)
		if other, again := names[code]; again {
			return refuse("schema", "the properties "+other+" and "+schema[i].Name+" have the same code")
		}
		names[code] = schema[i].Name
	}
	return nil
}

func parseEvent(v value.Value) (ev Event, err error) {
	kind := text(v, "type")
	for ev.Kind = 0; int(ev.Kind) < len(eventNames); ev.Kind++ {
		if eventNames[ev.Kind] == kind {
			break
		}
	}
	if int(ev.Kind) == len(eventNames) {
		return ev, refuse("type", "expected INSERT, UPDATE or DELETE, found "+words(v.Member("type")))
	}
	if ev.Version, err = parseLong(v, "version"); err != nil {
		return ev, err
	}
	ev.Properties, err = parseList(v, "properties", parseNamedValue)
	return ev, err
}

func parseNamedValue(v value.Value) (p NamedValue, err error) {
	if p.Name, err = named(v, "name"); err != nil {
		return p, err
	}
	err = p.Value.parse(v.Member("value"), "value")
	return p, err
}

// writeNamed writes the state with the names of its properties, in the schema's order.
func (s *EdgeStateValue) writeNamed(w *value.Writer, schema []Property) {
	w.Object()
	s.writeTimes(w)
	w.Key("properties")
	w.Array()
	next := 0
	for i := range s.Properties {
		p := &s.Properties[i]
		for next < len(schema) && Code(schema[next].Name) != p.Code {
			next++
		}
		if next == len(schema) {
			break
		}
		w.Object()
		w.Key("name")
		w.String(schema[next].Name)
		w.Key("value")
		p.Value.write(w)
		w.Key("version")
		w.Int64(p.Version)
		w.EndObject()
	}
	w.EndArray()
	w.EndObject()
}
