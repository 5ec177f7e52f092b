# The tests of the C library; included by the Makefile above.

T := $(OUT)-test
C99 := -std=c99 -Wall -Wextra -Wpedantic -Werror -O1 -g -I$(OUT)/include
PROGRAM := $(wildcard test/*.c) test/check.h
# Formats whose vectors need no op define, which the library does not keep.
VECTORS := $(addprefix ../golden/vectors/,actionbase.jsonl.gz hbase-orderedbytes.jsonl.gz)
LIBRARY := $(OUT)/lib/librowlens.so.$(ABI)
FILES := $(T)/requests.jsonl $(T)/answers.jsonl
# What each run does; valgrind and AddressSanitizer are slow, so they take less.
QUICK := vectors capacities arguments batches fork
ALL := $(QUICK) threads

need = @command -v $(1) >/dev/null || { echo "The tests of the C library need $(1), which is not there." >&2; exit 1; }

.PHONY: test-tools test-library test-c test-valgrind test-panic test-python
test: test-tools test-library test-c test-valgrind test-panic test-python

test-tools:
	$(call need,$(CC))
	$(call need,$(CXX))
	$(call need,$(PYTHON))
	$(call need,nm)
	$(call need,readelf)
	$(call need,pkg-config)

test-library: all
	CC=$(CC) CXX=$(CXX) GO=$(GO) sh test/library.sh $(OUT) $(T)

test-c: $(T)/ctest $(FILES)
	$(T)/ctest $(FILES) $(ALL)

# The tool is not everywhere. It takes Go's many small stacks for one and reports
# accesses there; what counts are reports about blocks of C, and lost blocks.
test-valgrind: $(T)/ctest $(FILES)
	@if command -v valgrind >/dev/null; then \
		SWEEP=200 valgrind --error-limit=no --leak-check=full --show-leak-kinds=definite --log-file=$(T)/valgrind.log \
			$(T)/ctest $(FILES) capacities arguments batches || exit 1; \
		grep -q 'definitely lost: 0 bytes' $(T)/valgrind.log && ! grep -B 9 -A 9 'a block of size' $(T)/valgrind.log; \
	else echo "without valgrind: make -C cshared test-asan looks for the same"; fi

test-panic: $(T)/panic/ctest $(FILES)
	$(T)/panic/ctest $(FILES) panic

test-python: $(LIBRARY) $(FILES)
	$(PYTHON) test/test_ctypes.py $(LIBRARY) $(FILES) ../golden/actionbase

test-asan: $(T)/asan/ctest $(FILES)
	SWEEP=20 SECONDS_EACH=1 ASAN_OPTIONS=detect_leaks=0 $(T)/asan/ctest $(FILES) $(ALL)

# ---- what they run

$(T)/requests.jsonl: $(VECTORS) test/expand/main.go
	@mkdir -p $(@D)
	$(GO) run ./test/expand $(VECTORS) >$@

$(T)/rowlens: $(SOURCES) $(call go_files,../cmd ../inspector)
	@mkdir -p $(@D)
	$(GO) build -o $@ ../cmd/rowlens

$(T)/answers.jsonl: $(T)/requests.jsonl $(T)/rowlens
	$(T)/rowlens batch <$< >$@

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
