# quality-means -- what quality's table comes to for each way of allocation and number of tasks.
#
#	awk -f quality-means.awk quality.csv
#
# Geometric means over the instances of average hops over GEOM's, of processor seconds, and of the other program's
# average hops over its GEOM's; empty where an instance lacks them, or has no time.
BEGIN {
	FS = OFS = ","
	print "allocation,tasks,method,instances,hops_over_geom,cpu_s,reference_over_geom"
}
NR == 1 { next }
{
	split($1, part, "_")
	split(part[2], side, "x")
	set = part[3] "," side[1] * side[2] * side[3]
	if (!($1 in seen)) { seen[$1] = 1; names[++count] = $1; set_of[$1] = set }
	if (!(set in known)) { known[set] = 1; sets[++kinds] = set }
	if (!($2 in method_known)) { method_known[$2] = 1; method[++methods] = $2 }
	hops[$1, $2] = $3; cpu[$1, $2] = $4; theirs[$1, $2] = $5
}

function mean(sum, n, wanted) { return n && n == wanted ? sprintf("%.6g", exp(sum / n)) : "" }
function line(set, m,    i, at, n, h, c, timed, r, told) {
	for (i = 1; i <= count; i++) {
		at = names[i]
		if (set_of[at] != set || !((at, m) in hops)) continue
		n++
		h += log(hops[at, m] / hops[at, "geom"])
		if (cpu[at, m] > 0) { c += log(cpu[at, m]); timed++ }
		if (theirs[at, m] != "") { r += log(theirs[at, m] / theirs[at, "geom"]); told++ }
	}
	if (n) print set, m, n, mean(h, n, n), mean(c, timed, n), mean(r, told, n)
}
END {
	for (size = 1; size <= 65536; size *= 2)
		for (s = 1; s <= kinds; s++) {
			split(sets[s], part, ",")
			if (part[2] > size / 2 && part[2] <= size) for (k = 1; k <= methods; k++) line(sets[s], method[k])
		}
}
