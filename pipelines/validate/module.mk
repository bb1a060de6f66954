# What other simulators measured, and the same in ours.
#
#   make validate-jobs      the same jobs on the same nodes (SST)
#   make validate-booksim   latency against load on the same networks (BookSim)
#
# Results go to build/validate/.

.PHONY: validate-jobs validate-booksim
$(BUILD)/checked: | $(if $(filter validate-jobs validate-booksim,$(MAKECMDGOALS)),setup)
validate-jobs validate-booksim: export HOPLINE_BIN := $(abspath $(BIN))
validate-jobs: all setup
	pipelines/validate/jobs data/reference $(BUILD)/validate
	@pipelines/validate/show $(BUILD)/validate
validate-booksim: all setup
	pipelines/validate/booksim data/reference $(BUILD)/validate
	@pipelines/validate/show-booksim $(BUILD)/validate
