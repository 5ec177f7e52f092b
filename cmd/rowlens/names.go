package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
)

func formatNames() (list []string) {
	for _, f := range codec.Formats() {
		list = append(list, f.ID)
	}
	return list
}

func formNames() (list []string) {
	for _, f := range dump.Forms() {
		list = append(list, f.ID)
	}
	return list
}

// recordNames returns the record kinds of a format that a store holds.
func recordNames(f *format.Format) (list []string) {
	for i := range f.Records {
		if r := &f.Records[i]; r.Decode != nil && r.Guess != nil {
			list = append(list, r.Name)
		}
	}
	return list
}

func (r *reading) hasRecord() bool {
	return slices.ContainsFunc(r.formats(), func(f *format.Format) bool { return f.Record(r.record) != nil })
}

// formats returns the formats selected by --format.
func (r *reading) formats() []*format.Format {
	if f := codec.Find(r.format); f != nil {
		return []*format.Format{f}
	}
	return codec.Formats()
}

// unknownRecord lists the record kinds, and names another format that has the record kind in question.
func (r *reading) unknownRecord() error {
	var names []string
	for _, f := range r.formats() {
		for _, name := range recordNames(f) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	hint, of := meant(r.record, names), ""
	if r.format != "" {
		of = " of " + r.format
		for _, f := range codec.Formats() {
			if f.Record(r.record) != nil {
				hint = "; " + f.ID + " has one"
			}
		}
	}
	if hint != "" && r.format == "" {
		return usage("there is no record kind %q%s `rowlens formats` lists all", r.record, hint)
	}
	return usage("there is no record kind %q%s%s There are: %s; `rowlens formats FORMAT` describes them",
		r.record, of, ended(hint), strings.Join(names, ", "))
}

// unknownZone says what a time zone may be.
func unknownZone(zone string) error {
	return usage("there is no time zone %q%s Expected a region such as Asia/Seoul, or an offset such as +09:00",
		zone, ended(meant(zone, zoneNames())))
}

// zoneNames lists the regions of the system's time zone database, if there is one. The copy
// embedded in Go cannot be listed.
func zoneNames() (list []string) {
	for _, root := range []string{os.Getenv("ZONEINFO"), "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo"} {
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error { // unreadable folders are skipped
			name, _ := filepath.Rel(root, path)
			switch {
			case err != nil:
				return fs.SkipDir
			case name == "right" || name == "posix":
				return fs.SkipDir
			case !d.IsDir() && name[0] >= 'A' && name[0] <= 'Z' && filepath.Ext(name) == "":
				list = append(list, filepath.ToSlash(name))
			}
			return nil
		})
		if len(list) > 0 {
			break
		}
	}
	return list
}
