# Hopline: one make process builds, tests, installs and runs the studies.
#
#   make            build bin/
#   make help       these targets, and those of the studies
#   make V=1        show the commands of the build, not only what it makes
#   make demo       set up, build, and run the main job: Fig. 10 of the first paper
#   make YES=1 demo   the same, without the question before something is installed
#   make test       set up, build, and pass the tests
#   make check      the tests that tell most, of what has changed since they passed: under a minute
#   make test-cluster   the tests that need Slurm and sshd
#   make lint       warnings of gcc and clang, cppcheck, clang-tidy, shellcheck, mandoc
#   make lint-quick   all of these but clang-tidy
#   make coverage   the lines of tools/ that tests run, and those that they do not; fails below 90%
#   make tsan       netsim --threads under ThreadSanitizer, its threads napping now and then
#   make test-valgrind   the tests under valgrind: about an hour
#   make bench      measure speed
#   make bench-map  measure mappings beside recorded ones of other programs
#   make instructions   fail when a run takes 5% more instructions than tests/bench/instructions.csv says
#   make instructions-renew   write that table anew
#   make fuzz FUZZ_SECONDS=10   random input for every parser
#   make fuzz-pipe FUZZ_SECONDS=10   random streams through whole pipes
#   make pages      the manual for a browser: build/pages/index.html
#   make install    PREFIX=/usr/local DESTDIR=
#   make uninstall  take that away again
#   make dist       build/hopline-VERSION.tar.gz, of what is committed
#   make deb        Debian packages of it, in build/deb
#   make static     a tarball of programs that need no library, for any Linux on this kind of processor
#   make clean      remove what is built, and all results in build/
#
# One goal is made on all cores, unless -j says on how many; several goals are made one after the other.
#
# Objects live under build/CONFIG/, one configuration a set of flags.  The
# studies bring their own targets: pipelines/*/module.mk.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules
# A -j of the command line wins over this one; one of the environment is only seen there.
ifeq ($(MAKELEVEL)$(word 2,$(MAKECMDGOALS))$(filter -j% --jobs%,$(MAKEFLAGS) $(shell printf %s "$${MAKEFLAGS-}")),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)
endif

ifeq ($(origin CC),default)
CC := gcc
endif
BUILD ?= build
BIN ?= bin
PREFIX ?= /usr/local
VERSION := $(shell cat VERSION)
CFLAGS ?= -O2 -g
# Those of METIS, SCOTCH, OTF2 and JANSSON that tools/setup found.
have = $(shell cat $(BUILD)/checked 2>/dev/null)
WARN := -Wall -Wextra -Wno-missing-field-initializers -Wpedantic -Wshadow -Wconversion -Wmissing-prototypes -Wstrict-prototypes -Wvla
ALL_CFLAGS = -std=c11 -ffp-contract=off $(WARN) -Itools -Itests -D_GNU_SOURCE -DVERSION='"$(VERSION)"' $(have:%=-DHAVE_%) $(CPPFLAGS) $(CFLAGS)
lib_METIS := -lmetis
lib_SCOTCH := -lscotch
lib_OTF2 := -lopen-trace-format2
lib_JANSSON := -ljansson
LIBS = -pthread -Wl,--as-needed -lcsv -lpcre2-8 $(foreach l,$(have),$(lib_$l)) -lz -lm

configs := release asan
flags_release := -DNDEBUG
# Its debug information is lines and functions, all that a report names: the compiler is a quarter faster.
flags_asan := -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-pie -no-pie
bin_release := $(BIN)
bin_asan := $(BUILD)/asan/bin

