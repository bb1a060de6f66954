# prompts -- see the script.
#	awk -v group=NODES -v groups=N -f lists.awk -f prompts.awk MOMENT

BEGIN { FS = ","; print "case,group,idle,large" }
/^#/ && !header { next }
!header { for (i = 1; i <= NF; i++) at[$i] = i; header = 1; next }
function tell(    k, free, idle) {
	if (current == "") return
	for (k = 0; k < groups; k++) {
		printf "%s,%d,%d,%s\n", current, k, group - busy[k], (k in large) ? "yes" : "no"
		if (!(k in large)) { free++; idle += group - busy[k] }
	}
	printf "%s: %d groups without a large job, %d idle nodes in them\n", current, free, idle | "cat >&2"
	split("", busy)
	split("", large)
}
$at["case"] != current { tell(); current = $at["case"] }
{
	split("", item)
	n = expand($at["node_list"], item)
	for (i = 1; i <= n; i++) busy[int(item[i] / group)]++
	split("", item)
	n = expand($at["circuit_groups"], item)
	for (i = 1; i <= n; i++) large[item[i]] = 1
}
END { tell() }
