# The contest: who wins where, of the policies that place jobs by what is idle and `search`, which knows what they send.
#
#   make contest               five logs, three kinds of machines, two shares of communication; some hours on two cores
#
# Results go to build/contest/, a page for each arena among them; options of GNU parallel: SWEEP='-j 8 …'.

$(eval $(call study,contest))
contest: all setup
	pipelines/contest/contest $(BUILD)/contest $(SWEEP)
	@pipelines/contest/standings $(BUILD)/contest
