# The study of GRAP: groups with all their links for large jobs, on a reconfigurable dragonfly.
#
#	make grap           every part on 36 groups of 72 nodes: about a minute
#	make grap-full      the paper's 82,944 nodes: less than an hour of one core
#	make grap-routers   exchanges of jobs of four sizes under both kinds of router: half an hour
#	make grap-keep      its results into data/results/grap
#
# Results go to build/grap/SCALE/.

.PHONY: grap grap-full grap-routers grap-keep
$(BUILD)/checked: | $(if $(filter grap grap-full grap-routers grap-keep,$(MAKECMDGOALS)),setup)
grap grap-full grap-routers grap-keep: export HOPLINE_BIN := $(abspath $(BIN))
grap grap-full: export GRAP_SCALE = $(if $(filter grap-full,$@),full,small)
grap grap-full: all setup
	pipelines/grap/reproduce $(BUILD)/grap/$$GRAP_SCALE
	@pipelines/grap/show $(BUILD)/grap/$$GRAP_SCALE
grap-routers: all setup
	for router in output input; do \
		GRAP_SCALE=routers GRAP_ROUTER=$$router pipelines/grap/reproduce $(BUILD)/grap/$$router network hops || exit 1; \
	done
	pipelines/lib/routers $(BUILD)/grap/output $(BUILD)/grap/input >$(BUILD)/grap/routers.csv
grap-keep: grap-full grap-routers
	cp $(BUILD)/grap/routers.csv $(BUILD)/grap/full
	pipelines/grap/keep $(BUILD)/grap/full
	@pipelines/lib/made data/results/grap
