# intervals -- a table of shares with halves of 95% intervals.
#	awk -f intervals.awk POINTS SHARES	(metrics compare's, with four columns in front)
#
# The workload is what was drawn: a share is the mean over the workloads of that of a workload's points, and the interval is this mean's.

BEGIN { FS = OFS = "," }
FNR == 1 { if (NR > 1) print $0, "workloads,baseline_better_half,other_better_half,cut_half"; next }
NR == FNR {
	if ($7 == "" || $8 == "") next
	add($1 FS $2 FS $3 FS $4 FS $6, $5)
	add($1 FS $2 FS $3 FS $4 FS "all", $5)
	next
}
function add(key, case_,    k) {
	if (!((key, case_) in index_of)) index_of[key, case_] = ++workloads[key]
	k = key SUBSEP index_of[key, case_]
	points[k]++
	value["better", k] += $7 > 1 && $8 > 1
	value["worse", k] += $7 < 1 && $8 < 1
	value["cut", k] += 1 - (1 / $7 + 1 / $8) / 2
}
function half(what, key,    n, k, x, sum, squares) {
	n = workloads[key]
	if (n < 2) return ""
	for (k = 1; k <= n; k++) {
		x = value[what, key, k] / points[key, k]
		sum += x
		squares += x * x
	}
	return sprintf("%.4f", 1.96 * sqrt((squares - sum * sum / n > 0 ? squares - sum * sum / n : 0) / (n - 1) / n))
}
{ key = $1 FS $2 FS $3 FS $4 FS $5; print $0, workloads[key] + 0, half("better", key), half("worse", key), half("cut", key) }
