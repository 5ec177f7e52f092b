package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rowlens/rowlens/internal/version"
)

// quick are the artefacts that take only seconds once the command is built for this machine.
const quick = "command packages image formula page conformance"

var (
	here = platform{"linux", runtime.GOARCH}
	made string // folder of a release
)

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "rowlens-release-test-")
	if err != nil {
		panic(err)
	}
	made = filepath.Join(folder, "release")
	if err := run(context.Background(), "../..", made, quick, systems{platforms: here.String()}); err != nil {
		fmt.Fprintln(os.Stderr, err, "\nThe tests need the command: make build dist/command/"+here.String()+"/rowlens")
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(folder)
	os.Exit(status)
}

func readMade(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(made, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// unpacked reads an archive, and checks what all entries must have in common.
func unpacked(t *testing.T, packed []byte) tree {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if z.Name != "" || !z.ModTime.IsZero() {
		t.Errorf("the packed file has the name %q and the time %v", z.Name, z.ModTime)
	}
	var found tree
	last := ""
	for r := tar.NewReader(z); ; {
		head, err := r.Next()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		if head.Uid != 0 || head.Gid != 0 || head.Uname != "" || head.ModTime.Unix() != epoch(t) {
			t.Errorf("%s is of %d:%d %q, %v", head.Name, head.Uid, head.Gid, head.Uname, head.ModTime)
		}
		if head.Typeflag == tar.TypeDir {
			continue
		}
		if head.Name < last {
			t.Errorf("%s follows %s", head.Name, last)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		last = head.Name
		found = append(found, entry{head.Name, data, head.Linkname, head.FileInfo().Mode()})
	}
}

// epoch returns the time of the commit; run sets it.
func epoch(t *testing.T) int64 {
	t.Helper()
	var seconds int64
	if _, err := fmt.Sscan(os.Getenv("SOURCE_DATE_EPOCH"), &seconds); err != nil {
		t.Fatal(err)
	}
	return seconds
}

// commands returns the commands that have manual pages.
func commands(t *testing.T) (list []string) {
	t.Helper()
	said, err := exec.Command("../../bin/rowlens", "__complete", "man", "").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(said)) {
		if name, _, ok := strings.Cut(line, "\t"); ok {
			list = append(list, name)
		}
	}
	if len(list) < 20 {
		t.Fatalf("only %d commands: %s", len(list), said)
	}
	return list
}

func TestTheArchiveOfTheCommandHasWhatItSays(t *testing.T) {
	folder := name("rowlens", here.os, here.arch)
	want := []string{"LICENSE", "NOTICE", "THIRD_PARTY", "rowlens", manFolder + "/rowlens.1"}
	for _, c := range completions {
		want = append(want, c.file)
	}
	for _, c := range commands(t) {
		want = append(want, manFolder+"/rowlens-"+c+".1")
	}
	slices.Sort(want)
	var got []string
	for _, e := range unpacked(t, readMade(t, here.archive())) {
		got = append(got, strings.TrimPrefix(e.name, folder+"/"))
		if mode := e.mode.Perm(); mode != 0o644 && (mode != 0o755 || path.Base(e.name) != "rowlens") {
			t.Errorf("%s has the mode %v", e.name, mode)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the archive has\n%q, and not\n%q", got, want)
	}
}

var servedAt = regexp.MustCompile(`http://127\.0\.0\.1:\d+/`)

// The unpacked command works without any other files: it prints its version, decodes, and serves its page.
func TestTheCommandOfTheArchiveWorksAlone(t *testing.T) {
	folder := t.TempDir()
	command := filepath.Join(folder, "rowlens")
	for _, e := range unpacked(t, readMade(t, here.archive())) {
		if path.Base(e.name) == "rowlens" && e.mode.Perm() == 0o755 {
			if err := os.WriteFile(command, e.data, 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	says := func(want string, args ...string) {
		t.Helper()
		cmd := exec.Command(command, args...)
		cmd.Dir, cmd.Env = folder, []string{}
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), want) {
			t.Errorf("rowlens %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	says("rowlens "+version.Version+" ", "version")
	says("edge count row key", "inspect", "8a21aff9346974656d002bdafe659d297e2983")
	says("github.com/spf13/cobra", "version", "--licences")

	serve := exec.Command(command, "serve", "--addr", "127.0.0.1:0")
	serve.Dir, serve.Env = folder, []string{}
	out, err := serve.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	url := ""
	for s := bufio.NewScanner(out); url == "" && s.Scan(); {
		url = servedAt.FindString(s.Text())
	}
	for file, want := range map[string]string{"": "<!doctype html>", "rowlens.wasm": "\x00asm"} {
		answer, err := http.Get(url + file)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || !strings.HasPrefix(strings.ToLower(string(body)), want) {
			t.Errorf("%s%s: %v, %.40q", url, file, err, body)
		}
	}
	if err := serve.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := serve.Wait(); err != nil {
		t.Error(err)
	}
}

func TestTheHashesAreThoseOfTheFiles(t *testing.T) {
	check := exec.Command("sha256sum", "--strict", "-c", "SHA256SUMS")
	check.Dir = made
	out, err := check.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	files, err := os.ReadDir(made)
	if err != nil {
		t.Fatal(err)
	}
	if checked := strings.Count(string(out), ": OK\n"); checked != len(files)-1 {
		t.Errorf("%d hashes for %d files", checked, len(files))
	}
}

// The second run has a different umask, path to the repository, and output folder.
func TestTwoRunsMakeTheSameFiles(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "another folder")
	if err := os.Symlink(root, other); err != nil {
		t.Fatal(err)
	}
	before := syscall.Umask(0o077)
	defer syscall.Umask(before)
	again := filepath.Join(t.TempDir(), "again")
	if err := run(t.Context(), other, again, quick, systems{platforms: here.String()}); err != nil {
		t.Fatal(err)
	}
	one, two := sums(t, made), sums(t, again)
	if len(one) < 15 {
		t.Errorf("only %d files", len(one))
	}
	for file, sum := range one {
		if two[file] != sum {
			t.Errorf("%s differs", file)
		}
	}
	if len(one) != len(two) {
		t.Errorf("%d files, and then %d", len(one), len(two))
	}
}

func sums(t *testing.T, folder string) map[string][32]byte {
	t.Helper()
	files, err := read(folder)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][32]byte{}
	for _, f := range files {
		found[f.name] = sha256.Sum256(f.data)
	}
	return found
}

func TestWrongWishesAreRefused(t *testing.T) {
	for want, call := range map[string][2]string{
		"there is no artefact cake": {"cake", "linux-amd64"},
		"make the command with it":  {"formula", "linux-amd64"},
		"linux is no platform":      {"command", "linux"},
		"make release builds it":    {"command", "plan9-amd64"},
	} {
		err := run(t.Context(), "../..", filepath.Join(t.TempDir(), "out"), call[0], systems{platforms: call[1]})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", call, err, want)
		}
	}
}

// An archive for Windows has line ends and names that Windows understands. Making it does not require Windows.
func TestZipsAreTheSameForTheSameTree(t *testing.T) {
	when := time.Unix(1700000000, 0).UTC()
	one, err := tree{program("a.exe", []byte("1")), file("b.txt", []byte("2"))}.below("folder").zip(when)
	if err != nil {
		t.Fatal(err)
	}
	two, err := tree{file("b.txt", []byte("2")), program("a.exe", []byte("1"))}.below("folder").zip(when)
	if err != nil || !bytes.Equal(one, two) {
		t.Errorf("two archives of the same files differ (%v)", err)
	}
}

// A release checks its own files: that a program is for the system in its name, and static.
func TestProgramsForAnotherSystemAreRefused(t *testing.T) {
	data, err := os.ReadFile("../../dist/command/" + here.String() + "/rowlens")
	if err != nil {
		t.Fatal(err)
	}
	if err := here.isFor(data); err != nil {
		t.Error(err)
	}
	other := platform{"linux", map[string]string{"amd64": "arm64", "arm64": "amd64"}[here.arch]}
	if err := other.isFor(data); err == nil || !strings.Contains(err.Error(), "and not for "+other.String()) {
		t.Errorf("a program for %s as one for %s: %v", here, other, err)
	}
	for _, system := range []string{"darwin", "windows"} {
		if err := (platform{system, here.arch}).isFor(data); err == nil {
			t.Errorf("a program for %s passes for one for %s", here, system)
		}
	}
	shell, err := os.ReadFile("/bin/sh")
	if err != nil {
		t.Fatal(err)
	}
	if err := isStatic(shell); err == nil {
		t.Error("/bin/sh passes for a static program")
	}
}

// A JAR or wheel without what it is for is refused, even if another program packed it.
func TestPackagesWithoutTheirLibraryAreRefused(t *testing.T) {
	r := release{root: "../..", out: t.TempDir(), natives: []platform{here}}
	held := tree{file("META-INF/MANIFEST.MF", []byte("Manifest-Version: 1.0\n"))}
	pack := func() []byte {
		t.Helper()
		packed, err := held.zip(time.Unix(1700000000, 0).UTC())
		if err != nil {
			t.Fatal(err)
		}
		return packed
	}
	for _, file := range []string{name("rowlens") + ".jar", "rowlens-" + version.Version + "-py3-none-manylinux2014_" + machines[here.arch] + ".whl"} {
		if err := os.WriteFile(filepath.Join(r.out, file), pack(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.check([]string{"java"}); err == nil || !strings.Contains(err.Error(), "no classes for Java 22") {
		t.Errorf("a JAR without classes: %v", err)
	}
	held = append(held, file("META-INF/versions/22/io/github/rowlens/ForeignCalls.class", []byte{0xca}))
	if err := os.WriteFile(filepath.Join(r.out, name("rowlens")+".jar"), pack(), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := r.check([]string{"java"}); err == nil || !strings.Contains(err.Error(), "0 libraries") {
		t.Errorf("a JAR without the library: %v", err)
	}
	if err := r.check([]string{"python"}); err == nil || !strings.Contains(err.Error(), "its tag is another") {
		t.Errorf("a wheel without a tag: %v", err)
	}
	windows := release{root: "../..", out: r.out, dlls: []platform{{"windows", "amd64"}}}
	if err := windows.check([]string{"java"}); err == nil || !strings.Contains(err.Error(), "0 libraries, and not 1") {
		t.Errorf("a JAR without the DLL: %v", err)
	}
	elf, err := os.ReadFile("/bin/sh")
	if err != nil {
		t.Fatal(err)
	}
	wheel := "rowlens-" + version.Version + "-py3-none-win_amd64.whl"
	held = tree{file("rowlens-"+version.Version+".dist-info/WHEEL", []byte("\nTag: py3-none-win_amd64\n")), file("rowlens/rowlens.dll", elf)}
	if err := os.WriteFile(filepath.Join(r.out, wheel), pack(), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := windows.check([]string{"python"}); err == nil || !strings.Contains(err.Error(), wheel+": unrecognized PE machine") {
		t.Errorf("a wheel for Windows with a library of Linux: %v", err)
	}
}

// A DLL for another system, or without what a linker needs, is refused.
func TestDLLsThatAreNoneAreRefused(t *testing.T) {
	r := release{root: "../..", out: t.TempDir(), dlls: []platform{{"windows", "amd64"}}}
	folder := name("rowlens", "c", "windows", "amd64")
	elf, err := os.ReadFile("/bin/sh")
	if err != nil {
		t.Fatal(err)
	}
	// The smallest Windows program: a header without sections.
	least := make([]byte, 0x40+24+240)
	copy(least, "MZ")
	least[0x3c] = 0x40
	copy(least[0x40:], "PE\x00\x00\x64\x86")
	least[0x40+20] = 240
	copy(least[0x40+24:], "\x0b\x02")
	least[0x40+24+108] = 16
	for _, c := range []struct {
		dll  []byte
		want string
	}{{elf, folder + ": unrecognized PE machine"}, {least, "is missing, or is something else"}} {
		packed, err := tree{file("bin/rowlens.dll", c.dll)}.below(folder).zip(time.Unix(1700000000, 0).UTC())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(r.out, folder+".zip"), packed, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := r.check([]string{"c"}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want %q: %v", c.want, err)
		}
	}
}
