# shuffle -- a job's nodes in any order within each group of the machine, the groups in theirs.
#	awk -v group=NODES -f lists.awk -f shuffle.awk PLACED

BEGIN { FS = OFS = ","; srand(1) }
/^#/ && !header { print; next }
!header { for (i = 1; i <= NF; i++) at[$i] = i; header = 1; print; next }
{
	split("", list)
	n = expand($at["node_list"], list)
	for (first = 1; first <= n; first = next_one) {
		for (next_one = first; next_one <= n && int(list[next_one] / group) == int(list[first] / group); next_one++)
			;
		for (i = next_one - 1; i > first; i--) { k = first + int(rand() * (i - first + 1)); node = list[i]; list[i] = list[k]; list[k] = node }
	}
	text = list[1]
	for (i = 2; i <= n; i++) text = text " " list[i]
	$at["node_list"] = text
	print
}
