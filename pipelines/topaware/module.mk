# The study of Topaware: node pairs and task orders on a torus with service nodes.
#
#	make topaware           every part in small: half a minute
#	make topaware-full      the paper's sizes: some six minutes of one core
#	make topaware-routers   the exchanges of both kinds of router: half an hour of one core
#	make topaware-keep      its results into data/results/topaware
#
# Results go to build/topaware/SCALE/.

$(eval $(call study_of_parts,topaware,TOPAWARE_SCALE))
$(eval $(call study,topaware-routers))
topaware-routers: topaware-full
	TOPAWARE_SCALE=full TOPAWARE_ROUTER=input pipelines/topaware/reproduce $(BUILD)/topaware/input milc vpic s3d wrf
	pipelines/lib/routers $(BUILD)/topaware/full $(BUILD)/topaware/input TA-05 TA-07 >$(BUILD)/topaware/full/routers.csv
	cp $(BUILD)/topaware/input/ratios.csv $(BUILD)/topaware/full/ratios-input.csv
topaware-keep: topaware-routers
