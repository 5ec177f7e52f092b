# The tests of the C library; included by the Makefile above.

T := $(OUT)-test
C99 := -std=c99 -Wall -Wextra -Wpedantic -Werror -O1 -g -I$(OUT)/include
PROGRAM := $(wildcard test/*.c test/*.h)
VECTORS := $(wildcard ../golden/vectors/*.jsonl.gz)
LIBRARY := $(OUT)/lib/librowlens.so.$(ABI)
ANSWERS := $(T)/requests.jsonl $(T)/answers.jsonl
FILES := $(ANSWERS) $(T)/stores/made
# Real stores of each kind, whole and damaged, for the test called stores, which finds their folder through the
# environment.
export STORES := $(T)/stores
# Files shared by the packages, for the test of wrong calls.
export GOLDEN := ../golden
STORED := $(addprefix ../golden/store-files/,maryk-rocksdb/latest rocksdb/damaged-data-block lmdb/implexus-good lmdb/implexus-corrupt \
	hfile/maryk hfile/damaged rfile/social)
# One in this many vectors is answered with every capacity. make test SWEEP=1 takes minutes.
SWEEP ?= 20
# The tests of each run. valgrind and AddressSanitizer are slow, so they get fewer.
QUICK := vectors capacities arguments hostile batches columns kinds shapes orders stats diff stores fork
ALL := $(QUICK) threads

need = @command -v $(1) >/dev/null || { echo "The tests of the C library need $(1), which is not there." >&2; exit 1; }

.PHONY: abi bench test-native test-abi test-document test-tools test-library test-c test-valgrind test-panic test-python
test: test-tools test-library test-abi test-document test-c test-valgrind test-panic test-python

test-tools:
	$(call need,$(CC))
	$(call need,$(CXX))
	$(call need,$(PYTHON))
	$(call need,nm)
	$(call need,readelf)
	$(call need,pkg-config)
	$(call need,cmake)
	$(call need,abidiff)

test-library: all
	CC=$(CC) CXX=$(CXX) GO=$(GO) sh test/library.sh $(OUT) $(T)

# NATIVE is the folder of another build, NATIVE_CC its compiler, RUN the program that runs its
# programs.
test-native: $(ANSWERS)
	CC='$(NATIVE_CC)' RUN='$(RUN)' sh test/native.sh $(OUT) $(NATIVE) $(T) $(ANSWERS)

# DLL is the folder that make windows wrote, WINE the program that runs Windows programs.
test-windows: $(FILES)
	CC='$(CC)' WINE='$(WINE)' sh test/windows.sh $(DLL) $(T) $(ANSWERS)

test-document: all
	@mkdir -p $(T)
	CC=$(CC) sh test/document.sh $(OUT) $(T)

# abidiff reads the prototypes from the debugging data, which the shipped library lacks.
$(T)/abi/librowlens.so.$(ABI): $(SOURCES)
	@mkdir -p $(@D)
	$(BUILD) -ldflags="-extldflags '$(LINK)'" -o $@ .

RELEASED := abi/librowlens.so.$(ABI).abi.gz

test-abi: $(T)/abi/librowlens.so.$(ABI)
	gunzip -c $(RELEASED) >$(T)/abi/released.abi
	abidiff --no-added-syms --headers-dir2 include --drop-private-types $(T)/abi/released.abi $<
	@echo "and a function that is gone is found:"
	sed 's/rl_hash32/rl_hash31/g' $(T)/abi/released.abi >$(T)/abi/other.abi
	! abidiff --no-added-syms $(T)/abi/other.abi $< >/dev/null

abi: $(T)/abi/librowlens.so.$(ABI)
	@mkdir -p abi
	abidw --headers-dir include --drop-private-types --no-corpus-path --no-comp-dir-path --no-show-locs $< | gzip -9n >$(RELEASED)

test-c: $(T)/ctest $(FILES)
	$(T)/ctest testee <$(T)/requests.jsonl | cmp - $(T)/answers.jsonl
	SWEEP=$(SWEEP) $(T)/ctest $(ANSWERS) $(ALL)

# valgrind is not available everywhere. It keeps one core busy, so two runs share the tests. It takes Go's many small stacks
# for a single one and reports accesses there; only reports about blocks of C, and lost blocks, count.
test-valgrind: $(T)/ctest $(FILES)
	@if command -v valgrind >/dev/null; then \
		$(call valgrind,second,diff stores) >$(T)/valgrind-second.out 2>&1 & second=$$!; \
		$(call valgrind,first,capacities arguments hostile batches columns kinds shapes orders stats); first=$$?; \
		wait $$second; second=$$?; cat $(T)/valgrind-second.out; exit $$((first || second)); \
	else echo "without valgrind: make -C cshared test-asan looks for the same"; fi

valgrind = { SWEEP=1000 BRIEF=1 valgrind --error-limit=no --leak-check=full --show-leak-kinds=definite --log-file=$(T)/valgrind-$(1).log $(T)/ctest $(ANSWERS) $(2) && \
	grep -q 'definitely lost: 0 bytes' $(T)/valgrind-$(1).log && ! grep -B 9 -A 9 'a block of size' $(T)/valgrind-$(1).log; }

test-panic: $(T)/panic/ctest $(FILES)
	$(T)/panic/ctest $(ANSWERS) panic

test-python: $(LIBRARY) $(FILES)
	$(PYTHON) test/test_ctypes.py $(LIBRARY) $(ANSWERS) ../golden/actionbase

test-asan: $(T)/asan/ctest $(FILES)
	SWEEP=500 BRIEF=1 ASAN_OPTIONS=detect_leaks=0 $(T)/asan/ctest $(ANSWERS) $(QUICK)

bench: $(T)/calls
	$(GO) run ./bench -calls $(T)/calls -vectors ../golden/vectors $(if $(MERGE),-merge $(MERGE))

# ---- what the tests run

$(T)/calls: bench/calls/calls.c $(LIBRARY) $(OUT)/include/rowlens.h
	@mkdir -p $(@D)
	$(CC) $(C99) -O2 -o $@ bench/calls/calls.c $(LIBRARY) -Wl,-rpath,$(OUT)/lib

$(T)/requests.jsonl: $(VECTORS) test/expand/main.go
	@mkdir -p $(@D)
	$(GO) run ./test/expand $(VECTORS) >$@

# CC may be for another system, and the command does not need it.
$(T)/rowlens: $(SOURCES) $(call go_files,../cmd ../inspector)
	@mkdir -p $(@D)
	CGO_ENABLED=0 $(GO) build -o $@ ../cmd/rowlens

$(T)/answers.jsonl: $(T)/requests.jsonl $(T)/rowlens
	$(T)/rowlens batch <$< >$@

# Each store has its own folder; beside it are a list of its files with their sizes, and what the command prints for it. The
# command fails for damaged stores. The store called unread has files that cannot be unpacked.
$(T)/stores/made: $(addsuffix .tar.gz,$(STORED)) $(T)/rowlens
	rm -rf $(@D)
	set -e; for store in $(STORED) ../golden/store-files/hfile/maryk:unread; do \
		at=$(@D)/$${store##*[/:]}; mkdir -p $$at; tar -xzf $${store%:*}.tar.gz -C $$at; \
		if [ -d $$at/db ]; then mv $$at/db $$at.db; rm -rf $$at; mv $$at.db $$at; fi; \
		case $$store in *:unread) for file in $$at/*/*Memo*; do gzip -n $$file; truncate -s -9 $$file.gz; done;; esac; \
		find $$at -type f -printf '%s %P\n' | LC_ALL=C sort -k 2 >$$at.files; \
		$(T)/rowlens decode --json $$at >$$at.jsonl 2>$$at.errors || [ $$? -eq 1 ]; \
		$(T)/rowlens tables --json $$at >$$at.tables 2>>$$at.errors || [ $$? -eq 1 ]; \
	done
	@touch $@

$(T)/ctest: $(PROGRAM) $(LIBRARY) $(OUT)/include/rowlens.h
	@mkdir -p $(@D)
	$(CC) $(C99) -o $@ $(wildcard test/*.c) $(LIBRARY) -Wl,-rpath,$(OUT)/lib -lpthread

$(T)/panic/ctest: $(PROGRAM) $(SOURCES) $(OUT)/include/rowlens.h
	@mkdir -p $(@D)
	$(BUILD) -tags rowlens_panic -ldflags="-extldflags '$(LINK)'" -o $(@D)/librowlens.so.$(ABI) .
	$(CC) $(C99) -o $@ $(wildcard test/*.c) $(@D)/librowlens.so.$(ABI) -Wl,-rpath,$(@D) -lpthread

$(T)/asan/ctest: $(PROGRAM) $(SOURCES) $(OUT)/include/rowlens.h
	@mkdir -p $(@D)
	$(BUILD) -asan -ldflags="-extldflags '$(LINK)'" -o $(@D)/librowlens.so.$(ABI) .
	$(CC) $(C99) -fsanitize=address -o $@ $(wildcard test/*.c) $(@D)/librowlens.so.$(ABI) -Wl,-rpath,$(@D) -lpthread
