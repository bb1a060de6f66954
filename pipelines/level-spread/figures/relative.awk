# relative -- the means that a figure shows, over those of the policy Simple.
#
#	awk -v rows='VALUE...' -v patterns=... -v policies=... -f relative.awk
#
# Reads the columns that name a row of panels, whose values are joined by '/' in `rows`, then pattern, alloc, class, repeats, mean_s, sd_s.  A
# panel is a row and a pattern; each of its policies gets a line in the order of these lists: its row, pattern, alloc, class, relative, sd,
# repeats.  Means of a panel and class without Simple's have nothing to be over and are left out.

BEGIN { FS = "," }
NR == 1 { next }
{
	id = $1
	for (i = 2; i <= NF - 3; i++) id = id FS $i
	if (id in mean) { print "means.csv: a second mean of " id | "cat >&2"; exit failed = 1 }
	mean[id] = $(NF - 1)
	sd[id] = $NF
	repeats[id] = $(NF - 2)
}
END {
	if (failed) exit 1
	gsub("/", FS, rows)
	split(rows, row, " ")
	split(patterns, pattern, " ")
	for (k = 1; k in row; k++)
		for (i = 1; i in pattern; i++) { panel(row[k] FS pattern[i] FS, "small"); panel(row[k] FS pattern[i] FS, "large") }
}

function panel(place, class,    n, i, id, simple, policy) {
	simple = mean[place "simple" FS class]
	if (simple <= 0) return
	n = split(policies, policy, " ")
	for (i = 1; i <= n; i++) {
		id = place policy[i] FS class
		if (id in mean) printf "%s,%.6g,%s,%s\n", id, mean[id] / simple, sd[id] == "" ? "" : sprintf("%.6g", sd[id] / simple), repeats[id]
	}
}
