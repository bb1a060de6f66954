# The mapping study: GEOM, GSEARCH and their rivals.
#
#   make gsearch         every part in small: minutes
#   make gsearch-full    the whole of it
#   make gsearch-keep    its results into data/results/gsearch
#
# Results go to build/gsearch/SCALE/.  Options of GNU parallel, which all parts use: PARALLEL="-j 8" in the environment.
#
# gsearch-exhaust and gsearch-longest, programs of the study, lie beside the tools (bin/, and checked in build/asan/bin/).

gsearch_programs := exhaust longest
gsearch_src_exhaust := $(addprefix pipelines/gsearch/,exhaust.c small.c sets.c)
gsearch_src_longest := $(wildcard pipelines/gsearch/longest*.c) pipelines/gsearch/sets.c
$(foreach c,$(configs) coverage,$(foreach p,$(gsearch_programs),$(eval $(call program,$c,$(bin_$c)/gsearch-$p,$(gsearch_src_$p)))))
all: $(gsearch_programs:%=$(BIN)/gsearch-%)
test: $(gsearch_programs:%=$(bin_asan)/gsearch-%)
coverage: $(gsearch_programs:%=$(bin_coverage)/gsearch-%)

.PHONY: gsearch-clean
clean: gsearch-clean
gsearch-clean:
	rm -f $(gsearch_programs:%=$(BIN)/gsearch-%)

$(eval $(call study_of_parts,gsearch,GSEARCH_SCALE))
# the part `quality` times the plain double loop, too
GSEARCH_PLAIN ?= $(BUILD)/release/tests/plain
gsearch gsearch-full: export GSEARCH_PLAIN := $(abspath $(GSEARCH_PLAIN))
gsearch gsearch-full: $(GSEARCH_PLAIN)
