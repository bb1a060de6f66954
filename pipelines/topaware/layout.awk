# layout -- what each task of an Adaptive Layout holds: a row of the tasks, the blocks, and the least, mean and most blocks of a task,
# a part of a block that is split in four counting a quarter; the sites of the lattice, and the most that a task has.  Blocks are of several
# sizes, as L sites cut in S are floor((i + 1) L / S) - floor(i L / S), so who holds the most blocks need not have the most sites.
#	awk -f layout.awk TABLE		(map --algorithm adaptive-layout; one job)

function extent(sites, cuts, i) { return int((i + 1) * sites / cuts) - int(i * sites / cuts) }
# The next block, x fastest, is one task's, or that of several along y.
function hold(task, parts,    d, i, rest, across, up, k) {
	across = 1
	rest = blocks++
	for (d = 1; d <= dims; d++) {
		i = rest % cut[d]
		rest = int(rest / cut[d])
		if (d == 2) up = extent(sites[d], cut[d], i)
		else across *= extent(sites[d], cut[d], i)
	}
	for (k = 1; k <= parts; k++) {
		held[task[k]] += 1 / parts
		has[task[k]] += across * extent(up, parts, k - 1)
	}
}

BEGIN { FS = OFS = "," }
/^#/ { next }
!header { for (i = 1; i <= NF; i++) at[$i] = i; header = 1; next }
{
	tasks = $at["tasks"]
	dims = split($at["lattice"], sites, "x")
	n = split($at["volumes"], item, " ")
	split(item[1], cut, "x")
	for (i = 2; i <= n; i++) {
		many = split(item[i], word, "x") == 2 ? word[2] : 1
		parts = split(word[1], part, "/")
		if (parts > 1) split_blocks += many
		last = parts == 1 && split(word[1], end, "-") == 2 ? end[2] : part[1]
		for (v = part[1] + 0; v <= last + 0; v++) {
			if (parts == 1) part[1] = v
			for (k = 0; k < many; k++) hold(part, parts)
		}
	}
}
END {
	all = 1
	for (d = 1; d <= dims; d++) all *= sites[d]
	for (v = 0; v < tasks; v++) {
		x = held[v] + 0
		if (v == 0 || x < least) least = x
		if (x > most) most = x
		if (has[v] > most_sites) most_sites = has[v]
	}
	print "tasks", "blocks", "split_blocks", "least", "mean", "most", "sites", "most_sites"
	printf "%d,%d,%d,%.9g,%.9g,%.9g,%d,%d\n", tasks, blocks, split_blocks, least, blocks / tasks, most, all, most_sites
}
