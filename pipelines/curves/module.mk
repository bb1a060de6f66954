# Latency against load, and where each routing saturates.
#
#	make curves  latency against load on nine networks
#
# Results go to build/curves/.

.PHONY: curves
$(BUILD)/checked: | $(if $(filter curves,$(MAKECMDGOALS)),setup)
curves: export HOPLINE_BIN := $(abspath $(BIN))
curves: all setup
	pipelines/curves/curves pipelines/curves/grid.csv $(BUILD)/curves
	@pipelines/curves/show $(BUILD)/curves
