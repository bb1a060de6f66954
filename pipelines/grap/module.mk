# The study of GRAP: groups with all their links for large jobs, on a reconfigurable dragonfly.
#
#	make grap         every part on 36 groups of 72 nodes: about a minute
#	make grap-full    the paper's 82,944 nodes: less than an hour of one core
#	make grap-keep    its results into data/results/grap
#
# Results go to build/grap/SCALE/.

.PHONY: grap grap-full grap-keep
$(BUILD)/checked: | $(if $(filter grap grap-full grap-keep,$(MAKECMDGOALS)),setup)
grap grap-full grap-keep: export HOPLINE_BIN := $(abspath $(BIN))
grap grap-full: export GRAP_SCALE = $(if $(filter grap-full,$@),full,small)
grap grap-full: all setup
	pipelines/grap/reproduce $(BUILD)/grap/$$GRAP_SCALE
	@pipelines/grap/show $(BUILD)/grap/$$GRAP_SCALE
grap-keep: grap-full
	pipelines/grap/keep $(BUILD)/grap/full
	@pipelines/lib/made data/results/grap
