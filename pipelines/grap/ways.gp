# ways -- where a pattern was run in two ways, which rows of `table` are of the first one.
#	load here.'/ways.gp'
#
# of_way(ONE, PATTERN, NETWORK, NOISE): whether the row is a run of this pattern on tdn or rdn, with noise (yes) or without,
# and in the way of the pattern's first row (ONE is 1) or another (0).
set datafile missing NaN	# rows of others do not cut a line
patterns = 'alltoall stencil neighboring'
array first_way[words(patterns)]
way(x) = strcol('mode').','.strcol('group_nodes')
note_way(p) = p && !strlen(first_way[p]) ? (first_way[p] = way(0), 1) : 1
do for [p = 1:words(patterns)] { first_way[p] = '' }
stats table using (note_way(place(patterns, strcol('pattern')))) nooutput
of_way(one, pattern, network, noise) = strcol('pattern') eq pattern && (way(0) eq first_way[place(patterns, pattern)]) == one && \
	strcol('system') eq network && strcol('noise') eq noise
