# fig2 -- LS-01, LS-02: the full machine under RDG, which groups, and RDN, which spreads.

# How RDN's time stands to RDG's; 0 where it is not known.
function spread_to_grouped(v, workload, class,    list) {
	if (!pick(v, "series=pair workload=" workload, list) || !has(list[1], "rdg rdn", class)) return 0
	return time[list[1], "rdn", class] / time[list[1], "rdg", class]
}

function fig2_small(v,    r) {
	if (!(r = spread_to_grouped(v, 16, "small"))) return
	put(v, 1, sprintf("%.2f", 1 / r))
	judge(v, r > 1 ? YES : NO)
}
function fig2_large(v,    r) {
	if (!(r = spread_to_grouped(v, "quarters", "large"))) return
	put(v, 1, percent(1 - r))
	judge(v, near(1 - r, 0.30, 3) ? YES : NO)
}

END {
	for (v = 1; v <= variants; v++) fig2_small(v)
	claim("LS-01", "#", "RDG's mean time over RDN's is below 1")
	for (v = 1; v <= variants; v++) fig2_large(v)
	claim("LS-02", "#", "1 - RDN's mean time / RDG's is within 3 points of the paper")
}
