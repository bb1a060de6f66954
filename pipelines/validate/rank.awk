# rank -- policies ranked by two measurements, and how the rankings agree.
#
# Reads `metrics summary --by set,workload,pattern,nodes,their_routing,routing,router,alloc --of
# their_s,our_s`; writes the tables named by the variables `policies` and `agreement`.
#
# Equal times share the mean of their ranks, and Spearman's coefficient is Pearson's of
# the ranks.  As policies whose times are all but equal change places by chance, the order
# is also judged on those pairs alone that are more than 5% apart in theirs.  `ratio_..._percent` is how far the ratio of two
# policies' times is from theirs, over all pairs.

NR == 1 {
	for (i = 1; i <= NF; i++) at[$i] = i
	next
}
{
	kind = $at["set"] "," $at["workload"] "," $at["pattern"] "," $at["nodes"] "," $at["their_routing"] "," $at["routing"] "," $at["router"]
	if (!(kind in count)) kinds[++kind_count] = kind
	if (!((kind, $at["alloc"]) in seeds)) policy[kind, ++count[kind]] = $at["alloc"]
	seeds[kind, $at["alloc"]] = $at["count"]
	time[kind, $at["alloc"], $at["column"]] = $at["mean"]
}

# The rank of policy p among those of its kind of run, 1 the fastest.
function rank(kind, p, column,    i, other, less, same) {
	for (i = 1; i <= count[kind]; i++) {
		other = time[kind, policy[kind, i], column]
		less += other < time[kind, p, column]
		same += other == time[kind, p, column]
	}
	return less + (same + 1) / 2
}

function spearman(kind,    i, mean, x, y, xy, xx, yy) {
	mean = (count[kind] + 1) / 2
	for (i = 1; i <= count[kind]; i++) {
		x = rank(kind, policy[kind, i], "their_s") - mean
		y = rank(kind, policy[kind, i], "our_s") - mean
		xy += x * y
		xx += x * x
		yy += y * y
	}
	return xx * yy > 0 ? sprintf("%.3f", xy / sqrt(xx * yy)) : ""
}

# A policy's time relative to that of simple, empty where there is no simple.
function to_simple(kind, p, column) {
	return (kind, "simple") in seeds ? sprintf("%.3f", time[kind, p, column] / time[kind, "simple", column]) : ""
}

function write_policies(kind,    i, p) {
	for (i = 1; i <= count[kind]; i++) {
		p = policy[kind, i]
		printf "%s,%s,%d,%.9g,%.9g,%.4f,%s,%s,%g,%g\n", kind, p, seeds[kind, p],
			time[kind, p, "their_s"], time[kind, p, "our_s"], time[kind, p, "our_s"] / time[kind, p, "their_s"],
			to_simple(kind, p, "their_s"), to_simple(kind, p, "our_s"),
			rank(kind, p, "their_s"), rank(kind, p, "our_s") >policies
	}
}

function write_agreement(kind,    i, j, p, q, step, ours, apart, same, off, pairs, sum, most) {
	for (i = 1; i <= count[kind]; i++)
		for (j = 1; j < i; j++) {
			p = policy[kind, i]
			q = policy[kind, j]
			step = time[kind, p, "their_s"] / time[kind, q, "their_s"]
			ours = time[kind, p, "our_s"] / time[kind, q, "our_s"]
			off = ours > step ? ours / step - 1 : step / ours - 1
			pairs++
			sum += off
			if (off > most) most = off
			if (step <= 1.05 && step >= 1 / 1.05) continue
			apart++
			same += step > 1 ? ours > 1 : ours < 1
		}
	printf "%s,%d,%s,%d,%d,%s,%s\n", kind, count[kind], spearman(kind), apart, same,
		pairs ? sprintf("%.1f", 100 * sum / pairs) : "", pairs ? sprintf("%.1f", 100 * most) : "" >agreement
}

END {
	print "set,workload,pattern,nodes,their_routing,routing,router,alloc,seeds,their_s,our_s,our_over_their,their_to_simple,our_to_simple,their_rank,our_rank" >policies
	print "set,workload,pattern,nodes,their_routing,routing,router,policies,spearman,apart,same_order,ratio_mean_percent,ratio_most_percent" >agreement
	for (k = 1; k <= kind_count; k++) {
		write_policies(kinds[k])
		write_agreement(kinds[k])
	}
}
