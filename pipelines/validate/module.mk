# The same jobs on the same nodes in another simulator and in ours.
#
#   make validate-jobs
#
# Results go to build/validate/.

.PHONY: validate-jobs
$(BUILD)/checked: | $(if $(filter validate-jobs,$(MAKECMDGOALS)),setup)
validate-jobs: export HOPLINE_BIN := $(abspath $(BIN))
validate-jobs: all setup
	pipelines/validate/jobs data/reference $(BUILD)/validate
	@pipelines/validate/show $(BUILD)/validate
