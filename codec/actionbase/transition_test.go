package actionbase

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// brief writes a state as "active version created/deleted name=value@version …".
func (s *EdgeStateValue) brief(schema []Property) string {
	instant := func(at Instant) string {
		if !at.Set {
			return "-"
		}
		return strconv.FormatInt(at.Value, 10)
	}
	out := "inactive"
	if s.Active {
		out = "active"
	}
	out += " " + strconv.FormatInt(s.Version, 10) + " " + instant(s.CreatedAt) + "/" + instant(s.DeletedAt)
	for _, p := range s.Properties {
		for _, d := range schema {
			if Code(d.Name) == p.Code {
				v := p.Value.brief()
				if p.Value.Kind == Null {
					v = "null"
				}
				out += " " + d.Name + "=" + v + "@" + strconv.FormatInt(p.Version, 10)
			}
		}
	}
	return out
}

func TestEachRuleOfATransition(t *testing.T) {
	schema := []Property{{Name: "must"}, {Name: "may", Nullable: true}}
	must, may := func(n int64) NamedValue { return NamedValue{"must", long(n)} },
		func(n int64) NamedValue { return NamedValue{"may", long(n)} }
	null := NamedValue{"may", Value{}}
	for _, c := range []struct {
		name   string
		events []Event
		want   string
	}{
		{"nothing happened", nil, "inactive -9223372036854775808 -/-"},
		{"insert sets every property", []Event{{Insert, 5, []NamedValue{must(1)}}}, "active 5 5/- must=1@5 may=null@5"},
		{"properties that are not declared are dropped", []Event{{Insert, 5, []NamedValue{must(1), {"other", long(1)}}}},
			"active 5 5/- must=1@5 may=null@5"},
		{"properties are in the order of the schema", []Event{{Insert, 5, []NamedValue{may(2), must(1)}}}, "active 5 5/- must=1@5 may=2@5"},
		{"of a name given twice the last value counts", []Event{{Insert, 5, []NamedValue{must(1), must(2)}}},
			"active 5 5/- must=2@5 may=null@5"},
		{"a late insert leaves newer values", []Event{{Insert, 5, []NamedValue{must(1)}},
			{Insert, 4, []NamedValue{must(2), may(2)}}}, "active 5 5/- must=1@5 may=null@5"},
		{"a later insert unsets what it does not name",
			[]Event{{Insert, 5, []NamedValue{must(1), may(1)}}, {Insert, 6, []NamedValue{must(2)}}}, "active 6 6/- must=2@6 may=null@6"},
		{"an insert of the same version keeps what it does not name",
			[]Event{{Insert, 5, []NamedValue{must(1), may(1)}}, {Insert, 5, []NamedValue{must(2)}}}, "active 5 5/- must=2@5 may=1@5"},
		{"an update before an insert keeps only what it names", []Event{{Update, 5, []NamedValue{may(1)}}}, "inactive 5 -/- may=1@5"},
		{"an update sets what it names", []Event{{Insert, 5, []NamedValue{must(1), may(1)}}, {Update, 6, []NamedValue{must(2)}}},
			"active 6 5/- must=2@6 may=1@5"},
		{"an update may say null", []Event{{Insert, 5, []NamedValue{must(1), may(1)}}, {Update, 6, []NamedValue{null}}},
			"active 6 5/- must=1@5 may=null@6"},
		{"an update of the same version sets", []Event{{Insert, 5, []NamedValue{must(1)}}, {Update, 5, []NamedValue{may(2)}}},
			"active 5 5/- must=1@5 may=2@5"},
		{"a late update leaves newer values", []Event{{Insert, 5, []NamedValue{must(1)}}, {Update, 4, []NamedValue{may(2)}}},
			"active 5 5/- must=1@5 may=null@5"},
		{"a delete unsets all", []Event{{Insert, 5, []NamedValue{must(1)}}, {Delete, 6, nil}}, "inactive 6 5/6 must=null@6 may=null@6"},
		{"a late delete leaves the edge active", []Event{{Insert, 5, []NamedValue{must(1)}}, {Delete, 4, nil}},
			"active 5 5/4 must=1@5 may=null@5"},
		{"a delete before the insert", []Event{{Delete, 6, nil}, {Insert, 5, []NamedValue{must(1)}}}, "inactive 6 5/6 must=null@6 may=null@6"},
		{"a delete of the insert's version wins if it comes later", []Event{{Insert, 5, []NamedValue{must(1)}}, {Delete, 5, nil}},
			"inactive 5 -/5 must=null@5 may=null@5"},
		{"an insert of the delete's version wins if it comes later", []Event{{Delete, 5, nil}, {Insert, 5, []NamedValue{must(1)}}},
			"active 5 5/- must=1@5 may=null@5"},
		{"but not below the state's version", []Event{{Delete, 5, nil}, {Update, 6, []NamedValue{may(1)}},
			{Insert, 5, []NamedValue{must(1)}}}, "inactive 6 5/5 must=1@5 may=1@6"},
		{"the least and greatest version", []Event{{Insert, math.MinInt64, []NamedValue{must(1)}},
			{Insert, math.MaxInt64, []NamedValue{must(2)}}},
			"active 9223372036854775807 9223372036854775807/- must=2@9223372036854775807 may=null@9223372036854775807"},
	} {
		t.Run(c.name, func(t *testing.T) {
			state := NoState()
			var err error
			for i := range c.events {
				if state, err = Transit(schema, &state, &c.events[i]); err != nil {
					t.Fatal(err)
				}
			}
			if got := state.brief(schema); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestActiveStateNeedsItsProperties(t *testing.T) {
	schema := []Property{{Name: "must"}}
	none := NoState()
	for name, props := range map[string][]NamedValue{"absent": nil, "null": {{"must", Value{}}}} {
		if got, err := Transit(schema, &none, &Event{Insert, 1, props}); err == nil || !strings.HasPrefix(err.Error(), "must: ") {
			t.Errorf("%s: got %s, %v", name, got.brief(schema), err)
		}
	}
	if _, err := Transit(schema, &none, &Event{Kind: 9}); err == nil {
		t.Error("an unknown event is accepted")
	}
}

func TestInsertsAndDeletesEndAlikeInEveryOrder(t *testing.T) {
	// Versions decide, so messages may overtake each other. Equal versions are left out: there the
	// later message wins.
	schema := []Property{{Name: "a", Nullable: true}, {Name: "b", Nullable: true}}
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		var events []Event
		for version := range int64(5) {
			events = append(events, Event{EventKind(2 * r.IntN(2)), version, []NamedValue{{"a", long(r.Int64N(9))}, {"b", long(r.Int64N(9))}}})
		}
		end := func() string {
			state := NoState()
			for i := range events {
				var err error
				if state, err = Transit(schema, &state, &events[i]); err != nil {
					t.Fatal(err)
				}
			}
			return state.brief(schema)
		}
		want := end()
		r.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
		if got := end(); got != want {
			t.Fatalf("shuffled %s, want %s", got, want)
		}
	}
}
