# fig2 -- LS-01, LS-02: the full machine under RDG, which groups, and RDN, which spreads.

# How RDN's time stands to RDG's; 0 where it is not known.
function spread_to_grouped(workload, class,    list) {
	if (!pick("series=pair workload=" workload, list) || !has(list[1], "rdg rdn", class)) return 0
	return time[list[1], "rdn", class] / time[list[1], "rdg", class]
}

END {
	if ((r = spread_to_grouped(16, "small"))) judge(r > 1)
	claim("LS-01", r ? sprintf("%.2f", 1 / r) : "", "RDG's mean time over RDN's is below 1")
	if ((r = spread_to_grouped("quarters", "large"))) judge(near(1 - r, 0.30, 3))
	claim("LS-02", percent(1 - r), "1 - RDN's mean time / RDG's is within 3 points of the paper (our tolerance)")
}
