# qipu: build, test, install. `make help` lists the targets.
VERSION = 0.2.0

# What is missing for the other goals named with it is installed through the system's package manager;
# nothing else here installs. They are made by another make, which sees what was installed.
ifneq ($(filter deps,$(MAKECMDGOALS)),)
OTHERS = $(filter-out deps,$(MAKECMDGOALS))
.PHONY: deps $(OTHERS)
deps:
	@sh tests/deps install $(OTHERS)
$(OTHERS): deps
	@$(MAKE) $@
else

PREFIX  ?= /usr/local
DESTDIR ?=
BINDIR   = $(DESTDIR)$(PREFIX)/bin
MANDIR   = $(DESTDIR)$(PREFIX)/share/man
DATADIR  = $(DESTDIR)$(PREFIX)/share/qipu

# Everything that a build makes lies below BUILD, so several may stand side by side.
BUILD  ?= build
CC     ?= cc
PKGCONF ?= pkg-config
CFLAGS ?= -O2 -g

WARN   = -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
         -Wwrite-strings -Wvla
HARDEN = -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fPIE
STD    = -std=c11 -D_POSIX_C_SOURCE=200809L
LIBS   = sqlite3 zlib

# libzstd is wanted but not needed: without it, zstd input is refused with a message.
HAVE_ZSTD := $(shell $(PKGCONF) --exists libzstd 2>/dev/null && echo yes)
ifeq ($(HAVE_ZSTD),yes)
LIBS += libzstd
FEATURES += -DHAVE_ZSTD
endif

PKG_CFLAGS := $(shell $(PKGCONF) --cflags $(LIBS) 2>/dev/null)
PKG_LIBS   := $(or $(shell $(PKGCONF) --libs $(LIBS) 2>/dev/null),-lsqlite3 -lz)

ALL_CFLAGS  = $(STD) $(WARN) $(HARDEN) $(FEATURES) $(SANITIZE) $(CFLAGS) -I. -Isrc -DQIPU_VERSION='"$(VERSION)"' \
              -pthread $(PKG_CFLAGS) $(CPPFLAGS)
ALL_LDFLAGS = -pie -Wl,-z,relro,-z,now $(SANITIZE) $(LDFLAGS) -pthread
ALL_LIBS    = $(PKG_LIBS) -lm

