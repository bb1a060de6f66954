# cielo-figures -- the tables of Fig. 4, 5 and 7 from those runs among other jobs whose messages have `bytes`.
#	awk -f cielo-figures.awk -v figure=fig4|fig5|fig7 -v bytes=B cielo.csv
# fig4: mean run times by size; fig5: the difference of the longest and the shortest; fig7: mean and most swaps of GSEARCH.

BEGIN { FS = OFS = "," }
FNR == 1 || $3 != "busy" || $4 != bytes { next }
!($2 in known) { known[$2] = 1; size[++sizes] = $2 }
!($5 in seen) { seen[$5] = 1; algorithm[++algorithms] = $5 }
{
	key = $2 SUBSEP $5
	if (!runs[key]++ || $9 < least[key]) least[key] = $9
	if ($9 > most[key]) most[key] = $9
	sum[key] += $9
	if ($5 == "gsearch") { swaps[$2] += $6; if ($6 + 0 > top[$2]) top[$2] = $6 + 0 }
}
END {
	header = "nodes"
	for (a = 1; a <= algorithms; a++) header = header OFS algorithm[a] (figure == "fig4" ? "_time_s" : "_range_s")
	print figure == "fig7" ? "nodes,swaps_mean,swaps_max" : header
	for (s = 1; s <= sizes; s++) {
		n = size[s]
		if (figure == "fig7") { printf "%s,%.9g,%d\n", n, swaps[n] / runs[n, "gsearch"], top[n]; continue }
		printf "%s", n
		for (a = 1; a <= algorithms; a++) {
			key = n SUBSEP algorithm[a]
			printf ",%.9g", figure == "fig4" ? sum[key] / runs[key] : most[key] - least[key]
		}
		print ""
	}
}
