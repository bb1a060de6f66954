# relative -- the means that a figure shows, over those of the policy Simple.
#
#	awk -v where='COLUMN=VALUE...' -v by='COLUMN...' -v rows='VALUE...' \
#		-v patterns=... -v policies=... -f relative.awk means.csv
#
# A panel is a pattern and a value of the columns `by`, in `rows` joined by '/'. Each of
# its policies gets a line in the order of these lists: the columns `by`, pattern, alloc, class,
# relative, sd, repeats.  Means of a panel and class without Simple's have nothing to be over and are left out.

BEGIN { FS = "," }

NR == 1 {
	for (i = 1; i <= NF; i++) at[$i] = i
	width = NF
	conditions = split(where, condition, " ")
	keys = split(by, key, " ")
	needed = where " " by " pattern alloc class repeats mean_s sd_s"
	n = split(needed, need, " ")
	for (i = 1; i <= n; i++) {
		sub(/=.*/, "", need[i])
		if (!(need[i] in at)) fail("no column " need[i])
	}
	next
}

NF != width { fail("line " NR ": " NF " cells, the header has " width) }

{
	for (i = 1; i <= conditions; i++) {
		split(condition[i], part, "=")
		if ($at[part[1]] != part[2]) next
	}
	row = $at[key[1]]
	for (i = 2; i <= keys; i++) row = row "/" $at[key[i]]
	id = row FS $at["pattern"] FS $at["alloc"] FS $at["class"]
	if (id in mean) fail("line " NR ": a second mean of " id)
	mean[id] = $at["mean_s"]
	sd[id] = $at["sd_s"]
	repeats[id] = $at["repeats"]
}

END {
	if (failed) exit 1
	r = split(rows, list, " ")
	for (k = 1; k <= r; k++) panels(list[k] FS)
}

function panels(place,    p, i) {
	p = split(patterns, pattern, " ")
	for (i = 1; i <= p; i++) {
		panel(place pattern[i] FS, "small")
		panel(place pattern[i] FS, "large")
	}
}

function panel(place, class,    a, i, id, simple, names) {
	simple = mean[place "simple" FS class]
	if (simple <= 0) return
	names = place
	gsub("/", FS, names)
	a = split(policies, policy, " ")
	for (i = 1; i <= a; i++) {
		id = place policy[i] FS class
		if (id in mean)
			printf "%s%s,%s,%.6g,%s,%s\n", names, policy[i], class, mean[id] / simple, \
				sd[id] == "" ? "" : sprintf("%.6g", sd[id] / simple), repeats[id]
	}
}

function fail(what) {
	print FILENAME ": " what | "cat >&2"
	failed = 1
	exit 1
}
