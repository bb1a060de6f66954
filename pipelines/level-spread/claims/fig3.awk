# fig3 -- LS-22: the jobs of Fig. 3 get the nodes that it shows.  Routing and messages have no part in it.

END {
	good = 0
	for (job in fig3) good += fig3[job]
	for (v = 1; v <= variants && fig3_jobs; v++) {
		put(v, 1, good)
		judge(v, good == 3 && fig3_jobs == 3 ? YES : NO)
	}
	claim("LS-22", "# of 3", "Jobs of 4, 8 and 54 nodes get the nodes that Fig. 3 and III-B describe; alloc does not depend on the variant")
}
