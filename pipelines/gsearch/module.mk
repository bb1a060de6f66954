# The mapping study: GEOM, GSEARCH and their rivals.
#
# gsearch-exhaust, a program of the study, lies beside the tools (bin/, and checked in build/asan/bin/).

gsearch_src := $(wildcard pipelines/gsearch/*.c)
$(foreach c,$(configs),$(eval $(call program,$c,$(bin_$c)/gsearch-exhaust,$(gsearch_src))))
all: $(BIN)/gsearch-exhaust
test: $(bin_asan)/gsearch-exhaust

.PHONY: gsearch-clean
clean: gsearch-clean
gsearch-clean:
	rm -f $(BIN)/gsearch-exhaust
