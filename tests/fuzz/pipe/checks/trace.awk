# trace.awk -- a search that swaps only where that makes the sum less: awk -v file=TRACE, as map --swaps-trace writes it

BEGIN {
	load_table(file)
	for (i = 1; i <= rows[file]; i++) {
		job = of_row(file, i, "case", 1) SUBSEP of_row(file, i, "job", "")
		if (job in swaps && (number(file, i, "swaps", 0) < swaps[job] || number(file, i, "links_mean", 0) > hops[job]))
			broken("row " i ": from " swaps[job] " swaps to " number(file, i, "swaps", 0) " links_mean went from " hops[job] " to " \
				number(file, i, "links_mean", 0))
		swaps[job] = number(file, i, "swaps", 0)
		hops[job] = number(file, i, "links_mean", 0)
	}
	exit breaches > 0
}
