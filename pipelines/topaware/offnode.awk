# offnode -- of the bytes that the tasks of a 2D lattice exchange, how many go to another node: a row.
#	awk -v label=ORDER -f lists.awk -f offnode.awk TABLE
#
# What a task sends over a boundary is site_bytes for each of its sites there; block i of L sites over S tasks has those from
# floor(i L / S) to floor((i + 1) L / S) - 1.

BEGIN { FS = "," }
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
function block(i, l, s) { return int((i + 1) * l / s) - int(i * l / s) }
function send(a, b, sites) {
	bytes += 2 * sites * each		# both ways
	if (node[a] != node[b]) off += 2 * sites * each
}
{
	split($at["dims"], dim, "x")
	split($at["lattice"], sites, "x")
	each = $at["site_bytes"]
	expand($at["task_nodes"], node)		# node[1] is task 0's
	for (y = 0; y < dim[2]; y++)
		for (x = 0; x < dim[1]; x++) {
			task = y * dim[1] + x + 1
			if (x + 1 < dim[1]) send(task, task + 1, block(y, sites[2], dim[2]))
			if (y + 1 < dim[2]) send(task, task + dim[1], block(x, sites[1], dim[1]))
		}
	printf "%s,%s,%.0f,%.0f,%.9g\n", $at["dims"], label, bytes, off, off / bytes
}
