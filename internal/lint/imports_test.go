package lint

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// light lists the packages of the standard library that the codec may import. They
// add little to the WebAssembly; docs/rationale.md says what others would add.
var light = []string{
	"bytes", "cmp", "encoding/base64", "encoding/binary", "errors", "io", "iter", "maps", "math", "math/bits",
	"slices", "sort", "strconv", "strings", "sync", "sync/atomic", "unicode", "unicode/utf16", "unicode/utf8", "unsafe",
}

// unpacking lists further packages that codec/file/block may import, for checksums.
var unpacking = []string{"hash/adler32", "hash/crc32"}

const blockPackage = "codec/file/block"

// heavy lists packages that must not be reached even through another package.
var heavy = []string{"fmt", "encoding/json", "syscall/js", "math/big", "time", "os", "net"}

// layers says which of our packages each package of the codec may import, besides
// itself. docs/architecture.md has the same table for readers. A folder of codec that
// is not listed is a format; "ground" stands for the list of that name.
var layers = map[string][]string{
	"codec/value":      {},
	"codec/store":      {},
	"codec/hlc":        {},
	"codec/span":       {"codec/value", "codec/internal"},
	"codec/wire":       {"codec/span"},
	"codec/order":      {"codec/wire", "codec/span"},
	"codec/format":     {"codec/order", "codec/span", "codec/wire", "codec/store", "codec/value", "codec/internal"},
	"codec/dump":       {"codec/store", "codec/format", "codec/span", "codec/value", "codec/internal"},
	"codec/scanshell":  {"codec/dump", "codec/format", "codec/order", "codec/value"},
	"codec/moment":     {"codec/hlc", "codec/span", "codec/value", "codec/internal"},
	"codec/internal":   {},
	"codec/layout":     {"a format", "codec/hlc", "codec/internal", "codec/order", "ground"},
	"codec/all":        {"codec/format", "codec/layout", "a format"},
	"codec":            {"codec/all", "codec/format"},
	"codec/answer":     {"codec/dump", "ground"},
	"codec/identify":   {"codec", "codec/answer", "ground"},
	"codec/schema":     {"codec", "codec/dump", "ground"},
	"codec/stream":     {"codec", "codec/identify", "ground"},
	"codec/filter":     {"codec", "codec/hlc", "codec/moment", "codec/stream", "ground"},
	"codec/record":     {"codec", "codec/answer", "codec/filter", "codec/identify", "codec/stream", "ground"},
	"codec/keys":       {"codec", "codec/answer", "codec/identify", "codec/order", "codec/scanshell", "ground"},
	"codec/shuffle":    {"codec/format", "codec/store", "codec/internal"},
	"codec/diff":       {"codec", "codec/answer", "codec/stream", "codec/internal", "ground"},
	"codec/verify":     {"codec", "codec/answer", "codec/identify", "codec/shuffle", "ground"},
	"codec/writeshell": {"codec/dump", "codec/scanshell", "ground"},
	"codec/migrate":    {"codec", "ground"},
	"codec/objects":    {"codec/answer", "ground"},
	"codec/form":       {"ground"},
	"codec/anonymise":  {"codec/hlc", "codec/identify", "codec/internal", "ground"},
	"codec/file":       {"codec/span", "codec/wire", "codec/store", "codec/value", "codec/internal"},
	"codec/stats":      {"codec/hlc", "codec/identify", "codec/stream", "codec/internal", "ground"},
	"codec/census":     {"codec/filter", "codec/stats", "codec/storage", "codec/stream", "codec/internal", "ground"},
	"codec/storage":    {"codec", "codec/answer", "codec/dump", "codec/file", "codec/identify", "codec/schema", "codec/stream", "codec/writeshell", "ground"},
	"codec/session": {"codec", "codec/anonymise", "codec/answer", "codec/dump", "codec/form", "codec/identify", "codec/keys", "codec/moment", "codec/objects", "codec/record", "codec/scanshell",
		"codec/schema", "codec/stream", "codec/writeshell", "ground"},
	"internal/exports": {"codec", "codec/*", "inspector and cmds"}, // internal/zones, in native builds
	"wasm":             {"codec", "codec/*", "internal/exports", "internal/heap"},
	"cshared":          {"codec", "codec/*", "internal/exports"},
	"a format": {
		"codec/span", "codec/wire", "codec/order", "codec/hlc", "codec/store",
		"codec/format", "codec/value", "codec/internal", "codec/shuffle",
	},
	"inspector and cmds": {"codec", "codec/*", "a format"},
}

// ground lists the packages that every layer above the formats may import.
var ground = []string{"codec/format", "codec/span", "codec/store", "codec/value", "codec/wire"}

