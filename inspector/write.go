package inspector

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrForeign is returned for a folder with files other than the page's.
var ErrForeign = errors.New("the folder is not empty, and what is in it is no page of rowlens")

// WriteStatic writes the page and its files to dir, which it creates if needed.
// They are the files that Handler serves, for any web server.
func (s Site) WriteStatic(dir string) error {
	pages, err := s.pages()
	if err != nil {
		return err
	}
	for _, p := range pages {
		body, err := p.body()
		if err != nil {
			return err
		}
		name := filepath.Join(dir, filepath.FromSlash(p.name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := Replace(name, body); err != nil {
			return err
		}
	}
	return nil
}

// Free returns an error if dir has other files than the page's. It has the page if
// the page's service worker, decoder and index are there.
func (s Site) Free(dir string) error {
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(files) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	m, err := readManifest(s.Assets)
	if err != nil {
		return err
	}
	for _, name := range []string{m.Keeper, m.Decoder, IndexName} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
			return ErrForeign
		}
	}
	return nil
}

// Replace writes a whole file or nothing. It replaces whatever has that name; if
// that is a link, the link rather than its target.
func Replace(name string, body []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".rowlens-*")
	var path *fs.PathError
	if errors.As(err, &path) {
		path.Path = name // the path that was asked for
	}
	if err != nil {
		return err
	}
	_, err = f.Write(body)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
