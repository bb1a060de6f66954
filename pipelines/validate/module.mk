# What other simulators measured, and the same in ours.
#
#   make validate-jobs      the same jobs on the same nodes (SST)
#   make validate-booksim   latency against load on the same networks (BookSim)
#   make validate-sst       latency against load on the same dragonfly (SST)
#
# Results go to build/validate/.

$(eval $(call study,validate-jobs validate-booksim validate-sst))
validate-jobs: all setup
	pipelines/validate/jobs data/reference $(BUILD)/validate
	@pipelines/validate/show $(BUILD)/validate
	@printf '\nThe tables: %s\n' '$(foreach t,jobs policies agreement,$(BUILD)/validate/$t.csv)'
validate-booksim: all setup
	pipelines/validate/booksim data/reference $(BUILD)/validate
	@pipelines/validate/show-curves $(BUILD)/validate
validate-sst: all setup
	pipelines/validate/sst data/reference $(BUILD)/validate
	@pipelines/validate/show-curves $(BUILD)/validate