// foreign says which modules a top-level folder may import besides the standard library and ours.
var foreign = map[string][]string{
	"codec": {
		"github.com/agnivade/levenshtein", "github.com/cespare/xxhash/v2", "github.com/golang/snappy", "github.com/klauspost/compress/zstd",
		"github.com/zeebo/xxh3",
	},
	"wasm":    {},
	"cshared": {"github.com/fxamacker/cbor/v2"},
}

// layer returns the key in layers for a package path relative to the module.
func layer(rel string) string {
	parts := strings.Split(rel, "/")
	switch parts[0] {
	case "codec":
		if len(parts) == 1 {
			return rel
		}
		if _, ok := layers["codec/"+parts[1]]; ok {
			return "codec/" + parts[1]
		}
		return "a format"
	case "wasm", "cshared":
		return parts[0]
	case "internal":
		if parts[1] == "exports" {
			return "internal/exports"
		}
	}
	return "inspector and cmds"
}

// mayImport reports whether from may import to. Both are paths relative to the module.
func mayImport(from, to string) bool {
	user, used := layer(from), layer(to)
	if user == used {
		return user != "a format" || strings.Split(from, "/")[1] == strings.Split(to, "/")[1]
	}
	return slices.ContainsFunc(layers[user], func(allowed string) bool {
		return allowed == used || allowed == "codec/*" && strings.HasPrefix(used, "codec/") ||
			allowed == "ground" && slices.Contains(ground, used)
	})
}

func TestLayersNamePackagesThatExist(t *testing.T) {
	there := map[string]bool{"codec/*": true, "ground": true, "a format": true, "inspector and cmds": true}
	for _, p := range append(packages(t, nil, "codec", "cshared", "internal"), packages(t, wasip1, "wasm")...) {
		for folder := strings.TrimPrefix(p.ImportPath, Module+"/"); folder != "."; folder = path.Dir(folder) {
			there[folder] = true
		}
	}
	for user, allowed := range layers {
		for _, name := range slices.Concat([]string{user}, allowed, ground) {
			if !there[name] {
				t.Errorf("layers names %s, which is no package: instead, take it out", name)
			}
		}
	}
}

func TestImportsFollowTheLayers(t *testing.T) {
	list := packages(t, nil, "codec", "cshared", "inspector", "cmd")
	list = append(list, packages(t, wasip1, "wasm")...)
	for _, p := range list {
		from := strings.TrimPrefix(p.ImportPath, Module+"/")
		for _, imp := range p.Imports {
			to, ours := strings.CutPrefix(imp, Module+"/")
			if ours && !mayImport(from, to) {
				t.Errorf("%s imports %s: instead, %s may import %s (docs/architecture.md, import rules)",
					from, to, layer(from), strings.Join(layers[layer(from)], ", "))
			}
		}
	}
}

func TestCodecNamesOnlyLightPackages(t *testing.T) {
	list := append(packages(t, nil, "codec"), packages(t, wasip1, "wasm")...)
	for _, p := range list {
		from := strings.TrimPrefix(p.ImportPath, Module+"/")
		for _, imp := range p.Imports {
			if strings.HasPrefix(imp, Module) || slices.Contains(light, imp) || slices.Contains(foreign[strings.Split(from, "/")[0]], imp) ||
				from == blockPackage && slices.Contains(unpacking, imp) {
				continue
			}
			t.Errorf("%s imports %s: instead, use one of %s; text and JSON are made with strconv and codec/value",
				from, imp, strings.Join(light, ", "))
		}
	}
}

func TestForeignModulesStayBelowTheirFolder(t *testing.T) {
	for _, p := range packages(t, nil, "cshared") {
		for _, imp := range p.Imports {
			if strings.Contains(imp, ".") && !strings.HasPrefix(imp, Module) && !slices.Contains(foreign["cshared"], imp) {
				t.Errorf("%s imports %s: instead, the C library links only %s", p.ImportPath, imp, strings.Join(foreign["cshared"], ", "))
			}
		}
	}
}

func TestNothingHeavyIsReached(t *testing.T) {
	for _, p := range packages(t, wasip1, "codec", "wasm") { // in native builds, codec/file/block has a faster zstd that imports fmt
		for _, dep := range p.Deps {
			if slices.Contains(heavy, dep) {
				t.Errorf("%s reaches %s: instead, find the import with `go list -deps` and do without; fmt alone costs the download 134 kB",
					strings.TrimPrefix(p.ImportPath, Module+"/"), dep)
			}
		}
	}
}

func TestPackagesAreNamedAfterWhatTheyHold(t *testing.T) {
	for _, f := range files(t, func(string) bool { return true }) {
		for _, folder := range strings.Split(path.Dir(f.path), "/") {
			if slices.Contains([]string{"util", "utils", "common", "shared", "misc", "helpers"}, folder) {
				t.Errorf("%s: instead, name the folder %q after what it holds, or put its parts beside their only user", f.path, folder)
			}
		}
	}
}
