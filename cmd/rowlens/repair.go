package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// mayWrite refuses a file for the repair that is an input, whatever it is called, and one
// that exists, unless the user says that it may go.
func (x *verifyCall) mayWrite(names []string) error {
	to, err := os.Stat(x.repair)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return unreadable(fileError(err))
	}
	same := func(info os.FileInfo, err error) bool { return err == nil && os.SameFile(to, info) }
	for _, name := range names {
		if name == "-" && same(x.in.Stat()) || name != "-" && same(os.Stat(name)) {
			return usage("--repair %s would overwrite the dump; give the name of another file", x.repair)
		}
	}
	for _, given := range [...]struct{ flag, name string }{
		{"--model", x.model}, {"--meta", x.meta}, {"--decrypt-key", x.decrypt}, {"--known", x.known},
	} {
		if given.name != "" && same(os.Stat(given.name)) {
			return usage("--repair %s would overwrite the file of %s; give the name of another file", x.repair, given.flag)
		}
	}
	switch {
	case to.IsDir():
		return usage("--repair %s is a folder", x.repair)
	case !x.force:
		return usage("--repair %s: the file exists; --force replaces it", x.repair)
	}
	return nil
}

// writeRepair writes the file with the changes, if one is wanted, and says what they do
// not mend.
func (x *verifyCall) writeRepair() error {
	if x.repair == "" {
		return nil
	}
	stop := x.working(&work{what: "finding what mends " + count(x.read, "row")}, false)
	lines, changes, left := x.rows.Repair()
	stop()
	if err := x.replace(lines); err != nil {
		return unreadable(fileError(err))
	}
	x.note("note: " + count(changes, "change") + " to " + x.repair)
	for i := range left {
		f := &left[i]
		why := f.NoMend
		if why == "" {
			why = "the changes do not mend it"
		}
		item := ""
		if f.Item != "" {
			item = " " + f.Item
		}
		row := rowText(f.Parts)
		if row != "" {
			row = " " + row
		}
		x.say(strings.ReplaceAll("note: not mended: "+f.Code+row+item+": "+why, "\n", " "))
	}
	return nil
}

// replace writes the file at once: first a temporary one beside it, which then takes its
// name. Without --force a file that came into being meanwhile stays.
func (x *verifyCall) replace(text []byte) (err error) {
	name := x.repair
	if to, err := filepath.EvalSymlinks(name); err == nil {
		name = to
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	switch {
	case err != nil:
		return err
	case x.force:
		return os.Rename(f.Name(), name)
	}
	return os.Link(f.Name(), name)
}