LIB_SRC  := $(wildcard src/*/*.c src/*/*/*.c)
TOOL_SRC := $(wildcard tools/*.c tools/*/*.c)
UNIT_SRC := $(wildcard tests/unit/*/test_*.c)
LIB_OBJ  := $(LIB_SRC:%.c=$(BUILD)/%.o) $(BUILD)/opening_lines.o
TOOL_OBJ := $(TOOL_SRC:%.c=$(BUILD)/%.o)
UNIT_OBJ := $(UNIT_SRC:%.c=$(BUILD)/%.o)
UNIT_BIN := $(UNIT_SRC:tests/unit/%.c=$(BUILD)/unit/%)
LIB      := $(BUILD)/libqipu.a

# The program lies at ./qipu for the default build folder, inside the folder for others.
QIPU := $(if $(filter build,$(BUILD)),qipu,$(BUILD)/qipu)
# The whole path, in which blanks may be.
QIPU_PATH = $(if $(filter /%,$(QIPU)),$(QIPU),$(CURDIR)/$(QIPU))

.PHONY: all
all: $(QIPU)

$(QIPU): $(TOOL_OBJ) $(LIB)
	$(CC) $(ALL_LDFLAGS) -o $@ $(TOOL_OBJ) $(LIB) $(ALL_LIBS)

$(LIB): $(LIB_OBJ)
	rm -f $@
	ar rcs $@ $(LIB_OBJ)

$(BUILD)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# The table of openings as C strings.
$(BUILD)/opening_lines.c: src/notation/openings.tsv Makefile
	@mkdir -p $(@D)
	awk -F '\t' 'BEGIN { print "#include \"notation/openings.h\"\nconst char *const opening_lines[] = {" } \
	    NR > 1 { gsub(/["\\]/, "\\\\&"); printf "\"%s\\t%s\\t%s\",\n", $$1, $$2, $$3 } \
	    END { print "0};" }' src/notation/openings.tsv >$@

$(BUILD)/opening_lines.o: $(BUILD)/opening_lines.c
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

$(BUILD)/unit/%: $(BUILD)/tests/unit/%.o $(LIB)
	@mkdir -p $(@D)
	$(CC) $(ALL_LDFLAGS) -o $@ $< $(LIB) $(ALL_LIBS) -lcmocka

# Kept, so that a change of the library only links the tests anew.
.SECONDARY: $(UNIT_OBJ)

.PHONY: help
help:
	@echo 'make                 build ./qipu'
	@echo 'make deps            install what is missing for the goals named with it'
	@echo 'make demo            show the main job on the samples'
	@echo 'make check           run the tests'
	@echo 'make check-deep      more of them, and longer'
	@echo 'make mutants SEED=N  put small faults into the program, one by one, and see whether a test fails'
	@echo 'make fuzz            look for inputs that break a parser'
	@echo 'make bench PGN=FILE  measure, beside other programs that are installed'
	@echo 'make corpus DIR=DIR  validate, import, export and compare the game files below DIR'
	@echo 'make install         put the program and its pages below PREFIX ($(PREFIX)); uninstall'
	@echo 'make dist            pack the source'
	@echo 'make clean           delete what was built'

# --- Installing ------------------------------------------------------------------------------------

# Every command is a link to the program too; 'qipu help' lists them.
COMMANDS = $(shell LC_ALL=C "$(QIPU_PATH)" help | sed -n '/^Commands:/,/^$$/s/^  \([a-z]*\) .*/\1/p' | grep -v '^help$$')

# Scripts of shells, each below the folder of its shell.
SHAREDIR = $(DESTDIR)$(PREFIX)/share
COMPLETIONS = bash-completion/completions/qipu zsh/site-functions/_qipu fish/vendor_completions.d/qipu.fish

.PHONY: install uninstall
install: $(QIPU)
	install -d "$(BINDIR)" "$(DATADIR)" "$(MANDIR)/man1" "$(MANDIR)/man5" "$(MANDIR)/man7"
	install -m 755 $(QIPU) "$(BINDIR)/qipu"
	for c in $(COMMANDS); do ln -sf qipu "$(BINDIR)/qipu-$$c" || exit 1; done
	for m in man/*; do install -m 644 $$m "$(MANDIR)/man$${m##*.}" || exit 1; done
	install -m 644 samples/qipu-game.schema.json "$(DATADIR)"
	for c in $(COMPLETIONS); do install -d "$(SHAREDIR)/$${c%/*}" && \
	"$(QIPU_PATH)" completion $${c%%[-/]*} >"$(SHAREDIR)/$$c" || exit 1; done

# Folders that are empty then go, but for those that every system has.
uninstall:
	for l in "$(BINDIR)"/qipu-*; do [ "$$(readlink "$$l")" != qipu ] || rm -f "$$l"; done
	rm -f "$(BINDIR)/qipu" "$(DATADIR)/qipu-game.schema.json"
	for m in man/*; do rm -f "$(MANDIR)/man$${m##*.}/$${m##*/}"; done
	for c in $(COMPLETIONS); do rm -f "$(SHAREDIR)/$$c"; done
	rmdir "$(DATADIR)" 2>/dev/null || :
	case "$(DESTDIR)$(PREFIX)" in /usr | /usr/local) exit;; esac; \
	for c in $(COMPLETIONS); do d=$${c%/*}; \
	rmdir "$(SHAREDIR)/$$d" "$(SHAREDIR)/$${d%/*}" 2>/dev/null; done; \
	rmdir "$(MANDIR)"/man[157] "$(MANDIR)" "$(DESTDIR)$(PREFIX)/share" "$(BINDIR)" 2>/dev/null; \
	d="$(DESTDIR)$(PREFIX)" top="$(or $(DESTDIR),$(PREFIX))"; \
	while rmdir "$$d" 2>/dev/null && [ "$$d" != "$${top%/}" ]; do d=$$(dirname "$$d"); done

.PHONY: dist
dist:
	git archive --format=tar.gz --prefix=qipu-$(VERSION)/ -o qipu-$(VERSION).tar.gz HEAD

# --- Showing ---------------------------------------------------------------------------------------

.PHONY: demo
demo: $(QIPU)
	@QIPU="$(QIPU_PATH)" sh samples/demo.sh

# --- Testing ---------------------------------------------------------------------------------------

ASAN = -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
TSAN = -fsanitize=thread

.PHONY: check check-once unit cli
check: check-once
	$(MAKE) BUILD=build/asan SANITIZE='$(ASAN)' CFLAGS='-O1 -g' HARDEN= unit cli fuzz-check
	@if sh tests/deps; then echo "make check: all tests passed"; \
	    else echo "make check: all tests passed that can be run without these"; fi

check-once: unit cli fuzz-check
	@$(call if_there,prove,layers man lang) QIPU="$(QIPU_PATH)" prove tests/layers tests/man tests/lang

# $(call if_there,NEED,TESTS): unless what these tests need is missing, which is said.
if_there = sh tests/deps has $(1) || { echo "left out, as there is no $(1): $(2)"; exit 0; };

# T=WORD: only the tests whose path has WORD in it.
wanted = $(if $(T),$(foreach t,$(1),$(if $(findstring $(T),$(t)),$(t))),$(1))

unit:
	@$(call if_there,cmocka,unit tests) $(MAKE) unit-run

.PHONY: unit-run
unit-run: $(call wanted,$(UNIT_BIN))
	@for t in $(call wanted,$(UNIT_BIN)); do echo "$$t"; $$t >$$t.log 2>&1 || { cat $$t.log; exit 1; }; \
	    tail -n 2 $$t.log; done

cli: $(QIPU)
	@$(call if_there,prove,tests/cli) QIPU="$(QIPU_PATH)" prove -j2 $(call wanted,$(wildcard tests/cli/*/*.t))

