package main

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/internal/zones"
)

// zoneNames compares the zones of Actionbase's buckets with java.time.
type zoneNames struct {
	names []string
	zones zones.System
}

func (*zoneNames) name() string   { return "zones" }
func (*zoneNames) prefix() string { return "zone." }

// prepare asks which regions there are. Names newer than the JDK are not tried.
func (d *zoneNames) prepare(_ uint64, j *jvms) error {
	a, err := j.ask([]string{"zone.names"})
	if err == nil {
		d.names = strings.Fields(a[0].any().text())
	}
	return err
}

// oddZones are names that only some databases have.
var oddZones = []string{
	"UTC", "GMT", "UT", "Z", "z", "utc", "EST", "MST", "HST", "PST", "JST", "EST5EDT", "PST8PDT", "WET", "CET", "MET",
	"EET", "ROC", "ROK", "PRC", "NZ", "Zulu", "Factory",
	"localtime", "Local", "posix/UTC", "right/UTC", "posix/Asia/Seoul", "right/Asia/Seoul", "posixrules", "leapseconds",
	"tzdata.zi", "zone.tab", "iso3166.tab", "",
	"Etc/GMT+5", "Etc/GMT-14", "Etc/GMT+12", "Etc/GMT0", "GMT0", "GMT+0", "GMT-0", "UTC+0", "UT+9", "UTC+09:00", "GMT+9",
	"GMT+09:00:01", "UTC+18:00", "UTC+18:01",
	"+9", "+09", "+0900", "+09:00", "+090000", "+09:00:00", "+18", "-18:00", "+18:00:01", "+9:00", "+09:0", "-00:00",
	"+24", "9", "+", "-", "UTC+", "UTCZ", "GMT+0:00",
	"SystemV/PST8PDT", "US/Pacific-New", "Asia/Hanoi", "Asia/Seoul ", " Asia/Seoul", "asia/seoul", "Asia//Seoul", "Asia/../Asia/Seoul",
	"../UTC", "/UTC", "Asia/", "Asia", "Seoul",
}

// Instants of the last decades: before and after them, editions of the database differ.
const (
	firstInstant = 946_684_800
	lastInstant  = 1_700_000_000
)

func (d *zoneNames) next(r *rand.Rand) string {
	var name string
	switch r.IntN(4) {
	case 0:
		name = pick(r, oddZones...)
	case 1:
		name = pick(r, "", "UTC", "GMT", "UT") + pick(r, "+", "-") + pick(r, strconv.Itoa(r.IntN(25)), "0"+strconv.Itoa(r.IntN(10))) +
			pick(r, "", ":", ":30", "30", ":3", ":00:30", "0030", ":60", ":59:59")
	default:
		name = pick(r, d.names...)
	}
	b := []byte(name)
	if chance(r, 4) {
		b = mutate(r, b)
	}
	return "zone.text\t" + hexOf(b) + "\t" + strconv.FormatInt(firstInstant+r.Int64N(lastInstant-firstInstant), 10)
}

func (d *zoneNames) judge(q []string, a answers) []difference {
	name := string(unhex(q[1]))
	bucket := actionbase.Bucket{Unit: "SECOND", Zone: name, Pattern: "yyyy-MM-dd HH:mm:ss"}
	text, err := bucket.Text(parseInt(q[2]), &d.zones)
	switch peer := a.any(); {
	case err == nil && !peer.ok():
		return []difference{{"takes what ZoneId refuses", strconv.Quote(name)}}
	case err != nil && peer.ok():
		if strings.HasPrefix(name, "SystemV/") {
			return []difference{{"refuses a zone of System V", err.Error()}}
		}
		return []difference{{"refuses what ZoneId takes", err.Error()}}
	case err == nil && text != peer.text():
		return []difference{{"another time", strconv.Quote(name) + " " + text}}
	}
	return nil
}