tools := gen-workload alloc map netsim metrics
lib_src := $(wildcard tools/lib/*/*.c tools/lib/*/*/*.c)
$(foreach t,$(tools),$(eval src_$t := $(wildcard tools/$t/*.c tools/$t/*/*.c tools/$t/*/*/*.c)))
unit_files := $(wildcard tests/unit/*/*.c tests/unit/*/*/*.c)
units := $(basename $(notdir $(unit_files)))
unit_file = $(filter %/$1.c,$(unit_files))
# Sanitizers look at tools/.  A unit test is compiled fast, with its own memory checked alone; one that has much to do itself is optimized; the
# slow simulators, which take longer than what they stand beside, are not checked.
$(BUILD)/asan/tests/unit/%.o: private flags_asan := -O0 -g1 -fsanitize=address -fno-pie -no-pie
$(foreach u,bisection circuit-choice loads policies,$(patsubst %.c,$(BUILD)/asan/%.o,$(call unit_file,$u))): private flags_asan := -O1 -g1 -fsanitize=address -fno-pie -no-pie
$(BUILD)/asan/tests/unit/slow/%.o: private flags_asan := -O2 -g1 -DMEMCHECK -fno-pie -no-pie
# "FILE:TOOL" where a unit test says "/* link: TOOL */"
links := $(shell awk '/^\/\* link: / { for (i = 3; i < NF; i++) print FILENAME ":" $$i }' /dev/null $(unit_files))

.PHONY: all
all: $(tools:%=$(BIN)/%) $(BIN)/hopline

quote = '$(subst ','\'',$1)'
# What is missing is installed for studies and for test, and otherwise only named.  A library that may be missing is looked
# for again each time.
set_up = CC=$(call quote,$(CC)) CPPFLAGS=$(call quote,$(CPPFLAGS)) LDFLAGS=$(call quote,$(LDFLAGS)) tools/setup
.PHONY: setup setup-test
# What goes without METIS, Scotch, OTF2 and jansson, and need not be built again with them
lean := demo curves decide decide-count $(foreach s,estimate-truth promises releases theta three-logs tolerance,$s $s-keep)
setup:
	@$(set_up) $(if $(filter-out $(lean),$(MAKECMDGOALS)),study,demo)
setup-test:
	@$(set_up) test
$(BUILD)/checked: tools/setup $(if $(word 4,$(have)),,FORCE) | $(if $(filter test,$(MAKECMDGOALS)),setup-test)
	@mkdir -p $(@D)
	@$(set_up) --check build >$@

# In front of a command: what it makes, a line; with V=1 the command itself, with -s nothing.
line = $(if $(filter-out 0,$(V)),,@$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,echo '  $1';))
# $1: a configuration.  Its flags are kept in a file, so that other flags mean a new build.  What its objects depend on is read
# from its own folder: elsewhere in build/ a name may end in .d by chance.
define config
$(BUILD)/$1/flags: FORCE | $(BUILD)/checked
	@mkdir -p $$(@D)
	@echo $$(call quote,$$(CC) $$(ALL_CFLAGS) $$(flags_$1) $$(LDFLAGS) $$(LIBS)) >$$@.now
	@if cmp -s $$@.now $$@; then rm $$@.now; else mv $$@.now $$@; fi
$(BUILD)/$1/%.o: %.c $(BUILD)/$1/flags
	@mkdir -p $$(@D)
	$$(call line,CC $$@) $$(CC) $$(ALL_CFLAGS) $$(flags_$1) -MMD -MP -c -o $$@ $$<
$(BUILD)/$1/libhopline.a: $(lib_src:%.c=$(BUILD)/$1/%.o)
	@rm -f $$@
	$$(call line,AR $$@) ar rcs $$@ $$^
-include $$(shell find $(BUILD)/$1 -name '*.d' -type f 2>/dev/null)
endef
# $1: a configuration; $2: a program; $3: its sources
define program
$2: $(3:%.c=$(BUILD)/$1/%.o) $(BUILD)/$1/libhopline.a
	@mkdir -p $$(@D)
	$$(call line,LD $$@) $$(CC) $$(ALL_CFLAGS) $$(flags_$1) $$(link_$1) $$(LDFLAGS) -o $$@ $$^ $$(LIBS)
endef
# The sanitizers' libraries in the program where they come as archives and the compiler is gcc: it starts a sixth faster.
link_asan = $(eval link_asan := $(shell static='-static-libasan -static-libubsan'; \
	echo 'int main(void) { return 0; }' | $(CC) -fsanitize=address,undefined $$static -o /dev/null -x c - 2>/dev/null && echo "$$static"))$(link_asan)
