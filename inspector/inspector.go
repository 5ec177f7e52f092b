// Package inspector is the browser page: its shell and the pages about formats (templ
// views) with the built browser code and decoder. It serves them, writes them to a
// folder of plain files, or writes the page as one file that opens from disk.
//
// `make web` builds the files into the folder assets. Without it the package still
// compiles, and serves a page that says what is missing.
//
// Not promised: it is for the command.
package inspector

import (
	"io"
	"io/fs"
	"net/http"

	"github.com/rowlens/rowlens/codec/format"
)

// Sample is a real entry that the empty page offers.
type Sample struct {
	Format string // "Actionbase"
	What   string // "edge index row key"
	Text   string // the entry as found in dumps
}

// Shell is the input of Page.
type Shell struct {
	Files   Files
	Samples []Sample
	Policy  string
	Inside  *Inside // set for the single-file page only
}

// Site is the page with its files, for serving or writing out.
type Site struct {
	Assets  fs.FS // holds manifest.json and the files that it names
	Formats []*format.Format
}

// Handler serves the page embedded in this program.
func Handler(formats []*format.Format) http.Handler { return Site{built(), formats}.Handler() }

// Built returns an error unless this program has the page inside.
func Built() error {
	_, err := readManifest(built())
	return err
}

// WriteSingle writes the page embedded in this program as one HTML file, which browsers
// open from disk.
func WriteSingle(w io.Writer, formats []*format.Format) error {
	return Site{built(), formats}.WriteSingle(w)
}

// WriteStatic writes the page embedded in this program to a folder. One that has
// files of somebody else is refused, unless it is forced.
func WriteStatic(dir string, formats []*format.Format, force bool) error {
	s := Site{built(), formats}
	if !force {
		if err := s.Free(dir); err != nil {
			return err
		}
	}
	return s.WriteStatic(dir)
}
