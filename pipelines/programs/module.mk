# Programs of messages: training jobs beside others, on nodes that others left, and collectives by algorithm and size.
#
#	make programs        all of it: ten minutes of one core
#	make programs-small  the same on small machines: half a minute
#	make programs-keep   the tables of all of it, and three pictures, into data/results/programs
#
# Results go to build/programs/SCALE/.

$(eval $(call study,programs programs-small programs-keep))
programs programs-small: all setup
	pipelines/programs/reproduce $(if $(filter %-small,$@),small,full) $(BUILD)/programs/$(if $(filter %-small,$@),small,full) $(SWEEP)
	@pipelines/programs/show $(BUILD)/programs/$(if $(filter %-small,$@),small,full)
programs-keep: programs
	pipelines/programs/keep $(BUILD)/programs/full
	@pipelines/lib/made data/results/programs