# $1: a unit test; the sources it is made of, the main files of tools left out
unit_src = $(call unit_file,$1) $(foreach t,$(patsubst $(call unit_file,$1):%,%,$(filter $(call unit_file,$1):%,$(links))),$(filter-out tools/$t/$t.c,$(src_$t)))

$(foreach c,$(configs),$(eval $(call config,$c)))
$(foreach c,$(configs),$(foreach t,$(tools),$(eval $(call program,$c,$(bin_$c)/$t,$(src_$t)))))
$(foreach c,$(configs),$(foreach u,$(units),$(eval $(call program,$c,$(BUILD)/$c/tests/$u.t,$(call unit_src,$u)))))
.SECONDARY:

$(BIN)/hopline: tools/hopline/hopline VERSION | $(BUILD)/checked
	@mkdir -p $(@D)
	$(call line,SED $@) sed 's/@VERSION@/$(VERSION)/' $< >$@
	@chmod +x $@

# Unit tests with checked memory, and as built those that do less there (CHECKED) or are not checked; tests of the tools against the
# programs as built, then against checked ones (all but t7* and t8*: studies, pages and installation).  Not checked: what is long by how
# much it simulates, in code that others run.
unchecked := limits-closed limits-little limits-permutation waits t115-progress t325-apart t456-routings t525-router t549-program-costs t590-saturation \
	t591-saturation-lattices t592-saturation-trees t593-saturation-dragonflyplus t655-limits
# those of the tools: t100-stream ...
tool_tests := $(basename $(notdir $(wildcard tests/*/t[1-6]*.t)))
checked_tools := $(patsubst %,$(BUILD)/asan/tests/%.t,$(filter-out $(unchecked),$(tool_tests)))
as_built := $(filter $(unchecked) $(if $(filter test,$(MAKECMDGOALS)),$(basename $(notdir $(shell grep -lw CHECKED $(unit_files))))),$(units))
unit_tests := $(as_built:%=$(BUILD)/release/tests/%.t) $(patsubst %,$(BUILD)/asan/tests/%.t,$(filter-out $(unchecked),$(units)))
# A test of the tools, with checked ones: a file of its own, so that one prove has all.
$(checked_tools): $(BUILD)/asan/tests/%.t: Makefile
	@mkdir -p $(@D)
	@printf '#!/bin/sh\nHOPLINE_CONFIG=asan HOPLINE_BIN=%s exec %s\n' $(call quote,$(call quote,$(abspath $(bin_asan)))) $(call quote,$(call quote,$(abspath $(wildcard tests/*/$*.t)))) >$@
	@chmod +x $@
