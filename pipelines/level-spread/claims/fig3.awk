# fig3 -- LS-22: the jobs of Fig. 3 get the nodes that it shows.  Routing and messages have no part in it.

END {
	good = 0
	for (job in fig3) good += fig3[job]
	if (fig3_jobs) judge(good == 3 && fig3_jobs == 3)
	claim("LS-22", good " of 3", "Jobs of 4, 8 and 54 nodes get the nodes that Fig. 3 and III-B describe")
}
