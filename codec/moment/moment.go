package moment

import (
	"errors"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// Layout says how a version is divided into time and counter.
type Layout struct {
	Name  string // kebab-case
	Title string // for people

	bits hlc.Layout // of a single number
	pair bool       // separate nanoseconds and counter
}

const cockroach = "cockroach"

// timestamp is milliseconds without a counter, as in HBase and Accumulo.
var timestamp = hlc.Layout{Name: "ms", Title: "timestamp: 64 bits ms, no counter"}

// Layouts lists the layouts, the default one first.
func Layouts() []Layout {
	var list []Layout
	for _, l := range append(hlc.Layouts(), timestamp) {
		list = append(list, Layout{Name: l.Name, Title: l.Title, bits: l})
	}
	return append(list, Layout{Name: cockroach, Title: "CockroachDB: nanoseconds and a counter", pair: true})
}

// LayoutNames lists the names of the layouts in one text.
func LayoutNames() string {
	var list []string
	for _, l := range Layouts() {
		list = append(list, l.Name)
	}
	return strings.Join(list, ", ")
}

func find(name string) (Layout, bool) {
	if l, ok := hlc.Find(name); ok { // also finds alternative names
		name = l.Name
	}
	for _, l := range Layouts() {
		if l.Name == name || name == "" {
			return l, true
		}
	}
	return Layout{}, false
}

// Options supply what a text leaves open.
type Options struct {
	Layout string // name of the layout; empty for Maryk's
	Form   string // how to read hex: plain, inverted or varint; empty to decide by length and first bit
	Now    int64  // milliseconds since 1970 for "now" and "2 h ago"; with 0 these are not times

	// Zone returns the offset from UTC, in seconds, at a local time, which is given in milliseconds
	// as if it were UTC. Nil means UTC.
	Zone func(localMillis int64) int64
}

// Check returns an error for a layout or form that does not exist.
func (o *Options) Check() error {
	if _, ok := find(o.Layout); !ok {
		return errors.New("there is no layout " + strconv.Quote(o.Layout) + "; there are: " + LayoutNames())
	}
	switch o.Form {
	case "", "plain", "inverted", "varint":
		return nil
	}
	return errors.New("there is no form " + strconv.Quote(o.Form) + "; there are: plain, inverted, varint")
}

// Moment is one version in any layout.
type Moment struct {
	Layout   Layout
	Physical uint64 // milliseconds since 1970-01-01 UTC
	Nanos    int64  // below the millisecond; only in a pair
	Logical  uint64
	Forms    []Form
}

// Form is one way to write a version, which Parse reads back, with a name for programs and a title for people.
type Form struct{ Name, Title, Text string }

func ofVersion(l Layout, v hlc.Version) (*Moment, error) {
	const last = 1<<63 - 1 // timestamps are signed
	physical := l.bits.Physical(v)
	if physical > last {
		return nil, &hlc.RangeError{Field: "physical", Value: physical, Max: last}
	}
	return &Moment{
		Layout: l, Physical: physical, Logical: l.bits.Logical(v),
		Forms: []Form{
			{"version", "version", strconv.FormatUint(uint64(v), 10)},
			{"plain", "plain", hexText(hlc.Append(nil, v))},
			{"inverted", "inverted", hexText(hlc.AppendInverted(nil, v))},
			{"varint", "var-int", hexText(hlc.AppendVarint(nil, v))},
		},
	}, nil
}

func ofPair(l Layout, p hlc.Pair) *Moment {
	return &Moment{
		Layout: l, Physical: uint64(p.Wall) / 1e6, Nanos: p.Wall % 1e6, Logical: uint64(p.Logical),
		Forms: []Form{
			{"version", "version", string(p.AppendText(nil))},
			{"plain", "plain", hexText(hlc.AppendPair(nil, p))},
		},
	}
}

// AppendTime appends the instant as ISO 8601 with milliseconds, or nanoseconds if it has them, in
// the zone that is east seconds east of UTC.
func (m *Moment) AppendTime(dst []byte, east int64) []byte {
	ms := int64(m.Physical) + east*1000
	dst = span.AppendTime(dst, ms-ms%1000)
	dst = append(dst[:len(dst)-1], '.') // replaces the Z
	fraction := (int64(m.Physical)%1000)*1e6 + m.Nanos
	if m.Nanos != 0 {
		dst = appendPadded(dst, fraction, 9)
	} else {
		dst = appendPadded(dst, fraction/1e6, 3)
	}
	return appendOffset(dst, east)
}

func appendOffset(dst []byte, east int64) []byte {
	if east == 0 {
		return append(dst, 'Z')
	}
	sign := byte('+')
	if east < 0 {
		sign, east = '-', -east
	}
	dst = appendPadded(append(dst, sign), east/3600, 2)
	return appendPadded(append(dst, ':'), east/60%60, 2)
}

// Write writes members of an object: the layout, the instant in UTC and, if given, in local time, and all forms.
func (m *Moment) Write(w *value.Writer, local string) {
	w.Key("layout")
	w.String(m.Layout.Name)
	w.Key("utc")
	w.Text(m.AppendTime(nil, 0))
	if local != "" {
		w.Key("local")
		w.String(local)
	}
	w.Key("physical")
	w.Uint64(m.Physical)
	w.Key("logical")
	w.Int(int64(m.Logical))
	for _, f := range m.Forms {
		w.AnyKey(f.Name)
		w.String(f.Text)
	}
}