# $1: a configuration; $2: names of tests, of tools and compiled; their files
test_files = $(foreach t,$2,$(firstword $(wildcard tests/*/$t.t) $(BUILD)/$1/tests/$t.t))
# $1: files of tests; those that take longest come first, so that none of them runs alone at the end
long := t730-sweep-faults t720-sweep t758-decide t721-sweep-batch t700-level-spread t810-pages t115-progress t751-gsearch-parts t746-figures-cells \
	t750-gsearch t545-netsim-threads reference-input reference t334-alloc-network t816-make limits-little t763-truth t250-training t755-topaware-study \
	t699-fit t752-gsearch-quality t230-gen-workload-swf t300-alloc t325-apart t715-booksim t825-lint t532-where-time-goes t760-report t745-express-mesh-figures \
	partitioners t870-pipe t546-netsim-steady t756-grap t820-install t515-streams
long_first = $(foreach t,$(long),$(filter %/$t.t,$1)) $(filter-out $(foreach t,$(long),%/$t.t),$1)
.PHONY: test
# Of memory that is wrong the stack that allocated it is told by malloc_context_size=30 in ASAN_OPTIONS; to note it costs a tenth of each start.
test: all setup-test $(unit_tests) $(checked_tools) $(tools:%=$(bin_asan)/%)
	ASAN_OPTIONS=detect_leaks=0:malloc_context_size=1 UBSAN_OPTIONS=print_stacktrace=1 HOPLINE_CONFIG=release HOPLINE_BIN='$(abspath $(BIN))' \
		prove --timer -j3 $(call long_first,$(unit_tests) $(checked_tools) $(wildcard tests/*/t*.t))

# While one works: a test that has passed is due again when a program that it runs has changed, or itself.  Tools that a test of the
# tools names, by itself, by a word of lib.sh or in a case, as NAME:TOOL.  The cases of t310-policies are in cases/policies.
check_slow := reference reference-input limits-closed limits-little waits partitioners t115-progress t325-apart t590-saturation \
	t591-saturation-lattices t592-saturation-trees t655-limits
check_tests ?= $(filter-out $(check_slow),$(units) $(tool_tests)) t810-pages
tests_of_tools := $(filter t%,$(check_tests))
tests_of_tools := $(filter-out $(units),$(tests_of_tools))
tool_uses := $(if $(filter check,$(MAKECMDGOALS)),$(shell tests/lint/uses $(call test_files,release,$(tests_of_tools))))
define due
$(BUILD)/check/$1: $(call test_files,release,$1) $(if $(filter $1,$(tests_of_tools)),tests/lib.sh $(wildcard tests/cases/$(subst $(firstword $(subst -, ,$1))-,,$1)/*/*) $(patsubst $1:%,$(BIN)/%,$(filter $1:%,$(tool_uses)))) | check-begin
	@echo $$< >>$(BUILD)/check/due
endef
$(foreach t,$(if $(filter check,$(MAKECMDGOALS)),$(check_tests)),$(eval $(call due,$t)))
.PHONY: check check-begin
check-begin: | all
	@mkdir -p $(BUILD)/check && rm -f $(BUILD)/check/due
check: $(check_tests:%=$(BUILD)/check/%)
	@[ -s $(BUILD)/check/due ] || { echo 'check: all have passed, and nothing that they run has changed'; exit 0; }; \
	status=0; HOPLINE_CONFIG=release HOPLINE_BIN='$(abspath $(BIN))' prove -j2 $$(cat $(BUILD)/check/due) | tee $(BUILD)/check/said || status=1; \
	for t in $$(cat $(BUILD)/check/due); do grep -q "^$$t .*(Wstat" $(BUILD)/check/said || touch "$(BUILD)/check/$$(basename "$$t" .t)"; done; \
	exit $$status

# What needs services and a browser: sweeps over ssh and Slurm on loopback, the report in Chromium.  A test skips
# with a reason where those are not to be had.
.PHONY: test-cluster test-report
test-cluster: all
	tools/setup cluster || true
	HOPLINE_BIN='$(abspath $(BIN))' prove -v $(wildcard tests/cluster/*.t)
test-report: all
	tools/setup report || true
	HOPLINE_BIN='$(abspath $(BIN))' prove -v $(wildcard tests/report/*.t)

# Lines of tools/ that the tests run (all but t7* and t8*, in a configuration of its own), and those that they do not: fails
# below 90%.  The slow tests, left out, run one line that no other does.
flags_coverage := -O1 -g0 --coverage
bin_coverage := $(BUILD)/coverage/bin
$(BUILD)/coverage/%: private CC := gcc
$(eval $(call config,coverage))
$(foreach t,$(tools),$(eval $(call program,coverage,$(bin_coverage)/$t,$(src_$t))))
$(foreach u,$(units),$(eval $(call program,coverage,$(BUILD)/coverage/tests/$u.t,$(call unit_src,$u))))
coverage_slow := t325-apart t590-saturation reference
coverage_tests ?= $(filter-out $(coverage_slow),$(units) $(tool_tests))
.PHONY: coverage
coverage: $(filter $(BUILD)/%,$(call test_files,coverage,$(coverage_tests))) $(tools:%=$(bin_coverage)/%)
	find $(BUILD)/coverage -name '*.gcda' -delete
	status=0; \
	HOPLINE_CONFIG=coverage HOPLINE_BIN='$(abspath $(bin_coverage))' prove --timer -j2 $(call test_files,coverage,$(coverage_tests)) || status=1; \
	tests/lint/coverage '$(BUILD)/coverage' | tee $(BUILD)/coverage/coverage.txt || status=1; \
	exit $$status

# netsim with ThreadSanitizer, and with threads that stop for up to a millisecond now and then (NAPS): the test of --threads.  Its shadow
# memory does not go with every randomization of addresses.
flags_tsan := -O1 -fsanitize=thread -DNAPS
bin_tsan := $(BUILD)/tsan/bin
$(eval $(call config,tsan))
$(eval $(call program,tsan,$(bin_tsan)/netsim,$(src_netsim)))
TSAN_TESTS ?= t545-netsim-threads
.PHONY: tsan
tsan: all $(bin_tsan)/netsim
	ln -sf $(filter-out %/netsim,$(tools:%='$(abspath $(BIN))'/%)) $(bin_tsan)
	TSAN_OPTIONS=halt_on_error=1:exitcode=99 HOPLINE_CONFIG=tsan HOPLINE_BIN='$(abspath $(bin_tsan))' \
		setarch -R prove -v $(call test_files,tsan,$(TSAN_TESTS))

# The same under valgrind's memcheck, with the programs as built and unit tests that know of it; VALGRIND_TESTS='table t100-stream' runs
# those.  Left out: what needs all bits of a long double (valgrind has 64), and what takes above ten minutes alone.
valgrind_not := stats t620-compare t120-machines t130-bad-machines t300-alloc t325-apart t400-map
VALGRIND_TESTS ?= $(filter-out $(valgrind_not),$(units) $(tool_tests))
flags_valgrind := $(flags_release) -DMEMCHECK
$(eval $(call config,valgrind))
$(foreach u,$(units),$(eval $(call program,valgrind,$(BUILD)/valgrind/tests/$u.t,$(call unit_src,$u))))
.PHONY: test-valgrind
test-valgrind: all $(filter $(BUILD)/%,$(call test_files,valgrind,$(VALGRIND_TESTS)))
	tools/setup bench || true
	tests/lint/memcheck cases '$(abspath $(BIN))'
	tests/lint/memcheck tests '$(abspath $(BIN))' $(call test_files,valgrind,$(VALGRIND_TESTS))

# The searches of map beside GSEARCH's double loop: a program of its own, which needs the parts of map, the unit tests'
# helpers, and instances; neither a tool nor a test, for it measures time.
$(eval $(call program,release,$(BUILD)/release/tests/plain,tests/bench/plain.c $(filter-out tools/map/map.c,$(src_map))))
.PHONY: bench
bench: all $(BUILD)/release/tests/plain
	tools/netsim/bench '$(abspath $(BIN))'
	tools/map/bench '$(abspath $(BIN))' '$(abspath $(BUILD))/release/tests/plain'
	tests/bench/instructions count '$(abspath $(BIN))'

# Mappings beside recorded ones of other programs, in the folder MAPPERS (tools/map/bench-quality says what it holds).
MAPPERS ?= data/reference/mappers
.PHONY: bench-map
bench-map: all
	tools/map/bench-quality '$(abspath $(BIN))' '$(MAPPERS)'
	tools/map/bench-time '$(abspath $(BIN))' '$(MAPPERS)'

# Instructions of fixed runs beside the table that is kept; `instructions-renew` writes that anew.
.PHONY: instructions instructions-renew
instructions instructions-renew bench: export CC := $(CC)
instructions instructions-renew bench: export FLAGS = -std=c11 $(CPPFLAGS) $(CFLAGS) $(flags_release)
instructions: all
	tools/setup bench || true
	tests/bench/instructions check '$(abspath $(BIN))'
instructions-renew: all
	tests/bench/instructions count '$(abspath $(BIN))' >$(BUILD)/instructions.csv
	mv $(BUILD)/instructions.csv tests/bench/instructions.csv

# Two compilers' warnings, and clang-tidy on what clang has compiled (so that a header that changes counts, too).  Clang
# looks at assertions, gcc, which follows values when it optimizes, at what is released.
lint_src := $(sort $(lib_src) $(foreach t,$(tools),$(src_$t)) $(wildcard pipelines/*/*.c))
lint_more := $(unit_files) $(wildcard tests/bench/*.c tests/fuzz/*.c)
flags_lint-gcc := -g0 -DNDEBUG -Werror
flags_lint-clang := -O0 -g0 -Werror
$(BUILD)/lint-gcc/%: private CC := gcc
$(BUILD)/lint-clang/%: private CC := clang
$(foreach c,lint-gcc lint-clang,$(eval $(call config,$c)))
$(BUILD)/lint-tidy/%.tidy: $(BUILD)/lint-clang/%.o .clang-tidy
	@mkdir -p $(@D)
	@echo 'clang-tidy $*.c'
	@clang-tidy --quiet $*.c -- $(ALL_CFLAGS) >$@.now 2>&1 || { cat $@.now; exit 1; }
	@mv $@.now $@
.PHONY: lint lint-quick lint-gcc lint-clang lint-tidy
lint-gcc: $(patsubst %.c,$(BUILD)/lint-gcc/%.o,$(lint_src) $(lint_more))
lint-clang: $(patsubst %.c,$(BUILD)/lint-clang/%.o,$(lint_src) $(lint_more))
lint-tidy: $(lint_src:%.c=$(BUILD)/lint-tidy/%.tidy)
lint lint-quick: | $(BUILD)/checked
	tools/setup lint || true
	+@MAKE='$(MAKE)' BUILD='$(BUILD)' tests/lint/run $(patsubst lint-%,%,$(filter lint-%,$@))

dest = "$(DESTDIR)$(PREFIX)"
# The manual pages: those of the tools are installed as hopline-TOOL.1.
pages := $(wildcard tools/*/*.[1-9] tools/*/pages/*.[1-9])
manual = man$(subst .,,$(suffix $1))/$(patsubst hopline-hopline%,hopline%,hopline-$(notdir $1))
# What the studies read, in the places where they look for it: share/hopline is their source tree.
shared_data := claims columns.csv comm machines reference swf topologies tracing
# The same for a browser.
.PHONY: pages
pages:
	tools/hopline/html '$(BUILD)/pages' $(pages)
	@echo $(BUILD)/pages/index.html
# Where the shells look for completions, below share/.
completions := bash-completion/completions/hopline zsh/site-functions/_hopline fish/vendor_completions.d/hopline.fish
.PHONY: install uninstall
install: all $(BUILD)/release/tests/plain
	umask 022 && install -d $(dest)/bin $(dest)/libexec/hopline $(dest)/share/man/man1 $(dest)/share/man/man5 $(dest)/share/man/man7 $(dest)/share/hopline
	install $(BIN)/hopline $(dest)/bin
	install $(tools:%=$(BIN)/%) $(gsearch_programs:%=$(BIN)/gsearch-%) $(dest)/libexec/hopline
	install $(BUILD)/release/tests/plain $(dest)/libexec/hopline/gsearch-plain
	$(foreach p,$(pages),install -m 644 $p $(dest)/share/man/$(call manual,$p) &&) :
	install -m 644 tools/hopline/studies.mk tools/hopline/complete VERSION $(dest)/share/hopline
	cp -R pipelines $(shared_data:%=data/%) $(dest)/share/hopline
	umask 022 && install -d $(dest)/share/hopline/data
	chmod -R u=rwX,go=rX $(dest)/share/hopline
	for d in $(shared_data); do ln -sfn ../$$d $(dest)/share/hopline/data/$$d; done
	umask 022 && $(foreach s,$(completions),install -d $(dest)/share/$(dir $s) && $(dest)/bin/hopline completion $(firstword $(subst -, ,$(subst /, ,$s))) >$(dest)/share/$s &&) :
uninstall:
	rm -f $(dest)/bin/hopline $(completions:%=$(dest)/share/%) $(foreach p,$(pages),$(dest)/share/man/$(call manual,$p))
	rm -rf $(dest)/libexec/hopline $(dest)/share/hopline

# A tarball builds from itself; it has no git.
tarball := $(BUILD)/hopline-$(VERSION).tar.gz
.PHONY: dist deb
dist:
	@git rev-parse --verify -q HEAD >/dev/null || { echo 'dist: wants the git tree: a tarball is made of what is committed there' >&2; exit 1; }
	@mkdir -p $(BUILD)
	git archive --prefix=hopline-$(VERSION)/ HEAD | gzip -9n >$(tarball).part
	@mv $(tarball).part $(tarball)
	@echo $(tarball)
deb: dist
	tools/setup deb
	tools/setup.d/deb '$(abspath $(tarball))' '$(abspath $(BUILD))/deb'

# The installed tree with programs that hold all their libraries, as far as these come as archives (Debian's METIS does not); bin/ has every
# tool.
static := hopline-$(VERSION)-linux-$(shell uname -m)
.PHONY: static
static:
	rm -rf '$(BUILD)/static/$(static)'
	$(MAKE) BUILD='$(BUILD)/static' BIN='$(BUILD)/static/bin' LDFLAGS='$(LDFLAGS) -static' DESTDIR='$(abspath $(BUILD))/static/$(static)' PREFIX= install
	cd '$(BUILD)/static/$(static)' && strip libexec/hopline/* && cd bin && ln -s $(tools:%=../libexec/hopline/%) .
	tar -C '$(BUILD)/static' --owner=0 --group=0 -czf '$(BUILD)/$(static).tar.gz' '$(static)'
	@echo '$(BUILD)/$(static).tar.gz'

.PHONY: clean FORCE
clean:
	rm -rf --one-file-system $(BUILD) $(tools:%=$(BIN)/%) $(BIN)/hopline

include pipelines/lib/study.mk $(wildcard pipelines/*/module.mk)

# Fuzzing (tests/fuzz/README.md): each harness for so many seconds, from the inputs in corpus/NAME; what it finds goes to
# build/fuzz/found/NAME.  Clang's libFuzzer, with ASan and UBSan.
FUZZ_SECONDS ?= 10
FUZZ_CC ?= clang
fuzzers ?= $(filter-out fuzz,$(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c)))
flags_fuzz := -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -Dmain=tool_main -Wno-missing-prototypes \
	-include $(CURDIR)/tests/fuzz/globals.h -Wno-unknown-pragmas
