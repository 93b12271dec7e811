# qipu: build, test, install. `make help` lists the targets.
VERSION = 0.1.0

PREFIX  ?= /usr/local
DESTDIR ?=
BINDIR   = $(DESTDIR)$(PREFIX)/bin
MANDIR   = $(DESTDIR)$(PREFIX)/share/man

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
PKG_LIBS   := $(shell $(PKGCONF) --libs $(LIBS) 2>/dev/null)

ALL_CFLAGS  = $(STD) $(WARN) $(HARDEN) $(FEATURES) $(SANITIZE) $(CFLAGS) -Isrc -DQIPU_VERSION='"$(VERSION)"' \
              -pthread $(PKG_CFLAGS) $(CPPFLAGS)
ALL_LDFLAGS = -pie -Wl,-z,relro,-z,now $(SANITIZE) $(LDFLAGS) -pthread
ALL_LIBS    = $(PKG_LIBS) -lm

LIB_SRC  := $(wildcard src/*/*.c)
TOOL_SRC := $(wildcard tools/*.c)
UNIT_SRC := $(wildcard tests/unit/test_*.c)
LIB_OBJ  := $(LIB_SRC:%.c=$(BUILD)/%.o)
TOOL_OBJ := $(TOOL_SRC:%.c=$(BUILD)/%.o)
UNIT_BIN := $(UNIT_SRC:tests/unit/%.c=$(BUILD)/unit/%)
LIB      := $(BUILD)/libqipu.a

# The program lies at ./qipu for the default build folder, inside the folder for others.
QIPU := $(if $(filter build,$(BUILD)),qipu,$(BUILD)/qipu)

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

$(BUILD)/unit/%: tests/unit/%.c $(LIB) Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Itests/unit -MMD -MP $(ALL_LDFLAGS) -o $@ $< $(LIB) $(ALL_LIBS) -lcmocka

.PHONY: unit
unit: $(UNIT_BIN)
	@for t in $(UNIT_BIN); do ./$$t || exit 1; done

.PHONY: clean
clean:
	rm -rf build qipu

-include $(LIB_OBJ:.o=.d) $(TOOL_OBJ:.o=.d) $(UNIT_BIN:=.d)
