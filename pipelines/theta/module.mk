# Theta's real network: uniform traffic and LULESH on it, and how busy its links are.
#
#	make theta          uniform traffic and LULESH on Theta's real network
#	make theta-keep     its results into data/results/theta
#
# Results go to build/theta/.

$(eval $(call study,theta theta-keep))
theta: all setup
	pipelines/theta/theta $(BUILD)/theta
	@pipelines/theta/show $(BUILD)/theta
theta-keep: theta
	pipelines/theta/keep $(BUILD)/theta
	@pipelines/lib/made data/results/theta
