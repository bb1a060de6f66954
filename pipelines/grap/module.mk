# The study of GRAP: groups with all their links for large jobs, on a reconfigurable dragonfly.
#
#	make grap         every part on 36 groups of 72 nodes: about a minute
#	make grap-full    the paper's 82,944 nodes: less than an hour of one core
#	make grap-keep    its results into data/results/grap
#
# Results go to build/grap/SCALE/.

$(eval $(call study_of_parts,grap,GRAP_SCALE))
