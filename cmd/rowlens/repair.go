package main

import (
	"os"
	"strings"

	"github.com/rowlens/rowlens/cmd/internal/outfile"
)

// target is a file that a command writes in addition to its output.
type target struct {
	flag, name string
	force      bool // the file may exist
}

// mayReplace checks a file to be written before the work begins, which may take hours. It refuses an input, under
// whatever name, an existing file unless replacing it was requested, and a file that cannot be written. others
// are further files that the command reads, with the flags that name them.
func (r *reading) mayReplace(t *target, inputs []string, others ...[2]string) error {
	if t.name == "-" { // elsewhere it stands for a stream, and this command prints something else to that
		return usage("%s needs the name of a file; for one that is called -, write ./-", t.flag)
	}
	to, err := os.Stat(t.name)
	if err != nil {
		return cannotWrite(outfile.Check(t.name))
	}
	same := func(info os.FileInfo, err error) bool { return err == nil && os.SameFile(to, info) }
	for _, name := range inputs {
		if name == "-" && same(r.in.Stat()) || name != "-" && same(os.Stat(name)) {
			return usage("%s %s would overwrite the dump; give the name of another file", t.flag, t.name)
		}
	}
	for _, given := range append(others, [2]string{"--model", r.model}, [2]string{"--meta", r.meta}, [2]string{"--decrypt-key", r.decrypt}) {
		if given[1] != "" && same(os.Stat(given[1])) {
			return usage("%s %s would overwrite the file of %s; give the name of another file", t.flag, t.name, given[0])
		}
	}
	switch {
	case to.IsDir():
		return usage("%s %s is a folder", t.flag, t.name)
	case !t.force:
		return usage("%s %s: the file exists; --force replaces it", t.flag, t.name)
	}
	return cannotWrite(outfile.Check(t.name))
}

// cannotWrite returns the failure for a file that cannot be written, or nil.
func cannotWrite(err error) error {
	if err == nil {
		return nil
	}
	return unreadable(fileError(err))
}

// writeRepair writes the file with the changes, if requested, and reports what they do not repair.
func (x *verifyCall) writeRepair() error {
	if x.repair == "" {
		return nil
	}
	stop := x.working(&work{what: "finding repairs for " + count(x.read, "row")}, false)
	lines, changes, left := x.rows.Repair()
	stop()
	if err := outfile.Write(x.repair, lines, x.force); err != nil {
		return unreadable(fileError(err))
	}
	x.note("note: " + count(changes, "change") + " to " + x.repair)
	for i := range left {
		f := &left[i]
		why := f.NoMend
		if why == "" {
			why = "the changes do not repair it"
		}
		item := ""
		if f.Item != "" {
			item = " " + f.Item
		}
		row := rowText(f.Parts)
		if row != "" {
			row = " " + row
		}
		x.say(strings.ReplaceAll("note: not repaired: "+f.Code+row+item+": "+why, "\n", " "))
	}
	return nil
}
