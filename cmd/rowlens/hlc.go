package main

import (
	"encoding/hex"
	"errors"
	"flag"
	"strconv"
	"strings"
	"time"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/value"
)

func hlcCommand() *command {
	return &command{
		name: "hlc", args: "[VERSION|TIME...]",
		summary: "versions of hybrid logical clocks as instant, counter and bytes",
		text: "Prints each version as UTC instant, local time, logical counter, number and stored bytes. Without arguments it makes the version of now.\n\n" +
			"An argument is any of the forms that it prints: a decimal number; hex of 8 bytes, which are the inverted form when their first bit is set (--form says otherwise); hex of 9 or 10 bytes, the var-int; " +
			"a date-time such as 2018-12-21T17:12:25.678Z, without a zone in that of --zone; milliseconds since 1970 as 1545412345678ms. Behind a time, /N is the logical counter. 0x in front says that digits are hex.\n\n" +
			"--layout names how the 64 bits are cut: " + layoutNames() + ". CockroachDB has a pair in place of one number, printed as nanoseconds, a point and ten digits.",
		examples: []example{
			{"a version, as Maryk has it", "rowlens hlc 1882441387094310912"},
			{"the bytes of a historic key, newest first", "rowlens hlc e982e3f00b1fffff"},
			{"from a time and a counter, for a program", "rowlens hlc --json 2018-12-21T17:12:25.678Z/3"},
			{"a version of CockroachDB", "rowlens hlc --layout cockroach 1545412345678000000.0000000003"},
		},
		setup: func(c *call, fs *flag.FlagSet) func([]string) error {
			x := &hlcCall{call: c}
			fs.StringVar(&x.layout, "layout", hlc.Maryk.Name, "cut versions as `LAYOUT`: "+layoutNames())
			fs.StringVar(&x.form, "form", "", "read hex as `FORM`: plain, inverted or varint, instead of by its length and first bit")
			fs.StringVar(&x.zone, "zone", "", "time `ZONE` of local times: a region such as Asia/Seoul, or +09:00 (default that of the system)")
			fs.BoolVar(&x.json, "json", false, "print JSON Lines")
			return x.run
		},
	}
}

// cockroach is the layout that is a pair and not one number.
const cockroach = "cockroach"

func layoutNames() string {
	var list []string
	for _, l := range hlc.Layouts() {
		list = append(list, l.Name)
	}
	return strings.Join(append(list, cockroach), ", ")
}

type hlcCall struct {
	*call
	layout, form, zone string
	json               bool

	bits  hlc.Layout
	local *time.Location
}

// stamp is one version, of whichever layout.
type stamp struct {
	input    string
	physical uint64 // milliseconds since 1970
	nanos    int64  // below the millisecond: only a pair has them
	logical  uint64
	forms    []hlcForm
}

// hlcForm is a spelling of a version, with its name for people and in JSON.
type hlcForm struct{ name, title, text string }

func (x *hlcCall) run(args []string) error {
	var ok bool
	if x.bits, ok = hlc.Find(x.layout); !ok && x.layout != cockroach {
		return usage("there is no layout %q; there are: %s", x.layout, layoutNames())
	}
	switch x.form {
	case "", "plain", "inverted", "varint":
	default:
		return usage("there is no form %q; there are: plain, inverted, varint", x.form)
	}
	x.local = time.Local
	if x.zone != "" {
		if x.local = location(x.zone); x.local == nil {
			return usage("there is no time zone %q: expected a region such as Asia/Seoul, or an offset such as +09:00", x.zone)
		}
	}
	if len(args) == 0 {
		args = []string{time.Now().UTC().Format("2006-01-02T15:04:05.000Z")}
	}
	s, bad := x.screen(), 0
	for i, arg := range args {
		st, err := x.parse(arg)
		if err != nil {
			bad++
			x.say(screen.Visible(arg) + ": " + err.Error())
			continue
		}
		if x.json {
			s.Buf = x.record(s.Buf, st)
			continue
		}
		if i > 0 {
			s.Line()
		}
		x.print(s, st)
	}
	if err := x.show(s); err != nil {
		return err
	}
	if bad > 0 {
		return silently(exitFailed)
	}
	return nil
}

// location returns a time zone, nil for one that does not exist.
func location(zone string) *time.Location {
	if at, err := time.Parse("-07:00", zone); err == nil {
		return at.Location()
	}
	if loc, err := time.LoadLocation(zone); err == nil {
		return loc
	}
	return nil
}

// parse reads a version in any of its forms.
func (x *hlcCall) parse(arg string) (*stamp, error) {
	if p, ok, err := x.time(arg); ok || err != nil {
		return p, err
	}
	if x.layout == cockroach {
		return x.pair(arg)
	}
	digits, isHex := strings.CutPrefix(strings.ToLower(arg), "0x")
	if n, err := strconv.ParseUint(arg, 10, 64); err == nil && !isHex && x.form == "" {
		return x.stamp(arg, hlc.Version(n)), nil
	}
	b, err := hex.DecodeString(digits)
	if err != nil || len(b) == 0 {
		return nil, errors.New("expected a version as a number or hex, or a time such as 2018-12-21T17:12:25.678Z or 1545412345678ms")
	}
	v, err := x.bytes(b)
	if err != nil {
		return nil, err
	}
	return x.stamp(arg, v), nil
}

// bytes reads a stored form. A version in plain form begins with a set bit only
// after the year 2248, so that one which does is taken for inverted.
func (x *hlcCall) bytes(b []byte) (hlc.Version, error) {
	form := x.form
	if form == "" {
		switch {
		case len(b) != 8:
			form = "varint"
		case b[0] >= 0x80:
			form = "inverted"
		}
	}
	switch form {
	case "varint":
		return hlc.DecodeVarint(b)
	case "inverted":
		return hlc.DecodeInverted(b)
	}
	return hlc.Decode(b)
}

