package main

import (
	"bytes"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/internal/version"
)

// check inspects the artefacts of a release: each program and library must be for the system in its name,
// each wheel for that in its tag, and the JAR must have the library for every system.
func (r *release) check(wanted []string) error {
	checks := map[string]func() error{"command": r.checkCommands, "c": r.checkLibraries, "python": r.checkWheels, "java": r.checkJar}
	for _, name := range wanted {
		if check := checks[name]; check != nil {
			if err := check(); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

// processors are the processor codes in each system's executable format.
var processors = map[string]map[string]any{
	"amd64": {"elf": elf.EM_X86_64, "macho": macho.CpuAmd64, "pe": uint16(pe.IMAGE_FILE_MACHINE_AMD64)},
	"arm64": {"elf": elf.EM_AARCH64, "macho": macho.CpuArm64, "pe": uint16(pe.IMAGE_FILE_MACHINE_ARM64)},
}

// isFor returns an error unless a program or library is for a platform.
func (p platform) isFor(data []byte) error {
	in := bytes.NewReader(data)
	var found any
	form := "elf"
	switch p.os {
	case "darwin":
		form = "macho"
		f, err := macho.NewFile(in)
		if err != nil {
			return err
		}
		found = f.Cpu
	case "windows":
		form = "pe"
		f, err := pe.NewFile(in)
		if err != nil {
			return err
		}
		found = f.Machine
	default:
		f, err := elf.NewFile(in)
		if err != nil {
			return err
		}
		found = f.Machine
	}
	if found != processors[p.arch][form] {
		return fmt.Errorf("it is for %v, and not for %s", found, p)
	}
	return nil
}

// isStatic returns an error for Linux programs that need a loader.
func isStatic(data []byte) error {
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		return err
	}
	for _, segment := range f.Progs {
		if segment.Type == elf.PT_INTERP || segment.Type == elf.PT_DYNAMIC {
			return errors.New("it is not static")
		}
	}
	return nil
}

func (r *release) checkCommands() error {
	for _, p := range r.platforms {
		held, err := r.contents(p.archive())
		if err != nil {
			return err
		}
		program := name("rowlens", p.os, p.arch) + "/rowlens"
		if p.os == "windows" {
			program += ".exe"
		}
		err = p.isFor(held[program])
		if err == nil && p.os == "linux" {
			err = isStatic(held[program])
		}
		if err != nil {
			return fmt.Errorf("%s: %s: %w", p.archive(), program, err)
		}
	}
	return nil
}

func (r *release) checkLibraries() error {
	unix := map[string]string{"lib/librowlens.a": "!<arch>\n", "include/rowlens.h": "/*", "lib/pkgconfig/rowlens.pc": "prefix=", "share/doc/rowlens/LICENSE": ""}
	for _, p := range r.natives {
		if err := r.checkLibrary(p, ".tar.gz", "lib/librowlens.so.1.0.0", unix); err != nil {
			return err
		}
	}
	windows := map[string]string{"lib/librowlens.dll.a": "!<arch>\n", "lib/rowlens.def": "LIBRARY", "include/rowlens.h": "/*", "LICENSE.txt": ""}
	for _, p := range r.dlls {
		if err := r.checkLibrary(p, ".zip", "bin/rowlens.dll", windows); err != nil {
			return err
		}
	}
	return nil
}

// checkLibrary checks for a library that is for the platform, and for files with given first bytes.
func (r *release) checkLibrary(p platform, ending, library string, files map[string]string) error {
	folder := name("rowlens", "c", p.os, p.arch)
	held, err := r.contents(folder + ending)
	if err != nil {
		return err
	}
	if err := p.isFor(held[folder+"/"+library]); err != nil {
		return fmt.Errorf("%s: %w", folder, err)
	}
	for file, start := range files {
		if data := held[folder+"/"+file]; len(data) == 0 || !bytes.HasPrefix(data, []byte(start)) {
			return fmt.Errorf("%s: %s is missing, or is something else", folder, file)
		}
	}
	return nil
}

func (r *release) checkWheels() error {
	for _, p := range slices.Concat(r.natives, r.dlls, []platform{{}}) {
		tag, library := "py3-none-any", "rowlens/rowlens.wasm"
		if p.os != "" {
			tag, library = "py3-none-"+p.wheelTag(), "rowlens/"+p.libraryName()
		}
		file := "rowlens-" + version.Version + "-" + tag + ".whl"
		held, err := r.contents(file)
		if err != nil {
			return err
		}
		about := held["rowlens-"+version.Version+".dist-info/WHEEL"]
		switch {
		case !bytes.Contains(about, []byte("\nTag: "+tag+"\n")):
			err = fmt.Errorf("its tag is another: %s", about)
		case p.os != "":
			err = p.isFor(held[library])
		case !bytes.HasPrefix(held[library], []byte("\x00asm")) || held["rowlens/librowlens.so.1"] != nil:
			err = errors.New("it has no WebAssembly, or native code besides")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

func (r *release) checkJar() error {
	held, err := r.contents(name("rowlens") + ".jar")
	if err != nil {
		return err
	}
	if held["META-INF/versions/22/io/github/rowlens/ForeignCalls.class"] == nil {
		return errors.New("the JAR has no classes for Java 22: make java-foreign says why")
	}
	found := 0
	for file := range held {
		if strings.HasPrefix(file, "META-INF/native/") && !strings.HasSuffix(file, "/") {
			found++
		}
	}
	libraries := slices.Concat(r.natives, r.dlls)
	if found != len(libraries) {
		return fmt.Errorf("the JAR has %d libraries, and not %d", found, len(libraries))
	}
	for _, p := range libraries {
		in := "META-INF/native/" + p.os + "-" + machines[p.arch] + "/" + p.libraryName()
		built, err := os.ReadFile(r.library(p))
		if err != nil {
			return err
		}
		if !bytes.Equal(held[in], built) {
			return fmt.Errorf("the JAR has no %s, or another", in)
		}
		if err := p.isFor(held[in]); err != nil {
			return fmt.Errorf("%s: %w", in, err)
		}
	}
	return nil
}

// contents reads an archive, a wheel or a JAR, and returns its files by name.
func (r *release) contents(file string) (map[string][]byte, error) {
	data, err := os.ReadFile(filepath.Join(r.out, file))
	if err != nil {
		return nil, err
	}
	files, err := filesOf(file, data)
	if err != nil {
		return nil, err
	}
	held := map[string][]byte{}
	for _, e := range files {
		held[e.name] = e.data
	}
	return held, nil
}
