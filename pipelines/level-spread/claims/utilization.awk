# utilization -- LS-06: 90% of the nodes busy or 70%, on all machines, bandwidths and workloads of Tables I and II.

function utilization(v,    n, moves, folds) {
	n = drift(v, "series=tables bytes=1000 utilization=0.9", "utilization", 0.7, moves, folds)
	if (!n) return
	put(v, 1, percent(quantile(moves, n, 0.5))); put(v, 2, percent(quantile(moves, n, 0.95)))
	judge(v, negligible(moves, n) ? YES : NO)
	tell(v, n " relative times; the largest change " percent(moves[n]))
}

END {
	for (v = 1; v <= variants; v++) utilization(v)
	claim("LS-06", "# (95%: #)", \
		"The policies' times relative to Simple's change from 90% to 70% utilization by a median below 5%, and 95% of them by less than 15%")
}