fuzz_wraps := exit atexit fopen open_memstream fclose gzopen gzdopen gzclose
fuzz_links := $(shell awk '/^\/\* link: / { for (i = 3; i < NF; i++) print FILENAME ":" $$i }' /dev/null $(fuzzers:%=tests/fuzz/%.c))
fuzz_src = tests/fuzz/$1.c tests/fuzz/fuzz.c $(foreach t,$(patsubst tests/fuzz/$1.c:%,%,$(filter tests/fuzz/$1.c:%,$(fuzz_links))),$(src_$t))
$(BUILD)/fuzz/%: private CC := $(FUZZ_CC)
$(BUILD)/fuzz/bin/%: private LDFLAGS += -fsanitize=fuzzer $(fuzz_wraps:%=-Wl,--wrap=%)
$(BUILD)/fuzz/tests/%.o: private flags_fuzz := -O1
$(eval $(call config,fuzz))
$(foreach f,$(fuzzers),$(eval $(call program,fuzz,$(BUILD)/fuzz/bin/$f,$(call fuzz_src,$f))))
.PHONY: fuzz
fuzz: $(fuzzers:%=$(BUILD)/fuzz/bin/%)
	tests/fuzz/run '$(abspath $(BUILD))/fuzz' $(FUZZ_SECONDS) $(fuzzers)

# Whole pipes of random streams (tests/fuzz/pipe) for so many seconds, numbered from FUZZ_SEED.
FUZZ_SEED ?= 1
.PHONY: fuzz-pipe
fuzz-pipe: all
	HOPLINE_BIN='$(abspath $(BIN))' tests/fuzz/pipe/run $(FUZZ_SECONDS)s $(FUZZ_SEED) '$(abspath $(BUILD))/fuzz/found/pipe'
