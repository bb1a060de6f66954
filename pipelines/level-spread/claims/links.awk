# links -- LS-07, LS-08: packets and stalls of all local and of all global links, All-to-all.

# Of `range`: from the least busy link to the busiest.
function link_figure(workload, policy, class, what, figure) {
	if (figure == "range") return link[workload, policy, class, what, "max"] - link[workload, policy, class, what, "min"]
	return link[workload, policy, class, what, figure]
}

# link_span(..., POLICIES, CLASS, WHAT, FIGURE, over): the least, the largest, the mean of a figure over some policies
function link_span(workload, policies, class, what, figure, over,    n, i, policy, x, sum) {
	n = split(policies, policy, " ")
	for (i = 1; i <= n; i++) {
		x = link_figure(workload, policy[i], class, what, figure)
		if (i == 1 || x < over["least"]) over["least"] = x
		if (i == 1 || x > over["most"]) over["most"] = x
		sum += x
	}
	over["mean"] = sum / n
}

# link_less(..., LESS, MORE): has no policy of LESS more than one of MORE, and have they less on average?
function link_less(workload, class, what, figure, less, more,    l, m, numbers, so) {
	link_span(workload, less, class, what, figure, l)
	link_span(workload, more, class, what, figure, m)
	numbers = figure " of " what " on " class " links " link_text(l) " against " link_text(m)
	so = l["most"] <= m["least"] && l["mean"] < m["mean"]
	if (so) tell(numbers); else miss(numbers)
	return so
}

function link_text(over) {
	return sprintf("%.4g", over["least"]) (over["most"] > over["least"] ? sprintf(" to %.4g", over["most"]) : "")
}

# On local and on global links.
function links_less(workload, what, figure, less, more) {
	return link_less(workload, "local", what, figure, less, more) + link_less(workload, "global", what, figure, less, more)
}

function links_known(workload,    n, i, policy) {
	n = split(eight, policy, " ")
	for (i = 1; i <= n; i++)
		if (!((workload, policy[i], "local", "packets", "mean") in link) || !((workload, policy[i], "global", "packets", "mean") in link) ||
		    !((workload, policy[i], "local", "stalls", "mean") in link) || !((workload, policy[i], "global", "stalls", "mean") in link)) return 0
	return 1
}

function links_small(    good) {
	if (!links_known(16)) return ""
	good = links_less(16, "packets", "mean", "level-spread " grouping, spreading)
	good += links_less(16, "stalls", "mean", "level-spread " grouping, spreading)
	judge_cases(good, 4)
	return good " of 4"
}
function links_large(    good) {
	if (!links_known(64)) return ""
	good = links_less(64, "packets", "median", grouping, "level-spread " spreading)
	good += links_less(64, "packets", "range", "level-spread " spreading, grouping)
	good += links_less(64, "stalls", "mean", "level-spread " spreading, grouping)
	judge_cases(good, 6)
	return good " of 6"
}

END {
	claim("LS-07", links_small(), "Packets and stalls on local and on global links: none of Level-Spread, Simple, Slurm, RDG has a larger mean a link " \
		"than any of RDR, RRR, RDN, RRN, and together they have a smaller one; partly with half of these four")
	claim("LS-08", links_large(), "On local and on global links none of Level-Spread, RDR, RRR, RDN, RRN has a smaller median of packets, a larger range from the least to the most packets " \
		"or a larger mean of stalls than any of Simple, Slurm, RDG, and together they are ahead; partly with half of these six")
}
