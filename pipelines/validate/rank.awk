# rank -- policies ranked by two measurements, and how the rankings agree.
#
#	awk -F, -f columns.awk -f rank.awk -v kind=COLUMNS -v policies=FILE -v agreement=FILE -v models=FILE
#
# Reads `metrics summary --by COLUMNS,alloc --of their_s,our_s`; writes the tables named: a row a policy of a kind of run, a row a
# kind of run, and a row for each routing, router and options of ours that stand for a routing of theirs, over all kinds.
#
# Equal times share the mean of their ranks, and Spearman's coefficient is Pearson's of
# the ranks.  As policies whose times are all but equal change places by chance, the order
# is also judged on those pairs alone that are more than 5% apart in theirs.  `ratio_..._percent` is how far the ratio of two
# policies' times is from theirs, over all pairs.

BEGIN {
	ours = "their_routing,routing,router,options,stands"
	theirs = kind
	sub(/,routing,router,options,stands$/, "", theirs)
}

NR == 1 { header(); next }
{
	k = cells(kind)
	if (!(k in count)) add_kind()
	if (!((k, $at["alloc"]) in seeds)) policy[k, ++count[k]] = $at["alloc"]
	seeds[k, $at["alloc"]] = $at["count"]
	time[k, $at["alloc"], $at["column"]] = $at["mean"]
}

# A new kind: what of ours it is about, and its place, with all that stands for the same routing in the same runs.
function add_kind(    runs) {
	model[k] = cells(ours)
	runs = cells(theirs)
	if (!(runs in ways)) order[++run_count] = runs
	kinds[runs, ++ways[runs]] = k
}

# The rank of policy p among those of its kind of run, 1 the fastest.
function rank(k, p, column,    i, other, less, same) {
	for (i = 1; i <= count[k]; i++) {
		other = time[k, policy[k, i], column]
		less += other < time[k, p, column]
		same += other == time[k, p, column]
	}
	return less + (same + 1) / 2
}

function spearman(k,    i, mean, x, y, xy, xx, yy) {
	mean = (count[k] + 1) / 2
	for (i = 1; i <= count[k]; i++) {
		x = rank(k, policy[k, i], "their_s") - mean
		y = rank(k, policy[k, i], "our_s") - mean
		xy += x * y
		xx += x * x
		yy += y * y
	}
	return xx * yy > 0 ? sprintf("%.3f", xy / sqrt(xx * yy)) : ""
}

# A policy's time relative to that of simple, empty where there is no simple.
function to_simple(k, p, column) {
	return (k, "simple") in seeds ? sprintf("%.3f", time[k, p, column] / time[k, "simple", column]) : ""
}

function write_policies(k,    i, p) {
	for (i = 1; i <= count[k]; i++) {
		p = policy[k, i]
		printf "%s,%s,%d,%.9g,%.9g,%.4f,%s,%s,%g,%g\n", k, p, seeds[k, p],
			time[k, p, "their_s"], time[k, p, "our_s"], time[k, p, "our_s"] / time[k, p, "their_s"],
			to_simple(k, p, "their_s"), to_simple(k, p, "our_s"),
			rank(k, p, "their_s"), rank(k, p, "our_s") >policies
	}
}

function percent(x) { return x == "" ? "" : sprintf("%.1f", 100 * x) }

# Add to the sums of `x`, a kind or a model: a policy's ratio of our time to theirs, ...
function add_ratio(x, ratio) {
	if (!(x in least) || ratio < least[x]) least[x] = ratio
	if (!(x in largest) || ratio > largest[x]) largest[x] = ratio
}

# ... and a pair of policies: the ratio of their times in theirs and in ours.
function add_pair(x, step, ours,    off) {
	off = ours > step ? ours / step - 1 : step / ours - 1
	pairs[x]++
	sum[x] += off
	if (off > most[x]) most[x] = off
	if (step <= 1.05 && step >= 1 / 1.05) return
	apart[x]++
	same[x] += step > 1 ? ours > 1 : ours < 1
}

function figures(x) {
	return sprintf("%d,%d,%s,%s,%.4f,%.4f", apart[x], same[x], pairs[x] ? percent(sum[x] / pairs[x]) : "", pairs[x] ? percent(most[x] + 0) : "", least[x], largest[x])
}

function compare(k,    i, j, p, q, m, step, ours) {
	m = "model," model[k]
	if (!of[m]++) models_in_order[++model_count] = model[k]
	for (i = 1; i <= count[k]; i++) {
		p = policy[k, i]
		add_ratio(k, time[k, p, "our_s"] / time[k, p, "their_s"])
		add_ratio(m, time[k, p, "our_s"] / time[k, p, "their_s"])
		for (j = 1; j < i; j++) {
			q = policy[k, j]
			step = time[k, p, "their_s"] / time[k, q, "their_s"]
			ours = time[k, p, "our_s"] / time[k, q, "our_s"]
			add_pair(k, step, ours)
			add_pair(m, step, ours)
		}
	}
}

END {
	names = "apart,same_order,ratio_mean_percent,ratio_most_percent,our_over_their_least,our_over_their_most"
	print kind ",alloc,seeds,their_s,our_s,our_over_their,their_to_simple,our_to_simple,their_rank,our_rank" >policies
	print kind ",policies,spearman," names >agreement
	print ours ",kinds," names >models
	for (i = 1; i <= run_count; i++)
		for (w = 1; w <= ways[order[i]]; w++) {
			k = kinds[order[i], w]
			write_policies(k)
			compare(k)
			print k "," count[k] "," spearman(k) "," figures(k) >agreement
		}
	for (i = 1; i <= model_count; i++)
		print models_in_order[i] "," of["model," models_in_order[i]] "," figures("model," models_in_order[i]) >models
}
