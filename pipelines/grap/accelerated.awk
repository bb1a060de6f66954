# accelerated -- by how much jobs of a played table run faster than in the log: the mean of T/t - 1, and of the share of the runtime that is saved.
#	awk -v label=CELLS -f accelerated.awk PLAYED

BEGIN { FS = "," }
/^#/ && !header { next }
!header { for (i = 1; i <= NF; i++) at[$i] = i; header = 1; next }
$at["runtime_s"] > 0 {
	if (!($at["case"] in jobs)) order[++n] = $at["case"]
	ratio = ($at["end_s"] - $at["start_s"]) / $at["runtime_s"]
	jobs[$at["case"]]++
	faster[$at["case"]] += 1 / ratio - 1
	saved[$at["case"]] += 1 - ratio
}
END { for (i = 1; i <= n; i++) printf "%s,%d,%.6f,%.6f,%s\n", order[i], jobs[order[i]], faster[order[i]] / jobs[order[i]], saved[order[i]] / jobs[order[i]], label }