# Longer: deeper perft, engines, killed imports, threads, the other compiler.
.PHONY: check-deep
check-deep: check
	QIPU_DEEP=1 $(MAKE) unit
	BUILD=$(BUILD) QIPU="$(QIPU_PATH)" prove tests/deep/*.sh
	$(MAKE) BUILD=build/tsan SANITIZE='$(TSAN)' CFLAGS='-O1 -g' HARDEN= cli
	$(MAKE) BUILD=build/clang CC=clang all unit

# Which small faults no test notices: MUTANTS of them, chosen by SEED, in FOLDERS.
.PHONY: mutants
mutants:
	@SEED=$(SEED) MUTANTS=$(MUTANTS) tests/deep/mutants $(FOLDERS)

# --- Fuzzing ---------------------------------------------------------------------------------------

FUZZ_SRC := $(wildcard tests/fuzz/fuzz_*.c)
FUZZ     := $(FUZZ_SRC:tests/fuzz/%.c=%)
FUZZ_SECONDS ?= 60

# The inputs that once failed, through the same targets without libFuzzer.
.PHONY: fuzz-check
fuzz-check: $(FUZZ:%=$(BUILD)/fuzz/%)
	@for t in $(FUZZ); do $(BUILD)/fuzz/$$t tests/fuzz/corpus/$$t/* || exit 1; done

$(BUILD)/fuzz/%: tests/fuzz/%.c tests/fuzz/replay.c $(LIB) Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $< tests/fuzz/replay.c $(LIB) $(ALL_LIBS)

# Look for new ones: libFuzzer, FUZZ_SECONDS for each target.
.PHONY: fuzz
fuzz:
	$(MAKE) BUILD=build/libfuzzer CC=clang SANITIZE='$(ASAN) -fsanitize=fuzzer-no-link' \
	    CFLAGS='-O1 -g' HARDEN= fuzz-run

.PHONY: fuzz-run
fuzz-run: $(LIB)
	@for t in $(FUZZ); do \
	    $(CC) $(ALL_CFLAGS) -fsanitize=fuzzer $(ALL_LDFLAGS) -o $(BUILD)/$$t tests/fuzz/$$t.c $(LIB) \
	        $(ALL_LIBS) && mkdir -p $(BUILD)/corpus/$$t && \
	    $(BUILD)/$$t -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=4096 \
	        -artifact_prefix=$(BUILD)/$$t- $(BUILD)/corpus/$$t tests/fuzz/corpus/$$t || exit 1; \
	done

# --- Measuring -------------------------------------------------------------------------------------

# PGN names the file to measure on; without it one is made of the samples. SIZES: of the made-up
# games that show how a store's figures grow.
.PHONY: bench
bench: $(QIPU)
	@QIPU=$(abspath $(QIPU)) BUILD=$(BUILD) SIZES='$(SIZES)' sh tests/bench/run $(PGN)

# Validate, import, export and compare every game file below DIR.
.PHONY: corpus
corpus: $(QIPU)
	@QIPU="$(QIPU_PATH)" sh tests/corpus $(DIR)

.PHONY: clean
clean:
	rm -rf build qipu

-include $(LIB_OBJ:.o=.d) $(TOOL_OBJ:.o=.d) $(UNIT_OBJ:.o=.d)

endif
