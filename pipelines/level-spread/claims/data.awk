# data -- what the simulations came to, as the claims look it up; ../lib/claims reads the tables and writes the rows.
#
# From means.csv: a case of the study is a row without policy and class, numbered; field[s, COLUMN], time[s, POLICY, CLASS].  From links.csv:
# link[WORKLOAD, POLICY, CLASS, COLUMN, FIGURE].  From contests.csv: contest[SERIES, ORDER, PATTERN, POLICY, FIGURE].  From Fig. 3's jobs:
# fig3[job].  All of it is of the main setting.

BEGIN {
	varied = "series g a p global_gbps utilization workload order bytes small_times large_times pattern"
	columns = split(varied, column, " ")
	grouping = "simple slurm rdg"
	spreading = "rdr rrr rdn rrn"
	eight = "level-spread " grouping " " spreading
	six = "alltoall broadcast fft3d halo2d halo3d halo3d26"
	shares = "points workloads baseline_better_share other_better_share mean_cut best_cut baseline_better_half other_better_half cut_half"
	needed["means"] = "variant " varied " alloc class mean_s repeats"
	needed["links"] = "workload alloc class column max min median mean"
	needed["contests"] = "setting series order pattern alloc " shares
	needed["points"] = "series order pattern case alloc small large"
	needed["fig3"] = "job wanted got"
}

kind == "means" && $at["variant"] == "main" {
	key = ""
	for (i = 1; i <= columns; i++) key = key FS $at[column[i]]
	if (!(key in place_of)) {
		place_of[key] = ++places
		for (i = 1; i <= columns; i++) field[places, column[i]] = $at[column[i]]
	}
	time[place_of[key], $at["alloc"], $at["class"]] = number("mean_s")
	field[place_of[key], "repeats"] = $at["repeats"]
}
kind == "links" {
	n = split("min median max mean", figure, " ")
	for (i = 1; i <= n; i++) link[$at["workload"], $at["alloc"], $at["class"], $at["column"], figure[i]] = number(figure[i])
}
kind == "contests" && $at["setting"] == "main" && $at["points"] > 0 {
	n = split(shares, figure, " ")
	for (i = 1; i <= n; i++) contest[$at["series"], $at["order"], $at["pattern"], $at["alloc"], figure[i]] = number(figure[i])
}
kind == "fig3" { fig3[$at["job"]] = $at["wanted"] == $at["got"]; fig3_jobs++ }

# pick(FILTER, list): what is as the filter says, e.g. "series=tables workload=16"
function pick(filter, list,    k, s, n, conditions, condition, part, wanted) {
	conditions = split(filter, condition, " ")
	for (k = 1; k <= conditions; k++) {
		split(condition[k], part, "=")
		condition[k] = part[1]
		wanted[k] = part[2]
	}
	for (s = 1; s <= places; s++) {
		for (k = 1; k <= conditions; k++)
			if (field[s, condition[k]] != wanted[k]) break
		if (k > conditions) list[++n] = s
	}
	return n + 0
}

# twin(s, COLUMN, VALUE): what differs from s in one column only, or 0
function twin(s, changed, value,    i, key) {
	for (i = 1; i <= columns; i++) key = key FS (column[i] == changed ? value : field[s, column[i]])
	return key in place_of ? place_of[key] : 0
}

# span(s, POLICIES, CLASS, OVER): the shortest time of these policies, the longest, the mean, into over; 0: one of them has none
function span(s, policies, class, over,    n, i, policy, x, sum) {
	n = split(policies, policy, " ")
	for (i = 1; i <= n; i++) {
		if (!((s, policy[i], class) in time)) return 0
		x = time[s, policy[i], class]
		if (i == 1 || x < over["least"]) over["least"] = x
		if (i == 1 || x > over["most"]) over["most"] = x
		sum += x
	}
	over["mean"] = sum / n
	return 1
}
function has(s, policies, class,    over) { return span(s, policies, class, over) }
# Normalized as the paper does.
function relative(s, policy, class) { return time[s, policy, class] / time[s, "simple", class] }

# How it is named in a sentence.
function title(s) { return field[s, "pattern"] " on " field[s, "g"] * field[s, "a"] * field[s, "p"] " nodes at ratio " ratio(field[s, "global_gbps"]) }
function ratio(gbps) { return gbps < 8 ? "1/" 8 / gbps : gbps / 8 }

# Of claims on many cases: yes with all, partly with at least half, else no.
function judge_cases(good, all) { judge(2 * good >= all); judge(good == all) }

function change(x, y) { return x > y ? x / y - 1 : 1 - x / y }		# from y to x, as a share of y

# Do two times differ by more than a twentieth of the shorter?
function apart(x, y) { return x > 1.05 * y || y > 1.05 * x }

# quantile(list, n, q): of a sorted list, between neighbours in proportion
function quantile(list, n, q,    at, i) {
	at = 1 + q * (n - 1)
	i = int(at)
	return i < n ? list[i] + (at - i) * (list[i + 1] - list[i]) : list[n]
}
