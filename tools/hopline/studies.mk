# studies -- the studies where Hopline is installed: `hopline study TARGET...` has make run them, with BIN and BUILD set.
#
# The programs are there, and so is what they need; results go to BUILD.  What a study keeps belongs into the source tree.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory
source_only := $(filter %-keep %report,$(MAKECMDGOALS))
$(if $(source_only),$(error $(source_only): wants the source tree, whose results it keeps or shows))
$(if $(filter decide decide-%,$(MAKECMDGOALS)),$(error 'hopline decide' asks for a decision))
called := hopline study
not_here := -keep$$|^make decide|report$$
GSEARCH_PLAIN := $(BIN)/gsearch-plain

.PHONY: all setup
all setup:
	@:

include pipelines/lib/study.mk $(wildcard pipelines/*/module.mk)
