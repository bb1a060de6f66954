# Latency against load, and where each routing saturates.
#
#	make curves  latency against load on nine networks
#
# Results go to build/curves/.

$(eval $(call study,curves))
curves: all setup
	pipelines/curves/curves pipelines/curves/grid.csv $(BUILD)/curves
	@pipelines/curves/show $(BUILD)/curves
