package main

// libraries returns the checks of the packages for other languages, each with every available
// version of the language.
func libraries() (list []check) {
	for _, suite := range []string{"bullseye", "bookworm", "trixie"} {
		list = append(list, check{what: "C library", files: []string{library}, script: "c", needs: []need{needsGlibc},
			sources: map[string]source{"example.c": {"docs/c.md", "c"}}, wants: []string{`{"table":"demo.follow"`, "row 0: 3"},
			layer: layer{suite: suite, packages: withC, version: gccVersion}})
	}
	list = append(list, check{what: "C library, DLL", files: []string{"rowlens-*-c-windows-amd64.zip"}, script: "dll",
		sources: map[string]source{"example.c": {"docs/c.md", "c"}}, wants: []string{`{"table":"demo.follow"`, "row 0: 3"},
		layer: layer{suite: "trixie", packages: withWine + " gcc-mingw-w64-x86-64-win32", version: wineVersion}})
	list = append(list, wheels()...)
	list = append(list, jars()...)
	for _, l := range []layer{{suite: "bookworm", packages: "nodejs"}, {suite: "trixie", packages: "nodejs"},
		{suite: "trixie", packages: "libstdc++6", node: "node22"}, {suite: "trixie", packages: "libstdc++6", node: "node24"}} {
		l.version, l.npm = nodeVersion, true
		list = append(list, check{what: "npm package", files: []string{"rowlens-[0-9]*.tgz"}, script: "node", needs: []need{needsNode},
			sources: map[string]source{"example.mjs": {"web/npm/README.md", "js"}}, wants: []string{"edge-count item"}, layer: l})
	}
	for _, suite := range []string{"bullseye", "bookworm", "trixie"} {
		list = append(list, check{what: "crates", script: "rust",
			files: []string{"rowlens-[0-9]*.crate", "rowlens-src-*.crate", "rowlens-sys-*.crate", library},
			needs: []need{needsRust}, sources: map[string]source{"main.rs": {"cshared/rust/rowlens/README.md", "rust"}},
			wants: []string{"ran to its end", "vendored too"}, layer: layer{suite: suite, packages: withRust, version: rustVersion}})
	}
	return list
}

// wheels returns checks of the native wheels in every suite's Python, and of the WebAssembly wheel in the oldest and the
// newest Python of Debian's stable releases.
func wheels() (list []check) {
	c := check{script: "python", sources: map[string]source{"example.py": {"cshared/python/README.md", "python"}},
		wants: []string{"edge-count {'type': 'string', 'value': 'item'}", "[None, 'unterminated', None]"}}
	for _, suite := range []string{"bullseye", "jammy", "bookworm", "noble", "trixie", "forky"} {
		c.what, c.files, c.needs = "wheel", []string{wheel}, []need{needsGlibc}
		c.layer = layer{suite: suite, packages: withPython, version: pythonVersion}
		list = append(list, c)
	}
	c.script, c.wants = "python-any", append(c.wants, "pip install 'rowlens[wasm]'")
	for _, suite := range []string{"bullseye", "trixie"} {
		c.what, c.files, c.needs = "wheel for any system", []string{"rowlens-*-py3-none-any.whl"}, nil
		c.layer = layer{suite: suite, packages: withPython, wheel: "wasmtime", version: pythonVersion}
		list = append(list, c)
	}
	return list
}

// jars returns checks of the JARs through JNA, through Java 22's own interface, and as WebAssembly.
func jars() (list []check) {
	c := check{script: "java", sources: map[string]source{"Example.java": {"cshared/java/README.md", "java"}},
		wants: []string{"edge-count {type=string, value=item}", "item 1526621597 2"}}
	add := func(what string, needs []need, suite, java string, files ...string) {
		c.what, c.needs, c.files = what, needs, append([]string{jar}, files...)
		c.layer = layer{suite: suite, packages: "openjdk-" + java + "-jdk-headless", version: javaVersion}
		list = append(list, c)
	}
	for _, l := range [][2]string{{"bullseye", "11"}, {"bullseye", "17"}, {"bookworm", "17"}, {"trixie", "21"}} {
		add("JAR", []need{needsJava, needsGlibc}, l[0], l[1], "dist/java/lib/jna-*.jar")
	}
	add("JAR without JNA", []need{needsGlibc}, "forky", "25")
	c.script = "java-wasm"
	for _, l := range [][2]string{{"bookworm", "17"}, {"forky", "25"}} {
		add("JAR of WebAssembly", []need{needsJava}, l[0], l[1], "rowlens-wasm-[0-9.]*[0-9].jar", "dist/java/wasm/lib/log-*.jar",
			"dist/java/wasm/lib/runtime-*.jar", "dist/java/wasm/lib/wasi-*.jar", "dist/java/wasm/lib/wasm-*.jar")
	}
	return list
}