// time reads a date-time or milliseconds, with a counter behind them; not ok when
// the text is neither.
func (x *hlcCall) time(arg string) (*stamp, bool, error) {
	text, counter, counted := strings.Cut(arg, "/")
	var logical uint64
	if counted {
		var err error
		if logical, err = strconv.ParseUint(counter, 10, 64); err != nil {
			return nil, false, errors.New("expected the logical counter behind the slash, found " + strconv.Quote(counter))
		}
	}
	if digits, ok := strings.CutSuffix(text, "ms"); ok {
		n, err := strconv.ParseUint(digits, 10, 64)
		if err != nil {
			return nil, false, errors.New("expected milliseconds since 1970 before ms")
		}
		st, err := x.join(arg, n, 0, logical)
		return st, true, err
	}
	t, ok := x.instant(text)
	if !ok {
		if counted {
			return nil, false, errors.New("expected a time before the slash, such as 2018-12-21T17:12:25.678Z")
		}
		return nil, false, nil
	}
	if t.UnixMilli() < 0 {
		return nil, false, errors.New("expected a time from 1970 on")
	}
	st, err := x.join(arg, uint64(t.UnixMilli()), int64(t.Nanosecond()%1e6), logical)
	return st, true, err
}

func (x *hlcCall) instant(text string) (time.Time, bool) {
	text = strings.Replace(text, " ", "T", 1)
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return t, true
	}
	for _, layout := range [...]string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02"} {
		if t, err := time.ParseInLocation(layout, text, x.local); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// join makes a version of the layout. Only a pair keeps what is below the
// millisecond.
func (x *hlcCall) join(input string, physical uint64, nanos int64, logical uint64) (*stamp, error) {
	if x.layout != cockroach {
		v, err := x.bits.Join(physical, logical)
		if err != nil {
			return nil, err
		}
		return x.stamp(input, v), nil
	}
	p, err := hlc.NewPair(physical, nanos, logical)
	if err != nil {
		return nil, err
	}
	return pairStamp(input, p), nil
}

func (x *hlcCall) stamp(input string, v hlc.Version) *stamp {
	return &stamp{
		input: input, physical: x.bits.Physical(v), logical: x.bits.Logical(v),
		forms: []hlcForm{
			{"version", "version", strconv.FormatUint(uint64(v), 10)},
			{"plain", "plain", hex.EncodeToString(hlc.Append(nil, v))},
			{"inverted", "inverted", hex.EncodeToString(hlc.AppendInverted(nil, v))},
			{"varint", "var-int", hex.EncodeToString(hlc.AppendVarint(nil, v))},
		},
	}
}

// pair reads CockroachDB's decimal, or its 8 or 12 bytes as hex.
func (x *hlcCall) pair(arg string) (*stamp, error) {
	if x.form != "" && x.form != "plain" {
		return nil, errors.New("CockroachDB has only a plain form")
	}
	digits, isHex := strings.CutPrefix(strings.ToLower(arg), "0x")
	if !isHex && x.form == "" {
		if p, err := hlc.ParsePair(arg); err == nil {
			return pairStamp(arg, p), nil
		}
	}
	b, err := hex.DecodeString(digits)
	if err != nil {
		return nil, errors.New("expected nanoseconds, a point and a counter, or their 8 or 12 bytes as hex")
	}
	p, err := hlc.DecodePair(b)
	if err != nil {
		return nil, err
	}
	if p.Wall < 0 || p.Logical < 0 {
		return nil, errors.New("expected nanoseconds and a counter that are not negative")
	}
	return pairStamp(arg, p), nil
}

func pairStamp(input string, p hlc.Pair) *stamp {
	return &stamp{
		input: input, physical: uint64(p.Wall) / 1e6, nanos: p.Wall % 1e6, logical: uint64(p.Logical),
		forms: []hlcForm{
			{"version", "version", string(p.AppendText(nil))},
			{"plain", "plain", hex.EncodeToString(hlc.AppendPair(nil, p))},
		},
	}
}

// at is the instant in a zone, as people and `hlc` itself read it.
func (st *stamp) at(zone *time.Location) string {
	t := time.UnixMilli(int64(st.physical)).Add(time.Duration(st.nanos)).In(zone)
	if st.nanos != 0 {
		return t.Format("2006-01-02T15:04:05.000000000Z07:00")
	}
	return t.Format("2006-01-02T15:04:05.000Z07:00")
}

func (x *hlcCall) print(s *screen.Screen, st *stamp) {
	const wide = 10
	line := func(title, text string) {
		s.Put(screen.Dim, pad(title, wide))
		s.Put(screen.Plain, text)
		s.Line()
	}
	line("UTC", st.at(time.UTC))
	line("local", st.at(x.local))
	line("logical", strconv.FormatUint(st.logical, 10))
	for _, f := range st.forms {
		line(f.title, f.text)
	}
}

func (x *hlcCall) record(dst []byte, st *stamp) []byte {
	w := value.Writer{Buf: dst}
	w.Object()
	w.Key("input")
	w.String(st.input)
	w.Key("layout")
	w.String(x.layout)
	w.Key("utc")
	w.String(st.at(time.UTC))
	w.Key("local")
	w.String(st.at(x.local))
	w.Key("physical")
	w.Uint64(st.physical)
	w.Key("logical")
	w.Int(int64(st.logical))
	for _, f := range st.forms {
		w.AnyKey(f.name)
		w.String(f.text)
	}
	w.EndObject()
	return append(w.Buf, '\n')
}
