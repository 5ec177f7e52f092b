package main

import (
	"os"
	"path/filepath"
)

// page makes an archive of the page's files, and the page as a single file.
func (r *release) page() error {
	modules, err := r.decoder()
	if err != nil {
		return err
	}
	t, err := read(r.path("dist/web"))
	if err != nil {
		return err
	}
	licences, err := r.licences()
	if err != nil {
		return err
	}
	folder := name("rowlens", "page")
	packed, err := append(t, licences...).below(folder).tarGz(r.when)
	if err != nil {
		return err
	}
	if err := r.add(folder+".tar.gz", packed, modules); err != nil {
		return err
	}
	// The command writes it, as it does for users.
	written, err := os.MkdirTemp("", "rowlens-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(written)
	single := filepath.Join(written, "page.html")
	if _, err := r.said(r.root, "bin/rowlens", "serve", "--write", single); err != nil {
		return err
	}
	text, err := os.ReadFile(single)
	if err != nil {
		return err
	}
	return r.add(folder+".html", text, modules)
}
