// Command build bundles the browser code with esbuild, writes it and the decoder,
// under hashed names, to the folder that package inspector embeds, and writes the
// page as plain files. It does not need Node.
//
//	go run ./inspector/build -wasm dist/wasm/rowlens.wasm -pack dist/wasm/rowlens.wasm.br
//	go run ./inspector/build -wasm dist/wasm/rowlens.wasm -packed dist/wasm/rowlens.wasm.br -out dist/web
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/rowlens/rowlens/codec/all"
	"github.com/rowlens/rowlens/inspector"
)

func main() {
	wasm := flag.String("wasm", "", "the decoder, built for wasip1")
	pack := flag.String("pack", "", "only pack the decoder, into this file")
	packed := flag.String("packed", "", "the decoder as -pack made it; without it, it is packed again")
	src := flag.String("src", "web/src", "the browser code")
	assets := flag.String("assets", "inspector/assets", "the folder that is embedded")
	out := flag.String("out", "", "also write the page as plain files to this folder")
	flag.Parse()
	err := packDecoder(*wasm, *pack)
	if *pack == "" {
		err = run(*wasm, *packed, *src, *assets, *out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// readDecoder reads the decoder.
func readDecoder(wasm string) ([]byte, error) {
	decoder, err := os.ReadFile(wasm)
	if err != nil {
		return nil, fmt.Errorf("the decoder is missing, give it with -wasm: %w", err)
	}
	return decoder, nil
}

// packDecoder compresses the decoder into a file.
func packDecoder(wasm, to string) error {
	if to == "" {
		return nil
	}
	decoder, err := readDecoder(wasm)
	if err != nil {
		return err
	}
	packed, err := inspector.Pack(decoder)
	if err != nil {
		return err
	}
	return os.WriteFile(to, packed, 0o644)
}

// readPacked reads what packDecoder wrote for the same decoder. If there is no such file, it
// compresses the decoder.
func readPacked(file string, decoder []byte) ([]byte, error) {
	if file == "" {
		return inspector.Pack(decoder)
	}
	packed, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	whole, err := inspector.Unpack(packed)
	if err == nil && !bytes.Equal(whole, decoder) {
		err = fmt.Errorf("%s is another decoder: instead, make it again with -pack", file)
	}
	return packed, err
}

// run makes all files of the page.
func run(wasm, packed, src, assets, out string) error {
	decoder, err := readDecoder(wasm)
	if err != nil {
		return err
	}
	download, err := readPacked(packed, decoder)
	if err != nil {
		return err
	}
	if err := clear(assets); err != nil {
		return err
	}
	sum := sha256.Sum256(decoder)
	files := inspector.Files{
		Decoder:   "rowlens.wasm",
		Keeper:    "sw.js",
		Integrity: "sha256-" + base64.StdEncoding.EncodeToString(sum[:]),
	}
	if err := os.WriteFile(filepath.Join(assets, files.Decoder+inspector.PackedSuffix), download, 0o644); err != nil {
		return err
	}
	for _, b := range []struct {
		name, entry, format string
		to                  *string
	}{
		{"app", "main.js", "esm", &files.App},
		{"worker", "worker.js", "iife", &files.Worker},
		{"early", "early.js", "iife", &files.Early},
		{"keeper", "sw.js", "iife", &files.Keeper},
		{"style", "style.css", "", &files.Style},
	} {
		text, err := bundle(filepath.Join(src, b.entry), b.format)
		if err != nil {
			return err
		}
		if *b.to == "" {
			*b.to = hashed(b.name, text, filepath.Ext(b.entry))
		}
		if err := os.WriteFile(filepath.Join(assets, *b.to), text, 0o644); err != nil {
			return err
		}
	}
	manifest, err := json.MarshalIndent(files, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(assets, inspector.ManifestName), append(manifest, '\n'), 0o644); err != nil {
		return err
	}
	if out == "" {
		return nil
	}
	if err := clear(out); err != nil {
		return err
	}
	return inspector.Site{Assets: os.DirFS(assets), Formats: all.Formats}.WriteStatic(out)
}

// bundle runs esbuild on one entry file and returns the result.
func bundle(entry, format string) ([]byte, error) {
	args := []string{
		"tool", "esbuild", entry, "--bundle", "--minify", "--loader:.css=" + css(entry),
		"--target=es2022", "--charset=utf8", "--log-level=warning",
	}
	if format != "" {
		args = append(args, "--format="+format)
	}
	cmd := exec.Command("go", args...)
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("esbuild %s: %w", entry, err)
	}
	return text.Bytes(), nil
}

// css returns the loader for style sheets that an entry imports: scripts import them as text.
func css(entry string) string {
	if filepath.Ext(entry) == ".js" {
		return "text"
	}
	return "css"
}

// hashed returns a file name that depends on the bytes.
func hashed(name string, text []byte, ext string) string {
	sum := sha256.Sum256(text)
	return name + "-" + hex.EncodeToString(sum[:6]) + ext
}

// clear creates dir and removes what an earlier build left there.
func clear(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, pattern := range []string{"*.js", "*.css", "*.wasm", "*" + inspector.PackedSuffix, "*.html", "formats/*.html", inspector.ManifestName} {
		old, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return err
		}
		for _, name := range old {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
	}
	return nil
}
