package main

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/moment"
	"github.com/rowlens/rowlens/codec/value"
)

func hlcCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "hlc [VERSION|TIME...] [FLAGS]",
		Short: "convert hybrid logical clock versions to and from times",
		Long: "Prints each version as UTC instant, local time, logical counter, number and stored bytes. Without arguments it makes " +
			"the version of now.\n\n" +
			"An argument is any of the forms that it prints: a decimal number; hex of 8 bytes, which is the inverted form if its " +
			"first bit is set (--form decides otherwise); hex of 9 or 10 bytes, the var-int; a date-time such as " +
			"2018-12-21T17:12:25.678Z, in --zone if it names no zone; a number of s, ms, us or ns since 1970, such as " +
			"1545412345678ms. After a time, /N is the logical counter. A prefix 0x says that digits are hex.\n\n" +
			"--layout says how the 64 bits are divided: " + moment.LayoutNames() +
			". CockroachDB has a pair instead of one number, printed as nanoseconds, a point and ten digits.",
		Example: `  # a version, as Maryk has it
  rowlens hlc 1882441387094310912
  # the bytes of a historic key, newest first
  rowlens hlc e982e3f00b1fffff
  # from a time and a counter, for a program
  rowlens hlc --json 2018-12-21T17:12:25.678Z/3
  # a version of CockroachDB
  rowlens hlc --layout cockroach 1545412345678000000.0000000003`,
	}
	fs := cmd.Flags()
	x := &hlcCall{call: c}
	fs.StringVar(&x.layout, "layout", hlc.Maryk.Name, "read versions as `LAYOUT`: "+moment.LayoutNames())
	fs.StringVar(&x.form, "form", "", "read hex as `FORM`: plain, inverted or varint, instead of by its length and first bit")
	fs.StringVar(&x.zone, "zone", "", "time `ZONE` of local times: a region such as Asia/Seoul, or +09:00 (default that of the system)")
	fs.BoolVar(&x.json, "json", false, "print JSON Lines")
	completes(cmd, "layout", completeNames(layoutNames()...))
	completes(cmd, "form", completeNames(hlcForms...))
	completes(cmd, "zone", completeZones)
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.RunE = c.runs(x.run)
	return cmd
}

func layoutNames() []string { return strings.Split(moment.LayoutNames(), ", ") }

// hlcForms are the values of --form.
var hlcForms = []string{"plain", "inverted", "varint"}

type hlcCall struct {
	*call
	layout, form, zone string
	json               bool

	local *time.Location
}

func (x *hlcCall) run(args []string) error {
	o := moment.Options{Layout: x.layout, Form: x.form, Zone: x.offset, Now: time.Now().UnixMilli()}
	layout := moment.Options{Layout: x.layout}
	if err := layout.Check(); err != nil {
		return usage("%s%s", err, meant(x.layout, layoutNames()))
	}
	if err := o.Check(); err != nil {
		return usage("%s%s", err, meant(x.form, hlcForms))
	}
	x.local = time.Local
	if x.zone != "" {
		if x.local = location(x.zone); x.local == nil {
			return unknownZone(x.zone)
		}
	}
	if len(args) == 0 {
		args = []string{time.Now().UTC().Format("2006-01-02T15:04:05.000Z")}
	}
	s, bad := x.screen(), 0
	for i, arg := range args {
		m, err := moment.Parse(arg, o)
		if err != nil {
			bad++
			x.say(screen.Visible(arg) + ": " + err.Error())
			continue
		}
		x.doubt(arg)
		if x.json {
			s.Buf = x.record(s.Buf, arg, m)
			continue
		}
		if i > 0 {
			s.Line()
		}
		x.print(s, m)
	}
	if err := x.show(s); err != nil {
		return err
	}
	if bad > 0 {
		return silently(exitFailed)
	}
	return nil
}

// doubt reports that a number is more likely a different kind of time than a version of the layout: one with an unlikely
// year, or with a counter that no clock would reach.
func (x *hlcCall) doubt(arg string) {
	if !isDecimal(arg) {
		return // hex and dates are unambiguous
	}
	list, err := moment.Readings(arg, moment.Options{}, moment.Known{Last: -1})
	if err != nil || list[0].Dots < 2 {
		return
	}
	best := &list[0]
	if slices.ContainsFunc(list, func(r moment.Reading) bool { return r.Name == x.layout && r.Dots >= best.Dots }) {
		return
	}
	at := moment.Moment{Physical: uint64(best.Millis), Nanos: best.Nanos}
	how := "--layout " + best.Name
	if !best.Counted {
		how = arg + best.Name
	}
	x.note("note: " + arg + " is read as a version of " + x.layout + "; as " + best.Title + " it would be " + string(at.AppendTime(nil, 0)) + ": " + how)
}

func isDecimal(text string) bool {
	_, err := strconv.ParseUint(text, 10, 64)
	return err == nil
}

// location returns a time zone, or nil if it does not exist.
func location(zone string) *time.Location {
	if at, err := time.Parse("-07:00", zone); err == nil {
		return at.Location()
	}
	if loc, err := time.LoadLocation(zone); err == nil {
		return loc
	}
	return nil
}

// offset returns the zone's offset at a local time.
func (x *hlcCall) offset(local int64) int64 {
	t := time.UnixMilli(local).UTC()
	_, east := time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, x.local).Zone()
	return int64(east)
}

func (x *hlcCall) localTime(m *moment.Moment) string {
	_, east := time.UnixMilli(int64(m.Physical)).In(x.local).Zone()
	return string(m.AppendTime(nil, int64(east)))
}

func (x *hlcCall) print(s *screen.Screen, m *moment.Moment) {
	const wide = 10
	line := func(title, text string) {
		s.Put(screen.Dim, screen.Pad(title, wide))
		s.Put(screen.Plain, text)
		s.Line()
	}
	line("UTC", string(m.AppendTime(nil, 0)))
	line("local", x.localTime(m))
	line("logical", strconv.FormatUint(m.Logical, 10))
	for _, f := range m.Forms {
		line(f.Title, f.Text)
	}
}

func (x *hlcCall) record(dst []byte, input string, m *moment.Moment) []byte {
	w := value.Writer{Buf: dst}
	w.Object()
	w.Key("input")
	w.String(input)
	m.Write(&w, x.localTime(m))
	w.EndObject()
	return append(w.Buf, '\n')
}
