# tables -- what the simulations came to, as the claims look it up.
#
# From means.csv: a setting is a row without policy and class, numbered; field[setting, COLUMN],
# time[setting, POLICY, CLASS].  From links.csv: link[variant, WORKLOAD, POLICY, CLASS, COLUMN, FIGURE].
# From contests.csv: contest[variant, SERIES, ORDER, PATTERN, POLICY, FIGURE].  From Fig. 3's jobs: fig3[job].
# A variant is a number, in the order of variants.csv.

BEGIN {
	FS = ","
	varied = "series g a p global_gbps utilization workload order bytes small_times large_times pattern"
	columns = split(varied, column, " ")
	grouping = "simple slurm rdg"
	spreading = "rdr rrr rdn rrn"
	eight = "level-spread " grouping " " spreading
	six = "alltoall broadcast fft3d halo2d halo3d halo3d26"
	needed["variants"] = "variant"
	needed["means"] = "variant " varied " alloc class mean_s"
	needed["links"] = "variant workload alloc class column max min median mean"
	needed["contests"] = "series order pattern variant alloc points baseline_better_share other_better_share mean_cut best_cut"
	needed["fig3"] = "job wanted got"
}

function bad(what) {
	print "measure: " FILENAME ": " what | "cat >&2"
	failed = 1
	exit 1
}
function variant_of_row() {
	if (!($at["variant"] in number_of)) bad("row " FNR ": variant: '" $at["variant"] "': not in variants.csv")
	return number_of[$at["variant"]]
}
# A cell that must be a number; a mean of nothing is empty.
function number(name) {
	if ($at[name] !~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/) bad("row " FNR ": " name ": '" $at[name] "': wanted a number")
	return $at[name] + 0
}

FNR == 1 {
	split("", at)
	for (i = 1; i <= NF; i++) at[$i] = i
	n = split(needed[kind], need, " ")
	for (i = 1; i <= n; i++) if (!(need[i] in at)) bad("no column " need[i])
	next
}
kind == "variants" { name[++variants] = $at["variant"]; number_of[$at["variant"]] = variants }
kind == "means" {
	v = variant_of_row()
	key = v
	for (i = 1; i <= columns; i++) key = key FS $at[column[i]]
	if (!(key in setting_of)) {
		setting_of[key] = ++settings
		setting[v, ++settings_of[v]] = settings
		for (i = 1; i <= columns; i++) field[settings, column[i]] = $at[column[i]]
		field[settings, "variant"] = v
	}
	time[setting_of[key], $at["alloc"], $at["class"]] = number("mean_s")
}
kind == "links" {
	v = variant_of_row()
	n = split("min median max mean", figure, " ")
	for (i = 1; i <= n; i++)
		link[v, $at["workload"], $at["alloc"], $at["class"], $at["column"], figure[i]] = number(figure[i])
}
kind == "contests" && $at["points"] > 0 {
	v = variant_of_row()
	n = split("points baseline_better_share other_better_share mean_cut best_cut", figure, " ")
	for (i = 1; i <= n; i++)
		contest[v, $at["series"], $at["order"], $at["pattern"], $at["alloc"], figure[i]] = number(figure[i])
}
kind == "fig3" { fig3[$at["job"]] = $at["wanted"] == $at["got"]; fig3_jobs++ }

END { if (failed) exit 1 }

# pick(v, FILTER, list): the settings of a variant that are as the filter says, e.g. "series=tables workload=16"
function pick(v, filter, list,    i, k, s, n, conditions, condition, part, wanted) {
	conditions = split(filter, condition, " ")
	for (k = 1; k <= conditions; k++) {
		split(condition[k], part, "=")
		condition[k] = part[1]
		wanted[k] = part[2]
	}
	for (i = 1; i <= settings_of[v]; i++) {
		s = setting[v, i]
		for (k = 1; k <= conditions; k++)
			if (field[s, condition[k]] != wanted[k]) break
		if (k > conditions) list[++n] = s
	}
	return n + 0
}

# twin(s, COLUMN, VALUE): the setting that differs from s in one column only, or 0
function twin(s, changed, value,    i, key) {
	key = field[s, "variant"]
	for (i = 1; i <= columns; i++) key = key FS (column[i] == changed ? value : field[s, column[i]])
	return key in setting_of ? setting_of[key] : 0
}

# has(s, POLICIES, CLASS): is there a time for each of them?
function has(s, policies, class,    n, i, policy) {
	n = split(policies, policy, " ")
	for (i = 1; i <= n; i++) if (!((s, policy[i], class) in time)) return 0
	return 1
}

# Over some policies: the shortest time, the longest, the mean.
function shortest(s, policies, class,    n, i, policy, low) {
	n = split(policies, policy, " ")
	low = time[s, policy[1], class]
	for (i = 2; i <= n; i++) if (time[s, policy[i], class] < low) low = time[s, policy[i], class]
	return low
}
function longest(s, policies, class,    n, i, policy, high) {
	n = split(policies, policy, " ")
	for (i = 1; i <= n; i++) if (time[s, policy[i], class] > high) high = time[s, policy[i], class]
	return high
}
function average(s, policies, class,    n, i, policy, sum) {
	n = split(policies, policy, " ")
	for (i = 1; i <= n; i++) sum += time[s, policy[i], class]
	return sum / n
}
# Normalized as the paper does.
function relative(s, policy, class) { return time[s, policy, class] / time[s, "simple", class] }

# How a setting is named in a sentence.
function title(s,    nodes) {
	nodes = field[s, "g"] * field[s, "a"] * field[s, "p"]
	return field[s, "pattern"] " on " nodes " nodes at ratio " ratio(field[s, "global_gbps"])
}
function ratio(gbps) { return gbps < 8 ? "1/" 8 / gbps : gbps / 8 }
