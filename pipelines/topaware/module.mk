# The study of Topaware: node pairs and task orders on a torus with service nodes.
#
#	make topaware         every part in small: half a minute
#	make topaware-full    the paper's sizes: some six minutes of one core
#	make topaware-keep    its results into data/results/topaware
#
# Results go to build/topaware/SCALE/.

.PHONY: topaware topaware-full topaware-keep
$(BUILD)/checked: | $(if $(filter topaware topaware-full topaware-keep,$(MAKECMDGOALS)),setup)
topaware topaware-full topaware-keep: export HOPLINE_BIN := $(abspath $(BIN))
topaware topaware-full: export TOPAWARE_SCALE = $(if $(filter topaware-full,$@),full,small)
topaware topaware-full: all setup
	pipelines/topaware/reproduce $(BUILD)/topaware/$$TOPAWARE_SCALE
	@pipelines/topaware/show $(BUILD)/topaware/$$TOPAWARE_SCALE
topaware-keep: topaware-full
	pipelines/topaware/keep $(BUILD)/topaware/full
	@pipelines/lib/made data/results/topaware
