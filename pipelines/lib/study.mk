# What the studies' module.mk have in common; the Makefile includes it before them.

# All targets that a comment of a makefile tells of, as `$(called) TARGET`, but for those of the regular expression not_here.
called ?= make
not_here ?= ^$$
.PHONY: help
help:
	@awk -F '  +' '/^#[ \t]+make( |$$)/ && sub(/^#[ \t]+/, "") && !said[$$1]++ && $$1 !~ /$(not_here)/ { sub(/^make/, "$(called)", $$1); printf "%-30s  %s\n", $$1, $$2 }' $(filter Makefile %.mk,$(MAKEFILE_LIST))

# $1: goals of a study, which need its programs and what it draws with
define study
.PHONY: $1
$(BUILD)/checked: | $(if $(filter $1,$(MAKECMDGOALS)),setup)
$1: export HOPLINE_BIN := $(abspath $(BIN))
endef

# $1: a study of parts, which runs in small and in full; $2: the variable of its scripts that says which
define study_of_parts
$(call study,$1 $1-full $1-keep)
$1 $1-full: export $2 = $$(if $$(filter $1-full,$$@),full,small)
$1 $1-full: all setup
	pipelines/$1/reproduce $(BUILD)/$1/$$$$$2
	@pipelines/$1/show $(BUILD)/$1/$$$$$2
$1-keep: $1-full
	pipelines/$1/keep $(BUILD)/$1/full
	@pipelines/lib/made data/results/$1
endef
