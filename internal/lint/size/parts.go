package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// part is something that can be left out of the program by editing one file.
type part struct {
	title, file string
	edits       []edit
}

// edit replaces whatever matches a pattern.
type edit struct {
	pattern *regexp.Regexp
	with    string
}

// kindList is the file that imports every kind of store files.
const kindList = "codec/file/all/all.go"

const (
	unpackFile = "codec/file/block/unpack.go"
	xxh3File   = "codec/file/block/xxh3.go"
)

// codecs are the compressions and checksums that readers of store files share. Leaving one out removes the
// case that calls it.
var codecs = []part{
	{"deflate", unpackFile, []edit{unpacks("Deflate|Zlib|Gzip")}},
	{"bzip2", unpackFile, []edit{unpacks("Bzip2")}},
	{"snappy", unpackFile, []edit{unpacks("Snappy"), {
		regexp.MustCompile(`(?s)func appendSnappy.*?\n}\n`), ""}, {regexp.MustCompile(`.*golang/snappy"\n`), ""}}},
	{"zstd", unpackFile, []edit{unpacks("Zstd")}},
	{"lz4", unpackFile, []edit{unpacks("LZ4")}},
	{"lzo", unpackFile, []edit{unpacks("LZO")}},
	{"xxh3", xxh3File, []edit{
		{regexp.MustCompile(`import ".*xxh3"\n`), ""}, {regexp.MustCompile(`xxh3\.Hash\(b\)|xxh3\.Hash128Seed\(b, seed\)\.Hi`), "0"},
		{regexp.MustCompile(`runningXXH3\{xxh3\.New\(\)\}`), "nil"}, {regexp.MustCompile(`(?s)type runningXXH3 .*`), ""}}},
}

// unpacks returns the edit that removes a codec's case from the two switches of block.Unpacker.
func unpacks(codec string) edit {
	return edit{regexp.MustCompile(`(?m)^\tcase (` + codec + `):\n.*\n`), ""}
}

// apply returns the source without the part; ok is false if an edit matched nothing.
func (p *part) apply(source string) (edited string, ok bool) {
	for _, e := range p.edits {
		if !e.pattern.MatchString(source) {
			return source, false
		}
		source = e.pattern.ReplaceAllString(source, e.with)
	}
	return source, true
}

// buildPart measures the WebAssembly without one part.
func buildPart(root string, p *part) (size, error) {
	source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(p.file)))
	if err != nil {
		return size{}, err
	}
	edited, ok := p.apply(string(source))
	if !ok {
		return size{}, fmt.Errorf("%s: %s is not where it is looked for", p.file, p.title)
	}
	return buildEdited(root, p.file, edited)
}
