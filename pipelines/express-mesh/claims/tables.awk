# tables -- what the study came to, as the claims look it up.
#
# From rates.csv: rate[SERIES, NETWORK, ROUTING, ALLOC, PATTERN, MAPPING], the mean over cases; for series multi
# rates[NETWORK, ROUTING, ALLOC, k], k = 1 ... count[NETWORK, ROUTING, ALLOC].  From constant.csv: runs, slowest and
# fastest[SET, NETWORK, ALLOC], by rate.  From interference.csv: curves, see sharing.awk.  From table1.csv and structure.csv: row[k, COLUMN],
# k = 1 ... rows; kind_of[k].

BEGIN {
	needed["rates"] = "series network routing alloc mapping pattern case rate_bytes_per_s"
	needed["constant"] = "set network alloc comm_time_s rate_bytes_per_s"
	needed["interference"] = "series set network routing alloc case mls tls mls_mean tls_mean"
	needed["table1"] = "network printed_radix printed_nodes radix_max nodes"
	needed["structure"] = "family nodes radix_max diameter links_mean bisection_links"
	title["dragonfly"] = "dragonfly"; title["fattree"] = "fat-tree"; title["slimfly"] = "Slim Fly"; title["em1"] = "G1 EM"; title["em2"] = "G2 EM"
	title["hypercube"] = "hypercube"
}

kind == "rates" {
	x = number("rate_bytes_per_s")
	key = $at["series"] SUBSEP $at["network"] SUBSEP $at["routing"] SUBSEP $at["alloc"] SUBSEP $at["pattern"] SUBSEP $at["mapping"]
	sum[key] += x
	rate[key] = sum[key] / ++cases[key]
	if ($at["series"] == "multi") {
		key = $at["network"] SUBSEP $at["routing"] SUBSEP $at["alloc"]
		rates[key, ++count[key]] = x
	}
}
kind == "constant" {
	key = $at["set"] SUBSEP $at["network"] SUBSEP $at["alloc"]
	runs[key]++
	x = number("rate_bytes_per_s")
	if (runs[key] == 1 || x < slowest[key]) slowest[key] = x
	if (runs[key] == 1 || x > fastest[key]) fastest[key] = x
}
kind == "table1" || kind == "structure" {
	kind_of[++rows] = kind
	for (name in at) row[rows, name] = $at[name]
}
