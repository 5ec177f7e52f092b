package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// noDecoder is an empty WebAssembly module. The commands pass the decoder on and
// never run it; the tests of the page do.
const noDecoder = "\x00asm\x01\x00\x00\x00"

// overlay builds the page into dir and returns the file that makes `go build` embed
// it, in place of anything that `make web` has left in the checkout.
func overlay(dir string) (string, error) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		return "", err
	}
	decoder, built := filepath.Join(dir, "empty.wasm"), filepath.Join(dir, "assets")
	if err := os.WriteFile(decoder, []byte(noDecoder), 0o644); err != nil {
		return "", err
	}
	build := exec.Command("go", "run", "./inspector/build", "-wasm", decoder, "-assets", built)
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("the page: %w\n%s", err, out)
	}
	embedded := filepath.Join(root, "inspector", "assets")
	replace := map[string]string{}
	for folder, stands := range map[string]func(name string) string{
		embedded: func(string) string { return "" }, // does not exist
		built:    func(name string) string { return filepath.Join(built, name) },
	} {
		files, err := os.ReadDir(folder)
		if err != nil {
			return "", err
		}
		for _, f := range files {
			name := filepath.Join(embedded, f.Name())
			if to := stands(f.Name()); to != "" || replace[name] == "" {
				replace[name] = to
			}
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "overlay.json")
	return file, os.WriteFile(file, text, 0o644)
}
