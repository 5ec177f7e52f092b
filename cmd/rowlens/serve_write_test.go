package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestServeWriteNeverOverwritesUnasked(t *testing.T) {
	dir := t.TempDir()
	precious := filepath.Join(dir, "precious.html")
	if err := os.WriteFile(precious, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link.html")
	if err := os.Symlink(precious, link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{precious, link, dir} {
		if r := rowlens(t, "", "serve", "--write", name).want(t, exitUnreadable); !strings.Contains(r.err, "--force") {
			t.Errorf("%s: %s", name, r.err)
		}
	}
	rowlens(t, "", "serve", "--force", "--write", link).want(t, 0)
	if b, err := os.ReadFile(precious); err != nil || string(b) != "precious" {
		t.Errorf("--force wrote through a link: %v", err)
	}
	if b, err := os.ReadFile(link); err != nil || !strings.Contains(string(b), "<!doctype html>") {
		t.Errorf("--force did not write: %v", err)
	}
	page := filepath.Join(dir, "page")
	for range 2 { // the second time over the first
		rowlens(t, "", "serve", "--write", page).want(t, 0)
	}
	rowlens(t, "", "serve", "--force").want(t, exitUsage)
}

func TestServeWritePrintsAHostileNameEscaped(t *testing.T) {
	name := filepath.Join(t.TempDir(), "w\x1b]0;x\a.html")
	if r := rowlens(t, "", "serve", "--write", name).want(t, 0); strings.ContainsAny(r.out, "\x1b\a") {
		t.Errorf("%q", r.out)
	}
}

func TestWhatIsWrittenHasTheLicences(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "page")
	rowlens(t, "", "serve", "--write", dir).want(t, 0)
	said := rowlens(t, "", "version", "--licences").want(t, 0).out
	for _, name := range []string{"licences.txt", "rowlens.html"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		said += "\f" + string(b)
	}
	for i, text := range strings.Split(said, "\f") {
		for _, want := range []string{"Apache License", "Go (go.dev)", "The Go Authors",
			"Redistributions in binary form must reproduce", "spf13/cobra"} {
			if !strings.Contains(text, want) {
				t.Errorf("%d: there is no %q", i, want)
			}
		}
	}
}

func TestServeWithoutThePageRefusesAtTheStart(t *testing.T) {
	bare := filepath.Join(t.TempDir(), "rowlens")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	none := filepath.Join(t.TempDir(), "overlay.json")
	manifest := filepath.Join(root, "inspector", "assets", "manifest.json")
	if err := os.WriteFile(none, []byte(`{"Replace":{"`+manifest+`":""}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-overlay", none, "-o", bare, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, args := range [][]string{{"serve", "--addr", "127.0.0.1:0"}, {"serve", "--write", filepath.Join(t.TempDir(), "x.html")}} {
		r := finish(t, exec.Command(bare, args...)).want(t, exitUnreadable)
		if !strings.Contains(r.err, "make web") || !strings.Contains(r.err, "https://github.com/rowlens/rowlens") || r.out != "" {
			t.Errorf("%s: %s%s", args, r.out, r.err)
		}
	}
}

func TestTheAddressOfTheServerIsALink(t *testing.T) {
	for addr, want := range map[string]string{
		"127.0.0.1:8787":  "http://127.0.0.1:8787/",
		"[::1]:8787":      "http://[::1]:8787/",
		"[::]:8787":       "http://localhost:8787/ all",
		"0.0.0.0:80":      "http://localhost:80/ all",
		"192.168.1.2:80":  "http://192.168.1.2:80/ all",
		"[fe80::1%lo]:80": "http://[fe80::1%lo]:80/ all",
	} {
		at, err := net.ResolveTCPAddr("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		got, all := link(at)
		if all {
			got += " all"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", addr, got, want)
		}
	}
}
