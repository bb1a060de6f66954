# The study of Topaware: node pairs and task orders on a torus with service nodes.
#
#	make topaware         every part in small: half a minute
#	make topaware-full    the paper's sizes: some six minutes of one core
#	make topaware-keep    its results into data/results/topaware
#
# Results go to build/topaware/SCALE/.

$(eval $(call study_of_parts,topaware,TOPAWARE_SCALE))
