package inspector

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
)

// ManifestName is the asset that names all others.
const ManifestName = "manifest.json"

// ErrNotBuilt is returned as long as the folder assets contains no built page.
var ErrNotBuilt = errors.New("the page is not built into this program, as with `go install`: run `make web`, then build again, " +
	"in a clone of https://github.com/rowlens/rowlens")

// Files holds the names of the page's files, in the form in which the page refers to them.
type Files struct {
	App       string `json:"app"`
	Early     string `json:"early"` // runs in the head
	Worker    string `json:"worker"`
	Keeper    string `json:"keeper"` // the service worker, whose name must not change
	Style     string `json:"style"`
	Decoder   string `json:"decoder"`
	Integrity string `json:"integrity"` // of the decoder, in the form for fetch
}

// manifest is manifest.json.
type manifest struct{ Files }

// names returns the names of the files.
func (m manifest) names() []string {
	return []string{m.App, m.Early, m.Worker, m.Keeper, m.Style, m.Decoder}
}

// The placeholder file in assets makes the pattern match in a fresh checkout.
//
//go:embed all:assets
var embedded embed.FS

// built returns the embedded assets.
func built() fs.FS {
	sub, err := fs.Sub(embedded, "assets")
	if err != nil { // impossible: the name is a constant that the pattern above matches
		return embedded
	}
	return sub
}

// readManifest reads the manifest of built files.
func readManifest(assets fs.FS) (manifest, error) {
	var m manifest
	b, err := fs.ReadFile(assets, ManifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return m, ErrNotBuilt
	}
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return m, fmt.Errorf("%s: %w", ManifestName, err)
	}
	for _, name := range m.names() {
		_, err := fs.Stat(assets, name)
		if errors.Is(err, fs.ErrNotExist) {
			_, err = fs.Stat(assets, name+PackedSuffix)
		}
		if err != nil {
			return m, fmt.Errorf("%w (%v)", ErrNotBuilt, err)
		}
	}
	return m, nil
}
