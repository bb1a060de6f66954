# The study of Topaware: node pairs and task orders on a torus with service nodes.
#
#	make topaware           every part in small: half a minute
#	make topaware-full      the paper's sizes: some six minutes of one core
#	make topaware-routers   the exchanges of both kinds of router: half an hour of one core
#	make topaware-keep      its results into data/results/topaware
#
# Results go to build/topaware/SCALE/.

.PHONY: topaware topaware-full topaware-routers topaware-keep
$(BUILD)/checked: | $(if $(filter topaware topaware-full topaware-routers topaware-keep,$(MAKECMDGOALS)),setup)
topaware topaware-full topaware-routers topaware-keep: export HOPLINE_BIN := $(abspath $(BIN))
topaware topaware-full: export TOPAWARE_SCALE = $(if $(filter topaware-full,$@),full,small)
topaware topaware-full: all setup
	pipelines/topaware/reproduce $(BUILD)/topaware/$$TOPAWARE_SCALE
	@pipelines/topaware/show $(BUILD)/topaware/$$TOPAWARE_SCALE
topaware-routers: topaware-full
	TOPAWARE_SCALE=full TOPAWARE_ROUTER=input pipelines/topaware/reproduce $(BUILD)/topaware/input milc vpic s3d wrf
	pipelines/lib/routers $(BUILD)/topaware/full $(BUILD)/topaware/input TA-05 TA-07 >$(BUILD)/topaware/full/routers.csv
	cp $(BUILD)/topaware/input/ratios.csv $(BUILD)/topaware/full/ratios-input.csv
topaware-keep: topaware-routers
	pipelines/topaware/keep $(BUILD)/topaware/full
	@pipelines/lib/made data/results/topaware
